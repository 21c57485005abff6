"""puzzle certificate: what it accepts, what it refuses, and when it has no verdict."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from commands.puzzle_files import EGGS, MATE, WIN, verified
from running import one_line, refusal, run, run_for_json
from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import find_game
from shatterproof_properties.cli import main
from shatterproof_properties.puzzles.checker.certificate import seal_of
from shatterproof_properties.puzzles.proof.acceptances import SecondEngineGame
from shatterproof_properties.second.fast_game import FastGame


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "some.puzzle"


@cache
def _certificate() -> str:
    with TemporaryDirectory() as folder:
        file = Path(folder, "eggs.puzzle")
        verified(file, EGGS, "--no-z3")
        return file.with_name("eggs.certificate.json").read_text()


def changed(**fields: Any) -> str:
    data = {**json.loads(_certificate()), **fields}
    return json.dumps(data | {"seal": seal_of(data)})


CERTIFICATES: dict[str, tuple[Callable[[], str], str]] = {
    "truncated": (lambda: _certificate()[:-40], "not JSON"),
    "oversized": (lambda: _certificate() + " " * strict_json.SIZE_LIMIT, "too long"),
    "a field too many": (lambda: changed(more=1), "unknown field"),
    "a claim that is none": (lambda: changed(claim="wins-10"), "/claim"),
}


def test_what_the_checker_had_no_time_for_is_unknown_and_kept(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(_: object, on_win: object, watch: Callable[[int], None], **_more: object) -> None:
        with monkeypatch.context() as later:
            later.setattr("shatterproof_properties.puzzles.proof.verification.time.monotonic", lambda: 1e12)
            watch(1)

    monkeypatch.setattr("shatterproof_properties.puzzles.proof.verification.check", slow)
    printed = verified(file, MATE, code=3)
    assert "proved by the search, but the checker has not accepted it: not checked within 300 seconds\n" in printed
    kept = file.with_name("some.certificate.json")
    assert printed.endswith(f"certificate, not checked yet: {kept}\n")
    assert run("puzzle", "certificate", kept, "--puzzle", file).startswith("accepted: ")


def test_a_valid_refutation_does_not_prove_the_claim_of_the_puzzle(file: Path) -> None:
    false = WIN.replace("Blue to play wins in one", "mated-1").replace('[Solution "d3N"]\n', "")
    verified(file, false, code=1)
    kept = file.with_name("some.certificate.json")
    printed = run("puzzle", "certificate", kept, "--puzzle", file, code=1)
    assert printed.startswith("accepted: Blue to move is mated in 1 turn, refuted (")
    assert printed.endswith("; not proved\n")
    run("puzzle", "certificate", kept, "--puzzle", file, "--expect", "refuted")
    run("puzzle", "certificate", kept)
    run("puzzle", "certificate", kept, "--expect", "proved", code=1)


def test_a_check_that_takes_too_long_is_no_verdict(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    verified(file, MATE, "--no-z3")
    later = itertools.count(step=100)
    monkeypatch.setattr("shatterproof_properties.commands.puzzle_certificate.time.monotonic", lambda: next(later))
    kept = file.with_name("some.certificate.json")
    assert run("puzzle", "certificate", kept, "--time", "50", code=3) == "unknown: not checked within 50 seconds\n"


@pytest.mark.parametrize("name", CERTIFICATES)
def test_what_is_no_certificate_is_refused_in_one_line(tmp_path: Path, name: str) -> None:
    text, printed = CERTIFICATES[name]
    file = tmp_path / "c.json"
    file.write_text(text())
    assert printed in refusal("puzzle", "certificate", file)


def test_a_certificate_of_another_puzzle_is_refused(file: Path) -> None:
    certificate = file.with_name("c.json")
    certificate.write_text(_certificate())
    for text, printed in (
        (MATE, "another game"),
        (EGGS.replace("wins-2", "wins-3"), "another claim"),
        (EGGS.replace(". . o", "o . ."), "another position"),
        (EGGS.replace('"wins-2"]', '"wins-2"]\n[Unique "yes"]'), "another unique"),
    ):
        file.write_text(text)
        assert printed in refusal("puzzle", "certificate", certificate, "--puzzle", file)


def test_a_certificate_that_does_not_hold_exits_with_one(tmp_path: Path) -> None:
    file = tmp_path / "c.json"
    file.write_text(_certificate().replace('"wins-2"', '"wins-3"'))
    assert run("puzzle", "certificate", file, code=1).startswith("refused: /seal: ")
    file.write_text(changed(claim="wins-1"))
    (printed,) = run_for_json("puzzle", "certificate", file, code=1)
    assert printed["accepted"] is False
    assert printed["where"].startswith("/")


@given(st.data())
def test_damaged_puzzles_and_certificates_take_one_line(data: st.DataObject) -> None:
    whole = data.draw(st.sampled_from([EGGS, _certificate()]))
    begin = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(begin, min(len(whole), begin + 9)))
    put = data.draw(st.text(max_size=3) | st.sampled_from(['"', "}", "null", "9" * 30, "wins-1", '[Game "crumble"]\n']))
    text = whole[:begin] + put + whole[end:]
    command = ("show", "-") if whole == EGGS else ("certificate", "-")
    result = CliRunner().invoke(main, ["puzzle", *command], input=text.encode(), prog_name="shatterproof")
    assert result.exit_code in (0, 1, 2), result.output
    if result.exit_code == 2:
        one_line(result.stdout, result.stderr)


def test_the_second_engine_checks_the_same_certificate_and_each_says_what_it_did(tmp_path: Path) -> None:
    file = tmp_path / "eggs.certificate.json"
    file.write_text(_certificate())
    (shown,) = run_for_json("puzzle", "certificate", file, "--also", "second")
    made = shown["results"]
    assert shown["second"] == {"accepted": True, "results": made}
    said = f"({made:,} results regenerated); accepted by the second engine too ({made:,} results)"
    assert said in run("puzzle", "certificate", file, "--also", "second")


def test_a_certificate_that_the_second_engine_refuses_has_no_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "eggs.certificate.json"
    file.write_text(_certificate())
    listed = SecondEngineGame.results
    monkeypatch.setattr(SecondEngineGame, "results", lambda self, position: list(listed(self, position))[1:])
    said = run("puzzle", "certificate", file, "--also", "second", code=3)
    assert said.startswith("the reference accepts it, the second engine refuses it: /")


def test_a_game_without_a_second_engine_cannot_check_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FastGame, "is_reference", True)
    with pytest.raises(InputError, match="scrunch has no second engine"):
        SecondEngineGame(find_game("scrunch"))


def test_a_certificate_is_checked_without_what_other_commands_need(tmp_path: Path) -> None:
    file = tmp_path / "eggs.certificate.json"
    file.write_text(_certificate())
    unwanted = (
        "rich",
        "hypothesis",
        "multiprocessing",
        "shatterproof_properties.commands.checking",
        "shatterproof.crumble",
    )
    code = (
        "import atexit, sys; from shatterproof_properties.cli import main; "
        f"atexit.register(lambda: print([name for name in {unwanted!r} if name in sys.modules])); "
        f"main(['puzzle', 'certificate', {str(file)!r}])"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", code]
    printed = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    assert printed.startswith("accepted: ")
    assert printed.endswith("[]\n")
