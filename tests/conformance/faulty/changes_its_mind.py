"""Gives another answer when asked the same again."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny
from shatterproof.strict_json import encode


class ChangesItsMind(Tiny):
    def __init__(self) -> None:
        super().__init__()
        self.heard: set[str] = set()

    def apply(self, question: Message) -> Message:
        asked = question["turn"] + encode(question["position"])
        again = asked in self.heard
        self.heard.add(asked)
        return super().apply(question) if again else {"verdict": "malformed"}


if __name__ == "__main__":
    ChangesItsMind().run()
