"""Leaves the memory out of its positions, and passes over it in questions; that is allowed."""

from __future__ import annotations

from typing import Any

from conformance.faulty.frame import Message, Tiny
from shatterproof_properties.protocol.answers import MEMORY


class KeepsNoMemory(Tiny):
    can = ("apply", "turns", "count")

    def answer(self, question: Message) -> Message:
        if "position" in question:
            question = {**question, "position": {**question["position"], MEMORY: None}}
        said: Message = forgetful(super().answer(question))
        return said


def forgetful(value: Any) -> Any:
    """JSON values without any memory."""
    if isinstance(value, list):
        return [forgetful(each) for each in value]
    return {k: forgetful(v) for k, v in value.items() if k != MEMORY} if isinstance(value, dict) else value


if __name__ == "__main__":
    KeepsNoMemory().run()
