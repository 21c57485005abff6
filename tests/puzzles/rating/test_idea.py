"""Comments are true of the key itself, in all shipped puzzles, and hints begin with them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from puzzles.collect import beside, files_of
from puzzles.showcase import SAMPLES, proved, rated
from shatterproof.game import GAMES
from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.files.text import read_puzzle
from shatterproof_properties.puzzles.proof.proved_play import PlayedTurn, as_played, proved_play
from shatterproof_properties.puzzles.rating.measures import turn_features
from shatterproof_properties.puzzles.rating.solver_model import FailedTry
from shatterproof_properties.puzzles.rating.themes import comment_of, idea_to_hint, themes_in
from shatterproof_properties.puzzles.solve.judge import Hint

STATISTICS = re.compile(
    r"\b(one|two|three|four|five|six|seven|eight|nine|ten|[0-9]+)\b (more )?(turns?|repl|pieces?|steps?)"
)
SAYS: Mapping[str, Callable[[Mapping[str, int]], Any]] = {
    "gives pieces of its own up": lambda does: does["own captured"],
    "gives up more than it takes": lambda does: does["own lost"] > does["theirs lost"],
    "closes a ring": lambda does: does["returns"] and does["captured"],
    "walks back": lambda does: does["returns"] and not does["captured"],
    "joins fewer pieces": lambda does: does["smaller"],
    "captures on its way": lambda does: does["captured"],
    "the long way round": lambda does: does["steps"] >= 6,
    "cuts several pieces": lambda does: does["cut"] > 1 and does["steps"],
    "does not walk": lambda does: not does["steps"],
    "the choice among them": lambda does: does["tie"],
    "takes the last cell": lambda does: does["shuts out"],
    "lays the last egg": lambda does: does["last egg"],
    "strangles": lambda does: does["strangles"],
    "removes snakes": lambda does: does["removed"],
    "ends the creation": lambda does: does["leaves creation"],
    "makes one snake": lambda does: does["merged"],
    "may not stay": lambda does: does["cured"],
    "to stand alone": lambda does: does["stepped"],
}
"""Sentences of comments about a turn, and what that turn must do."""
OF_THE_PLAY = (
    "makes two threats",
    "threatens nothing",
    "must not be taken",
    "pushed back at once",
)
"""Sentences of comments about the play after it."""


def turns_of_the_idea(puzzle: Puzzle, certificate: Json) -> list[PlayedTurn]:
    """The turns that a comment is about: the first of the solution, or answers used more than once."""
    played, shown = as_played(puzzle, certificate)
    play = proved_play(played, shown)
    if play.key is not None:
        return [play.key]
    if puzzle.solution:
        return [PlayedTurn(puzzle.rules, puzzle.reference_position(), puzzle.solution[0])]
    answers = [reply.answer for reply in play.replies if reply.answer is not None]
    used = Counter(answer.text for answer in answers)
    return [answer for answer in answers if used[answer.text] > 1] or answers


@pytest.mark.ci
@pytest.mark.parametrize("game", GAMES)
def test_what_a_comment_says_is_what_the_key_does_and_no_statistics(game: str) -> None:
    wrong = []
    for file in files_of(game):
        puzzle = read_puzzle(file)
        said = [(words, is_so) for words, is_so in SAYS.items() if words in puzzle.comment]
        certificate = json.loads(beside(file).read_text(encoding="utf-8"))
        does = [turn_features(turn) for turn in (turns_of_the_idea(puzzle, certificate) if said else [])]
        wrong += [f"{file.stem}: {words}" for words, is_so in said if not any(map(is_so, does))]
        assert not STATISTICS.search(puzzle.comment), puzzle.comment
    assert wrong == []


@pytest.mark.parametrize("game", GAMES)
def test_each_idea_is_one_that_the_collection_is_held_to(game: str) -> None:
    for theme in themes_in(game).values():
        assert not theme.idea or any(words in theme.idea for words in (*SAYS, *OF_THE_PLAY)), theme.idea


def test_a_comment_about_a_defence_says_what_saves_and_not_what_refutes() -> None:
    found = rated("one of many slides")
    assert any(threat.does["off board"] for threat in found.features.threats)
    assert rated("one stone left to save").puzzle.comment.startswith("The key is quiet: it does not walk.")


def test_the_natural_try_comes_with_what_it_fails_to() -> None:
    puzzle = rated("nothing goes yet").puzzle
    assert puzzle.comment.endswith("The natural b2NE fails to e2SW.")
    rules, here = puzzle.rules, puzzle.reference_position()
    after = rules.play(here, rules.parse_turn(here, "b2NE"))
    assert rules.play(after, rules.parse_turn(after, "e2SW"))


def test_the_natural_defence_fails_to_something_else_than_the_threat_that_everybody_sees() -> None:
    found = rated("one stone left to save")
    seen, hidden = (FailedTry(turn, 1, True, refutation=turn.upper()) for turn in "ab")
    for tries, said in (((seen,) * 3, ""), ((seen, seen, hidden), "The natural b fails to B alone.")):
        comment = comment_of(found.features, replace(found.solving, tries=tries))
        assert comment.endswith(said)
        assert ("natural" in comment) == bool(said)


def test_an_answer_to_few_of_the_replies_is_not_what_a_mate_is_about() -> None:
    found = rated("no room to grow")
    threats = (replace(found.features.threats[0], answers=1),) * 3
    few = replace(found.features, threats=threats)
    assert comment_of(found.features, found.solving).startswith("The main answer ")
    assert comment_of(few, found.solving) == comment_of(replace(few, threats=()), found.solving) == ""


def test_where_nothing_is_remarkable_nothing_is_said() -> None:
    found = rated("four in a row")
    assert comment_of(found.features, found.solving) == found.puzzle.comment == ""


@pytest.mark.parametrize("name", SAMPLES)
def test_a_hint_gives_one_idea_and_no_place(name: str) -> None:
    puzzle = proved(name)[0]
    hint = idea_to_hint(puzzle)
    ideas = [theme.idea for theme in themes_in(puzzle.game).values() if theme.idea]
    assert sum(idea in hint for idea in ideas) <= 1
    assert not hint or puzzle.claim.meaning.solver_begins
    assert not re.search(r"\d", hint)


def test_hints_go_from_the_idea_to_the_place_to_the_turn() -> None:
    hint = Hint("a cut", ("piece",), "1,2VE", "The right turn is quiet.")
    assert [hint.said(number, ": 1,2") for number in (1, 2, 3)] == [
        "The right turn is quiet.",
        "It is a cut: 1,2.",
        "It is 1,2VE.",
    ]
    assert hint._replace(idea="").said(1, ": 1,2") == "It is a cut."
