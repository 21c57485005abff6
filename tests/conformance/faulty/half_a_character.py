"""Writes half of a surrogate pair."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class HalfACharacter(Tiny):
    def fault(self, question: Message) -> None:
        self.write_under(question, '"skip":{"why":"\\ud83d"}')


if __name__ == "__main__":
    HalfACharacter().run()
