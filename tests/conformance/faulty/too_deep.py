"""Nests brackets without end."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class TooDeep(Tiny):
    def fault(self, question: Message) -> None:
        self.write("[" * 5000 + "]" * 5000 + "\n")


if __name__ == "__main__":
    TooDeep().run()
