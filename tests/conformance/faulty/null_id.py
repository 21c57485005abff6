"""Answers with null for an id, though nothing is wrong."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class NullId(Tiny):
    def fault(self, question: Message) -> None:
        self.say({**self.answer(question), "id": None})


if __name__ == "__main__":
    NullId().run()
