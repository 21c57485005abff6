"""Writes its answer a byte at a time, and never ends it."""

from __future__ import annotations

import time

from conformance.faulty.frame import Message, Tiny


class Drip(Tiny):
    def fault(self, question: Message) -> None:
        while True:
            self.write(" ")
            time.sleep(0.01)


if __name__ == "__main__":
    Drip().run()
