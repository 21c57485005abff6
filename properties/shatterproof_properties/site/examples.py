"""Examples of the rules as the site shows them: the position, each turn, and what it leads to, drawn."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import cache

from shatterproof.examples import Case, Scene, play_case, read_cases
from shatterproof.game import OURS, find_game
from shatterproof.spec import Example, page_examples
from shatterproof_properties.explorer.rule_questions import case_to_json

CLAUSE = re.compile(rf"\b(?:{'|'.join(OURS)})(?:\.[a-z-]+)+")
UNSAID = ("changed",)
"""Results that need no words, since the picture shows them."""


@cache
def example_named(name: str) -> Example:
    """The example of that name, as `Example.name` has it. Raises KeyError."""
    return {each.name: each for game in OURS for each in page_examples(game)}[name]


def drawn(example: Example, clauses: str, explorer: str = "") -> str:
    """An example as HTML: its position and what each of its cases comes to.

    Clauses that it names are linked to the page `clauses`; with an `explorer`, each case can be tried there.
    """
    setup, cases = read_cases(example)
    game = find_game(example.game)
    scenes = [(case, play_case(game, setup, case)) for case in cases]
    figures = [_set_up(scenes[0][1], cases[0], clauses)] if scenes[0][1].begun is not None else []
    for case, scene in scenes:
        if case.turns or scene.begun is None:
            said = [*_turn(case), *_results(scene, case, clauses), *_link(scene, case, explorer)]
            figures.append(_figure(_picture(scene), said))
    return f'<div class="rule-example">{"".join(figures)}</div>'


def _set_up(scene: Scene, case: Case, clauses: str) -> str:
    said = [] if case.turns else list(_results(scene, case, clauses))
    return _figure(str(scene.game.to_svg(scene.begun)), said)


def _figure(picture: str, said: list[str]) -> str:
    lines = "".join(f"<p>{line}</p>" for line in said)
    return f"<figure>{picture}<figcaption>{lines}</figcaption></figure>"


def _picture(scene: Scene) -> str:
    """The position that a case leads to. A refused case gets no picture, since it leads nowhere."""
    return "" if scene.position is None else str(scene.game.to_svg(scene.position, last=scene.turn))


def _turn(case: Case) -> Iterator[str]:
    if case.turns:
        yield f'<span class="turn">{" ".join(f"<code>{html.escape(text)}</code>" for text, _ in case.turns)}</span>'


def _results(scene: Scene, case: Case, clauses: str) -> Iterator[str]:
    """The results that the example states about a case, except what its picture shows."""
    for claim in case.claims:
        if claim.words and claim.words.split()[0] not in UNSAID:
            yield f'<span class="result">{_with_links(claim.words, clauses)}</span>'
    if scene.refusal is not None:
        # Without the clause, which the result names.
        reason = re.sub(r"\s*\([a-z]+(?:\.[a-z-]+)+\)$", "", str(scene.refusal).splitlines()[0])
        yield f'<span class="refused">{html.escape(reason)}</span>'


def _with_links(words: str, clauses: str) -> str:
    return CLAUSE.sub(lambda found: f'<a href="{clauses}#{found[0]}">{found[0]}</a>', html.escape(words))


def _link(scene: Scene, case: Case, explorer: str) -> Iterator[str]:
    """The link that opens a case on the board, up to before a turn that is refused."""
    if explorer and scene.begun is not None:
        yield f'<a class="try" href="{explorer}#{case_to_json(scene.begun, case)["code"]}">Try it</a>'
