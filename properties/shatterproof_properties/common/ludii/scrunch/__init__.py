"""Trials of Scrunch as game records: what Ludii's actions do to the stones, gathered into turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from shatterproof import scrunch
from shatterproof.errors import InputError
from shatterproof.movetext import MOST_TURNS, RecordedTurn
from shatterproof.record import Record
from shatterproof.scrunch.cells import Cell, Stones, describe, opponent
from shatterproof.scrunch.snakes import snakes
from shatterproof_properties.common.ludii.scrunch.sites import numbered, side_of
from shatterproof_properties.common.ludii.scrunch.stones import StoneChange, changes
from shatterproof_properties.common.ludii.trial import Trial

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
        """The player whose turn a change belongs to.

        Some descriptions remove a player's stones in the other player's move.
        """
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
