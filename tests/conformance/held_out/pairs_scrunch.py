"""Held-out mutants of Scrunch that need pairs and triples."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from conformance.held_out.pairs import Moment, Row, RowOfEnds, Worded, listed, refused, reopening
from shatterproof.game import Outcome
from shatterproof_properties.conformance.mutants import Listed
from shatterproof_properties.second.scrunch import Engine
from shatterproof_properties.second.scrunch.notation import read_turn
from shatterproof_properties.second.scrunch.position import Board


class Play(Moment):
    """A turn, and the mover's snakes before it and after its placement."""

    def __init__(self, engine: Any, here: Any, asked: str, meant: str, after: Any) -> None:
        super().__init__(engine, here, asked, meant, after)
        written, named = read_turn(meant), engine.board.named
        assert written
        self.board: Board = engine.board
        self.own: int = here.own
        self.other: int = here.other
        self.removed = [named[name] for name in written.removed]
        self.placed, self.moved, self.target = (named.get(name, 0) for name in written[1:])
        self.left: int = after.other

    def beside(self, cell: int, stones: int) -> int:
        """How many of some stones are beside a cell."""
        return (self.board.beside(cell) & stones).bit_count()

    @cached_property
    def snakes(self) -> tuple[int, ...]:
        return self.board.groups(self.own)

    @cached_property
    def after_snakes(self) -> tuple[int, ...]:
        return self.board.groups(self.left)

    @cached_property
    def joined(self) -> list[int]:
        """The snakes beside the placement."""
        near = self.board.beside(self.placed) if self.placed else 0
        return [snake for snake in self.snakes if snake & near]

    @property
    def edge(self) -> int:
        return sum(cell for cell, near in self.board.near.items() if near.bit_count() < 6)


# What meets


worded = Worded[Play]()
grows = worded("a snake grows", lambda p: p.moved)
merges = worded("the placement joins snakes", lambda p: grows(p) and len(p.joined) > 1)
merges_three = worded("the placement joins three snakes", lambda p: grows(p) and len(p.joined) > 2)
divides = worded(
    "the movement divides what it leaves",
    lambda p: grows(p) and len(p.board.groups((p.own | p.placed) & ~p.moved)) > len(p.board.groups(p.own | p.placed)),
)


def divides_in_three(p: Play) -> bool:
    """the movement divides what it leaves in three"""
    return grows(p) and len(p.board.groups((p.own | p.placed) & ~p.moved)) > len(p.board.groups(p.own | p.placed)) + 1


rejoins = worded(
    "the stone steps beside another snake", lambda p: grows(p) and p.beside(p.target, p.own & ~_of(p, p.placed)) > 0
)


def _of(p: Play, cell: int) -> int:
    return int(p.board.flood(cell, p.own | p.placed))


alone = worded("the stone steps away from all friends", lambda p: grows(p) and not p.beside(p.target, p.left))
cures = worded(
    "the placement makes a mutant that the movement cures",
    lambda p: grows(p) and bool(p.board.mutants(p.own | p.placed)),
)
cures_two = worded(
    "the placement makes two mutants that the movement cures",
    lambda p: grows(p) and p.board.mutants(p.own | p.placed).bit_count() > 1,
)
moves_the_mutant = worded(
    "the stone that moves was a mutant", lambda p: grows(p) and bool(p.moved & p.board.mutants(p.own | p.placed))
)
moves_neighbour = worded(
    "the stone that moves was beside the placement", lambda p: grows(p) and bool(p.board.beside(p.placed) & p.moved)
)
steps_beside_placed = worded(
    "the stone steps beside the placement", lambda p: grows(p) and bool(p.board.beside(p.placed) & p.target)
)
from_the_edge = worded(
    "the stone leaves the edge of the board", lambda p: grows(p) and bool(p.moved & p.edge) and not p.target & p.edge
)
into_a_corner = worded(
    "the stone steps into a corner of the board", lambda p: grows(p) and p.board.near[p.target].bit_count() == 3
)
placed_at_the_edge = worded("the placement is at the edge", lambda p: p.placed & p.edge)
amid_enemies = worded(
    "the placement has three stones of the other side beside it",
    lambda p: bool(p.placed) and p.beside(p.placed, p.other) > 2,
)
as_many_snakes = worded(
    "as many snakes are left as before, of other stones", lambda p: grows(p) and len(p.after_snakes) == len(p.snakes)
)


def ties_of_three(p: Play) -> bool:
    """three snakes or more are equally small"""
    least = min((snake.bit_count() for snake in p.snakes), default=0)
    return sum(snake.bit_count() == least for snake in p.snakes) > 2


