"""Writes the diagrams after turns on the pages anew: untouched pieces keep their letters, what changed is marked."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence

from shatterproof.examples import Case, play_case, read_cases
from shatterproof.game import GAMES, find_game
from shatterproof.spec import Example, clauses, page, spec_folder
from shatterproof_properties.protocol.wording import Drawn

BEGINS = re.compile(r"->|turn |text ")
"""How a line begins that is no more of a diagram."""
LETTERS = re.compile(r"[A-Za-z]+")
"""A row of a diagram of Crumble."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Writes the pages of all games, or of those named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these pages")
    for game in parser.parse_args(arguments).games or GAMES:
        text = renewed(game)
        print(f"spec/{game}.md: {'as it was' if text == page(game) else 'written anew'}")
        (spec_folder() / f"{game}.md").write_text(text, encoding="utf-8")


def renewed(game: str) -> str:
    """The page of a game with its diagrams after turns written anew."""
    lines = page(game).splitlines()
    for clause in reversed(clauses(game)):
        for example in reversed(clause.examples):
            first = example.line - 1
            lines[first : first + len(example.text.splitlines())] = renewed_example(example)
    return "\n".join(lines) + "\n"


def renewed_example(example: Example) -> list[str]:
    """The lines of an example, with those of its diagrams after turns written anew."""
    game = find_game(example.game)
    setup, cases = read_cases(example)
    lines = example.text.splitlines()
    for case in reversed(cases):
        scene = play_case(game, setup, case)
        if case.turns and any(claim.diagram for claim in case.claims):
            begun = Drawn(game, scene.begun, setup) if _is_diagram(setup) else Drawn.of(game, scene.begun)
            _renew(lines, example.line, case, Drawn.of(game, scene.position, begun))
    return lines


def _is_diagram(setup: str) -> bool:
    return not setup.startswith(("{", "start "))


def _renew(lines: list[str], first: int, case: Case, drawn: Drawn) -> None:
    """Writes the diagrams of a case anew, and under each what has changed; `first` is the number of the first line."""
    for claim in reversed(case.claims):
        at = claim.line - first
        if claim.words.startswith("changed"):
            del lines[at]
        elif claim.diagram:
            end = next((after for after in range(at + 1, len(lines)) if BEGINS.match(lines[after])), len(lines))
            lines[at:end] = _result([line for line in lines[at:end] if line.strip()], drawn)


def _result(lines: list[str], drawn: Drawn) -> list[str]:
    """The lines of a diagram as they stand, but in Crumble with kept letters, and what has changed."""
    rows = [line for line in drawn.diagram.splitlines() if LETTERS.fullmatch(line)]
    places = [at for at, line in enumerate(lines) if LETTERS.fullmatch(line)]
    if drawn.game.NAME == "crumble":
        scale = len(places) // len(rows)
        for number, at in enumerate(places):
            lines[at] = "".join(letter * scale for letter in rows[number // scale])
    return [*lines, *(line for line in drawn.results() if line.startswith("-> changed"))]


if __name__ == "__main__":
    main(sys.argv[1:])
