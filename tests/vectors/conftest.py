"""Engines are child processes: they find the packages of this checkout by PYTHONPATH, pytest by its settings."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session", autouse=True)
def _packages_for_engines() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        paths = [str(ROOT / "reference"), str(ROOT / "properties"), os.environ.get("PYTHONPATH", "")]
        patch.setenv("PYTHONPATH", os.pathsep.join(path for path in paths if path))
        yield
