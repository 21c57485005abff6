"""Answers bye and stays."""

from __future__ import annotations

import time

from conformance.faulty.frame import Tiny


class IgnoresBye(Tiny):
    def leave(self) -> None:
        time.sleep(3600)


if __name__ == "__main__":
    IgnoresBye().run()
