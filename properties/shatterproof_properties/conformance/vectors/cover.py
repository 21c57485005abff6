"""Choosing vectors: few that between them do all that a core has to do, then many over all boards and clauses."""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator

from shatterproof_properties.conformance.vectors.judging import Judged

Aim = tuple[Hashable, ...]
LONGEST_IN_CORE = 6_000
"""Bytes of a line of the core, at most."""
BYTES_A_LINE = 3_000
"""So many more bytes count as much against a vector as its being one more."""
WANTED = {"clause": 2, "mistake": 2, "leans": 2}
"""How many vectors a core has for an aim of this kind; one for others."""


def aims(judged: Judged) -> Iterator[Aim]:
    """What a vector does for a core set: clauses, planted mistakes and readings, as such and for those who can begin
    only with the opening, or only with positions; what it combines; boards and commands."""
    vector = judged.vector
    question, verdict = vector.question, vector.answer.get("verdict", "")
    form = "start" if question.from_start else "position"
    yield "board", question.board, form
    yield "do", question.do, form, question.board
    for name in judged.caught:
        yield "mistake", name
        yield "mistake", name, form
        yield "mistake", name, form, question.do
    for pair in judged.told:
        yield "told", *pair
        yield "told", *pair, form
    for pair in judged.refused:
        yield "refused", *pair
    for pair in judged.remembered:
        yield "remembered", *pair
    if question.do == "apply":
        for clause in vector.clauses:
            yield "clause", clause
            yield "clause", clause, form
        if not question.readings:
            yield "together", tuple(sorted(vector.clauses)), verdict
    yield "leans", judged.example or vector.clauses[:1]


def core(pool: Iterable[Judged]) -> list[Judged]:
    """A small set that does everything for which the pool has enough, chosen greedily."""
    fit = [judged for judged in pool if len(judged.vector.line) <= LONGEST_IN_CORE]
    sought = {id(judged): list(dict.fromkeys(aims(judged))) for judged in fit}
    left = Counter({aim: WANTED.get(str(aim[0]), 1) for found in sought.values() for aim in found})
    chosen: list[Judged] = []
    waiting = [(-float("inf"), judged.vector.id, judged) for judged in fit]
    while waiting:
        _, name, judged = heapq.heappop(waiting)
        gain = sum(left[aim] > 0 for aim in sought[id(judged)])
        if not gain:
            continue
        worth = gain / (1 + len(judged.vector.line) / BYTES_A_LINE)
        # Gains only fall, so whoever is still ahead of the others' last known worth is the best.
        if waiting and -worth > waiting[0][0]:
            heapq.heappush(waiting, (-worth, name, judged))
            continue
        chosen.append(judged)
        left.subtract(aim for aim in sought[id(judged)] if left[aim] > 0)
    return chosen


def spread(pool: Iterable[Judged], chosen: Iterable[Judged], budget: int) -> list[Judged]:
    """More vectors, up to so many bytes: in turn one of each kind, clause, board and form, short ones first."""
    taken = {judged.vector.id for judged in chosen}
    kinds: dict[Hashable, list[Judged]] = defaultdict(list)
    for judged in sorted(pool, key=lambda judged: (len(judged.vector.line), judged.vector.id), reverse=True):
        vector = judged.vector
        if vector.id not in taken:
            question = vector.question
            kinds[(vector.clauses[:1], question.board, question.do, question.from_start)].append(judged)
    found: list[Judged] = []
    while kinds:
        for kind in sorted(kinds, key=str):
            judged = kinds[kind].pop()
            budget -= len(judged.vector.line) + 1
            if budget < 0:
                return found
            found.append(judged)
            if not kinds[kind]:
                del kinds[kind]
    return found
