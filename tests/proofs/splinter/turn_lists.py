"""All legal turns of a position of Splinter, compared with the statement, which is kept for each board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from proofs.splinter.laws import any_position
from shatterproof_properties.proofs import Disagreement, Json, ListedTurn, Readings, Result, compare
from shatterproof_properties.proofs.solver import Solver
from shatterproof_properties.proofs.splinter.statement import (
    DIRECTIONS,
    SIDES,
    Pieces,
    SquareBoard,
    board_of,
    endings,
)
from shatterproof_properties.proofs.splinter.turn import OpenTurn
from shatterproof_properties.proofs.splinter.verdicts import (
    PASS,
    SIGNS,
    TURN_TEXT,
    board_in,
    holding,
    readings_in,
    result,
    standing_in,
)
from shatterproof_properties.proofs.terms import YES, Term, differ, every, literal, negation, some


class GivenTurn(NamedTuple):
    """A turn: the square of the piece, the direction, and the first square of the chosen group."""

    square: str
    direction: str
    choice: str


class KeptStatement:
    """The rules on a board of columns by rows, kept in a solver that is asked about one position after another."""

    def __init__(self, columns: int, rows: int, readings: Readings) -> None:
        self.solver = Solver(finite=True)
        self.here = any_position(self.solver, board_of(columns, rows))
        self.turn = OpenTurn(self.solver, self.here, readings)
        self.solver.say(self.turn.one_slide())
        self._allowed = self.solver.named("allowed", self.turn.allowed())
        self._endings = {ending: self.solver.named("ended", ended) for ending, ended in endings(self.turn.left).items()}

    def misplayed(self, position: Json, claimed: Mapping[GivenTurn, Result]) -> GivenTurn | None:
        """A turn that is allowed and not claimed, claimed and not allowed, or claimed with another result; else None.

        `claimed` are all turns said to be allowed, with their results.
        """
        turn = self.turn
        chosen = {
            given: every(turn.origin[given.square], turn.ways[given.direction], turn.choice[given.choice])
            for given in claimed
        }
        elsewhere = [every(chosen[given], negation(self._leads(given, to))) for given, to in claimed.items()]
        with self.solver.supposing(some(differ(self._allowed, some(*chosen.values())), *elsewhere)):
            model = self.solver.ask(self._like(position))
            if model is None:
                return None
            return GivenTurn(*(min(holding(model, picked)) for picked in (turn.origin, turn.ways, turn.choice)))

    def _like(self, position: Json) -> Iterator[Term]:
        """A term that the position before the turn is this one, fact by fact."""
        yield literal(self.here.blue_moves, position["to_move"] == SIDES[0])
        yield from _are(self.here.pieces, position)
        for way, marks in self.here.memory.items():
            for square, mark in marks.items():
                yield literal(mark, [square, self.here.board.behind(square, way)] in position["memory"])

    def _leads(self, given: GivenTurn, to: Result) -> Term:
        """A term that this turn leads to this position with this ending."""
        after, outcome = to
        behind = {square: [square, self.here.board.behind(square, given.direction)] for square in self.turn.arrived}
        ended = [literal(case, ending._asdict() == outcome) for ending, case in self._endings.items()]
        arrived = [literal(mark, behind[square] in after["memory"]) for square, mark in self.turn.arrived.items()]
        remembered = literal(YES, all(pair in behind.values() for pair in after["memory"]))
        return every(remembered, *ended, *arrived, *_are(self.turn.left, after))


statement_on = lru_cache(maxsize=8)(KeptStatement)
"""The statement for a board, made once."""


def _are(pieces: Pieces, position: Json) -> Iterator[Term]:
    """A term that the pieces are those of a position, square by square and sort by sort."""
    given = standing_in(position)
    for sort, marks in pieces.items():
        for square, mark in marks.items():
            yield literal(mark, given.get(square) == sort)


def check_turns(position: Json, listed: Iterable[ListedTurn]) -> None:
    """Compares all legal turns of a position with the statement, those with equal results included.

    Groups are named by their first square. Raises Disagreement on a turn that only one of them has, or that has another
    result; InputError.
    """
    board, readings = board_in(position), readings_in(position)
    given = {turn: (after, ended) for turn, after, ended in listed}
    named = {played: turn for turn, (after, _) in given.items() if (played := _given_turn(board, turn, after))}
    slides = Counter(played[:2] for played in named)
    candidates, claimed = [PASS, *(given.keys() - set(named.values()))], {}
    rules = statement_on(*map(int, position["board"].split("x")), readings)
    for played, turn in named.items():
        found = TURN_TEXT.fullmatch(turn)
        if bool(found and found[3]) != (slides[played[:2]] > 1):
            candidates.append(turn)
        claimed[played] = given[turn]
    odd = rules.misplayed(position, claimed)
    if odd:
        plain = odd.square + odd.direction
        candidates += [named.get(odd, plain), plain, f"{plain}{SIGNS[readings['tie']]}{odd.choice}"]
    for turn in candidates:
        compare(position, turn, result(position, turn), given.get(turn))
    if odd:
        raise Disagreement(f"turns of {position}", f"z3 has a word on {odd}", f"{sorted(given)} were claimed")


def _given_turn(board: SquareBoard, turn: str, after: Json) -> GivenTurn | None:
    """A turn by the group that it names, or else by the first square of what it leaves; None for a malformed text."""
    found = TURN_TEXT.fullmatch(turn)
    left = {square for square, _, _ in after["pieces"]}
    choice = (found and found[4]) or next((square for square in board.squares if square in left), None)
    if not found or found[1] not in board.squares or found[2] not in DIRECTIONS or choice not in board.squares:
        return None
    return GivenTurn(found[1], found[2], choice)
