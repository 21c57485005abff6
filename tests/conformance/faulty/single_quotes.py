"""Prints a Python dictionary instead of JSON."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class SingleQuotes(Tiny):
    def fault(self, question: Message) -> None:
        self.write(f"{self.answer(question)}\n")


if __name__ == "__main__":
    SingleQuotes().run()
