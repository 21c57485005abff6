"""Answers a turn as it did the first time that it heard it, whatever the position is now."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class KeepsOldAnswers(Tiny):
    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[str, Message] = {}

    def apply(self, question: Message) -> Message:
        return self.kept.setdefault(question["turn"], super().apply(question))


if __name__ == "__main__":
    KeepsOldAnswers().run()
