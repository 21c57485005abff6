"""An accepted certificate is not checked again until it, the checker or the rules change."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from puzzles.certified import certificate as certificate_of
from shatterproof_properties.commands.puzzles import puzzle
from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.checker.checker import Refused, check
from shatterproof_properties.puzzles.proof import acceptances
from shatterproof_properties.puzzles.proof.acceptances import LIST, check_once, list_of, note_accepted


@pytest.fixture(scope="module")
def certificate() -> Json:
    return certificate_of("splinter-win")


@pytest.fixture(autouse=True)
def checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Json]:
    """The certificates that were checked. Nothing is known before."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    found = list[Json]()

    def noted(its: Json, **options: object) -> None:
        found.append(its)
        check(its)

    monkeypatch.setattr(acceptances, "check", noted)
    return found


@pytest.mark.parametrize("kept", [True, False])
def test_a_certificate_that_was_accepted_is_not_checked_again_if_that_can_be_kept(
    kept: bool, certificate: Json, checked: list[Json], tmp_path: Path
) -> None:
    if not kept:
        tmp_path.joinpath("shatterproof").write_text("a file where the folder should be", encoding="utf-8")
    for _ in range(2):
        check_once(certificate)
    assert checked == [certificate] * (1 if kept else 2)


def test_a_certificate_that_was_changed_is_checked_and_never_remembered(certificate: Json, checked: list[Json]) -> None:
    note_accepted(certificate)
    forged = {**certificate, "verdict": "refuted"}
    for _ in range(2):
        with pytest.raises(Refused):
            check_once(forged)
    assert checked == [forged, forged]


def test_another_checker_checks_again(certificate: Json, checked: list[Json], monkeypatch: pytest.MonkeyPatch) -> None:
    check_once(certificate)
    monkeypatch.setattr(acceptances, "_version", lambda game: "another")
    check_once(certificate)
    assert len(checked) == 2


def test_what_the_list_beside_the_puzzles_has_is_not_checked_and_anything_else_is(
    certificate: Json, checked: list[Json], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = tmp_path / "puzzles" / "splinter" / LIST
    listed.parent.mkdir(parents=True)
    listed.write_text(list_of("splinter", [certificate]), encoding="ascii")
    monkeypatch.setattr(acceptances, "spec_folder", lambda: tmp_path)
    check_once(certificate)
    assert not checked
    listed.write_text(list_of("splinter", [certificate]).replace(list_of("splinter", []), "0" * 32 + "\n"))
    check_once(certificate)
    assert checked == [certificate]


def test_a_certificate_that_a_command_accepts_is_not_checked_again(
    certificate: Json, checked: list[Json], tmp_path: Path
) -> None:
    file = tmp_path / "a.certificate.json"
    file.write_text(json.dumps(certificate), encoding="utf-8")
    assert CliRunner().invoke(puzzle, ["certificate", str(file)]).exit_code == 0
    check_once(certificate)
    assert not checked
