from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from puzzles.generate.quick import COUNT, files, ran, settings, work
from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.common.outputs import PART
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.generate import workers
from shatterproof_properties.puzzles.generate.run_folder import Folder
from shatterproof_properties.puzzles.generate.run_state import RunState
from shatterproof_properties.puzzles.generate.task import Task


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an uninterrupted run."""
    out = tmp_path_factory.mktemp("whole")
    ran(out)
    return out


def test_a_run_writes_puzzles_certificates_pictures_an_index_and_a_sheet(whole: Path) -> None:
    found = files(whole)
    assert len(found) == 3 * COUNT + 2
    index = strict_json.decode(found["index.json"])
    assert [entry["number"] for entry in index["puzzles"]] == list(range(1, COUNT + 1))
    assert {name for entry in index["puzzles"] for name in entry["files"]} == found.keys() - {
        "index.json",
        "sheet.html",
    }
    assert b'[Puzzle "No. 1"]\n[Game "splinter"]\n[Claim "wins-1"]' in found["001-splinter-3x3-wins-1.puzzle"]


def test_the_sheet_goes_from_easy_to_hard(whole: Path) -> None:
    entries = strict_json.decode((whole / "index.json").read_bytes())["puzzles"]
    rising = sorted(entries, key=lambda entry: (entry["difficulty"], entry["number"]))
    assert rising != entries
    sheet = (whole / "sheet.html").read_text()
    places = [sheet.index(f"No. {entry['number']}<") for entry in rising]
    assert places == sorted(places)


def test_what_is_found_does_not_depend_on_how_many_look(whole: Path, tmp_path: Path) -> None:
    ran(tmp_path, jobs=3)
    assert files(tmp_path) == files(whole)


@pytest.mark.ci
def test_a_task_whose_process_died_is_done_again(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fatal = tmp_path / "fatal"
    fatal.touch()
    monkeypatch.setenv("QUICK_FATAL", str(fatal))
    ran(tmp_path / "out", jobs=2)
    assert not fatal.exists()
    assert files(tmp_path / "out") == files(whole)


def test_a_task_that_kills_every_process_ends_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fatal = tmp_path / "fatal"
    fatal.touch()
    monkeypatch.setenv("QUICK_FATAL", str(fatal))
    monkeypatch.setattr(workers, "MOST_DEATHS", 1)
    with pytest.raises(RuntimeError, match="unit 0 failed: its process died, 1 times"):
        ran(tmp_path / "out")


def test_a_run_with_more_to_find_goes_on_where_it_ended(whole: Path, tmp_path: Path) -> None:
    assert ran(tmp_path, count=5).found == 5
    outcome = ran(tmp_path, resume=True, seed=None)
    assert (outcome.found, outcome.new) == (COUNT, COUNT - 5)
    assert files(tmp_path) == files(whole)


def test_time_ends_a_run_and_what_was_found_is_kept(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUICK_SLEEP", "0.1")
    outcome = ran(tmp_path, seconds=0.01)
    assert (outcome.ended, outcome.found) == ("time", 0)
    assert "0 of 12 puzzles" in outcome.to_text()
    assert "time is over; go on with --resume" in outcome.to_text()
    monkeypatch.delenv("QUICK_SLEEP")
    ran(tmp_path, resume=True)
    assert files(tmp_path) == files(whole)


@pytest.mark.parametrize(("looked_at", "found"), [(0, 0), (2, 1)])
def test_an_interrupt_within_a_unit_keeps_its_finds_and_the_unit_is_done_again(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, looked_at: int, found: int
) -> None:
    reported: list[workers.News] = []
    work(Task(settings(tmp_path).job(7), 0), reported.append)
    taken = iter([reported[: looked_at + 1]])

    def take(*_: object) -> list[workers.News]:
        for news in taken:
            return news
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(workers.Processes, "take", take)
        outcome = ran(tmp_path)
    assert (outcome.ended, outcome.units, outcome.begun, outcome.looked_at) == ("interrupt", 0, 1, looked_at)
    assert outcome.found == found
    assert ran(tmp_path, resume=True, seed=None).found == COUNT
    assert files(tmp_path) == files(whole)


def test_files_that_are_missing_are_written_again_and_half_written_ones_go(tmp_path: Path) -> None:
    ran(tmp_path, count=3)
    before = files(tmp_path)
    (tmp_path / "002-splinter-3x3-wins-1.svg").unlink()
    (tmp_path / "index.json").unlink()
    (tmp_path / f"003-splinter-3x3-wins-1.svg{PART}").write_text("<svg")
    outcome = ran(tmp_path, count=3, resume=True)
    assert outcome.new == 0
    assert files(tmp_path) == before


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"resume": False}, "there is a run in this folder; expected --resume to go on with it, or another folder"),
        ({"board": "4x3"}, 'the run in this folder has another board: "3x3"; expected the same'),
        ({"claim": Claim("wins", 1, unique=True)}, "the run in this folder has another unique: false"),
        ({"readings": {"splinter.tie": "remove-one"}}, "the run in this folder has another readings: {}"),
        ({"seed": 8}, "the run in this folder has another seed: 7"),
    ],
)
def test_a_run_goes_on_only_with_what_it_began(whole: Path, other: dict[str, Any], said: str) -> None:
    before = files(whole)
    with pytest.raises(InputError) as error:
        ran(whole, **{"resume": True, **other})
    assert str(error.value).startswith(f"{whole}: {said}")
    assert files(whole) == before


def test_the_state_holds_what_was_asked_for_and_nothing_of_how_it_is_found(whole: Path) -> None:
    with RunState(whole) as state:
        said = state.job()
    assert said is not None
    assert set(said) == {"game", "claim", "unique", "board", "readings", "seed", "candidates", "effort"}


def test_input_that_a_source_refuses_is_refused_and_the_folder_stays_free(whole: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no room"):
        ran(tmp_path, board="2x2")
    assert ran(tmp_path, count=1).found == 1


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match=r"file: cannot be written: .*; expected a file or folder that can be written"):
        Folder(tmp_path / "file")
    with pytest.raises(InputError, match="cannot be written"):
        Folder(Path("/proc/nowhere") if sys.platform == "linux" else tmp_path / "file" / "below")
