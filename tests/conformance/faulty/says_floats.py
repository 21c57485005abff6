"""Writes a number with a fraction."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class SaysFloats(Tiny):
    def fault(self, question: Message) -> None:
        self.write_under(question, '"ok":{"total":1.5,"by":[]}')


if __name__ == "__main__":
    SaysFloats().run()
