"""Answers the next question before it has come."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class AnswersEarly(Tiny):
    def fault(self, question: Message) -> None:
        self.say(self.answer(question))
        self.say({"id": question["id"] + 1, "ok": {"verdict": "malformed"}})


if __name__ == "__main__":
    AnswersEarly().run()
