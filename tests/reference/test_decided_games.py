"""Decided games: nobody threatens or is mated, and there is no turn."""

from __future__ import annotations

from typing import Any

import pytest

from play.search import refused
from shatterproof import crumble, scrunch, splinter
from shatterproof.crumble.cuts import Cut
from shatterproof.crumble.position import Turn as CrumbleTurn
from shatterproof.game import Outcome
from shatterproof.scrunch.position import Turn as ScrunchTurn
from shatterproof.splinter.position import Turn as SplinterTurn
from shatterproof.splinter.squares import Square

DRAWN = "1HN 0HNE 0,1V2 1,1V2-2W-W 0,1H2-2N-N 1,1H2-1N-NW 0,1V2-2E-EN 0,1,4V2-2W-WNW 0,2VEEN"
"""A drawn game of Crumble on four units, in which Black would win with another turn."""


def drawn_game() -> Any:
    position = crumble.start("2x2")
    for text in DRAWN.split():
        position = crumble.play(position, crumble.parse_turn(position, text))
    return position


SHUT_OUT = "Dark to move, creating Dark\n o o\no . o\n o o\nreadings shut-out=loses isolated=from-all\n"
DECIDED = [
    (crumble, drawn_game(), None, "draw.repetition"),
    (crumble, crumble.from_diagram("2x2, White to move\nAa\nBC\n"), "black", "win.four-sides"),
    (crumble, crumble.from_diagram("2x2, White to move\nAa\nbc\n"), "white", "win.four-sides"),
    (scrunch, scrunch.from_diagram("Light to move\no o\no . o\no o\n"), "light", "end.last-snake"),
    (scrunch, scrunch.from_diagram("Dark to move\nx .\n. x .\n. .\n"), "dark", "end.last-snake"),
    (scrunch, scrunch.from_diagram(SHUT_OUT), "light", "shut-out"),
    (splinter, splinter.from_diagram("Blue to move\nSXO\nsx.\n"), "blue", "win.type-out"),
    (splinter, splinter.from_diagram("Blue to move\nSX.\nsxo\n"), "white", "win.type-out"),
    (splinter, splinter.from_diagram("White to move\nSX.\nsx.\n"), None, "win.even"),
]


ANY_TURNS = {
    crumble: CrumbleTurn(Cut("V", ())),
    scrunch: ScrunchTurn(),
    splinter: SplinterTurn(Square(0, 0), "N"),
}
OFF_THE_BOARD = {crumble: "9,9V", scrunch: "x s19", splinter: "z26N"}


@pytest.mark.parametrize(("game", "position", "winner", "rule"), DECIDED)
def test_a_decided_position_is_quiet_and_whatever_is_played_in_it_comes_too_late(
    game: Any, position: Any, winner: str | None, rule: str
) -> None:
    assert game.outcome(position) == Outcome(winner, f"{game.NAME}.{rule}")
    assert not game.threatens(position)
    assert not (game is crumble and crumble.is_crumblemate(position))
    assert list(game.turns(position)) == []
    # That it is over is reported before anything else about a turn.
    for refusal in (
        refused(game.play, position, ANY_TURNS[game]),
        refused(game.parse_turn, position, OFF_THE_BOARD[game]),
    ):
        assert refusal.clause == f"{game.NAME}.turn.finished"


def test_whoever_could_shut_the_opponent_out_with_another_turn_threatens_to() -> None:
    rows = "Dark to move, creating Dark and Light\n. .\n. . .\no .\nreadings isolated=from-all"
    assert scrunch.threatens(scrunch.from_diagram(f"{rows} shut-out=loses\n"))
    assert not scrunch.threatens(scrunch.from_diagram(f"{rows}\n"))
