"""A builder for turns of Splinter: a piece, the direction of its slide, and in a tie a group."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from shatterproof.drawing import board_point
from shatterproof.game import IllegalTurn
from shatterproof.splinter.groups import Group, check_choice
from shatterproof.splinter.position import PASS, Position, Turn, check_pass, pieces_pushed, slide_of, tied_groups
from shatterproof.splinter.squares import DIRECTIONS, Pieces, Square, describe, is_on_board, square_named, step
from shatterproof_properties.explorer.turns_on_board import Choice, Shape, TurnBuilder, no_part, refusal_of, shape
from shatterproof_properties.protocol.explaining.splinter import COMPASS

SQUARE = re.compile(r"\b[a-z][1-9][0-9]?\b")


@dataclass(frozen=True)
class SplinterBuilder(TurnBuilder):
    """A turn as far as it is chosen."""

    position: Position
    parts: tuple[str, ...] = ()
    square: Square | None = None
    direction: str = ""
    choice: Square | None = None
    passes: bool = False
    prompts: ClassVar = {"piece": "Choose a piece to slide.", "towards": "Choose where it slides."}

    @property
    def expects(self) -> str | None:
        if self.turn is not None:
            return None
        if self.square is None:
            return "piece"
        return "group" if self.direction else "towards"

    @property
    def prompt(self) -> str:
        tied = f"The largest groups are tied: choose the one that {self.does}."
        return tied if self.expects == "group" else super().prompt

    @property
    def turn(self) -> Turn | None:
        return None if self.direction and len(self.tied) > 1 and self.choice is None else self.so_far

    @property
    def so_far(self) -> Turn | None:
        if self.passes:
            return PASS
        return Turn(self.square, self.direction, self.choice) if self.square and self.direction else None

    @property
    def does(self) -> str:
        """What a chosen group does."""
        return "goes" if self.position.readings.tie == "remove-one" else "stays"

    @cached_property
    def pushed(self) -> Pieces:
        """The pieces after the slide, before anything is cut off."""
        assert self.square is not None
        return pieces_pushed(self.position, slide_of(self.position, self.square, self.direction))

    @cached_property
    def tied(self) -> list[Group]:
        """The largest groups after the slide; none if the slide has ended the game."""
        return tied_groups(self.position, self.pushed)

    @property
    def standing(self) -> Position:
        if not self.direction:
            return self.position
        return replace(self.position, standing=frozenset(self.pushed.items()), memory=frozenset())

    @property
    def marked(self) -> list[str]:
        if self.square is None:
            return []
        if not self.direction:
            return [describe(self.square)]
        groups = [group for group in self.tied if self.choice is None or self.choice in group]
        return [describe(square) for group in groups for square in sorted(group)] if len(self.tied) > 1 else []

    def added(self, part: str) -> SplinterBuilder:
        word, _, rest = part.partition(" ")
        if self.turn is not None:
            raise no_part(part, "nothing more: the turn is over")
        if part == "pass" and not self.parts:
            check_pass(self.position)
            return replace(self, parts=(part,), passes=True)
        if word == "piece" and self.square is None:
            return self._with_piece(self._found(rest))
        if word in ("slide", "towards") and self.square is not None and not self.direction:
            return (
                self._with_slide(self.square, rest)
                if word == "slide"
                else self._towards(self.square, self._found(rest))
            )
        if word == "group" and self.direction:
            square = self._found(rest)
            check_choice(self.tied, square)
            chosen = min(next(group for group in self.tied if square in group))
            return replace(self, parts=(*self.parts, f"group {describe(chosen)}"), choice=chosen)
        raise no_part(part, f"{self.expects} X")

    def _found(self, name: str) -> Square:
        square = thing_named(self.position, name)
        if square is None:
            raise no_part(name, "a square of the board, like d4")
        return square

    def _with_piece(self, square: Square) -> SplinterBuilder:
        piece = self.position.pieces.get(square)
        if piece is None or piece.colour != self.position.to_move:
            what = f"no piece of {self.position.to_move} is on {describe(square)}"
            raise IllegalTurn("splinter.turn.own", what)
        return replace(self, parts=(f"piece {describe(square)}",), square=square)

    def _towards(self, square: Square, other: Square) -> SplinterBuilder:
        """The turn with a slide to a square. Another own piece that is not adjacent is chosen instead."""
        for direction in DIRECTIONS:
            if step(square, direction) == other:
                return self._with_slide(square, direction)
        piece = self.position.pieces.get(other)
        if piece is not None and piece.colour == self.position.to_move:
            return SplinterBuilder(self.position)._with_piece(other)
        what = f"{describe(other)} is not one square away from {describe(square)}"
        raise IllegalTurn("splinter.slide.one-step", what)

    def _with_slide(self, square: Square, direction: str) -> SplinterBuilder:
        if direction not in DIRECTIONS:
            raise no_part(f"slide {direction}", f"slide and one of {', '.join(DIRECTIONS)}")
        slide_of(self.position, square, direction)
        return replace(self, parts=(*self.parts, f"slide {direction}"), direction=direction)

    def choices(self) -> list[Choice]:
        if self.turn is not None:
            return []
        if self.square is not None:
            if not self.direction:
                return [self._slide(self.square, direction) for direction in DIRECTIONS]
            return [self._group(group) for group in self.tied]
        found = []
        for square, piece in self.position.pieces.items():
            if piece.colour == self.position.to_move:
                name = describe(square)
                found.append(Choice(f"piece {name}", f"{piece.colour} {piece.kind} on {name}".capitalize(), (name,)))
        return [*found, Choice("pass", "Pass")] if self.position.readings.passing == "allowed" else found

    def _slide(self, square: Square, direction: str) -> Choice:
        refused = refusal_of(lambda: slide_of(self.position, square, direction))
        target = step(square, direction)
        on_board = is_on_board(self.position.columns, self.position.rows, target)
        at = (describe(target),) if on_board else ()
        label = f"{COMPASS[direction].capitalize()}, {f'to {describe(target)}' if on_board else 'off the board'}"
        arrow = arrow_between(self.position, square, target)
        return Choice(f"slide {direction}", label, at, arrow, refused)

    def _group(self, group: Group) -> Choice:
        names = tuple(describe(square) for square in sorted(group))
        return Choice(f"group {names[0]}", f"The group with {names[0]}, {len(group)} pieces, {self.does}", names)


def thing_named(position: Position, name: str) -> Square | None:
    """The square of this name; None if the board has none."""
    square = square_named(name) if SQUARE.fullmatch(name) else None
    return square if square is not None and is_on_board(position.columns, position.rows, square) else None


def arrow_of(position: Position, turn: Turn) -> Shape | None:
    """The slide of a turn; None for a pass."""
    return None if turn.square is None else arrow_between(position, turn.square, step(turn.square, turn.direction))


def arrow_between(position: Position, one: Square, other: Square) -> Shape:
    """An arrow between two squares, on the board or not."""
    ends = (board_point(position.rows, square.column + 0.5, square.row + 0.5) for square in (one, other))
    return shape("arrow", *ends)
