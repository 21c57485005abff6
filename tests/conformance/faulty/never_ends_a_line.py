"""Writes without end and without a newline."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class NeverEndsALine(Tiny):
    def fault(self, question: Message) -> None:
        while True:
            self.write("x" * 65536)


if __name__ == "__main__":
    NeverEndsALine().run()
