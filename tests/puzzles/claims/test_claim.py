"""Claims as they are written, and what those about threats, passes, series and readings mean."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from puzzles.certified import BARE, proved
from puzzles.samples import (
    CRUMBLEMATE,
    SCRUNCH_OPEN,
    SPLINTER_SERIES,
    SPLINTER_WIN,
    candidates,
    passed,
    puzzle,
)
from sampling import only_in_ci
from shatterproof.errors import InputError
from shatterproof.game import find_game
from shatterproof_properties.protocol.answers import position_to_json
from shatterproof_properties.puzzles.checker.certificate import PROVED, REFUTED
from shatterproof_properties.puzzles.claims.claim import Claim, read_claim
from shatterproof_properties.puzzles.claims.puzzle import Puzzle, claimed
from shatterproof_properties.puzzles.proof.proved_play import proved_play
from shatterproof_properties.puzzles.proof.verdict_text import verdict_to_text
from shatterproof_properties.puzzles.proof.verification import verify
from shatterproof_properties.puzzles.rating.rated import rate

WALKS_THAT_DIFFER = """\
4x4, White to move
aaAAbbbb
aaAAbbbb
aaBBCcDD
aaBBEcDD
FFFFGGdd
FFFFGGdd
FFFFeeee
FFFFeeee
"""
EQUAL_ANSWERS = "3x3, White to move\nABC\naDb\nEcF\n"


def test_fewer_answers_than_claimed_refute_a_claim_and_are_reported() -> None:
    found = verify(puzzle("crumble", CRUMBLEMATE, "threats-3"))
    assert found.verdict == REFUTED
    assert "\nanswers: 3,3HSW (25); " in verdict_to_text(found)


def test_answers_are_measured_as_they_are_claimed() -> None:
    its, data = proved("crumble", WALKS_THAT_DIFFER, "threats-3")
    turns = {reply.answer.turn for reply in proved_play(its, data).replies if reply.answer is not None}
    assert len(rate(its, data).features.threats) == 3 < len(turns)


def test_answers_that_are_as_useful_stand_in_the_same_order_in_every_process() -> None:
    program = (
        "from puzzles.samples import puzzle; from shatterproof_properties.puzzles.proof.verification import verify\n"
        f"print(verify(puzzle('crumble', {EQUAL_ANSWERS!r}, 'threats-3')).certificate['proof']['answers'])"
    )

    def printed(seed: int) -> str:
        paths = os.pathsep.join([str(Path(__file__).parents[2]), os.environ["PYTHONPATH"]])
        environment = {**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": str(seed)}
        command = [sys.executable, "-c", program]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout

    assert printed(1) == printed(5)


def test_a_win_after_a_pass_is_played_from_the_position_after_it() -> None:
    its, data = proved("splinter", SPLINTER_WIN, "passes-1", unique=True)
    play = proved_play(its, data)
    assert play.key is not None
    assert play.key.before.to_move != its.to_move
    outcome = its.rules.outcome(play.key.after)
    assert outcome is not None
    assert outcome.winner == play.key.before.to_move
    assert f"after a pass, {play.key.text}:" in verdict_to_text(verify(its))


def test_what_is_remembered_is_forgotten_by_a_pass() -> None:
    game = find_game("splinter")
    position = game.play(game.start("6x6"), next(game.turns(game.start("6x6"))))
    its = Puzzle("splinter", position_to_json(game, position), Claim("passes", 1))
    assert its.position["memory"]
    assert claimed(its) == "White to move passes: Blue wins in 1 turn"
    assert verify(its).verdict == REFUTED


def test_a_pass_that_leaves_no_position_is_bad_input() -> None:
    game, readings = find_game("scrunch"), {"scrunch.isolated": "from-all", "scrunch.shut-out": "loses"}
    diagram = "Scrunch 2, Dark to move, creating Light\n . .\n. x .\n . .\n"
    shutting_out = game.from_diagram(diagram, game.Readings.from_mapping(readings))
    assert passed(game, shutting_out) is None
    with pytest.raises(InputError, match="a claim about a pass, after which the game could not go on"):
        verify(Puzzle("scrunch", position_to_json(game, shutting_out), Claim("passes", 1), readings))


def test_a_series_is_played_with_passes_in_between() -> None:
    its, data = proved("splinter", SPLINTER_SERIES, "series-2", unique=True)
    play = proved_play(its, data)
    assert [turn.text for turn in play.series] == data["proof"]["series"]
    assert [turn.before.to_move for turn in play.series] == [its.to_move] * 2
    assert play.replies == ()
    assert f"series: {', '.join(data['proof']['series'])}" in verdict_to_text(verify(its))


def test_a_reading_decides_whichever_of_its_values_is_in_force() -> None:
    its = puzzle("scrunch", SCRUNCH_OPEN, "differs-2 scrunch.first-wriggle=full-turn")
    found = verify(replace(its, readings={"scrunch.first-wriggle": "bare-placement"}))
    assert found.certificate is not None
    assert (found.verdict, "key" in found.certificate["proof"]["other"]) == (PROVED, True)
    assert f"with {its.claim.about}: c1 wins" in verdict_to_text(found)


def test_claims_read_as_they_are_printed() -> None:
    for claim in (Claim("wins", 2), Claim("mated", 0), Claim("defends", 9, True), Claim("differs", 2, about=BARE)):
        assert Claim.parse(str(claim), claim.unique) == claim


STOPS = "crumble.win-stops=end-of-turn"


@pytest.mark.parametrize(
    ("said", "claim"),
    [
        ("White is mated: three turns answer everything, and no fewer", "threats-3"),
        ("White passes: Black wins in two", "passes-2"),
        ("White to move passes: Black wins in 1 turn", "passes-1"),
        ("White plays three turns in a row and wins with the last", "series-3"),
        (f"differs-1 {STOPS}", f"differs-1 {STOPS}"),
        *((said, "wins-2") for said in ("wins in 2", "White to play wins in two", "White to move wins in 2")),
        ("white wins in nine turns.", "wins-9"),
        ("White to play and win in 3", "wins-3"),
        *((said, "mated-1") for said in ("crumblemate", "White is in crumblemate", "White to move is mated in 1 turn")),
        ("mated in two", "mated-2"),
        ("has a defence against losing in 1 turn", "defends-1"),
    ],
)
def test_a_claim_may_be_written_as_people_write_it_and_is_read_in_the_words_it_is_described_in(
    said: str, claim: str
) -> None:
    game = find_game("crumble")
    read = read_claim(said, False, game, "white")
    assert str(read) == claim
    for words in (read.describe("white", "crumble"), read.describe("white")):
        assert read_claim(words, False, game, "white") == read


@pytest.mark.parametrize(
    "text",
    [
        "", "wins", "wins-0", "mated-10", "loses-1", "wins-1 unique", "wins-٣", "wins--1", "differs-1", "threats-0",
        "series-0", "passes-10", "wins-1 crumble.draw=agreement-only", "differs-1 splinter.tie=keep-one",
        "differs-1 crumble.draw=no", "White passes: White wins in two", "White passes: Black never wins in two",
    ],
)  # fmt: skip
def test_what_is_no_claim_is_bad_input(text: str) -> None:
    with pytest.raises(InputError):
        read_claim(text, False, find_game("crumble"), "white")


QUESTIONS = {
    "wins-2": "White to move: find the only turn that wins in 2 turns",
    "mated-1": "White to move: whatever it does, Black wins at once. Answer every turn",
    "defends-1": "White to move, and Black threatens to win in 1 turn: find the only turn that does not lose",
    "threats-3": "White, to move, is mated: which 3 turns of Black between them answer everything?",
    "passes-2": "White passes, then Black wins in 2 turns: find its only first turn",
    "series-3": "White plays 3 turns in a row, Black only passes: win by the last; there is one way only",
    f"differs-1 {STOPS}": "White to move wins at once under one value of crumble.win-stops only: "
    "at-once or end-of-turn?",
    "differs-2 crumble.draw=draw-turns": "White to move wins in 2 turns under one value of crumble.draw only: "
    "the one in force or draw-turns?",
}


@pytest.mark.parametrize("claim", QUESTIONS)
def test_every_kind_is_put_to_solvers_as_a_question(claim: str) -> None:
    assert Claim.parse(claim, unique=claim != "mated-1").question("white", "crumble") == QUESTIONS[claim]


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
