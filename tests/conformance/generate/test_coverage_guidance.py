"""Coverage guidance: past coverage decides the draws, and unreachable goals do not starve others."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shatterproof.game import GAMES, AnyGame, find_game
from shatterproof_properties import play
from shatterproof_properties.conformance.generate import GENERATION
from shatterproof_properties.conformance.generate.cases import MIXED, guidance
from shatterproof_properties.conformance.generate.coverage_guidance import CoverageGuidance
from shatterproof_properties.conformance.generate.playable_boards import CLASSES

FACTORS = {"begins": ("anything", "rings", "opening"), "boards": ("small", "small", "large")}
BOARDS = {"crumble": ("2x2", "2x3"), "scrunch": ("2", "3"), "splinter": ("2x4", "5x2")}
each_game = pytest.mark.parametrize("game", [find_game(name) for name in GAMES], ids=GAMES)


def taught(*lessons: tuple[str, str, dict[str, int], int]) -> CoverageGuidance:
    """A guidance that has learned the coverage of some choices: factor, choice, clauses and cost."""
    found = CoverageGuidance(FACTORS, ("cut", "join", None))
    for factor, choice, met, cost in lessons:
        found.learn([(factor, choice)], [], Counter(met), cost)
    return found


def in_all(choice: str, met: dict[Any, int], cost: int, times: int = 1) -> list[tuple[str, str, dict[Any, int], int]]:
    return [("begins", choice, met, cost)] * times


NEAR, FAR = ("cut", "near"), ("cut", "far")


@pytest.mark.parametrize(
    "lessons",
    [
        pytest.param([*in_all("rings", {"ring": 1}, 50), *in_all("anything", {"cut": 50}, 50),
                      *in_all("opening", {"cut": 50}, 50)], id="a rare clause"),
        pytest.param([*in_all("rings", {"cut": 5}, 10), *in_all("anything", {"cut": 5}, 1000)], id="at less cost"),
        pytest.param([*in_all("rings", {"cut": 1, FAR: 1}, 10), *in_all("anything", {"cut": 1, NEAR: 1}, 10, 30)],
                     id="a rare pair"),
    ],
)  # fmt: skip
def test_a_choice_that_meets_what_is_rare_or_costs_less_is_drawn_more(lessons: list[Any]) -> None:
    drawn = Counter(taught(*lessons).aims().choices["begins"])
    assert drawn["rings"] == max(drawn.values()) > drawn["anything"] >= 1


def test_a_clause_aimed_at_in_vain_gives_way_to_those_that_are_hit() -> None:
    learned = taught()
    for _ in range(100):
        learned.learn([], [(("cut",), "cut"), (("join",), "cut"), ((None,), None)], Counter(), 1)
    wanted = Counter(learned.aims().clauses)
    assert wanted["join"] == 1
    assert wanted["cut"] > wanted["join"]


def test_a_clause_hit_seldom_is_aimed_at_more_than_one_hit_often() -> None:
    learned = taught()
    learned.learn(
        [], [(("cut", "join"), "cut")] * 200 + [(("join",), "join")] * 5 + [((None,), None)] * 200, Counter(), 1
    )
    wanted = Counter(learned.aims().clauses)
    assert wanted["join"] > wanted["cut"]


def seeking(*pairs: tuple[str, str]) -> CoverageGuidance:
    """A guidance that looks for pairs. It has met rings and games from the opening, each with a feature."""
    found = CoverageGuidance(FACTORS, (), pairs)
    found.learn([("begins", "rings"), ("boards", "large")], [], Counter({"captured": 2}), 10)
    found.learn([("begins", "opening"), ("boards", "small")], [], Counter({"several cut": 9, "walk": 1}), 10)
    return found


def test_for_a_pair_not_met_that_is_drawn_which_has_met_each_of_the_two() -> None:
    guidance = seeking(("captured", "several cut"))
    (aims,) = guidance.aims_at_pairs(2)
    assert aims.pair == ("captured", "several cut")
    assert aims.choices == {"begins": ("rings", "opening"), "boards": ("large", "small")}
    guidance.learn([], [], Counter({aims.pair: 1}), 1)
    assert guidance.aims_at_pairs(1) == []


def test_the_pair_that_is_cheapest_to_meet_comes_first_and_gives_way_when_it_was_aimed_at_in_vain() -> None:
    guidance = seeking(("captured", "walk"), ("captured", "several cut"), ("captured", "never met"))
    assert guidance.aims_at_pairs(1)[0].pair == ("captured", "several cut")
    aimed = [aims.pair for _ in range(20) for aims in guidance.aims_at_pairs(1)]
    assert ("captured", "walk") in aimed
    assert ("captured", "never met") not in aimed


@each_game
def test_every_way_to_draw_is_one_that_the_game_knows(game: AnyGame) -> None:
    choices, clauses, _ = guidance(game, BOARDS[game.NAME]).aims()
    assert set(choices["begins"]) == {"anything", "opening", *play.biases(game)}
    assert set(choices["besides"]) == {"nothing", *play.biases(game)}
    assert set(choices["style"]) == {"mixed", *play.styles(game)}
    assert set(clauses) == {*play.breakable(game), None}
    without = guidance(game, BOARDS[game.NAME], set_up=False).aims().choices
    assert set(without["begins"]) == {"opening"}


@each_game
def test_what_goes_with_positions_is_known(game: AnyGame) -> None:
    fitting = GENERATION.of(game).FITTING
    assert fitting.keys() <= set(play.biases(game))
    assert {more.get("style", MIXED) for more in fitting.values()} <= {MIXED, *play.styles(game)}
    assert {more.get("boards", "small") for more in fitting.values()} <= CLASSES.keys()
    assert {more.get("aims", play.breakable(game)[0]) for more in fitting.values()} <= set(play.breakable(game))
    assert all(more.keys() <= {"style", "boards", "aims"} for more in fitting.values())


@each_game
@given(data=st.data())
def test_positions_of_two_biases_are_positions_of_the_game(game: AnyGame, data: Any) -> None:
    bias, besides = (data.draw(st.sampled_from(play.biases(game))) for _ in range(2))
    board = st.sampled_from(BOARDS[game.NAME])
    position = data.draw(play.positions_set_up(game, boards=board, bias=bias, besides=besides))
    assert game.outcome(position) is None
    assert game.from_json(game.to_json(position), position.readings) == position
