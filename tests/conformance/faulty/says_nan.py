"""Writes NaN, which is no JSON."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class SaysNan(Tiny):
    def fault(self, question: Message) -> None:
        self.write_under(question, '"ok":NaN')


if __name__ == "__main__":
    SaysNan().run()
