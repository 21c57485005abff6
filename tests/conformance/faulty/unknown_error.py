"""Reports an error that is not on the list."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class UnknownError(Tiny):
    def fault(self, question: Message) -> None:
        self.say({"id": question["id"], "error": {"code": "oops", "text": "went wrong"}})


if __name__ == "__main__":
    UnknownError().run()
