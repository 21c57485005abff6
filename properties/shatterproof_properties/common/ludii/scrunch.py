"""Trials of Scrunch as game records: what Ludii's actions do to the stones, on which board, gathered into turns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby, takewhile

from shatterproof import scrunch
from shatterproof.errors import InputError, shorten
from shatterproof.movetext import MOST_TURNS, RecordedTurn
from shatterproof.record import Record
from shatterproof.scrunch.cells import (
    LARGEST_BOARD,
    SMALLEST_BOARD,
    Cell,
    Stones,
    board,
    board_size,
    describe,
    opponent,
    row_length,
)  # fmt: skip
from shatterproof.scrunch.snakes import snakes
from shatterproof_properties.common.ludii import Action, Trial

RESULTS = {0: "1/2-1/2", 1: "1-0", 2: "0-1"}
"""Result marks by the player who won."""


def record_of(trial: Trial, board: str | None, readings: scrunch.Readings) -> Record:
    """The record of a trial on a board; None stands for the board that the trial shows.

    All changes of a player's stones up to the other player's next change are one turn. A turn that Scrunch does not
    have gets a text that is malformed, so that replaying the record reports its line. Raises InputError with the line.
    """
    found = changes(trial.actions)
    side, remark = side_of(trial.options, found, board)
    position = scrunch.start(str(side), readings)
    turns = tuple(_recorded(_Stones(side), found))
    result = None if trial.winner is None else RESULTS.get(trial.winner)
    return Record(scrunch, position, turns, result, "published", remarks=(remark,) if remark else ())


@dataclass
class _Stones:
    """The stones on a board of `side` as a trial goes on, whether its turns are legal or not."""

    side: int
    of: dict[str, set[Cell]] = field(default_factory=lambda: {colour: set() for colour in scrunch.SIDES})

    def cells(self, change: StoneChange) -> list[Cell]:
        return [numbered(self.side)[site] for site in change.sites]

    def player(self, change: StoneChange) -> str:
        """The player whose turn a change belongs to: some descriptions remove stones in the other player's move."""
        other = opponent(change.mover)
        theirs = change.kind == "Remove" and self.cells(change)[0] in self.of[other]
        return other if theirs else change.mover

    def make(self, change: StoneChange) -> None:
        cells = self.cells(change)
        if change.kind == "Add":
            self.of[change.mover].add(cells[0])
        elif change.kind == "Remove":
            self.of[self.player(change)].discard(cells[0])
        elif change.kind == "Move" and cells[0] in self.of[change.mover]:
            self.of[change.mover].remove(cells[0])
            self.of[change.mover].add(cells[1])


