"""`python -m shatterproof`: the command of the installed package, found by its entry point."""

from __future__ import annotations

import sys
from importlib.metadata import entry_points

if __name__ == "__main__":
    for command in entry_points(group="console_scripts", name="shatterproof"):
        sys.exit(command.load()())
    sys.exit("shatterproof: its commands are not installed; expected: pip install shatterproof")
