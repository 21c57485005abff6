"""Allocates without end."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class Hoards(Tiny):
    def fault(self, question: Message) -> None:
        hoard = []
        while True:
            hoard.append(bytes(10**8))


if __name__ == "__main__":
    Hoards().run()
