"""Says more after bye."""

from __future__ import annotations

import sys

from conformance.faulty.frame import Tiny


class HasTheLastWord(Tiny):
    def leave(self) -> None:
        self.write("goodbye\n")
        sys.exit(0)


if __name__ == "__main__":
    HasTheLastWord().run()
