"""Alternative limits of Scrunch, and rules that replace a player's choice or end creation differently."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from shatterproof_properties.conformance.alternatives import changed, refusing
from shatterproof_properties.second.scrunch import Engine
from shatterproof_properties.second.scrunch.notation import read_turn
from shatterproof_properties.second.scrunch.position import Position, bits

SMALLEST, CURE, COUNT, MOVE, STEP, WHICH, UNTIL, END, WILL = (
    f"scrunch.{name}" for name in (
        "snake.smallest", "growth.cure", "growth.count", "growth.move", "growth.step", "death.which", "death.until",
        "creation.end", "creation.at-will",
    )
)  # fmt: skip
Order = Callable[[Engine, int], int]
ORDERS: tuple[tuple[str, Order], ...] = (
    ("the first", lambda engine, snake: -(snake & -snake)),
    ("the last", lambda engine, snake: snake & -snake),
    ("the one whose last cell is first", lambda engine, snake: -snake),
    ("the one whose last cell is last", lambda engine, snake: snake),
    ("the first of those with most cells around", lambda engine, snake: engine.board.beside(snake).bit_count()),
    ("the first of those with fewest cells around", lambda engine, snake: -engine.board.beside(snake).bit_count()),
    ("the first of the largest", lambda engine, snake: snake.bit_count()),
    ("the first of the smallest", lambda engine, snake: -snake.bit_count()),
)
"""The orders of snakes in words, each with a function by which the chosen snake is the greatest."""


def _greatest(it: Engine, snakes: list[int], order: Order) -> list[int]:
    return [max(snakes, key=lambda snake: order(it, snake))] if snakes else []


def _grows(order: Order) -> Callable[..., int]:
    """Places of which only those beside the greatest of the smallest snakes are left."""
    return lambda it, usual, own: it.board.beside(sum(_greatest(it, it.smallest(own), order))) & ~own


def _goes(order: Order) -> Callable[..., list[int]]:
    """Dead snakes of which only the greatest is left."""
    return lambda it, usual, *given: _greatest(it, usual(*given), order)


def _least(snakes: Iterable[int], size: Callable[[int], int] = int.bit_count) -> list[int]:
    """The snakes of the least size."""
    sizes = {snake: size(snake) for snake in snakes}
    return [snake for snake, each in sizes.items() if each == min(sizes.values())]


def _last(cells: int) -> int:
    return 1 << cells.bit_length() - 1 if cells else 0


def _farthest(it: Engine, placed: int, stones: int) -> int:
    """The stones that are farthest from the one placed, along their snake."""
    reached = placed
    while stones:
        near = it.board.beside(reached) & stones
        if near == stones:
            return stones
        reached, stones = reached | near, stones ^ near
    return 0


def _with_one_friend(it: Engine, held: int, stones: int) -> int:
    return sum(cell for cell in bits(stones) if (it.board.near[cell] & held).bit_count() < 2)


def _near(it: Any, cell: int) -> int:
    """The cells up to `most` steps from one."""
    for _ in range(it.most):
        cell |= it.board.beside(cell)
    return cell


def _removed(engine: Any, here: Position, text: str, after: Position) -> int:
    written = read_turn(text)
    return len(written.removed) if written else 0


ALTERNATIVES = (
    *refusing(Engine, "A turn removes {n} snakes at most.", UNTIL, _removed),
    *changed(Engine, "Snakes of more than {n} stones count as having {n}.", SMALLEST,
             smallest=lambda it, usual, own: _least(it.snakes(own), lambda snake: min(snake.bit_count(), it.most))),
    *changed(Engine, "Sizes of snakes are counted up to {n} and begin again at 0.", SMALLEST,
             smallest=lambda it, usual, own: _least(it.snakes(own), lambda snake: snake.bit_count() % (it.most + 1))),
    *changed(Engine, "Only the first {n} of the smallest snakes count.", SMALLEST,
             smallest=lambda it, usual, own: usual(own)[: it.most]),
    *changed(Engine, "Only the smallest of the first {n} snakes can grow.", SMALLEST,
             smallest=lambda it, usual, own: _least(it.snakes(own)[: it.most])),
    *changed(Engine, "Stones more than {n} steps from the stone placed are not checked for too many friends.", CURE,
             judged=lambda it, usual, own, placed, after, target: after & _near(it, placed)),
    *changed(Engine, "Stones more than {n} steps from the target of the movement are not checked for too many friends.",
             CURE, judged=lambda it, usual, own, placed, after, target: after & _near(it, target)),
    *changed(Engine, "A snake of more than {n} stones is not checked for mutants.", CURE,
             judged=lambda it, usual, own, placed, after, target:
             sum(snake for snake in it.snakes(after) if snake.bit_count() <= it.most)),
    *changed(Engine, "A growth leaves {n} snakes at most, however many there were.", COUNT,
             limit=lambda it, usual, *given: min(usual(*given), it.most)),
    *changed(Engine, "Only the first {n} dead snakes can be removed.", WHICH,
             pool=lambda it, usual, *given: usual(*given)[: it.most]),
    *changed(Engine, "Snakes of more than {n} stones are not removed.", WHICH,
             pool=lambda it, usual, *given: [snake for snake in usual(*given) if snake.bit_count() <= it.most],
             must_go_on=lambda it, usual, *given: usual(*given) and bool(it.pool(*given))),
    *changed(Engine, "A player lays {n} eggs at most.", "scrunch.creation.egg",
             isolated=lambda it, usual, own, other: 0 if own.bit_count() >= it.most else usual(own, other)),
    *changed(Engine, "A player with {n} eggs must let one grow, if that is possible.", WILL,
             isolated=lambda it, usual, own, other:
             0 if own.bit_count() >= it.most and it.places(own) & ~other else usual(own, other)),
    *changed(Engine, "A player may begin to wriggle only with {n} eggs or more.", WILL,
             may_grow=lambda it, usual, own, other, creating: not creating or own.bit_count() >= it.most),
    *changed(Engine, "A stone may have any number of friends.", CURE, mutants=lambda it, usual, stones: 0),
    *(each for words, order in ORDERS for each in (
        *changed(Engine, f"Of several smallest snakes {words} grows.", "scrunch.growth.smallest", places=_grows(order)),
        *changed(Engine, f"Of several dead snakes {words} is removed.", WHICH, pool=_goes(order)))),
    *changed(Engine, "Only the first stone of a snake moves, without a choice.", MOVE,
             movable=lambda it, usual, *given: usual(*given) & -usual(*given)),
    *changed(Engine, "Only the last stone of a snake moves, without a choice.", MOVE,
             movable=lambda it, usual, *given: _last(usual(*given))),
    *changed(Engine, "Only a stone with one friend or none moves.", MOVE,
             movable=lambda it, usual, own, placed: _with_one_friend(it, own | placed, usual(own, placed))),
    *changed(Engine, "Only the stones farthest from the one placed move, along their snake.", MOVE,
             movable=lambda it, usual, own, placed: _farthest(it, placed, usual(own, placed))),
    *changed(Engine, "A stone steps to the first free cell beside it, by the stones of its owner.", STEP,
             steps=lambda it, usual, *given: usual(*given) & -usual(*given)),
    *changed(Engine, "A stone steps to the last free cell beside it, by the stones of its owner.", STEP,
             steps=lambda it, usual, *given: _last(usual(*given))),
    *changed(Engine, "A stone is placed beside one stone of its owner only.", "scrunch.growth.place",
             places=lambda it, usual, own: usual(own) & ~it.board.crowded(own)[1]),
    *changed(Engine, "A growth does not end creation.", END,
             creating_after_growth=lambda it, usual, other_creating: (True, other_creating)),
    *changed(Engine, "A growth does not end creation while the other side is in creation.", END,
             creating_after_growth=lambda it, usual, other_creating: (other_creating, other_creating)),
    *changed(Engine, "A growth must leave fewer snakes, unless there is one.", COUNT,
             limit=lambda it, usual, *given: max(1, usual(*given) - 1)),
    *changed(Engine, "A growth may leave one snake more.", COUNT, limit=lambda it, usual, *given: usual(*given) + 1),
    *changed(Engine, "A growth may leave any number of snakes.", COUNT, limit=lambda it, usual, *given: 999),
    *changed(Engine, "A removal ends when only one snake is left.", UNTIL,
             must_go_on=lambda it, usual, own, other, creating:
             len(it.snakes(own)) > 1 and usual(own, other, creating)),
    *changed(Engine, "The last snake is never removed.", UNTIL,
             pool=lambda it, usual, own, other, creating:
             usual(own, other, creating) if len(it.snakes(own)) > 1 else [],
             must_go_on=lambda it, usual, own, other, creating:
             len(it.snakes(own)) > 1 and usual(own, other, creating)),
)  # fmt: skip
