"""Escapes are real, or threats answer every result; the smallest cover is the smallest."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from shatterproof import crumble
from shatterproof.game import IllegalTurn
from shatterproof_properties.proofs import Disagreement
from shatterproof_properties.proofs.crumble.verdicts import reprove_win
from shatterproof_properties.proofs.threats import escape_loop, smallest_cover

ANSWERS = {"east": {0, 1, 2}, "north": {2, 3}, "west": {4}, "south": {1, 4}}


def first_answer(result: int) -> str | None:
    return next((threat for threat, answered in ANSWERS.items() if result in answered), None)


def test_a_mate_ends_with_threats_that_answer_every_result() -> None:
    found = escape_loop(range(5), first_answer, lambda threat, result: result in ANSWERS[threat])
    assert found.result is None
    assert set().union(*found.answers) == set(range(5))
    assert found.answers == [frozenset(ANSWERS[threat]) for threat in found.threats]


def test_an_escape_is_a_result_after_which_the_engine_has_no_win() -> None:
    found = escape_loop(range(6), first_answer, lambda threat, result: result in ANSWERS[threat])
    assert found.result == 5


def test_no_threat_is_searched_for_where_one_is_known_to_win() -> None:
    asked: list[int] = []

    def wins(result: int) -> str:
        asked.append(result)
        return "east"

    assert escape_loop(range(9), wins, lambda *_: True).threats == ["east"]
    assert len(asked) == 1


def test_without_results_nobody_escapes() -> None:
    assert escape_loop([], first_answer, lambda *_: True) == (None, [], [])


def test_a_threat_whose_replay_fails_where_it_was_found_is_a_disagreement() -> None:
    with pytest.raises(Disagreement, match="its replay fails"):
        escape_loop(range(3), lambda _: "east", lambda *_: False)


def first_win(result: crumble.Position) -> str | None:
    """A turn that wins, by the reference."""
    wins = (turn for turn, after in crumble.results(result) if after.winner == result.to_move)
    return next((crumble.format_turn(result, turn) for turn in wins), None)


def is_proved(text: str, result: crumble.Position) -> bool:
    """Whether z3 proves that a turn's text wins after a result."""
    try:
        return reprove_win(result, crumble.parse_turn(result, text))
    except IllegalTurn:
        return False


@pytest.mark.parametrize("corner", ["a", "C"])
def test_the_loop_tells_a_crumblemate_from_its_near_miss(corner: str) -> None:
    position = crumble.from_diagram(f"3x3, Black to move\naAa\nAaA\nbb{corner}")
    going_on = [after for _, after in crumble.results(position) if crumble.outcome(after) is None]
    found = escape_loop(going_on, first_win, is_proved)
    assert (found.result is None) == crumble.is_crumblemate(position)
    if found.result is None:
        chosen = smallest_cover(found.answers)
        assert chosen
        assert {number for threat in chosen for number in found.answers[threat]} == set(range(len(going_on)))


def by_trying(answers: list[set[int]]) -> tuple[int, ...]:
    """The first smallest cover, found by going through all sets of threats."""
    wanted = set().union(*answers)
    for size in range(len(answers) + 1):
        for chosen in combinations(range(len(answers)), size):
            if set().union(*(answers[threat] for threat in chosen)) == wanted:
                return chosen
    raise AssertionError("all threats together cover")


def test_the_cover_is_the_one_that_going_through_all_sets_finds() -> None:
    chance = Random(5)
    for _ in range(60):
        answers = [set(chance.sample(range(12), chance.randint(0, 6))) for _ in range(chance.randint(0, 8))]
        assert smallest_cover(answers) == by_trying(answers)


def test_two_threats_that_share_the_work_beat_one_that_answers_most() -> None:
    assert smallest_cover([{1, 2, 3, 4}, {0, 1, 2}, {3, 4, 5}, {0}, {5}]) == (1, 2)


def test_of_equal_covers_the_first_in_order_is_taken() -> None:
    assert smallest_cover([{0}, {0, 1}, {1}, {0, 1}]) == (1,)


def test_no_defence_needs_no_threat() -> None:
    assert smallest_cover([]) == ()
    assert smallest_cover([set(), set()]) == ()


def test_without_time_the_answer_is_unknown() -> None:
    chance = Random(1)
    answers = [set(chance.sample(range(400), 40)) for _ in range(90)]
    assert smallest_cover(answers, limit_seconds=0.01) is None
