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
from shatterproof.movetext import RESULTS, RecordedTurn, parse_movetext, wrapped

TAGS = ("Game", "Board", "Readings", "Position", "Notation")
"""Tags that say how to replay; any other tag is kept and passed over, unless it is one of these misspelt."""
NOTATIONS = ("published", "any", "fraction")
"""Values of the tag Notation; without it, any: text that may have lost its hyphens. Not every game has fractions."""


@dataclass(frozen=True)
class Record:
    """A game as written down. `position` is where it starts; `result` is one of `RESULTS`, `*`, or None.

    `remarks` are lines about how it was read, for whoever judges it; `comments` stand before its first turn.
    """

    game: AnyGame
    position: Position
    turns: tuple[RecordedTurn, ...]
    result: str | None = None
    notation: str = "any"
    tags: dict[str, str] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()

    @property
    def published(self) -> bool:
        """Whether its turns have all their hyphens."""
        return self.notation == "published"

    def under(self, readings: ReadingsBase) -> Record:
        """Put the same turns from the same start under other readings.

        Args:
            readings: Readings of the record's game.

        Returns:
            Another record.

        Raises:
            InputError: The readings forbid the start.
        """
        data = self.game.to_json(self.position)
        data.pop("readings", None)
        return replace(self, position=self.game.from_json(data, readings))


_TAG = re.compile(r'\[([A-Za-z]{1,40})\s+"((?:[^"\\]++|\\["\\])*)"\]')
_LEADING_COMMENTS = re.compile(r"(?:\s*+\{[^}]*+\})++(?=\s*+\[)")


def split_games(text: str) -> Iterator[tuple[int, str]]:
    """Split a text into its games, each with the number of its first line: tags begin the next one."""
    first, lines, has_turns, in_comment = 1, list[str](), False, False
    for number, line in enumerate(text.splitlines(keepends=True), start=1):
        if has_turns and not in_comment and _is_tag(line):
            yield first, "".join(lines)
            first, lines, has_turns = number, [], False
        opened, closed = line.rfind("{"), line.rfind("}")
        before = "" if in_comment else line.partition("{")[0]
        after = line[closed + 1 :].partition("{")[0] if closed >= 0 else ""
        has_turns = has_turns or (not _is_tag(line) and bool((before + after).strip()))
        in_comment = opened > closed or (in_comment and closed < 0)
        lines.append(line)
    yield first, "".join(lines)


def _is_tag(line: str) -> bool:
    return line.lstrip()[:1] == "[" and line.lstrip()[1:2].isalpha()


def parse_record(text: str, readings: ReadingsBase | None = None, first_line: int = 1) -> Record:
    """Read a record of one game.

    Args:
        text: The record: tags, then turns.
        readings: Readings in place of those that its tag names.
        first_line: The number of its first line in its file, for messages.

    Returns:
        The record; its turns are texts that nobody has judged yet.

    Raises:
        InputError: The text has not the form of a record; `where` says the line.
        IllegalPosition: Its start breaks a rule; `clause` names it.
    """
    if not text.strip():
        raise InputError("the record is empty", f"line {first_line}", 'a first line like [Game "crumble"]')
    if len(text) > strict_json.SIZE_LIMIT:
        raise InputError(f"the record has {len(text)} characters", expected=f"at most {strict_json.SIZE_LIMIT}")
    tags, body_line, body = _split_tags(text, first_line)
    if "Game" not in tags:
        raise InputError("the tag Game is missing", f"line {first_line}", 'a first line like [Game "crumble"]')
    game = _tagged(tags, "Game", find_game)
    position = _starting_position(game, tags, readings)
    moves = parse_movetext(body, body_line, game, position.to_move)
    values = {name: value for name, (_, value) in tags.items()}
    return Record(
        game, position, moves.turns, moves.result, values.get("Notation", "any"), values, comments=moves.comments
    )


def read_tags(text: str) -> dict[str, str]:
    """Read the tags at the head of a record.

    Args:
        text: The record.

    Returns:
        The values of the tags by their names.

    Raises:
        InputError: A tag has another form; `where` says the line.
    """
    return {name: value for name, (_, value) in _split_tags(text)[0].items()}


def _split_tags(text: str, first_line: int = 1) -> tuple[dict[str, tuple[int, str]], int, str]:
    """The tags with their lines, then the first line of the turns and all from there on; comments may stand before."""
    tags: dict[str, tuple[int, str]] = {}
    before = _LEADING_COMMENTS.match(text)
    start = before.end() if before else 0
    first_line += text.count("\n", 0, start)
    lines = text[start:].splitlines()
    for index, line in enumerate(lines):
        stripped, number = line.strip(), first_line + index
        if not stripped:
            continue
        if not stripped.startswith("["):
            return tags, number, "\n".join(lines[index:])
        found = _TAG.fullmatch(stripped)
        if not found:
            raise InputError("the tag cannot be read", f"line {number}", '[Name "value"], with \\" for a quote inside')
        near = difflib.get_close_matches(found[1].capitalize(), TAGS, n=1, cutoff=0.8)
        if near and found[1] not in TAGS:
            raise InputError(f"unknown tag {found[1]}", f"line {number}", f"the tag {near[0]}")
        if found[1] in tags:
            raise InputError(f"the tag {found[1]} is given twice", f"line {number}", "every tag once")
        tags[found[1]] = (number, re.sub(r"\\(.)", r"\1", found[2]))
    return tags, first_line + len(lines) - 1, ""


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
        _tagged(tags, "Notation", lambda value: _check_notation(game, value))
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


def _check_notation(game: AnyGame, value: str) -> None:
    known = [each for each in NOTATIONS if each != "fraction" or hasattr(game, "parse_fraction_turn")]
    if value not in known:
        raise InputError(f"unknown notation {shorten(value, 40)!r}", expected=" or ".join(known))


def read_turn(game: AnyGame, position: Position, text: str, notation: str) -> Turn:
    """Read a turn as a record has it.

    Args:
        game: The game.
        position: The position before the turn.
        text: The turn.
        notation: One of `NOTATIONS`.

    Returns:
        The turn, which is legal.

    Raises:
        MalformedTurn: The grammar excludes the text.
        IllegalTurn: All that the text can mean is illegal.
        AmbiguousTurn: The text has several legal meanings.
    """
    if notation == "fraction":
        read: Callable[[Position, str], Turn] = getattr(game, "parse_fraction_turn")  # noqa: B009
        return read(position, text)
    turn: Turn = game.parse_turn(position, text, published=notation == "published")
    return turn


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


def format_record(
    position: Position, turns: Iterable[Turn], tags: dict[str, str] | None = None, result: str = "*"
) -> str:
    """Write a game as a record, in the published notation.

    Args:
        position: Where the game starts.
        turns: The turns that are played from there.
        tags: Further tags; those that say how to replay are written anyway.
        result: The result of a game that the rules have not decided.

    Returns:
        The text of the record; `parse_record` reads it back.

    Raises:
        IllegalTurn: A turn breaks a rule; `clause` names it.
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
    """Write an outcome as records end: `1-0`, `0-1`, `1/2-1/2`, or `*` for an undecided game."""
    index = game.SIDES.index(outcome.winner) if outcome and outcome.winner else None
    return "*" if outcome is None else next(mark for mark, side in RESULTS.items() if side == index)
