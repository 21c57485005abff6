"""The rules of Scrunch with one method for each decision, so that a subclass can get exactly one of them wrong.

Stones are seen from the side to move: `own` and `other` are masks of cells. A subclass that overrides a method named in
SHORTCUTS_REST_ON gets no shortcuts: its growths and removals call that method at every step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from shatterproof.game import Outcome
from shatterproof_properties.second.input import check_sides, chosen_readings
from shatterproof_properties.second.scrunch.position import LIMITS, SIDES, Position, Turn, bits, board_of
from shatterproof_properties.second.scrunch.shortcuts import GrowthTable

READINGS: Mapping[str, tuple[str, ...]] = {
    "scrunch.isolated": ("from-own", "from-all"),
    "scrunch.first-wriggle": ("full-turn", "bare-placement"),
    "scrunch.creation-end": ("own-growth", "own-growth-or-full"),
    "scrunch.forced-removal": ("ends-creation", "stays"),
    "scrunch.snake-count": ("before-placement", "after-placement"),
    "scrunch.loops": ("allowed", "forbidden"),
    "scrunch.removal-scope": ("smallest", "any-dead"),
    "scrunch.removal-ends-turn": ("yes", "then-wriggle"),
    "scrunch.removal-count": ("after-removal", "before-removal"),
    "scrunch.stuck-creator": ("remove", "pass", "loses-all"),
    "scrunch.tied-death": ("all-stuck", "each-stuck"),
    "scrunch.first-count": ("limited", "exempt"),
    "scrunch.shut-out": ("pass", "loses"),
}
SHORTCUTS_REST_ON = ("movable", "steps", "flaw", "judged", "mutants", "misshapen", "limit", "pool", "must_go_on")
COUNT = "scrunch.growth.count"


class Rules:
    """The rules on one board under one set of readings."""

    def __init__(self, side: int, readings: Mapping[str, str] | None = None) -> None:
        """Takes readings by full id, else defaults. Raises InputError for an unknown one or a board beyond 2 to 10."""
        check_sides((side,), "scrunch", LIMITS)
        self.board = board_of(side)
        self.readings = chosen_readings(readings or {}, READINGS)
        departs = {name.removeprefix("scrunch."): value != READINGS[name][0] for name, value in self.readings.items()}
        self.isolates_from_all = departs["isolated"]
        self.begins_bare = departs["first-wriggle"]
        self.ends_when_full = departs["creation-end"]
        self.creates_on_after_removal = departs["forced-removal"]
        self.counts_after_placement = departs["snake-count"]
        self.forbids_loops = departs["loops"]
        self.removes_any_dead = departs["removal-scope"]
        self.removal_goes_with_growth = departs["removal-ends-turn"]
        self.counts_before_removal = departs["removal-count"] and self.removal_goes_with_growth
        self.counts_before_removal &= not self.counts_after_placement
        self.stuck_creator_passes = self.readings["scrunch.stuck-creator"] == "pass"
        self.stuck_creator_loses_all = self.readings["scrunch.stuck-creator"] == "loses-all"
        self.each_stuck_dies = departs["tied-death"]
        self.first_is_exempt = departs["first-count"]
        self.shut_out_loses = departs["shut-out"]
        self.shortcuts = all(getattr(type(self), name) is getattr(Rules, name) for name in SHORTCUTS_REST_ON)
        self._snakes = lru_cache(maxsize=20_000)(self.board.groups)
        self._table = GrowthTable(self.board, self.snakes, self.forbids_loops, self.counts_after_placement)

    # Snakes

    def snakes(self, stones: int) -> tuple[int, ...]:
        """scrunch.snake.group: the connected groups of one side's stones, in the order of their first cells."""
        return self._snakes(stones)

    def smallest(self, own: int) -> list[int]:
        """scrunch.snake.smallest: the snakes that are as small as the smallest."""
        snakes = self.snakes(own)
        least = min((snake.bit_count() for snake in snakes), default=0)
        return [snake for snake in snakes if snake.bit_count() == least]

    def mutants(self, stones: int) -> int:
        """scrunch.snake.mutant: the stones with too many friends beside them."""
        return self.board.mutants(stones)

    def misshapen(self, stones: int) -> str | None:
        """scrunch.growth.cure, scrunch.loops: the clause that one side's stones break, if any."""
        if self.mutants(stones):
            return "scrunch.growth.cure"
        return "scrunch.loops" if self.forbids_loops and self.board.has_loop(stones) else None

    # Creation

    def isolated(self, own: int, other: int) -> int:
        """scrunch.isolated: the empty cells beside no own stone, or beside no stone at all."""
        beside = own | other if self.isolates_from_all else own
        return self.board.cells & ~(own | other | self.board.beside(beside))

    def may_grow(self, own: int, other: int, creating: bool) -> bool:
        """scrunch.creation.end: whether a player in creation may grow: always."""
        return True

    def creating_after_egg(self, own: int, other: int) -> bool:
        """scrunch.creation-end: whether an egg leaves its owner in creation. It is already among the own stones."""
        return not self.ends_when_full or self.isolated(own, other) != 0

    def creating_after_growth(self, other_creating: bool) -> tuple[bool, bool]:
        """scrunch.creation.end: whether the mover and the other side are still in creation after a growth."""
        return False, other_creating

    # Growth and movement

    def grows_bare(self, creating: bool) -> bool:
        """scrunch.first-wriggle: whether the first growth is a placement without a movement."""
        return creating and self.begins_bare

    def places(self, own: int) -> int:
        """scrunch.growth.smallest: the places for a stone, looking only at the own stones."""
        return self.board.beside(sum(self.smallest(own))) & ~own

    def movable(self, own: int, placed: int) -> int:
        """scrunch.growth.move: the stones that may move after a placement: the others of the snake that results."""
        return self.board.flood(placed, own | placed) ^ placed

    def steps(self, held: int, moved: int, placed: int) -> int:
        """scrunch.growth.step: the cells that a stone may step to, looking only at the own stones."""
        return self.board.near[moved] & ~held

    def judged(self, own: int, placed: int, after: int, target: int) -> int:
        """scrunch.growth.cure: the stones tested for mutants: all those after a growth."""
        return after

    def flaw(
        self, own: int, other: int, placed: int, after: int, target: int, creating: bool, spare: int = 0
    ) -> str | None:
        """The clause that the result of a growth breaks. `target` is 0 if nothing moved; `spare` is as in `growths`."""
        clause = self.misshapen(self.judged(own, placed, after, target))
        if clause is None and target and not (creating and self.first_is_exempt):
            clause = None if len(self.snakes(after)) <= self.limit(own, other, placed) + spare else COUNT
        return clause

    def limit(self, own: int, other: int, placed: int) -> int:
        """scrunch.growth.count, scrunch.snake-count: the most snakes that a growth may leave."""
        return len(self.snakes(own | placed if self.counts_after_placement else own))

    def growths(
        self, own: int, other: int, creating: bool, places: int | None = None, spare: int = 0
    ) -> Iterator[tuple[Turn, int]]:
        """One turn, the first, for each distinct result of a growth, and the own stones after it, in order.

        `places` limits the placements; without it they are those that the rules allow. `spare` allows that many more
        snakes than usual to be left.
        """
        if not self.may_grow(own, other, creating):
            return
        where = self.places(own) if places is None else places
        if self.shortcuts and not spare:
            for after, turn in self._growths_alone(own, creating, where).items():
                if not after & other:
                    yield turn, after
            return
        # Without the shortcuts every condition is asked for every step.
        seen = set()
        free = self.board.cells & ~own & ~other
        for placed in bits(where & free):
            for moved, target in self._movements(own, placed, creating, free ^ placed):
                after = (own | placed) & ~moved | target
                if after not in seen and self.flaw(own, other, placed, after, target, creating, spare) is None:
                    seen.add(after)
                    yield Turn((), placed, moved, target), after

    def growth_count(self, own: int, other: int, creating: bool) -> int:
        """The number of distinct results of growths."""
        if not self.shortcuts or not self.may_grow(own, other, creating):
            return sum(1 for _ in self.growths(own, other, creating))
        alone = self._growths_alone(own, creating, self.places(own))
        return sum([not after & other for after in alone])

    def growth_into(self, own: int, other: int, creating: bool, after: int) -> Turn | None:
        """A growth that leaves exactly these own stones; None if there is none."""
        if after & other or not self.may_grow(own, other, creating):
            return None
        return self._growths_alone(own, creating, self.places(own)).get(after)

    def _growths_alone(self, own: int, creating: bool, places: int) -> dict[int, Turn]:
        """The results of growths as if the other side had no stones, each with its first turn."""
        bounded = not (creating and self.first_is_exempt)
        return self._table.growths(own, places, self.grows_bare(creating), bounded)

    def _movements(self, own: int, placed: int, creating: bool, free: int) -> Iterator[tuple[int, int]]:
        if self.grows_bare(creating):
            yield 0, 0
            return
        for moved in bits(self.movable(own, placed)):
            for target in bits(self.steps(own | placed, moved, placed) & free):
                yield moved, target

    # Death and removal

    def can_grow(self, own: int, other: int, creating: bool, snake: int) -> bool:
        """scrunch.death.dead: whether some growth places its stone beside a snake, whatever its size."""
        beside = self.board.beside(snake) & ~own
        if snake in self.smallest(own):
            beside &= self.places(own)
        return any(True for _ in self.growths(own, other, creating, beside))

    def any_smallest_can_grow(self, own: int, other: int, creating: bool) -> bool:
        """Whether a growth on one of the smallest snakes exists."""
        return any(True for _ in self.growths(own, other, creating))

    def may_begin_removal(self, own: int, other: int, creating: bool) -> bool:
        """scrunch.death.when, scrunch.tied-death: whether all of the smallest snakes are stuck, or just one."""
        if not self.any_smallest_can_grow(own, other, creating):
            return True
        return self.each_stuck_dies and any(
            not self.can_grow(own, other, creating, snake) for snake in self.smallest(own)
        )

    def removes_as_creator(self) -> bool:
        """scrunch.stuck-creator: whether a player in creation who has no other turn removes eggs."""
        return not self.stuck_creator_passes

    def takes_all(self, creating: bool) -> bool:
        """scrunch.stuck-creator: whether a removal takes all eggs of a player in creation at once."""
        return creating and self.stuck_creator_loses_all

    def pool(self, own: int, other: int, creating: bool) -> list[int]:
        """scrunch.death.which, scrunch.removal-scope: the snakes that may be removed now."""
        snakes = self.snakes(own) if self.removes_any_dead else self.smallest(own)
        return [snake for snake in snakes if not self.can_grow(own, other, creating, snake)]

    def must_go_on(self, own: int, other: int, creating: bool) -> bool:
        """scrunch.death.until: whether one more snake must be removed after some have been."""
        return own != 0 and not self.any_smallest_can_grow(own, other, creating)

    def creating_after_removal(self, creating: bool) -> bool:
        """scrunch.forced-removal: whether a side is still in creation when it has removed some of its snakes."""
        return creating and self.creates_on_after_removal

    # After a turn

    def may_pass(self, here: Position) -> bool:
        """scrunch.turn.no-pass: whether a player in creation has no other turn and need not remove eggs."""
        if not here.creating or (here.own and self.removes_as_creator()) or (not here.own and self.shut_out_loses):
            return False
        own, other = here.own, here.other
        return not self.isolated(own, other) and not self.any_smallest_can_grow(own, other, True)

    def after(self, here: Position, own: int, creating: bool) -> Position:
        """The position after a turn with this result: the mover's stones and its phase."""
        return Position(here.other, own, here.other_creating, creating, not here.dark_moves)

    def after_growth(self, here: Position, own: int) -> Position:
        """The position after a growth that leaves the mover these stones."""
        creating, other_creating = self.creating_after_growth(here.other_creating)
        return Position(here.other, own, other_creating, creating, not here.dark_moves)

    # The end

    def end(self, here: Position) -> str | None:
        """The clause that has ended the game."""
        if (not here.other and not here.other_creating) or (not here.own and not here.creating):
            return "scrunch.end.last-snake"
        if self.shut_out_loses and here.creating and not here.own and not self.isolated(0, here.other):
            return "scrunch.shut-out"
        return None

    def mover_wins(self, here: Position) -> bool:
        """scrunch.end.last-snake, scrunch.shut-out: whether the side to move has won a game that has ended."""
        return not here.other and not here.other_creating

    def outcome(self, here: Position) -> Outcome | None:
        """The winner, and the clause that ended the game."""
        clause = self.end(here)
        if clause is None:
            return None
        return Outcome(SIDES[here.dark_moves != self.mover_wins(here)], clause)
