"""Lines that clearly give the expected answer, and lines that must be read."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from shatterproof import strict_json
from shatterproof.game import GAMES
from shatterproof_properties.protocol import answers
from shatterproof_properties.protocol.expected import ExpectedResults
from shatterproof_properties.protocol.served import second_engine
from shatterproof_properties.second.engine import MOST

BOARDS = {"crumble": "3x2", "scrunch": "3", "splinter": "4x5"}
ID = 7


def after_some_turns(game: str, seed: int = 1) -> tuple[ExpectedResults, dict[str, Any]]:
    """All results of a position of a random game, as an expected answer and as an answer."""
    engine, random = second_engine(game).on_board(BOARDS[game]), Random(seed)
    here = engine.opening()
    for _ in range(6):
        here = random.choice(list(engine.results(here)))[1]
    expected = ExpectedResults(engine.listed(engine.text(here), MOST))
    return expected, {"turns": list(engine.turns(engine.write(here)))}


def reverse_names(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: reverse_names(value[name]) for name in reversed(value)}
    return [reverse_names(item) for item in value] if isinstance(value, list) else value


def without_clauses(ok: dict[str, Any]) -> dict[str, Any]:
    reported = strict_json.decode(strict_json.encode(ok))
    for entry in reported["turns"]:
        if entry["outcome"]:
            del entry["outcome"]["clause"]
    return dict(reported)


SPELLINGS: dict[str, Callable[[dict[str, Any]], str]] = {
    "canonical": lambda ok: strict_json.encode({"id": ID, "ok": ok}),
    "spaces and other orders": lambda ok: json.dumps(reverse_names({"id": ID, "ok": ok})),
    "results backwards": lambda ok: json.dumps({"ok": {"turns": ok["turns"][::-1]}, "id": ID}, separators=(",", ":")),
    "outcomes without clauses": lambda ok: strict_json.encode({"id": ID, "ok": without_clauses(ok)}),
    "other turns": lambda ok: strict_json.encode(
        {"id": ID, "ok": {"turns": [{**entry, "turn": "another"} for entry in ok["turns"]]}}
    ),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("game", GAMES)
def test_an_answer_is_known_in_whatever_spelling(game: str, spelling: str) -> None:
    expected, ok = after_some_turns(game)
    assert answers.same("turns", expected.answer, ok)
    assert expected.is_said_by(SPELLINGS[spelling](ok).encode(), ID)
    assert not expected.is_said_by(SPELLINGS[spelling](ok).encode(), ID + 1)


FAULTS: dict[str, Callable[[str], str]] = {
    "a name twice": lambda line: line.replace('"board":', '"board":"1","board":', 1),
    "a name twice outside": lambda line: line.replace('"id":', '"id":1,"id":', 1),
    "a name twice in a memory": lambda line: line.replace('"renewals":0', '"renewals":0,"renewals":0', 1),
    "a float": lambda line: line.replace('"renewals":0', '"renewals":0.0', 1),
    "a truth for a number": lambda line: line.replace('"renewals":0', '"renewals":false', 1),
    "a float for its id": lambda line: line.replace(f'"id":{ID}', f'"id":{ID}.0', 1),
    "an unknown field": lambda line: line.replace('"outcome":null', '"outcome":null,"more":1', 1),
    "an unknown field of a position": lambda line: line.replace('"board":', '"a":1,"board":', 1),
    "a piece fewer": lambda line: line.replace('["2","1","1","1","white"]', "", 1),
    "an end of the game": lambda line: line.replace('"outcome":null', '"outcome":{"winner":"black"}', 1),
    "a turn that is no text": lambda line: line.replace('"turn":"', '"turn":1,"turn":"', 1),
    "a turn with a quote": lambda line: line.replace('"turn":"', '"turn":"\\"', 1),
    "no JSON": lambda line: line[:-1],
    "more behind it": lambda line: line + " 1",
    "an error": lambda line: '{"error":{"code":"internal","text":"no"},"id":7}',
}


@pytest.mark.parametrize("fault", FAULTS)
def test_anything_else_has_to_be_read(fault: str) -> None:
    expected, ok = after_some_turns("crumble")
    line = strict_json.encode({"id": ID, "ok": {"turns": ok["turns"][::-1]}})
    wrong = FAULTS[fault](line)
    assert wrong != line
    assert expected.is_said_by(line.encode(), ID)
    assert not expected.is_said_by(wrong.encode(), ID)


def test_names_that_nobody_expects_are_not_said() -> None:
    reported, ok = after_some_turns("splinter")
    turned_round = strict_json.encode({"id": ID, "ok": {"turns": ok["turns"][::-1]}})
    assert reported.is_said_by(turned_round.encode(), ID)
    assert not reported.is_said_by(turned_round.replace('"memory"', '"history"').encode(), ID)
    assert not reported.is_said_by(turned_round.replace('"to_move"', '"more":[],"to_move"').encode(), ID)


def test_a_result_reported_twice_has_to_be_read() -> None:
    expected, ok = after_some_turns("splinter")
    twice = {"turns": [*ok["turns"][:-1], ok["turns"][0]]}
    assert not expected.is_said_by(strict_json.encode({"id": ID, "ok": twice}).encode(), ID)


@pytest.mark.parametrize("game", GAMES)
def test_a_verdict_is_known(game: str) -> None:
    _, ok = after_some_turns(game)
    engine = second_engine(game).on_board(BOARDS[game])
    results = engine.listed(engine.text(engine.opening()), 1)
    expected = ExpectedResults(results, verdict=True)
    reported = engine.apply(engine.start(), results[0].turn)
    assert expected.answer == reported
    assert expected.is_said_by(json.dumps({"id": ID, "ok": reverse_names(reported)}).encode(), ID)
    assert not expected.is_said_by(json.dumps({"id": ID, "ok": {**reported, "verdict": "illegal"}}).encode(), ID)
    assert not expected.is_said_by(json.dumps({"id": ID, "ok": ok}).encode(), ID)
