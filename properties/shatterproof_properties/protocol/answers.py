"""Answers: the one place that decides whether two answers say the same.

Lists that stand for sets may come in any order from engines, and are in canonical order when we write them. Whatever is
compared is put into canonical order.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from typing import Any

from shatterproof import strict_json
from shatterproof.game import AnyGame, Outcome

Answer = dict[str, Any]
"""The `ok` part of an answer, as the protocol has it. `refused` is our own verdict on a position that may not stand."""

FREE_ORDER = frozenset({"pieces", "worked", "dark", "light", "creating", "memory"})
"""The lists of a position, of any game, that stand for sets: an engine may write them in any order."""

MEMORY = "memory"
"""What a position remembers of the turns before; an engine may leave it out."""

_NAMED_PLACE = re.compile(r"([a-z]{1,2})([0-9]{1,9})")
_LENGTH = re.compile(r"[0-9]{1,9}(?:/[0-9]{1,9})?")
_LONGEST_KEPT = 64
"""The most characters of a piece whose sort key is remembered, since thousands of positions have the same pieces."""


def outcome_to_json(outcome: Outcome | None) -> dict[str, Any] | None:
    return None if outcome is None else {"winner": outcome.winner, "clause": outcome.clause}


def position_to_json(game: AnyGame, position: Any) -> dict[str, Any]:
    """A position in the form of the protocol. It does not name its readings, which are those of the context."""
    data = game.to_json(position)
    data.pop("readings", None)
    return data


def result(game: AnyGame, after: Any) -> dict[str, Any]:
    """A position and its outcome, in the form of the protocol."""
    return {"position": position_to_json(game, after), "outcome": outcome_to_json(game.outcome(after))}


def canonical(position: Any) -> Any:
    """A position as JSON values, in the order in which we write it."""
    if isinstance(position, dict):
        return {
            name: sorted(value, key=_place) if isinstance(value, list) and _is_set(name, value) else canonical(value)
            for name, value in position.items()
        }
    return list(map(canonical, position)) if isinstance(position, list) else position


def _is_set(name: str, value: list[Any]) -> bool:
    """Whether a list stands for a set. `target` does if it lists several pieces."""
    return name in FREE_ORDER or (name == "target" and all(isinstance(each, list) for each in value))


def _place(item: Any) -> tuple[Any, ...]:
    """The sort key of an item: y and x as numbers, or the letter and the number of the first square named."""
    try:
        is_short = isinstance(item, list) and len("".join(item)) <= _LONGEST_KEPT
    except TypeError:
        is_short = False
    return _kept_place(*item) if is_short else _reckoned_place(item)


@lru_cache(maxsize=1 << 14)
def _kept_place(*item: str) -> tuple[Any, ...]:
    return _reckoned_place([*item])


def _reckoned_place(item: Any) -> tuple[Any, ...]:
    text = strict_json.encode(item)
    if isinstance(item, list) and len(item) > 3:
        # What is no length of ours is compared as text only: it may be hostile.
        x, y = (_length(each) if isinstance(each, str) else None for each in item[:2])
        return (2, text) if x is None or y is None else (0, y, x, text)
    name = item[0] if isinstance(item, list) and item else item
    place = _NAMED_PLACE.fullmatch(name) if isinstance(name, str) else None
    return (1, place[1], int(place[2]), text) if place else (2, text)


@lru_cache(maxsize=1 << 14)
def _length(text: str) -> float | Fraction | None:
    """A length as a number, None for any other text. Whole numbers stay whole, since they compare faster."""
    if not _LENGTH.fullmatch(text):
        return None
    with suppress(ZeroDivisionError):
        exact = Fraction(text)
        return float(exact) if float(exact) == exact else exact
    return None


def without_memory(position: Any) -> Any:
    """A position as JSON values without what it remembers of the turns before."""
    if not isinstance(position, dict):
        return position
    return {name: value for name, value in position.items() if name != MEMORY}


def forgotten(position: dict[str, Any]) -> dict[str, Any]:
    """A position as JSON values that remembers nothing of the turns before, if it has a field for that."""
    if MEMORY not in position:
        return position
    return {**position, MEMORY: [] if isinstance(position[MEMORY], list) else None}


def position_key(position: Any, *, memory: bool = True) -> str:
    """A text that equal positions have in common. Without `memory` it leaves out what they remember."""
    return strict_json.encode(canonical(position if memory else without_memory(position)))


class Positions:
    """Positions in a fixed order, which can be found whatever the order of their lists.

    Without `memory`, what they remember does not count; of positions that are then equal, the first is found.
    """

    def __init__(self, positions: Iterable[Any], *, memory: bool = True) -> None:
        self._memory = memory
        self._places: dict[str, int] = {}
        for place, position in enumerate(positions):
            self._places.setdefault(self._written(position), place)

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[int]:
        """The places of those that differ."""
        return iter(self._places.values())

    @property
    def characters(self) -> int:
        """How long they are in JSON, in all."""
        return sum(map(len, self._places))

    def find(self, position: Any) -> int | None:
        """The index of the same position, or None."""
        # Most engines list as we do, and need no sorting.
        place = self._places.get(self._written(position))
        return self._places.get(position_key(position, memory=self._memory)) if place is None else place

    def find_text(self, text: str) -> int | None:
        """The index of the position with this canonical JSON, or None. The JSON has the memory only if it counts."""
        return self._places.get(text)

    def _written(self, position: Any) -> str:
        return strict_json.encode(position if self._memory else without_memory(position))


def winner(outcome: Answer | None) -> str:
    """The winner: a side, "nobody" for a draw, "" while the game goes on. The clause does not count."""
    return "" if outcome is None else outcome["winner"] or "nobody"


def result_key(result: Answer, *, memory: bool = True) -> tuple[str, str]:
    """The position and winner of a result, as a key that equal results have in common."""
    return position_key(result["position"], memory=memory), winner(result["outcome"])


def key(do: str, answer: Answer, *, memory: bool = True, refusals: bool = True) -> Hashable:
    """The key of an answer to the command `do`: two answers agree if and only if their keys are equal.

    The key of a verdict is its word, the index of the turn that is not legal, and the result. The key of `turns` is its
    results, and that of `count` its numbers. Clauses, meanings and texts of listed turns are left out. Without
    `memory`, what positions remember is left out too. Without `refusals`, all verdicts on turns that are not legal are
    one.
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
    """Whether two answers to the command `do` have the same key.

    With `memory` None, what positions remember counts only if both answers have it, or neither.
    """
    if memory is None:
        memory = _has_memory(one) == _has_memory(two)
    return key(do, one, memory=memory, refusals=refusals) == key(do, two, memory=memory, refusals=refusals)


def same_position(one: Any, two: Any, *, memory: bool | None = True) -> bool:
    """Whether two positions are the same in any order of their lists; `memory` as in `same`."""
    if not isinstance(one, dict) or not isinstance(two, dict):
        return False
    if memory is None:
        memory = (MEMORY in one) == (MEMORY in two)
    # Most engines list as we do, and need no sorting.
    return (memory and one == two) or position_key(one, memory=memory) == position_key(two, memory=memory)


def same_outcome(one: Answer | None, two: Answer | None) -> bool:
    return winner(one) == winner(two)


def _has_memory(answer: Answer) -> bool:
    position = answer.get("position")
    return isinstance(position, dict) and MEMORY in position
