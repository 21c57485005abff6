"""Puzzles made on a Dask cluster."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from threading import Thread

import pytest

from on_dask import working
from puzzles.generate.quick import files, ran
from shatterproof.errors import InputError
from shatterproof_properties.common import cluster

COUNT = 40


def refused(out: Path, scheduler: str) -> str:
    with pytest.raises(InputError) as error:
        ran(out, scheduler=scheduler)
    return str(error.value)


def test_a_scheduler_without_workers_is_not_waited_for_without_end(
    tmp_path: Path, scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "ANSWER_SECONDS", 1)
    assert "no worker has joined within 1 seconds; expected one started by: dask worker" in refused(tmp_path, scheduler)


@pytest.mark.ci
def test_a_worker_killed_on_the_way_costs_no_find(
    tmp_path: Path, cluster_folder: Path, scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "cluster"

    def kill_one() -> None:
        while len(list(out.glob("*.svg"))) < 5:
            time.sleep(0.01)
        workers[0].kill()

    with monkeypatch.context() as slowly:
        slowly.setenv("QUICK_SLEEP", "0.03")
        with working(cluster_folder, scheduler, 2) as workers:
            killer = Thread(target=kill_one)
            killer.start()
            outcome = ran(out, scheduler=scheduler, count=COUNT)
            killer.join()
            assert [worker.poll() for worker in workers] == [-9, None]
    assert (outcome.found, outcome.ended) == (COUNT, "count")
    ran(tmp_path / "here", count=COUNT)
    assert files(out) == files(tmp_path / "here")


@pytest.mark.ci
def test_workers_without_our_package_or_with_other_code_are_named(
    tmp_path: Path, cluster_folder: Path, scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hidden = tmp_path / "hidden" / "shatterproof_properties"
    hidden.mkdir(parents=True)
    (hidden / "__init__.py").write_text('raise ModuleNotFoundError("No module named shatterproof_properties")')
    with working(cluster_folder, scheduler, path=str(hidden.parent)):
        said = refused(tmp_path / "out", scheduler)
        assert "shatterproof is not installed there: No module named shatterproof_properties; expected" in said
        assert said.startswith(f"{scheduler}: worker tcp://")
    with working(cluster_folder, scheduler), monkeypatch.context() as other:
        other.setattr(cluster, "fingerprint", lambda: "other")
        assert "has other code there" in refused(tmp_path / "out", scheduler)


def test_an_address_without_a_scheduler_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "ANSWER_SECONDS", 1)
    said = refused(tmp_path, "tcp://127.0.0.1:9")
    assert said.startswith("tcp://127.0.0.1:9: no scheduler answers within 1 seconds; expected the address of a Dask")


@pytest.mark.parametrize("address", ["", "nowhere://127.0.0.1:1", "tcp://127.0.0.1:port"])
def test_what_is_no_address_is_refused(tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "ANSWER_SECONDS", 1)
    assert "expected the address of a Dask scheduler" in refused(tmp_path, address)


def test_what_to_install_is_said_where_dask_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "pip install 'shatterproof[cluster]'" in refused(tmp_path, "tcp://127.0.0.1:9")
