"""Pages of the site that the spec does not have: the front page, all clauses, editions, puzzles, Python."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from shatterproof.game import OURS, find_game
from shatterproof.spec import anchor, clauses
from shatterproof_properties.common.editions import editions_of, set_named
from shatterproof_properties.explorer.addresses import make_code
from shatterproof_properties.explorer.game_trees import GameTree
from shatterproof_properties.explorer.puzzle_collection import collection
from shatterproof_properties.explorer.service import Explorer
from shatterproof_properties.puzzles.claims.puzzle import MOST_STARS, asked, credit, svg
from shatterproof_properties.puzzles.sheet.sheet import sentence, solved
from shatterproof_properties.site.sources import WHOLE, chapter_of_clauses

GUIDES = sorted(name.removesuffix(".md") for name in WHOLE.values() if name.startswith("guide/"))
FOR_PROGRAMMERS = (
    "for-programmers", "plug-in", "unchanged-engines", "protocol", "vectors", "python", "explorer-questions",
)  # fmt: skip
PYTHON = {
    "The front door": ["shatterproof.api"],
    "What every game offers": ["shatterproof.game", "shatterproof.errors", "shatterproof.spec"],
    "For tests of your own": ["shatterproof_properties.play"],
}
"""The modules whose docstrings make the page about Python, by heading."""


def made_pages(titles: dict[str, str], explorer: str) -> dict[str, str]:
    """All made pages by their names.

    `titles` are those of the pages of the spec, by name. `explorer` is the address of the board, if there is one.
    """
    pages = {"index.md": _index(explorer), "clauses.md": _all_clauses(), "editions.md": _editions(),
             "python.md": _python()}  # fmt: skip
    for game in OURS:
        inside = {name.removeprefix(f"{game}/"): title for name, title in titles.items() if name.startswith(f"{game}/")}
        # A list has the titles without the game, which stands above it.
        pages[f"{game}/index.md"] = _tree(f"{title} <{name}>" for name, title in inside.items() if name != "index.md")
        pages[f"puzzles/{game}.md"] = _puzzles(game)
    return pages


def _tree(names: Iterable[str], caption: str = "") -> str:
    listed = "\n".join(name.replace(".md", "") for name in names)
    named = f":caption: {caption}\n" if caption else ""
    return f"\n```{{toctree}}\n:hidden:\n:maxdepth: 1\n{named}\n{listed}\n```\n"


def _index(explorer: str) -> str:
    described = [each for each in Explorer().answer({"do": "games"})["ok"]["games"] if each["game"] in OURS]
    front = _template("front.html.j2").render(
        explorer=explorer,
        games=described,
        pictures={each["game"]: Markup(each["demo"]["drawing"]) for each in described},
        codes={game: make_code(GameTree(rules := find_game(game), rules.start()), 0) for game in OURS},
    )
    return f"""# Shatterproof

Three games about things that break. Rules that don't.

```{{raw}} html
{front}
```

Each page is for players first: pictures, then each rule by itself, with an example that a program has run. What no page
settles is asked as a reading, with every answer. Every rule has a name: [one page](clauses.md) leads to all of them.
{_tree([f"{game}/index" for game in OURS], "Rules")}{_tree(GUIDES, "Guides")}\
{_tree(["reading", "clauses", "editions"], "About the rules")}\
{_tree([*(f"puzzles/{game}" for game in OURS), "puzzles/files", "puzzles/certificates"], "Puzzles")}\
{_tree(FOR_PROGRAMMERS, "For programmers")}"""


def _all_clauses() -> str:
    """A list of all clauses. Each id is an anchor and links to its clause, so old links survive new headings."""
    some = clauses(OURS[0])[0].id
    lines = ["# All clauses", "", f"Each name is an address of its own, which stays: `clauses.html#{some}`.", ""]
    for game in OURS:
        lines += [f"## {game.capitalize()}", ""]
        where = chapter_of_clauses(game)
        for clause in clauses(game):
            link = f"[{clause.id}]({where[clause.id]}#{anchor(clause.id)})"
            # The rule in plain words, without the links of its page.
            title = " ".join(re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", clause.title).split())
            lines.append(f'- <span id="{clause.id}"></span>{link}: {title}')
        lines.append("")
    return "\n".join(lines)


def _editions() -> str:
    lines = ["# Editions compared", "", "The texts of the rules as sets of readings. A value in bold is one that the",
             "text gives; the others it leaves open, so that the default is played.", ""]  # fmt: skip
    for game in OURS:
        found = [set_named(edition.name) for edition in editions_of(game)]
        where = chapter_of_clauses(game)
        heads = " | ".join(f"{each.edition.title if each.edition else each.name}" for each in found)
        lines += [f"## {game.capitalize()}", "", f"| reading | {heads} |", "| --- |" + " --- |" * len(found)]
        for reading in found[0].readings.to_mapping():
            values = [each.readings.to_mapping()[reading] for each in found]
            pairs = zip(found, values, strict=True)
            cells = (value if reading in each.left_open else f"**{value}**" for each, value in pairs)
            marked = "≠ " if len(set(values)) > 1 else ""
            lines.append(f"| {marked}[{reading}]({where[reading]}#{anchor(reading)}) | {' | '.join(cells)} |")
        lines += ["", "Where they differ is marked ≠. What each text says of it stands [on the page of the game]"
                  f"({game}/editions.md).", ""]  # fmt: skip
    return "\n".join(lines)


def _template(name: str) -> Template:
    environment = Environment(loader=PackageLoader("shatterproof_properties.site"), autoescape=True,
                              undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)  # fmt: skip
    return environment.get_template(name)


def _puzzles(game: str) -> str:
    template = _template("puzzle.html.j2")
    lines = [f"# Puzzles of {game.capitalize()}", ""]
    of_game = [kept for kept in collection().values() if kept.puzzle.game == game]
    for number, kept in enumerate(of_game, start=1):
        puzzle = kept.puzzle
        answer = solved(puzzle, kept.certificate, room=None)
        shown = template.render(picture=Markup(svg(puzzle)), question=sentence(asked(puzzle)), solved=answer,
                                credit=credit(puzzle), most_stars=MOST_STARS)  # fmt: skip
        lines += [f"## {number}. {puzzle.title}", "", "```{raw} html", shown, "```", ""]
    return "\n".join(lines)


def _python() -> str:
    lines = ["# From Python", "", "```{eval-rst}", ".. automodule:: shatterproof", "   :no-members:", "```", ""]
    for heading, modules in PYTHON.items():
        lines += [f"## {heading}", "", "```{eval-rst}"]
        for module in modules:
            lines += [f".. automodule:: {module}", "   :members:", "   :member-order: bysource", "   :imported-members:"
                      if module == "shatterproof.api" else "", ""]  # fmt: skip
        lines += ["```", ""]
    return "\n".join(lines)


def add_pages(folder: Path, names: list[str], explorer: str) -> None:
    """Writes the made pages beside those of the spec. A made page whose name exists is added to its end."""
    titles = {name: (folder / name).read_text("utf-8").partition("\n")[0].lstrip("# ") for name in names}
    for name, text in made_pages(titles, explorer).items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        before = file.read_text("utf-8") if file.exists() else ""
        file.write_text(before + text, encoding="utf-8")
