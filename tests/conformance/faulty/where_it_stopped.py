"""From the start, never says which turn was not legal."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class WhereItStopped(Tiny):
    starts = ("start",)

    def apply(self, question: Message) -> Message:
        verdict = super().apply(question)
        verdict.pop("at", None)
        return verdict


if __name__ == "__main__":
    WhereItStopped().run()
