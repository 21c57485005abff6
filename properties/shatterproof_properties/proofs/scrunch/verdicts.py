"""The rules under any readings, asked about one position after another; turns as text, checked against them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from shatterproof_properties.proofs import Disagreement, Json, Readings, Result, compare, readings_of
from shatterproof_properties.proofs.scrunch.statement import (
    DEFAULTS,
    STATED,
    OpenPosition,
    Stones,
    beside,
    is_isolated,
)
from shatterproof_properties.proofs.scrunch.turn import OpenGrowth, OpenRemoval, snakes_can_stay
from shatterproof_properties.proofs.solver import Model, Solver
from shatterproof_properties.proofs.terms import YES, literal, negation

SIDES = ("dark", "light")
TURN_TEXT = re.compile(r"(?:x(?P<removal>( \w+)+)(?:; (?P<then>\w+( \w+-\w+)?))?)|(?P<placing>\w+( \w+-\w+)?)")
PASS = "pass"

Cells = frozenset[str]


class MoverStanding(NamedTuple):
    """The mover's view of a position, in cells: own and opposing stones, and whether still in creation.

    `counted` is the number of snakes that a growth may leave, if it was counted earlier in the turn
    (scrunch.removal-count).
    """

    own: Cells
    opposing: Cells
    creating: bool
    counted: int | None = None


class GivenGrowth(NamedTuple):
    """A growth: the cell of the stone placed, and those that the other stone leaves and reaches, or None."""

    placed: str
    lifted: str | None = None
    landed: str | None = None

    def __str__(self) -> str:
        return f"{self.placed} {self.lifted}-{self.landed}" if self.lifted else self.placed


class StatedRules:
    """The rules on a board of one side under some readings, asked about one position after another.

    Each question is stated anew with the known stones put in, which leaves a small question.
    """

    def __init__(self, side: int, readings: Readings) -> None:
        self.readings = readings
        self.beside = beside(side)

    def known(self, here: MoverStanding) -> OpenPosition:
        """A position in terms, none of which is open."""
        own, opposing = ({cell: literal(YES, cell in there) for cell in self.beside} for there in here[:2])
        return OpenPosition(self.beside, own, opposing, literal(YES, here.creating))

    def isolated(self, here: MoverStanding) -> Cells:
        """scrunch.creation.egg: the cells for eggs, while creation lasts."""
        solver, known = Solver(finite=True), self.known(here)
        found = solver.named_each("isolated", {cell: is_isolated(known, cell, self.readings) for cell in self.beside})
        model = solver.ask()
        return cells_of(model, found) if model else frozenset()

    def egg_cells(self, here: MoverStanding) -> Cells:
        """scrunch.creation.egg, scrunch.creation.over: the cells on which the mover may lay an egg."""
        return self.isolated(here) if here.creating else frozenset()

    def after_egg(self, here: MoverStanding, cell: str) -> MoverStanding:
        """scrunch.creation-end: the mover's stones and phase after an egg."""
        after = here._replace(own=here.own | {cell})
        ends = self.readings["creation-end"] == "own-growth-or-full" and not self.isolated(after)
        return after._replace(creating=not ends)

    def after_growth(self, here: MoverStanding, given: GivenGrowth) -> MoverStanding | None:
        """The mover's stones and phase after a growth; None if it is illegal."""
        if not set(given) <= {*self.beside, None}:
            return None
        solver, growth = self.growth(here, given)
        solver.say(growth.allowed())
        model = solver.ask()
        return MoverStanding(cells_of(model, growth.after), here.opposing, False) if model else None

    def growth(self, here: MoverStanding, given: Sequence[str | None] = ()) -> tuple[Solver, OpenGrowth]:
        """A growth in terms: the one given, or any."""
        solver = Solver(finite=True)
        return solver, OpenGrowth(solver, self.known(here), self.readings, given, here.counted)

    def grows(self, here: MoverStanding, snake: Cells | None = None) -> bool:
        """scrunch.death.dead: whether one of the mover's smallest snakes, or the snake given, can grow."""
        solver, growth = self.growth(here)
        solver.say(
            growth.allowed(None if snake is None else {cell: literal(YES, cell in snake) for cell in self.beside})
        )
        return solver.ask() is not None

    def after_removal(self, here: MoverStanding, named: Sequence[str]) -> MoverStanding | None:
        """The mover after removing snakes, each named by a cell, in order; None if that is illegal."""
        if self.loses_all(here):
            lost = self.may_begin(here) and set(named) == here.own and len(named) == len(here.own)
            return here._replace(own=frozenset(), creating=False) if lost else None
        for index, cell in enumerate(named):
            may = self.must_go_on(here) if index else self.may_begin(here)
            after = next((left for left in self.removable(here).values() if cell in here.own - left.own), None)
            if not may or after is None:
                return None
            here = after
        return None if self.must_go_on(here) else here

    def may_begin(self, here: MoverStanding) -> bool:
        """scrunch.death.creator, scrunch.death.when, scrunch.stuck-creator, scrunch.tied-death: may removal begin?"""
        if not here.own or self.egg_cells(here) or (here.creating and self.readings["stuck-creator"] == "pass"):
            return False
        if self.readings["tied-death"] == "each-stuck" and not self.loses_all(here):
            return any(not self.grows(here, here.own - left) for left in self._without(here, False).values())
        return not self.grows(here)

    def loses_all(self, here: MoverStanding) -> bool:
        """scrunch.stuck-creator: whether eggs go all at once or not at all."""
        return here.creating and self.readings["stuck-creator"] == "loses-all"

    def must_go_on(self, here: MoverStanding) -> bool:
        """scrunch.death.until: whether there are snakes and none of the smallest can grow."""
        return bool(here.own) and not self.grows(here)

    def removable(self, here: MoverStanding) -> dict[str, MoverStanding]:
        """scrunch.death.which: the snakes that may go next, by first cell, each with the mover's stones and phase then.

        Removal goes on if no smallest snake can grow. Only a wider choice has to ask about each snake.
        """
        wide = self.readings["removal-scope"] == "any-dead"
        found = self._without(here, wide)
        if wide or self.readings["tied-death"] == "each-stuck":
            found = {first: left for first, left in found.items() if not self.grows(here, here.own - left)}
        # scrunch.forced-removal, scrunch.removal-count
        stays, counted = here.creating and self.readings["forced-removal"] != "ends-creation", here.counted
        if counted is None and self.readings["removal-count"] == "before-removal" and self.wriggles_too(here):
            counted = len(self._without(here, True))
        return {
            first: MoverStanding(left, here.opposing, stays and bool(left), counted) for first, left in found.items()
        }

    def wriggles_too(self, here: MoverStanding) -> bool:
        """scrunch.removal-ends-turn: whether a growth follows in the same turn."""
        return self.readings["removal-ends-turn"] == "then-wriggle" and bool(here.own)

    def _without(self, here: MoverStanding, any_size: bool) -> dict[str, Cells]:
        """The smallest snakes or all, by their first cells, with the stones left without each."""
        solver = Solver(finite=True)
        removal = OpenRemoval(solver, self.known(here))
        solver.say(removal.which(any_size))
        found: dict[str, Cells] = {}
        while model := solver.ask([negation(removal.first[first]) for first in found]):
            (first,) = cells_of(model, removal.first)
            found[first] = cells_of(model, removal.left)
        return found

    def must_pass(self, here: MoverStanding) -> bool:
        """scrunch.turn.no-pass, scrunch.stuck-creator, scrunch.shut-out: whether the mover passes."""
        value = self.readings["stuck-creator" if here.own else "shut-out"]
        return here.creating and value == "pass" and not self.isolated(here) and not self.grows(here)


