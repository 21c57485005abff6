"""Writes half of its answer and waits."""

from __future__ import annotations

import time

from conformance.faulty.frame import Message, Tiny


class HalfALine(Tiny):
    def fault(self, question: Message) -> None:
        self.write('{"id":')
        time.sleep(3600)


if __name__ == "__main__":
    HalfALine().run()
