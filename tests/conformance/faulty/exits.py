"""Says why on stderr and exits with code 3."""

from __future__ import annotations

import sys

from conformance.faulty.frame import Message, Tiny


class Exits(Tiny):
    def fault(self, question: Message) -> None:
        sys.stderr.write("no rule for this")
        sys.exit(3)


if __name__ == "__main__":
    Exits().run()
