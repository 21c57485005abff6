"""The library of compiled functions, built from the present sources."""

from __future__ import annotations

import os
import runpy
import shutil
from pathlib import Path

import pytest

from shatterproof_properties.second import compiled

BUILD = Path(compiled.__file__).parents[2] / "build_compiled.py"


@pytest.fixture(scope="session")
def built() -> None:
    """Makes the library anew after a change of its sources; skips what needs it where there is no compiler.

    Whoever asks for it wants it, whatever the environment says.
    """
    os.environ.pop("SHATTERPROOF_COMPILED", None)
    compiled.library.cache_clear()
    if compiled.library() is None:
        if not any(map(shutil.which, ("cc", "gcc", "clang"))):
            pytest.skip("no C compiler")
        assert runpy.run_path(str(BUILD))["make"]("-Wall", "-Wextra", "-Werror")
        compiled.library.cache_clear()
    assert compiled.library()
