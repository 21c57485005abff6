"""Mutants tried by workers of a Dask cluster."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mutation import on_cluster
from mutation.campaign import Attempt, Result, question
from mutation.on_cluster import hash_of_tests, run_on_cluster
from mutation.scope import ROOT, modules
from on_dask import working
from shatterproof.errors import InputError

pytest.importorskip("distributed")

GROUPS = next(module for module in modules() if module.name == "shatterproof.splinter.groups")
LARGEST = "size = max(map(len, found), default=0)"


def attempt(becomes: str) -> Attempt:
    source = GROUPS.source.replace(LARGEST, becomes)
    asked = question(GROUPS.games, False, module=GROUPS.name, source=source, stages=())
    return Attempt(Result(becomes, "splinter", (), GROUPS.name, "f", "o", LARGEST, becomes), asked)


def test_workers_try_mutants_as_this_machine_does(
    cluster_folder: Path, scheduler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mistaken = LARGEST.replace("max", "min")
    with working(cluster_folder, scheduler):
        found = {result.becomes: result for result in run_on_cluster([attempt(LARGEST), attempt(mistaken)], scheduler)}
        monkeypatch.setattr(on_cluster, "ROOT", tmp_path)
        hash_of_tests.cache_clear()
        with pytest.raises(InputError, match="has other tests"):
            list(run_on_cluster([attempt(LARGEST)], scheduler))
    hash_of_tests.cache_clear()
    assert found[LARGEST].status == "survived"
    assert (found[mistaken].status, found[mistaken].stage) == ("killed", "examples")


def test_a_worker_without_the_tests_is_named(
    cluster_folder: Path, scheduler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(str(ROOT / packages) for packages in ("reference", "properties")))
    with (
        working(cluster_folder, scheduler, path=str(tmp_path)),
        pytest.raises(InputError, match="cannot import the tests"),
    ):
        list(run_on_cluster([attempt(LARGEST)], scheduler))
