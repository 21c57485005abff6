"""Exhaustive walks: every position that play reaches on the smallest boards, and all set up on tiny ones.

Cases for the reference have few positions of these; the second engine enumerates many more, each with all its results.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import islice
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from shatterproof import strict_json
from shatterproof.game import AnyGame
from shatterproof_properties import play
from shatterproof_properties.conformance.generate import sizes_of
from shatterproof_properties.conformance.generate.cases import MOST_RESULTS, Case
from shatterproof_properties.play import Family
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.announced import has_opening
from shatterproof_properties.protocol.answers import position_to_json
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.second.engine import ResultTexts, SecondEngine

MOST_WAITING, MOST_WAITING_BY_SECOND = 3000, 20_000
"""The most positions of the next ply that a walk keeps. With more, it ends after the present ply."""
MOST_SEEN, MOST_SEEN_BY_SECOND = 30_000, 300_000
"""The most positions of a board that a walk tells apart."""
TAKEN_AT_ONCE = 40
"""The number of positions of a family that are taken before smaller tasks have their turn."""
GOLDEN = (math.sqrt(5) - 1) / 2
"""The step, as a share of a family, between the starts of two parts, so that no two start at the same place."""

Path = tuple[str, ...]
Item = TypeVar("Item")
Waiting = TypeVar("Waiting")
EngineFor = Callable[[str], SecondEngine[Any, Any]]
"""The second engine for a board."""


@dataclass(frozen=True)
class Shard:
    """Which of several processes this is, and how many there are: each asks about some of the positions.

    `part` is the number of the part of a run or saved run; later parts begin at other places. `begins_run` tells
    whether it is the first shard of its run, which asks the questions that every run must ask.
    """

    index: int = 0
    jobs: int = 1
    part: int = 0
    begins_run: bool = True


ALONE = Shard()


class Plies(Generic[Item, Waiting]):
    """The positions that play reaches on a board, one ply in each portion; `size` is that of the next, None at the end.

    `visit` gives the questions about a position, and its successors, lazily, each with its position in canonical JSON.
    `most` limits the positions of the next ply that are kept, and those that are told apart. With more, the walk ends
    after the present ply. `written` is the first position in canonical JSON, `area` that of the board.
    """

    def __init__(
        self, board: str, area: int, first: Waiting, written: str,
        visit: Callable[[Waiting], tuple[Item, Iterator[tuple[Waiting, str]]]], most: tuple[int, int],
    ) -> None:  # fmt: skip
        self._board, self._area, self._visit, self._most = board, area, visit, most
        self._frontier = [first]
        self._seen = {_digest(written)}
        self._asked = self._of_this_ply = self._plies = 0
        self._overflown = False
        self.size: int | None = area

    def portion(self) -> Iterator[Item]:
        """All positions of the next ply that differ from earlier ones."""
        following: list[Waiting] = []
        self._of_this_ply = 0
        for waiting in self._frontier:
            item, after = self._visit(waiting)
            yield item
            self._asked += 1
            self._of_this_ply += 1
            following += [] if self._overflown else [each for each, written in after if self._is_new(written)]
            if len(following) > self._most[0] or len(self._seen) > self._most[1]:
                self._overflown, following = True, []
        self._frontier = following
        self._plies += 1
        self._of_this_ply = 0
        self.size = self._area * len(following) or None
        if self.size is None:
            self._seen.clear()

    def _is_new(self, written: str) -> bool:
        before = len(self._seen)
        self._seen.add(_digest(written))
        return len(self._seen) > before

    def reached(self) -> str:
        """The plies done, and how much of the present one; "" before the first."""
        if not self._asked:
            return ""
        if self.size is None and not self._overflown:
            return f"{self._board}: all {self._asked:,} positions"
        whole = [f"plies 0-{self._plies - 1}"] if self._plies else []
        part = [f"{self._of_this_ply / len(self._frontier):.0%} of ply {self._plies}"] if self._of_this_ply else []
        return f"{self._board}: {' and '.join(whole + part)}, {self._asked:,} positions"


class SetUp(Generic[Item]):
    """The positions of a family, in an order that spreads any part of them over the whole; perhaps backwards.

    They come in portions; `size` is that of the next, None at the end. Each `part` of a run begins at another place.
    """

    def __init__(
        self, game: AnyGame, family: Family, made: Callable[[Question], Item], backwards: bool = False, part: int = 0
    ) -> None:
        self._game, self._family, self._made, self._backwards = game, family, made, backwards
        self._first = round(part * GOLDEN % 1 * family.count)
        self._area = math.prod(game.board_size(family.board))
        self._stride = next(step for step in range(round(family.count * 0.618) or 1, 2 * family.count + 1)
                            if math.gcd(step, family.count) == 1)  # fmt: skip
        self._looked_at = self._asked = 0
        self.size: int | None = self._area * TAKEN_AT_ONCE

    def portion(self) -> Iterator[Item]:
        """The next positions that the rules allow."""
        count, enough = self._family.count, self._asked + TAKEN_AT_ONCE
        while self._looked_at < count and self._asked < enough:
            place = count - 1 - self._looked_at if self._backwards else self._looked_at
            self._looked_at += 1
            position = self._family.position((self._first + place) * self._stride % count)
            if position is not None:
                self._asked += 1
                yield self._made(Question.at(self._game, position, do="turns"))
        self.size = self._area * (self._asked + TAKEN_AT_ONCE) if self._looked_at < count else None

    def reached(self) -> str:
        """The share of the family that has been looked at; "" before the first."""
        if not self._asked:
            return ""
        part = self._looked_at / self._family.count
        share = "all" if part == 1 else f"{100 * part:.1f} % of the ways,"
        return f"{self._family.board} set up: {share} {self._asked:,} positions"


class Walk(Generic[Item]):
    """Positions of the smallest boards, smallest portions first: without repetition, the same every time."""

    def __init__(self, tasks: Sequence[Plies[Item, Any] | SetUp[Item]], shard: Shard = ALONE) -> None:
        self._tasks, self._shard = tasks, shard

    def __iter__(self) -> Iterator[Item]:
        """The positions of this process's shard."""
        while left := [task for task in self._tasks if task.size is not None]:
            following = min(left, key=lambda task: task.size or 0)
            yield from islice(following.portion(), self._shard.index, None, self._shard.jobs)

    def reached(self) -> list[str]:
        """How far each board and family has got that has begun, a line each."""
        return [line for task in self._tasks if (line := task.reached())]


