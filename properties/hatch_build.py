"""Puts the library of compiled functions into the wheel, where it can be made.

With SHATTERPROOF_COMPILED=no the wheel is a pure one, for every platform.
"""

from __future__ import annotations

import os
import re
import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import platform_tags

HERE = Path(__file__).parent


class CompiledFunctions(BuildHookInterface[Any]):
    """Makes the library. A wheel with it is one for this platform; an editable install finds it in the tree."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Makes the library, if that can be done and is wanted."""
        if os.environ.get("SHATTERPROOF_COMPILED") == "no":
            return
        made = runpy.run_path(str(HERE / "build_compiled.py"))["make"]()
        if made and version != "editable":
            build_data["force_include"][str(made)] = str(made.relative_to(HERE))
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{platform(made, list(platform_tags()))}"


def platform(library: Path, tags: list[str]) -> str:
    """Say where a library runs: on Linux wherever the C library has all the versions of symbols that it asks for."""
    needed = [int(minor) for minor in re.findall(rb"GLIBC_2\.(\d+)", library.read_bytes())]
    if needed and tags[0].startswith("linux_"):
        return f"manylinux_2_{max(needed)}_{tags[0].removeprefix('linux_')}"
    return next((tag for tag in tags if tag.startswith("musllinux_")), tags[0])
