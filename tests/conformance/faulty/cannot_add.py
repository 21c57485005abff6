"""Counts one leaf too many in all."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class CannotAdd(Tiny):
    can = ("apply", "turns", "count")

    def count(self, question: Message) -> Message:
        counted = super().count(question)
        return {**counted, "total": counted["total"] + 1}


if __name__ == "__main__":
    CannotAdd().run()
