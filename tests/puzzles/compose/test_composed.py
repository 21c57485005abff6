"""Compositions of z3 are fair positions, the same for the same seed, and now and then crumblemates."""

from __future__ import annotations

from functools import cache
from itertools import count, islice
from random import Random
from typing import Any

import pytest

from puzzles.samples import candidates
from shatterproof import crumble
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.compose import crumble as composing
from shatterproof_properties.puzzles.compose import source
from shatterproof_properties.puzzles.compose.game_composer import composer_of
from shatterproof_properties.solving.adapters import search_adapter
from shatterproof_properties.solving.forcing import Forcing, SearchLimits

Json = dict[str, Any]
COMPOSER, MATED = composer_of("crumble"), Claim("mated", 1)
PLENTY = SearchLimits(positions=100_000)


def opening(board: str) -> Json:
    return crumble.to_json(crumble.start(board))


@cache
def composed(seed: int = 2, board: str = "4x4", claim: Claim = MATED) -> list[Json]:
    return list(COMPOSER.composed(opening(board), claim, Random(seed)))


def test_what_is_composed_is_settled_undecided_and_has_the_pieces_it_was_given() -> None:
    lying = [piece[:4] for piece in opening("4x4")["pieces"]]
    assert composed()
    for value in composed():
        position = crumble.from_json(value)
        assert crumble.to_json(position) == value
        assert crumble.outcome(position) is None
        assert value["board"] == "4x4"
        assert [piece[:4] for piece in value["pieces"]] == lying


def test_a_crumblemate_is_among_what_is_composed() -> None:
    adapter = search_adapter("crumble", "4x4")
    assert any(Forcing(adapter, PLENTY).is_mated(adapter.read(value), 1) for value in composed())


@pytest.mark.ci
def test_a_seed_always_composes_the_same_and_another_seed_something_else() -> None:
    again = list(COMPOSER.composed(opening("4x4"), MATED, Random(2)))
    assert again == composed()
    assert composed(3) != again


def test_where_z3_gives_up_there_is_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(composing, "EFFORT", 1)
    assert list(COMPOSER.composed(opening("4x4"), MATED, Random(2))) == []


def test_nothing_is_composed_on_many_pieces_or_for_other_claims() -> None:
    assert composed(board="6x6") == composed(claim=Claim("mated", 2)) == composed(claim=Claim("wins", 1)) == []


def test_candidates_come_from_composing_alone_where_no_game_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "COMPOSED", 1.0)
    adapter = search_adapter("crumble", "4x4")
    found = list(islice(candidates("crumble", MATED, "4x4", 3), 4))
    assert len(found) == 4
    for value in found:
        assert crumble.outcome(crumble.from_json(value)) is None
        assert Forcing(adapter, PLENTY).is_mated(adapter.read(value), 1)
    assert list(islice(candidates("crumble", MATED, "4x4", 3), 4)) == found


def test_composing_ends_when_asked_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "COMPOSED", 1.0)
    asked = count()
    assert len(list(candidates("crumble", MATED, "4x4", 3, stop=lambda: next(asked) > 5))) <= 5
    assert next(asked) <= 10