def _recorded(stones: _Stones, found: Iterable[StoneChange]) -> Iterator[RecordedTurn]:
    """The turns of a trial. Raises InputError if the second player begins, or if there are too many."""
    # Changes are made as they are gone through, for whose stone is removed depends on those before.
    for index, (colour, group) in enumerate(groupby(found, stones.player)):
        first, text = _written(stones, colour, group)
        if colour != scrunch.SIDES[index % 2]:
            raise InputError("player 2 moves first", f"line {first.line}", "player 1, who has Dark")
        if index == MOST_TURNS:
            raise InputError("the trial is too long", f"line {first.line}", f"at most {MOST_TURNS} turns")
        yield RecordedTurn(text, index // 2 + 1, colour, first.line)


def _written(stones: _Stones, colour: str, group: Iterable[StoneChange]) -> tuple[StoneChange, str]:
    """The first of the changes of a turn, and the turn in writing."""
    own = frozenset(stones.of[colour])
    standing = snakes(stones.side, own)
    made: list[StoneChange] = []
    for change in group:
        made.append(change)
        stones.make(change)
    parts: list[str] = []
    shown = [change for change in made if change.kind != "Pass"]
    for kind, several in groupby(shown, lambda change: change.kind):
        cells = [stones.cells(change) for change in several]
        if kind == "Remove":
            parts.append(_removal(standing, [cell for (cell,) in cells]))
        else:
            parts += ["-".join(map(describe, each)) for each in cells]
    if parts[1:] and shown[0].kind == "Remove":
        parts[0] += ";"
    return made[0], " ".join(parts) or "pass"


def _removal(standing: Sequence[Stones], removed: Sequence[Cell]) -> str:
    """The text of a removal, `x a1 c2`: a cell of each snake, in the order in which the snakes go."""
    gone = set(removed)
    names: list[str] = []
    for cell in dict.fromkeys(removed):
        snake = next((snake for snake in standing if cell in snake), frozenset((cell,)))
        if not snake <= gone:
            left = " ".join(map(describe, sorted(snake - gone)))
            names.append(f"{describe(cell)} without {left}")
        elif describe(min(snake)) not in names:
            names.append(describe(min(snake)))
    return " ".join(["x", *names])


# What the actions of a trial do to the stones


SITES = {"Add": ("to",), "Move": ("from", "to"), "Remove": ("to",), "Pass": ()}
"""The kinds of changes, with the fields of their actions that name cells; a pass is one too."""
KEEPING_ACCOUNT = re.compile(
    r"Set(?!Count\b)[A-Z][A-Za-z]*|(?:Forget|Remember)Value|AddPlayerToTeam|Note|Propose|Select|StoreStateInContext|Trigger|Vote"
)
"""Actions that change no stone."""
RESIGNED = "Forfeit"
TYPES_OF_SITES = ("Cell", "Vertex")
"""Places for stones in a description: the cells of hexagons or the crossings of triangles."""


@dataclass(frozen=True)
class StoneChange:
    """A stone added, moved or removed, or a pass: its cells by Ludii's numbers, whose move it is, and the line.

    `piece` is the number of the kind of stone that is added; "" for all other changes.
    """

    kind: str
    sites: tuple[int, ...]
    mover: str
    line: int
    piece: str = ""


def changes(actions: Iterable[Action]) -> list[StoneChange]:
    """The changes that some actions make, up to a resignation. Raises InputError with the line that cannot be read."""
    found = list(_changes(takewhile(lambda action: action.name != RESIGNED, actions)))
    owners: dict[str, str] = {}
    for change in found:
        if change.piece and owners.setdefault(change.piece, change.mover) != change.mover:
            what = f"both players add pieces of the kind {change.piece}"
            raise InputError(what, f"line {change.line}", "stones of one player each, and no other pieces")
    return found


def _changes(actions: Iterable[Action]) -> Iterator[StoneChange]:
    for action in actions:
        if KEEPING_ACCOUNT.fullmatch(action.name) or action.fields.get("applied") == "false":
            # What is removed later is removed by an action of its own.
            continue
        where = f"line {action.line}"
        if action.name not in SITES:
            wish = f"{', '.join(SITES)}, or an action that changes no stone"
            raise InputError(f"{action.name} is no action of Scrunch", where, wish)
        if action.mover not in (1, 2):
            what = f"player {action.mover} moves" if action.mover else "stones are set up before the first move"
            raise InputError(what, where, "an empty board, and moves of player 1, who has Dark, and player 2")
        for name in ("type", "typeFrom", "typeTo"):
            if action.fields.get(name, "Cell") not in TYPES_OF_SITES:
                raise InputError(f"{name} of {action.name} is no cell", where, " or ".join(TYPES_OF_SITES))
        sites = tuple(action.number(name) for name in SITES[action.name])
        piece = str(action.number("what")) if action.name == "Add" else ""
        yield StoneChange(action.name, sites, scrunch.SIDES[action.mover - 1], action.line, piece)


# The board: how Ludii numbers its cells, and how large it is


WISH = "shatterproof judge FILE --board N"
_SIZES = range(SMALLEST_BOARD, LARGEST_BOARD + 1)


@lru_cache(maxsize=16)
def numbered(side: int) -> tuple[Cell, ...]:
    """The cells of a board in Ludii's order: row by row, each along the row.

    Its rows may run the other way: to the rules, a turned or mirrored board is the same.
    """
    return tuple(Cell(row, place) for row in range(2 * side - 1) for place in range(row_length(side, row)))


def side_of(options: Sequence[str], changes: Sequence[StoneChange], named: str | None) -> tuple[int, str]:
    """The cells along a side of the board of a trial, and how that was found out; "" for a board that was `named`.

    The options of the game say it, else the steps of the stones: on a wrong board they would lead to cells far away.
    Raises InputError if several boards or none are left, and for a cell that the board does not have.
    """
    if named is None:
        side, remark = _by_options(options) or _by_steps(changes)
    else:
        try:
            (side,), remark = board_size(named), ""
        except InputError as error:
            error.locate("--board")
            raise
    for change in changes:
        for site in change.sites:
            if not 0 <= site < len(numbered(side)):
                what = f"board {side} has no cell {site}"
                raise InputError(what, f"line {change.line}", f"cells from 0 to {len(numbered(side)) - 1}, or {WISH}")
    return side, remark


def _by_options(options: Sequence[str]) -> tuple[int, str] | None:
    """The side that the options about the board or its size name, and a remark on it; None without such options."""
    about = [option for option in options if _is_about_the_board(option.casefold())]
    if not about:
        return None
    sizes = {int(size) for option in about for size in re.findall("[0-9]{1,3}", option)}
    if len(sizes) != 1 or not sizes <= set(_SIZES) or re.search("limping", " ".join(about), re.IGNORECASE):
        what = f"the option {shorten(about[0], 60)!r} names no board of Scrunch"
        raise InputError(what, expected=f"{SMALLEST_BOARD} to {LARGEST_BOARD} cells along each side, or {WISH}")
    (side,) = sizes
    return side, f"read on board {side}, by the option {shorten(about[0], 60)!r}"


def _is_about_the_board(option: str) -> bool:
    """By its category, `board size/hexhex 5`, or by a word that is about boards only."""
    category = option.partition("/")[0]
    return "limping" in option or (bool(re.search("[0-9]", option)) and ("board" in category or "size" in category))


def _by_steps(changes: Sequence[StoneChange]) -> tuple[int, str]:
    """The side of the one board on which all steps of stones lead to neighbouring cells."""
    last = max((change for change in changes if change.sites), key=lambda change: max(change.sites), default=None)
    large = [side for side in _SIZES if last is None or max(last.sites) < len(numbered(side))]
    if last and not large:
        what = f"no board of Scrunch has a cell {max(last.sites)}"
        raise InputError(what, f"line {last.line}", f"cells from 0 to {len(numbered(LARGEST_BOARD)) - 1}")
    leaps = {side: _first_leap(side, changes) for side in large}
    fitting = [side for side in large if leaps[side] is None]
    if len(fitting) == 1:
        return fitting[0], f"read on board {fitting[0]}, the only one on which all steps go to neighbouring cells"
    if fitting:
        what = f"the trial names no board, and its cells fit {len(fitting)}: {', '.join(map(str, fitting))}"
        raise InputError(what, expected=WISH)
    lines = {side: leap.line for side, leap in leaps.items() if leap}
    side = max(lines, key=lambda side: lines[side])
    what = "on no board of Scrunch do all steps of the trial go to neighbouring cells"
    raise InputError(f"{what}, on board {side} those before this one", f"line {lines[side]}", WISH)


def _first_leap(side: int, changes: Sequence[StoneChange]) -> StoneChange | None:
    """The first step of a stone to a cell that is no neighbour on this board."""
    cells, neighbours = numbered(side), board(side)
    for change in changes:
        if change.kind == "Move":
            start, end = change.sites
            if min(start, end) < 0 or cells[end] not in neighbours[cells[start]]:
                return change
    return None
