"""Shorter games: turns are left out, and the rest is legal and shows the same."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from conformance.in_process import in_process
from conformance.made import FROM_START, made_here, shrinking_briefly
from shatterproof.game import GAMES, find_game
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.generate.cases import Case
from shatterproof_properties.conformance.mutants import find_mutant
from shatterproof_properties.conformance.reduce.difference_search import DifferenceSearch
from shatterproof_properties.conformance.reduce.shorter_games import ShorterGame, ShorterGames
from shatterproof_properties.conformance.reduce.shrinking import Shrinking
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.engines.session import Session
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.served import second_engine

BOARDS = {"crumble": "3x3", "scrunch": "4", "splinter": "6x5"}


def played(engine: Any, random: Random, plies: int) -> tuple[tuple[str, ...], Any]:
    """The texts of a random game, and the position after it."""
    here, texts = engine.opening(), list[str]()
    while len(texts) < plies:
        results = list(engine.results(here))
        if not results:
            return played(engine, random, plies)
        turn, after = random.choice(results)
        texts.append(engine.turn_text(here, turn))
        here = after
    return tuple(texts), here


@pytest.mark.parametrize("name", GAMES)
def test_what_is_left_of_a_game_is_legal(name: str) -> None:
    game, engine = find_game(name), second_engine(name).on_board(BOARDS[name])
    texts, _ = played(engine, Random(4), 7)
    shorter = list(ShorterGames(Question(name, BOARDS[name], played=texts[:-1], turn=texts[-1]), engine, lambda: None))
    assert shorter
    for each in shorter[:6]:
        assert len(each.played) in (0, 2, 4)
        position = game.start(BOARDS[name])
        for text in each.played:
            position = game.play(position, game.parse_turn(position, text))
        assert Question.at(game, position).start == engine.text(each.position)
        game.play(position, game.parse_turn(position, each.turn))


def test_all_is_left_out_that_need_not_be_there() -> None:
    engine = second_engine("splinter").on_board("6x5")
    # A turn that is legal in the opening, after others that have nothing to do with it.
    texts, here = played(engine, Random(4), 6)
    opening = {engine.turn_text(engine.opening(), turn) for turn, _ in engine.results(engine.opening())}
    turn = next(text for turn, _ in engine.results(here) if (text := engine.turn_text(here, turn)) in opening)
    first = next(iter(ShorterGames(Question("splinter", "6x5", played=texts, turn=turn), engine, lambda: None)))
    assert first.played == ()
    assert first.position == engine.opening()


@contextmanager
def shrinking_a_game() -> Iterator[Shrinking]:
    """A difference at the end of a long game, shown by an engine that takes no positions."""
    with EngineSettings(in_process("mistaken")).engine("splinter") as engine:
        session = Session.begin(engine, "splinter")
        starts = frozenset({"start"})
        session.announced = replace(session.announced, can=frozenset({"apply"}), starts=starts, lists_from=frozenset())
        search = DifferenceSearch(DifferentialRun(session))
        long = Case.of(Question("splinter", "4x4", played=steps_off()), lists=False)
        difference = search.differential.first_difference(long)
        assert difference is not None
        yield Shrinking(search, difference)


def test_an_answer_that_differs_is_counted_so() -> None:
    with shrinking_a_game() as shrinking:
        question, session = shrinking.best.question, shrinking._search.differential.session
        engine = second_engine("splinter").on_board("4x4", session.readings.to_mapping())
        same = ShorterGame(question.played, question.turn, engine.read(question.data))
        before = session.counts["differ"], session.counts["agree"]
        assert shrinking._may_show(same, engine)
        assert (session.counts["differ"], session.counts["agree"]) == (before[0] + 1, before[1])


def test_the_game_of_an_engine_that_cannot_be_set_up_gets_shorter() -> None:
    with shrinking_a_game() as shrinking:
        difference, session = shrinking.best, shrinking._search.differential.session
        before = len(difference.question.played)
        shrinking._shorten_game()
        assert len(shrinking.best.question.played) < before - 3
        assert shrinking.best.is_like(difference)
        assert set(session.counts) <= {"agree", "differ"}


REFUSES_WHAT_IS_SHORT = """
class Made(Engine):
    def apply(self, position, text):
        return {"verdict": "illegal"} if len(text) < 5 else super().apply(position, text)
"""


def test_an_engine_that_cannot_be_set_up_is_asked_about_no_position_set_up_where_its_first_turn_is_wrong() -> None:
    with (
        EngineSettings(made_here(f"{FROM_START}\n{REFUSES_WHAT_IS_SHORT}")).engine("crumble") as engine,
        shrinking_briefly(),
    ):
        session = Session.begin(engine, "crumble")
        search = DifferenceSearch(DifferentialRun(session))
        opening = second_engine("crumble").on_board("4x4")
        turn = min(opening.listed(opening.text(opening.opening()), 100).turns(), key=len)
        first = Case.of(Question("crumble", "4x4", turn=turn), lists=False)
        difference = search.differential.first_difference(first)
        assert difference is not None
        shrinking = Shrinking(search, difference)
        shrinking.run()
        assert shrinking.best.question.from_opening
        assert all(question.from_opening for question in session.asked)


def steps_off() -> tuple[str, ...]:
    """A game with its first step off the board at its end."""
    mistaken = find_mutant("splinter", "step-off-refused").engine
    right, wrong = (partial(kind.on_board, "4x4", {}) for kind in (second_engine("splinter"), mistaken))
    for seed in range(500):
        texts, _ = played(right(), Random(seed), 11)
        here = right().opening()
        for number, text in enumerate(texts):
            if wrong().verdict(here, text)["verdict"] != "legal":
                if number > 6:
                    return texts[: number + 1]
                break
            here = right().meanings(here, text)[0][1]
    raise AssertionError("no such game")
