"""Game records: tags, numbered turns, comments and a result; reading and printing them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeVar

from shatterproof import strict_json
from shatterproof.errors import InputError, shorten
from shatterproof.game import AnyGame, Outcome, Position, ReadingsBase, Turn, describe_outcome, find_game, game_of

MOST_TURNS = 10_000
RESULTS = {"1-0": 0, "0-1": 1, "1/2-1/2": None}
"""Result marks, with the index of the side that won (None: a draw). `*` says nothing."""
TAGS = ("Game", "Board", "Readings", "Position", "Notation")
"""Tags that say how to replay; any other tag is kept and passed over, unless it is one of these misspelt."""
NOTATIONS = ("published", "any")
"""Values of the tag Notation; without it, any: text that may have lost its hyphens."""


@dataclass(frozen=True)
class RecordedTurn:
    """A turn as written: its text, its number, the side that made it, and the line of the file."""

    text: str
    number: int
    side: str
    line: int

    @property
    def where(self) -> str:
        return f"line {self.line}, move {self.number} ({self.side.capitalize()})"


@dataclass(frozen=True)
class Record:
    """A game as written down. `position` is where it starts; `result` is one of `RESULTS`, `*`, or None.

    `remarks` are lines about how it was read, for whoever judges it.
    """

    game: AnyGame
    position: Position
    turns: tuple[RecordedTurn, ...]
    result: str | None = None
    published: bool = False
    tags: dict[str, str] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()

    def under(self, readings: ReadingsBase) -> Record:
        """The same turns from the same start under other readings. Raises InputError where they forbid the start."""
        data = self.game.to_json(self.position)
        data.pop("readings", None)
        return replace(self, position=self.game.from_json(data, readings))


_TAG = re.compile(r'\[([A-Za-z]{1,40})\s+"((?:[^"\\]++|\\["\\])*)"\]')
_COMMENT = re.compile(r"\{[^}]*\}")
_NUMBER = r"([0-9]{1,6})\)"


def parse_record(text: str, readings: ReadingsBase | None = None) -> Record:
    """The record in a text; `readings` stand in for those of its tag.

    Raises InputError with the line that is wrong, IllegalPosition for its start.
    """
    if not text.strip():
        raise InputError("the record is empty", "line 1", 'a first line like [Game "crumble"]')
    if len(text) > strict_json.SIZE_LIMIT:
        raise InputError(f"the record has {len(text)} characters", expected=f"at most {strict_json.SIZE_LIMIT}")
    tags, body_line, body = _split_tags(text)
    if "Game" not in tags:
        raise InputError("the tag Game is missing", "line 1", 'a first line like [Game "crumble"]')
    game = _tagged(tags, "Game", find_game)
    position = _starting_position(game, tags, readings)
    turns, result = _split_turns(_tokens(body, body_line, game), game, position.to_move)
    values = {name: value for name, (_, value) in tags.items()}
    return Record(game, position, tuple(turns), result, values.get("Notation") == "published", values)


def read_tags(text: str) -> dict[str, str]:
    """The tags at the head of a record, by their names. Raises InputError with the line that is wrong."""
    return {name: value for name, (_, value) in _split_tags(text)[0].items()}


def _split_tags(text: str) -> tuple[dict[str, tuple[int, str]], int, str]:
    """The tags with their lines, then the first line of the turns and all from there on."""
    tags: dict[str, tuple[int, str]] = {}
    lines = text.splitlines()
    for number, line in enumerate(lines, start=1):
        stripped = line.strip()
        if not stripped:
            continue
        if not stripped.startswith("["):
            return tags, number, "\n".join(lines[number - 1 :])
        found = _TAG.fullmatch(stripped)
        if not found:
            raise InputError("the tag cannot be read", f"line {number}", '[Name "value"], with \\" for a quote inside')
        near = difflib.get_close_matches(found[1].capitalize(), TAGS, n=1, cutoff=0.8)
        if near and found[1] not in TAGS:
            raise InputError(f"unknown tag {found[1]}", f"line {number}", f"the tag {near[0]}")
        if found[1] in tags:
            raise InputError(f"the tag {found[1]} is given twice", f"line {number}", "every tag once")
        tags[found[1]] = (number, re.sub(r"\\(.)", r"\1", found[2]))
    return tags, len(lines), ""


_Value = TypeVar("_Value")


def _tagged(tags: dict[str, tuple[int, str]], name: str, read: Callable[[str], _Value]) -> _Value:
    """What `read` makes of a tag's value, with the tag's line on any error."""
    line, value = tags[name]
    try:
        return read(value)
    except InputError as error:
        error.where = f"line {line}, tag {name}" + (f", {error.where}" if error.where else "")
        raise


def _starting_position(game: AnyGame, tags: dict[str, tuple[int, str]], readings: ReadingsBase | None) -> Position:
    if "Notation" in tags:
        _tagged(tags, "Notation", _check_notation)
    if readings is None and "Readings" in tags:
        readings = _tagged(tags, "Readings", game.Readings.from_text)
    if "Position" in tags:
        position = _tagged(tags, "Position", lambda text: _position_from_tag(game, text, readings))
        if "Board" in tags:
            _tagged(tags, "Board", lambda board: _check_board(board, position))
    elif "Board" in tags:
        position = _tagged(tags, "Board", lambda board: game.start(board, readings or game.Readings()))
    else:
        position = game.start(readings=readings or game.Readings())
    return position


def _check_notation(value: str) -> None:
    if value not in NOTATIONS:
        raise InputError(f"unknown notation {shorten(value, 40)!r}", expected=" or ".join(NOTATIONS))


def _check_board(board: str, position: Position) -> None:
    if board != position.board:
        raise InputError(f"the position is on {position.board}", expected=f"that board, not {shorten(board, 40)!r}")


def _position_from_tag(game: AnyGame, value: str, readings: ReadingsBase | None) -> Position:
    """The position in a tag: JSON, or a diagram with slashes between its lines, which errors call parts."""
    position: Position
    try:
        if value.lstrip().startswith("{"):
            position = game.from_json(strict_json.decode(value), readings)
        else:
            position = game.from_diagram(value.replace("/", "\n"), readings)
    except InputError as error:
        error.where = re.sub(r"^line (?=\d)", "part ", re.sub("^line 1, (?=column)", "", error.where))
        raise
    ended = game.outcome(position)
    if ended:
        raise InputError(f"the game is over: {describe_outcome(ended)}", expected="a position in which it goes on")
    return position


def _tokens(body: str, first_line: int, game: AnyGame) -> Iterator[tuple[int, str, int | None]]:
    """The words of a record without its comments, each with its line: turns and results, and turn numbers as such."""
    bare = _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n") or " ", body)
    line, seen = first_line, 0
    for found in re.finditer(rf"{_NUMBER}|{game.TURN_TEXT.pattern}|[{{}}]", bare):
        line += bare.count("\n", seen, found.start())
        seen = found.start()
        if found[0] in ("{", "}"):
            raise InputError("a comment is not closed", f"line {line}", "every { matched by one }")
        yield line, unwrapped(found[0]), int(found[1]) if found[1] else None


def unwrapped(text: str) -> str:
    """A turn without the parentheses that hold its words together, and with one space between these."""
    return " ".join(text.strip("()").split()) if text.startswith("(") and text.endswith(")") else " ".join(text.split())


def wrapped(text: str) -> str:
    """A turn as records have it: one of several words in parentheses."""
    return f"({text})" if " " in text else text


def _split_turns(
    tokens: Iterator[tuple[int, str, int | None]], game: AnyGame, to_move: str
) -> tuple[list[RecordedTurn], str | None]:
    """The turns and the result. The side to move of a start position that is the second side writes `1) ... turn`."""
    turns: list[RecordedTurn] = []
    number, index, result = 0, 0, None
    skipped = game.SIDES.index(to_move)
    for line, token, numbered in tokens:
        if result:
            raise InputError(f"{token[:40]!r} follows the result {result}", f"line {line}", "nothing after the result")
        if numbered is not None:
            if numbered != number + 1 or (index and index != 2):
                wish = f"{number + 1}) after both turns of {number})" if number else "1) before the first turn"
                raise InputError(f"{token[:40]!r} is out of order", f"line {line}", wish)
            number, index = number + 1, 0
            continue
        if token in RESULTS or token == "*":
            result = token
        elif not number or index > 1:
            raise InputError(f"{token[:40]!r} has no turn number", f"line {line}", f"{number + 1}) before it")
        else:
            if (token == "...") != (number == 1 and index < skipped):
                wish = "1) ... turn" if skipped else "1) turn"
                what = f"{token[:40]!r} stands for {game.SIDES[index].capitalize()}"
                raise InputError(what, f"line {line}", f"{to_move.capitalize()} to begin, as {wish}")
            if token != "...":
                turns.append(RecordedTurn(token, number, game.SIDES[index], line))
            index += 1
        if len(turns) > MOST_TURNS:
            raise InputError("the record is too long", f"line {line}", f"at most {MOST_TURNS} turns")
    return turns, result


def format_record(
    position: Position, turns: Iterable[Turn], tags: dict[str, str] | None = None, result: str = "*"
) -> str:
    """A record, in the published notation, of the game that goes on from `position` with these turns.

    `tags` are those that do not say how to replay. Its result is the one that the rules give, else `result`. Raises
    IllegalTurn.
    """
    game = game_of(position)
    shown = {"Game": game.NAME, "Board": position.board, "Notation": "published"}
    departures = position.readings.departures()
    if departures:
        shown["Readings"] = " ".join(f"{name}={value}" for name, value in departures.items())
    if not _is_opening(game, position):
        shown["Position"] = _position_to_tag(game, position)
    shown |= {name: " ".join(value.split()) for name, value in (tags or {}).items() if name not in TAGS}
    lines = [f"[{name} {_quoted(value)}]" for name, value in shown.items()]
    texts = ["..."] if position.to_move == game.SIDES[1] else []
    for turn in turns:
        after = game.play(position, turn)
        texts.append(wrapped(game.format_turn(position, turn)))
        position = after
    pairs = [f"{number}) {' '.join(texts[2 * number - 2 : 2 * number])}" for number in range(1, (len(texts) + 3) // 2)]
    ended = game.outcome(position)
    return "\n".join([*lines, "", *pairs, result_mark(game, ended) if ended else result]) + "\n"


def _is_opening(game: AnyGame, position: Position) -> bool:
    """Whether a position is the opening of its board, if that has one."""
    try:
        return bool(position == game.start(position.board, position.readings))
    except InputError:
        return False


def _position_to_tag(game: AnyGame, position: Position) -> str:
    try:
        diagram = game.to_diagram(position)
    except InputError:
        diagram = ""
    if diagram and "/" not in diagram and "{" not in diagram and len(diagram) < 400:
        return diagram.strip().replace("\n", "/")
    return strict_json.encode(game.to_json(position))


def _quoted(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def result_mark(game: AnyGame, outcome: Outcome | None) -> str:
    """How a record ends: `1-0`, `0-1`, `1/2-1/2`, or `*` for an undecided game."""
    index = game.SIDES.index(outcome.winner) if outcome and outcome.winner else None
    return "*" if outcome is None else next(mark for mark, side in RESULTS.items() if side == index)
