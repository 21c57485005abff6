"""Hypothesis profiles: `quick` is the default, `--long` takes `long`, HYPOTHESIS_PROFILE takes any and comes first.

`mutation` is for trials of mutants: the first of the examples of `ci`, without shrinking.

Engines are child processes: they find the packages of this checkout by PYTHONPATH, pytest by its settings.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

from fourth_game_installed import Installation, install
from on_dask import scheduling
from shatterproof_properties.conformance import run_settings
from shatterproof_properties.puzzles.solve import judge, questions

ROOT = Path(__file__).resolve().parents[1]
ALL_SLOWNESS_IS_FINE = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)

# Else every process of `-n` would compile all tests anew in every run.
sys.dont_write_bytecode = False
# A tenth of the time of most tests goes into looking for garbage among all that has been imported.
gc.set_threshold(20_000, 20, 20)

settings.register_profile(
    "quick", max_examples=8, deadline=None, suppress_health_check=ALL_SLOWNESS_IS_FINE, print_blob=True
)
settings.register_profile("ci", settings.get_profile("quick"), derandomize=True, database=None)
settings.register_profile("medium", settings.get_profile("quick"), max_examples=200)
settings.register_profile("long", settings.get_profile("quick"), max_examples=2000)
settings.register_profile(
    "mutation",
    settings.get_profile("ci"),
    max_examples=5,
    phases=(Phase.explicit, Phase.generate),
    print_blob=False,
)


@pytest.fixture(scope="session", autouse=True)
def _one_core() -> Iterator[None]:
    """A check takes one process unless a test asks for more. Several are no quicker beside other tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run_settings, "cores", lambda: 1)
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--long",
        action="store_true",
        help="2,000 random examples a property, tests marked ci, and tests marked long",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: takes too long for every run; with --long")
    config.addinivalue_line("markers", "ci: the rest of a list of which every run tries a sample; with --long")
    usual = "long" if config.getoption("--long") else "quick"
    settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", usual))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--long"):
        long = {item for item in items if item.get_closest_marker("long") or item.get_closest_marker("ci")}
        config.hook.pytest_deselected(items=list(long))
        items[:] = [item for item in items if item not in long]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Half as many workers again as there are processors, since tests mostly wait for engines."""
    return max(1, 3 * (os.cpu_count() or 1) // 2)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Each process begins with tests of one folder, which share computed values."""
    from xdist.scheduler import WorkStealingScheduling  # type: ignore[import-untyped]

    return WorkStealingScheduling(config, log) if config.getoption("dist") == "load" else None


@pytest.fixture(scope="session", autouse=True)
def _patient_solving() -> Iterator[None]:
    """Searches while somebody solves a puzzle have no time limit: ten seconds of a busy machine may be too few."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (judge, questions):
            patch.setattr(module, "LIMITS", replace(judge.LIMITS, seconds=None))
        yield


@pytest.fixture(scope="session", autouse=True)
def _packages_for_engines() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        paths = [str(ROOT / "reference"), str(ROOT / "properties"), os.environ.get("PYTHONPATH", "")]
        patch.setenv("PYTHONPATH", os.pathsep.join(path for path in paths if path))
        # Hundreds of child processes would compile everything anew.
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        yield


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """Runs commands in child processes that have the fourth game."""
    with install(tmp_path_factory.mktemp("site")) as found:
        yield found


@pytest.fixture(scope="module")
def cluster_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the files of a Dask cluster."""
    return tmp_path_factory.mktemp("dask")


@pytest.fixture(scope="module")
def scheduler(cluster_folder: Path) -> Iterator[str]:
    """The address of a Dask scheduler. Each test starts workers for itself, since idle ones take time."""
    with scheduling(cluster_folder) as (_, address):
        yield address
