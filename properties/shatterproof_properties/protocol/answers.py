"""Answers: the one place that decides whether two answers say the same.

The order of lists that stand for sets is free for engines and canonical for us: whatever is compared is compared in
canonical order.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from shatterproof import strict_json

Answer = dict[str, Any]
"""The `ok` part of an answer, as the protocol has it. `refused` is our own verdict on a position that may not stand."""

FREE_ORDER = frozenset({"pieces", "worked", "dark", "light", "creating", "memory"})
"""The lists of a position, of any game, that stand for sets: an engine may write them in any order."""

MEMORY = "memory"
"""What a position remembers of the turns before; an engine may leave it out."""


def canonical(position: Any) -> Any:
    """A position as JSON values with every list that stands for a set in one order, whatever the order was."""
    if isinstance(position, dict):
        return {name: _in_order(value) if name in FREE_ORDER else canonical(value) for name, value in position.items()}
    return [canonical(value) for value in position] if isinstance(position, list) else position


def _in_order(value: Any) -> Any:
    return sorted(value, key=strict_json.encode) if isinstance(value, list) else canonical(value)


def without_memory(position: Any) -> Any:
    """A position as JSON values without what it remembers of the turns before."""
    if not isinstance(position, dict):
        return position
    return {name: value for name, value in position.items() if name != MEMORY}


def position_key(position: Any, *, memory: bool = True) -> str:
    """A position as a text that equal positions have in common; what it remembers is left out unless `memory`."""
    return strict_json.encode(canonical(position if memory else without_memory(position)))


def winner(outcome: Answer | None) -> str:
    """Who won, in a word: a side, "nobody" for a draw, "" while the game goes on. The clause is the engine's affair."""
    return "" if outcome is None else outcome["winner"] or "nobody"


def result_key(result: Answer, *, memory: bool = True) -> tuple[str, str]:
    """A position and its outcome, as results that are the same have them in common."""
    return position_key(result["position"], memory=memory), winner(result["outcome"])


def key(do: str, answer: Answer, *, memory: bool = True, refusals: bool = True) -> Hashable:
    """What matters in an answer to the command `do`: two answers say the same if and only if their keys are equal.

    Of a verdict that is the word, the index of the turn that is not legal, and the result; of `turns` the results; of
    `count` the numbers. Clauses, meanings and the texts under which results are listed are left out. Unless `memory`,
    so is what positions remember; unless `refusals`, all verdicts on a turn that is not legal are one.
    """
    verdict = answer.get("verdict")
    if verdict == "legal" or (verdict and "position" in answer):
        return verdict, result_key(answer, memory=memory)
    if verdict:
        return (verdict if refusals or verdict == "refused" else "illegal"), answer.get("at")
    if do == "count":
        return answer["total"], tuple(sorted(leaves for _, leaves in answer["by"]))
    results = [result_key(entry, memory=memory) for entry in answer["turns"]]
    # Without its memory a position may stand for two results.
    return tuple(sorted(results if memory else set(results)))


def same(do: str, one: Answer, two: Answer, *, memory: bool | None = True, refusals: bool = True) -> bool:
    """Whether two answers to the command `do` say the same, as far as `key` goes.

    With `memory` None what positions remember counts where both answers have it.
    """
    if memory is None:
        memory = _has_memory(one) == _has_memory(two)
    return key(do, one, memory=memory, refusals=refusals) == key(do, two, memory=memory, refusals=refusals)


def same_position(one: Any, two: Any, *, memory: bool | None = True) -> bool:
    """Whether two positions are the same, in whatever order they list their pieces; `memory` as in `same`."""
    if not isinstance(one, dict) or not isinstance(two, dict):
        return False
    if memory is None:
        memory = (MEMORY in one) == (MEMORY in two)
    # Most engines list as we do, and need no sorting.
    return (memory and one == two) or position_key(one, memory=memory) == position_key(two, memory=memory)


def same_outcome(one: Answer | None, two: Answer | None) -> bool:
    """Whether two outcomes name the same winner."""
    return winner(one) == winner(two)


def _has_memory(answer: Answer) -> bool:
    position = answer.get("position")
    return isinstance(position, dict) and MEMORY in position
