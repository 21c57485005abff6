"""Turns and positions as text and JSON values, held against the statement of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from shatterproof_properties.proofs.agreement import Json, ListedTurn, Result, check_readings, compare
from shatterproof_properties.proofs.scrunch.board import beside
from shatterproof_properties.proofs.scrunch.statement import (
    OpenGrowth,
    OpenPosition,
    OpenRemainder,
    OpenRemoval,
    Stones,
    any_position,
    egg_allowed,
)
from shatterproof_properties.proofs.solver import Model, Solver
from shatterproof_properties.proofs.terms import Term, differ, every, literal, negation, some

SIDES = ("dark", "light")
_TURN = re.compile(r"(?P<egg>\w+)|(?P<growth>\w+ \w+-\w+)|x(?P<removal>( \w+)+)")

Cells = frozenset[str]
Removed = tuple[str, ...]


class GivenPosition(NamedTuple):
    """How the mover stands, in cells: own and opposing stones, and whether still in creation."""

    own: Cells
    opposing: Cells
    creating: bool


class GivenGrowth(NamedTuple):
    """A growth: the cell of the stone placed, and those that the other one leaves and reaches."""

    placed: str
    lifted: str
    landed: str


class KeptStatement:
    """The rules on the board of one side, kept in solvers that are asked about one position after another."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.beside = beside(side)

    def egg_cells(self, position: GivenPosition) -> Cells:
        """scrunch.creation.egg: the cells on which the mover may lay an egg."""
        solver, here, eggs = self._laying
        model = solver.ask(_like(here, position))
        return _cells(model, eggs) if model else frozenset()

    def after_growth(self, position: GivenPosition, given: GivenGrowth) -> Cells | None:
        """The mover's stones after a growth; None if it is not allowed."""
        solver, growth, allowed = self._growing
        if not set(given) <= set(self.beside):
            return None
        model = solver.ask([*_like(growth.here, position), allowed, *_chosen(growth, given)])
        return _cells(model, growth.after) if model else None

    def misgrown(self, position: GivenPosition, claimed: Mapping[GivenGrowth, Cells]) -> GivenGrowth | None:
        """A growth that is allowed and not claimed, or claimed and not allowed, or leads elsewhere; None without one.

        `claimed` are all that are said to be allowed, with the mover's stones after each.
        """
        solver, growth, allowed = self._growing
        chosen = {given: every(*_chosen(growth, given)) for given in claimed}
        elsewhere = [every(chosen[given], some(*_unlike(growth.after, after))) for given, after in claimed.items()]
        with solver.supposing(growth.both(), some(differ(allowed, some(*chosen.values())), *elsewhere)):
            model = solver.ask(_like(growth.here, position))
            if model is None:
                return None
            return GivenGrowth(*(min(_cells(model, cells)) for cells in (growth.placed, growth.lifted, growth.landed)))

    def grows(self, position: GivenPosition) -> bool:
        """scrunch.death.dead: whether one of the mover's smallest snakes can grow."""
        solver, growth, allowed = self._growing
        return solver.ask([*_like(growth.here, position), allowed]) is not None

    def after_removal(self, position: GivenPosition, named: Iterable[str]) -> Cells | None:
        """The mover's stones after removal of snakes named each by a cell, in order; None if it is not allowed."""
        if not self.may_remove(position):
            return None
        for cell in named:
            left = self._without(position, cell) if self.must_go_on(position) else None
            if left is None:
                return None
            position = position._replace(own=left)
        return None if self.must_go_on(position) else position.own

    def removals(self, position: GivenPosition) -> Iterator[tuple[Removed, Cells]]:
        """scrunch.death.until: every order of removal that is allowed, by first cells, with the stones left."""
        if self.may_remove(position) and self.must_go_on(position):
            yield from self._removals(position)

    def _removals(self, position: GivenPosition) -> Iterator[tuple[Removed, Cells]]:
        for first, left in self._once_removed(position).items():
            after = position._replace(own=left)
            if not self.must_go_on(after):
                yield (first,), left
                continue
            for further, end in self._removals(after):
                yield (first, *further), end

    def may_remove(self, position: GivenPosition) -> bool:
        """scrunch.death.creator: whether the mover's phase allows removal."""
        return not self.egg_cells(position)

    def must_go_on(self, position: GivenPosition) -> bool:
        """scrunch.death.when, scrunch.death.until: whether there are snakes, and none of the smallest can grow."""
        return bool(position.own) and not self.grows(position)

    def _without(self, position: GivenPosition, cell: str) -> Cells | None:
        """The mover's stones once the smallest snake on a cell is gone; None if there is no such snake."""
        return next((left for left in self._once_removed(position).values() if cell in position.own - left), None)

    def _once_removed(self, position: GivenPosition) -> dict[str, Cells]:
        """scrunch.death.which: the smallest snakes by their first cells, with the stones left without each."""
        solver, here, removal, which = self._removing
        found: dict[str, Cells] = {}
        asked = [*_like(here, position), which]
        while model := solver.ask([*asked, *(negation(removal.first[first]) for first in found)]):
            (first,) = _cells(model, removal.first)
            found[first] = _cells(model, removal.left)
        return found

    def is_mated_now(self, position: GivenPosition) -> bool:
        """Whether there are turns and each of them is the removal of all snakes: no egg, and nothing that stays."""
        solver, here, possible = self._remaining
        if not position.own or not self.may_remove(position):
            return False
        return solver.ask([*_like(here, position), possible]) is None

    def _any_position(self) -> tuple[Solver, OpenPosition]:
        solver = Solver(finite=True)
        return solver, any_position(solver, self.side)

    @cached_property
    def _laying(self) -> tuple[Solver, OpenPosition, Stones]:
        solver, here = self._any_position()
        return solver, here, solver.named_each("egg", {cell: egg_allowed(here, cell) for cell in self.beside})

    @cached_property
    def _growing(self) -> tuple[Solver, OpenGrowth, Term]:
        solver, here = self._any_position()
        growth = OpenGrowth(solver, here)
        return solver, growth, solver.named("allowed", growth.allowed())

    @cached_property
    def _removing(self) -> tuple[Solver, OpenPosition, OpenRemoval, Term]:
        solver, here = self._any_position()
        removal = OpenRemoval(solver, here)
        return solver, here, removal, solver.named("which", removal.which())

    @cached_property
    def _remaining(self) -> tuple[Solver, OpenPosition, Term]:
        solver, here = self._any_position()
        return solver, here, solver.named("possible", OpenRemainder(solver, here).possible())


