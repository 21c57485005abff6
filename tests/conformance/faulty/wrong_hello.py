"""Leaves out where it can begin."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class WrongHello(Tiny):
    def hello(self, question: Message) -> Message:
        introduction = super().hello(question)
        del introduction["from"]
        return introduction


if __name__ == "__main__":
    WrongHello().run()
