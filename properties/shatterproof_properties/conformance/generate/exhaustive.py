"""Exhaustive walks: every position that play reaches on the smallest boards, and all set up on tiny ones."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import islice
from typing import Any, Generic, TypeVar

from shatterproof import strict_json
from shatterproof.game import AnyGame
from shatterproof_properties import play
from shatterproof_properties.conformance.generate import sizes_of
from shatterproof_properties.conformance.generate.cases import Case
from shatterproof_properties.play import Family
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.reference_table import position_to_json

MOST_WAITING = 3000
"""The most positions of the next ply that a walk keeps. With more, it ends after the present ply."""
MOST_SEEN = 30_000
"""The most positions of a board that a walk tells apart."""
TAKEN_AT_ONCE = 40
"""The number of positions of a family that are taken before smaller tasks have their turn."""
GOLDEN = (math.sqrt(5) - 1) / 2
"""The step, as a share of a family, between the starts of two parts, so that no two start at the same place."""

Path = tuple[str, ...]
Item = TypeVar("Item")
Waiting = TypeVar("Waiting")


class WalkTask(ABC, Generic[Item]):
    """A part of the work: items in portions, and how far it has got.

    `size` is the size of the next portion, None when there is none.
    """

    size: int | None

    @abstractmethod
    def portion(self) -> Iterator[Item]:
        """The next items."""

    @abstractmethod
    def reached(self) -> str:
        """How far it has got, "" if it has not begun."""


def in_order_of_size(tasks: Sequence[WalkTask[Item]], shard: Shard) -> Iterator[Item]:
    """The items of all tasks of this process's shard, smallest portions first."""
    while left := [task for task in tasks if task.size is not None]:
        following = min(left, key=lambda task: task.size or 0)
        for number, item in enumerate(following.portion()):
            if number % shard.jobs == shard.index:
                yield item


class Plies(WalkTask[Item], Generic[Item, Waiting]):
    """The positions that play reaches from the opening of a board, one ply in each portion.

    `most` limits the positions of the next ply that are kept, and those that are told apart. With more, the walk ends
    after the present ply.
    """

    def __init__(self, board: str, area: int, opening: Waiting, written: str, most: tuple[int, int]) -> None:
        """Begins a walk. `written` is the opening position in canonical JSON, `area` that of the board."""
        self._board, self._area, self._most = board, area, most
        self._frontier = [opening]
        self._seen = {_digest(written)}
        self._asked = self._of_this_ply = self._plies = 0
        self._overflown = False
        self.size: int | None = area

    @abstractmethod
    def visit(self, waiting: Waiting) -> tuple[Item, Iterator[tuple[Waiting, str]]]:
        """The questions about a position, and its successors, lazily, each with its position in canonical JSON."""

    def portion(self) -> Iterator[Item]:
        """All positions of the next ply that differ from earlier ones."""
        following: list[Waiting] = []
        self._of_this_ply = 0
        for waiting in self._frontier:
            item, after = self.visit(waiting)
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
        digest = _digest(written)
        new = digest not in self._seen
        self._seen.add(digest)
        return new

    def reached(self) -> str:
        """The plies done, and how much of the present one."""
        if not self._asked:
            return ""
        if self.size is None and not self._overflown:
            return f"{self._board}: all {self._asked:,} positions"
        whole = [f"plies 0-{self._plies - 1}"] if self._plies else []
        part = [f"{self._of_this_ply / len(self._frontier):.0%} of ply {self._plies}"] if self._of_this_ply else []
        return f"{self._board}: {' and '.join(whole + part)}, {self._asked:,} positions"


