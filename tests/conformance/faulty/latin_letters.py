"""Writes Latin-1 instead of UTF-8."""

from __future__ import annotations

import sys

from conformance.faulty.frame import Message, Tiny


class LatinLetters(Tiny):
    def fault(self, question: Message) -> None:
        sys.stdout.buffer.write(b'{"id":%d,"skip":{"why":"\xe0 faire"}}\n' % question["id"])
        sys.stdout.flush()


if __name__ == "__main__":
    LatinLetters().run()
