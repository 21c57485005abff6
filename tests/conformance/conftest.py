"""Engines are child processes: they find the packages of this checkout by PYTHONPATH, pytest by its settings."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session", autouse=True)
def _packages_for_engines() -> Iterator[None]:
    before = os.environ.get("PYTHONPATH")
    paths = [str(ROOT / "reference"), str(ROOT / "properties"), *([before] if before else [])]
    os.environ["PYTHONPATH"] = os.pathsep.join(paths)
    yield
    if before is None:
        del os.environ["PYTHONPATH"]
    else:
        os.environ["PYTHONPATH"] = before
