"""Greets on stdout before it is asked anything."""

from __future__ import annotations

from conformance.faulty.frame import Tiny


class Greets(Tiny):
    def run(self) -> None:
        self.write("Tiny engine, version 1\n")
        super().run()


if __name__ == "__main__":
    Greets().run()
