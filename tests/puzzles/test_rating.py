"""How hard puzzles are said to be."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.showcase import SAMPLES, proved
from shatterproof_properties.puzzles import rating
from shatterproof_properties.puzzles.features import Features, MeasuredThreat, measure
from shatterproof_properties.puzzles.rating import LADDERS, difficulty, points

EASIEST = Features("crumble", "wins", 1, 1, 0, 0, 0, {"steps": 0, "captured": 0}, ())

THREATS = st.lists(
    st.builds(MeasuredThreat, st.integers(1, 200), st.fixed_dictionaries({"steps": st.integers(0, 12)})), max_size=15
).map(lambda threats: tuple(sorted(threats, key=lambda threat: -threat.answers)))
FEATURES = st.builds(
    Features, st.just("crumble"), st.just("wins"), st.integers(1, 9), st.integers(1, 2000), st.integers(0, 500),
    st.integers(0, 500), st.just(0), st.fixed_dictionaries({"steps": st.integers(0, 9), "captured": st.integers(0, 4)}),
    THREATS, st.integers(0, 5),
)  # fmt: skip

WITH: dict[str, Callable[[int], Features]] = {
    "turns of the attacker": lambda value: replace(EASIEST, turns=value),
    "results of the side to move": lambda value: replace(EASIEST, choices=value),
    "threats": lambda value: replace(EASIEST, threats=(MeasuredThreat(0, {}),) * value),
    "replies that others than the best threat answer": lambda value: replace(
        EASIEST, threats=(MeasuredThreat(999, {}), MeasuredThreat(value, {}))
    ),
    "steps of the longest walk": lambda value: replace(EASIEST, key={"steps": value}),
    "pieces captured by one turn": lambda value: replace(EASIEST, key={"captured": value}),
    "tries that fail to one defence": lambda value: replace(EASIEST, tries=value),
}
"""Features in which one thing alone is measured, by what it is."""


@given(FEATURES, st.data())
def test_more_of_anything_never_makes_a_puzzle_easier(features: Features, data: st.DataObject) -> None:
    more = data.draw(st.integers(0, 500))
    harder = [
        replace(features, turns=features.turns + more),
        replace(features, choices=features.choices + more),
        replace(features, tries=features.tries + more),
        replace(features, threats=(*features.threats, MeasuredThreat(1, {"steps": more}))),
        replace(features, key={name: count + more for name, count in (features.key or {}).items()}),
    ]
    assert all(difficulty(each) >= difficulty(features) for each in harder)
    assert 1 <= difficulty(features) <= 5


@pytest.mark.parametrize("ladder", LADDERS, ids=lambda ladder: ladder.of)
def test_each_step_of_a_ladder_earns_one_point(ladder: rating.Ladder) -> None:
    assert list(ladder.steps) == sorted(ladder.steps)
    shown = WITH[ladder.of]
    for step in ladder.steps:
        assert points(shown(step)) - points(shown(step - 1)) >= ladder.steps.count(step)


def test_three_points_make_a_puzzle_harder_by_one() -> None:
    assert difficulty(EASIEST) == 1
    assert [difficulty(replace(EASIEST, choices=choices)) for choices in (180, 540)] == [2, 2]
    assert difficulty(replace(EASIEST, choices=540, turns=2)) == 3
    assert difficulty(replace(EASIEST, choices=540, turns=9, tries=9, key={"steps": 9, "captured": 1})) == 5


def test_longer_play_is_harder_than_a_win_in_one() -> None:
    rated = {name: difficulty(measure(*proved(name))) for name in SAMPLES}
    assert rated["a capture wins"] == rated["a tie to win"] == rated["a corner to keep"] == 1
    assert rated["nothing goes yet"] == max(rated.values())


def test_the_formula_is_told_where_it_stands() -> None:
    assert rating.__doc__ is not None
    assert len(re.split(r"\n\n", rating.__doc__.strip())) == 2
