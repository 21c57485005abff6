"""Finding the smallest game in which two values of a reading differ."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any

from shatterproof.game import AnyGame
from shatterproof_properties.witnesses.asking import Question, answer, differ, size
from shatterproof_properties.witnesses.clock import Clock, TimeUp, Told
from shatterproof_properties.witnesses.pair import Pair, Values, Witness
from shatterproof_properties.witnesses.shrinking import shrunk_example

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


def find_witness(values: Values, seconds: float = SECONDS, known: Pair | None = None, told: Told | None = None) -> Pair:
    """The smallest game in which two values differ, as far as the time allows to tell.

    First come all positions of small boards, in the order of witnesses; then examples of the spec, made smaller.
    `known` is an earlier result: the search need not go further than its witness. `told` hears of the progress.
    """
    clock = Clock(seconds, told)
    earlier = known if known is not None and _still_holds(known) else None
    plain = Search(values, {}, clock).pair(earlier if earlier and not earlier.given else None)
    if plain.witness is not None:
        return plain
    best = earlier
    for given in _others(values):
        if best is not None and len(given) > len(best.given):
            break
        found = Search(values, given, clock).pair(best)
        if found.witness is not None and (best is None or _size(found) <= _size(best)):
            best = found
    return replace(best, bound=f"{best.bound} {plain.bound}") if best else plain


def _others(values: Values) -> Iterator[dict[str, str]]:
    """Choices of other readings that are not at their defaults, few before many."""
    choices = {name: each[1:] for name, each in values.game.Readings.choices().items() if name != values.reading}
    for count in range(1, MOST_GIVEN + 1):
        for names in combinations(choices, count):
            yield from (dict(zip(names, chosen, strict=True)) for chosen in product(*(choices[name] for name in names)))


def _size(pair: Pair) -> Any:
    assert pair.witness is not None
    return size(pair.compared.game, _question(pair.witness), pair.compared.readings(pair.given)[0])


def _question(witness: Witness) -> Question:
    return Question(witness.start, witness.played, witness.turn)


def _still_holds(pair: Pair) -> bool:
    values = pair.compared
    return pair.witness is not None and differ(values.game, _question(pair.witness), *values.readings(pair.given))


class Search:
    """The search for a witness of two values, the other readings being given."""

    def __init__(self, values: Values, given: Mapping[str, str], clock: Clock) -> None:
        self.values = values
        self.given = given
        self.game: AnyGame = values.game
        self.readings = values.readings(given)
        self._clock = clock
        self._world: Any = importlib.import_module(f"shatterproof_properties.witnesses.worlds.{self.game.NAME}")

    def pair(self, known: Pair | None = None) -> Pair:
        """What there is to say of the values; the search need not go further than a witness that is `known`.

        Only where there is no game in which they differ, a position is looked for that one of them alone allows.
        """
        played = known if known and known.witness and known.witness.turn else None
        sweep = self._sweep(self._world.smallest, played)
        found = sweep.found
        if found is None and played is not None and played.witness is not None and played.given == self.given:
            found = _question(played.witness)
        if found is None and not self.given:
            found = shrunk_example(self.values, self.readings, self._clock)
        if found is None and hasattr(self._world, "smallest_refused"):
            refused = self._sweep(self._world.smallest_refused, known)
            if refused.found is not None:
                return self._told(refused.found, refused, sweep)
        return self._told(found, sweep)

    def _sweep(self, smallest: Callable[..., Question | None], known: Pair | None) -> Sweep:
        """Goes through the levels up to that of a witness that is known, as far as the time allows."""
        before, tried, done = self._clock.tried, 0, None
        last = _size(known)[:3] if known else None
        with suppress(TimeUp):
            for level in self._levels():
                if last is not None and level > last:
                    break
                _, board, pieces = level
                found = smallest(self.values.reading, board, pieces, self.readings, self._clock)
                whole = self._world.is_whole(self.values.reading, pieces)
                if whole:
                    done, tried = level, self._clock.tried - before
                if found is not None:
                    return Sweep(found, whole, done, tried)
        return Sweep(None, False, done, tried)

    def _levels(self) -> Iterator[Level]:
        for board in self._world.boards(self.values.reading):
            for pieces in range(self._world.most_pieces(board, self.values.reading) + 1):
                yield self._world.area(board), board, pieces

    def _told(self, question: Question | None, sweep: Sweep, fruitless: Sweep | None = None) -> Pair:
        proved = question is not None and question == sweep.found and sweep.smallest
        bound = self._bound(question, proved, sweep)
        if fruitless is not None:
            bound += f" In positions that both values allow nothing differs: {self._searched(fruitless)}."
        witness = None
        if question is not None:
            witness = Witness(question.start, question.played, question.turn, self._answers(question))
        return Pair(self.values.reading, (self.values.one, self.values.two), witness, proved, bound, self.given)

    def _answers(self, question: Question) -> dict[str, Any]:
        told = [answer(self.game, question, readings) for readings in self.readings]
        return {value: found for value, found in zip(self.values[1:], told, strict=True) if found is not None}

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
        boards = list(self._world.boards(self.values.reading))
        smaller = f"on the boards before {board} in area, and " if board != boards[0] else ""
        limits = self._world.limits(pieces)
        return f"all {sweep.tried:,} positions {smaller}on {board} with no more than {pieces} {self._world.UNIT}" + (
            f", {limits}" if limits else ""
        )
