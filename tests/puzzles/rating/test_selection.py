"""The choice of puzzles for a collection."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from puzzles.showcase import rated
from shatterproof_properties.puzzles.rating.selection import Choosable, choose, shortfalls

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


def test_a_collection_comes_with_the_easiest_first() -> None:
    found = [choosable(name, 50, 5 - at % 3) for at, name in enumerate(NAMES)]
    chosen = [each.difficulty for each in choose(found, 6)]
    assert chosen == sorted(chosen)
    assert len(chosen) == 6


def test_what_a_collection_lacks_is_reported() -> None:
    found = [choosable(name, 50, 3) for name in NAMES]
    assert shortfalls(choose(found, 6), 6) == ["0 of difficulty 4 or more, 2 wanted"]
    hard = [choosable(name, 50, 4) for name in NAMES]
    assert shortfalls(hard, 7) == ["6 puzzles, 7 wanted"]
    assert shortfalls(hard, 6) == []
