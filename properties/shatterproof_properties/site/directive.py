"""Our extension of Sphinx: it draws examples, keeps the ids of clauses, and reads docstrings as Markdown."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from shatterproof.examples import Case, Scene, play_case, read_cases
from shatterproof.game import OURS, find_game
from shatterproof.spec import Example, page_examples
from shatterproof_properties.explorer.rule_questions import case_to_json

CLAUSE = re.compile(rf"\b(?:{'|'.join(OURS)})(?:\.[a-z-]+)+")
UNSAID = ("changed",)
"""Results that need no words, since the picture shows them."""
ADDRESSES = "clauses"
"""The page with links to all clauses."""


def drawn(example: Example, clauses: str, explorer: str = "") -> str:
    """An example as HTML: its position and what each of its cases comes to.

    Clauses that it names are linked to the page `clauses`; with an `explorer`, each case can be tried there.
    """
    setup, cases = read_cases(example)
    game = find_game(example.game)
    scenes = [(case, play_case(game, setup, case)) for case in cases]
    figures = []
    begun = scenes[0][1].begun
    if begun is not None:
        figures.append(_figure(game.to_svg(begun), [] if cases[0].turns else _results(scenes[0][1], cases[0], clauses)))
    for case, scene in scenes:
        if not case.turns and scene.begun is not None:
            continue
        said = [*_results(scene, case, clauses)]
        if case.turns:
            turns = " ".join(f"<code>{html.escape(text)}</code>" for text, _ in case.turns)
            said.insert(0, f'<span class="turn">{turns}</span>')
        if explorer and scene.begun is not None:
            # A case opens on the board up to before a turn that is refused.
            code = case_to_json(scene.begun, case)["code"]
            said.append(f'<a class="try" href="{explorer}#{code}">Try it</a>')
        # A refused case gets no picture, since it leads nowhere.
        figures.append(_figure("" if scene.position is None else game.to_svg(scene.position, last=scene.turn), said))
    return f'<div class="rule-example">{"".join(figures)}</div>'


def _figure(picture: object, said: Iterable[str]) -> str:
    lines = "".join(f"<p>{line}</p>" for line in said)
    return f"<figure>{picture}<figcaption>{lines}</figcaption></figure>"


def _results(scene: Scene, case: Case, clauses: str) -> Iterator[str]:
    """The results that the example states about a case, except what its picture shows."""
    for claim in case.claims:
        if claim.words and claim.words.split()[0] not in UNSAID:
            linked = CLAUSE.sub(rf'<a href="{clauses}#\g<0>">\g<0></a>', html.escape(claim.words))
            yield f'<span class="result">{linked}</span>'
    if scene.refusal is not None:
        # Without the clause, which the result names.
        reason = re.sub(r"\s*\([a-z]+(?:\.[a-z-]+)+\)$", "", str(scene.refusal).splitlines()[0])
        yield f'<span class="refused">{html.escape(reason)}</span>'


class RuleExample(SphinxDirective):
    """An example of the rules. It is drawn unless pictures above show it already; its text unfolds."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[Any] = {"pictured": directives.flag}

    def run(self) -> list[nodes.Node]:
        top = "../" * self.env.docname.count("/")
        explorer = self.config.shatterproof_explorer
        text = html.escape("\n".join(self.content))
        shown = ""
        if "pictured" not in self.options:
            board = f"{top}{explorer}" if explorer else ""
            [named] = self.arguments
            example = next(each for game in OURS for each in page_examples(game) if each.name == named)
            shown = drawn(example, f"{top}{ADDRESSES}.html", board)
        unfolded = f"<details class='as-text'><summary>As text</summary><pre>{text}</pre></details>"
        return [nodes.raw("", f"{shown}{unfolded}", format="html")]


def keep_ids(app: Sphinx, doctree: nodes.document) -> None:
    """Gives each clause its id as an anchor, whatever Sphinx makes of its heading."""
    for section in doctree.findall(nodes.section):
        title = section[0].astext() if section.children else ""
        if CLAUSE.fullmatch(title) and title not in section["ids"]:
            section["ids"].append(title)


def name_games(app: Sphinx, env: Any) -> None:
    """Add the name of the game to the titles of its pages, for search results and browser tabs."""
    for name, title in env.titles.items():
        game, _, chapter = name.partition("/")
        if game in OURS and chapter != "index":
            title.insert(0, nodes.Text(f"{game.capitalize()}: "))


def gather_text(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Keeps the text of a page for the summaries of search results, and has the search page load all texts."""
    if page == "search":
        app.add_js_file("texts.js")
        app.add_js_file("search_from_disk.js")
    left_out = r'<(script|style|svg|details)\b.*?</\1>|<a class="headerlink".*?</a>'
    body = re.sub(left_out, " ", context.get("body", ""), flags=re.DOTALL)
    found = app.config.shatterproof_texts
    found[page] = " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body)).split())


def write_texts(app: Sphinx, error: object) -> None:
    """Writes the texts as a script: a page opened from the disk may not load another page."""
    texts = json.dumps(app.config.shatterproof_texts, ensure_ascii=False)
    if error is None:
        Path(app.outdir, "_static", "texts.js").write_text(f"const TEXTS = {texts};\n", encoding="utf-8")


def as_restructured(app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """Rewrites docstrings for Sphinx: what stands between backticks is code."""
    for number, line in enumerate(lines):
        if "::" not in line:
            lines[number] = re.sub(r"(?<!`)`([^`]+)`(?!`)", r"``\1``", line).replace("*", r"\*")


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_config_value("shatterproof_explorer", "", "html", str)
    app.add_config_value("shatterproof_texts", {}, "", dict)
    for plain in ("puzzle", "record"):
        app.add_lexer(plain, TextLexer)
    app.add_directive("rule-example", RuleExample)
    app.connect("doctree-read", keep_ids)
    app.connect("env-updated", name_games)
    app.connect("html-page-context", gather_text)
    app.connect("build-finished", write_texts)
    app.connect("autodoc-process-docstring", as_restructured)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": False}
