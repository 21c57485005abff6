"""The explorer's knowledge of Scrunch; see `explorer.knowledge`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from shatterproof.errors import InputError
from shatterproof.scrunch import cells
from shatterproof.scrunch.cells import DARK, LIGHT, Cell, describe
from shatterproof.scrunch.death import after_loss, loses_all, without
from shatterproof.scrunch.picture import caption as caption
from shatterproof.scrunch.position import Position, Turn, check_cells, check_phases, check_snakes
from shatterproof.scrunch.snakes import MOST_FRIENDS, Standing, friends
from shatterproof_properties.explorer.knowledge import Lesson, Tool
from shatterproof_properties.explorer.plain_game import deciding as deciding
from shatterproof_properties.explorer.plain_game import in_words as in_words
from shatterproof_properties.explorer.scrunch.builder import CELL, ScrunchBuilder, arrow_between
from shatterproof_properties.explorer.scrunch.builder import arrow_of as arrow_of
from shatterproof_properties.explorer.scrunch.builder import thing_named as thing_named
from shatterproof_properties.explorer.turns_on_board import Act, Phase

BOARD_FORM = "cells along a side, like 7"
BOARDS: tuple[str, ...] = tuple(map(str, range(2, 11)))
MATERIAL = "sage"
AIM = "Keep a snake alive: whoever has to take off their last one loses."
SHOWN_GAME = ("3", ("c3", "b2", "b1", "b4", "b3 c3-c2", "c4 b4-c5", "c3 b1-a1", "x b2", "a2 c3-d2", "d3 c5-d4",
                    "e2 c2-b1", "b4 d3-e3", "c3 a2-a3", "x b4"))  # fmt: skip
begin_turn = ScrunchBuilder
CALL = ""
TOOLS: tuple[Tool, ...] = (Tool("put", DARK, "Dark stone"), Tool("put", LIGHT, "Light stone"), Tool("put", "", "Empty"))
SWITCHES: tuple[Tool, ...] = (Tool("creating", DARK, "Dark in creation"), Tool("creating", LIGHT, "Light in creation"))
CHECKS: tuple[Callable[[Any], object], ...] = (check_cells, check_snakes, check_phases)


def name_of(thing: Sequence[int]) -> str:
    return cells.describe(Cell(*thing))


def names_in(text: str) -> list[str]:
    return CELL.findall(text)


def _put(position: Position, edit: Mapping[str, Any]) -> Position:
    put, what = frozenset(edit["put"]), edit["what"]
    if what not in (DARK, LIGHT, ""):
        raise InputError(f"{what!r} is no stone", expected="dark, light or nothing")
    dark, light = position.dark - put, position.light - put
    return replace(position, dark=dark | put if what == DARK else dark, light=light | put if what == LIGHT else light)


EDITS: Mapping[frozenset[str], Callable[[Any, dict[str, Any]], Any]] = {
    frozenset({"put", "what"}): _put,
    frozenset({"creating"}): lambda position, edit: replace(position, creating=frozenset(edit["creating"])),
}


def _with_friends(position: Position, colours: Iterable[str], more_than: int) -> list[Cell]:
    return [
        cell
        for colour in colours
        for cell in sorted(position.stones(colour))
        if len(friends(position.side, position.stones(colour), cell)) > more_than
    ]


BREACHES: Mapping[str, Callable[[Any], list[Any]]] = {
    "scrunch.start.mutants": lambda draft: _with_friends(draft, (DARK, LIGHT), MOST_FRIENDS),
    "scrunch.start.eggs": lambda draft: _with_friends(draft, sorted(draft.creating), 0),
}


def motion_of(position: Position, turn: Turn) -> Iterator[Phase]:
    mover = position.to_move
    what = f"{mover} stone, removed"
    for gone in _dying(position.mover, turn.removed):
        yield tuple(Act("removed", (describe(cell),), side=mover, thing="stone", what=what) for cell in sorted(gone))
    if turn.placed:
        yield (Act("placed", (), (describe(turn.placed),), mover),)
    if turn.moved and turn.moved[0] != turn.moved[1]:
        (x, y), (to_x, to_y) = arrow_between(position, *turn.moved)["points"]
        yield (Act("moved", (describe(turn.moved[0]),), (describe(turn.moved[1]),), by=(to_x - x, to_y - y)),)


def _dying(standing: Standing, removed: tuple[Cell, ...]) -> Iterator[frozenset[Cell]]:
    """The removed snakes in order. Eggs that are lost all at once go together."""
    if removed and loses_all(standing):
        yield standing.own - after_loss(standing, removed).own
        return
    for cell in removed:
        snake = next((snake for snake in standing.snakes if cell in snake), frozenset[Cell]())
        yield snake
        standing = without(standing, snake)


BEGUN = "Scrunch 3, Dark to move, creating Dark and Light\n  . . .\n . . . .\n. . x . .\n x o . o\n  . . .\n"
DEAD = "Scrunch 3, Light to move\n  . . .\n . . . .\n. x x o o\n . o x .\n  x . .\n"

LESSONS: tuple[Lesson, ...] = (
    Lesson("A stone that touches no other stone of yours is an egg. Both players begin by laying eggs: you are Dark.",
           "Lay an egg: choose a cell that touches neither of your stones.",
           BEGUN, "e1", lambda before, turn, after: turn.placed is not None and before.to_move in after.creating),
    Lesson("Stones that hang together are a snake. Instead of an egg you may grow: put a stone beside your smallest "
           "snake, and move another stone of the grown snake a step. That ends your creation for good.",
           "Let a snake grow.",
           BEGUN, "a1 b1-c2", lambda before, turn, after: turn.moved is not None),
    Lesson("A snake that cannot grow is dead. If you can neither lay an egg nor let a smallest snake grow, you take "
           "one of your smallest snakes away. Who loses the last one loses the game.",
           "You are Light now. Take away the snake that is dead.",
           DEAD, "x b2", lambda before, turn, after: bool(turn.removed)),
)  # fmt: skip
