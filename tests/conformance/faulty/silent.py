"""Does not answer at all."""

from __future__ import annotations

import time

from conformance.faulty.frame import Message, Tiny


class Silent(Tiny):
    def fault(self, question: Message) -> None:
        time.sleep(3600)


if __name__ == "__main__":
    Silent().run()
