"""A search for games from the opening in which two sets of readings differ.

The second engines play under both sets side by side, because they are fast. The reference confirms what they find.
"""

from __future__ import annotations

import heapq
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any, NamedTuple

from shatterproof.game import AnyGame
from shatterproof_properties.protocol.announced import area, expand, has_opening
from shatterproof_properties.protocol.answers import MEMORY, same, winner
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.served import second_engine
from shatterproof_properties.second.engine import MOST, ResultText

MOST_LISTED = 20_000
"""The most results listed in a search on one board. This bounds the work on any machine."""
Results = dict[tuple[str, str], ResultText]
"""The results of a position by what matters: the position without its memory, and the winner."""


class SearchExhausted(Exception):
    """The search has listed as many results as it may."""


class SharedNode(NamedTuple):
    """A position that both sets of readings reach by the same turns, in the form that each set gives it."""

    turns: tuple[str, ...]
    positions: tuple[str, ...]


@dataclass
class PairedTables:
    """Two sets of readings on a board, played side by side by the second engine.

    `listed` counts results. `tells_apart` says whether the reference also answers a question differently under the two.
    """

    game: AnyGame
    board: str
    readings: Sequence[Mapping[str, str]]
    tells_apart: Callable[[Question], bool]
    most: int
    on_progress: Callable[[], None]

    def __post_init__(self) -> None:
        engine = second_engine(self.game.NAME)
        self.tables = tuple(engine.on_board(self.board, dict(each)) for each in self.readings)
        self.opening = SharedNode((), tuple(table.text(table.opening()) for table in self.tables))
        self.listed = 0

    def results(self, node: SharedNode) -> list[Results]:
        """The results of a position under both sets, by position and winner. Raises SearchExhausted."""
        if self.listed > self.most:
            raise SearchExhausted
        self.on_progress()
        found = [
            {what_matters(each): each for each in table.listed(position, MOST)}
            for table, position in zip(self.tables, node.positions, strict=True)
        ]
        self.listed += sum(map(len, found)) + 1
        return found

    def differ(self, turns: Iterable[str]) -> bool:
        """Whether both sets allow all turns before the last, and answer the last one, in a live game, differently."""
        *before, last = turns
        positions = [table.start() for table in self.tables]
        for text in before:
            answers = [table.apply(position, text) for table, position in zip(self.tables, positions, strict=True)]
            if any(each["verdict"] != "legal" or each["outcome"] for each in answers):
                return False
            positions = [each["position"] for each in answers]
        one, two = (table.apply(position, last) for table, position in zip(self.tables, positions, strict=True))
        return not same("apply", one, two, memory=False, refusals=False)

    def question(self, turns: Sequence[str]) -> Question | None:
        """The question about the last turn, if the reference answers it differently under the two sets."""
        question = Question(self.game.NAME, self.board, played=tuple(turns[:-1]), turn=turns[-1])
        return question if self.tells_apart(question) else None

    def differing(self, node: SharedNode, results: list[Results]) -> Iterator[Question]:
        """The questions about turns whose result occurs under only one of the readings."""
        one, two = results
        for key in sorted(one.keys() ^ two.keys()):
            question = self.question((*node.turns, (one.get(key) or two[key]).turn))
            if question:
                yield question


def search(
    game: AnyGame,
    boards: Iterable[str],
    pair: Sequence[Mapping[str, str]],
    tells_apart: Callable[[Question], bool],
    seed: int,
    most: int = MOST_LISTED,
    larger: float = 1.0,
    on_progress: Callable[[], None] = lambda: None,
) -> Iterator[Question]:
    """Questions from openings that tell two sets of readings apart: at most one for each board, smallest board first.

    `pair` has a value for every reading, twice. The same arguments give the same questions. `tells_apart` confirms a
    question before it is taken. `most` bounds the results listed on the smallest board, and `larger` is the share of
    that for each other board. `on_progress` is called before every listing.
    """
    known = sorted((board for board in expand(boards) if has_opening(game, board)), key=lambda board: area(game, board))
    chosen = dict.fromkeys([*known[:2], *(board for board in known if board == game.start().board)])
    for place, board in enumerate(chosen):
        both = PairedTables(game, board, pair, tells_apart, round(larger * most) if place else most, on_progress)
        ways = (_all_games(both), _repeating_games(both, 0), _repeating_games(both, 1), _random_games(both, seed))
        for way in ways:
            with suppress(SearchExhausted):
                if found := next(way, None):
                    yield _shortened(both, found)
                    break


