"""Games that Ludii saved, which it calls trials, as game records.

Enters: the text of a trial, with its lines, its moves, and the actions of which these consist. Leaves: a `Record`,
whose turns are judged like those of any other. A game whose trials can be read has a module `GAME.py` or a package, as
`TrialReader` says; the rest is the same for all games.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from shatterproof.errors import InputError, shorten
from shatterproof.game import GAMES, AnyGame, find_game
from shatterproof.record import Record
from shatterproof_properties.common.per_game import PerGame

MOST_NESTED = 8
"""Moves inside moves, at most."""
MOVE = "Move=[Move:mover=1,...,actions=[...]]"

_BEGINNING = re.compile(r"\s*+(?:game=|START GAME OPTIONS|RNG internal state=|Move=\[)")
_BLOCKS = {"START GAME OPTIONS": "END GAME OPTIONS", "NEW LEGAL MOVES LIST": "END LEGAL MOVES LIST"}
_OTHER_LINE = re.compile(r"[A-Za-z][A-Za-z _]*+=[^\[\]]*")
"""Other lines of a trial, also those that later versions may write."""
_TOKEN = re.compile(r"\[(?P<name>[A-Za-z]{1,40}+)(?::|(?=\]))|(?P<close>\])|(?P<text>[^\[\]]++)|(?P<stray>\[)")
_FIELD = re.compile(r"(?:^|,)([A-Za-z]{1,40}+)=([^,]*+)")
_ACTIONS = re.compile(r"(?:^|,)actions=")
_NUMBER = re.compile(r"-?[0-9]{1,9}")


@dataclass(frozen=True)
class Action:
    """Something that a move did: its name, like `Add`, its fields as written, the player who moved, and the line."""

    name: str
    fields: dict[str, str]
    mover: int
    line: int

    def number(self, name: str) -> int:
        """A field that is a whole number. Raises InputError with the line."""
        return _number(self.fields, name, self.name, self.line)


@dataclass(frozen=True)
class Trial:
    """A game as Ludii saved it: the file of its description, the options chosen, all actions in order, the winner.

    Players count from 1; the winner is 0 in a draw and None in a game that is not over. `line` names the game.
    """

    game: str
    line: int
    options: tuple[str, ...]
    actions: tuple[Action, ...]
    winner: int | None

    @property
    def name(self) -> str:
        """The name of the game, by the file of its description."""
        return re.sub(r"\.lud$", "", re.split(r"[/\\]", self.game)[-1].strip(), flags=re.IGNORECASE)


def is_trial(text: str) -> bool:
    return bool(_BEGINNING.match(text))


def parse_trial(text: str) -> Trial:
    """The trial in a text. Raises InputError with the line that is wrong."""
    values: dict[str, tuple[str, int]] = {}
    options: list[str] = []
    actions: list[Action] = []
    rows = enumerate(map(str.strip, text.splitlines()), start=1)
    for line, row in rows:
        if row.startswith("Move="):
            *inside, whole = _brackets(row.removeprefix("Move="), line)
            if whole.name != "Move" or not whole.holds_actions:
                raise InputError("this is no move", f"line {line}", MOVE)
            mover = _number(whole.fields, "mover", "Move", line)
            # Also those of moves inside it.
            actions += [Action(one.name, one.fields, mover, line) for one in inside if not one.holds_actions]
        elif row in _BLOCKS:
            block = list(_block(rows, row, line))
            options += block if row == "START GAME OPTIONS" else []
        elif _OTHER_LINE.fullmatch(row):
            name, _, value = row.partition("=")
            values.setdefault(name.strip(), (value.strip(), line))
        elif row:
            raise InputError(f"{shorten(row, 40)!r} is no line of a trial", f"line {line}", MOVE)
    if "game" not in values:
        raise InputError("the trial does not say of which game it is", "line 1", "a line like game=/NAME.lud")
    winner = None
    if "winner" in values:
        written, line = values["winner"]
        winner = _number({"winner": written}, "winner", "the trial", line)
    return Trial(*values["game"], tuple(options), tuple(actions), winner)


def _block(rows: Iterator[tuple[int, str]], start: str, line: int) -> Iterator[str]:
    for _, row in rows:
        if row == _BLOCKS[start]:
            return
        yield row
    raise InputError(f"{start} has no end", f"line {line}", _BLOCKS[start])


@dataclass
class _Bracket:
    """An open bracket: its name, and what has been read inside it, except for other brackets."""

    name: str
    parts: list[str] = field(default_factory=list)
    holds_actions: bool = False

    def add(self, text: str) -> None:
        self.parts.append(text)
        self.holds_actions = self.holds_actions or bool(_ACTIONS.search(text))

    @property
    def fields(self) -> dict[str, str]:
        return dict(_FIELD.findall("".join(self.parts)))


def _brackets(text: str, line: int) -> list[_Bracket]:
    """The brackets of a text in brackets, in the order in which they close."""
    opened: list[_Bracket] = []
    closed: list[_Bracket] = []
    ended = False
    for token in _TOKEN.finditer(text):
        if ended or token["stray"] or (token["text"] and not opened):
            raise InputError(f"{shorten(token[0], 40)!r} is out of place", f"line {line}", MOVE)
        if token["name"]:
            if len(opened) == MOST_NESTED or (opened and not opened[-1].holds_actions):
                raise InputError(f"{token[0]!r} is inside another action", f"line {line}", MOVE)
            opened.append(_Bracket(token["name"]))
        elif token["text"]:
            opened[-1].add(token["text"])
        elif opened:
            closed.append(opened.pop())
            ended = not opened
        else:
            raise InputError("a bracket is closed that is not open", f"line {line}", MOVE)
    if not ended:
        raise InputError("a bracket is not closed", f"line {line}", MOVE)
    return closed


def _number(fields: dict[str, str], name: str, of: str, line: int) -> int:
    written = fields.get(name)
    if written is None:
        raise InputError(f"{of} has no {name}", f"line {line}", f"{name}=NUMBER")
    if not _NUMBER.fullmatch(written):
        raise InputError(f"{name} of {of} is {shorten(written, 40)!r}", f"line {line}", "a whole number")
    return int(written)


class TrialReader(Protocol):
    """The functions that a game's module offers, if its trials can be read."""

    def record_of(self, trial: Trial, board: str | None, readings: Any) -> Record: ...


READERS = PerGame[TrialReader](__name__)


def record_of_trial(text: str, choose: Callable[[AnyGame], Any], board: str | None = None) -> Record:
    """The record of a trial on a board, None for the board that the trial shows. `choose` gives the readings of a game.

    Raises InputError with the line.
    """
    trial = parse_trial(text)
    readable = [name for name in GAMES if READERS.find(name)]
    name = next((name for name in readable if name in trial.name.casefold()), None)
    if name is None:
        titles = " or ".join(map(str.capitalize, readable))
        what = f"this is a trial of {shorten(trial.name, 60) or 'no game'}"
        wish = f"one of {titles}, since no other is read: game=/{readable[0].capitalize()}.lud"
        raise InputError(what, f"line {trial.line}", wish)
    game = find_game(name)
    return READERS.of(name).record_of(trial, board, choose(game) or game.Readings())
