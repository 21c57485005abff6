"""Looking for games from the opening that tell two sets of readings apart, for engines that the known questions miss.

The second engines play, under both readings side by side, because they are fast; the reference has the last word.
"""

from __future__ import annotations

import heapq
import importlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import count, islice
from random import Random
from typing import Any

from shatterproof.game import AnyGame
from shatterproof_properties.conformance.profile.questions import Assignment, Question, board_of, separated, view_of
from shatterproof_properties.protocol.answers import winner
from shatterproof_properties.protocol.boards import area, expand, has_opening
from shatterproof_properties.protocol.table import Table

STANDARD = {"crumble": "6x6", "scrunch": "7", "splinter": "10x9"}
SMALL_BOARDS = 2
"""Boards with an opening that are searched, besides the standard one."""
MOST_LISTED = 20_000
"""Results listed in a search on one board: what it may cost, whatever the machine."""
FEWER_LISTED = 5_000
"""The same where an engine takes positions, and other questions have gone before."""
BROAD = 0.25
"""The share of that which goes into trying all games, shortest first; the rest goes into random ones."""
REPEATING = 0.25
"""The share for games that tend to repeat, under each of the readings."""
LONGEST_GAME = 160
MOST_SHORTENED = 20_000
"""Turns played to shorten a game that was found."""

Result = dict[str, Any]
Pulse = Callable[[], None]


class Exhausted(Exception):
    """As many results have been listed as may be."""


@dataclass
class Pair:
    """Two sets of readings on a board, played side by side by the second engine. `listed` counts results."""

    game: AnyGame
    board: str
    readings: tuple[Assignment, Assignment]
    most: int
    pulse: Pulse

    def __post_init__(self) -> None:
        engine: Any = importlib.import_module(f"shatterproof_properties.second.{self.game.NAME}").Engine
        sides = [int(side) for side in self.board.split("x")]
        self.tables: tuple[Table, ...] = tuple(engine(*sides, each) for each in self.readings)
        self.listed = 0

    def begin(self) -> Stand:
        """The opening."""
        return Stand((), tuple(table.start() for table in self.tables))

    def lists(self, stand: Stand) -> list[dict[str, Result]]:
        """The results of a stand under both, by board and winner. Raises Exhausted."""
        if self.listed > self.most:
            raise Exhausted
        self.pulse()
        found = [
            {f"{board_of(each['position'])} {winner(each['outcome'])}": each for each in table.turns(position)}
            for table, position in zip(self.tables, stand.positions, strict=True)
        ]
        self.listed += sum(map(len, found)) + 1
        return found

    def differ(self, turns: Iterable[str]) -> bool:
        """Whether both make something else of the last of some turns, and play those before it alike."""
        *before, last = turns
        positions = [table.start() for table in self.tables]
        for text in before:
            answers = [table.apply(position, text) for table, position in zip(self.tables, positions, strict=True)]
            if any(each["verdict"] != "legal" or each["outcome"] for each in answers):
                return False
            positions = [each["position"] for each in answers]
        one, two = (table.apply(position, last) for table, position in zip(self.tables, positions, strict=True))
        return view_of(0, one) != view_of(0, two)

    def question(self, turns: Iterable[str]) -> Question | None:
        """The question about the last of some turns, if the reference says that it tells the two apart."""
        question = Question(self.game.NAME, self.board, None, tuple(turns))
        return question if separated(question, self.readings) == 2 else None


@dataclass(frozen=True)
class Stand:
    """A position that both readings come to by the same turns, as each of them has it."""

    turns: tuple[str, ...]
    positions: tuple[Any, ...]


def seek(
    game: AnyGame,
    boards: Iterable[str],
    pair: tuple[Assignment, Assignment],
    seed: int,
    most: int = MOST_LISTED,
    pulse: Pulse = lambda: None,
) -> Iterator[Question]:
    """Questions from openings that tell two sets of readings apart, at most one for each board, smallest board first.

    The same for the same arguments. `most` bounds the results listed on each board; `pulse` is called before every
    listing.
    """
    for board in searched(game, boards):
        both = Pair(game, board, pair, most, pulse)
        ways = (broadly(both), repeating(both, 0), repeating(both, 1), at_random(both, Random(seed)))
        found = next((question for way in ways if (question := _first(way))), None)
        if found:
            yield shortened(both, found)


