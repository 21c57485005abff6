"""Dies while a child of it holds its output open."""

from __future__ import annotations

import os
import subprocess

from conformance.faulty.frame import Message, Tiny


class DiesWithAChild(Tiny):
    def fault(self, question: Message) -> None:
        subprocess.Popen(["sleep", "3600"])
        os._exit(4)


if __name__ == "__main__":
    DiesWithAChild().run()