smallest_of_three = worded(
    "the smallest snake has three stones or more",
    lambda p: min((snake.bit_count() for snake in p.snakes), default=0) > 2,
)
many_snakes = worded("the mover has six snakes or more", lambda p: len(p.snakes) > 5)
loop_after = worded(
    "a snake is a closed loop afterwards",
    lambda p: any(snake.bit_count() > 2 and not p.board.is_tree(snake) for snake in p.after_snakes),
)
triangle_after = worded(
    "a snake is a triangle afterwards",
    lambda p: any(snake.bit_count() == 3 and not p.board.is_tree(snake) for snake in p.after_snakes),
)
loop_opened = worded(
    "a closed loop is opened", lambda p: any(not p.board.is_tree(snake) for snake in p.snakes) and not loop_after(p)
)
creator = worded("the mover is in creation", lambda p: p.here.creating)
other_creator = worded("the other side is in creation", lambda p: p.here.other_creating)
other_bare = worded("the other side has no stones", lambda p: not p.other)
eggs_left = worded("there is room for an egg", lambda p: p.engine.isolated(p.own, p.other))
egg = worded("an egg is laid", lambda p: p.placed and not p.moved)
last_egg = worded("an egg leaves no room for another", lambda p: egg(p) and not p.engine.isolated(p.left, p.other))
light = worded("Light moves", lambda p: not p.here.dark_moves)
removes = worded("a snake is removed", lambda p: bool(p.removed))
removes_two = worded("two snakes or more are removed", lambda p: len(p.removed) > 1)
removes_three = worded("three snakes or more are removed", lambda p: len(p.removed) > 2)


def removes_sizes(p: Play) -> bool:
    """snakes of several sizes are removed"""
    sizes = {snake.bit_count() for snake in p.snakes if any(snake & cell for cell in p.removed)}
    return removes(p) and len(sizes) > 1


removes_long = worded(
    "a snake of three stones or more is removed",
    lambda p: any(snake & cell and snake.bit_count() > 2 for snake in p.snakes for cell in p.removed),
)
removes_loop = worded(
    "a closed loop is removed",
    lambda p: any(snake & cell and not p.board.is_tree(snake) for snake in p.snakes for cell in p.removed),
)
removes_last = worded("the mover's last snake is removed", lambda p: removes(p) and not p.left)
some_stay = worded("snakes stay after a removal", lambda p: removes(p) and bool(p.left))
backwards = worded(
    "snakes are named from the last to the first", lambda p: removes_two(p) and p.removed != sorted(p.removed)
)
by_another_cell = worded(
    "a snake is named by a cell other than its first",
    lambda p: any(snake & cell and cell != snake & -snake for snake in p.snakes for cell in p.removed),
)
two_digits = worded("a column of two digits is named", lambda p: any("1" + digit in p.meant for digit in "0123456789"))
large = worded("the board is larger than the standard one", lambda p: p.board.side > 7)
nearly_full = worded("three cells at most are empty", lambda p: (p.board.cells & ~p.own & ~p.other).bit_count() <= 3)
long_snake = worded(
    "the mover has a snake of ten stones or more", lambda p: any(snake.bit_count() > 9 for snake in p.snakes)
)


def near_capacity(p: Play) -> bool:
    """the placement fills the last empty cell beside a snake of the other side"""
    empty = p.board.cells & ~p.own & ~p.other
    near = (p.board.beside(snake) & empty for snake in p.board.groups(p.other))
    return bool(p.placed) and any(cells == p.placed for cells in near)


# What goes wrong


stays_put = worded("places the stone and moves none", lambda p: p.after._replace(other=p.own | p.placed))
loses_the_moved = worded(
    "takes the stone that moves off the board", lambda p: p.after._replace(other=p.left & ~p.target)
)
loses_small = worded(
    "takes the smallest snake that is left off the board",
    lambda p: p.after._replace(other=p.left & ~min(p.after_snakes, key=int.bit_count)) if p.left else p.after,
)
removes_one = worded(
    "removes the first snake only", lambda p: p.after._replace(other=p.own & ~p.board.flood(p.removed[0], p.own))
)
removes_named_stones = worded(
    "removes the stones that are named only", lambda p: p.after._replace(other=p.own & ~sum(p.removed))
)
creates_on = worded("leaves the mover in creation", lambda p: p.after._replace(other_creating=True))
ends_both = worded("ends creation for both sides", lambda p: p.after._replace(creating=False, other_creating=False))
same_side_again = worded("lets the same side move again", lambda p: p.after._replace(dark_moves=p.here.dark_moves))


class Endless(Engine):
    """Sees no end."""

    def end(self, here: Any) -> str | None:
        return None


