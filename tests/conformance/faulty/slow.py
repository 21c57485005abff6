"""Answers rightly, but an hour late."""

from __future__ import annotations

import time

from conformance.faulty.frame import Message, Tiny


class Slow(Tiny):
    def fault(self, question: Message) -> None:
        time.sleep(3600)
        self.say(self.answer(question))


if __name__ == "__main__":
    Slow().run()
