"""Closes its output and runs on."""

from __future__ import annotations

import os
import time

from conformance.faulty.frame import Message, Tiny


class ClosesItsOutput(Tiny):
    def fault(self, question: Message) -> None:
        os.close(1)
        time.sleep(3600)


if __name__ == "__main__":
    ClosesItsOutput().run()
