"""Variants differ in one field only, and the rules allow each kind somewhere. Most near misses are refused."""

from __future__ import annotations

from collections import Counter, deque
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from play.search import first_found
from shatterproof.errors import InputError
from shatterproof.game import GAMES, OURS, find_game
from shatterproof_properties import play
from shatterproof_properties.conformance.generate import GENERATION, Change
from shatterproof_properties.conformance.generate.variants import CHANGES, near_misses, stand_alike, variant
from shatterproof_properties.protocol.answers import forgotten, position_to_json
from shatterproof_properties.protocol.served import second_engine

BOARDS = {"crumble": ("2x2", "3x2"), "scrunch": ("2", "3"), "splinter": ("3x4", "4x4")}


@pytest.mark.parametrize("game", OURS)
@given(data=st.data(), seed=st.integers(0, 99))
def test_one_field_is_changed(game: str, data: st.DataObject, seed: int) -> None:
    rules = find_game(game)
    position = position_to_json(rules, data.draw(play.positions(rules, st.sampled_from(BOARDS[game]))))
    before = str(position)
    other = variant(Random(seed), position, BOARDS[game])
    assert str(position) == before
    assert stand_alike(position, other)
    changed = {name for name in position if forgotten(position)[name] != forgotten(other)[name]}
    assert other.keys() == position.keys()
    assert len(changed) <= 1 or changed == {"dark", "light"}


@pytest.mark.parametrize(
    ("game", "change"),
    # Scrunch has no memory, and no list of pieces.
    [
        (game, change)
        for game in OURS
        for change in (*GENERATION.of(game).CHANGES, *CHANGES)
        if game != "scrunch" or change not in CHANGES[1::2]
    ],
)
def test_the_rules_allow_variants_of_each_kind(game: str, change: Change) -> None:
    rules = find_game(game)

    def is_allowed(position: Any) -> bool:
        given = position_to_json(rules, position)
        other = change(Random(1), given)
        try:
            return bool(rules.from_json(other, position.readings) and other != given)
        except InputError:
            return False

    assert first_found(play.positions(rules, st.sampled_from(BOARDS[game])), is_allowed)


def test_positions_with_pieces_elsewhere_are_none() -> None:
    here = {"game": "scrunch", "dark": ["a1", "b2"], "light": ["c3"]}
    assert stand_alike(here, {"game": "scrunch", "dark": ["c3"], "light": ["a1", "b2"]})
    assert stand_alike(here, {"game": "scrunch", "dark": ["a1", "b2"], "light": []})
    assert not stand_alike(here, {"game": "scrunch", "dark": ["a1", "b3"], "light": ["c3"]})


# Near misses, made from texts alone


NEAR_MISSES_ON = {"crumble": "4x4", "scrunch": "4", "splinter": "6x5"}


def verdicts(game: str, plies: int = 60, seed: int = 1) -> tuple[Counter[str], int]:
    """The verdicts on near misses in random games, illegal ones by their clause, and the number of listed ones."""
    random, earlier, met, listed = Random(seed), deque[str](maxlen=200), Counter[str](), 0
    engine = second_engine(game).on_board(NEAR_MISSES_ON[game])
    here = engine.opening()
    for _ in range(plies):
        results = [(engine.turn_text(here, turn), after) for turn, after in engine.results(here)]
        legal = [text for text, _ in results]
        for text in near_misses(random, legal, earlier, 10):
            verdict = engine.verdict(here, text)
            met[verdict.get("clause", verdict["verdict"])] += 1
            listed += text in legal
        here = random.choice(results)[1] if results else engine.opening()
    return met, listed


@pytest.mark.parametrize("game", GAMES)
def test_most_are_refused_for_many_reasons(game: str) -> None:
    met, listed = verdicts(game)
    assert listed == 0
    assert met.total() > 300
    assert met["legal"] < met.total() / 2
    assert met["malformed"] < met.total() * 2 / 3
    assert sum("." in clause for clause in met) >= 4


def test_without_a_legal_turn_earlier_ones_are_tried() -> None:
    earlier = deque[str]()
    assert near_misses(Random(1), [], earlier, 3) == []
    near_misses(Random(1), ["a1N", "b2E"], earlier, 0)
    assert near_misses(Random(1), [], earlier, 3)
