"""Themes, each shown by a puzzle that has it; difficulties; comments, which are true of the key itself; and hints."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from puzzles.collect import files_of
from puzzles.samples import played
from puzzles.showcase import SAMPLES, each_sample, proved, rated
from shatterproof.game import GAMES
from shatterproof.spec import spec_folder
from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.files.folders import certificate_beside
from shatterproof_properties.puzzles.files.text import read_puzzle
from shatterproof_properties.puzzles.proof.proved_play import PlayedTurn, as_played, proved_play
from shatterproof_properties.puzzles.rating.measures import Features, MeasuredThreat, turn_features
from shatterproof_properties.puzzles.rating.solver_model import FailedTry
from shatterproof_properties.puzzles.rating.themes import (
    STEPS,
    comment_of,
    difficulty,
    idea_to_hint,
    themes_in,
    themes_of,
)
from shatterproof_properties.puzzles.solve.judge import Hint

ONE = (MeasuredThreat(1, {}),)
CRUMBLE = Features("crumble", 2, 9, 0, {"cut": 1, "steps": 4}, (MeasuredThreat(8, {}), MeasuredThreat(1, {})))
SCRUNCH = replace(CRUMBLE, game="scrunch", key={"placed": 1})
SPLINTER = replace(CRUMBLE, game="splinter", key={"line": 1})


def keyed(features: Features, **does: int) -> Features:
    """The features with a key that does only this; underscores stand for spaces."""
    return replace(features, key={name.replace("_", " "): count for name, count in does.items()})


MOTIFS = {
    "closing the ring": (keyed(CRUMBLE, steps=4, returns=1, captured=1), keyed(CRUMBLE, steps=4, captured=1)),
    "there and back": (keyed(CRUMBLE, steps=4, returns=1), keyed(CRUMBLE, steps=4, returns=1, captured=1)),
    "breakaway": (keyed(SCRUNCH, placed=1, stepped=1), keyed(SCRUNCH, placed=1)),
    "squeeze": (replace(CRUMBLE, waits=True), replace(CRUMBLE, waits=True, threats=ONE)),
    "smaller join": (keyed(CRUMBLE, joined=2, smaller=1), keyed(CRUMBLE, joined=2)),
    "shutting out": (keyed(SCRUNCH, placed=1, shuts_out=1), keyed(SCRUNCH, placed=1)),
    "last egg": (keyed(SCRUNCH, eggs=1, last_egg=1), keyed(SCRUNCH, eggs=1)),
    "strangling": (keyed(SCRUNCH, strangles=1), replace(keyed(SCRUNCH, strangles=1), turns=1)),
    "pushing back denied": (replace(SPLINTER, denied=True), SPLINTER),
    "decoy": (replace(SPLINTER, baited=3), replace(SPLINTER, baited=2)),
    "sacrifice": (keyed(SPLINTER, own_lost=2, theirs_lost=1), keyed(SPLINTER, own_lost=1, theirs_lost=1)),
    "tie as a weapon": (keyed(SPLINTER, tie=1, theirs_lost=1), keyed(SPLINTER, theirs_lost=1)),
    "quiet key": (keyed(CRUMBLE, cut=1), keyed(CRUMBLE, cut=1, steps=1)),
    "double threat": (
        replace(CRUMBLE, threats=(MeasuredThreat(6, {}), MeasuredThreat(2, {}))),
        replace(CRUMBLE, threats=(MeasuredThreat(7, {}), MeasuredThreat(2, {}))),
    ),
    "only defence": (replace(CRUMBLE, saving=1), replace(CRUMBLE, saving=2)),
    "near miss": (replace(CRUMBLE, tries=1), CRUMBLE),
    "forced reply": (replace(CRUMBLE, threats=ONE), replace(CRUMBLE, threats=ONE, saving=1)),
}
"""For each motif: the measures of a puzzle that has it, and of one that nearly has it."""


@each_sample
def test_a_puzzle_has_just_the_themes_that_it_shows(name: str) -> None:
    assert rated(name).puzzle.themes == SAMPLES[name].themes


def test_each_theme_is_shown_by_a_sample_or_by_measures() -> None:
    shown = {theme for sample in SAMPLES.values() for theme in sample.themes}
    assert {name for game in GAMES for name in themes_in(game)} == shown | MOTIFS.keys()


@pytest.mark.parametrize("theme", MOTIFS)
def test_a_motif_is_there_where_its_measures_say_so_and_not_in_what_is_nearly_it(theme: str) -> None:
    shown, near = MOTIFS[theme]
    assert theme in themes_of(shown)
    assert theme not in themes_of(near)
    assert all(theme not in themes_of(replace(shown, game=game)) for game in GAMES if theme not in themes_in(game))


OF_THE_OTHER_SIDE = ("double threat", "one threat", "many threats", "forced reply")


@pytest.mark.parametrize("theme", OF_THE_OTHER_SIDE)
def test_what_refutes_the_other_turns_is_no_theme_of_a_defence(theme: str) -> None:
    numbers = {"double threat": (6, 2), "one threat": (8,), "many threats": (1,) * 6, "forced reply": (1,)}[theme]
    attack = replace(CRUMBLE, threats=tuple(MeasuredThreat(number, {"joined": 2}) for number in numbers))
    assert {theme, "join"} <= set(themes_of(attack))
    assert not {theme, "join"} & set(themes_of(replace(attack, is_defence=True)))


@pytest.mark.parametrize("game", GAMES)
def test_the_page_for_composers_says_what_each_theme_of_a_game_means(game: str) -> None:
    page = (spec_folder() / "puzzles" / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+) \| (.+) \| [a-z].*[^.] \|$", page.partition("| theme | games |")[2], re.MULTILINE)
    listed = [name for name, games in rows if games == "all" or game.capitalize() in games.split(", ")]
    assert sorted(listed) == sorted(themes_in(game))
    assert not any("," in name for name in listed)


def test_each_step_of_solvers_who_fail_makes_a_puzzle_harder_by_one() -> None:
    assert [difficulty(step - 0.01) for step in STEPS] == [1, 2, 3, 4]
    assert [difficulty(step) for step in STEPS] == [2, 3, 4, 5]
    assert (difficulty(0.0), difficulty(1.0)) == (1, 1 + len(STEPS)) == (1, 5)


def test_the_solvers_of_the_samples_rate_them() -> None:
    names = ("a tie to win", "a quiet join", "a capture wins", "an egg first")
    assert [rated(name).puzzle.difficulty for name in names] == [1, 2, 3, 4]


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
        certificate = json.loads(certificate_beside(file).read_text(encoding="utf-8"))
        does = [turn_features(turn) for turn in (turns_of_the_idea(puzzle, certificate) if said else [])]
        wrong += [f"{file.stem}: {words}" for words, is_so in said if not any(map(is_so, does))]
        assert not STATISTICS.search(puzzle.comment), puzzle.comment
    assert wrong == []


@pytest.mark.parametrize("game", GAMES)
def test_each_idea_is_one_that_the_collection_is_held_to(game: str) -> None:
    for theme in themes_in(game).values():
        assert not theme.idea or any(words in theme.idea for words in (*SAYS, *OF_THE_PLAY)), theme.idea


def test_a_comment_names_the_natural_try_with_what_it_fails_to_and_says_nothing_where_nothing_is_remarkable() -> None:
    puzzle = rated("nothing goes yet").puzzle
    assert puzzle.comment.endswith("The natural b2NE fails to e2SW.")
    assert played(puzzle.rules, puzzle.reference_position(), "b2NE", "e2SW")
    assert rated("one stone left to save").puzzle.comment.startswith("The key is quiet: it does not walk.")
    assert rated("four in a row").puzzle.comment == ""


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
    said = [hint.said(number, ": 1,2") for number in (1, 2, 3)]
    assert said == ["The right turn is quiet.", "It is a cut: 1,2.", "It is 1,2VE."]
    assert hint._replace(idea="").said(1, ": 1,2") == "It is a cut."
