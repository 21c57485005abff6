"""Tables, which a program offers to be served as an engine: each is a game on one board under one set of readings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, AnyGame, IllegalPosition, IllegalTurn, MalformedTurn, perft
from shatterproof_properties.common.progress import BAR, Bar
from shatterproof_properties.protocol.answers import Answer, position_to_json, result
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.second import FastGame

ABILITIES = ("apply", "turns", "count", "batch")
STARTS = ("start", "position")
Item = TypeVar("Item")


class Table(Protocol):
    """A game on one board under one set of readings: an open context. Positions are JSON values.

    Every method raises ValueError for a position that breaks the rules of positions; an InputError also names the
    place, by a JSON pointer in `where`. It raises Refusal for anything else that it cannot answer. A table may also
    have `turn_entries`, which lists the same as `turns` in canonical JSON.
    """

    def start(self) -> Any:
        """The opening position."""

    def apply(self, position: Any, turn: str) -> dict[str, Any]:
        """The verdict on the turn, like `{"verdict": "legal", "position": .., "outcome": ..}`."""

    def turns(self, position: Any) -> Iterable[dict[str, Any]]:
        """One `{"turn", "position", "outcome"}` for each distinct result."""

    def count(self, position: Any, depth: int) -> dict[str, Any]:
        """`{"total": leaves, "by": [[turn, leaves below it], ...]}`, sorted by turn."""


@dataclass(frozen=True)
class ServedGame:
    """A game to serve: its boards (names and ranges), the values of each reading, default first, and `open`.

    `open` makes a table from a board and a value for every reading. It raises ValueError for what it cannot play.
    """

    name: str
    boards: tuple[str, ...]
    readings: Mapping[str, tuple[str, ...]]
    open: Callable[[str, dict[str, str]], Table]


@dataclass(frozen=True)
class Introduction:
    """The introduction of the server in `hello`. `can` and `starts` may announce less than it could do.

    `texts` is "spec" for turns as the spec writes them, "lenient" if other texts may be turns too, and "own" for
    another notation. `refusals` and `lists_from` are as in `hello`.
    """

    name: str
    version: str
    language: str = "Python"
    can: tuple[str, ...] = ABILITIES
    starts: tuple[str, ...] = STARTS
    texts: str = "spec"
    refusals: str = "kinds"
    lists_from: tuple[str, ...] = ("position",)


class Refusal(Exception):
    """An error answer: `code` from the closed list, `text` for a person, `at` a JSON pointer into the question."""

    def __init__(self, code: str, text: str, at: str | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.at = at


class Gap(Exception):
    """A skip answer: the table knows that it does not cover this question, and `why`."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def verdict_on(game: AnyGame, position: Any, text: str) -> dict[str, Any]:
    """The verdict of the rules on a turn of a position, in the form of the protocol."""
    return answer_and_result(game, position, text)[0]


def answer_and_result(game: AnyGame, position: Any, text: str) -> tuple[dict[str, Any], Any | None]:
    """The verdict of the rules on a turn, and the position that it leads to, None if it is not legal."""
    try:
        after = game.play(position, game.parse_turn(position, text))
    except MalformedTurn:
        return {"verdict": "malformed"}, None
    except AmbiguousTurn as error:
        return {"verdict": "ambiguous", "means": list(error.meanings)}, None
    except IllegalTurn as error:
        return {"verdict": "illegal", "clause": error.clause}, None
    return {"verdict": "legal", **result(game, after)}, after


def listed(game: AnyGame, position: Any) -> Iterator[dict[str, Any]]:
    """Every result of a position with its first turn, in the form of the protocol."""
    for turn, after in game.results(position):
        yield {"turn": game.format_turn(position, turn), **result(game, after)}


def counted(game: AnyGame, position: Any, depth: int) -> dict[str, Any]:
    """The leaves of the tree of turns of a position, in all and by first turn."""
    if depth == 0:
        return {"total": 1, "by": []}
    by = sorted(
        [game.format_turn(position, turn), perft(game, after, depth - 1)] for turn, after in game.results(position)
    )
    return {"total": sum(leaves for _, leaves in by), "by": by}


