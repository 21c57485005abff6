from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from puzzles.generate.quick import files, ran, settings
from shatterproof.errors import InputError
from shatterproof_properties.common import state_file
from shatterproof_properties.puzzles.generate.run_state import STATE, RunState
from shatterproof_properties.puzzles.generate.task import Find, TaskProgress


def result(task: int, *images: str) -> TaskProgress:
    finds = tuple(Find(image, f"{image} of {task}", "") for image in images)
    return TaskProgress(task, 3, 0, finds, done=True)


def numbered(state: RunState) -> list[tuple[int, str]]:
    return [(find.number, find.puzzle) for find in state.numbered()]


def test_finds_are_numbered_in_the_order_of_tasks_whatever_comes_in_first(tmp_path: Path) -> None:
    with RunState(tmp_path) as state:
        state.record(result(1, "c"))
        assert numbered(state) == []
        state.record(result(0, "a", "b"))
        assert numbered(state) == [(1, "a of 0"), (2, "b of 0"), (3, "c of 1")]


def test_of_two_finds_of_one_image_the_one_of_the_earlier_task_stays(tmp_path: Path) -> None:
    with RunState(tmp_path) as state:
        for late in (result(2, "a", "b"), result(0, "c"), result(1, "b")):
            state.record(late)
        assert numbered(state) == [(1, "c of 0"), (2, "b of 1"), (3, "a of 2")]


def test_a_task_counts_once_however_often_it_is_done(tmp_path: Path) -> None:
    with RunState(tmp_path) as state:
        state.record(result(0, "a"))
        state.record(result(0, "b"))
        assert numbered(state) == [(1, "a of 0")]
        assert state.totals() == (1, 0, 3, 0, 1, 1)


def test_what_a_task_has_begun_is_kept_and_its_finds_are_numbered_at_once(tmp_path: Path) -> None:
    begun = TaskProgress(0, 2, 1, result(0, "a").finds)
    with RunState(tmp_path) as state:
        state.begin(settings(tmp_path).job(7))
        state.record(begun)
        assert state.job() is not None
        assert numbered(state) == [(1, "a of 0")]
        assert state.totals() == (0, 1, 2, 1, 1, 1)
    with RunState(tmp_path) as again:
        assert again.first_open() == 0
        again.record(result(0, "a", "b"))
        again.record(begun)
        assert again.totals() == (1, 0, 3, 0, 2, 2)


def test_a_number_once_given_stays(tmp_path: Path) -> None:
    with RunState(tmp_path) as state:
        state.record(result(1, "a"))
        state.settle(whole=True)
        state.record(result(0, "b", "a"))
        assert numbered(state) == [(1, "a of 1"), (2, "b of 0")]


def test_a_task_is_recorded_with_all_its_finds_or_not_at_all(tmp_path: Path) -> None:
    broken = Find("b", None, "")  # type: ignore[arg-type]
    with RunState(tmp_path) as state:
        with pytest.raises(sqlite3.IntegrityError):
            state.record(TaskProgress(0, 1, 0, (*result(0, "a").finds, broken), done=True))
        assert state.totals() == (0, 0, 0, 0, 0, 0)


def test_gaps_are_the_tasks_that_are_open(tmp_path: Path) -> None:
    with RunState(tmp_path) as state:
        assert (state.first_open(0), state.last_begun()) == (0, -1)
        for task in (0, 1, 3):
            state.record(result(task))
        assert [state.first_open(least) for least in range(6)] == [2, 2, 2, 4, 4, 5]
        assert (state.first_open(), state.last_begun()) == (2, 3)


def test_what_is_looked_for_is_kept_once_something_is_done(tmp_path: Path) -> None:
    job = settings(tmp_path).job(7)
    with RunState(tmp_path) as state:
        state.begin(settings(tmp_path, board="4x4").job(8))
        assert state.job() is None
        state.begin(job)
        state.record(result(0))
    with RunState(tmp_path) as again:
        assert again.job() == job.to_json()


def test_a_state_that_another_run_holds_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state_file, "BUSY_SECONDS", 0.01)
    with RunState(tmp_path), pytest.raises(InputError, match="another run is at work here; expected one run at a time"):
        RunState(tmp_path)
    with RunState(tmp_path):
        pass


def another_base(file: Path) -> None:
    with closing(sqlite3.connect(file)) as base:
        base.execute("CREATE TABLE birds (name TEXT)")


def of_the_future(file: Path) -> None:
    with RunState(file.parent):
        pass
    with closing(sqlite3.connect(file)) as base:
        base.execute("PRAGMA user_version = 5")


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda file: file.write_text("dear diary, " * 100), "cannot be used: file is not a database"),
        (lambda file: file.mkdir(), "cannot be used: unable to open database file"),
        (another_base, "this is no state of puzzle generate"),
        (of_the_future, "a state of version 5; expected version 4"),
    ],
)
def test_a_file_that_is_no_state_is_refused(tmp_path: Path, made: object, said: str) -> None:
    assert callable(made)
    made(tmp_path / STATE)
    with pytest.raises(InputError) as error:
        RunState(tmp_path)
    assert str(error.value).startswith(f"{tmp_path / STATE}: {said}")


def statement(said: str) -> Callable[[Path], None]:
    def damage(file: Path) -> None:
        with closing(sqlite3.connect(file)) as base:
            base.execute(said)
            base.commit()

    return damage


def without_a_page(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[8192:12288] = bytes(4096)
    file.write_bytes(data)


@pytest.mark.parametrize(
    "damage",
    [
        statement("UPDATE finds SET puzzle = '{}'"),
        statement("UPDATE finds SET certificate = CAST(x'ff' AS TEXT)"),
        statement("UPDATE finds SET number = 'x' WHERE number = 1"),
        statement("UPDATE finds SET unit = 'x' WHERE number = 1"),
        statement("UPDATE finds SET quality = 'x' WHERE number = 1"),
        statement("UPDATE quest SET said = '[]'"),
        statement("UPDATE quest SET said = CAST(x'ff' AS TEXT)"),
        without_a_page,
    ],
)
def test_a_damaged_state_is_named_with_what_can_be_saved(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    ran(tmp_path, count=2)
    with closing(sqlite3.connect(tmp_path / STATE)) as base:
        base.execute("PRAGMA journal_mode = DELETE")
    damage(tmp_path / STATE)
    before = files(tmp_path)
    with pytest.raises(InputError) as error:
        ran(tmp_path, count=2, resume=True)
    assert str(error.value).startswith(f"{tmp_path / STATE}: the state is damaged: ")
    assert "puzzles, certificates and pictures in the folder are whole" in str(error.value)
    assert files(tmp_path) == before


def test_a_full_disk_is_reported_in_one_line(tmp_path: Path) -> None:
    with RunState(tmp_path) as state:
        state._base.execute("PRAGMA max_page_count = 8")
        with pytest.raises(InputError, match="the disk is full; all that was recorded before is whole"):
            state.record(TaskProgress(0, 1, 0, (Find("a", "x" * 100_000, ""),), done=True))
        assert state.totals().tasks == 0
