"""Claims about threats, passes, series and readings are written, solved and printed like all others."""

from __future__ import annotations

from itertools import islice

import pytest

from puzzles.certified import BARE, proved
from puzzles.samples import (
    CRUMBLEMATE,
    SCRUNCH_OPEN,
    SCRUNCH_THREATS,
    SPLINTER_SERIES,
    SPLINTER_WIN,
    candidates,
    puzzle,
)
from sampling import only_in_ci
from shatterproof.errors import InputError
from shatterproof.game import find_game
from shatterproof.movetext import wrapped
from shatterproof_properties.puzzles.checker.certificate import PROVED
from shatterproof_properties.puzzles.checker.checker import check
from shatterproof_properties.puzzles.claims.claim import Claim, read_claim
from shatterproof_properties.puzzles.claims.puzzle import Puzzle, asked
from shatterproof_properties.puzzles.files.json_form import puzzle_from_json, puzzle_to_json
from shatterproof_properties.puzzles.files.text import format_puzzle, parse_puzzle
from shatterproof_properties.puzzles.proof.proved_play import as_played, proved_play
from shatterproof_properties.puzzles.proof.tree import solution_tree
from shatterproof_properties.puzzles.proof.verification import verify
from shatterproof_properties.puzzles.rating.rated import rate
from shatterproof_properties.puzzles.solve.training import Training


@pytest.mark.parametrize(
    ("said", "claim"),
    [
        ("White is mated: three turns answer everything, and no fewer", "threats-3"),
        ("White passes: Black wins in two", "passes-2"),
        ("White to move passes: Black wins in 1 turn", "passes-1"),
        ("White plays three turns in a row and wins with the last", "series-3"),
        ("differs-1 crumble.win-stops=end-of-turn", "differs-1 crumble.win-stops=end-of-turn"),
    ],
)
def test_a_claim_may_be_written_as_people_write_it(said: str, claim: str) -> None:
    read = read_claim(said, False, find_game("crumble"), "white")
    assert str(read) == claim
    assert read_claim(read.describe("white", "crumble"), False, find_game("crumble"), "white") == read


@pytest.mark.parametrize(
    "said",
    ["differs-1", "wins-1 crumble.draw=agreement-only", "differs-1 splinter.tie=keep-one", "differs-1 crumble.draw=no",
     "threats-0", "series-0", "passes-10"],
)  # fmt: skip
def test_what_is_no_claim_is_bad_input(said: str) -> None:
    with pytest.raises(InputError):
        read_claim(said, False, find_game("crumble"), "white")


def test_every_kind_is_put_to_solvers_as_a_question() -> None:
    said = {
        ("wins-2", True): "White to move: find the only turn that wins in 2 turns",
        ("mated-1", False): "White to move: whatever it does, Black wins at once. Answer every turn",
        (
            "defends-1",
            True,
        ): "White to move, and Black threatens to win in 1 turn: find the only turn that does not lose",
        ("threats-3", False): "White, to move, is mated: which 3 turns of Black between them answer everything?",
        ("passes-2", False): "White passes, then Black wins in 2 turns: find the first turn",
        ("series-3", False): "White plays 3 turns in a row, Black only passes: win by the last",
        ("differs-1 crumble.win-stops=end-of-turn", False): "White to move wins at once under one value of "
        "crumble.win-stops only: at-once or end-of-turn?",
        ("differs-2 crumble.draw=draw-turns", False): "White to move wins in 2 turns under one value of "
        "crumble.draw only: the one in force or draw-turns?",
    }
    for (claim, unique), question in said.items():
        assert asked(puzzle("crumble", CRUMBLEMATE, claim, unique)) == question


@pytest.mark.parametrize(
    ("game", "diagram", "claim", "unique"),
    [
        ("scrunch", SCRUNCH_THREATS, "threats-2", False),
        ("splinter", SPLINTER_WIN, "passes-1", True),
        ("scrunch", SCRUNCH_OPEN, "passes-2", False),
        ("splinter", SPLINTER_SERIES, "series-2", True),
        ("scrunch", SCRUNCH_OPEN, f"differs-2 {BARE}", False),
    ],
)
def test_every_kind_has_a_tree_a_rating_and_a_file(game: str, diagram: str, claim: str, unique: bool) -> None:
    its, data = proved(game, diagram, claim, unique)
    play, tree = proved_play(its, data), solution_tree(its, data)
    assert tree.key == (play.key.text if play.key else "")
    assert tree.play.replies == len(play.replies)
    rated = rate(its, data)
    assert rated.puzzle.difficulty in range(1, 6)
    assert rated.features.turns == its.claim.depth
    again = parse_puzzle(format_puzzle(rated.puzzle))
    assert (again.claim, again.solution) == (its.claim, rated.puzzle.solution)
    assert puzzle_from_json(puzzle_to_json(rated.puzzle)) == rated.puzzle


@pytest.mark.parametrize(
    ("game", "diagram", "claim", "unique"),
    [
        ("splinter", SPLINTER_WIN, "passes-1", True),
        ("splinter", SPLINTER_SERIES, "series-2", True),
        ("scrunch", SCRUNCH_OPEN, f"differs-2 {BARE}", False),
    ],
)
def test_every_kind_is_solved_by_its_key(game: str, diagram: str, claim: str, unique: bool) -> None:
    its, data = proved(game, diagram, claim, unique)
    training = Training(its, data)
    assert asked(its) in training.begin()
    if its.claim.about:
        training.answer("full-turn")
    play = proved_play(its, data)
    assert play.key is not None
    said = training.answer(play.key.text)
    assert said.startswith(f"{wrapped(play.key.text)}!")
    assert training.score.tries == 0
    for turn in play.series[1:]:
        training.answer(turn.text)
    if not play.replies:
        assert training.is_over


def test_a_win_elsewhere_has_a_certificate_of_its_own() -> None:
    played, shown = as_played(*proved("splinter", SPLINTER_WIN, "passes-1", unique=True))
    checked = check(shown)
    assert (checked.claim, checked.position) == ("wins-1", played.position)
    itself = proved("splinter", SPLINTER_SERIES, "series-2", unique=True)
    assert as_played(*itself) == itself


@pytest.mark.parametrize(
    ("game", "board", "claim", "unique"),
    [
        ("scrunch", "3", "threats-2", False),
        only_in_ci(("splinter", "5x4", "passes-2", True)),
        only_in_ci(("splinter", "5x4", "series-2", True)),
        ("scrunch", "3", "differs-2 scrunch.loops=forbidden", False),
    ],
)
def test_positions_for_every_kind_are_found(game: str, board: str, claim: str, unique: bool) -> None:
    wanted = Claim.parse(claim, unique)
    for position in islice(candidates(game, wanted, board, seed=1), 2):
        assert verify(Puzzle(game, position, wanted)).verdict == PROVED
