"""Claims that a reading decides: the side to move wins in n turns under one value of it, not under another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import AnyGame, find_game
from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.claims.kind import TURNS, Analysis, ClaimKind, FirstPlay
from shatterproof_properties.puzzles.claims.wins_claim import WINS
from shatterproof_properties.puzzles.claims.words import within
from shatterproof_properties.puzzles.claims.writer import Writer
from shatterproof_properties.solving.adapters import SearchAdapter, search_adapter
from shatterproof_properties.solving.forcing import Forcing

STATED, OTHER = "stated", "other"
"""The two parts of a proof: under the readings that the puzzle states, and with the other value."""


class DiffersClaim(ClaimKind):
    """The side to move wins in n turns under the puzzle's readings or with another value of one, not under both.

    Unique is as for wins, in the part with the win. `about` names reading and value, as `READING=VALUE`.
    """

    name = "differs"
    example = "differs-1 game.reading=value"
    sayings = (rf"wins in {TURNS} either as the readings are or with (?P<about>\S+?), not both",)
    sentence = "wins in {turns} either as the readings are or with {about}, not both"
    if_unique = ", there with one key"
    attacker_begins = True
    names_reading = True
    is_win_elsewhere = True
    needs_threat = False
    no_solution = ("a solution where a reading decides", "none: the key may be no turn under the other value")

    def __init__(self, about: str = "") -> None:
        self.about = about

    def question(self, side: str, other: str, turns: int, unique: bool) -> str:
        reading, _, value = self.about.partition("=")
        values = find_game(reading.partition(".")[0]).Readings.choices().get(reading, ())
        which = " or ".join(values) if len(values) == 2 else f"the one in force or {value}"
        return f"{side} to move wins {within(turns)} under one value of {reading} only: {which}?"

    def refuse(self, game: AnyGame, position: Any) -> None:
        after = self._under(game, position)
        if game.outcome(after) is not None:
            raise InputError(f"with {self.about} the game is over", expected="a position in which it goes on")

    def _under(self, game: AnyGame, position: Any) -> Any:
        """The position of the reference under the other value. Raises InputError if the rules forbid it there."""
        data = {name: value for name, value in game.to_json(position).items() if name != "readings"}
        readings = game.Readings.from_mapping(self._changed(position.readings.to_mapping()))
        if readings == position.readings:
            raise InputError(f"{self.about} is in force anyway", expected="another value of the reading")
        try:
            return game.from_json(data, readings)
        except InputError as error:
            what = f"with {self.about} there is no such position: {error}"
            raise InputError(what, expected="a position that the rules accept under both values") from None

    def _changed(self, readings: Mapping[str, str]) -> dict[str, str]:
        reading, _, value = self.about.partition("=")
        return {**readings, reading: value}

    def play_begins(self, game: AnyGame, diagram: Any, parts: Json) -> Any:
        return diagram if "key" in parts[STATED] else self._under(game, diagram)

    def play_fails(self, game: AnyGame, diagram: Any, parts: Json) -> Any:
        """The position of the reference without a win: `play_begins` under the other value."""
        return self._under(game, diagram) if "key" in parts[STATED] else diagram

    def prove(self, writer: Writer, here: Any, turns: int, unique: bool) -> tuple[bool, Json]:
        writers = {STATED: writer, OTHER: Writer(self.search_beside(writer.forcing, here))}
        places = {name: each.forcing.adapter.read(writer.forcing.adapter.write(here)) for name, each in writers.items()}
        won = [name for name, each in writers.items() if each.forcing.is_won(places[name], turns)]
        parts: dict[str, Json] = {}
        for name in sorted(writers, key=lambda name: name not in won):
            holds, parts[name] = WINS.prove(writers[name], places[name], turns, unique and won == [name])
            if name in won and not holds:
                return False, _together(writers, parts)
        return len(won) == 1, _together(writers, parts)

    def search_beside(self, forcing: Forcing, here: Any) -> Forcing:
        """The search under the other value, one for all positions of a board, so that it remembers."""
        position = forcing.adapter.write(here)
        game = find_game(position["game"])
        readings = self._changed(forcing.adapter.readings)
        return forcing.beside(_adapter(game.NAME, position["board"], tuple(sorted(readings.items()))))

    def first_play(self, nodes: Sequence[Json], parts: Json) -> FirstPlay:
        return WINS.first_play(nodes, self.win_in(parts))

    def win_in(self, parts: Json) -> Json:
        found: Json = parts[STATED] if "key" in parts[STATED] else parts[OTHER]
        return found

    def refuted(self, parts: Json) -> Sequence[Json]:
        return WINS.refuted(self.win_in(parts))

    def proof_lines(self, parts: Json) -> Iterator[str]:
        for name, readings in ((STATED, "as the readings are"), (OTHER, f"with {self.about}")):
            if "short" in parts.get(name, ()):
                yield f"{readings}: {parts[name]['short']['by']} wins sooner"
            elif "cook" in parts.get(name, ()):
                yield f"{readings}: {parts[name]['key']['by']} wins, and so does {parts[name]['cook']['by']}"
            elif name in parts:
                yield f"{readings}: {parts[name]['key']['by']} wins" if "key" in parts[name] else f"{readings}: no win"

    def analyse(
        self, forcing: Forcing, here: Any, turns: int, solution: Sequence[str], tries: bool, flipped: Any
    ) -> Analysis:
        search, place = self._winning(forcing, here, turns)
        return WINS.analyse(search, place, turns, solution, tries, None)

    def _winning(self, forcing: Forcing, here: Any, turns: int) -> tuple[Forcing, Any]:
        """The search, and its position, under the stated readings if they give a win, else under the others."""
        if forcing.is_won(here, turns):
            return forcing, here
        other = self.search_beside(forcing, here)
        return other, other.adapter.read(forcing.adapter.write(here))

    def is_worth_asking(self, forcing: Forcing, here: Any, turns: int, unique: bool) -> bool:
        other = self.search_beside(forcing, here)
        try:
            there = other.adapter.read(forcing.adapter.write(here))
        except ValueError:
            return False
        if other.adapter.verdict(there) is not None or forcing.is_won(here, turns) == other.is_won(there, turns):
            return False
        search, place = self._winning(forcing, here, turns)
        return WINS.is_worth_asking(search, place, turns, unique)


@lru_cache(maxsize=8)
def _adapter(game: str, board: str, readings: tuple[tuple[str, str], ...]) -> SearchAdapter:
    return search_adapter(game, board, dict(readings))


def _together(writers: Mapping[str, Writer], parts: Mapping[str, Json]) -> Json:
    """The parts of both proofs, and the tables of both in one list, that of the first writer."""
    stated, other = writers[STATED], writers[OTHER]
    base = len(stated.finish())
    stated.nodes += [{**table, "met": _moved(table["met"], base)} for table in other.finish()]
    later = {name: _moved(part, base) for name, part in parts.get(OTHER, {}).items()}
    return {name: later if name == OTHER else dict(parts[name]) for name in (STATED, OTHER) if name in parts}


def _moved(part: Any, base: int) -> Any:
    """A part of a proof with its table numbers moved on by an offset: tables, a turn or groups."""
    if part is None:
        return None
    if isinstance(part, int):
        return part + base
    if isinstance(part, list):
        return [_moved(each, base) for each in part]
    return {**part, "then": _moved(part["then"], base)}


DIFFERS = DiffersClaim()
