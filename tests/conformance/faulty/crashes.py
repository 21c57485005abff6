"""Is ended by a signal."""

from __future__ import annotations

import os
import signal

from conformance.faulty.frame import Message, Tiny


class Crashes(Tiny):
    def fault(self, question: Message) -> None:
        os.kill(os.getpid(), signal.SIGSEGV)


if __name__ == "__main__":
    Crashes().run()
