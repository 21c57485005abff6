"""The form of certificates, compared with the page that describes it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest

from puzzles.certified import certificate, sealed
from shatterproof.errors import InputError
from shatterproof.game import GAMES, find_game
from shatterproof_properties.puzzles.checker.certificate import (
    FIELDS,
    hash_of,
    line_of,
    passed,
    read_certificate,
    to_json,
)
from shatterproof_properties.puzzles.checker.checker import check


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def lines_of(data: Any) -> list[str]:
    """The results of a certificate's position, in the form of the page."""
    game = find_game(data["game"])
    position = game.from_json(data["position"], game.Readings.from_mapping(data["readings"]))
    lines = []
    for _, after in game.results(position):
        outcome = game.outcome(after)
        its = {key: value for key, value in game.to_json(after).items() if key != "readings"}
        reported = None if outcome is None else {"winner": outcome.winner, "clause": outcome.clause}
        lines.append(canonical({"position": its, "outcome": reported}))
        assert line_of(game, after, outcome) == lines[-1]
    return sorted(lines)


@pytest.mark.parametrize("name", ["crumblemate", "scrunch-win", "splinter-not-mated"])
def test_the_hash_of_results_is_that_of_their_lines(name: str) -> None:
    lines = lines_of(certificate(name))
    assert hash_of(lines) == hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def test_a_table_has_the_number_and_the_hash_of_all_results() -> None:
    data = certificate("crumblemate")
    lines = lines_of(data)
    table = data["nodes"][data["proof"]["table"]]
    assert (table["count"], table["hash"]) == (len(lines), hash_of(lines))


FORGOTTEN: dict[str, dict[str, Any]] = {"crumble": {"memory": None}, "scrunch": {}, "splinter": {"memory": []}}


@pytest.mark.parametrize("game", GAMES)
def test_a_pass_leaves_all_but_the_mover_and_what_is_remembered(game: str) -> None:
    rules = find_game(game)
    here = to_json(rules, rules.start())
    remembers = here | dict.fromkeys(FORGOTTEN[game], "something")
    assert passed(rules, remembers) == here | {"to_move": rules.SIDES[1]} | FORGOTTEN[game]


def test_fields_that_are_missing_are_named_in_order_and_without_a_source_none_is_named() -> None:
    data = certificate("splinter-win")
    for name in sorted(FIELDS - {"format", "version"}, reverse=True):
        del data[name]
        with pytest.raises(InputError, match=f"field '{name}' is missing") as reported:
            read_certificate(json.dumps(data))
        assert reported.value.where == "/"
    with pytest.raises(InputError, match="this is no certificate") as reported:
        read_certificate("[]")
    assert reported.value.where == ""


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda data: data | {"position": 7}, "/position"),
        (lambda data: data | {"position": data["position"] | {"odd~": 1}}, "/position/odd~"),
        (lambda data: data | {"claim": "mated-1", "unique": True}, "/claim"),
    ],
)
def test_what_makes_no_sense_is_reported_with_its_place(change: Callable[[Any], Any], where: str) -> None:
    with pytest.raises(InputError) as reported:
        check(sealed(change(certificate("splinter-win"))))
    assert reported.value.where == where