def count_leaves(game: AnyGame, position: Any, depth: int, engine: str, actions: bool = False) -> list[tuple[str, int]]:
    """The number of leaves `depth` plies below `position` by first turn, sorted by its text.

    `engine` is "second" for the second engine; for any other word the reference counts. With `actions`, which only the
    reference knows, legal turns with the same result count apart.
    """
    if depth == 0:
        return []
    if engine == "second":
        fast = FastGame(game.NAME, position.board, position.readings.to_mapping())
        return fast.divide(fast.from_reference(position), depth)
    begun = list(game.actions(position) if actions else game.results(position))
    return sorted(
        (game.format_turn(position, turn), perft(game, after, depth - 1, actions)) for turn, after in watched(begun)
    )


def count_unique(game: AnyGame, position: Any, depth: int) -> int:
    """The number of distinct positions `depth` plies below `position`."""
    layer = {position}
    for _ in range(depth):
        layer = {after for before in watched(list(layer)) for _, after in game.results(before)}
    return len(layer)


def watched(items: list[Item]) -> Iterator[Item]:
    """The items, with a progress bar on a terminal."""
    with Bar("counting", len(items), "counting", BAR, "[progress.percentage]{task.percentage:>3.0f}%") as bar:
        for number, item in enumerate(items):
            bar.show(number)
            yield item


@dataclass(frozen=True)
class ReferenceTable:
    """A game of the reference on one board under one set of readings. Positions are JSON values."""

    game: AnyGame
    board: str
    readings: Any

    def start(self) -> Any:
        return position_to_json(self.game, self.game.start(self.board, self.readings))

    def apply(self, position: Any, turn: str) -> dict[str, Any]:
        return verdict_on(self.game, self.game.from_json(position, self.readings), turn)

    def turns(self, position: Any) -> Iterator[dict[str, Any]]:
        return listed(self.game, self.game.from_json(position, self.readings))

    def count(self, position: Any, depth: int) -> dict[str, Any]:
        return counted(self.game, self.game.from_json(position, self.readings), depth)


def play_on(table: Table, position: Any, turns: Sequence[str]) -> dict[str, Any]:
    """The verdict of a table on the last of some turns, or on the first that is not legal, with its index."""
    said = dict[str, Any]()
    for index, turn in enumerate(turns):
        said = table.apply(position, turn)
        if said["verdict"] != "legal":
            return {**said, "at": index}
        position = said["position"]
    return said


def answer(table: Table, question: Question) -> Answer:
    """The answer of a table to a question, as the `ok` part of an answer.

    The table itself plays the earlier turns from the start; if one is not legal, that is the answer. A question from
    the opening is answered like a list of turns, with `at`. Raises ValueError if the table refuses a position, Refusal
    and Gap, and InputError for `position`, which no table is asked.
    """
    if question.do == "position":
        raise InputError("no table says whether a position may stand", expected="apply, turns or count")
    position = table.start() if question.start is None else strict_json.decode(question.start)
    said = play_on(table, position, question.played)
    if "at" in said:
        return said
    position = said.get("position", position)
    if question.do == "apply":
        verdict = table.apply(position, question.turn)
        counted = question.start is None and verdict["verdict"] != "legal"
        return verdict | ({"at": len(question.played)} if counted else {})
    if question.do == "count":
        return table.count(position, question.depth)
    return {"turns": list(table.turns(position))}


def answer_by_rules(question: Question) -> Answer:
    """The reference's answer to a question under its readings, in the form of `answer`.

    A position by itself is `accepted`, with its outcome. A start that breaks a rule is `refused` with the clause; one
    that is no position of the game, with a note.
    """
    game = question.rules
    try:
        position = question.begun
    except IllegalPosition as error:
        return {"verdict": "refused", "clause": error.clause}
    except InputError as error:
        return {"verdict": "refused", "note": str(error)}
    for index, text in enumerate(question.played):
        said, after = answer_and_result(game, position, text)
        if after is None:
            return said | {"at": index}
        position = after
    if question.do == "apply":
        said, after = answer_and_result(game, position, question.turn)
        return said | ({"at": len(question.played)} if question.start is None and after is None else {})
    if question.do == "position":
        return {"verdict": "accepted", **result(game, position)}
    return counted(game, position, question.depth) if question.do == "count" else {"turns": [*listed(game, position)]}
