"""Measures of puzzles and of single turns."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzles.showcase import SAMPLES, proved, rated
from shatterproof.crumble.joins import Join
from shatterproof.errors import InputError
from shatterproof.game import find_game
from shatterproof_properties.puzzles.proof.proved_play import PlayedTurn, proved_play
from shatterproof_properties.puzzles.rating.measures import Features, turn_features


def measured(name: str) -> Features:
    return rated(name).features


@pytest.mark.parametrize("name", SAMPLES)
def test_what_saves_is_not_answered_and_what_answers_most_comes_first(name: str) -> None:
    found, kind = measured(name), proved(name)[0].claim.kind
    assert found.saving + found.answered <= found.replies
    assert (found.key is None) == (kind not in ("wins", "defends"))
    answers = [threat.answers for threat in found.threats]
    assert answers == sorted(answers, reverse=True)
    assert found.tries == rated(name).solving.near_tries


def test_a_win_in_one_has_a_key_and_no_replies() -> None:
    found = measured("all around")
    assert (found.turns, found.replies, found.threats) == (1, 0, ())
    assert found.most("steps") == 6


def test_a_win_in_two_is_measured_by_its_key_and_the_threats_after_it() -> None:
    found = measured("two ways to answer")
    assert (found.replies, found.answered) == (21, 16)
    assert [threat.answers for threat in found.threats] == [15, 1]
    assert found.most("cut") == 2


def test_a_defence_counts_the_turns_that_save_and_is_about_what_they_do() -> None:
    found = measured("a corner to keep")
    assert (found.replies, found.saving, found.answered) == (3, 1, 2)
    assert found.key is not None
    assert found.attacks == (found.key,)
    assert found.key["eggs"] == 1
    assert found.threats[0].does["shuts out"] == 1
    assert found.most("shuts out") == 0


def test_a_walk_that_comes_back_is_reported() -> None:
    key, other = measured("back through the start").key, measured("all around").key
    assert key is not None
    assert other is not None
    assert (key["returns"], key["captured"] > 0, other["returns"]) == (1, True, 0)


def test_a_join_of_fewer_pieces_than_could_be_is_reported() -> None:
    rules = find_game("crumble")
    position = rules.from_diagram("Crumble 3x3, Black to move\nABcccc\nCDcccc\nEEEEee\nEEEEee\nEEEEff\nEEEEff\n")
    joined = [rules.format_turn(position, turn) for turn in rules.turns(position) if isinstance(turn.work, Join)]
    reported = [turn_features(PlayedTurn(rules, position, text)) for text in joined]
    assert {(does["joined"], does["smaller"]) for does in reported} == {(2, 1), (4, 0)}


@pytest.mark.parametrize("field", ["game", "claim", "verdict", "readings", "position", "unique"])
def test_a_certificate_of_something_else_is_refused(field: str) -> None:
    puzzle, certificate = proved("a quiet join")
    asked = replace(puzzle, claim=replace(puzzle.claim, unique=field == "unique"))
    other = certificate | {field: {"verdict": "refuted", "unique": False}.get(field, "other")}
    with pytest.raises(InputError, match="does not prove the claim of this puzzle"):
        proved_play(asked, other)


def test_the_turn_that_ends_creation_is_reported() -> None:
    answers = [reply.answer for reply in proved_play(*proved("an egg first")).replies]
    assert sorted(turn_features(answer)["leaves creation"] for answer in answers if answer) == [0, 0, 1]


CUT = "Crumble 3x2, Black to move\nAAaaBB\nCbaacc\ndDEEFe\ndDEEFe\n"
EMPTY = "Scrunch 2, Light to move, creating Dark and Light\n . .\n. . .\n x .\n"


@pytest.mark.parametrize(
    ("diagram", "turn", "does"),
    [
        (CUT, "1H2-2N-N", {"cut": 2, "steps": 1}),
        (CUT, "1H", {"cut": 1}),
        ("Crumble 2x2, Black to move\nAAaa\nAAbb\nBCCc\nBCCc\n", "0,1V", {"cut": 1}),
        ("Crumble 3x2, White to move\nAAAABB\nAAAACC\naabbcd\nDDeecd\n", "1J3,1", {"joined": 4}),
        (
            "Crumble 3x3, Black to move\naabccA\naabccA\nddBeCC\nddBeCC\nDDfgEE\nDDfFEE\n",
            "1,1HS",
            {"cut": 1, "steps": 1, "captured": 1, "own captured": 1},
        ),
        (EMPTY, "b2", {"eggs": 1, "placed": 1, "last egg": 1}),
        (EMPTY, "c1", {"eggs": 1, "placed": 1}),
        (
            "Scrunch 3, Light to move, creating Light\n  . o .\n . . . .\nx x o x .\n . x x o\n  o . .\n",
            "d1",
            {"eggs": 1, "placed": 1},
        ),
        ("Scrunch 2, Dark to move\n . .\n. . .\n . .\n", "a1", {"eggs": 1, "placed": 1}),
        (
            "Scrunch 3, Dark to move\n  . x .\n o o x .\no x x o x\n . o o x\n  o x .\n",
            "x a2",
            {"removed": 1, "stones lost": 1},
        ),
        (
            "Splinter 3x4, Blue to move\no..\nXO.\nS..\nxxs\n",
            "a2N=a3",
            {"line": 3, "off board": 1, "splintered": 3, "theirs lost": 4, "tie": 1},
        ),
    ],
)
def test_a_turn_counts_what_it_does_and_nothing_else(diagram: str, turn: str, does: dict[str, int]) -> None:
    rules = find_game(diagram.split()[0].lower())
    found = turn_features(PlayedTurn(rules, rules.from_diagram(diagram), turn))
    assert {name: count for name, count in found.items() if count} == does
