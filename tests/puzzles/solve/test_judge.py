"""Solving puzzles: the verdicts on turns, the defences, hints, and reasons, which are true on the board."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from puzzles.certified import proved
from puzzles.collect import files_of, puzzle_in
from puzzles.samples import CRUMBLEMATE, SCRUNCH_OPEN, SPLINTER_KEYED, SPLINTER_SERIES, SPLINTER_WIN, played
from shatterproof.errors import InputError
from shatterproof.game import GAMES, find_game
from shatterproof_properties.protocol.answers import position_to_json
from shatterproof_properties.puzzles.checker.certificate import read_certificate
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.claims.words import not_won
from shatterproof_properties.puzzles.files.folders import certificate_beside
from shatterproof_properties.puzzles.proof.verification import search_for
from shatterproof_properties.puzzles.solve import judge as judging
from shatterproof_properties.puzzles.solve.judge import (
    GOES_ON,
    ILLEGAL,
    SOLVED,
    WRONG,
    Judge,
    JudgedTurn,
    in_a_row,
    turned_down,
)
from shatterproof_properties.puzzles.solve.training import Training
from shatterproof_properties.solving.forcing import Forcing, OutOfLimits, SearchLimits


@cache
def collected() -> dict[tuple[str, str], tuple[Puzzle, Any]]:
    """A puzzle of the collection for each game and claim, with its certificate."""
    found: dict[tuple[str, str], tuple[Puzzle, Any]] = {}
    for game in GAMES:
        for file in files_of(game):
            its = puzzle_in(file)
            if (game, str(its.claim)) not in found:
                found[game, str(its.claim)] = its, read_certificate(certificate_beside(file).read_bytes())
    return found


def keyed() -> tuple[Puzzle, Any]:
    return proved("splinter", SPLINTER_KEYED, "wins-2", True)


def first_turns(judge: Judge) -> dict[str, JudgedTurn]:
    texts = [judge.game.format_turn(judge.diagram, turn) for turn, _ in judge.game.results(judge.diagram)]
    return {text: judge.judge([text]) for text in texts}


def solved_by_turns() -> list[tuple[str, str]]:
    """The kinds of puzzles that are solved by turns alone."""
    meant = {place: its.claim.meaning for place, (its, _) in collected().items()}
    return sorted(place for place, its in meant.items() if not (its.names_reading or its.counts_answers))


@pytest.mark.parametrize(("game", "claim"), solved_by_turns())
def test_whoever_follows_the_third_hints_solves_a_puzzle(game: str, claim: str) -> None:
    now = Training(*collected()[game, claim])
    now.begin()
    for _ in range(20):
        if now.is_over:
            break
        hints = [now.answer("hint") for _ in range(3)]
        said = now.answer(hints[-1].removeprefix("It is ").removesuffix("."))
        assert "!" in said.split("\n")[0]
    assert now.solved
    assert now.score.tries == 0
    assert now.score.hints % 3 == 0


def test_the_defence_holds_out_as_long_as_any() -> None:
    its, certificate = next(found for (_, claim), found in sorted(collected().items()) if claim == "wins-3")
    judge = Judge(its, certificate)
    key = certificate["proof"]["key"]["by"]
    found = judge.judge([key])
    assert found.verdict == GOES_ON
    forcing = search_for(its)
    here = forcing.adapter.read(position_to_json(its.rules, found.after))
    longest = [
        forcing.adapter.text(here, turn)
        for turn, after in forcing.adapter.results(here)
        if forcing.adapter.verdict(after) is None and not forcing.is_won(after, 1)
    ]
    reached = {played(its.rules, found.after, text) for text in longest}
    assert played(its.rules, found.after, found.reply) in reached


def test_a_proved_line_is_judged_without_a_search_and_any_other_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> Forcing:
        raise AssertionError("a search")

    with pytest.raises(OutOfLimits):
        Judge(*keyed(), SearchLimits(positions=0)).judge(["c2NE"])
    judge = Judge(*keyed())
    monkeypatch.setattr(judging, "search_for", never)
    found = judge.judge(["c2NW"])
    assert found.verdict == GOES_ON
    with pytest.raises(AssertionError, match="a search"):
        judge.judge(["c2NE"])


def test_a_win_that_is_not_in_time_and_one_without_a_turn_left_are_reported() -> None:
    judge = Judge(*proved("splinter", SPLINTER_WIN, "wins-1"))
    found = {each.text: text for text, each in first_turns(judge).items()}
    assert any(said.startswith("Blue wins: ") for said in found)
    late = [found["It does not win: the game goes on. White still has 1 square piece, 1 cross and 1 circle."]]
    for _ in range(2):
        here = played(judge.game, judge.diagram, *late)
        goes_on = (turn for turn, after in judge.game.results(here) if judge.game.outcome(after) is None)
        late.append(judge.game.format_turn(here, next(goes_on)))
    assert judge.judge(late).text == "That is too late."


def test_a_turn_that_is_not_legal_is_refused_with_its_clause() -> None:
    now = Training(*keyed())
    now.begin()
    assert now.answer("a1N").startswith("a1N is not legal: ")
    assert now.answer("a1N").endswith("(splinter.turn.own)")
    assert "is no turn" in now.answer("check mate")
    assert Judge(*keyed()).judge(["a1N"]).verdict == ILLEGAL
    assert now.score.tries == 0


def test_a_key_besides_that_of_the_certificate_is_right_and_said_to_be_another() -> None:
    its, certificate = proved("splinter", SPLINTER_WIN, "wins-2")
    key = certificate["proof"]["key"]["by"]
    right = {text: each for text, each in first_turns(Judge(its, certificate)).items() if each.verdict != WRONG}
    assert len(right) > 1
    others = {each.remark for text, each in right.items() if text != key}
    assert others == {f"It is a key besides {key}.", "It wins sooner than was asked."}
    assert "besides" not in right[key].remark


def test_a_mate_is_answered_in_rounds_no_two_alike() -> None:
    its, certificate = proved("crumble", CRUMBLEMATE, "mated-1")
    judge = Judge(its, certificate)
    assert judge.rounds == 3
    begun = [judge.begin(number) for number in range(3)]
    assert len({each.reply for each in begun}) == 3
    answers = [judge.hint([each.reply]) for each in begun]
    assert len({each.turn for each in answers if each}) == 3
    assert judge.hint([]) is None
    with pytest.raises(InputError, match="not the solver's turn"):
        judge.judge([begun[0].reply])
    now = Training(its, certificate)
    assert "You are Black." in now.begin()
    assert "Round 1 of 3." in now.begin()


def test_a_defence_is_right_if_it_saves() -> None:
    saved, certificate = collected()["splinter", "defends-1"]
    verdicts = {text: each.verdict for text, each in first_turns(Judge(saved, certificate)).items()}
    assert verdicts == dict.fromkeys(verdicts, WRONG) | dict.fromkeys(saved.solution, SOLVED)
    assert len(saved.solution) == 1


STILL = {
    ("2x2, Black to move\nAB\nab\n", "black"): "touches more sides of the board than north, east and west.",
    ("2x2, Black to move\nAb\naB\n", "white"): "more sides of the board than north and east or south and west.",
    ("Splinter 4x4, Blue to move\n..OX\noo..\noOsS\nOx..\n", "blue"): "has 1 square piece, 1 cross and 3 circles.",
    ("Scrunch 2, Dark to move, creating Light\n  . .\n x . .\n  . o\n", "dark"): "2 cells for an egg, c1 for one.",
    ("Scrunch 2, Dark to move\n  . .\n x . .\n  . o\n", "dark"): "Light's smallest snake at a2 can still grow.",
    ("Scrunch 2, Light to move\n  o x\n x o x\n  x o\n", "dark"): "Light cannot grow, but still has 1 snake.",
}


@pytest.mark.parametrize(("diagram", "attacker"), STILL)
def test_what_a_side_still_has_or_lacks_is_reported(diagram: str, attacker: str) -> None:
    first = diagram.split()[0].lower()
    game = find_game(first if first in GAMES else "crumble")
    assert not_won(game, game.from_diagram(diagram), attacker).endswith(STILL[diagram, attacker])


def test_a_turn_that_does_not_win_has_a_reply_and_of_a_series_it_is_said_what_is_left() -> None:
    for found in first_turns(Judge(*proved("scrunch", SCRUNCH_OPEN, "wins-2"))).values():
        if found.verdict == WRONG:
            assert " refutes it: then no turn of " in found.text
            assert found.text.endswith(("can still grow.", "snakes.", "snake.", "for one."))
    said = first_turns(Judge(*proved("splinter", SPLINTER_SERIES, "series-2", unique=True)))
    assert "After it no turn wins." in {each.text for each in said.values()}
    game = find_game("scrunch")
    over = game.from_diagram("Scrunch 2, Light to move, creating Light\n  . .\n . x .\n  . .\n")
    assert in_a_row(game, over, 3) == "After it 2 turns in a row do not win."


def test_a_defence_that_fails_is_met_by_a_win() -> None:
    its, certificate = proved("splinter", SPLINTER_WIN, "wins-1")
    game, here = its.rules, its.reference_position()
    key = certificate["proof"]["key"]["by"]
    said = turned_down(game, here, key, str(here.to_move), 1)
    assert said.startswith(f"{key} refutes it. ")
    quiet = next(game.format_turn(here, turn) for turn, after in game.results(here) if game.outcome(after) is None)
    side, other = (str(each).capitalize() for each in (here.to_move, *(s for s in game.SIDES if s != here.to_move)))
    assert turned_down(game, here, quiet, str(here.to_move), 3).endswith(f"with it {side} wins in 3 turns at most.")
    assert turned_down(game, here, quiet, str(here.to_move), 1).endswith(f"every turn of {other} loses at once.")