def cases_of_small_boards(
    game: AnyGame, boards: Sequence[str], readings: Any, set_up: bool = True, shard: Shard = ALONE
) -> Walk[Case]:
    """The cases of the smallest boards, mostly without end, compared with all their turns.

    Without `set_up` only play from the opening counts, and cases have the turns that lead to their positions. Only the
    first part of a run plays from the opening.
    """
    smallest = list(dict.fromkeys(boards))[: sizes_of(game.NAME).small]
    tasks: list[Any] = [_by_rules(game, board, readings, not set_up) for board in smallest if shard.begins_run]
    known = [each for each in play.families(game, readings) if set_up and each.board in boards]
    return Walk([*tasks, *(SetUp(game, each, Case, part=shard.part) for each in known)], shard)


def _by_rules(game: AnyGame, board: str, readings: Any, paths: bool) -> Plies[Case, str | Path]:
    """The positions that the reference reaches, with their turns from the opening where paths are wanted."""
    opening = Question.at(game, game.start(board, readings), do="turns")

    def visit(waiting: str | Path) -> tuple[Case, Iterator[tuple[str | Path, str]]]:
        by_text = isinstance(waiting, str)
        case = Case(replace(opening, start=waiting)) if isinstance(waiting, str) else Case.walked(opening, waiting)

        def following() -> Iterator[tuple[str | Path, str]]:
            position = case.question.position
            for turn, after in game.results(position):
                encoded = _encoded(game, after)
                yield encoded if by_text else (*waiting, game.format_turn(position, turn)), encoded

        return case, following()

    # Encoded positions take a tenth of the memory of positions.
    written, area = _encoded(game, opening.position), features.of(game).extent(opening.position)[0]
    return Plies(board, area, () if paths else written, written, visit, (MOST_WAITING, MOST_SEEN))


class Visited(NamedTuple):
    """A position in canonical JSON, its board, and its results: MOST_RESULTS and one if there are too many."""

    board: str
    text: str
    results: ResultTexts


def positions_of_small_boards(
    game: AnyGame, boards: Sequence[str], readings: Any, engine_for: EngineFor, shard: Shard = ALONE
) -> Walk[Visited]:
    """Positions of the smallest boards by the second engine, until none is left.

    They are those that play reaches, and those of the families of set-up positions, begun at their other end. Each of
    several processes has boards and families of its own.
    """

    def made(question: Question) -> Visited:
        assert question.start is not None
        return _visited(engine_for, question.board, question.start)

    known = [family for family in play.families(game, readings) if family.board in boards]
    tasks: list[Any] = [SetUp(game, family, made, backwards=True, part=shard.part) for family in known]
    smallest = [board for board in dict.fromkeys(boards) if has_opening(game, board)][: sizes_of(game.NAME).small]
    tasks += [by_second(board, math.prod(game.board_size(board)), engine_for, shard.part) for board in smallest]
    return Walk(tasks[shard.index :: shard.jobs])


def by_second(board: str, area: int, engine_for: EngineFor, part: int = 0) -> Plies[Visited, str]:
    """The positions that play reaches by the second engine from the opening.

    In later parts of a run it begins some turns further on, at another undecided position in each part.
    """
    engine, random, turns = engine_for(board), Random(f"{board} {part}"), 0
    here = engine.opening()
    for _ in range(random.randint(1, 12) if part else 0):
        following = [after for _, after in islice(engine.results(here), MOST_RESULTS)]
        open_ones = [after for after in following if engine.outcome(after) is None]
        if not open_ones:
            break
        here, turns = random.choice(open_ones), turns + 1
    written = engine.text(here)

    def visit(waiting: str) -> tuple[Visited, Iterator[tuple[str, str]]]:
        visited = _visited(engine_for, board, waiting)
        return visited, ((result.position, result.position) for result in visited.results)

    most = MOST_WAITING_BY_SECOND, MOST_SEEN_BY_SECOND
    return Plies(f"{board} from {turns} turns on" if part else board, area, written, written, visit, most)


def _visited(engine_for: EngineFor, board: str, text: str) -> Visited:
    return Visited(board, text, engine_for(board).listed(text, MOST_RESULTS + 1))


def _encoded(game: AnyGame, position: Any) -> str:
    return strict_json.encode(position_to_json(game, position))


def _digest(encoded: str) -> bytes:
    return blake2b(encoded.encode("ascii"), digest_size=8).digest()
