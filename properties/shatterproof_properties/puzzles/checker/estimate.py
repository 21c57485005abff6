"""An estimate of a certificate's work before any of it is done: about how many results have to be made.

It assumes that every position has as many results as the diagram. A table says how many it has. A turn that fails
without a table needs the results after it and the first reply to each; so does a result without an answer. A turn that
wins mostly ends the game. For a series the numbers of turns are multiplied. The checker also counts what it really
makes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shatterproof_properties.puzzles.checker.certificate import PROVED, Claimed, Json
from shatterproof_properties.puzzles.checker.proof import MATED

WINS = frozenset({"key", "cook", "short", "lost", "answers", "others"})
"""The parts of a proof whose turns win."""
MOST_SHOWN = 10**12
"""Larger numbers of results are shown as more than this."""


def work_of(certificate: Json, claimed: Claimed, results: int) -> int:
    """The estimated number of results that a certificate asks for. `diagram` is the number in its position."""
    nodes: Sequence[Any] = certificate["nodes"]
    tables = [node for node in nodes if isinstance(node, dict)]
    counted = sum(_whole(table.get("count")) for table in tables)
    named = open_ends([certificate["proof"], *(table for table in tables if table.get("shows") != MATED)])
    return results + counted + 2 * results * (1 + named) + _gone_through(certificate, claimed, results)


def _gone_through(certificate: Json, claimed: Claimed, results: int) -> int:
    """The work to see that there is no series, no other one or no shorter one."""
    parts = certificate["proof"]
    is_shown = isinstance(parts, dict) and bool(parts.keys() & {"short", "other"})
    if claimed.kind != "series" or is_shown or (certificate["verdict"] == PROVED and not claimed.unique):
        return 0
    return 2 * int(results**claimed.turns)


def open_ends(value: Any) -> int:
    """The number of results or failing turns, anywhere in a value, that have no table for what follows."""
    found, uncovered, waiting = 0, set[int](), [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            found += _left_open(each)
            uncovered.add(_whole(each.get("result"), -1))
            waiting.extend(part for name, part in each.items() if name not in WINS)
        elif isinstance(each, list):
            waiting.extend(each)
    return found + len(uncovered - {-1})


def _left_open(named: Json) -> int:
    """The number of entries without a table in a group, a turn or a list of results; 0 for anything else."""
    then, results = named.get("then"), named.get("results")
    if isinstance(then, list):
        return then.count(None) if isinstance(results, list) else 0
    return len(results) if isinstance(results, list) else int("by" in named and then is None)


def _whole(value: Any, otherwise: int = 0) -> int:
    return value if type(value) is int and value > 0 else otherwise


def work_to_text(work: int) -> str:
    """How much work it is, in words."""
    return f"about {work:,} results" if work <= MOST_SHOWN else f"more than {MOST_SHOWN:,} results"