def cells_of(model: Model, stones: Stones) -> Cells:
    """The cells of the stones in an answer of the solver."""
    return frozenset(cell for cell, stone in stones.items() if model.holds(stone))


def result(position: Json, turn: str) -> Result | None:
    """The result of a turn by the statement: the position and the outcome there; None if the turn is illegal.

    Raises InputError for a position under readings that are not stated.
    """
    rules, here = read(position)
    found = TURN_TEXT.fullmatch(turn)
    if outcome_of(rules, position) or not found:
        return None
    if turn == PASS:
        after = here if rules.must_pass(here) else None
    elif found["removal"]:
        after = rules.after_removal(here, found["removal"].split())
        if after is not None and rules.wriggles_too(after) != (found["then"] is not None):
            return None
        if after is not None and found["then"]:
            after = rules.after_growth(after, grown_by(found["then"]))
    else:
        given = grown_by(turn)
        is_egg = given.lifted is None and given.placed in rules.egg_cells(here)
        after = rules.after_egg(here, given.placed) if is_egg else rules.after_growth(here, given)
    return None if after is None else ended_with(rules, position, after)


def confirm_win(position: Json, turn: str, after: Json, ended: Json | None) -> bool:
    """See `proofs.Statement`. That all replies lose is stated under the default readings only."""
    if ended is None and readings_of(position, STATED) != DEFAULTS:
        return False
    reprove_turn(position, turn, after, ended)
    if ended is None and not is_mated_now(after):
        raise Disagreement(f"is every reply to {turn} a last removal?", "the search says so", "z3 says no")
    return True


