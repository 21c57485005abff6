"""Proofs that a forger can write for each kind of claim and verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice, product
from typing import Any

from puzzles.checker.forging import Forger, groups, listed
from puzzles.samples import achieves, afters, answers_to, changed, covering, passed, seen, series, won
from shatterproof_properties.puzzles.checker.certificate import MATED, NOT_WON, Json
from shatterproof_properties.puzzles.claims.claim import Claim

Write = Callable[[Forger], Any]
"""Writes the `proof` of a certificate for a forger."""


def proofs(rules: Any, here: Any, claim: Claim, is_so: bool) -> list[Write]:
    """Every proof of a verdict with the right parts. Each writes it for a forger."""
    turns, unique = claim.turns, claim.unique
    if claim.kind == "mated" and not is_so:
        return [lambda by: {"defence": by.not_mated(here, turns)}]
    if claim.kind == "mated":
        return [lambda by: {"table": by.shown(MATED, here, turns)} if turns else {}]
    if claim.kind == "defends":
        oddities = product(range(len(afters(rules, here))), ("exchanged", "left out", "twice"))
        return [partial(_defends, here=here, turns=turns, odd=odd) for odd in [(0, ""), *oddities]]
    if claim.kind == "threats":
        return _threats(here, turns, unique, is_so)
    if claim.kind == "passes":
        after = passed(rules, here)
        return [] if after is None else _win(after, turns, unique, is_so)
    if claim.kind == "series":
        return _series(rules, here, turns, unique, is_so)
    if claim.kind == "differs":
        return _differs(here, changed(rules, here, claim), turns, unique, is_so)
    return _win(here, turns, unique, is_so)


def _win(here: Any, turns: int, unique: bool, is_so: bool) -> list[Write]:
    if is_so:
        return [partial(_key, here=here, turns=turns, unique=unique)]
    shown: list[Write] = [lambda by: {"table": by.shown(NOT_WON, here, turns)} if turns > 1 else {}]
    shown += [partial(_cooked, here=here, turns=turns, place=place) for place in (0, 1)]
    return [*shown, lambda by: {"short": by.won(here, turns - 1)}] if turns > 1 else shown


def _key(by: Forger, here: Any, turns: int, unique: bool) -> Json:
    if not unique:
        return {"key": by.won(here, turns)}
    keys = [after for after in by.results(here) if achieves(by.rules, here.to_move, after, turns)]
    slow = [key for key in keys if turns == 1 or not achieves(by.rules, here.to_move, key, turns - 1)]
    part = by.won(here, turns, next(iter(slow or keys), None))
    key = by.rules.play(here, by.rules.parse_turn(here, part["by"]))
    tries = []
    for index, after in enumerate(by.results(here)):
        if by.goes_on(after) and (seen(by.rules, after) != seen(by.rules, key)):
            fails = not achieves(by.rules, here.to_move, after, turns)
            if (fails and turns > 1) or (not fails and by.cheat != "left out"):
                tries.append((index, by.not_mated(after, turns - 1)))
        elif turns > 2 and after != key and by.goes_on(after) and by.cheat != "left out":
            tries.append((index, by.not_mated(after, turns - 2)))
    parts = {"key": part, "tries": groups(tries)}
    if turns > 2:
        parts["long"] = by.not_mated(key, turns - 2) if by.goes_on(key) else part
    return parts


def _cooked(by: Forger, here: Any, turns: int, place: int) -> Json:
    """Two keys; the second is, or pretends to be, another one."""
    key = by.won(here, turns)
    wins = [after for after in by.results(here) if achieves(by.rules, here.to_move, after, turns)]
    others = [after for after in wins if seen(by.rules, after) != seen(by.rules, wins[0])] or [*wins[1:], *wins]
    return {"key": key, "cook": by.won(here, turns, (others or by.results(here))[-place])}


def _defends(by: Forger, here: Any, turns: int, odd: tuple[int, str]) -> Json:
    lost, saved = [], []
    for index, after in enumerate(by.results(here)):
        if not by.goes_on(after):
            continue
        how = odd[1] if odd[0] == index else ""
        is_lost = won(by.rules, after, turns)
        if how != "left out" and (is_lost != (how == "exchanged") or how == "twice"):
            lost.append((index, by.won(after, turns)))
        if how != "left out" and (is_lost == (how == "exchanged") or how == "twice"):
            saved.append((index, by.not_won(after, turns)))
    return {"lost": groups(lost), "saved": listed(saved)}


def _threats(here: Any, number: int, unique: bool, is_so: bool) -> list[Write]:
    if is_so:
        return [partial(_counted, here=here, number=number, unique=each) for each in {unique, False}]
    forms: list[Write] = [lambda by: {"defence": by.not_mated(here, 1)}]
    forms += [partial(_fewer, here=here, size=size) for size in range(number + 1)]
    forms.append(lambda by: {"more": _uncovered(by, here, (), number, None)})
    return forms + [partial(_others, here=here, number=number, at=at) for at in (0, -1, 1)]


def _fewer(by: Forger, here: Any, size: int) -> Json:
    return {"answers": _answers(by, here, _chosen(by, here, size))}


def _chosen(by: Forger, here: Any, size: int, at: int = 0) -> Sequence[Any]:
    """The set of `size` answers at a place among those that are enough; if there is none, a cheat."""
    found = list(covering(by.rules, here, size))
    if found:
        return found[at]
    every = set[Any]().union(*(answers_to(by.rules, after) for after in by.results(here)))
    return sorted(every)[:size] if by.choice else sorted(every)[-size or len(every) :]


def _answers(by: Forger, here: Any, chosen: Sequence[Any]) -> list[Any]:
    """Groups for each answer. A reply that no answer meets is left out, or is met by another turn."""
    met: dict[Any, list[Any]] = {answer: [] for answer in chosen}
    for index, after in enumerate(by.results(here)):
        if by.goes_on(after):
            fitting = [answer for answer in chosen if answer in answers_to(by.rules, after)]
            if fitting:
                met[fitting[0]].append((index, {"by": str(fitting[0]), "then": None}))
            elif chosen and by.cheat != "left out":
                met[chosen[0]].append((index, {"by": str(chosen[0]), "then": None}))
    return [groups(its) for its in met.values()]


def _counted(by: Forger, here: Any, number: int, unique: bool) -> Json:
    chosen = _chosen(by, here, number)
    left, spared = (number, set(chosen)) if unique else (number - 1, None)
    return {"answers": _answers(by, here, chosen), "fewest": _uncovered(by, here, (), left, spared)}


def _others(by: Forger, here: Any, number: int, at: int) -> Json:
    one = _chosen(by, here, number)
    two = _chosen(by, here, number + 1) if at > 0 else _chosen(by, here, number, at)
    return {"answers": _answers(by, here, one), "others": _answers(by, here, two)}


def _uncovered(by: Forger, here: Any, chosen: tuple[Any, ...], left: int, spared: Any) -> Any:
    """A result that no chosen answer meets, and the same for each answer to it; a cheat if all are met."""
    every = [(index, after) for index, after in enumerate(by.results(here)) if by.goes_on(after)]
    if by.choice:
        every.reverse()
    open_ones = [each for each in every if not set(answers_to(by.rules, each[1])) & set(chosen)]
    if left == 0 and spared is not None and set(chosen) == spared:
        return None
    if not open_ones and (not every or by.cheat in ("bare", "left out")):
        return None
    index, after = (open_ones or every)[0]
    its = answers_to(by.rules, after) if left else []
    if not open_ones and by.cheat == "lying":
        return {"result": index, "then": [None for _ in its]}
    return {"result": index, "then": [_uncovered(by, here, (*chosen, one), left - 1, spared) for one in its]}


def _series(rules: Any, here: Any, turns: int, unique: bool, is_so: bool) -> list[Write]:
    found = [_texts(rules, here, each) for each in islice(series(rules, here, turns), 6)]
    others = [other for other in range(1, turns + 2) if other != turns]
    shorter = [_texts(rules, here, each) for other in others for each in islice(series(rules, here, other), 3)]
    quiet = [_texts(rules, here, each) for each in islice(_any_series(rules, here, turns), 6)]
    every = [*found[:4], *shorter, *quiet][:14]
    said: list[dict[str, list[str]]] = [{"series": one} for one in every]
    if not is_so:
        said = [{}]
        if unique or not found:
            said += [{"short": one} for one in every]
            said += [{"series": one, "other": two} for one, two in product(every[:4], every)]
    return [partial(_said, parts=parts) for parts in said]


def _any_series(rules: Any, here: Any, turns: int) -> Iterator[tuple[Any, ...]]:
    """Turns one after another, with passes of the other side. The last may win or not."""
    for after in afters(rules, here):
        if turns == 1:
            yield (after,)
        elif rules.outcome(after) is None:
            following = passed(rules, after)
            for rest in _any_series(rules, following, turns - 1) if following is not None else ():
                yield after, *rest


def _texts(rules: Any, here: Any, shown: Sequence[Any]) -> list[str]:
    found = []
    for after in shown:
        found.append(next(rules.format_turn(here, turn) for turn, reached in rules.results(here) if reached == after))
        here = passed(rules, after) or here
    return found


def _differs(here: Any, other: Any, turns: int, unique: bool, is_so: bool) -> list[Write]:
    both: list[Write] = []
    for one_wins, two_wins in [(True, False), (False, True)] if is_so else [(True, True), (False, False)]:
        one, *_ = _win(here, turns, unique and is_so and one_wins, one_wins)
        two, *_ = _win(other, turns, unique and is_so and two_wins, two_wins)
        both.append(partial(_parts, parts={"stated": one, "other": two}))
    if not is_so:
        for place, where in (("stated", here), ("other", other)):
            both += [partial(_parts, parts={place: form}) for form in _win(where, turns, True, False)]
    return both


def _said(by: Forger, parts: Json) -> Json:
    return parts


def _parts(by: Forger, parts: dict[str, Write]) -> Json:
    return {name: write(by) for name, write in parts.items()}
