"""Answers each third question about a turn after the question that follows it."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class OutOfOrder(Tiny):
    held: Message | None = None

    def hear(self, question: Message) -> None:
        held, self.held = self.held, None
        super().hear(question)
        if held:
            self.say(held)

    def fault(self, question: Message) -> None:
        self.held = self.answer(question)


if __name__ == "__main__":
    OutOfOrder().run()
