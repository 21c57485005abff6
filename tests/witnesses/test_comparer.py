"""Comparisons of two sets of readings: the differences, the games that show them, and the texts."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from shatterproof.spec import find_clause
from shatterproof_properties.common.clauses import clauses_under
from shatterproof_properties.common.editions import two_sets
from shatterproof_properties.protocol.table import answer_by_rules
from shatterproof_properties.witnesses.comparer import Comparer, compare
from shatterproof_properties.witnesses.distinctions import differ
from shatterproof_properties.witnesses.pair import shipped_pair, values_named
from shatterproof_properties.witnesses.set_comparison import SetComparison, comparison_to_text

HOUR = 3600.0


@cache
def compared(one: str, two: str, seconds: float | None = None) -> SetComparison:
    return compare(*two_sets(one, two), seconds, quiet=True)


def both(found: SetComparison) -> tuple[Any, Any]:
    return found.one.readings, found.two.readings


@pytest.mark.parametrize(
    ("one", "two"), [("rules-a", "rules-b"), ("2025", "2026"), ("2025", "isolated=from-all,shut-out=loses")]
)
def test_every_reading_whose_value_is_not_the_same_is_there_with_its_values(one: str, two: str) -> None:
    found = compared(one, two)
    first, second = (each.to_mapping() for each in both(found))
    assert {each.reading: each.values for each in found.differences} == {
        reading: (first[reading], second[reading]) for reading in first if first[reading] != second[reading]
    }
    for each in found.differences:
        assert each.clauses == tuple(clauses_under(find_clause(each.reading)))


def test_a_reading_shows_its_shipped_witness_where_all_else_is_at_its_default() -> None:
    (found,) = compared("draw=draw-turns", "crumble.default").differences
    assert found.values == ("draw-turns", "same-target")
    assert found.pair == shipped_pair(values_named("crumble.draw", "same-target", "draw-turns"))
    assert found.source == "as shipped with the spec"


def test_where_both_sets_depart_alike_the_witness_is_asked_under_that() -> None:
    found = compared("isolated=from-all,tied-death=each-stuck", "isolated=from-all")
    (each,) = found.differences
    assert each.pair.given == {"scrunch.isolated": "from-all"}
    assert each.pair.witness is not None
    for value, question in zip(each.pair.values, each.pair.questions(), strict=True):
        assert answer_by_rules(question) == each.pair.witness.answers[value]
    assert "With all other readings at their defaults: There is no smaller one" in each.pair.bound


def test_where_the_shipped_witness_does_not_hold_another_is_looked_for() -> None:
    one, two = "first-wriggle=bare-placement,first-count=exempt", "first-wriggle=bare-placement"
    (unsearched,) = compared(one, two).differences
    assert unsearched.pair.witness is None
    assert "is shipped with the spec for these readings" in unsearched.pair.bound
    (searched,) = compared(one, two, 2.0).differences
    assert searched.source == "searched for"
    assert searched.pair.bound.startswith("No difference was found among ")


def test_a_witness_that_is_given_other_readings_is_no_game_in_which_the_sets_differ() -> None:
    found = compared("shut-out=loses", "scrunch.default")
    assert found.differences[0].pair.given == {"scrunch.isolated": "from-all"}
    assert found.whole is None
    said = comparison_to_text(found)
    assert "    given scrunch.isolated=from-all\n" in said
    assert "No game is known in which the two sets differ" in said


def test_the_game_of_the_whole_sets_is_answered_unlike_under_them() -> None:
    found = compared("rules-a", "rules-b")
    assert found.whole is not None
    assert differ(found.whole.question, *both(found))
    assert not found.whole.proved
    asked = [found.whole.question.under(each.to_mapping()) for each in both(found)]
    assert tuple(map(answer_by_rules, asked)) == found.whole.answers


def test_a_search_proves_that_the_game_of_the_whole_sets_is_the_smallest() -> None:
    found = compared("2025", "2026", HOUR)
    assert found.whole is not None
    assert found.whole.proved
    assert found.whole.question.turn == "b2"
    assert found.whole.bound.startswith("There is no smaller one. Gone through: for scrunch.creation-end and ")


def test_a_search_finds_a_smaller_game_than_those_known() -> None:
    sets = two_sets("creation-end=own-growth-or-full,loops=forbidden,tied-death=each-stuck", "scrunch.default")
    larger = [shipped_pair(values_named("loops", "allowed", "forbidden")),
              shipped_pair(values_named("tied-death", "all-stuck", "each-stuck"))]  # fmt: skip
    known = [pair for pair in larger if pair is not None]
    unsearched = Comparer(*sets).whole(known)
    searched = Comparer(*sets, HOUR).whole(known)
    assert unsearched is not None
    assert searched is not None
    assert (unsearched.proved, unsearched.question.turn) == (False, "a1 a2-b2")
    assert (searched.proved, searched.question.turn) == (True, "b2")


def test_where_the_time_does_not_suffice_nothing_is_said_to_be_proved() -> None:
    sets = two_sets("rules-a", "rules-b")
    comparer = Comparer(*sets, 0.0)
    found = comparer.whole([comparer.pair(values)[0] for values in comparer.differing])
    assert found is not None
    assert not found.proved
    assert found.bound.startswith("There may be smaller ones")


def test_a_single_reading_is_the_whole_difference() -> None:
    found = compared("step-off=forbidden", "splinter.default")
    assert found.whole is not None
    assert found.differences[0].pair.witness is not None
    assert found.whole.question == found.differences[0].pair.witness.question
    assert found.whole.proved


@pytest.mark.parametrize(
    ("one", "two", "seconds", "verdict", "board"),
    [
        ("creation-end=own-growth-or-full", "scrunch.default", None, "yes", "2"),
        ("loops=forbidden", "scrunch.default", None, "yes", "2"),
        ("no-return=moved-piece", "splinter.default", None, "unknown", None),
        ("no-return=moved-piece", "splinter.default", HOUR, "yes", "2x4"),
        ("standing-enclosure=next-step", "crumble.default", HOUR, "set-up", None),
    ],
)
def test_it_is_said_whether_values_differ_in_play(
    one: str, two: str, seconds: float | None, verdict: str, board: str | None
) -> None:
    found = compared(one, two, seconds)
    each = found.differences[0]
    assert each.in_play == verdict
    assert (each.game and each.game.board) == board
    if each.game is not None:
        assert each.game.from_opening
        assert differ(each.game, *both(found))


def test_under_one_snapshot_a_standing_ring_is_not_said_to_be_set_up_only() -> None:
    found = compared("standing-enclosure=next-step,capture-nested=one-snapshot", "capture-nested=one-snapshot")
    assert found.differences[0].in_play == "unknown"


def test_sets_with_the_same_values_do_not_differ() -> None:
    found = compared("published", "later-words", HOUR)
    assert (found.differences, found.whole) == ((), None)
    said = comparison_to_text(found)
    assert "They have the same value for every reading: no game differs." in said
    assert "published leaves open, so that the default is played:\n    splinter.no-return=any-piece" in said
    assert "later-words: any-piece (his later wording" in said


def test_the_text_says_what_differs_where_and_under_which_edition() -> None:
    said = comparison_to_text(compared("rules-a", "rules-b"))
    assert said.startswith("crumble: rules-a against rules-b\n    rules-a: Crumble, rules A (")
    assert "    crumble.draw                     same-target / draw-turns\n" in said
    assert '    rules-b: draw-turns ("Drawn Games", last sentence' in said
    assert "\nsame-target (rules-a): legal, the game goes on\n    2x2, Black to move\n" in said
    assert "\ndraw-turns (rules-b): legal, drawn\n" in said
    assert "the reading: spec/crumble.md#crumbledraw\n" in said
    assert "bears on crumble.start.agreed: spec/crumble.md#crumblestartagreed\n" in said
    assert "A game in which the two sets differ:" in said
    both_open = said.partition("Both leave open, so that the default is played:\n")[2]
    assert "    crumble.draw-descent=wholly: it only says" in both_open
