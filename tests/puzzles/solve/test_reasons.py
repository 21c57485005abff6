"""The reasons why a solver's turn is wrong are true on the board."""

from __future__ import annotations

from typing import Any

import pytest

from puzzles.samples import SCRUNCH_OPEN, SPLINTER_SERIES, SPLINTER_WIN, puzzle
from shatterproof.game import find_game
from shatterproof_properties.puzzles.claims.words import not_won
from shatterproof_properties.puzzles.proof.verification import verify
from shatterproof_properties.puzzles.solve.judge import WRONG, Judge, in_a_row, turned_down
from shatterproof_properties.puzzles.solve.training import Training


def position(game: str, diagram: str) -> Any:
    return find_game(game).from_diagram(diagram)


@pytest.mark.parametrize(
    ("game", "diagram", "attacker", "said"),
    [
        (
            "crumble",
            "2x2, Black to move\nAB\nab\n",
            "black",
            "No chain of Black touches more sides of the board than north, east and west.",
        ),
        (
            "crumble",
            "2x2, Black to move\nAb\naB\n",
            "white",
            "No chain of White touches more sides of the board than north and east or south and west.",
        ),
        (
            "splinter",
            "Splinter 4x4, Blue to move\n..OX\noo..\noOsS\nOx..\n",
            "blue",
            "White still has 1 square piece, 1 cross and 3 circles.",
        ),
        (
            "scrunch",
            "Scrunch 2, Dark to move, creating Light\n  . .\n x . .\n  . o\n",
            "dark",
            "Light still has 2 cells for an egg, c1 for one.",
        ),
        (
            "scrunch",
            "Scrunch 2, Dark to move\n  . .\n x . .\n  . o\n",
            "dark",
            "Light's smallest snake at a2 can still grow.",
        ),
        (
            "scrunch",
            "Scrunch 2, Light to move\n  o x\n x o x\n  x o\n",
            "dark",
            "Light cannot grow, but still has 1 snake.",
        ),
    ],
    ids=("crumble", "crumble-several", "splinter", "scrunch-egg", "scrunch-growth", "scrunch-removal"),
)
def test_what_a_side_still_has_or_lacks_is_reported(game: str, diagram: str, attacker: str, said: str) -> None:
    assert not_won(find_game(game), position(game, diagram), attacker) == said


def judged(game: str, diagram: str, claim: str, unique: bool = False) -> dict[str, str]:
    """The reason given for each first turn that is wrong."""
    its = puzzle(game, diagram, claim, unique)
    judge = Judge(its, verify(its).certificate or {})
    texts = [judge.game.format_turn(judge.diagram, turn) for turn, _ in judge.game.results(judge.diagram)]
    found = {text: judge.judge([text]) for text in texts}
    return {text: each.text for text, each in found.items() if each.verdict == WRONG}


def test_in_scrunch_a_turn_that_does_not_win_has_a_reply() -> None:
    said = judged("scrunch", SCRUNCH_OPEN, "wins-2")
    assert said
    for text in said.values():
        assert " refutes it: then no turn of " in text
        assert text.endswith(("can still grow.", "snakes.", "snake.", "for one."))


def test_of_a_series_it_is_said_what_is_left() -> None:
    said = judged("splinter", SPLINTER_SERIES, "series-2", unique=True)
    assert "After it no turn wins." in said.values()
    game = find_game("scrunch")
    over = position("scrunch", "Scrunch 2, Light to move, creating Light\n  . .\n . x .\n  . .\n")
    assert in_a_row(game, over, 3) == "After it 2 turns in a row do not win."


def test_a_defence_that_fails_is_met_by_a_win() -> None:
    its = puzzle("splinter", SPLINTER_WIN, "wins-1")
    game, here = its.rules, its.reference_position()
    key = (verify(its).certificate or {})["proof"]["key"]["by"]
    said = turned_down(game, here, key, str(here.to_move), 1)
    assert said.startswith(f"{key} refutes it. ")
    quiet = next(game.format_turn(here, turn) for turn, after in game.results(here) if game.outcome(after) is None)
    side, other = (str(each).capitalize() for each in (here.to_move, *(s for s in game.SIDES if s != here.to_move)))
    assert turned_down(game, here, quiet, str(here.to_move), 3).endswith(f"with it {side} wins in 3 turns at most.")
    assert turned_down(game, here, quiet, str(here.to_move), 1).endswith(f"every turn of {other} loses at once.")


def test_the_board_after_a_wrong_turn_is_shown() -> None:
    its = puzzle("splinter", SPLINTER_WIN, "wins-1")
    training = Training(its, verify(its).certificate or {})
    training.begin()
    game, here = its.rules, its.reference_position()
    turn, after = next((turn, after) for turn, after in game.results(here) if game.outcome(after) is None)
    said = training.answer(game.format_turn(here, turn))
    rows = [line[4:] for line in said.split("\n") if line[:2].strip().isdigit()]
    assert rows == game.to_diagram(after).split("\n")[1 : 1 + len(rows)]
