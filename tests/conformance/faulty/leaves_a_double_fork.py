"""Leaves behind a process without a parent, in a session of its own, with nothing in its environment."""

from __future__ import annotations

import os
import sys

from conformance.faulty.frame import Tiny


class LeavesADoubleFork(Tiny):
    def leave(self) -> None:
        reading, writing = os.pipe()
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.execve("/bin/sleep", ["sleep", "3600"], {})
            os._exit(0)
        os.wait()
        # The pipe ends when sleep has taken the place of Python, on a busy machine some time later.
        os.close(writing)
        os.read(reading, 1)
        sys.exit(0)


if __name__ == "__main__":
    LeavesADoubleFork().run()
