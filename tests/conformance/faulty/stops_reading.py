"""Reads no more questions, and says no more."""

from __future__ import annotations

import sys
import time

from conformance.faulty.frame import Message, Tiny


class StopsReading(Tiny):
    def fault(self, question: Message) -> None:
        sys.stdin.close()
        time.sleep(3600)


if __name__ == "__main__":
    StopsReading().run()
