"""Has one word for all that is not legal, and says so; that is allowed."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class HasOneWord(Tiny):
    can = ("apply", "turns", "count")
    starts = ("start", "position")

    def hello(self, question: Message) -> Message:
        return super().hello(question) | {"refusals": "one"}

    def apply(self, question: Message) -> Message:
        said = super().apply(question)
        if said["verdict"] == "legal":
            return said
        return {"verdict": "illegal", **({"at": said["at"]} if "at" in said else {})}


if __name__ == "__main__":
    HasOneWord().run()
