"""Prints how it is used and exits."""

from __future__ import annotations

import sys

from conformance.faulty.frame import Tiny


class WantsArguments(Tiny):
    def run(self) -> None:
        sys.exit("usage: wants_arguments BOARD")


if __name__ == "__main__":
    WantsArguments().run()
