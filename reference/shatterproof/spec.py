"""Where the text of the rules is: next to the code in a checkout, inside the package when installed."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def spec_folder() -> Path:
    """The folder with the spec pages, schemas and vectors. Raises FileNotFoundError when there is none."""
    here = Path(__file__).resolve().parent
    for folder in (here / "_spec", here.parents[1] / "spec"):
        if (folder / "protocol.md").is_file():
            return folder
    raise FileNotFoundError(f"no spec folder beside {here}: the installation is incomplete")
