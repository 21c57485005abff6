"""The truth of claims by their definitions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

from puzzles.samples import achieves, afters, done, loser, loses_after, passed, series, won
from shatterproof_properties.puzzles.checker.certificate import look_of, replies_seen, to_json
from shatterproof_properties.puzzles.claims.claim import Claim


def seen(rules: Any, after: Any) -> Any:
    """The part of a result that a solver sees."""
    replies = ((to_json(rules, each), _ended(rules, each)) for each in afters(rules, after))
    return look_of(to_json(rules, after)), replies_seen(replies)


def _ended(rules: Any, here: Any) -> Any:
    outcome = rules.outcome(here)
    return outcome and {"winner": outcome.winner, "clause": outcome.clause}


def holds(rules: Any, here: Any, claim: Claim) -> bool | None:
    """Whether a claim is true by its definition; None if it makes no sense."""
    turns, unique = claim.turns, claim.unique
    if claim.kind == "passes":
        here = passed(rules, here)
        return None if here is None else _wins(rules, here, turns, unique)
    if claim.kind == "differs":
        other = changed(rules, here, claim)
        if other == here or rules.outcome(other) is not None:
            return None
        where = [each for each in (here, other) if won(rules, each, turns)]
        return len(where) == 1 and _wins(rules, where[0], turns, unique)
    if claim.kind == "mated":
        return all(loses_after(rules, after, here.to_move, turns) for after in afters(rules, here))
    if claim.kind == "defends":
        every = afters(rules, here)
        saving = [after for after in every if not loses_after(rules, after, here.to_move, turns)]
        number = len({seen(rules, after) for after in saving}) if unique else min(1, len(saving))
        return number == 1 and len(saving) < len(every)
    if claim.kind == "threats":
        covers = [list(covering(rules, here, size)) for size in range(turns + 1)]
        return not any(covers[:-1]) and (len(covers[-1]) == 1 if unique else bool(covers[-1]))
    if claim.kind == "series":
        found = {tuple(map(rules.to_diagram, each)) for each in series(rules, here, turns)}
        shorter = unique and any(any(series(rules, here, fewer)) for fewer in range(1, turns))
        return bool(found) and (not unique or (len(found) == 1 and not shorter))
    return _wins(rules, here, turns, unique)


def _wins(rules: Any, here: Any, turns: int, unique: bool) -> bool:
    keys = [after for after in afters(rules, here) if achieves(rules, here.to_move, after, turns)]
    if not unique:
        return bool(keys)
    return len({seen(rules, key) for key in keys}) == 1 and not won(rules, here, turns - 1)


def changed(rules: Any, here: Any, claim: Claim) -> Any:
    """The position under the other value of the reading that a claim names."""
    reading, _, value = claim.about.partition("=")
    return replace(here, readings=rules.Readings.from_mapping({**here.readings.to_mapping(), reading: value}))


def answers_to(rules: Any, after: Any) -> list[Any]:
    """The answers to a reply, in the order of certificates."""
    wins = (
        (turn, result)
        for turn, result in rules.actions(after)
        if rules.outcome(after) is None and achieves(rules, after.to_move, result, 1)
    )
    return sorted({done(rules, after, turn, result) for turn, result in wins})


def covering(rules: Any, here: Any, size: int) -> Iterator[tuple[Any, ...]]:
    """The sets of `size` answers that are enough against every turn that does not lose at once."""
    replies = [after for after in afters(rules, here) if loser(rules, after) != here.to_move]
    if any(rules.outcome(after) for after in replies):
        return
    met = [answers_to(rules, after) for after in replies]
    for chosen in combinations(sorted(set[Any]().union(*met)), size):
        if all(set(its) & set(chosen) for its in met):
            yield chosen
