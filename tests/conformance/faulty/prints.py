"""Prints a note to stdout before its answer."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class Prints(Tiny):
    def fault(self, question: Message) -> None:
        self.write(f"trying {question['turn']}\n")
        self.say(self.answer(question))


if __name__ == "__main__":
    Prints().run()
