"""Writes a file of which there is no end."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny

CHUNK = bytes(1 << 20)


class FillsTheDisk(Tiny):
    def fault(self, question: Message) -> None:
        with open("log", "wb") as file:
            while True:
                file.write(CHUNK)


if __name__ == "__main__":
    FillsTheDisk().run()
