"""Refused positions: the rules accept them, or else our second engine should have refused them."""

from __future__ import annotations

from typing import Any

from shatterproof.game import find_game
from shatterproof_properties.conformance.verdicts.engine_errors import refused_position, wrongly_asked
from shatterproof_properties.conformance.verdicts.result import EngineAccount
from shatterproof_properties.engines.session import EngineErrorRecord

START = find_game("splinter").to_json(find_game("splinter").start("2x4"))
ENGINE = EngineAccount("splinter", "an engine", {})
NO_PIECES: dict[str, Any] = {**START, "pieces": []}


def record(what: str, position: dict[str, Any]) -> EngineErrorRecord:
    return EngineErrorRecord("error", f"{what}: no", {"do": "turns", "position": position})


def test_the_first_position_of_each_kind_is_found() -> None:
    errors = [record("internal", START), record("bad-position", NO_PIECES), record("bad-position", START)]
    refused, wrong = (find(ENGINE, errors) for find in (refused_position, wrongly_asked))
    assert refused is not None
    assert wrong is not None
    assert (refused.data, wrong.data) == (START, NO_PIECES)


def test_without_a_refused_position_there_is_none() -> None:
    assert refused_position(ENGINE, [record("internal", START)]) is None
    assert wrongly_asked(ENGINE, [record("internal", NO_PIECES)]) is None
