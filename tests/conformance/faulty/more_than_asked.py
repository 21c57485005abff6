"""Adds a field of its own."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class MoreThanAsked(Tiny):
    def fault(self, question: Message) -> None:
        self.say({"id": question["id"], "ok": {"verdict": "malformed", "took": 3}})


if __name__ == "__main__":
    MoreThanAsked().run()
