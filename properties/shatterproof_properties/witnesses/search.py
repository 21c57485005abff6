"""Finding the smallest game in which two values of a reading differ, or looking up what is shipped."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any, NamedTuple

from rich.progress import BarColumn, TextColumn

from shatterproof.game import AnyGame
from shatterproof_properties.common.progress import Bar
from shatterproof_properties.protocol.boards import area
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.table import answer_by_rules
from shatterproof_properties.witnesses.differing import Clock, Progress, TimeLimitReached, differ
from shatterproof_properties.witnesses.pair import Json, Pair, Values, Witness, shipped_pair, values_named
from shatterproof_properties.witnesses.shrinking import shrunk_example
from shatterproof_properties.witnesses.text import pair_to_text

SECONDS = 300.0
"""How long a search takes at most unless another limit is set."""
MOST_GIVEN = 2
"""Other readings that are changed at most, where two values do not differ with all others at their defaults."""
Level = tuple[int, str, int]
"""Area of a board, its name, and a number of pieces."""


@dataclass(frozen=True)
class Sweep:
    """What a search through all small positions has come to.

    `done` is the last level of which all positions were looked at, None before the first; `tried` counts them.
    `smallest` says that what was found is the smallest: all positions were looked at before it, and beside it.
    """

    found: Question | None
    smallest: bool
    done: Level | None
    tried: int


def find_witness(
    values: Values, seconds: float = SECONDS, known: Pair | None = None, on_progress: Progress | None = None
) -> Pair:
    """The smallest game in which two values differ, as far as the time allows to tell.

    First come all positions of small boards, in the order of questions; then examples of the spec, made smaller.
    `known` is an earlier result: the search need not go further than its witness. `on_progress` gets the number of
    positions.
    """
    clock = Clock(seconds, on_progress)
    earlier = known if known is not None and _still_holds(known) else None
    plain = PairSearch(values, {}, clock).pair(earlier if earlier and not earlier.given else None)
    if plain.witness is not None:
        return plain
    best = earlier
    for given in _others(values):
        if best is not None and len(given) > len(best.given):
            break
        found = PairSearch(values, given, clock).pair(best)
        if found.witness is not None and (best is None or _size(found) <= _size(best)):
            best = found
    if best is None:
        shrunk = (PairSearch(values, given, clock).example() for given in _others(values))
        best = next((pair for pair in shrunk if pair.witness is not None), None)
    return replace(best, bound=f"{best.bound} {plain.bound}") if best else plain


def _others(values: Values) -> Iterator[dict[str, str]]:
    """Choices of other readings that are not at their defaults, few before many."""
    choices = {name: each[1:] for name, each in values.game.Readings.choices().items() if name != values.reading}
    for count in range(1, MOST_GIVEN + 1):
        for names in combinations(choices, count):
            yield from (dict(zip(names, chosen, strict=True)) for chosen in product(*(choices[name] for name in names)))


def _size(pair: Pair) -> Any:
    assert pair.witness is not None
    return pair.witness.question.size


def _still_holds(pair: Pair) -> bool:
    return pair.witness is not None and differ(pair.witness.question, *pair.compared.readings(pair.given))


class PairSearch:
    """The search for a witness of two values, the other readings being given."""

    def __init__(self, values: Values, given: Mapping[str, str], clock: Clock) -> None:
        self.values = values
        self.given = given
        self.game: AnyGame = values.game
        self.readings = values.readings(given)
        self._clock = clock
        self._positions: Any = importlib.import_module(f"shatterproof_properties.witnesses.positions.{self.game.NAME}")

    def pair(self, known: Pair | None = None) -> Pair:
        """What there is to say of the values; the search need not go further than a witness that is `known`.

        Only where there is no game in which they differ, a position is looked for that one of them alone allows.
        """
        played = known if known and known.witness and known.witness.question.turn else None
        sweep = self._sweep(self._positions.smallest, played)
        found = sweep.found
        if found is None and played is not None and played.witness is not None and played.given == self.given:
            found = played.witness.question
        if found is None and not self.given:
            found = shrunk_example(self.values, self.readings, self._clock)
        if found is None and hasattr(self._positions, "smallest_refused"):
            refused = self._sweep(self._positions.smallest_refused, known)
            if refused.found is not None:
                return self._result(refused.found, refused, sweep)
        return self._result(found, sweep)

    def example(self) -> Pair:
        """The pair with an example of the spec that shows it, made smaller, if there is one."""
        found = shrunk_example(self.values, self.readings, self._clock)
        return self._result(found and found.under(self.given), Sweep(None, False, None, 0))

    def _sweep(self, smallest: Callable[..., Question | None], known: Pair | None) -> Sweep:
        """Goes through the levels up to that of a witness that is known, as far as the time allows."""
        before, tried, done = self._clock.tried, 0, None
        last = _size(known)[:3] if known else None
        with suppress(TimeLimitReached):
            for level in self._levels():
                if last is not None and level > last:
                    break
                _, board, pieces = level
                found = smallest(self.values.reading, board, pieces, self.readings, self._clock)
                found = found and found.under(self.given)
                whole = self._positions.is_whole(self.values.reading, pieces)
                if whole:
                    done, tried = level, self._clock.tried - before
                if found is not None:
                    return Sweep(found, whole, done, tried)
        return Sweep(None, False, done, tried)

    def _levels(self) -> Iterator[Level]:
        for board in self._positions.boards(self.values.reading):
            for pieces in range(self._positions.most_pieces(board, self.values.reading) + 1):
                yield area(self.game, board), board, pieces

    def _result(self, question: Question | None, sweep: Sweep, fruitless: Sweep | None = None) -> Pair:
        proved = question is not None and question == sweep.found and sweep.smallest
        bound = self._bound(question, proved, sweep)
        if fruitless is not None:
            bound += f" In positions that both values allow nothing differs: {self._searched(fruitless)}."
        witness = None if question is None else Witness(question, self._answers(question))
        return Pair(self.values.reading, (self.values.one, self.values.two), witness, proved, bound, self.given)

    def _answers(self, question: Question) -> dict[str, Any]:
        asked = (question.under(readings.to_mapping()) for readings in self.readings)
        return dict(zip(self.values[1:], map(answer_by_rules, asked), strict=True))

    def _bound(self, question: Question | None, proved: bool, sweep: Sweep) -> str:
        searched = self._searched(sweep)
        if proved:
            return f"There is no smaller one: it was looked for among {searched}."
        if question is not None:
            return f"There may be smaller ones, but not among {searched}."
        others = "with all other readings at their defaults " if not self.given else ""
        return f"No difference {others}was found among {searched}."

    def _searched(self, sweep: Sweep) -> str:
        """The positions of a sweep in words."""
        if sweep.done is None or not sweep.tried:
            return "no positions"
        _, board, pieces = sweep.done
        boards = list(self._positions.boards(self.values.reading))
        smaller = f"on the boards before {board} in area, and " if board != boards[0] else ""
        limits = self._positions.limits(pieces)
        on = f"{smaller}on {board} with no more than {pieces} {self._positions.UNIT}"
        return f"all {sweep.tried:,} positions {on}" + (f", {limits}" if limits else "")


class Lookup(NamedTuple):
    """What is known of two values, and where it comes from."""

    pair: Pair
    source: str

    def to_text(self) -> str:
        """For people."""
        return f"{pair_to_text(self.pair)}{self.source}\n"

    def to_json(self) -> Json:
        """For programs: the pair as in spec/witnesses/."""
        return self.pair.to_json()


def look_up(reading: str, one: str, two: str, seconds: float | None = None, quiet: bool = False) -> Lookup:
    """The smallest game in which two values differ: as shipped, or, if there are `seconds`, by a search that long.

    What is shipped tells the search how far to go; it stands where the time does not suffice to prove as much. A bar
    shows the progress unless `quiet`. Raises InputError for an unknown reading or value, and for a value named twice.
    """
    values = values_named(reading, one, two)
    known = shipped_pair(values)
    if seconds is None and known is not None:
        return Lookup(known, "as shipped with the spec; not searched for anew")
    found = _searched(values, SECONDS if seconds is None else seconds, known, quiet)
    if known is not None and known.proved and not found.proved:
        return Lookup(known, "as shipped with the spec; the time did not suffice to prove it anew")
    return Lookup(found, "searched for anew" + ("" if found == known else ", and not as shipped with the spec"))


def _searched(values: Values, seconds: float, known: Pair | None, quiet: bool) -> Pair:
    begun = time.monotonic()
    columns = (TextColumn("{task.description}, {task.fields[tried]:,} positions"), BarColumn())
    with Bar(values.reading, seconds, *columns, quiet=quiet, tried=0) as bar:
        return find_witness(values, seconds, known, lambda tried: bar.show(time.monotonic() - begun, tried=tried))
