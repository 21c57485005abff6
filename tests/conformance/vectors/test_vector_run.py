"""Runs over the vectors: right engines, engines with mistakes, and engines that can answer only a few."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from conformance.in_process import in_process
from conformance.made import (
    DIES_NOW_AND_THEN,
    FROM_START,
    WITHOUT_MEMORY,
    asked_in,
    made,
    made_here,
    run_settings,
)
from sampling import only_in_ci
from shatterproof.game import GAMES
from shatterproof_properties.conformance import mutants
from shatterproof_properties.conformance.vectors.vector import Vector, read
from shatterproof_properties.conformance.vectors.vector_differences import vector_of
from shatterproof_properties.conformance.vectors.vector_run import enlarged, run_vectors
from shatterproof_properties.conformance.verdicts.verdict import Verdict
from shatterproof_properties.protocol.announced import Announced, AnnouncedGame

LAST_TEXT_FIRST = """
class Made(Engine):
    def turns(self, position):
        found = list(super().turns(position))
        return [{**entry, "turn": other["turn"]} for entry, other in zip(found, reversed(found))]
"""
FORGETFUL = """
class Made(Engine):
    asked = 0
    def count(self, position, depth):
        said = super().count(position, depth)
        Made.asked += bool(said["by"])
        if said["by"] and Made.asked == 3:
            (text, leaves), *others = said["by"]
            return {"total": said["total"] + 1, "by": [[text, leaves + 1], *others]}
        return said
"""


KNOWS_LITTLE = """
BOARDS = ("2", "3")
READINGS |= {"scrunch.loops": ("forbidden",), "scrunch.isolated": ("*", "from-own")}
class Made(Engine):
    def __init__(self, side, readings):
        super().__init__(side, {**readings, "scrunch.isolated": "from-own"})
