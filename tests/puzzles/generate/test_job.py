from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from puzzles.generate.quick import settings
from shatterproof.errors import InputError
from shatterproof.game import GAMES
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.generate.run_folder import Folder


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"game": "chess"}, "GAME: unknown game 'chess'; expected one of crumble, scrunch, splinter"),
        ({"board": "3by3"}, "--board: '3by3' names no board; expected columns by rows, like 10x9"),
        ({"board": "99x99"}, "--board: no board 99x99"),
        ({"game": "crumble", "board": "4x4", "claim": Claim("mated", 0)}, "--claim: "),
        ({"readings": {"splinter.tie": "both"}}, "--readings: splinter.tie has no value 'both'"),
        ({"count": 0}, "--count: 0; expected a whole number from 1 to 100,000"),
        ({"count": 10**30}, "--count: 1000"),
        ({"jobs": 65}, "--jobs: 65; expected a whole number from 1 to 64"),
        ({"seed": -1}, "--seed: -1; expected a whole number from 0 to"),
        ({"effort": 0}, "--effort: 0; expected"),
        ({"seconds": 0.0}, "--time: 0 seconds; expected more than 0"),
        ({"seconds": float("nan")}, "--time: nan seconds"),
    ],
)
def test_a_plan_that_cannot_be_carried_out_is_refused(tmp_path: Path, asked: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as error:
        settings(tmp_path, **asked).checked()
    assert str(error.value).startswith(said)


def test_readings_are_kept_where_they_depart_from_the_defaults(tmp_path: Path) -> None:
    readings = {"splinter.tie": "remove-one", "splinter.step-off": "allowed"}
    assert settings(tmp_path, readings=readings).checked().readings == {"splinter.tie": "remove-one"}


@pytest.mark.parametrize("game", GAMES)
def test_each_game_asks_for_some_quality_unless_a_run_says_otherwise(game: str, tmp_path: Path) -> None:
    assert settings(tmp_path, game=game, quality=None).least_quality >= 20
    assert settings(tmp_path, game=game, quality=3).least_quality == 3


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match=r"file: cannot be written: .*; expected a folder for --out"):
        Folder(tmp_path / "file")
    with pytest.raises(InputError, match="cannot be written"):
        Folder(Path("/proc/nowhere") if sys.platform == "linux" else tmp_path / "file" / "below")
