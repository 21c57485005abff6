"""Answers under an id that no question had."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class WrongId(Tiny):
    def fault(self, question: Message) -> None:
        self.say({**self.answer(question), "id": question["id"] + 1000})


if __name__ == "__main__":
    WrongId().run()
