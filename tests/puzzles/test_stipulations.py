"""Claims that ask something: threats that answer everything, passes, series, and readings that decide."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from campaigns import campaign
from puzzles.samples import (
    CRUMBLEMATE,
    SCRUNCH_OPEN,
    SCRUNCH_THREATS,
    SPLINTER_SERIES,
    SPLINTER_WIN,
    holds,
    passed,
    puzzle,
)
from shatterproof.errors import InputError
from shatterproof.game import find_game
from shatterproof.record import wrapped
from shatterproof_properties.protocol.reference_table import position_to_json
from shatterproof_properties.puzzles.certificate import PROVED, REFUTED, seal_of
from shatterproof_properties.puzzles.checker import Refused, check
from shatterproof_properties.puzzles.claim import Claim, read_claim
from shatterproof_properties.puzzles.compose import candidates
from shatterproof_properties.puzzles.features import measure
from shatterproof_properties.puzzles.files.json_form import puzzle_from_json, puzzle_to_json
from shatterproof_properties.puzzles.files.text import format_puzzle, parse_puzzle
from shatterproof_properties.puzzles.played import as_played
from shatterproof_properties.puzzles.puzzle import Puzzle, asked, claimed
from shatterproof_properties.puzzles.rate import rate
from shatterproof_properties.puzzles.solution import proved_play
from shatterproof_properties.puzzles.training import Training
from shatterproof_properties.puzzles.tree import solution_tree
from shatterproof_properties.puzzles.verdict_text import verdict_to_text
from shatterproof_properties.puzzles.verify import UNKNOWN, verify
from shatterproof_properties.solving.forcing import SearchLimits

Json = dict[str, Any]
BARE = "scrunch.first-wriggle=bare-placement"
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
CLAIMS = (
    "threats-1", "threats-2", "threats-3", "passes-1", "passes-2", "series-1", "series-2", "series-3",
    f"differs-1 {BARE}", f"differs-2 {BARE}",
    "differs-2 scrunch.loops=forbidden", "differs-2 scrunch.stuck-creator=pass",
)  # fmt: skip


def proved(game: str, diagram: str, claim: str, unique: bool = False) -> tuple[Puzzle, Json]:
    """A puzzle whose claim holds, and a certificate of one's own to change."""
    its, certificate = _certified(game, diagram, claim, unique)
    return its, dict(json.loads(certificate))


@cache
def _certified(game: str, diagram: str, claim: str, unique: bool) -> tuple[Puzzle, str]:
    its = puzzle(game, diagram, claim, unique)
    found = verify(its)
    assert found.verdict == PROVED
    return its, json.dumps(found.certificate)


def refused(data: Json) -> str:
    """Why the checker refuses a certificate that has been changed and sealed anew."""
    with pytest.raises((Refused, InputError)) as error:
        check(data | {"seal": seal_of(data)})
    return str(error.value)


@cache
def small_positions() -> tuple[Any, ...]:
    """Undecided positions of Scrunch on the smallest board, as play leads to them."""
    game, chance = find_game("scrunch"), Random(16)
    found = set()
    for _ in range(12):
        position: Any = game.start("2")
        while game.outcome(position) is None:
            found.add(position)
            position = chance.choice([after for _, after in game.results(position)])
    return tuple(sorted(found, key=str))


@pytest.mark.parametrize("unique", [False, True])
@pytest.mark.parametrize("claim", CLAIMS)
def test_every_verdict_on_small_positions_is_that_of_the_definitions(claim: str, unique: bool) -> None:
    game = find_game("scrunch")
    wanted = Claim.parse(claim, unique)
    asked_of = Random(claim).sample(small_positions(), 12)
    verdicts = set()
    for position in asked_of:
        its = Puzzle("scrunch", position_to_json(game, position), wanted)
        try:
            verdict = verify(its).verdict
        except InputError:
            assert wanted.kind in ("passes", "differs")
            continue
        assert verdict == (PROVED if holds(its) else REFUTED), game.to_diagram(position)
        verdicts.add(verdict)
    assert verdicts


def test_threats_that_leave_a_turn_unanswered_are_refused() -> None:
    _, data = proved("crumble", CRUMBLEMATE, "threats-2")
    data["proof"]["answers"][0][0]["results"].pop()
    assert "nothing answers result" in refused(data)


def test_one_answer_told_as_two_is_refused() -> None:
    _, data = proved("crumble", CRUMBLEMATE, "threats-2")
    first = data["proof"]["answers"][0][0]
    half = {**first, "results": first["results"][:1]}
    data["proof"]["answers"] = [[{**first, "results": first["results"][1:]}], [half], *data["proof"]["answers"][1:]]
    assert "one that stands elsewhere" in refused(data | {"claim": "threats-3"})


def test_two_answers_told_as_one_are_refused() -> None:
    _, data = proved("crumble", CRUMBLEMATE, "threats-2")
    data["proof"]["answers"] = [[group for groups in data["proof"]["answers"] for group in groups]]
    data["proof"]["fewest"]["then"] = []
    assert "not one answer" in refused(data | {"claim": "threats-1"})


