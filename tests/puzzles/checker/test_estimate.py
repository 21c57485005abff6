"""The work of a certificate is estimated before it begins, and limited."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from puzzles.certified import PUZZLES, Json, certificate, sealed
from shatterproof.game import find_game
from shatterproof_properties.cli import main
from shatterproof_properties.puzzles.checker.certificate import FORMAT, REFUTED, VERSION, to_json
from shatterproof_properties.puzzles.checker.checker import TooManyResults, check

QUICK = [name for name in PUZZLES if name.startswith("scrunch") or name == "crumblemate"]
AT_MOST = 8
"""The greatest factor between estimated and made results, either way."""


def tiny(game: str, board: str, claim: str) -> Json:
    """A refutation of a few bytes besides the position, which nobody can go through."""
    rules = find_game(game)
    said = {"format": FORMAT, "version": VERSION, "game": game, "readings": {}, "claim": claim, "unique": False}
    return sealed(
        {**said, "position": to_json(rules, rules.start(board)), "verdict": REFUTED, "proof": {}, "nodes": []}
    )


@pytest.mark.parametrize(("game", "board", "claim"), [("scrunch", "5", "series-9"), ("splinter", "10x9", "series-4")])
def test_a_tiny_certificate_of_endless_work_is_refused_before_it_begins(game: str, board: str, claim: str) -> None:
    made: list[int] = []
    with pytest.raises(
        TooManyResults, match=r"it asks for (about|more than) [0-9,]+ results, and 5,000,000 are allowed"
    ):
        check(tiny(game, board, claim), watch=made.append)
    assert len(made) == len(list(find_game(game).results(find_game(game).start(board))))


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
