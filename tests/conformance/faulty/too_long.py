"""Writes a line longer than a line may be."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class TooLong(Tiny):
    def fault(self, question: Message) -> None:
        self.write(" " * (9 * 1024 * 1024) + "\n")


if __name__ == "__main__":
    TooLong().run()