over = Worded[Outcome]()
won_by_light = over("a game that Light has won", lambda ended: ended.winner == "light")
won_by_dark = over("a game that Dark has won", lambda ended: ended.winner == "dark")
MERGE, COUNT, CURE, STEP = "scrunch.growth.merge", "scrunch.growth.count", "scrunch.growth.cure", "scrunch.growth.step"
MOVE, SMALL, UNTIL = "scrunch.growth.move", "scrunch.growth.smallest", "scrunch.death.until"
WHICH, CREATION, EGG = "scrunch.death.which", "scrunch.creation.end", "scrunch.creation.egg"
NAMED, ORDER = "scrunch.notation.removal", "scrunch.turn.order"
ROWS: tuple[Row, ...] = (
    ("three-merged-and-divided-refused", COUNT, refused, (merges_three, divides)),
    ("three-merged-curing-refused", MERGE, refused, (merges_three, cures)),
    ("merged-moving-neighbour-refused", MERGE, refused, (merges, moves_neighbour, placed_at_the_edge)),
    ("merged-into-loop-refused", MERGE, refused, (merges, loop_after, long_snake)),
    ("merged-by-creator-refused", MERGE, refused, (merges, creator, other_creator)),
    ("merged-divided-in-three-refused", COUNT, refused, (merges, divides_in_three)),
    ("divided-curing-refused", COUNT, refused, (divides, cures, ties_of_three, placed_at_the_edge)),
    ("as-many-by-three-refused", COUNT, refused, (as_many_snakes, merges_three)),
    ("two-cured-refused", CURE, refused, (cures_two, amid_enemies)),
    ("mutant-moved-away-refused", CURE, refused, (moves_the_mutant, alone)),
    ("cured-at-the-edge-refused", CURE, refused, (cures, placed_at_the_edge, from_the_edge)),
    ("cured-of-a-loop-refused", CURE, refused, (cures, loop_opened, alone)),
    ("cured-into-a-triangle-refused", CURE, refused, (cures, triangle_after, from_the_edge)),
    ("into-a-corner-rejoining-loses", STEP, loses_the_moved, (into_a_corner, rejoins)),
    ("into-a-corner-alone-refused", STEP, refused, (into_a_corner, alone, many_snakes)),
    ("from-the-edge-rejoining-refused", STEP, refused, (from_the_edge, rejoins)),
    ("alone-dividing-refused", STEP, refused, (alone, divides)),
    ("beside-placed-amid-enemies-refused", STEP, refused, (steps_beside_placed, amid_enemies)),
    ("loop-opened-rejoining-refused", MOVE, refused, (loop_opened, rejoins)),
    ("long-loop-stays-put", MOVE, stays_put, (long_snake, loop_after)),
    ("tied-large-smallest-refused", SMALL, refused, (ties_of_three, smallest_of_three, merges_three)),
    ("tied-merging-creator-refused", SMALL, refused, (ties_of_three, merges, creator, placed_at_the_edge)),
    ("nearly-full-merging-refused", "scrunch.growth.place", refused, (nearly_full, merges)),
    ("last-breath-curing-refused", "scrunch.growth.place", refused, (near_capacity, cures)),
    ("two-digits-merging-on-large-refused", "scrunch.notation.growth", refused, (two_digits, merges, large)),
    ("light-creator-rejoining-creates-on", CREATION, creates_on, (creator, light, rejoins)),
    ("creator-before-bare-other-ends-both", CREATION, ends_both, (grows, creator, other_bare)),
    ("creator-with-room-alone-creates-on", CREATION, creates_on, (creator, eggs_left, alone)),
    ("last-egg-ends-both", EGG, ends_both, (last_egg, other_creator, light)),
    ("egg-in-the-last-breath-refused", EGG, refused, (egg, near_capacity, placed_at_the_edge)),
    ("several-sizes-some-stay-loses-small", UNTIL, loses_small, (removes_sizes, some_stay)),
    ("two-while-other-creates-one-goes", UNTIL, removes_one, (removes_two, other_creator)),
    ("three-to-the-last-refused", UNTIL, refused, (removes_three, removes_last)),
    ("loop-among-two-refused", WHICH, refused, (removes_loop, removes_two)),
    ("backwards-of-sizes-refused", NAMED, refused, (backwards, removes_sizes)),
    ("another-cell-of-long-only-it-goes", NAMED, removes_named_stones, (by_another_cell, removes_long, some_stay)),
    ("creator-removes-all-moves-again", ORDER, same_side_again, (creator, removes, some_stay)),
)  # fmt: skip
ROWS_OF_ENDS: tuple[RowOfEnds, ...] = (
    ("won-by-light-listed", "turns", won_by_light),
    ("won-by-dark-played", "apply", won_by_dark),
    ("won-by-dark-counted", "count", won_by_dark),
)
MUTANTS: tuple[Listed, ...] = (
    *listed(Engine, Play, ROWS),
    *reopening(Engine, Endless, "scrunch.turn.finished", ROWS_OF_ENDS),
)
