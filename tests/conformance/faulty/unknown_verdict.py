"""Gives a verdict that there is not."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class UnknownVerdict(Tiny):
    def fault(self, question: Message) -> None:
        self.say({"id": question["id"], "ok": {"verdict": "perhaps"}})


if __name__ == "__main__":
    UnknownVerdict().run()
