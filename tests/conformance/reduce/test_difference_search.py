"""The search: small boards and random cases in turn, the same for the same seed, and simpler positions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.made import FROM_START, REFUSES_JOINS, keeping_time, made, shrinking_briefly
from shatterproof import crumble
from shatterproof.crumble.pieces import overlap
from shatterproof.crumble.position import Position
from shatterproof.game import AmbiguousTurn, IllegalTurn
from shatterproof_properties import play
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.generate.cases import Case
from shatterproof_properties.conformance.generate.exhaustive import ALONE, Shard
from shatterproof_properties.conformance.reduce import difference_search
from shatterproof_properties.conformance.reduce.difference_search import WALKED, DifferenceSearch
from shatterproof_properties.conformance.reduce.shrinking import Shrinking
from shatterproof_properties.conformance.vectors.vector import read
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.engines.session import Session
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.question import Question

FOREVER = float("inf")
SMALL = "BOARDS = ('2x2..2x3',)"


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(difference_search, "CASES_IN_A_BATCH", 4)


@contextmanager
def searching(folder: Path, changes: str = "", shard: Shard = ALONE) -> Iterator[DifferenceSearch]:
    with EngineSettings(made(folder, f"{SMALL}\n{changes}")).engine("crumble") as engine:
        yield DifferenceSearch(DifferentialRun(Session.begin(engine, "crumble")), shard=shard)


@pytest.mark.ci
def test_the_same_seed_asks_the_same_and_learns_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(difference_search, "CASE_SECONDS", FOREVER)
    seen = []
    for _ in range(2):
        # The bulk comparison's share is one of time: by this clock every look at it takes a second, on any machine.
        with keeping_time(count().__next__), searching(tmp_path) as search:
            assert search.search(3) is None
            coverage = search.differential.coverage
            seen.append((coverage.results, coverage.clauses, search.guidance.aims(), search.exhaustive.reached()))
    assert seen[0] == seen[1]


@pytest.mark.ci
def test_small_boards_are_gone_through_beside_random_cases(tmp_path: Path) -> None:
    with searching(tmp_path) as search:
        assert search.exhaustive.reached() == []
        for seed in range(3):
            search.search(seed)
        assert search.exhaustive.reached()[0].startswith("2x2: plies 0-")
        assert 0 < search._walked < (WALKED + 0.25) * search.differential.coverage.results


def test_a_search_about_some_clauses_asks_only_what_exercises_them(monkeypatch: pytest.MonkeyPatch) -> None:
    only = frozenset({"splinter.group.tie", "splinter.turn.own"})
    with EngineSettings().engine("splinter") as engine:
        differential = DifferentialRun(Session.begin(engine, "splinter"), only=only)
        asked, ask = list[Question](), differential.pipeline.ask

        def noted(question: Question, *given: Any) -> Any:
            asked.append(question)
            return ask(question, *given)

        ask_all = differential.session.ask_all

        def all_noted(questions: list[Question]) -> Any:
            asked.extend(questions)
            return ask_all(questions)

        monkeypatch.setattr(differential.pipeline, "ask", noted)
        monkeypatch.setattr(differential.session, "ask_all", all_noted)
        search = DifferenceSearch(differential)
        for seed in range(3):
            assert search.search(seed) is None
    assert {question.do for question in asked} >= {"apply", "turns"}
    assert all(only & exercised(question) for question in asked)
    assert set(differential.coverage.all_clauses) == only
    assert not differential.coverage.bulk_results
    assert search.exhaustive.reached() == []


def exercised(question: Question) -> set[str]:
    """The clauses that a turn exercises or breaks; for a list of turns, those of all its turns."""
    game, position = question.rules, question.position
    if question.do != "apply":
        return {name for turn, _ in game.results(position) for name in features.met_by_turn(game, position, turn)}
    try:
        turn = game.parse_turn(position, question.turn)
        return set(features.met_by_turn(game, position, turn))
    except IllegalTurn as refusal:
        return {refusal.clause}
    except AmbiguousTurn:
        return {"splinter.group.tie"}


@pytest.mark.parametrize("changes", ["", FROM_START])
def test_every_run_goes_through_play_from_the_opening_and_the_case_at_the_limits(tmp_path: Path, changes: str) -> None:
    begun: list[list[Case]] = []
    later: list[list[Case]] = []
    for part, begins_run, kept in ((0, True, begun), (7, True, begun), (7, False, later)):
        with searching(tmp_path, changes, Shard(part=part, begins_run=begins_run)) as search:
            kept.append(list(islice(search._walk, 12)))
    first, another = ([case for case in cases if case.question.from_opening] for cases in begun)
    assert begun[0][0] == begun[1][0]
    assert len(first) > 1 or not changes
    assert first == another
    assert not [case for case in later[0] if case.question.from_opening]


def test_an_engine_that_plays_from_the_opening_only_is_searched(tmp_path: Path) -> None:
    with searching(tmp_path, FROM_START) as search:
        assert search.search(1) is None
        assert search.differential.coverage.results > 0
        assert all("set up" not in line for line in search.exhaustive.reached())


@pytest.mark.ci
def test_a_difference_that_play_led_to_is_shrunk_to_a_position_set_up(tmp_path: Path) -> None:
    with searching(tmp_path, REFUSES_JOINS) as search:
        found = next(filter(None, (search.search(seed) for seed in range(20))))
        shrinking = Shrinking(search, found)
        with shrinking_briefly(800):
            shrinking.run()
        shrunk = shrinking.best
    assert (shrunk.kind, shrunk.clause.rpartition(".")[0]) == (found.kind, "crumble.join")
    assert shrunk.question.played == ()
    assert shrunk.question.board == "2x2"


def test_a_deadline_that_has_passed_ends_the_search(tmp_path: Path) -> None:
    with searching(tmp_path) as search:
        search.until = 0.0
        assert search.search(1) is None
        assert search.over


def test_a_case_that_takes_too_long_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(difference_search, "CASE_SECONDS", -1.0)
    with searching(tmp_path) as search:
        assert search.search(3) is None
        assert search.differential.coverage.left > 0


def test_texts_at_the_limits_are_asked_first(tmp_path: Path) -> None:
    with searching(tmp_path) as search:
        first = next(iter(search._walk))
        assert max(len(text) for text, clause in first.probes if clause) == 4096
        assert list(search.differential.differences(first)) == []


def order(position: Position) -> tuple[int, int, int, tuple[int, ...]]:
    """A measure that every simpler position lowers, so that simplifying ends."""
    area, pieces = features.of(crumble).extent(position)
    borders = sum(
        (one in position.black) != (two in position.black)
        for one, beside in position.arrangement.neighbours.items()
        for two in beside
    )
    memory = position.memory
    remembered = (len(memory.recent), len(list(filter(None, memory.recent))), memory.renewals) if memory else ()
    return area, pieces, borders, remembered


@given(position=play.positions_set_up(crumble, boards=st.sampled_from(["2x2", "2x3", "3x3"])))
def test_every_step_to_a_simpler_position_of_crumble_makes_something_less(position: Position) -> None:
    for nearer in play.simpler(crumble, position):
        assert order(nearer) < order(position)


def test_every_step_to_a_simpler_position_of_crumble_is_one_that_the_rules_accept() -> None:
    questions = (vector.question for vector in read("crumble", "core"))
    remembering = [question for question in questions if question.begun.memory is not None]
    assert remembering
    for question in remembering:
        for nearer in play.simpler(crumble, question.begun):
            assert crumble.from_json(crumble.to_json(nearer), nearer.readings) == nearer


@pytest.mark.parametrize("spoilt", ["AbA/bab/aBa", "aBa/bab/ABA"])
def test_a_piece_unlike_its_neighbours_is_recoloured(spoilt: str) -> None:
    colours = {"A": True, "B": True, "a": False, "b": False}
    shape = spoilt.split("/")
    position = crumble.start("3x3")
    unit = position.arrangement.pieces[0].width
    black = frozenset(
        piece for piece in position.arrangement.pieces if colours[shape[2 - piece.y // unit][piece.x // unit]]
    )
    position = Position(position.arrangement, black)
    recoloured = [nearer for nearer in play.simpler(crumble, position) if nearer.arrangement == position.arrangement]
    assert recoloured
    assert order(recoloured[0]) == min(map(order, recoloured))


@given(position=play.positions_set_up(crumble, boards=st.sampled_from(["2x2", "2x3"]), bias="repeating"))
def test_remembered_turns_work_pieces_apart_from_each_other(position: Position) -> None:
    for deed in filter(None, position.memory.recent if position.memory else ()):
        for index, piece in enumerate(deed.worked):
            assert not any(overlap(piece, other) for other in deed.worked[index + 1 :])


def test_the_second_engine_follows_positions_about_to_be_repeated(tmp_path: Path) -> None:
    positions = play.positions_set_up(crumble, boards=st.sampled_from(["2x2", "2x3"]), bias="repeating")

    with searching(tmp_path) as search:

        @settings(max_examples=12, deadline=None)
        @given(position=positions)
        def agree(position: Position) -> None:
            assert list(search.differential.differences(Case(Question.at(crumble, position)))) == []

        agree()
        assert search.differential.session.engine_errors == []


def test_shrinking_asks_about_the_boards_of_the_engine_only_and_draws_the_rest_on_them(tmp_path: Path) -> None:
    with searching(tmp_path, f"{REFUSES_JOINS}\nBOARDS = ('4x4',)") as search:
        found = next(found for seed in range(20) if (found := search.search(seed)))
        before = found.question.size.pieces
        shrinking = Shrinking(search, found)
        with shrinking_briefly(300):
            shrinking.run()
        assert shrinking.best.question.board == "4x4"
        assert shrinking.best.question.size.pieces < before
        assert not search.differential.session.engine_errors
