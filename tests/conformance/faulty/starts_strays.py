"""Starts a child outside its group and exits without an answer."""

from __future__ import annotations

import subprocess
import sys

from conformance.faulty.frame import Message, Tiny


class StartsStrays(Tiny):
    def fault(self, question: Message) -> None:
        subprocess.Popen(["sleep", "3600"], start_new_session=True)
        sys.exit(1)


if __name__ == "__main__":
    StartsStrays().run()
