"""The form of certificates, compared with the page that describes it; their work is estimated and limited."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from puzzles.certified import PUZZLES, Json, certificate, sealed
from shatterproof.errors import InputError
from shatterproof.game import GAMES, find_game
from shatterproof_properties.cli import main
from shatterproof_properties.puzzles.checker.certificate import (
    FIELDS,
    FORMAT,
    REFUTED,
    VERSION,
    hash_of,
    line_of,
    passed,
    read_certificate,
    to_json,
)
from shatterproof_properties.puzzles.checker.checker import TooManyResults, check


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
    data = certificate(name)
    lines = lines_of(data)
    assert hash_of(lines) == hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
    if name == "crumblemate":
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


QUICK = [name for name in PUZZLES if name.startswith("scrunch") or name == "crumblemate"]
AT_MOST = 8
"""The greatest factor between estimated and made results, either way."""


@pytest.mark.parametrize(("game", "board", "claim"), [("scrunch", "5", "series-9"), ("splinter", "10x9", "series-4")])
def test_a_tiny_certificate_of_endless_work_is_refused_before_it_begins(game: str, board: str, claim: str) -> None:
    rules, made = find_game(game), list[int]()
    data: Json = {"format": FORMAT, "version": VERSION, "game": game, "readings": {}, "claim": claim, "unique": False}
    data |= {"position": to_json(rules, rules.start(board)), "verdict": REFUTED, "proof": {}, "nodes": []}
    with pytest.raises(TooManyResults, match=r"asks for (about|more than) [0-9,]+ results, and 5,000,000 are allowed"):
        check(sealed(data), watch=made.append)
    assert len(made) == len(list(rules.results(rules.start(board))))


@pytest.mark.parametrize("name", QUICK)
def test_what_a_certificate_asks_for_is_about_what_it_takes(name: str) -> None:
    work: list[int] = []
    made = check(certificate(name), on_work=work.append).results
    assert made <= AT_MOST * work[0]
    assert work[0] <= AT_MOST * made


def test_the_limit_can_be_raised_and_is_said(tmp_path: Path) -> None:
    file = tmp_path / "it.certificate.json"
    file.write_text(json.dumps(certificate("scrunch-key")), encoding="utf-8")
    found = CliRunner().invoke(main, ["puzzle", "certificate", str(file), "--most-work", "50"])
    assert (found.exit_code, found.output.split(":")[0]) == (3, "unknown")
    assert "results, and 50 are allowed; --most-work allows more" in found.output
    found = CliRunner().invoke(main, ["puzzle", "certificate", str(file), "--most-work", "100000", "--json"])
    assert found.exit_code == 0
    assert json.loads(found.output)["work"] > 50
