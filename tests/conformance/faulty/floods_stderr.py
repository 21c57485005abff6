"""Writes a megabyte to stderr with each answer; that is allowed."""

from __future__ import annotations

import sys

from conformance.faulty.frame import Message, Tiny


class FloodsStderr(Tiny):
    def answer(self, question: Message) -> Message:
        sys.stderr.write("x" * 1_000_000)
        return super().answer(question)


if __name__ == "__main__":
    FloodsStderr().run()
