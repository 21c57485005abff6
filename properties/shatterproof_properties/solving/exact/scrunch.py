"""A solver of Scrunch: it proves by search who wins from a position with perfect play.

Positions can repeat only while both sides are in creation. A side past creation has finitely many turns left: each turn
lowers the number of its snakes, or adds a stone and does not raise their number. (This fails if a growth may make up
for a removal in the same turn; `solve` refuses such readings.)

So there are two searches. If a side is past creation somebody wins, and a plain search with a table finds out who.
Before that the question is who can *force* a win. Play that goes round is a win for nobody, so a turn back to a
position still being searched proves nothing yet. The search then starts again with everything proved so far, until a
round proves nothing new.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from rich.progress import BarColumn, TaskProgressColumn, TextColumn

from shatterproof.errors import InputError
from shatterproof_properties.common.progress import Bar
from shatterproof_properties.second.scrunch import Engine
from shatterproof_properties.second.scrunch.position import SIDES, Position, bits
from shatterproof_properties.solving.forcing import LIMIT, TranspositionTable
from shatterproof_properties.solving.scrunch import Symmetry

BOARDS = ("2", "3")
"""The boards that can be solved from the opening."""
PROVED, ASKED, UNPROVED = 2, 1, 0
REMEMBERED = 4_000_000
"""The most growths kept at a time."""


class MoveTable:
    """The results of turns for the side that makes them, and how promising they are. Growths are looked up once.

    Stones and phases are passed one by one, as in Position: own, other, creating, other_creating.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._isolated = engine.isolated
        self._grown: dict[tuple[int, bool], list[int]] = {}
        self._kept = 0

    def winner(self, own: int, other: int, creating: bool, other_creating: bool) -> bool | None:
        """Whether the side to move has won; None while the game goes on."""
        if own and other:
            return None
        here = Position(own, other, creating, other_creating, True)
        return self._engine.mover_wins(here) if self._engine.end(here) else None

    def results(self, own: int, other: int, creating: bool, other_creating: bool) -> list[tuple[int, bool]]:
        """The mover's stones after each turn, and whether it is still in creation. The other side stays the same."""
        engine = self._engine
        isolated = self._isolated(own, other) if creating else 0
        growths = [(after, False) for after in self._alone(own, creating) if not after & other]
        if isolated or (growths and not engine.each_stuck_dies):
            eggs = (own | cell for cell in bits(isolated))
            return [*((egg, engine.creating_after_egg(egg, other)) for egg in eggs), *growths]
        here = Position(own, other, creating, other_creating, True)
        return [(after.other, after.other_creating) for _, after in engine.results(here)]

    def promise(self, own: int, other: int, creating: bool, other_creating: bool) -> tuple[bool, int, int]:
        """The sort key of a turn by its result; smaller is better.

        It prefers eggs, then room for eggs, then few replies.
        """
        replies = self._isolated(own, other).bit_count() if creating else 0
        room = self._isolated(other, own).bit_count() if other_creating else 0
        growths = sum([not after & other for after in self._alone(own, creating)])
        return not other_creating, replies - room, replies + growths

    def _alone(self, own: int, creating: bool) -> list[int]:
        """The results of all growths as if there were no opponent. A growth needs cells free of it."""
        found = self._grown.get((own, creating))
        if found is None:
            found = [after for _, after in self._engine.growths(own, 0, creating)]
            self._kept += len(found) + 1
            if self._kept > REMEMBERED:
                self._grown.clear()
                self._kept = len(found) + 1
            self._grown[own, creating] = found
        return found


class TooLarge(Exception):
    """There are more positions with both sides in creation than the tables may keep."""


