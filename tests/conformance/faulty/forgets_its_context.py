"""Has forgotten its context at every third question about a turn."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class ForgetsItsContext(Tiny):
    def fault(self, question: Message) -> None:
        error = {"code": "bad-question", "text": "no such context is open", "at": "/context"}
        self.say({"id": question["id"], "error": error})


if __name__ == "__main__":
    ForgetsItsContext().run()
