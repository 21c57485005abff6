"""The readings under which the turns of a game record are legal and its result fits the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import AnyGame, find_game
from shatterproof.judging import judge
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
            changes = (" with ".join(f"{name}={value}" for name, value in each.items()) for each in self.departures)
            return f"{what} under {', or '.join(changes)}"
        if self.legal:
            return ""
        return "legal under no other one or two readings" + ("" if self.whole else ", of those that were tried")

    def needed(self) -> dict[str, tuple[str, ...]]:
        """The readings that matter: changing one of them alone, to some value, makes the record illegal."""
        choices = find_game(next(iter(self.values)).partition(".")[0]).Readings.choices() if self.values else {}
        return {name: values for name, values in self.values.items() if len(values) < len(choices[name])}

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


def legality_of(game: AnyGame, readings: Any, under: Callable[[Any], Record]) -> Legality:
    """The legality of a record that depends on the readings. `readings` are its own.

    `under` makes the record under any readings, or refuses them with InputError.
    """
    own: Departure = readings.to_mapping()
    choices = game.Readings.choices()
    left, whole = MOST_REPLAYED, True

    def judged(departure: Departure) -> tuple[bool, bool]:
        """Whether the record is legal and its result fits under changed readings; false if replaying takes too long."""
        nonlocal left, whole
        if left <= 0:
            whole = False
            return False, False
        left -= 1
        try:
            judgement = judge(under(game.Readings.from_mapping(own | departure)))
        except InputError:
            return False, False
        left -= judgement.played
        return judgement.legal, judgement.fits

    legal, fits = judged({})
    values = {
        name: tuple(value for value in each if all((legal, fits) if value == own[name] else judged({name: value})))
        for name, each in choices.items()
    }
    if legal and fits:
        return Legality(legal, fits, values, whole=whole)
    departures: list[Departure] = [{name: value} for name, fine in values.items() for value in fine]
    # Two readings are changed only if no change of one will do.
    for one, two in () if departures else combinations(choices, 2):
        for first, second in product(choices[one], choices[two]):
            if first != own[one] and second != own[two] and all(judged({one: first, two: second})):
                departures.append({one: first, two: second})
    return Legality(legal, fits, values, tuple(departures), whole)
