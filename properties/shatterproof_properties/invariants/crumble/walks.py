"""What must hold of walks: steps, exchanges, backtracking, and what ends them."""

from __future__ import annotations

from collections.abc import Iterator

from shatterproof import crumble
from shatterproof.crumble.pieces import DIRECTIONS, describe
from shatterproof.crumble.position import Position, Turn
from shatterproof.crumble.swaps import Standing, Walk, swap_step
from shatterproof.game import IllegalTurn
from shatterproof_properties.invariants import check, guards
from shatterproof_properties.invariants.crumble.brute_force import State, cells_of, step_by_brute_force
from shatterproof_properties.invariants.crumble.turns import without_walk
from shatterproof_properties.invariants.crumble.wins import refusal


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
    """Each step keeps the definitions: it crosses a complete side, swaps with the other colour, then captures what
    rings hold.
    """
    cells = cells_of(without_walk(position, turn))
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
            clause = refusal(position, Turn(turn.work, Walk(piece, "E")))
            check(clause == "crumble.swap.start", f"a walk from {describe(piece)}, which is not new, breaks {clause}")


@guards("crumble.swap.optional")
def every_part_of_a_walk_is_a_walk(position: Position, turn: Turn) -> None:
    """The mover may stop after the cut or join, and after any step."""
    if turn.walk:
        check(refusal(position, Turn(turn.work)) is None, "the cut or join alone is refused")
        for length in range(1, len(turn.walk.path)):
            shorter = Turn(turn.work, Walk(turn.walk.start, turn.walk.path[:length]))
            check(refusal(position, shorter) is None, f"the first {length} steps alone are refused")


@guards("crumble.swap.complete-side", "crumble.swap.opponent", "crumble.walk.steps")
def a_walk_goes_on_exactly_where_the_definitions_allow(position: Position, turn: Turn) -> None:
    worked = without_walk(position, turn)
    cells = cells_of(worked)
    steps = list(steps_of(position, turn))
    start = Standing(worked.black, turn.walk.start) if turn.walk else None
    standing = steps[-1][2] if steps else start
    if standing is None:
        return
    for direction in DIRECTIONS:
        state = State(standing.black, standing.at, standing.free and standing.winner is None)
        by_definition = step_by_brute_force(cells, state, direction, position.readings) is not None
        try:
            swap_step(worked.arrangement, standing, direction, position.readings)
            allowed = True
        except IllegalTurn:
            allowed = False
        check(allowed == by_definition, f"a step {direction}: allowed {allowed}, by definition {by_definition}")
