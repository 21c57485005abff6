"""Ends its lines as Windows does; that is allowed."""

from __future__ import annotations

from conformance.faulty.frame import Tiny


class CarriageReturns(Tiny):
    def write(self, text: str) -> None:
        super().write(text.replace("\n", "\r\n"))


if __name__ == "__main__":
    CarriageReturns().run()
