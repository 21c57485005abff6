"""Lists the turns after a list of turns, and takes no position; that is allowed."""

from __future__ import annotations

from conformance.faulty.frame import Message, Tiny


class ListsAfterTurns(Tiny):
    can = ("apply", "turns")
    starts = ("start",)

    def hello(self, question: Message) -> Message:
        return super().hello(question) | {"turns_from": ["start"]}

    def turns(self, question: Message) -> Message:
        turns = question["turns"]
        position = self._from_start(turns)["position"] if turns else self.table.start()
        return {"turns": list(self.table.turns(position))}


if __name__ == "__main__":
    ListsAfterTurns().run()
