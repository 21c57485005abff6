"""Claims that the side to move plays n turns in a row, while the other side passes, and wins by the last."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import chain, islice
from typing import Any

from shatterproof_properties.protocol.explaining import counted
from shatterproof_properties.puzzles.checker.certificate import Json, look_of
from shatterproof_properties.puzzles.claims.kind import TURNS, Analysis, ClaimKind, FirstPlay, Line, going_on
from shatterproof_properties.puzzles.claims.words import listed
from shatterproof_properties.puzzles.claims.writer import Writer
from shatterproof_properties.solving.forcing import Forcing

MOST_SERIES = 3
FEWEST_FAILING = 3
"""The fewest first turns that begin no series, in a puzzle worth asking."""
Turns = tuple[str, ...]


class SeriesSearch:
    """Series of turns that win by the last. Turns whose results look alike count as one turn."""

    def __init__(self, forcing: Forcing) -> None:
        self.forcing = forcing
        self._hopeless: set[tuple[Hashable, int]] = set()

    def series(self, here: Any, turns: int) -> Iterator[Turns]:
        """The series of exactly n turns, as text."""
        key = self.forcing.adapter.key(here), turns
        if key in self._hopeless:
            return
        adapter, seen = self.forcing.adapter, set[str]()
        for turn, rests, after in self._firsts(here, turns):
            rest = next(rests, None)
            if rest is None:
                continue
            look = look_of({**adapter.write(after), "outcome": adapter.outcome(after)})
            if look not in seen:
                seen.add(look)
                text = adapter.text(here, turn)
                yield from ((text, *each) for each in chain([rest], rests))
        if not seen:
            self._hopeless.add(key)

    def _firsts(self, here: Any, turns: int) -> Iterator[tuple[Any, Iterator[Turns], Any]]:
        """First turns, each with all ways to go on from its result, and that result."""
        if turns == 1:
            wins = self.forcing.wins(here, 1) if self.forcing.is_won(here, 1) else ()
            yield from ((turn, iter([()]), after) for turn, after in wins)
            return
        for turn, after in self.forcing.adapter.results(here):
            self.forcing.look_into()
            passed = self.forcing.adapter.passed(after)
            yield turn, iter(()) if passed is None else self.series(passed, turns - 1), after


class SeriesClaim(ClaimKind):
    """The side to move plays n turns in a row and wins by the last; the other side passes in between.

    Unique says that there is only one such series, with its turns in this order, and no shorter one.
    """

    name = "series"
    example = "series-2"
    sayings = (f"plays {TURNS} in a row and wins (?:by|with) the last",)
    sentence = "plays {turns} in a row and wins by the last"
    if_unique = ", in one way only"
    attacker_begins = True
    has_replies = False
    needs_threat = False
    several_keys = "first turns of a series ({})"

    def question(self, side: str, other: str, turns: int, unique: bool) -> str:
        only = "; there is one way only" if unique else ""
        return f"{side} plays {counted(turns, 'turn')} in a row, {other} only passes: win by the last{only}"

    def prove(self, writer: Writer, here: Any, turns: int, unique: bool) -> tuple[bool, Json]:
        search = SeriesSearch(writer.forcing)
        if unique:
            for fewer in range(1, turns):
                short = next(search.series(here, fewer), None)
                if short is not None:
                    return False, {"short": list(short)}
        found = [list(each) for each in islice(search.series(here, turns), 1 + unique)]
        if not found:
            return False, {}
        if len(found) > 1:
            return False, {"series": found[0], "other": found[1]}
        return True, {"series": found[0]}

    def first_play(self, nodes: Sequence[Json], parts: Json) -> FirstPlay:
        return FirstPlay(parts["series"][0], (), series=tuple(parts["series"]))

    def proof_lines(self, parts: Json) -> Iterator[str]:
        for name, label in (("short", "a shorter series wins"), ("series", "series"), ("other", "another one")):
            if name in parts:
                yield f"{label}: {listed(parts[name])}"

    def settling(self, nodes: Sequence[Json], parts: Json) -> Line | None:
        found = (parts[name] for name in ("short", "other", "series") if name in parts)
        return next((Line(tuple(turns), "wins in a row", passes_between=True) for turns in found), None)

    def analyse(
        self, forcing: Forcing, here: Any, turns: int, solution: Sequence[str], tries: bool, flipped: Any
    ) -> Analysis:
        search = SeriesSearch(forcing)
        keys = tuple(dict.fromkeys(each[0] for each in search.series(here, turns)))
        short = (each[0] for fewer in range(1, turns) for each in search.series(here, fewer))
        ordered = sorted(keys, key=lambda key: key not in solution)
        return Analysis(keys=tuple(ordered), short=tuple(dict.fromkeys(short)))

    def is_solution(self, forcing: Forcing, after: Any, turns: int) -> bool:
        if turns == 1:
            return forcing.achieves(after, 1)
        passed = forcing.adapter.passed(after)
        return passed is not None and any(SeriesSearch(forcing).series(passed, turns - 1))

    def is_worth_asking(self, forcing: Forcing, here: Any, turns: int, unique: bool) -> bool:
        search, most = SeriesSearch(forcing), 1 if unique else MOST_SERIES
        if any(any(search.series(here, fewer)) for fewer in range(1, turns)):
            return False
        firsts = len(going_on(forcing.adapter, here))
        found = list(islice(search.series(here, turns), most + 1))
        return 0 < len(found) <= most and firsts >= FEWEST_FAILING + len(found)


SERIES = SeriesClaim()