def _all_games(both: PairedTables) -> Iterator[Question]:
    level, seen = [both.opening], set[tuple[str, ...]]()
    limit = both.most * 0.25
    while level:
        deeper: list[SharedNode] = []
        for node in level:
            if both.listed > limit:
                return
            results = both.results(node)
            yield from both.differing(node, results)
            for after in _children(node, results):
                if after.positions not in seen:
                    seen.add(after.positions)
                    deeper.append(after)
        level = deeper


def _repeating_games(both: PairedTables, whose: int) -> Iterator[Question]:
    """Searches games that come nearest to a draw by repetition, as one of the readings remembers it."""
    heap = [((0, 0), 0, both.opening)]
    limit = both.listed + both.most * 0.25
    for serial in count():
        if not heap or both.listed > limit:
            return
        node = heapq.heappop(heap)[2]
        results = both.results(node)
        yield from both.differing(node, results)
        for index, after in enumerate(_children(node, results)):
            memory, _ = _memory_of(after.positions[whose])
            if isinstance(memory, dict) and (memory["renewals"] or memory["recent"]):
                near = (-memory["renewals"], -len(memory["recent"]))
                heapq.heappush(heap, (near, serial * 10_000 + index, after))


def _random_games(both: PairedTables, seed: int) -> Iterator[Question]:
    random = Random(seed)
    while True:
        node = both.opening
        for _ in range(160):
            results = both.results(node)
            yield from both.differing(node, results)
            children = _children(node, results)
            if not children:
                break
            # The turn is sometimes a short one, else any.
            if random.random() < 0.5:
                shortest = min(len(node.turns[-1]) for node in children)
                children = [node for node in children if len(node.turns[-1]) == shortest]
            node = random.choice(children)


def what_matters(result: ResultText) -> tuple[str, str]:
    """The part of a result that matters in a comparison: the position without its memory, and the winner."""
    _, position = _memory_of(result.position)
    return position, "" if result.outcome == "null" else winner(json.loads(result.outcome))


def _memory_of(position: str) -> tuple[Any, str]:
    """The memory in a position's canonical JSON, and the text without it.

    The memory is None if the JSON has no place for it.
    """
    head, mark, tail = position.partition(f'"{MEMORY}":')
    if not mark:
        return None, position
    memory, end = _DECODER.raw_decode(tail)
    return memory, head + tail[end:].removeprefix(",")


_DECODER = json.JSONDecoder()


def _children(node: SharedNode, results: list[Results]) -> list[SharedNode]:
    """The next positions that both readings reach by the same turn, while the game goes on."""
    one, two = results
    return [
        SharedNode((*node.turns, one[key].turn), (one[key].position, two[key].position))
        for key in one
        if key in two and one[key].outcome == "null"
    ]


def _shortened(both: PairedTables, question: Question) -> Question:
    """The question without the turns that a few tries, by twos and singly, show to be needless."""
    turns, left, index = question.texts, 20_000, 0
    while left > 0 and index < len(turns) - 1:
        for width in (2, 1):
            fewer = (*turns[:index], *turns[index + width :])
            left -= len(turns)
            if index + width < len(turns) and both.differ(fewer):
                turns = fewer
                break
        else:
            index += 1
        both.on_progress()
    return both.question(turns) or question
