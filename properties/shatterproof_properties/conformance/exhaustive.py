"""Exhaustive walks: every position that play reaches on the smallest boards, and all set up on tiny ones."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import islice
from typing import Any

from shatterproof import strict_json
from shatterproof.game import AnyGame
from shatterproof_properties import play
from shatterproof_properties.conformance.cases import SIZES, Case
from shatterproof_properties.play import Family
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.reference_table import position_to_json

MOST_WAITING = 3000
"""Positions of the next ply that a walk keeps; where there are more it ends with the ply it is at."""
MOST_SEEN = 30_000
TAKEN_AT_ONCE = 40
"""Positions set up of a family before smaller tasks have their turn."""

Path = tuple[str, ...]


class WalkTask:
    """A part of the work: cases in portions, and what it has come to. `size` is that of the next portion, None when
    there is none."""

    size: int | None

    def portion(self) -> Iterator[Case]:
        raise NotImplementedError

    def reached(self) -> str:
        raise NotImplementedError


class Plies(WalkTask):
    """The positions that play reaches from the opening of a board, a ply in a portion."""

    def __init__(self, game: AnyGame, board: str, readings: Any, paths: bool) -> None:
        self._game, self._board = game, board
        self._opening = Question.at(game, game.start(board, readings), do="turns")
        self._area = features.extent(game, self._opening.position)[0]
        # Encoded positions take a tenth of the memory of positions.
        self._frontier: list[str | Path] = [() if paths else _encoded(game, self._opening.position)]
        self._seen = {_digest(_encoded(game, self._opening.position))}
        self._asked = 0
        self._plies = 0
        self._overflown = False
        self.size: int | None = self._area

    def portion(self) -> Iterator[Case]:
        """Every position of the next ply, of all that are not like an earlier one."""
        following: list[str | Path] = []
        for waiting in self._frontier:
            case = self._case(waiting)
            yield case
            self._asked += 1
            position = case.question.position
            for turn, after in () if self._overflown else self._game.results(position):
                encoded = _encoded(self._game, after)
                if self._is_new(encoded):
                    if isinstance(waiting, tuple):
                        following.append((*waiting, self._game.format_turn(position, turn)))
                    else:
                        following.append(encoded)
            if len(following) > MOST_WAITING or len(self._seen) > MOST_SEEN:
                self._overflown, following = True, []
        self._frontier = following
        self._plies += 1
        self.size = self._area * len(following) or None
        if self.size is None:
            self._seen.clear()

    def _case(self, waiting: str | Path) -> Case:
        if isinstance(waiting, str):
            return Case(replace(self._opening, start=waiting))
        return Case.walked(self._opening, waiting)

    def _is_new(self, encoded: str) -> bool:
        digest = _digest(encoded)
        new = digest not in self._seen
        self._seen.add(digest)
        return new

    def reached(self) -> str:
        if not self._asked:
            return ""
        whole = self.size is None and not self._overflown
        plies = f"plies 0-{self._plies - 1}" if self._plies else "ply 0 in part"
        return f"{self._board}: {'all' if whole else plies + ','} {self._asked:,} positions"


class SetUp(WalkTask):
    """The positions of a family, in an order that spreads any part of them over the whole."""

    def __init__(self, game: AnyGame, family: Family) -> None:
        self._game, self._family = game, family
        self._area = math.prod(game.board_size(family.board))
        self._stride = next(step for step in range(round(family.count * 0.618) or 1, 2 * family.count + 1)
                            if math.gcd(step, family.count) == 1)  # fmt: skip
        self._looked_at = 0
        self._asked = 0
        self.size: int | None = self._area * TAKEN_AT_ONCE

    def portion(self) -> Iterator[Case]:
        for position in islice(self._positions(), TAKEN_AT_ONCE):
            self._asked += 1
            yield Case(Question.at(self._game, position, do="turns"))
        left = self._looked_at < self._family.count
        self.size = self._area * (self._asked + TAKEN_AT_ONCE) if left else None

    def _positions(self) -> Iterator[Any]:
        while self._looked_at < self._family.count:
            number = self._looked_at * self._stride % self._family.count
            self._looked_at += 1
            position = self._family.position(number)
            if position is not None:
                yield position

    def reached(self) -> str:
        if not self._asked:
            return ""
        part = self._looked_at / self._family.count
        share = "all" if part == 1 else f"{100 * part:.1f} % of the ways,"
        return f"{self._family.board} set up: {share} {self._asked:,} positions"


@dataclass(frozen=True)
class Share:
    """Which of several processes this is, and how many there are: each asks about some of the positions."""

    index: int = 0
    jobs: int = 1


ALONE = Share()


class Exhaustive:
    """Cases of the smallest boards, in the order of the size of the task: without end in sight on most boards, without
    repetition, the same every time. Positions reached by play are compared with all their turns.

    Without `set_up` only play from the opening counts, and cases come with the turns that lead to their positions.
    """

    def __init__(
        self, game: AnyGame, boards: Sequence[str], readings: Any, set_up: bool = True, share: Share = ALONE
    ) -> None:
        smallest = list(dict.fromkeys(boards))[: SIZES[game.NAME].small]
        self._tasks: list[WalkTask] = [Plies(game, board, readings, not set_up) for board in smallest]
        if set_up:
            self._tasks += [SetUp(game, each) for each in play.families(game, readings) if each.board in boards]
        self._share = share

    def __iter__(self) -> Iterator[Case]:
        """The cases of this process's share."""
        while left := [task for task in self._tasks if task.size is not None]:
            following = min(left, key=lambda task: task.size or 0)
            for number, case in enumerate(following.portion()):
                if number % self._share.jobs == self._share.index:
                    yield case

    def reached(self) -> list[str]:
        """How far it has got, a line for each task begun."""
        return [line for task in self._tasks if (line := task.reached())]


def _encoded(game: AnyGame, position: Any) -> str:
    return strict_json.encode(position_to_json(game, position))


def _digest(encoded: str) -> bytes:
    return blake2b(encoded.encode("ascii"), digest_size=8).digest()
