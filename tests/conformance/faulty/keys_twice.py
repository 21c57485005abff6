"""Names a key twice."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class KeysTwice(Tiny):
    def fault(self, question: Message) -> None:
        self.write_under(question, '"ok":{"verdict":"legal","verdict":"illegal"}')


if __name__ == "__main__":
    KeysTwice().run()
