"""Does not catch its own exception."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class Raises(Tiny):
    def fault(self, question: Message) -> None:
        raise KeyError("walk")


if __name__ == "__main__":
    Raises().run()
