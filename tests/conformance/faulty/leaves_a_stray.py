"""Leaves behind a child process that has left its group."""

from __future__ import annotations

import subprocess
import sys

from conformance.faulty.frame import Tiny


class LeavesAStray(Tiny):
    def leave(self) -> None:
        subprocess.Popen(["sleep", "3600"], start_new_session=True)
        sys.exit(0)


if __name__ == "__main__":
    LeavesAStray().run()
