"""Answers with ok and error at once."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class OkAndError(Tiny):
    def fault(self, question: Message) -> None:
        error = {"code": "internal", "text": "or not"}
        self.say({**self.answer(question), "error": error})


if __name__ == "__main__":
    OkAndError().run()
