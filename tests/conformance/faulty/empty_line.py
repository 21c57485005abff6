"""Writes an empty line before its answer."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class EmptyLine(Tiny):
    def fault(self, question: Message) -> None:
        self.write("\n")
        self.say(self.answer(question))


if __name__ == "__main__":
    EmptyLine().run()
