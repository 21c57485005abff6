"""The search for the smallest game in which two values of a reading differ, and the look-up of what is shipped.

Boards too large to be searched in full are served by examples of the spec, shrunk step by step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import combinations, product
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import AnyGame
from shatterproof_properties.play import simpler
from shatterproof_properties.protocol.answers import result_key
from shatterproof_properties.protocol.example_games import example_questions
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.table import answer_by_rules, listed
from shatterproof_properties.witnesses.distinctions import (
    Clock,
    LevelSearch,
    Progress,
    TimeLimitReached,
    differ,
    watched,
)
from shatterproof_properties.witnesses.pair import Pair, Values, Witness, shipped_pair, values_named

SECONDS = 300.0
"""How long a search takes at most unless another limit is set."""


def find_witness(
    values: Values, seconds: float = SECONDS, known: Pair | None = None, on_progress: Progress | None = None
) -> Pair:
    """The smallest game in which two values differ, as far as the time allows.

    The search first tries all positions of small boards, in the order of questions. Then it makes examples of the spec
    smaller. `known` is an earlier result: the search need not go further than its witness. `on_progress` gets the
    number of positions.
    """
    clock = Clock(seconds, on_progress)
    best = known
    if best is None or best.witness is None or not differ(best.witness.question, *values.readings(best.given)):
        best = None
    plain = search_pair(values, {}, clock, best if best and not best.given else None)
    if plain.witness is not None:
        return plain
    for given in _others(values):
        if best is not None and len(given) > len(best.given):
            break
        found = search_pair(values, given, clock, best)
        if found.witness is not None and (best is None or _size(found) <= _size(best)):
            best = found
    return replace(best, bound=f"{best.bound} {plain.bound}") if best else plain


def _others(values: Values) -> Iterator[dict[str, str]]:
    """Choices of other readings that are not at their defaults: two readings at most, fewer first."""
    choices = {name: each[1:] for name, each in values.game.Readings.choices().items() if name != values.reading}
    for count in range(1, 3):
        for names in combinations(choices, count):
            yield from (dict(zip(names, chosen, strict=True)) for chosen in product(*(choices[name] for name in names)))


def _size(pair: Pair) -> Any:
    assert pair.witness is not None
    return pair.witness.question.size


def search_pair(values: Values, given: Mapping[str, str], clock: Clock, known: Pair | None = None) -> Pair:
    """The report on two values; the other readings are given. The search stops at a witness that is `known`.

    If no game is found in which they differ, the search looks for a position that only one of them accepts.
    """
    readings = values.readings(given)
    levels = LevelSearch(values.reading, readings, given, clock)
    earlier = known.witness.question if known and known.witness else None
    level = earlier.size[:3] if earlier else None
    sweep = levels.turns(level if earlier and earlier.turn else None)
    found, fruitless = sweep.found, ""
    if found is None and known and earlier and earlier.turn and known.given == given:
        found = earlier
    if found is None and not given:
        found = shrunk_example(values, readings, clock)
    if found is None:
        refused = levels.refused(level)
        if refused is not None and refused.found is not None:
            fruitless = f" In positions that both values allow nothing differs: {levels.searched(sweep)}."
            found, sweep = refused.found, refused
    searched, proved = levels.searched(sweep), found is not None and found == sweep.found and sweep.smallest
    if found is None:
        others = "" if given else "with all other readings at their defaults "
        bound = f"No difference {others}was found among {searched}."
    elif proved:
        bound = f"There is no smaller one: it was looked for among {searched}."
    else:
        bound = f"There may be smaller ones{f', but not among {searched}' if sweep.tried else ''}."
    witness = witness_of(values, given, found) if found else None
    return Pair(values.reading, values[1:], witness, proved, bound + fruitless, given)


def witness_of(values: Values, given: Mapping[str, str], question: Question) -> Witness:
    """A question with its answers under two values; the other readings are given."""
    asked = (question.under(readings.to_mapping()) for readings in values.readings(given))
    return Witness(question, dict(zip(values[1:], map(answer_by_rules, asked), strict=True)))


def look_up(reading: str, one: str, two: str, seconds: float | None = None, quiet: bool = False) -> tuple[Pair, str]:
    """The smallest game in which two values differ, and where it comes from: as shipped, or searched for `seconds`.

    The shipped witness tells the search how far to go. It stands if the time does not suffice to prove as much. A bar
    shows the progress unless `quiet`. Raises InputError for an unknown reading or value, and if both values are the
    same.
    """
    values = values_named(reading, one, two)
    known = shipped_pair(values)
    if seconds is None and known is not None:
        return known, "as shipped with the spec; not searched for anew"
    most = SECONDS if seconds is None else seconds
    with watched(values.reading, most, quiet) as on_progress:
        found = find_witness(values, most, known, on_progress)
    if known is not None and known.proved and not found.proved:
        return known, "as shipped with the spec; the time did not suffice to prove it anew"
    return found, "searched for anew" + ("" if found == known else ", and not as shipped with the spec")


def shrunk_example(values: Values, readings: tuple[Any, Any], clock: Clock) -> Question | None:
    """The smallest question found near the examples of a reading's clause; None if no example shows a difference."""
    found = (question for question in _examples(values) if differ(question, *readings))
    best = min(found, key=lambda question: question.size, default=None)
    if best is None:
        return None
    nearer = simpler(best.rules, best.reach(readings[0]))
    with suppress(TimeLimitReached):
        while (position := next(nearer, None)) is not None:
            clock.tick()
            asked = question_in(best.rules, position, readings)
            if asked is not None and asked.size < best.size:
                best, nearer = asked, simpler(best.rules, position)
    return best


def _examples(values: Values) -> Iterator[Question]:
    """The games of a clause's examples, up to each of their turns, from positions without a memory."""
    for _, example in example_questions(values.game.NAME, as_written=True, shown_by=(values.reading,)):
        if not getattr(example.begun, "memory", None):
            start = Question.at(values.game, example.begun).under({})
            for at, text in enumerate(example.texts):
                yield replace(start, played=example.texts[:at], turn=text)


def question_in(game: AnyGame, position: Any, readings: tuple[Any, Any]) -> Question | None:
    """The shortest listed turn of a position that the readings answer differently."""
    question = Question.at(game, position).under({})
    try:
        one, two = (
            {entry["turn"]: result_key(entry, memory=False) for entry in listed(game, question.begin(each))}
            for each in readings
        )
    except InputError:
        return None
    for text in sorted(one.keys() | two.keys(), key=lambda text: (len(text), text)):
        asked = question.asking("apply", text)
        if one.get(text) != two.get(text) and differ(asked, *readings):
            return asked
    return None