def reprove_turn(position: Json, turn: str, after: Json, ended: Json | None) -> None:
    """Proves again that a turn is legal and has the result given. Raises Disagreement and InputError."""
    compare(position, turn, result(position, turn), (after, ended))


def is_mated_now(position: Json) -> bool:
    """Whether every turn is a last removal (scrunch.end.last-snake): no egg is possible, and no snake can stay.

    It is stated under the default readings only.
    """
    rules, here = read(position)
    if outcome_of(rules, position) is not None or not here.own or rules.egg_cells(here):
        return False
    solver = Solver(finite=True)
    solver.say(snakes_can_stay(solver, rules.known(here)))
    return solver.ask() is None


def outcome_of(rules: StatedRules, position: Json) -> Json | None:
    """scrunch.end.last-snake, scrunch.shut-out: the winner, if a side past creation has no stone, or is shut out."""
    for side, other in (SIDES, SIDES[::-1]):
        if not position[side] and side not in position["creating"]:
            return {"clause": "scrunch.end.last-snake", "winner": other}
    _, other = _sides(position)
    here = _standing(position)
    if rules.readings["shut-out"] == "loses" and here.creating and not here.own and not rules.isolated(here):
        return {"clause": "scrunch.shut-out", "winner": other}
    return None


def read(position: Json) -> tuple[StatedRules, MoverStanding]:
    """The rules that hold in a position, and the mover's view of it."""
    return StatedRules(int(position["board"]), readings_of(position, STATED)), _standing(position)


def _standing(position: Json) -> MoverStanding:
    own, opposing = (frozenset(position[side]) for side in _sides(position))
    return MoverStanding(own, opposing, position["to_move"] in position["creating"])


def _sides(position: Json) -> tuple[str, str]:
    return SIDES if position["to_move"] == SIDES[0] else SIDES[::-1]


def grown_by(turn: str) -> GivenGrowth:
    """The growth that a text stands for."""
    return GivenGrowth(*re.split("[ -]", turn))


def ended_with(rules: StatedRules, position: Json, here: MoverStanding) -> Result:
    """The position after a turn with the mover's stones and phase then, and the outcome."""
    mover, opponent = _sides(position)
    phases = [side for side in position["creating"] if side != mover or here.creating]
    cells = [cell for cell in rules.beside if cell in here.own]
    after = position | {mover: cells, "to_move": opponent, "creating": phases}
    return after, outcome_of(rules, after)
