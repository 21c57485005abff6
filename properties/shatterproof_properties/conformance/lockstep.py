"""Lockstep: the reference and an engine are asked the same questions along a game, and their answers compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from hypothesis import strategies as st

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, Game, IllegalPosition, IllegalTurn, MalformedTurn
from shatterproof.spec import find_clause
from shatterproof_properties import play
from shatterproof_properties.conformance.difference import Difference, answer_position
from shatterproof_properties.conformance.engine import Trouble
from shatterproof_properties.conformance.reference_table import outcome_to_json, position_to_json
from shatterproof_properties.conformance.seat import Seat

PLIES_BETWEEN_LISTS = 3
"""Along a game every turn is asked about, and all turns of the position once in so many plies."""
TEXTS_READ_BACK = 3
"""Turn texts of each answer to `turns` that the reference reads back, of those that it would write otherwise."""
SMALL_BOARDS = 8
DIFFERENCES_OF_A_POSITION = 12
SMALL_COUNT = 12
"""Results up to which a position is also counted one ply deeper."""
SAMPLED_WITHOUT_TURNS = 8
"""Legal turns asked one by one at the end of a game, of an engine that cannot list them."""


@dataclass(frozen=True)
class Case:
    """A walk to a position and questions to ask there: nearly legal turns as (text, clause broken)."""

    start: Any
    turns: tuple[Any, ...]
    probes: tuple[tuple[str, str | None], ...] = ()


@st.composite
def cases(
    draw: st.DrawFn,
    game: Game,
    boards: tuple[str, ...],
    readings: Any,
    set_up: bool = True,
    most_plies: int = 30,
    small: bool = False,
) -> Case:
    """Cases on some boards, the smallest of them only if `small`: set-up positions (unless `set_up` is false) and
    openings, with up to `most_plies` turns."""
    choice = st.sampled_from(boards[:SMALL_BOARDS] if small else boards)
    begun = play.positions_set_up(game, boards=choice, readings=readings) if set_up and draw(st.booleans()) is False \
        else play.starts(game, boards=choice, readings=readings)  # fmt: skip
    plies = draw(st.sampled_from([plies for plies in (0, 2, 8, 20, 30) if plies <= most_plies]))
    start, turns = draw(
        play.games(game, starts=begun, max_plies=plies) if plies else begun.map(lambda position: (position, []))
    )
    position = start
    for turn in turns:
        position = game.play(position, turn)
    probes = draw(st.lists(play.nearly_legal_turns(game, position), max_size=4, unique=True))
    return Case(start, tuple(turns), tuple(probes))


@dataclass
class Census:
    """What was compared: results in all, by board, and how often each clause was leaned on."""

    results: int = 0
    positions: int = 0
    refusals: int = 0
    other_clauses: int = 0
    boards: Counter[str] = field(default_factory=Counter)
    clauses: Counter[str] = field(default_factory=Counter)

    def add(self, other: Census) -> None:
        self.results += other.results
        self.positions += other.positions
        self.refusals += other.refusals
        self.other_clauses += other.other_clauses
        self.boards += other.boards
        self.clauses += other.clauses


class Lockstep:
    """Asks an engine and the reference about cases; `census` tells what has been compared."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.game = seat.game
        self.census = Census()

    def first_difference(self, case: Case, wanted: tuple[Any, ...] | None = None) -> Difference | None:
        """The first difference that a case shows, of the signature `wanted` if one is given, or None.

        Troubles of the engine are counted, not raised.
        """
        try:
            for difference in self._differences(case):
                if wanted in (None, difference.signature):
                    return difference
        except Trouble as trouble:
            self.seat.suffer(trouble)
        return None

    def _differences(self, case: Case) -> Iterator[Difference]:
        game, position, played = self.game, case.start, []
        yield from self._opening(case)
        for ply, turn in enumerate(case.turns):
            asked = Asked(game, case.start, tuple(played), position)
            text = game.format_turn(position, turn)
            self.census.clauses.update(game.clauses_met(position, turn))
            yield from self._verdict(asked, text)
            if ply % PLIES_BETWEEN_LISTS == 0:
                yield from self._all_turns(asked)
            position = game.play(position, turn)
            played.append(text)
        asked = Asked(game, case.start, tuple(played), position)
        for text, clause in case.probes:
            self.census.clauses[clause or "malformed"] += 1
            yield from self._verdict(asked, text)
        yield from self._all_turns(asked)

    def _all_turns(self, asked: Asked) -> Iterator[Difference]:
        """Compares all the turns of a position, or some where the engine cannot list them."""
        if "turns" in self.seat.can and self.seat.from_position:
            yield from self._results(asked)
        else:
            yield from self._sample(asked)

    def _opening(self, case: Case) -> Iterator[Difference]:
        opened = self.seat.open(case.start.board)
        begin = self.game.start(case.start.board, self.seat.readings)
        expected = {"verdict": "legal", "position": position_to_json(self.game, begin), "outcome": None}
        if opened.start != expected["position"] and not _same_position(self.game, begin, opened.start):
            got = {"verdict": "legal", "position": opened.start, "outcome": None}
            yield Asked(self.game, begin, (), begin).differ("start", self.game.START_CLAUSE, "", expected, got)

    def _verdict(self, asked: Asked, text: str) -> Iterator[Difference]:
        """Compares the verdicts on one turn."""
        if not self.seat.can >= {"apply"}:
            return
        expected = asked.rightful(text)
        got = self.seat.apply(asked.start, asked.played, asked.position, text)
        self.census.results += 1
        self.census.refusals += expected["verdict"] != "legal"
        difference = compare_verdicts(asked, text, expected, got)
        if (
            difference is None
            and expected.get("clause")
            and got.get("clause", expected["clause"]) != expected["clause"]
        ):
            self.census.other_clauses += 1
        yield from self._settled(difference)

    def _sample(self, asked: Asked) -> Iterator[Difference]:
        """Asks about some legal turns one by one."""
        known = list(self.game.turns(asked.position))
        for turn in known[:: max(1, len(known) // SAMPLED_WITHOUT_TURNS)]:
            yield from self._verdict(asked, self.game.format_turn(asked.position, turn))

    def _results(self, asked: Asked) -> Iterator[Difference]:
        """Compares all results of a position, and how many there are."""
        game, position = self.game, asked.position
        rightful = {}
        for turn, after in game.results(position):
            rightful[strict_json.encode(position_to_json(game, after))] = (turn, after)
        listed = self.seat.turns(position)
        self.census.results += len(rightful)
        self.census.positions += 1
        self.census.boards[position.board] += 1
        found = self._compare_results(asked, rightful, listed)
        first = next(found, None)
        self.seat.settle("differ" if first else "agree")
        if first:
            yield first
            yield from islice(found, DIFFERENCES_OF_A_POSITION)
        if "count" in self.seat.can:
            yield from self._counts(asked, list(rightful.values()))

    def _settled(self, difference: Difference | None) -> Iterator[Difference]:
        self.seat.settle("differ" if difference else "agree")
        if difference:
            yield difference

    def _counts(self, asked: Asked, results: list[tuple[Any, Any]]) -> Iterator[Difference]:
        """Compares the number of leaves, two plies deep on small boards; looks below where only the deeper one differs."""
        depth = 2 if len(results) <= SMALL_COUNT and asked.start.board in self.seat.boards[:SMALL_BOARDS] else 1
        total = len(results) if depth == 1 else sum(1 for _, after in results for _ in self.game.turns(after))
        told = self.seat.count(asked.position, depth)
        self.seat.settle("agree" if told == total else "differ")
        if told == total:
            return
        for turn, after in results if depth == 2 else ():
            played = (*asked.played, self.game.format_turn(asked.position, turn))
            yield from self._results(Asked(self.game, asked.start, played, after))
        yield asked.differ("count", "", "", {"total": total, "depth": depth}, {"total": told, "depth": depth})

    def _compare_results(
        self, asked: Asked, rightful: dict[Any, tuple[Any, Any]], listed: list[dict[str, Any]]
    ) -> Iterator[Difference]:
        """The differences between the results that the rules give and those that the engine lists, simplest first."""
        left = dict(rightful)
        extra, odd, seen = [], [], set()
        for entry in listed:
            key = strict_json.encode(entry["position"])
            key = key if key in rightful else self._key_of_unordered(asked, entry["position"])
            if key not in rightful:
                extra.append(entry)
            elif key in seen:
                yield asked.differ("twice", "", entry["turn"], {"note": "once"}, {"verdict": "legal", **entry})
            else:
                seen.add(key)
                turn, after = left.pop(key)
                if not same_outcome(outcome_to_json(self.game.outcome(after)), entry["outcome"]):
                    yield self._explain_outcome(asked, turn, after, entry)
                elif len(odd) < TEXTS_READ_BACK and entry["turn"] != self.game.format_turn(asked.position, turn):
                    odd.append((entry, after))
        for entry in sorted(extra, key=lambda entry: (len(entry["turn"]), entry["turn"])):
            yield self._explain_extra(asked, entry)
        for result in sorted(left.values(), key=lambda result: result[0]):
            yield self._explain_missing(asked, result, listed)
        yield from (found for entry, after in odd if (found := read_back(asked, entry, after)))

    def _key_of_unordered(self, asked: Asked, data: Any) -> Any:
        """The key of a position that may only be written in another order; None if it breaks a rule."""
        try:
            position = self.game.from_json(data, asked.position.readings)
        except InputError:
            return None
        return strict_json.encode(position_to_json(self.game, position))

    def _explain_outcome(self, asked: Asked, turn: Any, after: Any, entry: dict[str, Any]) -> Difference:
        expected, got = {"verdict": "legal", **asked.result(after)}, {"verdict": "legal", **entry}
        clause = _clause_of_outcome(asked, turn, expected, got)
        return asked.differ("outcome", clause, self.game.format_turn(asked.position, turn), expected, got)

    def _explain_extra(self, asked: Asked, entry: dict[str, Any]) -> Difference:
        got = {"verdict": "legal", "position": entry["position"], "outcome": entry["outcome"]}
        expected = asked.rightful(entry["turn"])
        found = compare_verdicts(asked, entry["turn"], expected, got)
        assert found is not None, "a result that the rules do not give was expected to differ"
        return found

    def _explain_missing(self, asked: Asked, result: tuple[Any, Any], listed: list[dict[str, Any]]) -> Difference:
        turn, after = result
        text = self.game.format_turn(asked.position, turn)
        expected = {"verdict": "legal", **asked.result(after)}
        got: dict[str, Any] = next(({"verdict": "legal", **entry} for entry in listed if entry["turn"] == text), {})
        if not got and "apply" in self.seat.can:
            got = self.seat.apply(asked.start, asked.played, asked.position, text)
            self.seat.settle("differ")
        found = compare_verdicts(asked, text, expected, got) if got else None
        clause = self.game.clause_at_issue(asked.position, turn)
        return found or asked.differ("omits", clause, text, expected, {"note": "no turn that it lists leads there"})


@dataclass(frozen=True)
class Asked:
    """Where a question is asked: the position, and how it was reached."""

    game: Game
    start: Any
    played: tuple[str, ...]
    position: Any

    def differ(self, kind: str, clause: str, turn: str, expected: dict[str, Any], got: dict[str, Any]) -> Difference:
        return Difference(kind, clause, self.game.NAME, self.start, self.played, self.position, turn, expected, got)

    def result(self, after: Any) -> dict[str, Any]:
        """A result as the protocol has it."""
        return {"position": position_to_json(self.game, after), "outcome": outcome_to_json(self.game.outcome(after))}

    def rightful(self, text: str) -> dict[str, Any]:
        """The reference's verdict on a turn."""
        try:
            after = self.game.play(self.position, self.game.parse_turn(self.position, text))
        except MalformedTurn:
            return {"verdict": "malformed"}
        except AmbiguousTurn as error:
            return {"verdict": "ambiguous", "means": list(error.meanings)}
        except IllegalTurn as error:
            return {"verdict": "illegal", "clause": error.clause, "note": error.reason}
        return {"verdict": "legal", **self.result(after)}


def compare_verdicts(asked: Asked, text: str, expected: dict[str, Any], got: dict[str, Any]) -> Difference | None:
    """The difference between two verdicts on one turn, if there is one."""
    pair = (expected["verdict"] == "legal", got["verdict"] == "legal")
    if pair == (False, True):
        return asked.differ("allows", expected.get("clause", ""), text, expected, got)
    if pair == (False, False):
        same = expected["verdict"] == got["verdict"]
        return None if same else asked.differ("verdict", expected.get("clause", ""), text, expected, got)
    turn = asked.game.parse_turn(asked.position, text)
    if pair == (True, False):
        finished = f"{asked.game.NAME}.turn.finished"
        clause = finished if got.get("clause") == finished else asked.game.clause_at_issue(asked.position, turn)
        return asked.differ("refuses", clause, text, expected, got)
    after = asked.game.play(asked.position, turn)
    theirs = answer_position(asked.game, asked.position, got)
    on_the_board = theirs is not None and not asked.game.differing(after, theirs)
    if not same_outcome(expected["outcome"], got["outcome"]) and (theirs == after or on_the_board):
        return asked.differ("outcome", _clause_of_outcome(asked, turn, expected, got), text, expected, got)
    if theirs != after:
        clause = _clause_of_refused(asked, got) if theirs is None else ""
        clause = clause or asked.game.clause_at_issue(asked.position, turn, theirs)
        return asked.differ("result", clause, text, expected, got)
    return None


def _clause_of_outcome(asked: Asked, turn: Any, expected: dict[str, Any], got: dict[str, Any]) -> str:
    """The clause of the outcome that the rules give; where they give none, the one that the engine names, if known."""
    if expected["outcome"] is None:
        named = got["outcome"].get("clause", "")
        if is_clause(named):
            return str(named)
        return str(asked.game.WIN_CLAUSE if got["outcome"]["winner"] else asked.game.DRAW_CLAUSE)
    return asked.game.clause_at_issue(asked.position, turn)


def _clause_of_refused(asked: Asked, got: dict[str, Any]) -> str:
    """The clause about pieces and boards that the position in an answer breaks, if it does."""
    try:
        asked.game.from_json(got["position"], asked.position.readings)
    except IllegalPosition as error:
        return error.clause
    except InputError:
        return ""
    return ""


def is_clause(name: str) -> bool:
    """Whether the spec has a clause of that name."""
    try:
        find_clause(name)
    except InputError:
        return False
    return True


def read_back(asked: Asked, entry: dict[str, Any], after: Any) -> Difference | None:
    """A difference if the text under which the engine lists a result does not lead there by the rules."""
    expected = asked.rightful(entry["turn"])
    if expected["verdict"] == "legal" and _same_position(asked.game, after, expected["position"]):
        return None
    clause = expected.get("clause", "")
    return asked.differ("text", clause, entry["turn"], expected, {"verdict": "legal", **entry})


def same_outcome(one: dict[str, Any] | None, two: dict[str, Any] | None) -> bool:
    """Whether two outcomes name the same winner; clauses are the engine's own affair."""
    return (one is None) == (two is None) and (one is None or two is None or one["winner"] == two["winner"])


def _same_position(game: Game, position: Any, *forms: Any) -> bool:
    """Whether JSON values all stand for `position`, in whatever order they list its pieces."""
    own = position_to_json(game, position)
    for data in forms:
        try:
            if data != own and game.from_json(data, position.readings) != position:
                return False
        except InputError:
            return False
    return True