def searched(game: AnyGame, boards: Iterable[str]) -> list[str]:
    """The boards to search, of those that an engine announces: the smallest with an opening, and the standard one."""
    known = sorted((board for board in expand(boards) if has_opening(game, board)), key=lambda board: area(game, board))
    return list(dict.fromkeys([*known[:SMALL_BOARDS], *(board for board in known if board == STANDARD[game.NAME])]))


def broadly(both: Pair) -> Iterator[Question]:
    """Tries all games, shortest first."""
    level, seen = [both.begin()], set[str]()
    limit = both.most * BROAD
    while level:
        deeper: list[Stand] = []
        for stand in level:
            if both.listed > limit:
                return
            lists = both.lists(stand)
            yield from differing(both, stand, lists)
            for after in children(stand, lists):
                key = repr(after.positions)
                if key not in seen:
                    seen.add(key)
                    deeper.append(after)
        level = deeper


def repeating(both: Pair, whose: int) -> Iterator[Question]:
    """Tries games that come nearest to a draw by repetition, as one of the readings remembers it."""
    heap = [((0, 0), 0, both.begin())]
    limit = both.listed + both.most * REPEATING
    for serial in count():
        if not heap or both.listed > limit:
            return
        stand = heapq.heappop(heap)[2]
        lists = both.lists(stand)
        yield from differing(both, stand, lists)
        for index, after in enumerate(children(stand, lists)):
            near = repeated(after.positions[whose])
            if near > (0, 0):
                heapq.heappush(heap, ((-near[0], -near[1]), serial * 10_000 + index, after))


def at_random(both: Pair, random: Random) -> Iterator[Question]:
    """Plays random games."""
    while True:
        stand = both.begin()
        for _ in range(LONGEST_GAME):
            lists = both.lists(stand)
            yield from differing(both, stand, lists)
            ahead = children(stand, lists)
            if not ahead:
                break
            stand = drawn(ahead, random)


def drawn(ahead: list[Stand], random: Random) -> Stand:
    """The next stand of a random game: now and then by a short turn, else by any."""
    if random.random() < 0.5:
        shortest = min(len(stand.turns[-1]) for stand in ahead)
        ahead = [stand for stand in ahead if len(stand.turns[-1]) == shortest]
    return random.choice(ahead)


def repeated(position: Any) -> tuple[int, int]:
    """How near a position is to a draw by repetition, as far as it remembers that."""
    memory = position.get("memory")
    return (memory["renewals"], len(memory["recent"])) if isinstance(memory, dict) else (0, 0)


def differing(both: Pair, stand: Stand, lists: list[dict[str, Result]]) -> Iterator[Question]:
    """The questions about turns that lead somewhere under one of the readings only."""
    one, two = lists
    for key in sorted(one.keys() ^ two.keys()):
        question = both.question((*stand.turns, (one.get(key) or two[key])["turn"]))
        if question:
            yield question


def children(stand: Stand, lists: list[dict[str, Result]]) -> list[Stand]:
    """Where turns lead that both readings take alike, and after which the game goes on."""
    one, two = lists
    return [
        Stand((*stand.turns, one[key]["turn"]), (one[key]["position"], two[key]["position"]))
        for key in one
        if key in two and one[key]["outcome"] is None
    ]


def shortened(both: Pair, question: Question) -> Question:
    """The question with as many turns left out as a few tries allow, by twos and singly."""
    turns, left, index = question.turns, MOST_SHORTENED, 0
    while left > 0 and index < len(turns) - 1:
        for width in (2, 1):
            fewer = (*turns[:index], *turns[index + width :])
            left -= len(turns)
            if index + width < len(turns) and both.differ(fewer):
                turns = fewer
                break
        else:
            index += 1
        both.pulse()
    return both.question(turns) or question


def _first(questions: Iterator[Question]) -> Question | None:
    try:
        return next(islice(questions, 1), None)
    except Exhausted:
        return None
