"""A builder for turns of Crumble: a piece, a cut or a join, the piece that walks, its steps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

from shatterproof.crumble.cuts import HALF_NAMES, Cut, cut_from, cut_line, cuts
from shatterproof.crumble.joins import Join, join_into
from shatterproof.crumble.picture import corner_name
from shatterproof.crumble.pieces import DIRECTIONS, GRAIN, Piece, describe, has_legal_shape
from shatterproof.crumble.position import Position, Turn, after_work, new_pieces, recoloured
from shatterproof.crumble.swaps import Standing, Walk, swap_step
from shatterproof.drawing import Point, board_point
from shatterproof.game import IllegalTurn
from shatterproof_properties.explorer.turns_on_board import Choice, Shape, TurnBuilder, no_part, refusal_of, shape
from shatterproof_properties.protocol.explaining.crumble import COMPASS

_TOWARDS = {"E": (1, 0), "N": (0, 1), "S": (0, -1), "W": (-1, 0)}


@dataclass(frozen=True)
class CrumbleBuilder(TurnBuilder):
    """A turn as far as it is chosen."""

    position: Position
    parts: tuple[str, ...] = ()
    piece: Piece | None = None
    work: Cut | Join | None = None
    start: Piece | None = None
    walk: tuple[Standing, ...] = ()
    path: str = ""

    @property
    def expects(self) -> str | None:
        if self.work is None:
            return "piece" if self.piece is None else "to"
        return "start" if self.start is None else "into"

    @property
    def prompt(self) -> str:
        if self.work is None:
            return "Choose a piece to cut or join." if self.piece is None else "Choose a cut, or another piece to join."
        if self.start is None:
            return "Choose a new piece to swap, or end the turn."
        return "Choose a piece to swap into, or end the turn." if self._walk_may_go_on() else "The turn is over."

    @property
    def turn(self) -> Turn | None:
        if self.work is None:
            return None
        return Turn(self.work, Walk(self.start, self.path) if self.start and self.path else None)

    @cached_property
    def standing(self) -> Position:
        if self.work is None:
            return self.position
        arrangement = after_work(self.position.arrangement, self.work)
        black = self.walk[-1].black if self.walk else recoloured(self.position.black, self.work)
        return replace(self.position, arrangement=arrangement, black=black, memory=None)

    @property
    def marked(self) -> list[str]:
        at = self.walk[-1].at if self.walk else self.piece if self.work is None else None
        return [] if at is None else [corner_name(at)]

    def added(self, part: str) -> CrumbleBuilder:
        word, _, rest = part.partition(" ")
        if self.piece is None and word == "piece":
            return self._with_piece(self._found(rest))
        if self.piece is not None and self.work is None and word in ("cut", "join", "to"):
            return self._with_work(self.piece, part, word, rest)
        if self.work is not None and self.start is None and word == "start":
            start = self._found(rest)
            if start not in new_pieces(self.work):
                raise IllegalTurn("crumble.swap.start", f"piece {describe(start)} was not just cut or joined")
            walk = (Standing(self.standing.black, start),)
            return replace(self, parts=(*self.parts, f"start {corner_name(start)}"), start=start, walk=walk)
        if self.start is not None and word in ("step", "into"):
            return self._with_step(part)
        if self.work is None:
            raise no_part(part, "piece X" if self.piece is None else "cut H 1, cut V 1, join X Y or to X")
        raise no_part(part, "start X" if self.start is None else "step E or into X")

    def _found(self, name: str) -> Piece:
        """The piece of this name, with the chosen parts played."""
        piece = thing_named(self.standing, name)
        if piece is None:
            raise no_part(name, "the lower left corner of a piece, like 3/2,1")
        return piece

    def _with_piece(self, piece: Piece) -> CrumbleBuilder:
        if piece not in self.position.own:
            raise IllegalTurn("crumble.cut.own", f"piece {describe(piece)} is not the mover's to cut or join")
        return replace(self, parts=(f"piece {corner_name(piece)}",), piece=piece)

    def _with_work(self, piece: Piece, part: str, word: str, rest: str) -> CrumbleBuilder:
        arrangement, own = self.position.arrangement, self.position.own
        if word == "cut":
            said = re.fullmatch(r"([HV]) ([1-9][0-9]{0,2})(?: (\S+))?", rest)
            if said is None:
                raise no_part(part, "cut H 1, cut V 1 or cut V 2 X")
            first = piece if said[3] is None else self._found(said[3])
            cut = cut_from(arrangement, own, first, said[1], int(said[2]))
            if piece not in cut.pieces:
                raise no_part(part, "a cut of the chosen piece")
            return replace(self, parts=(*self.parts, cut_part(cut, piece)), work=cut)
        names = rest.split(" ") if word == "join" else [corner_name(piece), rest]
        if len(names) != 2:
            raise no_part(part, "join X Y")
        one, other = map(self._found, names)
        try:
            join = join_into(arrangement, own, around(one, other))
        except IllegalTurn:
            # A click on another own piece that cannot be joined chooses that piece instead.
            if word == "to" and other in own:
                return CrumbleBuilder(self.position)._with_piece(other)
            raise
        if piece not in join.pieces:
            raise no_part(part, "a join of the chosen piece")
        walk = (Standing(recoloured(self.position.black, join), join.outline),)
        return replace(self, parts=(*self.parts, join_part(join)), work=join, start=join.outline, walk=walk)

    def _with_step(self, part: str) -> CrumbleBuilder:
        """The turn with a step, given by its direction or the piece to swap with."""
        word, _, direction = part.partition(" ")
        arrangement = self.standing.arrangement
        if word == "into":
            other, at = self._found(direction), self.walk[-1].at
            direction = next((each for each in DIRECTIONS if arrangement.across(at, each) == other), "")
            if not direction:
                what = f"piece {describe(other)} shares no complete side with {describe(at)}"
                raise IllegalTurn("crumble.swap.complete-side", what)
        if direction not in COMPASS:
            raise no_part(part, "step E, step N, step S or step W")
        after = swap_step(arrangement, self.walk[-1], direction, self.position.readings)
        parts = (*self.parts, f"step {direction}")
        return replace(self, parts=parts, walk=(*self.walk, after), path=self.path + direction)

    def choices(self) -> list[Choice]:
        if self.piece is None:
            return [self._choice_of("piece", piece) for piece in sorted(self.position.own)]
        if self.work is None:
            return [*self._cuts(self.piece), *self._joins(self.piece)]
        if self.start is None:
            return [self._choice_of("start", piece) for piece in new_pieces(self.work)]
        return [self._step(direction) for direction in DIRECTIONS] if self._walk_may_go_on() else []

    def _walk_may_go_on(self) -> bool:
        return self.walk[-1].free and self.walk[-1].winner is None

    def _choice_of(self, word: str, piece: Piece) -> Choice:
        name = corner_name(piece)
        return Choice(f"{word} {name}", f"{self._colour(piece)} {describe(piece)}", (name,))

    def _colour(self, piece: Piece) -> str:
        return "Black" if piece in self.standing.black else "White"

    def _cuts(self, piece: Piece) -> Iterator[Choice]:
        """Longer and longer cuts that start in a piece, in both directions, up to the first that is refused."""
        for axis in HALF_NAMES:
            for count in range(1, len(self.position.own) + 2):
                try:
                    cut = cut_from(self.position.arrangement, self.position.own, piece, axis, count)
                except IllegalTurn as refusal:
                    where = None if count > 1 else self.cut_shape(Cut(axis, (piece,)))
                    yield Choice(f"cut {axis} {count}", _halving(axis, count), (), where, refusal)
                    break
                yield self._cut(cut, piece)
            for cut in cuts_through(self.position, piece, axis):
                yield self._cut(cut, piece)

    def _cut(self, cut: Cut, piece: Piece) -> Choice:
        label = _halving(cut.axis, len(cut.pieces))
        if cut.pieces[0] != piece:
            label += f" from {describe(cut.pieces[0])} on"
        return Choice(cut_part(cut, piece), label, (), self.cut_shape(cut))

    def cut_shape(self, cut: Cut) -> Shape:
        """The line of a cut, from the first piece that it halves to the last."""
        first, last, middle = cut.pieces[0], cut.pieces[-1], cut_line(cut.pieces[0], cut.axis) / 2
        upright, level = ((middle, first.y), (middle, last.north)), ((first.x, middle), (last.east, middle))
        return self._shape("line", *(upright if cut.axis == "V" else level))

    def _joins(self, piece: Piece) -> Iterator[Choice]:
        for join in joins_with(self.position, piece):
            outline = join.outline
            at = [corner_name(other) for other in join.pieces if other != piece and around(piece, other) == outline]
            box = self._shape("box", (outline.x, outline.y), (outline.east, outline.north))
            label = f"Join {len(join.pieces)} pieces into {describe(outline)}"
            yield Choice(join_part(join), label, tuple(at[:1]), box)

    def _step(self, direction: str) -> Choice:
        arrangement, standing = self.standing.arrangement, self.walk[-1]
        refusal = refusal_of(lambda: swap_step(arrangement, standing, direction, self.position.readings))
        other = arrangement.across(standing.at, direction)
        here, (x, y) = middle_of(standing.at), _TOWARDS[direction]
        beyond = (here[0] + x * standing.at.width * 0.75, here[1] + y * standing.at.height * 0.75)
        arrow = self._shape("arrow", here, middle_of(other) if other else beyond)
        into = f": swap with {self._colour(other)} {describe(other)}" if other else ""
        at = (corner_name(other),) if other else ()
        return Choice(f"step {direction}", f"{COMPASS[direction].capitalize()}{into}", at, arrow, refusal)

    def _shape(self, kind: str, one: Point, two: Point) -> Shape:
        rows = self.position.arrangement.rows
        return shape(kind, *(board_point(rows, x / GRAIN, y / GRAIN) for x, y in (one, two)))


def thing_named(position: Position, name: str) -> Piece | None:
    """The piece of that name, None where there is none."""
    return next((piece for piece in position.arrangement.pieces if corner_name(piece) == name), None)


def arrow_of(position: Position, turn: Turn) -> Shape | None:
    """The arrow from the piece that walks to the end of its walk, or along a cut; None for a join alone."""
    rows, work = position.arrangement.rows, turn.work
    if turn.walk is not None:
        arrangement, at = after_work(position.arrangement, work), turn.walk.start
        for direction in turn.walk.path:
            at = arrangement.across(at, direction) or at
        ends = middle_of(turn.walk.start), middle_of(at)
        return shape("arrow", *(board_point(rows, x / GRAIN, y / GRAIN) for x, y in ends))
    if isinstance(work, Cut):
        return CrumbleBuilder(position).cut_shape(work)
    return None


def _halving(axis: str, count: int) -> str:
    way = "upright" if axis == "V" else "level"
    return f"Halve {way}" + (f", {count} pieces" if count > 1 else "")


def middle_of(piece: Piece) -> Point:
    """The middle of a piece, in grains."""
    return piece.x + piece.width / 2, piece.y + piece.height / 2


def cuts_through(position: Position, piece: Piece, axis: str) -> Iterator[Cut]:
    """The cuts that halve a piece last, having begun before it; and the longest cut from where the last one begins."""
    # A cut halves every piece in its middle, so it halves only pieces with the same line.
    alike = {each for each in position.own if cut_line(each, axis) == cut_line(piece, axis)}
    found = [cut for cut in cuts(position.arrangement, alike) if cut.axis == axis and piece in cut.pieces[1:]]
    ending = sorted((cut for cut in found if cut.pieces[-1] == piece), key=lambda cut: len(cut.pieces))
    yield from ending
    if ending:
        onward = [cut for cut in found if cut.pieces[0] == ending[-1].pieces[0]]
        longest = max(onward, key=lambda cut: len(cut.pieces))
        if longest != ending[-1]:
            yield longest


def joins_with(position: Position, piece: Piece) -> list[Join]:
    """The legal joins that a piece takes part in, smaller ones first."""
    own, opposing = position.own, [other for other in position.arrangement.pieces if other not in position.own]
    south_west = [other for other in own if other.x <= piece.x and other.y <= piece.y]
    north_east = [other for other in own if other.east >= piece.east and other.north >= piece.north]
    outlines = {
        Piece(one.x, one.y, other.east - one.x, other.north - one.y)
        for one in south_west
        for other in north_east
        if has_legal_shape(other.east - one.x, other.north - one.y)
    }
    found = []
    for outline in sorted(outlines, key=lambda outline: (outline.area, outline)):
        # Most outlines hold pieces of the opponent's, which is quickly seen.
        if not any(meet(outline, other) for other in opposing):
            with suppress(IllegalTurn):
                found.append(join_into(position.arrangement, own, outline))
    return found


def meet(one: Piece, other: Piece) -> bool:
    """Whether two rectangles overlap."""
    return one.x < other.east and other.x < one.east and one.y < other.north and other.y < one.north


def around(one: Piece, other: Piece) -> Piece:
    """The smallest rectangle that holds two pieces."""
    x, y = min(one.x, other.x), min(one.y, other.y)
    return Piece(x, y, max(one.east, other.east) - x, max(one.north, other.north) - y)


def cut_part(cut: Cut, piece: Piece) -> str:
    """The part of a turn that is a cut of the chosen piece, and of others."""
    first = "" if cut.pieces[0] == piece else f" {corner_name(cut.pieces[0])}"
    return f"cut {cut.axis} {len(cut.pieces)}{first}"


def join_part(join: Join) -> str:
    """The part of a turn that is a join, by the pieces in its south-west and its north-east corner."""
    outline = join.outline
    south_west = next(piece for piece in join.pieces if (piece.x, piece.y) == (outline.x, outline.y))
    north_east = next(piece for piece in join.pieces if (piece.east, piece.north) == (outline.east, outline.north))
    return f"join {corner_name(south_west)} {corner_name(north_east)}"
