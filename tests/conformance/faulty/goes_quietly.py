"""Exits with code 0 in the middle of the questions."""

from __future__ import annotations

import sys

from conformance.faulty.frame import Message, Tiny


class GoesQuietly(Tiny):
    def fault(self, question: Message) -> None:
        sys.exit(0)


if __name__ == "__main__":
    GoesQuietly().run()
