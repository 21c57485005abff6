"""Writes each answer in many pieces; that is allowed."""

from __future__ import annotations

from conformance.faulty.frame import Tiny


class InPieces(Tiny):
    def write(self, text: str) -> None:
        for letter in text:
            super().write(letter)


if __name__ == "__main__":
    InPieces().run()
