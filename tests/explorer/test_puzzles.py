"""Puzzles solved by questions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from explorer.asking import ask, error
from shatterproof.game import GAMES, AnyGame, find_game

PUZZLES = ask("puzzles")["puzzles"]


def named(game: str, claim: str) -> str:
    return str(next(each["id"] for each in PUZZLES if each["game"] == game and each["claim"] == claim))


def tried(name: str, *turns: str, round: int = 0) -> Any:
    return ask("try", id=name, turns=list(turns), round=round)


def solved(name: str, round: int = 0) -> list[str]:
    """The turns of a round, solved by taking the last hint each time."""
    turns = list[str]()
    answer = tried(name, round=round)
    for _ in range(10):
        if answer["verdict"] == "solved":
            return turns
        assert answer["verdict"] == "goes-on"
        turns += [answer["answer"]["turn"]] if answer["answer"] else []
        hint = ask("hint", id=name, turns=turns, number=3)["text"]
        turns.append(hint.removeprefix("It is ").removesuffix("."))
        answer = tried(name, *turns, round=round)
    raise AssertionError("not solved")


def test_the_collection_names_its_puzzles_with_what_is_to_be_done() -> None:
    assert {each["game"] for each in PUZZLES} == set(GAMES)
    assert len({each["id"] for each in PUZZLES}) == len(PUZZLES) > 40
    assert all(each["statement"].startswith("You are ") for each in PUZZLES)


@pytest.mark.parametrize(("game", "claim"), sorted({(each["game"], each["claim"]) for each in PUZZLES}))
def test_whoever_follows_the_last_hints_solves_a_puzzle(game: str, claim: str) -> None:
    name = named(game, claim)
    for round in range(ask("puzzle", id=name)["rounds"]):
        assert solved(name, round) or claim == "mated-1"


@pytest.mark.parametrize("game", GAMES)
def test_a_try_that_fails_is_answered_by_the_turn_that_refutes_it(game: str) -> None:
    name = named(game, "wins-2")
    start = ask("puzzle", id=name)["start"]["position"]
    key = ask("solution", id=name)["tree"][0]["turn"]
    face = find_game(game)
    position = face.from_json(start)
    wrong = 0
    for turn, _ in list(face.results(position))[:8]:
        text = face.format_turn(position, turn)
        answer = tried(name, text)
        if answer["verdict"] == "wrong" and answer["answer"]:
            wrong += 1
            assert answer["answer"]["turn"] in answer["text"]
            assert answer["did"]
        else:
            assert text == key or answer["verdict"] in ("goes-on", "solved", "wrong")
    assert wrong


def test_a_win_after_the_turns_of_the_claim_comes_too_late() -> None:
    name = named("splinter", "wins-1")
    face = find_game("splinter")
    turns = next(late_wins(face, face.from_json(ask("puzzle", id=name)["start"]["position"])))
    answer = tried(name, *turns)
    assert (answer["verdict"], answer["text"]) == ("wrong", "That is too late.")


def late_wins(face: AnyGame, position: Any) -> Iterator[list[str]]:
    """Lines of three turns of which the last wins, and none before it ends the game."""
    for turn, after in face.results(position):
        for reply, later in face.results(after) if face.outcome(after) is None else ():
            for last, end in face.results(later) if face.outcome(later) is None else ():
                outcome = face.outcome(end)
                if outcome is not None and outcome.winner == position.to_move:
                    texts = ((position, turn), (after, reply), (later, last))
                    yield [face.format_turn(before, made) for before, made in texts]


def test_an_illegal_try_is_refused_with_its_clause() -> None:
    answer = tried(named("crumble", "wins-1"), "40V")
    assert answer["verdict"] == "illegal"
    assert answer["refusal"]["clause"]


def test_hints_come_in_three_steps() -> None:
    name = named("crumble", "wins-1")
    kind, where, turn = (ask("hint", id=name, number=number) for number in (1, 2, 3))
    assert kind["about"] == []
    assert where["about"]
    assert ask("solution", id=name)["tree"][0]["turn"] in turn["text"]


@pytest.mark.parametrize("name", ["", "none", "crumble/../../README", "/etc/passwd"])
def test_what_is_no_puzzle_is_refused(name: str) -> None:
    assert error("puzzle", id=name)["code"] == "bad-input"
