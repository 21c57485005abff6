"""Checks nothing, says so, and fails at any turn that is not legal; that is allowed."""

from __future__ import annotations

import sys

from conformance.faulty.frame import Message, Tiny


class ChecksNothing(Tiny):
    starts = ("start",)

    def hello(self, question: Message) -> Message:
        return super().hello(question) | {"refusals": "none"}

    def apply(self, question: Message) -> Message:
        said = super().apply(question)
        if said["verdict"] != "legal":
            sys.exit(f"{question['turns']} was not expected")
        return said


if __name__ == "__main__":
    ChecksNothing().run()
