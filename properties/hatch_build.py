"""Puts the library of compiled functions into the wheel, where it can be made."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import platform_tags

HERE = Path(__file__).parent


class CompiledFunctions(BuildHookInterface[Any]):
    """Makes the library. A wheel with it is one for this platform; an editable install finds it in the tree."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Makes the library, if that can be done."""
        made = runpy.run_path(str(HERE / "build_compiled.py"))["make"]()
        if made and version != "editable":
            build_data["force_include"][str(made)] = str(made.relative_to(HERE))
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{next(iter(platform_tags()))}"
