"""The turns of a game record: numbers, turns, marks, comments and variations, and the result at their end."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

from shatterproof.errors import InputError
from shatterproof.game import AnyGame

MOST_TURNS = 10_000
RESULTS = {"1-0": 0, "0-1": 1, "1/2-1/2": None}
"""Result marks, with the index of the side that won (None: a draw). `*` says nothing."""
MOST_NESTED = 20
"""Variations within one another."""
MOST_NOTES = 1000
"""Marks, comments or variations at one turn."""


@dataclass(frozen=True)
class RecordedTurn:
    """A turn as written: its text, its number, the side that made it, and the line of the file.

    After it may stand `marks` like `!?` or `$14`, `comments`, and `variations`: other turns from the same position.
    """

    text: str
    number: int
    side: str
    line: int
    marks: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    variations: tuple[tuple[RecordedTurn, ...], ...] = ()

    @property
    def where(self) -> str:
        return f"line {self.line}, move {self.number} ({self.side.capitalize()})"


class Movetext(NamedTuple):
    """What stands below the tags of a record: its turns, its result if any, and the comments before the first turn."""

    turns: tuple[RecordedTurn, ...]
    result: str | None
    comments: tuple[str, ...]


def parse_movetext(body: str, first_line: int, game: AnyGame, to_move: str) -> Movetext:
    """The turns of a record of a game in which the side `to_move` begins; errors count lines from `first_line`.

    Raises InputError with the line that is wrong. Whether the turns are legal is not looked at.
    """
    reader = _Reader(game, to_move)
    for token in _tokens(body, first_line, game):
        reader.read(*token)
    return reader.read_all()


def _tokens(body: str, first_line: int, game: AnyGame) -> Iterator[tuple[int, str, str]]:
    """The parts of a record, each with its line and kind: comment, open and close (of a variation), number, mark, word.

    Words are turns and results.
    """
    bare, comments = _without_comments(body)
    kinds = r"(\()\s*+(?=[0-9]{1,6}\))|([0-9]{1,6}\))|(\$[0-9]{1,3}|[!?]{1,2})(?![^\s)])|([}{])"
    line, seen, depth = first_line, 0, 0
    for found in re.finditer(rf"{kinds}|{game.TURN_TEXT.pattern}", bare):
        while comments and comments[0][0] < found.start():
            yield line, "comment", comments.popleft()[1]
        line += bare.count("\n", seen, found.start())
        seen = found.start()
        opens, number, mark, brace = found.groups()[:4]
        if brace:
            raise InputError("a comment is not closed", f"line {line}", "every { matched by one }")
        if opens:
            depth += 1
            yield line, "open", opens
        elif number:
            yield line, "number", number
        elif mark:
            yield line, "mark", mark
        else:
            word, closed = _without_closing(found[0], depth)
            turn, marks = _without_marks(word)
            yield from [(line, "word", unwrapped(turn))] if turn else []
            yield from [(line, "mark", marks)] if marks else []
            yield from [(line, "close", ")")] * closed
            depth -= closed
    yield from ((line, "comment", text) for _, text in comments)


def _without_comments(body: str) -> tuple[str, deque[tuple[int, str]]]:
    """The text with spaces for its comments, and these with their places; one that is not closed stays."""
    comments: deque[tuple[int, str]] = deque()
    parts: list[str] = []
    end = 0
    while (start := body.find("{", end)) >= 0 and (close := body.find("}", start)) >= 0:
        comment = body[start : close + 1]
        comments.append((start, " ".join(comment[1:-1].split())))
        parts += [body[end:start], re.sub(r"[^\n]", " ", comment)]
        end = close + 1
    return "".join([*parts, body[end:]]), comments


def _without_closing(word: str, depth: int) -> tuple[str, int]:
    """A word without the parentheses at its end that close variations, and how many these are."""
    if word.startswith("("):
        return word, 0
    bare = word.rstrip(")")
    closed = min(len(word) - len(bare), depth)
    return word[: len(word) - closed], closed


def _without_marks(word: str) -> tuple[str, str]:
    """A turn without the marks `!` and `?` at its end, and these."""
    turn = word.rstrip("!?")
    return turn, word[len(turn) :]


def unwrapped(text: str) -> str:
    """A turn without the parentheses that hold its words together, and with one space between these."""
    return " ".join(text.strip("()").split()) if text.startswith("(") and text.endswith(")") else " ".join(text.split())


def wrapped(text: str) -> str:
    """A turn as records have it: one of several words in parentheses."""
    return f"({text})" if " " in text else text


@dataclass
class _Line:
    """Turns one after another, while they are read: those of the game, or of a variation.

    `number` is that of the pair of turns begun last, `index` how many of the pair were given, dots included.
    """

    number: int
    index: int
    where: str = ""
    turns: list[RecordedTurn] = field(default_factory=list)
    dotted: bool = False
    """Whether dots stand after the first turn of a pair: its number, and dots once more, come before the second."""


class _Reader:
    """Puts the parts of a record together: `read` takes one, `read_all` gives turns, result and comments before them.

    The lines of turns that are open are `_lines`: the game, and variations within one another.
    """

    def __init__(self, game: AnyGame, to_move: str) -> None:
        self._game = game
        self._skipped = game.SIDES.index(to_move)
        self._lines = [_Line(0, 0)]
        self._comments: list[str] = []
        self._result: str | None = None
        self._read = 0

    def read(self, line: int, kind: str, text: str) -> None:
        """Takes the next part. Raises InputError where it does not fit."""
        where = f"line {line}"
        if self._result and kind != "comment":
            what = f"{text[:40]!r} follows the result {self._result}"
            raise InputError(what, where, "nothing after the result, or the tags of another game")
        match kind:
            case "comment":
                self._comment(where, text)
            case "mark":
                self._mark(where, text)
            case "open":
                self._open(where)
            case "close":
                self._close(where)
            case "number":
                self._number(where, int(text.rstrip(")")))
            case _:
                self._word(line, text)

    def read_all(self) -> Movetext:
        """All that was read. Raises InputError for an open variation."""
        if len(self._lines) > 1:
            raise InputError("a variation is not closed", self._lines[-1].where, "every ( matched by one )")
        return Movetext(tuple(self._lines[0].turns), self._result, tuple(self._comments))

    def _comment(self, where: str, text: str) -> None:
        turns = self._lines[-1].turns
        if turns:
            turns[-1] = replace(turns[-1], comments=_with(turns[-1].comments, text, where))
        elif len(self._lines) == 1:
            self._comments.append(text)

    def _mark(self, where: str, text: str) -> None:
        turns = self._lines[-1].turns
        if not turns:
            raise InputError(f"the mark {text} has no turn", where, "marks after a turn")
        turns[-1] = replace(turns[-1], marks=_with(turns[-1].marks, text, where))

    def _open(self, where: str) -> None:
        beside = self._lines[-1].turns
        if not beside:
            raise InputError("a variation stands before any turn", where, "variations after a turn")
        if len(self._lines) > MOST_NESTED:
            raise InputError("too many variations are inside one another", where, f"at most {MOST_NESTED}")
        self._lines.append(_Line(beside[-1].number - 1, 0, where))

    def _close(self, where: str) -> None:
        if len(self._lines) == 1:
            raise InputError("')' closes no variation", where, "every ( matched by one )")
        variation = tuple(self._lines.pop().turns)
        beside = self._lines[-1].turns
        if variation and variation[0].side != beside[-1].side:
            what = f"the variation begins with {variation[0].side.capitalize()}"
            raise InputError(what, where, f"another turn of {beside[-1].side.capitalize()}, as {beside[-1].text} is")
        beside[-1] = replace(beside[-1], variations=_with(beside[-1].variations, variation, where))

    def _number(self, where: str, number: int) -> None:
        line = self._lines[-1]
        if line.index == 1 and number == line.number:
            line.dotted, line.index = True, 0
            return
        if number != line.number + 1 or (line.index and line.index != 2):
            last = f"{line.number + 1}) after both turns of {line.number})"
            wish = last if line.number and line.index else f"{line.number + 1}) before the first turn"
            raise InputError(f"'{number})' is out of order", where, wish)
        line.number, line.index, line.dotted = number, 0, False

    def _word(self, number: int, text: str) -> None:
        where, line = f"line {number}", self._lines[-1]
        if text in RESULTS or text == "*":
            if len(self._lines) == 1:
                self._result = text
            return
        if line.index > 1 or (not line.index and not line.number):
            raise InputError(f"{text[:40]!r} has no turn number", where, f"{line.number + 1}) before it")
        if text == "...":
            self._dots(where, line)
            return
        if self._stands_for_another(line):
            first, second = map(str.capitalize, self._game.SIDES)
            what = f"{text[:40]!r} stands for {first}"
            raise InputError(what, where, f"{second} to begin, as {line.number}) ... turn")
        line.turns.append(RecordedTurn(text, line.number, self._game.SIDES[line.index], number))
        line.index += 1
        self._read += 1
        if self._read > MOST_TURNS:
            raise InputError("the record is too long", where, f"at most {MOST_TURNS} turns")

    def _stands_for_another(self, line: _Line) -> bool:
        """Whether dots have to come before the next turn, and have not."""
        is_first = len(self._lines) == 1 and not line.turns and self._skipped == 1
        return line.index == 0 and (is_first or line.dotted)

    def _dots(self, where: str, line: _Line) -> None:
        """Dots stand for a first turn that is elsewhere, or say that the second one follows further down."""
        if line.index == 1 and line.turns:
            return
        if line.index == 0 and (self._stands_for_another(line) or (len(self._lines) > 1 and not line.turns)):
            line.index, line.dotted = 1, False
            return
        side = self._game.SIDES[line.index].capitalize()
        raise InputError(f"'...' stands for {side}", where, f"{self._game.SIDES[0].capitalize()} to begin, as 1) turn")


_Note = TypeVar("_Note")


def _with(notes: tuple[_Note, ...], note: _Note, where: str) -> tuple[_Note, ...]:
    """The notes at a turn and one more. Raises InputError where they are too many."""
    if len(notes) >= MOST_NOTES:
        raise InputError("there are too many notes at one turn", where, f"at most {MOST_NOTES}")
    return (*notes, note)
