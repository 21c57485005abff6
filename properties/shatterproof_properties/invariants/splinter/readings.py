"""What each reading changes, and that it changes nothing else."""

from __future__ import annotations

from dataclasses import replace

from shatterproof import splinter
from shatterproof.splinter.position import PASS, Position, Turn
from shatterproof.splinter.readings import Readings
from shatterproof.splinter.squares import Square
from shatterproof_properties.invariants import check, guards
from shatterproof_properties.invariants.splinter.definitions import (
    COMPASS,
    ending_of,
    groups_of,
    other_side,
    standing_of,
    tied_of,
)
from shatterproof_properties.invariants.splinter.slides import slide_made
from shatterproof_properties.invariants.splinter.wins import refusal


def under(position: Position, **values: str) -> Position:
    """The same position under other readings."""
    return replace(position, readings=replace(position.readings, **values))


def ends(position: Position) -> dict[Turn, Position]:
    """All legal turns, with their results rewritten under the default readings."""
    return {turn: replace(after, readings=Readings()) for turn, after in splinter.actions(position)}


@guards("splinter.step-off", "splinter.slide.off")
def without_steps_off_all_other_turns_are_the_same(position: Position) -> None:
    """If steps off the board are forbidden, exactly the turns in which the slid piece itself leaves the board are
    missing.
    """
    allowed = ends(under(position, step_off="allowed"))
    stays = {turn: after for turn, after in allowed.items() if not _leaves(position, turn)}
    check(ends(under(position, step_off="forbidden")) == stays, "step-off changes more than steps off the board")


def _leaves(position: Position, turn: Turn) -> bool:
    if turn.square is None:
        return False
    right, up = COMPASS[turn.direction]
    column, row = turn.square.column + right, turn.square.row + up
    return not (0 <= column < position.columns and 0 <= row < position.rows)


@guards("splinter.step-off")
def a_step_off_takes_the_slid_piece_and_no_other_over_the_edge(position: Position, turn: Turn) -> None:
    """A step off the board moves only the slid piece. Pieces that it held together may be cut off."""
    if _leaves(position, turn):
        made = slide_made(position, turn)
        check(position.readings.step_off == "allowed", f"{turn} leaves the board")
        check(len(made.moves) == 1 and len(made.standing) == len(position.standing) - 1, f"{turn} moves other pieces")


@guards("splinter.tie", "splinter.group.tie")
def ties_of_two_come_out_the_same(position: Position) -> None:
    """A tie of two groups has the same results under both readings: keeping one removes the other.

    The readings differ only where three or more are tied, and then in how many groups stay.
    """
    keep, remove = (ends(under(position, tie=value)) for value in ("keep-one", "remove-one"))
    check(keep.keys() == remove.keys(), "the readings of ties allow other turns")
    for turn, after in keep.items():
        tied = tied_of(position, slide_made(position, turn).standing)
        others = {replace(turn, choice=Square(*min(group))) for group in tied} - {turn}
        left = len(groups_of(standing_of(remove[turn])))
        if len(tied) < 2 or turn.square is None:
            check(remove[turn] == after, f"without a tie {turn} depends on the reading of ties")
        elif len(tied) == 2:
            check(remove[others.pop()] == after, f"of two groups {turn} keeps one and does not remove the other")
        else:
            check(left == len(tied) - 1, f"of {len(tied)} groups {turn} leaves {left}")


@guards("splinter.both-out", "splinter.win.both-out", "splinter.group.splinter")
def a_game_that_pushing_off_ends_is_not_splintered(position: Position) -> None:
    """Under `push-first` a slide that ends the game by pushing ends the turn without a choice; other turns are the
    same.
    """
    same, first = (ends(under(position, both_out=value)) for value in ("same-turn", "push-first"))
    over = {}
    for turn in same.keys() | first.keys():
        made = slide_made(position, turn).standing
        if ending_of(made):
            over[replace(turn, choice=None)] = made
    check({turn for turn in first if turn in over} == over.keys(), "a slide that ends the game needs a choice")
    for turn, made in over.items():
        check(standing_of(first[turn]) == made, f"{turn} ends the game by pushing off, and something is cut off")
    rest = {turn: after for turn, after in same.items() if replace(turn, choice=None) not in over}
    check({turn: after for turn, after in first.items() if turn not in over} == rest, "push-first changes other turns")


@guards("splinter.passing", "splinter.slide.return")
def passing_adds_one_turn_and_changes_no_other(position: Position) -> None:
    """Passing adds one turn and changes no other.

    It keeps the pieces, clears the memory, and gives the turn to the other side, which may pass too.
    """
    if splinter.outcome(position):
        return
    allowed = ends(under(position, passing="allowed"))
    slides = ends(under(position, passing="forbidden"))
    passed = allowed.pop(PASS, None)
    check(allowed == slides, "passing changes other turns")
    check(passed is not None and not passed.memory, "after a pass something is remembered")
    expected = replace(position, to_move=other_side(position.to_move), memory=frozenset(), readings=Readings())
    check(passed == expected, "a pass changes more than the side to move")
    again = splinter.play(splinter.play(under(position, passing="allowed"), PASS), PASS)
    check(again == under(replace(position, memory=frozenset()), passing="allowed"), "two passes lead elsewhere")
    check(refusal(under(position, passing="forbidden"), PASS) == "splinter.turn.no-pass", "a pass is refused otherwise")


@guards("splinter.no-return", "splinter.step-off", "splinter.tie", "splinter.both-out", "splinter.passing")
def the_opening_is_the_same_under_all_readings(board: str) -> None:
    values = Readings.choices()
    try:
        plain = splinter.start(board)
    except ValueError:
        return
    for name, choices in values.items():
        for value in choices:
            readings = Readings.from_mapping({name: value})
            start = splinter.start(board, readings)
            check(start == replace(plain, readings=readings), f"{name}={value} changes the opening")
