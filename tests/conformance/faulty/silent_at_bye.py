"""Does not answer bye."""

from __future__ import annotations

import time

from conformance.faulty.frame import Message, Tiny


class SilentAtBye(Tiny):
    def bye(self, question: Message) -> Message:
        time.sleep(3600)
        return {}


if __name__ == "__main__":
    SilentAtBye().run()
