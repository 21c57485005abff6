"""Exits with code 5 after bye."""

from __future__ import annotations

import sys

from conformance.faulty.frame import Tiny


class ExitsWith5(Tiny):
    def leave(self) -> None:
        sys.exit(5)


if __name__ == "__main__":
    ExitsWith5().run()