class PliesByRules(Plies[Case, str | Path]):
    """The same as cases for the reference. They have their turns from the opening unless the engine takes positions."""

    def __init__(self, game: AnyGame, board: str, readings: Any, paths: bool) -> None:
        self._game = game
        self._opening = Question.at(game, game.start(board, readings), do="turns")
        # Encoded positions take a tenth of the memory of positions.
        written = _encoded(game, self._opening.position)
        area = features.extent(game, self._opening.position)[0]
        super().__init__(board, area, () if paths else written, written, (MOST_WAITING, MOST_SEEN))

    def visit(self, waiting: str | Path) -> tuple[Case, Iterator[tuple[str | Path, str]]]:
        """The case at a position, and its successors."""
        if isinstance(waiting, str):
            case = Case(replace(self._opening, start=waiting))
        else:
            case = Case.walked(self._opening, waiting)
        return case, self._following(waiting, case)

    def _following(self, waiting: str | Path, case: Case) -> Iterator[tuple[str | Path, str]]:
        position = case.question.position
        for turn, after in self._game.results(position):
            encoded = _encoded(self._game, after)
            path = (*waiting, self._game.format_turn(position, turn)) if isinstance(waiting, tuple) else None
            yield (encoded if path is None else path), encoded


class SetUp(WalkTask[Case]):
    """The positions of a family, in an order that spreads any part of them over the whole; perhaps backwards.

    Each `part` of a run begins at another place.
    """

    def __init__(self, game: AnyGame, family: Family, backwards: bool = False, part: int = 0) -> None:
        self._game, self._family, self._backwards = game, family, backwards
        self._first = round(part * GOLDEN % 1 * family.count)
        self._area = math.prod(game.board_size(family.board))
        self._stride = next(step for step in range(round(family.count * 0.618) or 1, 2 * family.count + 1)
                            if math.gcd(step, family.count) == 1)  # fmt: skip
        self._looked_at = 0
        self._asked = 0
        self.size: int | None = self._area * TAKEN_AT_ONCE

    def portion(self) -> Iterator[Case]:
        """The next positions that the rules allow."""
        for position in islice(self._positions(), TAKEN_AT_ONCE):
            self._asked += 1
            yield Case(Question.at(self._game, position, do="turns"))
        left = self._looked_at < self._family.count
        self.size = self._area * (self._asked + TAKEN_AT_ONCE) if left else None

    def _positions(self) -> Iterator[Any]:
        count = self._family.count
        while self._looked_at < count:
            place = count - 1 - self._looked_at if self._backwards else self._looked_at
            self._looked_at += 1
            position = self._family.position((self._first + place) * self._stride % count)
            if position is not None:
                yield position

    def reached(self) -> str:
        """The share of the family that has been looked at."""
        if not self._asked:
            return ""
        part = self._looked_at / self._family.count
        share = "all" if part == 1 else f"{100 * part:.1f} % of the ways,"
        return f"{self._family.board} set up: {share} {self._asked:,} positions"


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


class Exhaustive:
    """Cases of the smallest boards, smallest tasks first: without repetition, the same every time, mostly without end.

    Positions reached by play are compared with all their turns. Without `set_up` only play from the opening counts, and
    cases have the turns that lead to their positions. Only the first part of a run plays from the opening.
    """

    def __init__(
        self, game: AnyGame, boards: Sequence[str], readings: Any, set_up: bool = True, shard: Shard = ALONE
    ) -> None:
        smallest = list(dict.fromkeys(boards))[: sizes_of(game.NAME).small]
        played = smallest if shard.begins_run else []
        self._tasks: list[WalkTask[Case]] = [PliesByRules(game, board, readings, not set_up) for board in played]
        if set_up:
            known = [each for each in play.families(game, readings) if each.board in boards]
            self._tasks += [SetUp(game, each, part=shard.part) for each in known]
        self._shard = shard

    def __iter__(self) -> Iterator[Case]:
        """The cases of this process's shard."""
        return in_order_of_size(self._tasks, self._shard)

    def reached(self) -> list[str]:
        """How far it has got, a line for each task begun."""
        return lines_of(self._tasks)


def lines_of(tasks: Sequence[WalkTask[Item]]) -> list[str]:
    """The progress of each task that has begun, a line each."""
    return [line for task in tasks if (line := task.reached())]


def _encoded(game: AnyGame, position: Any) -> str:
    return strict_json.encode(position_to_json(game, position))


def _digest(encoded: str) -> bytes:
    return blake2b(encoded.encode("ascii"), digest_size=8).digest()
