"""Puts a byte order mark before its answer."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class ByteOrderMark(Tiny):
    def fault(self, question: Message) -> None:
        self.write("\ufeff")
        self.say(self.answer(question))


if __name__ == "__main__":
    ByteOrderMark().run()