@lru_cache(maxsize=8)
def statement_on(side: int) -> KeptStatement:
    """The statement for a board, made once."""
    return KeptStatement(side)


def _chosen(growth: OpenGrowth, given: GivenGrowth) -> list[Term]:
    """That a growth is this one."""
    return [growth.placed[given.placed], growth.lifted[given.lifted], growth.landed[given.landed]]


def _like(here: OpenPosition, position: GivenPosition) -> list[Term]:
    """That an open position is this one, cell by cell."""
    own = [literal(stone, cell in position.own) for cell, stone in here.own.items()]
    opposing = [literal(stone, cell in position.opposing) for cell, stone in here.opposing.items()]
    return [*own, *opposing, literal(here.creating, position.creating)]


def _unlike(stones: Stones, cells: Cells) -> list[Term]:
    """For each cell that the stones are not there as they are on these cells."""
    return [literal(stone, cell not in cells) for cell, stone in stones.items()]


def _cells(model: Model, stones: Stones) -> Cells:
    return frozenset(cell for cell, stone in stones.items() if model.holds(stone))


def result(position: Json, turn: str) -> Result | None:
    """The position that a turn leads to, and the outcome there, by the statement; None if the turn is not legal.

    Raises InputError for a position under other readings than the defaults.
    """
    rules, here = _read(position)
    found = _TURN.fullmatch(turn)
    if outcome(position) or not found:
        return None
    if found["egg"]:
        after = here.own | {turn} if turn in rules.egg_cells(here) else None
    elif found["growth"]:
        after = rules.after_growth(here, _grown(turn))
    else:
        after = rules.after_removal(here, found["removal"].split())
    return None if after is None else _ended(position, turn, after)


