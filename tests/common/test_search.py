"""Players find answers to questions in their own words."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from shatterproof.errors import InputError
from shatterproof.game import GAMES
from shatterproof.spec import clauses
from shatterproof_properties.common.clauses import clauses_like
from shatterproof_properties.common.search import search

QUESTIONS: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).resolve().parents[1] / "spec" / "questions.toml").read_text(encoding="utf-8")
)["question"]
ENOUGH = 28


def found(question: str, game: str | None = None) -> list[str]:
    return [each.place.id for each in search(question, game).found]


def test_there_are_ten_questions_about_each_game() -> None:
    for game in GAMES:
        assert sum(entry["answered_by"][0].startswith(f"{game}.") for entry in QUESTIONS) == 10


@pytest.mark.parametrize("named", [False, True], ids=["in any game", "in the game named"])
def test_players_find_the_answer_among_the_first_three(named: bool) -> None:
    missed = []
    for entry in QUESTIONS:
        game = entry["answered_by"][0].partition(".")[0] if named else None
        first = found(entry["ask"], game)[:3]
        if not set(first) & set(entry["answered_by"]):
            missed.append((entry["ask"], first))
    assert len(QUESTIONS) - len(missed) >= ENOUGH, missed


@pytest.mark.parametrize("word", ["surrounded", "surround", "SURROUNDING", "encircled", "surounded"])
def test_any_form_of_a_word_a_synonym_and_a_slip_find_the_clause(word: str) -> None:
    assert found(word)[0] == "crumble.capture.enclosed"


def test_a_word_that_no_clause_has_is_named_with_near_ones() -> None:
    assert search("capure in a corner").unknown["capure"][0] == "capture"
    assert search("qqqq in a corner").unknown == {"qqqq": ()}
    assert search("capture in a corner").unknown == {}


def test_the_game_is_named_or_one_of_the_words() -> None:
    for game in GAMES:
        for first in (found(f"may I pass in {game}"), found("may I pass", game)):
            assert f"{game}.turn.no-pass" in first[:2]
            assert all(name.startswith((f"{game}.", f"{game}#")) for name in first)


def test_the_sentence_is_the_one_that_speaks_of_it() -> None:
    (best, *_) = search("two-point neighbours").found
    assert best.place.id == "crumble.neighbour.complete-side"
    assert "two-point" in best.sentence


def test_results_in_examples_are_found_too() -> None:
    assert "crumble.notation.hyphens" in found("ambiguous turn")


@pytest.mark.parametrize("question", ["", "?", "qqq zzz", "\0"])
def test_nothing_found_is_refused(question: str) -> None:
    with pytest.raises(InputError, match="no clause speaks of"):
        search(question)


@pytest.mark.parametrize("game", GAMES)
def test_a_pattern_finds_the_clauses_of_its_game(game: str) -> None:
    every = frozenset(clause.id for clause in clauses(game))
    assert clauses_like(f"{game}.*") == clauses_like("*", game) == every
    some = min(every)
    assert clauses_like(some) == clauses_like(some.removeprefix(f"{game}."), game) == {some}


@pytest.mark.parametrize(
    ("pattern", "game", "near"),
    [
        ("splinter.slides.*", None, "splinter.slide."),
        ("splinter.slide", None, "splinter.slide.*"),
        ("slide", "splinter", "slide.*"),
        ("splinter.slide.*", "scrunch", "one of those that shatterproof rule lists"),
    ],
)
def test_a_pattern_that_finds_none_is_refused_with_what_is_near(pattern: str, game: str | None, near: str) -> None:
    with pytest.raises(InputError, match="no clause") as refused:
        clauses_like(pattern, game)
    assert near in str(refused.value)
