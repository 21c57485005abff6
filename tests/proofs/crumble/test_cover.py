"""The smallest cover is the smallest, and the first in order among its like."""

from __future__ import annotations

from itertools import combinations
from random import Random

from shatterproof_properties.proofs.crumble.cover import smallest_cover


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