class GameSolver:
    """Searches on one board under one set of readings. `on_progress` is called for each position searched."""

    def __init__(self, engine: Engine, on_progress: Callable[[GameSolver], None], limit: int = LIMIT) -> None:
        self._moves = MoveTable(engine)
        self._symmetry = Symmetry(engine.board)
        self._table: TranspositionTable[int, bool] = TranspositionTable(limit)
        self._forced: dict[int, int] = {}
        self._most_forced = limit // 4
        self._went_round = False
        self._path: list[tuple[int, int]] = []
        self._on_progress = on_progress
        self.searched = 0

    @property
    def kept(self) -> int:
        """The number of positions in the tables."""
        return len(self._table) + len(self._forced)

    @property
    def share(self) -> float:
        """The share of the present search that is done, between 0 and 1, estimated from its first plies."""
        behind, whole = 0.0, 1.0
        for done, turns in self._path[:6]:
            behind += whole * done / turns
            whole /= turns
        return behind

    def value(self, here: Position) -> bool | None:
        """Whether the side to move wins, in an undecided position; None where neither side can force a win."""
        own, other, creating, other_creating, _ = here
        if not (creating and other_creating):
            return self._wins(own, other, creating, other_creating)
        if self._can_force(own, other, True):
            return True
        if not self._went_round or self._can_force(own, other, False):
            return False
        return None

    def is_kept_by(self, after: Position, value: bool | None) -> bool:
        """Whether a position keeps the value for the side that has just moved. Call it after `value` was no loss."""
        own, other, creating, other_creating, _ = after
        if value is None:
            proved = self._forced.get(self._symmetry.stones_key(own, other) << 1 | True)
            return creating and other_creating and proved == UNPROVED
        won = self._moves.winner(own, other, creating, other_creating)
        if won is not None:
            return not won
        if creating and other_creating:
            return self._forced.get(self._symmetry.stones_key(own, other) << 1) == PROVED
        return self._table.get(self._key(own, other, creating, other_creating)) is False

    # With a side past creation

    def _key(self, own: int, other: int, creating: bool, other_creating: bool) -> int:
        return self._symmetry.stones_key(own, other) << 2 | creating << 1 | other_creating

    def _wins(self, own: int, other: int, creating: bool, other_creating: bool) -> bool:
        key = self._key(own, other, creating, other_creating)
        known = self._table.get(key)
        if known is not None:
            return known
        self._count()
        moves, ranked, won = self._moves, dict[int, Any](), False
        for after, still in moves.results(own, other, creating, other_creating):
            lost = moves.winner(other, after, other_creating, still)
            reply = self._key(other, after, other_creating, still)
            if lost is None and reply not in ranked:
                lost = self._table.get(reply)
                if lost is None:
                    ranked[reply] = (moves.promise(other, after, other_creating, still), after, still)
            if lost is False:
                won = True
                break
        # The most promising first; none, if one is known to win.
        replies = [] if won else sorted(ranked.values())
        for number, (_, after, still) in enumerate(replies):
            self._path.append((number, len(replies)))
            won = not self._wins(other, after, other_creating, still)
            self._path.pop()
            if won:
                break
        self._table.put(key, won)
        return won

    # With both sides in creation

    def _can_force(self, own: int, other: int, mine: bool) -> bool:
        """Whether the side to move, or with `mine` False the other side, can force a win."""
        self._forced.clear()
        while True:
            proved = len(self._forced)
            self._went_round = False
            if self._forces(own, other, mine):
                return True
            known = {key: state for key, state in self._forced.items() if state == PROVED}
            if not self._went_round or len(known) == proved:
                return False
            self._forced = known

    def _forces(self, own: int, other: int, mine: bool) -> bool:
        """Whether that win is proved, in this round or an earlier one."""
        key = self._symmetry.stones_key(own, other) << 1 | mine
        state = self._forced.get(key)
        if state is not None:
            self._went_round |= state == ASKED
            return state == PROVED
        self._count()
        self._forced[key] = ASKED
        forced = False
        # One of each set of symmetric turns.
        ranked = {}
        for after, still in self._moves.results(own, other, True, True):
            same = self._key(other, after, True, still)
            if same not in ranked:
                ranked[same] = (self._moves.promise(other, after, True, still), after, still)
        for number, (_, after, still) in enumerate(sorted(ranked.values())):
            self._path.append((number, len(ranked)))
            # The side that has just moved may have ended its creation, or have lost.
            won = self._moves.winner(other, after, True, still)
            if won is None and still:
                forced = self._forces(other, after, not mine)
            elif won is None:
                forced = self._wins(other, after, True, False) != mine
            else:
                forced = won != mine
            self._path.pop()
            if forced == mine:
                break
        self._forced[key] = PROVED if forced else UNPROVED
        return forced

    def _count(self) -> None:
        if len(self._forced) > self._most_forced:
            raise TooLarge(f"more than {self._most_forced:,} positions with both sides in creation")
        self.searched += 1
        self._on_progress(self)


class SolveBar(Bar):
    """A bar that shows the share of the search that is done; give `update` to `solve`."""

    def __init__(self) -> None:
        counts = "{task.fields[searched]:,} positions searched, {task.fields[kept]:,} kept"
        columns = TextColumn("solving"), BarColumn(), TaskProgressColumn(), TextColumn(counts)
        super().__init__("solving", 1.0, *columns, searched=0, kept=0)

    def update(self, search: GameSolver) -> None:
        """Shows the progress of the search."""
        self.show(search.share, searched=search.searched, kept=search.kept)


@dataclass(frozen=True)
class GameValue:
    """The value of a position.

    `winner` is None if neither side can force a win, so that play goes round for ever. `turn` is the first of the turns
    found to win, or to keep the other side from winning. It is None in a lost or decided position. `searched` counts
    positions searched, and `kept` those in the tables at the end, up to symmetry.
    """

    position: dict[str, Any]
    readings: dict[str, str]
    winner: str | None
    turn: str | None
    searched: int
    kept: int
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """The value as JSON."""
        return asdict(self)


def solve(
    position: str | dict[str, Any],
    readings: Mapping[str, str] | None = None,
    on_progress: Callable[[GameSolver], None] | None = None,
    limit: int = LIMIT,
) -> GameValue:
    """The value of a position, given as JSON, or of the opening on a board, given by its name.

    Readings have full ids; others are at their defaults. `on_progress` is called now and then, and may stop the search
    by an exception. `limit` is the most positions kept. Raises InputError for a bad board, position or reading, and for
    readings under which play can go round even after creation. Raises TooLarge if a table of that size is not enough.
    """
    begun = time.monotonic()

    def report(search: GameSolver) -> None:
        if on_progress is not None and search.searched % 1000 == 0:
            on_progress(search)

    engine = Engine.on_board(position.get("board") if isinstance(position, dict) else position, readings)
    if engine.counts_before_removal:
        what = "removal-count=before-removal with removal-ends-turn=then-wriggle lets play go round past creation"
        raise InputError(what, expected="other readings: such play cannot be searched to its end")
    here = engine.opening() if isinstance(position, str) else engine.read(position)
    search = GameSolver(engine, report, limit)
    winner, turn, outcome = None, None, engine.outcome(here)
    if outcome is not None:
        winner = outcome.winner
    else:
        value = search.value(here)
        winner = None if value is None else SIDES[here.dark_moves != value]
        kept = (turn for turn, after in engine.results(here) if search.is_kept_by(after, value))
        first = None if value is False else next(kept, None)
        turn = None if first is None else engine.turn_text(here, first)
    seconds = time.monotonic() - begun
    return GameValue(engine.write(here), dict(engine.readings), winner, turn, search.searched, search.kept, seconds)
