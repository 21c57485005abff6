"""Starts children and waits for them without an answer."""

from __future__ import annotations

import subprocess

from conformance.faulty.frame import Message, Tiny


class StartsTooMany(Tiny):
    def fault(self, question: Message) -> None:
        children = [subprocess.Popen(["sleep", "3600"], start_new_session=True) for _ in range(70)]
        children[0].wait()


if __name__ == "__main__":
    StartsTooMany().run()
