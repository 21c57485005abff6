"""The rules of Crumble with one method for each decision, so that a subclass can get exactly one of them wrong.

Colours are seen from the mover: `own` and `opposing` are masks of slots. A subclass that overrides a method named in
SHORTCUTS_REST_ON gets no shortcuts: its walks call that method at every step.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from shatterproof_properties.second.crumble.board import (
    APART,
    COMPLETE_SIDE,
    CORNER,
    EAST,
    GRAINS,
    LIMITS,
    NORTH,
    SIDE,
    SOUTH,
    WEST,
    Rect,
    groups,
    slots,
)
from shatterproof_properties.second.crumble.draws import DrawRules
from shatterproof_properties.second.crumble.position import (
    DRAWN,
    SIDES,
    WON,
    Arrangement,
    Position,
    Targets,
    WalkEnd,
    Worked,
)
from shatterproof_properties.second.input import check_sides, chosen_readings

READINGS: Mapping[str, tuple[str, ...]] = {
    "crumble.draw": ("same-target", "draw-turns", "agreement-only"),
    "crumble.draw-previous": ("each", "together"),
    "crumble.draw-target": ("shared", "own"),
    "crumble.draw-into": ("last", "last-or-start", "any"),
    "crumble.draw-descent": ("wholly", "partly"),
    "crumble.draw-turn": ("one-turn", "pair-of-turns"),
    "crumble.draw-turn-target": ("any", "shared"),
    "crumble.capture-nested": ("outer-takes-all", "one-snapshot"),
    "crumble.standing-enclosure": ("reject", "next-step", "until-closed"),
    "crumble.win-stops": ("at-once", "end-of-turn"),
}
SHORTCUTS_REST_ON = (
    "contact", "edges_of", "group_links", "is_enclosed", "enclosed", "capture", "captures_due",
    "chain_links", "spans", "players_tested", "winner", "may_enter", "refusal_to_walk_on",
)  # fmt: skip
OWN_WINS, OPPONENT_WINS = 1, 2


class Rules(DrawRules):
    """The rules on one board under one set of readings."""

    def __init__(self, columns: int, rows: int, readings: Mapping[str, str] | None = None) -> None:
        """Takes readings by full id, else defaults. Raises InputError for an unknown one or a board beyond 2 to 16."""
        check_sides((columns, rows), "crumble", LIMITS)
        self.columns, self.rows = columns, rows
        self.readings = chosen_readings(readings or {}, READINGS)
        self.follow_draw_readings()
        self.one_snapshot = self.readings["crumble.capture-nested"] == "one-snapshot"
        self.win_stops = self.readings["crumble.win-stops"] == "at-once"
        self.captures_at_end = self.captures_due("end")
        # Shortcuts look at no walk that comes home, and not at all the ways to one end.
        by_the_rules = all(getattr(type(self), name) is getattr(Rules, name) for name in SHORTCUTS_REST_ON)
        self.shortcuts = by_the_rules and self.into == "last"

    # Pieces

    def starting_pieces(self) -> Iterator[tuple[Rect, bool]]:
        """crumble.start.checkerboard: the unit squares, south row first, and whether each is black."""
        for row in range(self.rows):
            for column in range(self.columns):
                west, south = column * GRAINS, row * GRAINS
                yield (west, south, west + GRAINS, south + GRAINS), (column + self.rows - 1 - row) % 2 == 0

    def is_legal_shape(self, width: int, height: int) -> bool:
        """crumble.pieces.shape: a square or a half-square."""
        return width == height or width == 2 * height or height == 2 * width

    def contact(self, one: Rect, other: Rect) -> int:
        """The contact of a piece with another: APART, at a CORNER, by part of a SIDE, or by a COMPLETE_SIDE of both.

        crumble.neighbour.side, crumble.neighbour.complete-side. The direction of the other piece is added to
        COMPLETE_SIDE.
        """
        west, south, east, north = one
        x0, y0, x1, y1 = other
        if east < x0 or x1 < west or north < y0 or y1 < south:
            return APART
        if east == x0 or x1 == west:
            if north == y0 or y1 == south:
                return CORNER
            if south == y0 and north == y1:
                return COMPLETE_SIDE + (EAST if east == x0 else WEST)
        elif west == x0 and east == x1:
            return COMPLETE_SIDE + (NORTH if north == y0 else SOUTH)
        return SIDE

    def edges_of(self, piece: Rect) -> Sequence[int]:
        """The edges of the board that a piece touches."""
        west, south, east, north = piece
        if west and south and east != self.columns * GRAINS and north != self.rows * GRAINS:
            return ()
        on = (north == self.rows * GRAINS, east == self.columns * GRAINS, not south, not west)
        return [direction for direction in range(4) if on[direction]]

    # Cuts and joins

    def halves(self, piece: Rect, vertical: bool) -> tuple[Rect, Rect] | None:
        """crumble.cut.halves: the west and east, or south and north half; None if they may not be pieces."""
        west, south, east, north = piece
        width, height = east - west, north - south
        if vertical:
            if not self.is_legal_shape(width, 2 * height):
                return None
            middle = (west + east) >> 1
            return (west, south, middle, north), (middle, south, east, north)
        if not self.is_legal_shape(2 * width, height):
            return None
        middle = (south + north) >> 1
        return (west, south, east, middle), (west, middle, east, north)

    def within_limits(self, piece: Rect, vertical: bool) -> bool:
        """crumble.board.limits: whether the halves lie on whole grains."""
        return not (piece[2] - piece[0] if vertical else piece[3] - piece[1]) & 1

    def may_follow(self, before: Rect, after: Rect, vertical: bool) -> bool:
        """crumble.cut.along-edges: whether a cut may go on to the next piece, whatever is in between."""
        return True

    def may_join(self, outline: Rect, count: int) -> bool:
        """crumble.join.several and crumble.join.outline: whether this many pieces may join to this outline."""
        return count >= 2 and self.is_legal_shape(outline[2] - outline[0], outline[3] - outline[1])

    # Walks

    def may_enter(self, slot: int, start: int) -> bool:
        """crumble.walk.backtrack: a walk may come back to any piece, even the one that it started from."""
        return True

    def refusal_to_walk_on(self, kept: bool, winner: int) -> str | None:
        """The clause that ends a walk after a step, since the game is won or the swapping piece was captured."""
        if winner and self.win_stops:
            return "crumble.win.at-once"
        return None if kept else "crumble.walk.captured"

    # Captures

    def group_links(self, arrangement: Arrangement) -> list[int]:
        """crumble.ring: pieces that touch are enclosed together or not at all, since no ring passes between them."""
        return arrangement.touch

    def is_enclosed(self, arrangement: Arrangement, group: int) -> bool:
        """crumble.capture.edge: a linked group of one colour is enclosed if none of it touches the edge."""
        return not group & arrangement.rim

    def enclosed(self, arrangement: Arrangement, colour: int, stood: Collection[int] = ()) -> int:
        """crumble.capture.enclosed: the pieces of one colour that are enclosed by more than rings that stood before."""
        found = 0
        if stood:
            for inside in self.insides(arrangement, arrangement.live ^ colour):
                found |= 0 if inside in stood else inside & colour
            return found
        for group in groups(colour, self.group_links(arrangement)):
            if self.is_enclosed(arrangement, group):
                found |= group
        return found

    def insides(self, arrangement: Arrangement, colour: int) -> Iterator[int]:
        """The contents of each ring of a colour: pieces of both colours."""
        for chain in groups(colour, arrangement.near):
            for inside in groups(arrangement.live & ~chain, self.group_links(arrangement)):
                if self.is_enclosed(arrangement, inside):
                    yield inside

    def standing(self, arrangement: Arrangement, own: int) -> Collection[int]:
        """crumble.standing-enclosure: the pieces in standing rings, which capture nothing in the next step."""
        if self.readings["crumble.standing-enclosure"] != "until-closed":
            return ()
        return {inside for colour in (own, arrangement.live ^ own) for inside in self.insides(arrangement, colour)}

    def capture(self, arrangement: Arrangement, own: int, stood: Collection[int] = ()) -> int:
        """crumble.capture.forced, crumble.capture.either: the mover's pieces after all captures."""
        opposing = arrangement.live ^ own
        while True:
            lost, won = self.enclosed(arrangement, own, stood), self.enclosed(arrangement, opposing, stood)
            own ^= lost | won
            opposing ^= lost | won
            # What one colour alone loses falls to pieces that are not enclosed: nothing is left to change.
            if self.one_snapshot or not (lost and won):
                return own

    def captures_due(self, moment: str) -> bool:
        """crumble.capture.every-step: whether captures happen after each "step", or at the "end" of a walk."""
        return moment == "step"

    def refuses_unsettled(self) -> bool:
        """crumble.standing-enclosure: whether a position given from outside must have no enclosed piece."""
        return self.readings["crumble.standing-enclosure"] == "reject" and not self.one_snapshot

    # Wins

    def chain_links(self, arrangement: Arrangement) -> list[int]:
        """crumble.chain: neighbours share part of a side."""
        return arrangement.near

    def spans(self, arrangement: Arrangement, chain: int) -> bool:
        """crumble.win.four-sides: whether a chain lies on all four edges."""
        north, east, south, west = arrangement.edges
        return bool(chain & north and chain & east and chain & south and chain & west)

    def players_tested(self) -> tuple[int, ...]:
        """crumble.win.either: the sides whose chains count, as OWN_WINS and OPPONENT_WINS."""
        return OWN_WINS, OPPONENT_WINS

    def winner(self, arrangement: Arrangement, own: int, opposing: int) -> int:
        """The winner as OWN_WINS or OPPONENT_WINS; 0 if there is none."""
        links = self.chain_links(arrangement)
        for player in self.players_tested():
            pieces = own if player == OWN_WINS else opposing
            if self.spans(arrangement, pieces) and any(
                self.spans(arrangement, chain) for chain in groups(pieces, links)
            ):
                return player
        return 0

    # After a turn

    def after(
        self, here: Position, arrangement: Arrangement, worked: Worked, renewing: Targets | None, end: WalkEnd
    ) -> Position:
        """The position after a turn and its memory for the draw rule; see `renewing_targets`."""
        own, target_slots, winner = end
        black_moved = here.black_moves
        black = own if black_moved else arrangement.live ^ own
        if winner:
            outcome = WON[SIDES[(winner == OWN_WINS) != black_moved]]
            return Position(arrangement, black, not black_moved, None, outcome)
        if target_slots & (target_slots - 1):
            targets = in_order(arrangement.rects[slot] for slot in slots(target_slots))
        else:
            targets = (arrangement.rects[target_slots.bit_length() - 1],) if target_slots else ()
        renewed = self.has_renewed(renewing, targets)
        memory = self.remember(here.memory, worked, targets, renewed)
        drawn = renewed and memory is not None and memory.renewals >= self.renewals_for_draw()
        return Position(arrangement, black, not black_moved, memory, DRAWN if drawn else None)


def in_order(rects: Iterable[Rect]) -> Targets:
    """Rectangles sorted by place."""
    return tuple(sorted(rects, key=lambda rect: (rect[1], rect[0])))
