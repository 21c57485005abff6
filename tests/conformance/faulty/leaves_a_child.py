"""Leaves a child process behind."""

from __future__ import annotations

import subprocess
import sys

from conformance.faulty.frame import Tiny


class LeavesAChild(Tiny):
    def leave(self) -> None:
        subprocess.Popen(["sleep", "3600"])
        sys.exit(0)


if __name__ == "__main__":
    LeavesAChild().run()