def reprove_turn(position: Json, turn: str, after: Json, ended: Json | None) -> None:
    """Proves again that a turn is legal, and leads where it is said to. Raises Disagreement; InputError."""
    compare(position, turn, result(position, turn), (after, ended))


def is_mated_now(position: Json) -> bool:
    """Whether every turn is a last removal, by the statement: scrunch.end.last-snake. Raises InputError."""
    rules, here = _read(position)
    return outcome(position) is None and rules.is_mated_now(here)


def check_turns(position: Json, listed: Iterable[ListedTurn]) -> None:
    """Holds all legal turns of a position, those that lead to the same result included, against the statement.

    Raises Disagreement on a turn that only one of them knows, or that leads elsewhere; InputError.
    """
    rules, here = _read(position)
    given = {turn: (after, ended) for turn, after, ended in listed}
    legal: dict[str, Cells] = {}
    if outcome(position) is None:
        growths = [turn for turn in given if _is_growth(turn) and set(_grown(turn)) <= set(rules.beside)]
        claimed = {turn: frozenset(given[turn][0][position["to_move"]]) for turn in growths}
        _check_growths(position, {turn: given[turn] for turn in claimed}, claimed)
        legal = claimed | _eggs(rules, here) | _removals(rules, here)
    for turn in sorted(legal.keys() | given.keys()):
        compare(position, turn, _ended(position, turn, legal[turn]) if turn in legal else None, given.get(turn))


def _check_growths(position: Json, given: dict[str, Result], claimed: dict[str, Cells]) -> None:
    """Raises Disagreement unless the growths that are given are those of the statement, with their stones."""
    rules, here = _read(position)
    odd = rules.misgrown(here, {_grown(turn): cells for turn, cells in claimed.items()})
    if odd:
        turn = f"{odd.placed} {odd.lifted}-{odd.landed}"
        compare(position, turn, result(position, turn), given.get(turn))


def _eggs(rules: KeptStatement, here: GivenPosition) -> dict[str, Cells]:
    return {cell: here.own | {cell} for cell in rules.egg_cells(here)}


def _removals(rules: KeptStatement, here: GivenPosition) -> dict[str, Cells]:
    return {" ".join(("x", *named)): left for named, left in rules.removals(here)}


def outcome(position: Json) -> Json | None:
    """scrunch.end.last-snake: who has won, if a side past creation has no stone."""
    for side, other in (SIDES, SIDES[::-1]):
        if not position[side] and side not in position["creating"]:
            return {"clause": "scrunch.end.last-snake", "winner": other}
    return None


def _read(position: Json) -> tuple[KeptStatement, GivenPosition]:
    check_readings(position)
    own, opposing = (frozenset(position[side]) for side in _sides(position))
    return statement_on(int(position["board"])), GivenPosition(
        own, opposing, position["to_move"] in position["creating"]
    )


def _sides(position: Json) -> tuple[str, str]:
    """The mover and the opponent."""
    return SIDES if position["to_move"] == SIDES[0] else SIDES[::-1]


def _is_growth(turn: str) -> bool:
    found = _TURN.fullmatch(turn)
    return bool(found and found["growth"])


def _grown(turn: str) -> GivenGrowth:
    return GivenGrowth(*re.split("[ -]", turn))


def _ended(position: Json, turn: str, own: Cells) -> Result:
    """The position once a turn is over that leaves the mover these stones, and the outcome; an egg has one cell."""
    mover, opponent = _sides(position)
    phases = [side for side in position["creating"] if side != mover or turn in own]
    cells = [cell for cell in beside(int(position["board"])) if cell in own]
    after = position | {mover: cells, "to_move": opponent, "creating": phases}
    return after, outcome(after)
