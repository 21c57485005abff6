"""What z3 paints for a composer is a fair position, the same for the same seed, and now and then a crumblemate."""

from __future__ import annotations

from functools import cache
from itertools import count, islice
from random import Random
from typing import Any

import pytest

from shatterproof import crumble
from shatterproof_properties.puzzles.claim import Claim
from shatterproof_properties.puzzles.compose import candidates, painting, studio
from shatterproof_properties.puzzles.compose.craft import craft_of
from shatterproof_properties.solving.faces import face_of
from shatterproof_properties.solving.forcing import Forcing, SearchLimits

Json = dict[str, Any]
CRAFT, MATED = craft_of("crumble"), Claim("mated", 1)
PLENTY = SearchLimits(positions=100_000)


@cache
def painted(seed: int = 2, board: str = "4x4", claim: Claim = MATED) -> list[Json]:
    return list(CRAFT.painted(CRAFT.opening(board), claim, Random(seed)))


def test_what_is_painted_is_settled_undecided_and_has_the_pieces_it_was_given() -> None:
    lying = [piece[:4] for piece in CRAFT.opening("4x4")["pieces"]]
    assert painted()
    for value in painted():
        position = crumble.from_json(value)
        assert crumble.to_json(position) == value
        assert crumble.outcome(position) is None
        assert value["board"] == "4x4"
        assert [piece[:4] for piece in value["pieces"]] == lying


def test_a_crumblemate_is_among_what_is_painted() -> None:
    face = face_of("crumble", "4x4")
    assert any(Forcing(face, PLENTY).is_mated(face.read(value), 1) for value in painted())


def test_a_seed_always_paints_the_same_and_another_seed_something_else() -> None:
    again = list(CRAFT.painted(CRAFT.opening("4x4"), MATED, Random(2)))
    assert again == painted()
    assert painted(3) != again


def test_where_z3_gives_up_there_is_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(painting, "EFFORT", 1)
    assert list(painting.threatened(CRAFT.opening("4x4"), Random(2))) == []


def test_nothing_is_painted_on_many_pieces_or_for_other_claims() -> None:
    assert painted(board="6x6") == painted(claim=Claim("mated", 2)) == painted(claim=Claim("wins", 1)) == []


def test_candidates_come_from_painting_alone_where_no_game_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studio, "PAINTED", 1.0)
    face = face_of("crumble", "4x4")
    found = list(islice(candidates("crumble", MATED, "4x4", 3), 4))
    assert len(found) == 4
    for value in found:
        assert crumble.outcome(crumble.from_json(value)) is None
        assert Forcing(face, PLENTY).is_mated(face.read(value), 1)
    assert list(islice(candidates("crumble", MATED, "4x4", 3), 4)) == found


def test_painting_ends_when_told_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studio, "PAINTED", 1.0)
    asked = count()
    assert len(list(candidates("crumble", MATED, "4x4", 3, stop=lambda: next(asked) > 5))) <= 5
    assert next(asked) <= 10
