"""The readings under which the turns of a game record are legal and its result fits the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import AnyGame, find_game
from shatterproof.judging import Judgement, judge
from shatterproof.record import Record

MOST_REPLAYED = 50_000
"""Turns replayed at most to find the readings under which a record is legal."""

Departure = dict[str, str]
"""Values of readings that a record does not name."""


@dataclass(frozen=True)
class Legality:
    """The readings under which a record is legal throughout, with a result that fits the board.

    `legal` and `fits` are about its own readings: whether its turns are legal, and whether its result fits. `values`
    has for each reading the values that make both true, with all others unchanged. If its own readings fail,
    `departures` are the smallest changes that make both true: of one reading, else of two. `whole` is false if there
    was no time to try everything.
    """

    legal: bool
    fits: bool
    values: dict[str, tuple[str, ...]]
    departures: tuple[Departure, ...] = ()
    whole: bool = True

    def to_text(self) -> str:
        """In a line: what a legal record depends on, or what would make one legal; "" if there is nothing to say."""
        if self.legal and self.fits:
            needed = [f"{name}={' or '.join(values)}" for name, values in self.needed().items()]
            return f"depends on {', '.join(needed)}" if needed else ""
        if self.departures:
            what = "that result holds" if self.legal else "legal"
            return f"{what} under {', or '.join(map(departure_to_text, self.departures))}"
        if self.legal:
            return ""
        return "legal under no other one or two readings" + ("" if self.whole else ", of those that were tried")

    def needed(self) -> dict[str, tuple[str, ...]]:
        """The readings that matter: changing one of them alone, to some value, makes the record illegal."""
        return {name: values for name, values in self.values.items() if len(values) < len(choices_of(name))}

    def to_json(self) -> dict[str, Any]:
        departures = [dict(departure) for departure in self.departures]
        values = {name: list(values) for name, values in self.values.items()}
        return {"legal": self.legal, "fits": self.fits, "values": values, "departures": departures, "whole": self.whole}


def legal_under(record: Record) -> Legality:
    """The readings under which a record is legal throughout, with a result that fits the board.

    Never raises: a record that goes on after the end of the game, for example, is not legal, but may be under other
    readings.
    """
    return legality_of(record.game, record.position.readings, record.under)


class _Trials:
    """Replays a record under one set of readings after another."""

    def __init__(self, game: AnyGame, own: Departure, under: Callable[[Any], Record]) -> None:
        self.game, self.own, self.under = game, own, under
        self.left, self.whole = MOST_REPLAYED, True

    def found(self, departure: Departure) -> Judgement | None:
        """The judgement under changed readings, None if the record cannot be replayed, or has been too often."""
        if self.left <= 0:
            self.whole = False
            return None
        try:
            record = self.under(self.game.Readings.from_mapping(self.own | departure))
            judgement = judge(record)
        except InputError:
            self.left -= 1
            return None
        self.left -= 1 + judgement.played
        return judgement

    def well(self, departure: Departure) -> bool:
        """Whether the record is legal and its result fits under changed readings; false if replaying takes too long."""
        judgement = self.found(departure)
        return judgement is not None and judgement.legal and judgement.fits


def legality_of(game: AnyGame, own: Any, under: Callable[[Any], Record]) -> Legality:
    """The legality of a record that depends on the readings. `own` are its own.

    `under` makes the record under any readings, or refuses them with InputError.
    """
    trials = _Trials(game, own.to_mapping(), under)
    judgement = trials.found({})
    legal, fits = (judgement.legal, judgement.fits) if judgement else (False, False)

    def is_fine(name: str, value: str) -> bool:
        return legal and fits if value == trials.own[name] else trials.well({name: value})

    choices = game.Readings.choices().items()
    values = {name: tuple(value for value in each if is_fine(name, value)) for name, each in choices}
    departures = () if legal and fits else _departures(trials, values)
    return Legality(legal, fits, values, departures, trials.whole)


def _departures(trials: _Trials, values: Mapping[str, tuple[str, ...]]) -> tuple[Departure, ...]:
    """The changes of one reading that make the record legal and its result fit; if none do, those of two readings."""
    single = tuple({name: value} for name, fine in values.items() for value in fine)
    return single or tuple(pair for pair in _pairs(trials) if trials.well(pair))


def _pairs(trials: _Trials) -> Iterator[Departure]:
    choices = trials.game.Readings.choices()
    for names in combinations(choices, 2):
        others = [[value for value in choices[name] if value != trials.own[name]] for name in names]
        for chosen in product(*others):
            yield dict(zip(names, chosen, strict=True))


def choices_of(reading: str) -> tuple[str, ...]:
    values: tuple[str, ...] = find_game(reading.partition(".")[0]).Readings.choices()[reading]
    return values


def departure_to_text(departure: Departure) -> str:
    return " with ".join(f"{name}={value}" for name, value in departure.items())
