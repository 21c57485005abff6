"""What must hold of a turn: the side to move makes a cut or a join, perhaps walks, and nothing else changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from shatterproof import crumble
from shatterproof.crumble.cuts import Cut
from shatterproof.crumble.joins import Join
from shatterproof.crumble.pieces import BLACK, DIRECTIONS, WHITE, Piece, describe, opponent
from shatterproof.crumble.position import Position, Turn
from shatterproof.crumble.swaps import Standing, Walk, swap_step
from shatterproof_properties.invariants import check, every_game, guards, tie
from shatterproof_properties.invariants.crumble.brute_force import (
    State,
    cells_of,
    is_piece,
    step_by_brute_force,
    winners,
)


def without_walk(position: Position, turn: Turn) -> Position:
    """The position after the cut or join of a turn alone."""
    return crumble.play(position, Turn(turn.work))


@guards("crumble.turn.order", "crumble.turn.no-pass")
def sides_alternate_and_nobody_passes(position: Position, turn: Turn) -> None:
    after = crumble.play(position, turn)
    check({position.to_move, after.to_move} == {BLACK, WHITE}, f"{position.to_move} moves, then {after.to_move}")
    check(after.arrangement != position.arrangement, "the turn left all pieces as they were")


@guards("crumble.cut.own", "crumble.join.own")
def only_the_movers_pieces_are_cut_or_joined(position: Position, turn: Turn) -> None:
    others = set(turn.work.pieces) - position.own
    check(not others, f"{sorted(map(describe, others))} are not {position.to_move}'s")
    elsewhere = replace(position, to_move=opponent(position.to_move))
    if not crumble.outcome(elsewhere):
        expected = "crumble.cut.own" if isinstance(turn.work, Cut) else "crumble.join.own"
        every_game.check_refused(expected, "the same turn of the other side", crumble.play, elsewhere, turn)


@guards("crumble.cut.straight", "crumble.cut.many", "crumble.cut.along-edges", "crumble.cut.blocked")
def a_cut_is_one_straight_line_through_the_movers_pieces_only(position: Position, turn: Turn) -> None:
    """From the first piece cut to the last, the line passes only through the pieces cut, each in the middle."""
    if not isinstance(turn.work, Cut):
        return
    upright = turn.work.axis == "V"
    spans = [_span(piece, upright) for piece in turn.work.pieces]
    check(spans == sorted(spans), "the pieces cut are not in order along the line")
    middles = {low + high for _, _, low, high in spans}
    check(len(middles) == 1, f"the middles of the pieces cut lie on {len(middles)} lines")
    start, end, middle = spans[0][0], max(span[1] for span in spans), middles.pop()
    for piece in position.arrangement.pieces:
        from_, to, low, high = _span(piece, upright)
        entered = from_ < end and to > start and 2 * low < middle < 2 * high
        check(entered == (piece in turn.work.pieces), f"{describe(piece)} lies on the line: {entered}")


def _span(piece: Piece, upright: bool) -> tuple[int, int, int, int]:
    """Where a piece begins and ends along a line and across it."""
    x, y, width, height = piece
    return (y, y + height, x, x + width) if upright else (x, x + width, y, y + height)


@guards("crumble.cut.straight", "crumble.cut.blocked", "crumble.cut.many")
def a_cut_may_not_leave_out_a_piece_on_its_line(position: Position, turn: Turn) -> None:
    if isinstance(turn.work, Cut) and len(turn.work.pieces) > 2:
        skipping = Cut(turn.work.axis, (turn.work.pieces[0], *turn.work.pieces[2:]))
        refused = every_game.refusal(crumble.play, position, Turn(skipping))
        check(refused is not None, "a cut left out a piece on its line")


@guards("crumble.cut.halves")
def a_cut_makes_two_equal_legal_pieces_of_each(position: Position, turn: Turn) -> None:
    if isinstance(turn.work, Cut):
        after = without_walk(position, turn).arrangement
        new = set(after.pieces) - set(position.arrangement.pieces)
        check(len(new) == 2 * len(turn.work.pieces), f"{len(turn.work.pieces)} pieces were cut into {len(new)}")
        for piece in turn.work.pieces:
            inside = [other for other in new if _is_inside(other, piece)]
            sizes = {(other.width, other.height) for other in inside}
            check(len(inside) == 2 and len(sizes) == 1, f"{describe(piece)} was cut into {inside}")
            check(all(is_piece(*size) for size in sizes), f"{describe(piece)} was cut into pieces of {sizes}")


def _is_inside(piece: Piece, outline: Piece) -> bool:
    (x, y, width, height), (west, south, wide, high) = piece, outline
    return west <= x and x + width <= west + wide and south <= y and y + height <= south + high


@guards("crumble.join.outline", "crumble.join.several")
def a_join_makes_one_legal_piece_of_several(position: Position, turn: Turn) -> None:
    if isinstance(turn.work, Join):
        pieces, outline = turn.work.pieces, turn.work.outline
        check(len(set(pieces)) > 1, "a join of fewer than two pieces")
        check(is_piece(outline.width, outline.height), f"{describe(outline)} is neither a square nor half of one")
        check(all(_is_inside(piece, outline) for piece in pieces), f"a piece sticks out of {describe(outline)}")
        after = without_walk(position, turn).arrangement
        check(set(after.pieces) - set(position.arrangement.pieces) == {outline}, "the join brought other pieces")


@guards("crumble.swap.optional", "crumble.capture.every-step", "crumble.win.four-sides", "crumble.turn.parts")
def a_cut_or_join_alone_neither_recolours_nor_captures_nor_wins(position: Position, turn: Turn) -> None:
    after = without_walk(position, turn)
    kept = set(position.arrangement.pieces) & set(after.arrangement.pieces)
    check({piece for piece in kept if piece in after.black} == position.black & kept, "another piece changed colour")
    new = set(after.arrangement.pieces) - kept
    check(all((piece in after.black) == (position.to_move == BLACK) for piece in new), "a new piece has another colour")
    check(not winners(cells_of(after.arrangement), after.black), "a cut or join alone has won")


@guards("crumble.turn.parts")
def a_turn_without_a_cut_or_join_is_refused(position: Position) -> None:
    nothing = Turn(Cut("V", ()))
    expected = "crumble.turn.finished" if crumble.outcome(position) else "crumble.turn.parts"
    every_game.check_refused(expected, "a turn that cuts nothing", crumble.play, position, nothing)


tie(
    __name__,
    crumble,
    {
        every_game.playing_on_never_changes_an_earlier_position: ("crumble.takeback",),
        every_game.a_refused_turn_changes_nothing: ("crumble.takeback",),
    },
)


def steps_of(position: Position, turn: Turn) -> Iterator[tuple[str, Standing, Standing]]:
    """Every step of a walk: its direction, and the state before and after it."""
    if turn.walk:
        worked = without_walk(position, turn)
        standing = Standing(worked.black, turn.walk.start)
        for direction in turn.walk.path:
            after = swap_step(worked.arrangement, standing, direction, position.readings)
            yield direction, standing, after
            standing = after


@guards("crumble.walk.steps", "crumble.turn.parts")
def a_turn_is_its_parts_one_after_another(position: Position, turn: Turn) -> None:
    worked, after = without_walk(position, turn), crumble.play(position, turn)
    black = worked.black
    for _, _, standing in steps_of(position, turn):
        black = standing.black
    check(after.arrangement == worked.arrangement, "a walk moved pieces")
    check(after.black == black, "the turn leaves other colours than its last step")


@guards(
    "crumble.swap.opponent",
    "crumble.swap.complete-side",
    "crumble.swap.exchange",
    "crumble.walk.steps",
    "crumble.capture.every-step",
    "crumble.neighbour.complete-side",
    "crumble.capture-nested",
    "crumble.win-stops",
)
def every_step_is_one_swap_then_captures(position: Position, turn: Turn) -> None:
    """Each step crosses a complete side, swaps with the other colour, captures what rings hold, all by definition."""
    cells = cells_of(without_walk(position, turn).arrangement)
    for direction, before, after in steps_of(position, turn):
        state = step_by_brute_force(cells, State(before.black, before.at, True), direction, position.readings)
        check(state is not None, f"a step {direction} from {describe(before.at)} that the definitions exclude")
        assert state is not None
        check(after.at == state.at, f"the step led to {describe(after.at)}, by definition to {describe(state.at)}")
        differing = [describe(piece) for piece in after.black ^ state.black]
        check(not differing, f"after the step the colours differ from the definition's at {differing}")
        may_go_on = after.free and after.winner is None
        check(may_go_on == state.may_go_on, f"that the walk may go on is {may_go_on}, by definition {state.may_go_on}")


@guards("crumble.swap.start", "crumble.turn.parts")
def only_a_new_piece_starts_a_walk(position: Position, turn: Turn) -> None:
    worked = without_walk(position, turn)
    new = set(worked.arrangement.pieces) - set(position.arrangement.pieces)
    if turn.walk:
        check(turn.walk.start in new, f"{describe(turn.walk.start)} started a walk and is not new")
    for piece in worked.arrangement.pieces:
        if piece not in new:
            what, walk = f"a walk from {describe(piece)}", Turn(turn.work, Walk(piece, "E"))
            every_game.check_refused("crumble.swap.start", what, crumble.play, position, walk)


@guards("crumble.swap.optional")
def every_part_of_a_walk_is_a_walk(position: Position, turn: Turn) -> None:
    """The mover may stop after the cut or join, and after any step."""
    if turn.walk:
        every_game.check_refused(None, "the cut or join alone", crumble.play, position, Turn(turn.work))
        for length in range(1, len(turn.walk.path)):
            shorter = Turn(turn.work, Walk(turn.walk.start, turn.walk.path[:length]))
            every_game.check_refused(None, f"the turn with {length} steps", crumble.play, position, shorter)


@guards("crumble.swap.complete-side", "crumble.swap.opponent", "crumble.walk.steps")
def a_walk_goes_on_exactly_where_the_definitions_allow(position: Position, turn: Turn) -> None:
    worked = without_walk(position, turn)
    cells = cells_of(worked.arrangement)
    steps = list(steps_of(position, turn))
    start = Standing(worked.black, turn.walk.start) if turn.walk else None
    standing = steps[-1][2] if steps else start
    if standing is None:
        return
    for direction in DIRECTIONS:
        state = State(standing.black, standing.at, standing.free and standing.winner is None)
        by_definition = step_by_brute_force(cells, state, direction, position.readings) is not None
        allowed = every_game.refusal(swap_step, worked.arrangement, standing, direction, position.readings) is None
        check(allowed == by_definition, f"a step {direction}: allowed {allowed}, by definition {by_definition}")