"""
"""It follows a default without knowing it, and is asked where that makes no difference."""


def asked(game: str, command: str, **readings: str) -> Verdict:
    chosen = {f"{game}.{name.replace('_', '-')}": value for name, value in readings.items()}
    return run_vectors(run_settings(game, command, readings=chosen))


@pytest.mark.parametrize("game", GAMES)
def test_our_own_engine_answers_the_whole_core_rightly(game: str) -> None:
    verdict = run_vectors(run_settings(game))
    assert verdict.agrees, verdict.to_text()
    assert asked_in(verdict).asked == len(read(game))
    assert not asked_in(verdict).not_asked
    assert verdict.counts["agree"] == verdict.result.questions.sent
    assert f"{asked_in(verdict).asked:,} of {asked_in(verdict).asked:,} in the core set" in verdict.to_text()
    assert verdict.to_json()["again"] == f"shatterproof check {game} --vectors-only"


def test_only_vectors_of_the_clauses_that_are_named_are_asked() -> None:
    only, settings = "splinter.group.tie", run_settings("splinter", clauses=("group.t?e",))
    verdict = run_vectors(settings)
    assert (verdict.headline, verdict.word, verdict.exit_code) == ("agrees-on-part", "AGREES ON PART", 0)
    assert asked_in(verdict).asked == sum(only in vector.clauses for vector in read("splinter"))
    assert "follows 1 of 1 clauses of group.t?e" in verdict.first_line()
    assert verdict.to_json()["only"] == [only] == list(verdict.to_json()["clauses"])
    assert verdict.to_json()["again"] == "shatterproof check splinter --vectors-only --clauses 'group.t?e'"


@pytest.mark.parametrize(
    ("game", "name"),
    [("crumble", "one-complete-side"), ("scrunch", "removes-one-only"), ("splinter", "four-neighbours")],
)
def test_a_mistake_is_shown_as_any_other_difference(game: str, name: str) -> None:
    verdict = run_vectors(run_settings(game, in_process(name)))
    assert verdict.exit_code == 1
    assert verdict.difference is not None
    assert verdict.difference.clause.startswith(mutants.find_mutant(game, name).clauses)
    assert verdict.word == "DIFFERS"
    assert verdict.counts["differ"]
    signatures = [difference.signature for difference in verdict.differences]
    assert len(set(signatures)) == len(signatures)


def test_an_engine_that_only_begins_is_asked_games_only() -> None:
    verdict = asked("scrunch", made_here(FROM_START, "scrunch"))
    assert verdict.agrees, verdict.to_text()
    assert asked_in(verdict).asked == sum("turns" in vector.to_json() for vector in read("scrunch"))
    assert asked_in(verdict).asked + asked_in(verdict).not_asked.total() == len(read("scrunch"))
    assert asked_in(verdict).not_asked["begin"]
    assert "that begin where it cannot" in verdict.to_text(verbose=True)


@pytest.mark.parametrize(("game", "board"), [only_in_ci(("scrunch", "7")), ("splinter", "10x9")])
def test_an_engine_of_one_board_is_asked_small_positions_set_into_it(game: str, board: str) -> None:
    verdict = asked(game, made_here(f"BOARDS = ('{board}',)", game))
    assert verdict.agrees, verdict.to_text()
    assert asked_in(verdict).asked > 0.7 * len(read(game))
    assert asked_in(verdict).enlarged > 0.6 * len(read(game))
    assert asked_in(verdict).asked + asked_in(verdict).not_asked.total() == len(read(game))
    assert verdict.coverage.boards.keys() == {board}


def test_a_mistake_shows_on_the_one_board_that_an_engine_plays() -> None:
    changes = "from shatterproof_properties.conformance.mutants import find_mutant\n"
    changes += "BOARDS = ('10x9',)\nMade = find_mutant('splinter', 'four-neighbours').engine\n"
    verdict = asked("splinter", made_here(changes, "splinter"))
    assert verdict.difference is not None
    assert verdict.difference.question.board == "10x9"


def test_a_vector_set_into_a_larger_board_is_to_the_same_point() -> None:
    announced = Announced("one board", "1", frozenset({"apply"}), frozenset({"position"}), False,
                          {"crumble": AnnouncedGame("crumble", ("6x6",), {})})  # fmt: skip
    by_verdict: Counter[str] = Counter()
    for vector in read("crumble")[:60]:
        embedding = enlarged(announced, vector, {})
        if embedding is not None:
            assert embedding.question.board == "6x6"
            assert embedding.answer.get("clause") == vector.answer.get("clause")
            by_verdict[embedding.answer["verdict"]] += 1
            assert embedding.answer["verdict"] == vector.answer["verdict"]
    assert by_verdict.keys() >= {"legal", "illegal"}


def test_what_an_engine_does_not_play_is_not_asked() -> None:
    verdict = asked("scrunch", made_here(KNOWS_LITTLE, "scrunch"))
    assert verdict.agrees, verdict.to_text()
    assert asked_in(verdict).not_asked["board"]
    assert asked_in(verdict).not_asked["reading"]
    assert asked_in(verdict).asked > len(read("scrunch")) / 3


def test_readings_may_be_said() -> None:
    verdict = asked("splinter", in_process("splinter"), no_return="moved-piece")
    assert verdict.agrees, verdict.to_text()
    assert verdict.result.engine.readings["splinter.no-return"] == "moved-piece"
    assert asked_in(verdict).not_asked["reading"]
    assert not asked_in(verdict).not_asked["board"]


@pytest.mark.parametrize("game", ["crumble", "splinter"])
def test_an_engine_without_memory_is_compared_without(game: str) -> None:
    verdict = asked(game, made_here(f"{WITHOUT_MEMORY}BOARDS = boards_of('{game}')", game))
    assert verdict.agrees, verdict.to_text()
    unfair = [vector for vector in read(game) if vector.question.do == "count" or vector.question.remembered]
    assert asked_in(verdict).not_asked["memory"] == len(unfair)


def test_texts_of_lists_are_read_back() -> None:
    verdict = asked("splinter", made_here(LAST_TEXT_FIRST, "splinter"))
    assert "text" in {difference.kind for difference in verdict.differences}


def test_an_engine_that_ends_is_started_anew_and_asked_the_rest(tmp_path: Path) -> None:
    verdict = asked("scrunch", made(tmp_path, DIES_NOW_AND_THEN.replace("60", "150"), "scrunch"))
    assert verdict.headline == "engine-errors"
    assert 1 <= verdict.counts["error"] <= 5
    assert asked_in(verdict).asked + verdict.counts["error"] == len(read("scrunch"))


def test_another_answer_the_second_time_is_no_difference() -> None:
    verdict = asked("scrunch", made_here(FORGETFUL, "scrunch"))
    assert verdict.difference is None
    assert verdict.counts["flaky"]
    assert not verdict.agrees


def test_a_difference_is_kept_by_a_vector() -> None:
    verdict = run_vectors(run_settings("scrunch", in_process("mutants-of-four")))
    for difference in verdict.differences:
        data = vector_of(difference)
        vector = Vector.from_json(data)
        assert (data["made"], data["id"]) == ("difference", vector.id)
        if vector.question.do == "apply":
            assert vector.question.turn == difference.question.turn
            assert vector.answer["verdict"] == difference.expected["verdict"]
        assert difference.question.from_opening == (vector.question.start is None)
    assert verdict.differences
