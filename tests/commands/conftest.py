from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file that is not there yet."""
    return tmp_path / "file"
