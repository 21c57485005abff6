"""Measures of puzzles and of single turns."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzles.showcase import SAMPLES, proved, rated
from shatterproof.errors import InputError
from shatterproof.game import find_game
from shatterproof_properties.puzzles.proof.proved_play import PlayedTurn, proved_play
from shatterproof_properties.puzzles.rating.measures import turn_features


@pytest.mark.parametrize("name", SAMPLES)
def test_what_saves_is_not_answered_and_what_answers_most_comes_first(name: str) -> None:
    found, kind = rated(name).features, proved(name)[0].claim.kind
    assert found.saving + found.answered <= found.replies
    assert (found.key is None) == (kind not in ("wins", "defends"))
    answers = [threat.answers for threat in found.threats]
    assert answers == sorted(answers, reverse=True)
    assert found.tries == rated(name).solving.near_tries


COUNTED = {
    "all around": (1, 0, 0, []),
    "two ways to answer": (2, 21, 0, [15, 1]),
    "no room to grow": (2, 2, 0, [2]),
    "a corner to keep": (1, 3, 1, [2]),
}
"""The turns of a sample, its replies, those that save, and those that each threat answers."""


@pytest.mark.parametrize("name", COUNTED)
def test_replies_are_counted_with_those_that_save_and_by_the_threats_that_answer_them(name: str) -> None:
    found = rated(name).features
    answers = [threat.answers for threat in found.threats]
    assert (found.turns, found.replies, found.saving, answers) == COUNTED[name]


def test_a_defence_is_about_what_the_turns_that_save_do() -> None:
    found = rated("a corner to keep").features
    assert found.key is not None
    assert found.attacks == (found.key,)
    assert found.key["eggs"] == 1
    assert found.threats[0].does["shuts out"] == 1
    assert found.most("shuts out") == 0


@pytest.mark.parametrize("field", ["game", "claim", "verdict", "readings", "position", "unique"])
def test_a_certificate_of_something_else_is_refused(field: str) -> None:
    puzzle, certificate = proved("a quiet join")
    asked = replace(puzzle, claim=replace(puzzle.claim, unique=field == "unique"))
    other = certificate | {field: {"verdict": "refuted", "unique": False}.get(field, "other")}
    with pytest.raises(InputError, match="does not prove the claim of this puzzle"):
        proved_play(asked, other)


FINE = "Crumble 3x3, Black to move\nABcccc\nCDcccc\nEEEEee\nEEEEee\nEEEEff\nEEEEff\n"
OPEN = "Scrunch 2, Light to move, creating Dark and Light\n . .\n. . .\n x .\n"
EMPTY = "Scrunch 2, Dark to move\n . .\n. . .\n . .\n"
LAST_EGGS = "Scrunch 3, Light to move, creating Light\n  . o .\n o . . x\nx . o x .\n x x x o\n  o . .\n"
MANY = {"placed": 1, "moved": 1, "merged": 3, "cured": 1, "stepped": 1, "strangles": 1, "leaves creation": 1}


@pytest.mark.parametrize(
    ("where", "turn", "does"),
    [
        ("two ways to answer", "1H2-2N-N", {"cut": 2, "steps": 1}),
        ("two ways to answer", "1H", {"cut": 1}),
        ("a quiet join", "0,1V", {"cut": 1}),
        ("back through the start", "4J1,2WWNWES", {"joined": 2, "steps": 6, "returns": 1, "captured": 1}),
        (FINE, "0,1J1,2", {"joined": 2, "smaller": 1}),
        (FINE, "0,1J2,2E", {"joined": 4, "steps": 1}),
        ("one stone left to save", "1J3,1", {"joined": 4}),
        ("a capture wins", "1,1HS", {"cut": 1, "steps": 1, "captured": 1, "own captured": 1}),
        (OPEN, "b2", {"eggs": 1, "placed": 1, "last egg": 1}),
        (OPEN, "c1", {"eggs": 1, "placed": 1}),
        ("an egg first", "d1", {"eggs": 1, "placed": 1}),
        (LAST_EGGS, "d2 e2-e3", MANY),
        (EMPTY, "a1", {"eggs": 1, "placed": 1}),
        ("the last space", "x a2", {"removed": 1, "stones lost": 1}),
        ("a tie to win", "a2N=a3", {"line": 3, "off board": 1, "splintered": 3, "theirs lost": 4, "tie": 1}),
    ],
)
def test_a_turn_counts_what_it_does_and_nothing_else(where: str, turn: str, does: dict[str, int]) -> None:
    diagram = SAMPLES[where].diagram if where in SAMPLES else where
    rules = find_game(diagram.split()[0].lower())
    found = turn_features(PlayedTurn(rules, rules.from_diagram(diagram), turn))
    assert {name: count for name, count in found.items() if count} == does
