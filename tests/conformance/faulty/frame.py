"""What the row of faulty engines shares: an honest engine for Crumble on 2x2, of which each replaces one thing."""

from __future__ import annotations

import json
import sys
from typing import Any

from shatterproof.strict_json import encode
from shatterproof_properties.second.crumble import Engine

EVERY = 3
"""A fault shows at every third question about a single turn."""

Message = dict[str, Any]


class Tiny:
    """Answers as it should. `applied` counts the questions about single turns since the start of the process."""

    can: tuple[str, ...] = ("apply",)
    starts: tuple[str, ...] = ("position",)

    def __init__(self) -> None:
        self.applied = 0
        self.table = Engine(2, 2, {})

    def run(self) -> None:
        """Reads questions until the end of the input."""
        for line in sys.stdin.buffer:
            self.hear(json.loads(line))

    def hear(self, question: Message) -> None:
        """One question."""
        if question["do"] == "apply":
            self.applied += 1
            if self.applied % EVERY == 0:
                self.fault(question)
                return
        self.say(self.answer(question))
        if question["do"] == "bye":
            self.leave()

    def fault(self, question: Message) -> None:
        """What it does at every third question about a turn."""
        self.say(self.answer(question))

    def leave(self) -> None:
        """What it does after bye."""
        sys.exit(0)

    def answer(self, question: Message) -> Message:
        """The right answer."""
        return {"id": question["id"], "ok": getattr(self, question["do"])(question)}

    def say(self, answer: Message) -> None:
        """Writes an answer on a line."""
        self.write(encode(answer) + "\n")

    def write_under(self, question: Message, rest: str) -> None:
        """Writes an answer on a line, as it stands after the id."""
        self.write(f'{{"id":{question["id"]},{rest}}}\n')

    def write(self, text: str) -> None:
        """Writes text to stdout at once."""
        sys.stdout.write(text)
        sys.stdout.flush()

    def hello(self, question: Message) -> Message:
        return {
            "protocol": 1,
            "engine": {"name": type(self).__name__, "version": "1", "language": "Python"},
            "games": {"crumble": {"boards": ["2x2"], "readings": {}}},
            "can": list(self.can),
            "from": list(self.starts),
        }

    def open(self, question: Message) -> Message:
        return {"context": "c1", "start": self.table.start()}

    def apply(self, question: Message) -> Message:
        if "turns" not in question:
            return dict(self.table.apply(question["position"], question["turn"]))
        return self._from_start(question["turns"])

    def _from_start(self, turns: list[str]) -> Message:
        position = self.table.start()
        for index, turn in enumerate(turns):
            verdict = self.table.apply(position, turn)
            if verdict["verdict"] != "legal":
                return {**verdict, "at": index}
            position = verdict["position"]
        return dict(verdict)

    def turns(self, question: Message) -> Message:
        return {"turns": list(self.table.turns(question["position"]))}

    def count(self, question: Message) -> Message:
        return dict(self.table.count(question["position"], question["depth"]))

    def bye(self, question: Message) -> Message:
        return {}
