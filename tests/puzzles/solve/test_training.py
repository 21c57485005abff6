"""Puzzles solved line by line, also those that ask for a reading, for answers to everything, or for a series."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from puzzles.certified import BARE, proved
from puzzles.samples import (
    CRUMBLEMATE,
    SCRUNCH_OPEN,
    SCRUNCH_THREATS,
    SPLINTER_KEYED,
    SPLINTER_SERIES,
    SPLINTER_WIN,
    played,
    puzzle,
)
from shatterproof_properties.puzzles.claims.threats_claim import Replies
from shatterproof_properties.puzzles.proof.tree import solution_tree, tree_to_json
from shatterproof_properties.puzzles.proof.verification import verify
from shatterproof_properties.puzzles.solve import questions
from shatterproof_properties.puzzles.solve import training as line_by_line
from shatterproof_properties.puzzles.solve.judge import Judge
from shatterproof_properties.puzzles.solve.training import HELP, Training
from shatterproof_properties.solving.forcing import Forcing, SearchLimits

KEYED = "splinter", SPLINTER_KEYED, "wins-2", True
BLACK_TURNS = ("2,1V", "2,1VWNE", "0,1V", "3,2V", "4,3HSW")
CUT = """\
Crumble 2x2, Black to move
AAbB
AAbB
aaCC
aaCC
"""


def begun(game: str, diagram: str, claim: str, unique: bool = False) -> tuple[Training, str]:
    now = Training(*proved(game, diagram, claim, unique))
    return now, now.begin()


def turns(training: Training) -> list[str]:
    game, here = training.puzzle.rules, training.puzzle.reference_position()
    return [game.format_turn(here, turn) for turn, after in game.results(here) if game.outcome(after) is None]


def answers(training: Training) -> list[str]:
    """The answers of the proved set, as they are reported."""
    reported = training.puzzle.claim.meaning.proof_lines((verify(training.puzzle).certificate or {})["proof"])
    separator = "; " if training.puzzle.game == "crumble" else ", "
    return [each.rpartition(" (")[0] for each in next(reported).removeprefix("answers: ").split(separator)]


@pytest.mark.parametrize("typed", ["full-turn", "scrunch.first-wriggle=full-turn", "First-Wriggle = full-turn"])
def test_the_value_that_is_asked_for_is_accepted_and_then_the_key(typed: str) -> None:
    training, said = begun("scrunch", SCRUNCH_OPEN, f"differs-2 {BARE}")
    assert "Type the value, full-turn or bare-placement; then the turn" in said
    assert training.answer("c1") == "First the value of scrunch.first-wriggle: full-turn or bare-placement?"
    said = training.answer(typed)
    assert said.startswith("full-turn! Dark wins with scrunch.first-wriggle=full-turn, not with bare-placement.")
    assert training.score == (0, 0)
    assert training.answer("hint").startswith("It is ")


def test_the_value_may_be_the_one_that_is_not_in_force() -> None:
    its = puzzle("scrunch", SCRUNCH_OPEN, "differs-2 scrunch.first-wriggle=full-turn")
    its = replace(its, readings={"scrunch.first-wriggle": "bare-placement"})
    training = Training(its, verify(its).certificate or {})
    training.begin()
    for said in ("bare-placement? ", "full-turn! ", "c1!"):
        assert training.answer(said.rstrip("?! ")).startswith(said)


def test_the_other_value_is_a_try_that_fails_and_hints_and_the_solution_name_the_right_one() -> None:
    training, _ = begun("scrunch", SCRUNCH_OPEN, f"differs-2 {BARE}")
    assert training.answer("bare-placement") == "bare-placement? With it Dark does not win in 2 turns."
    reported = "Dark wins with scrunch.first-wriggle=full-turn, not with bare-placement"
    kind, where, value = (training.answer("hint") for _ in range(3))
    assert kind.startswith("The turn that wins under one value only is ")
    assert where.startswith(f"{kind.rstrip('.')}: ")
    assert value == f"{reported}."
    assert training.score == (1, 3)
    assert training.answer("undo") == "There is no turn to take back."
    assert training.answer("give up").startswith(f"{reported}\n1.")


@pytest.mark.parametrize(("game", "diagram"), [("crumble", CRUMBLEMATE), ("scrunch", SCRUNCH_THREATS)])
def test_a_set_of_answers_is_accepted_on_one_line_and_turn_by_turn(game: str, diagram: str) -> None:
    training, said = begun(game, diagram, "threats-2")
    assert "Type 2 turns, on one line or one by one" in said
    one, other = answers(training)
    said = training.answer(f"{one}; {other}")
    assert training.solved
    assert training.score == (0, 0)
    assert "\nThe answers: " in said
    again, _ = begun(game, diagram, "threats-2")
    assert again.answer(other).endswith(". 1 more.")
    assert again.answer(other).endswith("counted already.")
    again.answer("undo")
    again.answer(f"{one}, {other}")
    assert again.solved


def test_answers_that_do_not_belong_to_a_set_fail_and_hints_lead_to_one() -> None:
    training, _ = begun("crumble", CRUMBLEMATE, "threats-2")
    assert training.answer("check mate").startswith("check answers nothing: 'check' is no turn")
    none = "? It wins after none of the turns. After 0,1V2-1W-S, for one: No chain of Black touches more sides "
    assert training.answer("0,1V").startswith(f"0,1V{none}")
    said = [training.answer(text) for text in BLACK_TURNS]
    assert any(each.endswith("; then 2 answers are not enough.") for each in said)
    assert training.score.tries == 1 + sum("?" in each for each in said)
    while training.answer("undo") != "There is no turn to take back.":
        pass
    for _ in range(2):
        hints = [training.answer("hint") for _ in range(3)]
        assert hints[0].startswith("One is a ")
        training.answer(hints[2].removeprefix("One is ").removesuffix("."))
    assert training.solved
    given, _ = begun("crumble", CRUMBLEMATE, "threats-2")
    assert given.answer("give up").startswith("answers: 3,3HSW (25); ")


def test_two_who_look_for_answers_at_the_same_time_get_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    its, certificate = proved("scrunch", SCRUNCH_THREATS, "threats-2")
    one = questions.WhichAnswers(its, certificate)
    other = one.fresh_copy()

    def found_meanwhile(forcing: Forcing, replies: Iterable[Any]) -> Replies:
        monkeypatch.undo()
        other.hint(1)
        return Replies(forcing, replies)

    monkeypatch.setattr(questions, "Replies", found_meanwhile)
    turn = one.hint(3).text.removeprefix("One is ").removesuffix(".")
    assert one.answer(turn) == other.answer(turn) == questions.WhichAnswers(its, certificate).answer(turn)


def test_every_turn_of_a_series_is_asked_for_and_passes_are_reported() -> None:
    training, _ = begun("splinter", SPLINTER_SERIES, "series-2", unique=True)
    its = training.puzzle
    certificate = verify(its).certificate or {}
    first, last = certificate["proof"]["series"]
    said = training.answer(first)
    assert said.startswith(f"{first}! Right. Blue passes.\n\nSplinter 5x4, White to move\n")
    assert not training.is_over
    assert training.answer("undo").startswith("Splinter 5x4, White to move\n")
    assert "?" in training.answer(next(text for text in turns(training) if text != first))
    training.answer(first)
    assert last in [training.answer("hint") for _ in range(3)][2]
    assert training.answer(last).startswith(f"{last}!")
    assert training.solved
    given, _ = begun("splinter", SPLINTER_SERIES, "series-2", unique=True)
    assert given.answer("give up") == f"1.{first}! 1...passes 2.{last}"
    assert tree_to_json(solution_tree(its, certificate))["series"] == [first, last]


def test_turns_of_another_series_that_wins_are_right() -> None:
    training, _ = begun("splinter", SPLINTER_WIN, "series-2")
    its = training.puzzle
    first = (verify(its).certificate or {})["proof"]["series"][0]
    others = [
        text for text in turns(training) if text != first and "!" in training.answer(text) and training.answer("undo")
    ]
    assert others
    said = training.answer(others[0])
    assert f"It is a key besides {first}." in said or "Right." in said


def test_a_try_fails_to_the_reply_that_refutes_it_and_is_counted() -> None:
    now, before = begun(*KEYED)
    said = now.answer("c2NE")
    assert said.startswith("c2NE? e2W refutes it: then no turn of Blue wins. White still has ")
    assert ".\n\nSplinter 5x5, Blue to move\n" in said
    assert said.endswith("\n\nThe position is as before.")
    its = now.puzzle
    after = its.rules.to_diagram(played(its.rules, its.reference_position(), "c2NE", "e2W"))
    assert [line[4:] for line in said.split("\n") if line[:2].strip().isdigit()] == after.split("\n")[1:6]
    assert now.answer("board") in before
    assert (now.score.tries, now.is_over) == (1, False)


def test_a_turn_is_taken_back_with_its_answer_and_whoever_gives_up_is_shown_the_solution() -> None:
    now, before = begun(*KEYED)
    assert now.answer("undo") == "There is no turn to take back."
    assert now.answer("hint") == "It is the slide of a square piece."
    now.answer("c2NW")
    assert now.answer("board") not in before
    assert now.answer("undo") in before
    assert now.answer("  Give   UP ").startswith("1.c2NW!")
    assert (now.given_up, now.solved, now.is_over) == (True, False, True)
    assert now.answer("help") == HELP
    assert now.answer("  ") == ""


def test_what_the_search_cannot_judge_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = SearchLimits(positions=0)
    monkeypatch.setattr(line_by_line, "Judge", lambda its, certificate: Judge(its, certificate, limits))
    now, _ = begun(*KEYED)
    assert now.answer("c2NE").startswith("This turn could not be judged: not decided within 0 positions")
    assert now.answer("hint").startswith("There is no hint: ")
    assert now.score == (0, 0)
