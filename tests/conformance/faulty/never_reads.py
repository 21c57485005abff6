"""Reads no question at all."""

from __future__ import annotations

import time

from conformance.faulty.frame import Tiny


class NeverReads(Tiny):
    def run(self) -> None:
        time.sleep(3600)


if __name__ == "__main__":
    NeverReads().run()
