"""Which puzzles are alike, and which are chosen for a collection."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from puzzles.samples import SPLINTER_KEY, puzzle
from puzzles.showcase import rated
from shatterproof_properties.puzzles.rating.selection import (
    ALIKE,
    Choosable,
    Outline,
    choose,
    is_alike,
    likeness,
    outline,
    shortfalls,
)

SPLINTER = """\
Splinter 6x5, Blue to move
......
.X....
o.Xx.O
xs.Xo.
oS....
"""
SPLINTER_TURNED = """\
Splinter 6x5, White to move
....sO
.Ox.SX
o.Xx.O
....x.
......
"""
NINE = "Crumble 3x3, White to move\nABC\ndeC\ndFg\n"
WALL = "Crumble 2x2, Black to move\nAAaa\nAAbb\nBCCc\nBCCc\n"
OPEN = "Scrunch 3, Dark to move\n  . x .\n o o x .\no x x o x\n . o o x\n  o x .\n"
OPEN_TURNED = "Scrunch 3, Light to move\n  . o x\n o x x .\no x o o x\n . o x x\n  . o .\n"


def drawn(diagram: str, claim: str = "mated-1", solution: tuple[str, ...] = ()) -> Outline:
    return outline(puzzle(diagram.split()[0].lower(), diagram, claim, solution=solution))


def test_a_puzzle_is_like_its_image_in_other_colours_turned_and_shifted() -> None:
    shifted = "".join(SPLINTER.splitlines(True)[at] for at in (0, 2, 3, 4, 5, 1))
    mirrored = "Crumble 2x2, White to move\nAAaa\nBBaa\nCccb\nCccb\n"
    for one, image in ((SPLINTER, SPLINTER_TURNED), (SPLINTER, shifted), (OPEN, OPEN_TURNED), (WALL, mirrored)):
        assert likeness(drawn(one), drawn(image)) == 1
    assert likeness(drawn(SPLINTER), drawn(SPLINTER.replace("Blue", "White"))) < ALIKE
    assert likeness(drawn(SPLINTER), drawn(OPEN)) == 0


@pytest.mark.parametrize(
    ("changes", "common"),
    [
        ([("o.Xx.O\nxs.Xo.", "oxX..O\n.s.Xo.")], 9),
        ([("O", "X")], 10),
        ([("O\n", ".\n"), ("......", "O.....")], 10),
    ],
    ids=["two elsewhere", "another", "elsewhere"],
)
def test_a_piece_that_stands_elsewhere_or_is_another_counts_once(changes: list[tuple[str, str]], common: int) -> None:
    diagram = SPLINTER
    for old, new in changes:
        diagram = diagram.replace(old, new)
    one, other = drawn(SPLINTER), drawn(diagram)
    assert likeness(one, other) == likeness(other, one) == pytest.approx(0.9 * common / 11 + 0.1)
    assert is_alike(one, other)


def test_eight_ninths_of_the_area_in_common_and_keys_that_meet_are_one() -> None:
    one, *others = (
        drawn(diagram, "wins-1", (key,))
        for diagram, key in ((NINE, "0H"), (NINE.replace("A", "a"), "0HS-E"), (NINE.replace("A", "a"), "2H"))
    )
    assert [likeness(one, other) for other in others] == pytest.approx([0.9 * 8 / 9 + 0.1, 0.9 * 8 / 9])
    assert is_alike(one, others[0])


def test_nine_tenths_in_common_are_one_puzzle_whatever_the_keys_and_less_with_keys_that_meet() -> None:
    one, other, third = (drawn(SPLINTER_KEY, "wins-2", (key,)) for key in ("b1W", "d5E", "b1E"))
    assert likeness(one, third) == 1 > likeness(one, other) >= ALIKE
    fewer = drawn(SPLINTER_KEY.replace(".Oo...", "......").replace("sX....", ".X...."), "wins-2", ("d5E",))
    assert likeness(one, fewer) < ALIKE


def test_six_tenths_in_common_and_the_same_key_are_one() -> None:
    part = SPLINTER_KEY.replace("..oxo.", "......").replace(".sSO..", "......")
    one, same, other = (
        drawn(diagram, "wins-2", (key,)) for diagram, key in ((SPLINTER_KEY, "b1W"), (part, "b1W"), (part, "b1E"))
    )
    assert likeness(one, same) == pytest.approx(0.5 * 10 / 16 + 0.5)
    assert is_alike(one, same)
    assert not is_alike(one, other)


def test_boards_of_two_sizes_have_nothing_in_common_in_crumble_alone() -> None:
    assert likeness(drawn(WALL), drawn(NINE)) == 0
    wider = SPLINTER.replace("6x5", "7x5").replace("\n", ".\n").replace("move.", "move")
    assert likeness(drawn(SPLINTER), drawn(wider)) == 1


NAMES = ("four in a row", "a tie to win", "nothing goes yet", "a quiet join", "no more eggs", "an egg first")
"""Samples of which no two are alike."""


def choosable(sample: str, number: int, difficulty: int, themes: tuple[str, ...] = (), name: str = "") -> Choosable:
    """A sample with the quality `number`, and with a difficulty and themes."""
    found = rated(sample)
    judged = replace(found, puzzle=replace(found.puzzle, difficulty=difficulty, themes=themes))
    return Choosable(name or sample, judged, "{}", number)


def names(chosen: list[Choosable]) -> list[str]:
    return [each.name for each in chosen]


def test_of_puzzles_that_are_alike_the_best_is_chosen() -> None:
    found = [choosable(NAMES[0], number, 2, name=str(number)) for number in (10, 30, 20)]
    assert names(choose(found, 3)) == ["30"]


def test_every_difficulty_has_its_turn_however_good_the_others_are() -> None:
    found = [choosable(name, 10 * at + 10, 2 if at else 5) for at, name in enumerate(NAMES)]
    assert names(choose(found, 2)) == [NAMES[5], NAMES[0]]


def test_at_most_a_quarter_is_easy() -> None:
    found = [choosable(name, 50, 1 if at < 4 else 3) for at, name in enumerate(NAMES)]
    assert Counter(each.difficulty for each in choose(found, 4)) == {1: 1, 3: 2}
    assert choose(found, 3) == choose(found[4:], 3)


def test_what_has_less_in_common_with_the_chosen_is_taken_before_what_is_a_little_better() -> None:
    same, other = ("tie",), ("sacrifice",)
    found = [choosable(NAMES[0], 60, 2, same), choosable(NAMES[1], 55, 2, same), choosable(NAMES[3], 50, 2, other)]
    assert set(names(choose(found, 2))) == {NAMES[0], NAMES[3]}


def test_less_than_the_least_quality_is_not_chosen() -> None:
    found = [choosable(name, 10 * at, 3) for at, name in enumerate(NAMES)]
    assert set(names(choose(found, 9, least=40))) == {NAMES[4], NAMES[5]}


def test_a_collection_comes_with_the_easiest_first_and_what_it_lacks_is_reported() -> None:
    found = [choosable(name, 50, 5 - at % 3) for at, name in enumerate(NAMES)]
    assert [each.difficulty for each in choose(found, 6)] == [3, 3, 4, 4, 5, 5]
    found = [choosable(name, 50, 3) for name in NAMES]
    assert shortfalls(choose(found, 6), 6) == ["0 of difficulty 4 or more, 2 wanted"]
    hard = [choosable(name, 50, 4) for name in NAMES]
    assert shortfalls(hard, 7) == ["6 puzzles, 7 wanted"]
    assert shortfalls(hard, 6) == []
