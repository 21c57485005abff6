"""Gives its answer twice."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class AnswersTwice(Tiny):
    def fault(self, question: Message) -> None:
        self.say(self.answer(question))
        self.say(self.answer(question))


if __name__ == "__main__":
    AnswersTwice().run()
