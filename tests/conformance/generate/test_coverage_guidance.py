"""Coverage guidance: past coverage decides the draws, and unreachable goals do not starve others."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from sampling import only_in_ci
from shatterproof.game import GAMES, AnyGame, find_game
from shatterproof_properties import play
from shatterproof_properties.conformance.generate import GENERATION
from shatterproof_properties.conformance.generate.cases import MIXED, Case, cases, guidance
from shatterproof_properties.conformance.generate.coverage_guidance import CoverageGuidance, Covered
from shatterproof_properties.conformance.generate.playable_boards import CLASSES
from shatterproof_properties.protocol import features

FACTORS = {"begins": ("anything", "rings", "opening"), "boards": ("small", "small", "large")}
BOARDS = {"crumble": ("2x2", "2x3"), "scrunch": ("2", "3"), "splinter": ("2x4", "5x2")}
each_game = pytest.mark.parametrize("game", [find_game(name) for name in GAMES], ids=GAMES)


def taught(*lessons: tuple[str, str, dict[str, int], int]) -> CoverageGuidance:
    """A guidance that has learned the coverage of some choices: factor, choice, clauses and cost."""
    found = CoverageGuidance(FACTORS, ("cut", "join", None))
    for factor, choice, met, cost in lessons:
        found.learn([(factor, choice)], [], Counter(met), cost)
    return found


def test_nothing_learned_draws_as_named() -> None:
    choices = CoverageGuidance(FACTORS, ()).aims().choices
    assert Counter(choices["begins"]) == {"anything": 4, "rings": 4, "opening": 4}
    drawn = Counter(choices["boards"])
    assert drawn["small"] > drawn["large"]


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


def test_a_choice_that_never_met_anything_is_still_drawn() -> None:
    learned = taught(*in_all("anything", {"cut": 9}, 10, 50), *in_all("opening", {"cut": 9}, 10, 50))
    learned.learn([("begins", "rings")], [], Counter(), 100_000)
    assert "rings" in learned.aims().choices["begins"]


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
    (aims,) = seeking(("captured", "several cut")).aims_at_pairs(2)
    assert aims.pair == ("captured", "several cut")
    assert aims.choices == {"begins": ("rings", "opening"), "boards": ("large", "small")}


def test_the_pair_that_is_cheapest_to_meet_comes_first_and_gives_way_when_it_was_aimed_at_in_vain() -> None:
    guidance = seeking(("captured", "walk"), ("captured", "several cut"), ("captured", "never met"))
    assert guidance.aims_at_pairs(1)[0].pair == ("captured", "several cut")
    aimed = [aims.pair for _ in range(20) for aims in guidance.aims_at_pairs(1)]
    assert ("captured", "walk") in aimed
    assert ("captured", "never met") not in aimed


def test_a_pair_that_was_met_is_aimed_at_no_more() -> None:
    guidance = seeking(("captured", "several cut"))
    guidance.learn([], [], Counter({("captured", "several cut"): 1}), 1)
    assert guidance.aims_at_pairs(1) == []


def collected(game: AnyGame, guided: bool, batches: int = 6) -> CoverageGuidance:
    """The coverage of some batches of cases on small boards, by play alone, without an engine."""
    learning = guidance(game, BOARDS[game.NAME])
    fresh = learning.aims()
    random = Random(3)

    def note(case: Case) -> bool:
        met: Covered = Counter(clause or "malformed" for _, clause in case.probes)
        for question, turn in case.steps:
            met.update(features.clauses_of_turn(game, question.position, turn))
        aimed = zip(case.aims, (clause for _, clause in case.probes), strict=True)
        learning.learn(case.drawn, aimed, met, 1 + len(case.steps) + len(case.probes))
        return False

    for _ in range(batches):
        aims = learning.aims() if guided else fresh
        drawn = cases(game, BOARDS[game.NAME], game.Readings(), most_plies=4, aims=(aims,))
        chosen = settings(max_examples=20, phases=[Phase.generate], database=None, deadline=None,
                          suppress_health_check=list(HealthCheck))  # fmt: skip
        with pytest.raises(NoSuchExample):
            find(drawn, note, settings=chosen, random=random)
    return learning


@pytest.mark.parametrize("name", [*map(only_in_ci, GAMES)])
def test_the_same_seed_draws_the_same(name: str) -> None:
    game = find_game(name)
    assert collected(game, True, 2).aims() == collected(game, True, 2).aims()


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
