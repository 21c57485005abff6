"""Ways to name places by a letter and a number, for the games that do so."""

from __future__ import annotations

import re
from collections.abc import Callable

from shatterproof_properties.conformance.alternatives.text_frame import Rewritten, TextFrame

LETTERS = "abcdefghijklmnopqrstuvwxyz"
PLACE = re.compile("([a-z])([0-9]{1,2})")
NOWHERE = "z99"
"""A place that no board has."""
Renamed = Callable[[str, int, tuple[int, ...]], str]
"""A function from the name of a place on a board, as letter and number, to another name."""


def each_place(renamed: Renamed) -> Rewritten:
    """Renames each place in a text and changes nothing else."""
    return lambda text, board: PLACE.sub(lambda found: renamed(found[1], int(found[2]), board), text)


def named(letter: int, number: int) -> str:
    """The name of a place by the index of its letter and its number; NOWHERE if there is no such name."""
    return f"{LETTERS[letter]}{number}" if 0 <= letter < len(LETTERS) and 1 <= number <= 99 else NOWHERE


def exchanged(letter: str, number: int, board: tuple[int, ...]) -> str:
    """The place with letter and number exchanged: each stands for the other."""
    return named(number - 1, LETTERS.index(letter) + 1)


def _i_taken_out(letter: str, number: int, board: tuple[int, ...]) -> str:
    return NOWHERE if letter == "i" else named(LETTERS.index(letter) - (letter > "i"), number)


def _i_left_out(letter: str, number: int, board: tuple[int, ...]) -> str:
    return f"{LETTERS[LETTERS.index(letter) + (letter >= 'i')]}{number}"


def _counted_on(by: int) -> Rewritten:
    def renamed(letter: str, number: int, board: tuple[int, ...]) -> str:
        return f"{letter}{number + by}" if number + by >= 0 else NOWHERE

    return each_place(renamed)


_without_i, _with_i = each_place(_i_taken_out), each_place(_i_left_out)


def customs(clause: str, lettered: str, numbered: str) -> tuple[TextFrame, ...]:
    """Frames with other customs for names. `lettered` and `numbered` say what has letters and what has numbers."""
    return (
        TextFrame(f"No {lettered} is called i: after h comes j.", clause, _without_i, _with_i),
        TextFrame(f"The first {numbered} is number 0.", clause, _counted_on(1), _counted_on(-1)),
        TextFrame(f"The first {numbered} is number 2.", clause, _counted_on(-1), _counted_on(1)),
    )
