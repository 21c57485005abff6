"""What must hold of a turn, by which each side slides one piece of its own, and of wins and draws."""

from __future__ import annotations

from dataclasses import replace

from shatterproof import splinter
from shatterproof.splinter.position import PASS, Position, Turn
from shatterproof.splinter.squares import Square
from shatterproof_properties.invariants import check, every_game, guards, tie
from shatterproof_properties.invariants.splinter.brute_force import (
    COLOURS,
    COMPASS,
    ending_of,
    is_inside,
    other_side,
    standing_of,
)


@guards("splinter.win.type-out", "splinter.win.both-out", "splinter.win.even", "splinter.pieces.kinds")
def outcomes_follow_from_counting(position: Position) -> None:
    found, expected = splinter.outcome(position), ending_of(standing_of(position))
    check(found == expected, f"the outcome is {found}, by counting {expected}")


@guards("splinter.turn.finished")
def nothing_can_be_played_after_the_end(position: Position, turn: Turn) -> None:
    after = splinter.play(position, turn)
    if splinter.outcome(after):
        every_game.check_refused("splinter.turn.finished", turn, splinter.play, after, turn)
        check(not list(splinter.actions(after)), "there are turns after the end")
        for text in ("a1N", "z26SW", "a1N=a1"):
            every_game.check_refused("splinter.turn.finished", text, splinter.parse_turn, after, text)


@guards("splinter.draw.none")
def a_game_goes_on_however_often_a_position_comes_back(start: Position, turns: list[Turn]) -> None:
    """The pieces alone decide whether a game is over, however often a position has come back.

    A position read back from JSON is equal, so it hides nothing of its past.
    """
    position = start
    for turn in turns:
        position = splinter.play(position, turn)
        fresh = splinter.from_json(splinter.to_json(position))
        expected = ending_of(standing_of(position))
        check(splinter.outcome(position) == expected, f"the outcome is {splinter.outcome(position)}, not {expected}")
        check(fresh == position and splinter.outcome(fresh) == expected, "the position hides how it was reached")


@guards("splinter.win.type-out", "splinter.win.own-turn")
def a_threat_is_a_win_in_one_more_turn(position: Position) -> None:
    """The side that has just moved threatens exactly if it could win by moving again.

    Nobody threatens once the game is over.
    """
    mover = other_side(position.to_move)
    again = replace(position, to_move=mover, memory=frozenset())
    ends = [ending_of(standing_of(after)) for _, after in splinter.actions(again)]
    wins = any(ended is not None and ended.winner == mover for ended in ends)
    check(splinter.threatens(position) == wins, f"{mover} threatens to win: {not wins}, by its turns: {wins}")


@guards("splinter.turn.order", "splinter.turn.no-pass", "splinter.passing")
def sides_alternate_and_only_where_they_may_pass_does_nothing_move(position: Position, turn: Turn) -> None:
    after = splinter.play(position, turn)
    check({position.to_move, after.to_move} == set(COLOURS), f"{position.to_move} moves, then {after.to_move}")
    passed = turn.square is None
    check(not passed or position.readings.passing == "allowed", "a pass, where nobody may pass")
    check(passed == (after.standing == position.standing), "a slide left all pieces as they were, or a pass did not")


@guards("splinter.turn.own", "splinter.notation.square")
def every_square_without_an_own_piece_is_refused(position: Position) -> None:
    """A slide from an empty square, a piece of the other side, or a square beyond the edge is refused."""
    if splinter.outcome(position):
        return
    standing = standing_of(position)
    for column in range(-1, position.columns + 1):
        for row in range(-1, position.rows + 1):
            place = (column, row)
            expected = "splinter.turn.own" if is_inside(position, place) else "splinter.notation.square"
            if standing.get(place, ("", ""))[0] != position.to_move:
                slide = Turn(Square(*place), "N")
                every_game.check_refused(expected, slide, splinter.play, position, slide)


@guards("splinter.slide.one-step", "splinter.turn.parts")
def there_are_eight_directions_and_no_other(position: Position) -> None:
    """Each own piece can slide in eight directions. Only returns, steps off the board and open ties are refused."""
    if splinter.outcome(position):
        return
    for square, piece in position.pieces.items():
        if piece.colour == position.to_move:
            refusals = {every_game.refusal(splinter.play, position, Turn(square, way)) for way in COMPASS}
            check(refusals <= MAY_STOP_A_SLIDE, f"a slide is refused by {refusals}")
            for slide in (Turn(square, wrong) for wrong in ("", "NN", "n", "ENE")):
                every_game.check_refused("splinter.slide.one-step", slide, splinter.play, position, slide)


MAY_STOP_A_SLIDE = {None, "splinter.slide.return", "splinter.step-off", "splinter.group.tie"}


@guards("splinter.turn.parts", "splinter.group.tie")
def a_choice_that_is_not_due_is_refused(position: Position, turn: Turn) -> None:
    """A named square is refused without a tie; in a tie it must belong to one of the tied groups."""
    for named in list(position.pieces)[:3] if turn.choice is None else (None, turn.square):
        wrong = replace(turn, choice=named)
        every_game.check_refused("splinter.group.tie", wrong, splinter.play, position, wrong)


@guards("splinter.turn.no-pass", "splinter.turn.finished")
def a_live_position_has_a_turn(position: Position) -> None:
    """The mover always has a turn until the game is over, and none after that."""
    turn = next(splinter.turns(position), None)
    if splinter.outcome(position):
        check(turn is None, "a finished game has a turn")
    else:
        check(turn is not None, f"{position.to_move} has no turn")


@guards("splinter.turn.no-pass", "splinter.passing", "splinter.notation.pass")
def there_is_one_word_for_passing_where_the_reading_has_it_and_else_none(position: Position) -> None:
    words = ["pass", "", "-", "--", "Pass", "pass ", "pass=a1"]
    if position.readings.passing == "allowed":
        expected = "splinter.turn.finished" if splinter.outcome(position) else None
        every_game.check_refused(expected, "a pass", splinter.parse_turn, position, words.pop(0))
    elif not splinter.outcome(position):
        every_game.check_refused("splinter.turn.no-pass", "a pass", splinter.play, position, PASS)
    for text in words:
        check(every_game.is_malformed(splinter, position, text), f"{text!r} is not refused as a text")


tie(
    __name__,
    splinter,
    {every_game.playing_on_never_changes_an_earlier_position: ("splinter.turn.order", "splinter.start.agreed")},
)
