"""Answers to the questions of vectors: how a table gives them, and when two of them say the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import AnyGame
from shatterproof_properties.conformance.vectors.vector import Answer, Question
from shatterproof_properties.protocol.table import Table


def answer(table: Table, question: Question) -> Answer:
    """What a table says to a question, as the protocol's ok part. Raises ValueError where it refuses the position."""
    return _WAYS[question.do](table, question.asked)


def _apply(table: Table, asked: dict[str, Any]) -> Answer:
    if "turn" in asked:
        return table.apply(asked["position"], asked["turn"])
    position, said = table.start(), Answer()
    for index, text in enumerate(asked["turns"]):
        said = table.apply(position, text)
        if said["verdict"] != "legal":
            return {**said, "at": index}
        position = said["position"]
    return said


def _turns(table: Table, asked: dict[str, Any]) -> Answer:
    return {"turns": list(table.turns(asked.get("position") or table.start()))}


def _count(table: Table, asked: dict[str, Any]) -> Answer:
    return table.count(asked.get("position") or table.start(), asked["depth"])


_WAYS: dict[str, Callable[[Table, dict[str, Any]], Answer]] = {"apply": _apply, "turns": _turns, "count": _count}


def same(do: str, one: Answer, two: Answer, remembers: bool = True) -> bool:
    """Whether two answers say the same, as far as `essence` goes."""
    return bool(essence(do, one, remembers) == essence(do, two, remembers))


def essence(do: str, said: Answer, remembers: bool = True) -> Any:
    """What matters in an answer; answers that may stand for each other have the same.

    Lists of pieces may be in any order, clauses and meanings are left out, and so are the texts under which results
    are listed. Unless it `remembers`, what positions say of the turns before is left out too.
    """
    if do == "count":
        return said["total"], sorted(leaves for _, leaves in said["by"])
    if do == "apply":
        return said["verdict"], said.get("at"), _result(said, remembers) if said["verdict"] == "legal" else None
    results = [_result(entry, remembers) for entry in said["turns"]]
    # Without its memory a position may stand for two results.
    return sorted(results) if remembers else set(results)


def _result(said: Answer, remembers: bool) -> tuple[str, str]:
    outcome = said["outcome"]
    return position_essence(said["position"], remembers), "on" if outcome is None else f"won by {outcome['winner']}"


def position_essence(position: Any, remembers: bool = True) -> str:
    """A position as a text that is the same in whatever order its pieces are listed."""
    kept = {
        name: sorted(value, key=strict_json.encode) if isinstance(value, list) else value
        for name, value in position.items()
        if remembers or name != "memory"
    }
    return strict_json.encode(kept)


def is_opening(game: AnyGame, position: Any) -> bool:
    """Whether a position is the one that its board begins with."""
    try:
        return bool(position == game.start(position.board, position.readings))
    except InputError:
        return False
