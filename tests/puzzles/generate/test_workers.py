"""Runs that are killed, interrupted and continued, and runs on a Dask cluster."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from on_dask import working
from puzzles.generate.quick import files, ran
from shatterproof import splinter, strict_json
from shatterproof.errors import InputError
from shatterproof_properties.common import cluster
from shatterproof_properties.common.interrupts import orderly_end
from shatterproof_properties.puzzles.checker.symmetry_class import image_key
from shatterproof_properties.puzzles.generate.run import STOPPED
from shatterproof_properties.puzzles.generate.run_folder import Folder

KILLS = 2
"""The number of kills: twenty with `--long`."""
COUNT = 40
TESTS = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _stand_ins_for_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([os.environ["PYTHONPATH"], str(TESTS)]))


def run_of_its_own(out: Path, count: int, jobs: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "puzzles.generate.quick", str(out), str(count), str(jobs)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True)


def written(out: Path) -> int:
    return sum(1 for _ in out.glob("*.svg"))


def wait_for_news(process: subprocess.Popen[bytes], out: Path) -> None:
    before = written(out)
    while written(out) == before and process.poll() is None:
        time.sleep(0.01)


def wait_for_end_of_group(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        for _ in range(3000):
            os.killpg(process.pid, 0)
            time.sleep(0.01)
        pytest.fail("processes are left")


@pytest.mark.ci
@pytest.mark.parametrize("kills", [KILLS, pytest.param(20, marks=pytest.mark.long)])
def test_killed_again_and_again_a_run_loses_and_doubles_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kills: int
) -> None:
    out, chance = tmp_path / "killed", Random(5)
    monkeypatch.setenv("QUICK_SLEEP", "0.15")
    for kill in range(kills):
        with run_of_its_own(out, COUNT, 1) as process:
            if kill % 2:
                wait_for_news(process, out)
            time.sleep(chance.uniform(0, 0.1 if kill % 2 else 0.8))
            process.kill()
            assert process.wait() == -signal.SIGKILL
    assert written(out) < COUNT, "killed when all was done"
    monkeypatch.delenv("QUICK_SLEEP")
    assert ran(out, count=COUNT, jobs=2, resume=True).found == COUNT
    assert ran(tmp_path / "whole", count=COUNT).found == COUNT
    assert files(out) == files(tmp_path / "whole")
    certificates = [strict_json.decode(text) for name, text in files(out).items() if name.endswith("certificate.json")]
    images = [image_key(splinter, splinter.from_json(certificate["position"])) for certificate in certificates]
    assert len(images) == len(set(images)) == COUNT


def test_an_interrupted_run_keeps_its_finds_and_ends_its_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUICK_SLEEP", "0.1")
    # More than there is time for, so that it is the signal that ends the run.
    with run_of_its_own(tmp_path, 100 * COUNT, 2) as process:
        wait_for_news(process, tmp_path)
        os.killpg(process.pid, signal.SIGINT)
        said, _ = process.communicate()
    assert process.returncode == 0
    assert "interrupted; go on with --resume" in said.decode()
    wait_for_end_of_group(process)
    index = strict_json.decode((tmp_path / "index.json").read_bytes())
    assert len(index["puzzles"]) == written(tmp_path) > 0


def test_an_interrupt_while_files_are_written_leaves_no_find_without_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put, interrupts = Folder._put, iter([True])

    def interrupted(folder: Folder, file: Path, text: str) -> None:
        put(folder, file, text)
        if next(interrupts, False):
            signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr(Folder, "_put", interrupted)
    with orderly_end():
        assert ran(tmp_path, count=5).ended == STOPPED
    index = strict_json.decode((tmp_path / "index.json").read_bytes())
    listed = {name for entry in index["puzzles"] for name in entry["files"]}
    assert listed == files(tmp_path).keys() - {"index.json", "sheet.html"}
    assert listed


def test_the_processes_of_a_killed_run_end_by_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUICK_SLEEP", "0.3")
    with run_of_its_own(tmp_path, COUNT, 2) as process:
        wait_for_news(process, tmp_path)
        process.kill()
    wait_for_end_of_group(process)


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


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "", "nowhere://127.0.0.1:1", "tcp://127.0.0.1:port"])
def test_an_address_without_a_scheduler_is_refused(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "ANSWER_SECONDS", 1)
    said = refused(tmp_path, address)
    assert "expected the address of a Dask scheduler" in said
    assert ("no scheduler answers within 1 seconds" in said) == (address == "tcp://127.0.0.1:9")


def test_what_to_install_is_said_where_dask_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "pip install 'shatterproof[cluster]'" in refused(tmp_path, "tcp://127.0.0.1:9")
