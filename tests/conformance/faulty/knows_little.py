"""Declares every third turn a gap; that is allowed."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class KnowsLittle(Tiny):
    def fault(self, question: Message) -> None:
        self.say({"id": question["id"], "skip": {"why": "not written yet"}})


if __name__ == "__main__":
    KnowsLittle().run()
