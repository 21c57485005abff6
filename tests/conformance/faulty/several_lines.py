"""Spreads its answer over several lines."""

from __future__ import annotations

import json

from conformance.faulty.frame import Message, Tiny


class SeveralLines(Tiny):
    def fault(self, question: Message) -> None:
        self.write(json.dumps(self.answer(question), indent=1) + "\n")


if __name__ == "__main__":
    SeveralLines().run()
