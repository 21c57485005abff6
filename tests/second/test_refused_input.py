"""Input that second engines refuse, with its place: turns, texts, positions, boards and readings."""

from __future__ import annotations

from typing import Any

import pytest

from play.search import refused
from second import test_crumble_engine, test_scrunch_engine, test_splinter_engine
from shatterproof.errors import InputError
from shatterproof_properties.protocol.served import second_engine

Json = dict[str, Any]
CASES = {
    "crumble": (test_crumble_engine, test_crumble_engine.START, test_crumble_engine.GOOD),
    "scrunch": (test_scrunch_engine, test_scrunch_engine.LONE, test_scrunch_engine.LONE),
    "splinter": (test_splinter_engine, test_splinter_engine.BRIDGE, test_splinter_engine.PUSHED),
}
"""By game: the module with its tables, a position whose turns are asked, and one that is spoilt."""
TOO_LARGE = {"crumble": ("17x6",), "scrunch": ("1", "11"), "splinter": ("27x9",)}
VALUES = {"crumble": "crumble.draw", "scrunch": "scrunch.loops", "splinter": "splinter.tie"}


@pytest.mark.parametrize(
    ("position", "text", "readings", "clause"), [case for module, *_ in CASES.values() for case in module.REFUSALS]
)
def test_a_refused_turn_names_its_clause(position: Json, text: str, readings: dict[str, str], clause: str) -> None:
    engine = second_engine(position["game"]).on_board(position["board"], readings)
    assert engine.apply(position, text) == {"verdict": "illegal", "clause": clause}


@pytest.mark.parametrize(
    ("position", "text"), [(position, text) for module, position, _ in CASES.values() for text in module.MALFORMED]
)
def test_what_the_grammar_excludes_is_malformed(position: Json, text: str) -> None:
    assert second_engine(position["game"]).on_board(position["board"]).apply(position, text) == {"verdict": "malformed"}


@pytest.mark.parametrize(
    ("good", "change", "where", "complaint"), [(good, *bad) for module, _, good in CASES.values() for bad in module.BAD]
)
def test_a_bad_position_is_refused_in_one_line(good: Json, change: Json, where: str, complaint: str) -> None:
    engine = second_engine(good["game"]).on_board(good["board"])
    error = refused(engine.read, good | change)
    assert complaint in str(error)
    found = error.where
    # Crumble's table names the field alone.
    assert found.startswith(where) if good["game"] == "crumble" and where else found == where
    assert "\n" not in str(error)
    assert len(str(error)) < 200


@pytest.mark.parametrize("game", CASES)
@pytest.mark.parametrize("value", [None, [], "position", 1, {}, "game alone", "a number for a list"])
def test_what_is_no_position_is_refused(game: str, value: Any) -> None:
    good = CASES[game][2]
    field = "light" if game == "scrunch" else "pieces"
    value = {"game alone": {"game": game}, "a number for a list": good | {field: 7}}.get(str(value), value)
    with pytest.raises(InputError):
        second_engine(game).on_board(good["board"]).read(value)


@pytest.mark.parametrize("game", CASES)
def test_unknown_readings_and_boards_are_refused(game: str) -> None:
    board, engine = CASES[game][1]["board"], second_engine(game)
    with pytest.raises(InputError, match="unknown reading"):
        engine.on_board(board, {f"{game}.colour": "red"})
    with pytest.raises(InputError, match=VALUES[game].replace(".", r"\.")):
        engine.on_board(board, {VALUES[game]: "never"})
    for large in TOO_LARGE[game]:
        with pytest.raises(InputError, match=rf"{large}.*{game}\.board\.limits"):
            engine.on_board(large)
        with pytest.raises(InputError, match=rf"{game}\.board\.limits"):
            engine(*map(int, large.split("x")))
