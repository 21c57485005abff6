"""Speaks version 2 of the protocol only."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class Newer(Tiny):
    def answer(self, question: Message) -> Message:
        error = {"code": "unsupported", "text": "speaks version 2 only", "at": "/protocol"}
        return {"id": question["id"], "error": error}


if __name__ == "__main__":
    Newer().run()
