"""Solving puzzles: the verdicts on turns, the defences, hints, and puzzles solved line by line."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from puzzles.collect import files_of, puzzle_in
from puzzles.samples import CRUMBLEMATE, SPLINTER_KEYED, SPLINTER_WIN, puzzle
from shatterproof.errors import InputError
from shatterproof.game import GAMES
from shatterproof_properties.protocol.answers import position_to_json
from shatterproof_properties.puzzles.checker.certificate import read_certificate
from shatterproof_properties.puzzles.claims.kind import ClaimKind, Tried
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.files.folders import certificate_beside
from shatterproof_properties.puzzles.proof.verification import search_for, verify
from shatterproof_properties.puzzles.solve import judge as judging
from shatterproof_properties.puzzles.solve import training
from shatterproof_properties.puzzles.solve.judge import GOES_ON, ILLEGAL, SOLVED, WRONG, Judge
from shatterproof_properties.puzzles.solve.training import HELP, Training
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


@cache
def proved(game: str, diagram: str, claim: str, unique: bool = False) -> tuple[Puzzle, Any]:
    its = puzzle(game, diagram, claim, unique)
    return its, verify(its).certificate


def keyed() -> tuple[Puzzle, Any]:
    return proved("splinter", SPLINTER_KEYED, "wins-2", True)


def played() -> list[tuple[str, str]]:
    """The kinds of puzzles that are solved by turns alone."""
    meant = {place: its.claim.meaning for place, (its, _) in collected().items()}
    return sorted(place for place, its in meant.items() if not (its.names_reading or its.counts_answers))


@pytest.mark.parametrize(("game", "claim"), played())
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
    rules = its.rules
    reached = {rules.play(found.after, rules.parse_turn(found.after, text)) for text in longest}
    assert rules.play(found.after, rules.parse_turn(found.after, found.reply)) in reached


def test_a_proved_line_is_judged_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> Forcing:
        raise AssertionError("a search")

    judge = Judge(*keyed())
    monkeypatch.setattr(judging, "search_for", never)
    found = judge.judge(["c2NW"])
    assert found.verdict == GOES_ON
    with pytest.raises(AssertionError, match="a search"):
        judge.judge(["c2NE"])


def test_a_try_fails_to_the_reply_that_refutes_it_and_is_counted() -> None:
    now = Training(*keyed())
    before = now.begin()
    said = now.answer("c2NE")
    assert said.startswith("c2NE? e2W refutes it: then no turn of Blue wins. White still has ")
    assert ".\n\nSplinter 5x5, Blue to move\n" in said
    assert said.endswith("\n\nThe position is as before.")
    assert "\n 2  ..So.\n" not in said
    assert now.answer("board") in before
    assert (now.score.tries, now.is_over) == (1, False)


def test_a_win_that_is_not_in_time_and_one_without_a_turn_left_are_reported() -> None:
    judge = Judge(*proved("splinter", SPLINTER_WIN, "wins-1"))
    rules, here = judge.game, judge.diagram
    texts = [rules.format_turn(here, turn) for turn, _ in rules.results(here)]
    found = {judge.judge([text]).text for text in texts}
    said = "It does not win: the game goes on. White still has 1 square piece, 1 cross and 1 circle."
    assert said in found
    assert any(text.startswith("Blue wins: ") for text in found)
    late = next(text for text in texts if judge.judge([text]).text == said)
    after = judge.judge([late]).after
    reply = next(turn for turn, then in rules.results(after) if rules.outcome(then) is None)
    then = rules.play(after, reply)
    last = rules.format_turn(then, next(iter(rules.results(then)))[0])
    assert judge.judge([late, rules.format_turn(after, reply), last]).text == "That is too late."


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
    judge = Judge(its, certificate)
    rules, here = judge.game, judge.diagram
    key = certificate["proof"]["key"]["by"]
    found = {
        rules.format_turn(here, turn): judge.judge([rules.format_turn(here, turn)]) for turn, _ in rules.results(here)
    }
    right = {text: each for text, each in found.items() if each.verdict in (GOES_ON, SOLVED)}
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


def test_a_turn_is_taken_back_with_its_answer() -> None:
    now = Training(*keyed())
    begun = now.begin()
    assert now.answer("undo") == "There is no turn to take back."
    now.answer("c2NW")
    assert now.answer("board") not in begun
    assert now.answer("undo") in begun


def test_whoever_gives_up_is_shown_the_solution() -> None:
    now = Training(*keyed())
    now.begin()
    assert now.answer("  Give   UP ").startswith("1.c2NW!")
    assert (now.given_up, now.solved, now.is_over) == (True, False, True)
    assert now.answer("help") == HELP
    assert now.answer("  ") == ""


def test_what_the_search_cannot_judge_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "Judge", lambda its, certificate: Judge(its, certificate, SearchLimits(positions=0)))
    now = Training(*keyed())
    now.begin()
    assert now.answer("c2NE").startswith("This turn could not be judged: not decided within 0 positions")
    assert now.answer("hint").startswith("There is no hint: ")
    assert now.score == (0, 0)


def test_a_defence_is_right_if_it_saves() -> None:
    saved, certificate = collected()["splinter", "defends-1"]
    judge = Judge(saved, certificate)
    (key,) = saved.solution
    assert judge.judge([key]).verdict == SOLVED
    rules, here = judge.game, judge.diagram
    others = [rules.format_turn(here, turn) for turn, _ in rules.results(here)]
    verdicts = [judge.judge([text]).verdict for text in others]
    assert verdicts.count(SOLVED) == 1
    assert verdicts.count(WRONG) == len(others) - 1


def test_a_kind_of_claim_that_says_nothing_else_judges_by_its_solutions() -> None:
    its, _ = keyed()
    forcing = search_for(its)
    adapter = forcing.adapter
    here = adapter.read(dict(its.position))
    meaning = its.claim.meaning
    for turn, after in adapter.results(here):
        is_key = adapter.text(here, turn) == "c2NW"
        if adapter.verdict(after) is None:
            assert ClaimKind.tried(meaning, forcing, after, 2) == Tried(is_key)
    assert adapter.text(here, ClaimKind.right_turn(meaning, forcing, here, 2)) == "c2NW"


def test_out_of_limits_is_raised_by_the_judge() -> None:
    with pytest.raises(OutOfLimits):
        Judge(*keyed(), SearchLimits(positions=0)).judge(["c2NE"])