def test_a_choice_of_fewer_answers_that_is_passed_over_is_refused() -> None:
    _, data = proved("crumble", CRUMBLEMATE, "threats-2")
    data["proof"]["fewest"]["then"].pop()
    assert "/proof/fewest/then: a list of" in refused(data)
    _, data = proved("crumble", CRUMBLEMATE, "threats-2")
    for further in data["proof"]["fewest"]["then"]:
        further["result"] = data["proof"]["fewest"]["result"]
    assert "an answer that is chosen answers it" in refused(data)


def test_fewer_answers_than_claimed_refute_a_claim_and_are_told() -> None:
    found = verify(puzzle("crumble", CRUMBLEMATE, "threats-3"))
    assert found.verdict == REFUTED
    assert "\nanswers: 3,3HSW (25); " in verdict_to_text(found)


def test_answers_are_met_by_play_of_a_solution() -> None:
    its, data = proved("scrunch", SCRUNCH_THREATS, "threats-2")
    play = proved_play(its, data)
    assert play.key is None
    assert all(reply.answer is not None for reply in play.replies if not reply.saves)


def test_answers_are_measured_as_they_are_claimed() -> None:
    its, data = proved("crumble", WALKS_THAT_DIFFER, "threats-3")
    turns = {reply.answer.turn for reply in proved_play(its, data).replies if reply.answer is not None}
    assert len(measure(its, data).threats) == 3 < len(turns)


def test_answers_that_are_as_useful_stand_in_the_same_order_in_every_process() -> None:
    program = (
        "from puzzles.samples import puzzle; from shatterproof_properties.puzzles.verify import verify\n"
        f"print(verify(puzzle('crumble', {EQUAL_ANSWERS!r}, 'threats-3')).certificate['proof']['answers'])"
    )

    def printed(seed: int) -> str:
        paths = os.pathsep.join([str(Path(__file__).parents[1]), os.environ["PYTHONPATH"]])
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


@pytest.mark.parametrize(
    ("game", "diagram", "claim"),
    [
        ("splinter", SPLINTER_SERIES, "series-2"),
        ("splinter", SPLINTER_SERIES, "series-3"),
        ("crumble", CRUMBLEMATE, "threats-2"),
    ],
)
def test_limits_hold_for_every_way_of_searching(game: str, diagram: str, claim: str) -> None:
    found = verify(puzzle(game, diagram, claim), SearchLimits(positions=12))
    assert (found.verdict, found.certificate) == (UNKNOWN, None)


@pytest.mark.parametrize(
    "change",
    [
        lambda turns: turns[::-1],
        lambda turns: turns[:1],
        lambda turns: [*turns, turns[-1]],
        lambda turns: [],
        lambda turns: [turns[1], turns[1]],
        lambda turns: " ".join(turns),
    ],
)
def test_other_turns_are_no_series(change: Any) -> None:
    _, data = proved("splinter", SPLINTER_SERIES, "series-2", unique=True)
    data["proof"]["series"] = change(data["proof"]["series"])
    assert refused(data)


def test_a_series_is_not_refuted_by_its_own_turns_under_other_names() -> None:
    _, data = proved("splinter", SPLINTER_SERIES, "series-2", unique=True)
    turns = data["proof"]["series"]
    for parts in ({"series": turns, "other": turns}, {"short": turns}, {}, {"a": turns, "b": turns}, {"other": turns}):
        assert refused(data | {"verdict": REFUTED, "proof": parts})


def test_the_proofs_for_two_readings_are_not_exchanged() -> None:
    its, data = proved("scrunch", SCRUNCH_OPEN, f"differs-2 {BARE}")
    stated, other = data["proof"]["stated"], data["proof"]["other"]
    assert "key" in stated
    assert "key" not in other
    assert refused(data | {"proof": {"stated": other, "other": stated}})
    assert refused(data | {"proof": {"stated": stated, "other": stated}})
    assert refused(data | {"proof": {"stated": stated}})
    other_way = replace(its, readings={"scrunch.first-wriggle": "bare-placement"}, claim=Claim.parse(
        "differs-2 scrunch.first-wriggle=full-turn"
    ))  # fmt: skip
    found = verify(other_way)
    assert found.verdict == PROVED
    assert found.certificate is not None
    assert "key" in found.certificate["proof"]["other"]
    assert f"with {other_way.claim.about}: c1 wins" in verdict_to_text(found)


def test_a_table_under_one_reading_does_not_stand_under_another() -> None:
    _, data = proved("scrunch", SCRUNCH_OPEN, f"differs-2 {BARE}")
    at = data["proof"]["other"]["table"]
    both = {"stated": {"table": at}, "other": {"table": at}}
    assert f"/nodes/{at} is about another position" in refused(data | {"verdict": REFUTED, "proof": both})


def test_a_reading_that_is_in_force_anyway_decides_nothing() -> None:
    its = puzzle("scrunch", SCRUNCH_OPEN, "differs-1 scrunch.first-wriggle=full-turn")
    with pytest.raises(InputError, match="in force anyway"):
        verify(its)


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
        campaign(("splinter", "5x4", "passes-2", True)),
        campaign(("splinter", "5x4", "series-2", True)),
        ("scrunch", "3", "differs-2 scrunch.loops=forbidden", False),
    ],
)
def test_positions_for_every_kind_are_found(game: str, board: str, claim: str, unique: bool) -> None:
    wanted = Claim.parse(claim, unique)
    for position in islice(candidates(game, wanted, board, seed=1), 2):
        assert verify(Puzzle(game, position, wanted)).verdict == PROVED
