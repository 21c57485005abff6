"""Answers without an id."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class NoId(Tiny):
    def fault(self, question: Message) -> None:
        answer = self.answer(question)
        del answer["id"]
        self.say(answer)


if __name__ == "__main__":
    NoId().run()
