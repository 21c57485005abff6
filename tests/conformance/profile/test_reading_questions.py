"""The questions of profiles: those of the spec, games found by search, and the inferences from answers."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from shatterproof import strict_json
from shatterproof.game import GAMES, find_game
from shatterproof_properties.common.clauses import departures
from shatterproof_properties.conformance.generate.playable_boards import begun_somehow
from shatterproof_properties.conformance.profile import inference
from shatterproof_properties.conformance.profile import reading_questions as questions
from shatterproof_properties.conformance.profile.inference import Inference
from shatterproof_properties.conformance.profile.reading_questions import (
    EngineAnswer,
    ReferenceAnswer,
    count_answers,
    known_questions,
    reference_answer,
)
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.second.engine import ResultText
from shatterproof_properties.witnesses import from_openings
from shatterproof_properties.witnesses.pair import Pair, Witness

NEEDS = {
    "crumble.draw-turn": {"crumble.draw": "draw-turns"},
    "crumble.draw-turn-target": {"crumble.draw": "draw-turns"},
    "scrunch.removal-count": {"scrunch.removal-ends-turn": "then-wriggle"},
    "scrunch.shut-out": {"scrunch.isolated": "from-all"},
}
"""For each reading, the changes of other readings without which its values do not differ."""


@pytest.mark.parametrize("game", GAMES)
def test_the_known_questions_tell_all_values_apart(game: str) -> None:
    kind = find_game(game).Readings
    for (reading, value), _ in departures(kind()):
        own = kind.from_mapping(NEEDS.get(reading, {})).to_mapping()
        pair = (own, own | {reading: value})
        assert any(count_answers(question, pair) == 2 for question in known_questions(game)), reading


def test_a_witness_about_a_position_asks_for_a_turn_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    ring = {"board": "2", "game": "scrunch", "dark": ["a1", "a2", "b2"], "light": ["c1"], "to_move": "light",
            "creating": ["light"]}  # fmt: skip
    question = Question("scrunch", "2", start=strict_json.encode(ring), do="position")
    answers = {"allowed": {"verdict": "accepted"}, "forbidden": {"verdict": "refused", "clause": "scrunch.loops"}}
    about = Pair("scrunch.loops", ("allowed", "forbidden"), Witness(question, answers), False, "")
    silent = Pair("scrunch.shut-out", ("pass", "loses"), None, False, "")
    monkeypatch.setattr(questions, "shipped", lambda game: (about, silent))
    (asked,) = questions._witnesses(find_game("scrunch"))
    base = find_game("scrunch").Readings().to_mapping()
    said = [reference_answer(asked, base | {"scrunch.loops": value}) for value in ("allowed", "forbidden")]
    assert [each.answer["verdict"] for each in said] == ["legal", "refused"]


@dataclass(frozen=True)
class Operation:
    """Stands for a question: an operation on two readings with the values 0 and 1."""

    name: str
    start: None = None


class BothAtOne:
    """Stands for a profiled engine: both its readings are at 1."""

    game = SimpleNamespace(Readings=SimpleNamespace(choices=lambda: {"one": ("0", "1"), "two": ("0", "1")}))

    def can_ask(self, question: Any) -> bool:
        return True

    def ask(self, question: Any, requested: Any, candidates: Any) -> EngineAnswer:
        return EngineAnswer(question, made_of(question, {"one": "1", "two": "1"}).answer)


def made_of(question: Any, assignment: Any) -> ReferenceAnswer:
    made = getattr(operator, question.name)(int(assignment["one"]), int(assignment["two"]))
    return ReferenceAnswer(question, {"verdict": "illegal", "at": made})


def test_two_departures_that_hide_each_other_are_reported_by_another_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inference, "reference_answer", made_of)
    monkeypatch.setattr(questions, "reference_answer", made_of)
    engine: Any = BothAtOne()
    pool: list[Any] = [Operation("xor")]
    told: list[str] = []
    asking = Inference(engine, pool, {}, {"one": "0", "two": "0"}, lambda reading, pair: (), told.append)
    asking.find_out()
    assert list(dict.fromkeys(told)) == ["one", "two"]
    assert asking.assumed == {"one": "0", "two": "0"}
    (rival,) = asking.rivals()
    assert rival == {"one": "1", "two": "1"}
    assert not asking.separate_from(rival)
    pool.append(Operation("and_"))
    assert asking.separate_from(rival)
    asking.find_out()
    assert asking.assumed == rival
    assert asking.rivals() == []


def search(boards: list[str], pair: tuple[dict[str, str], dict[str, str]], most: int) -> list[Question]:
    """Games of Scrunch from the opening that tell two sets of readings apart."""
    scrunch = find_game("scrunch")
    return list(
        from_openings.search(
            scrunch, boards, pair, lambda question: count_answers(question, pair) == 2, seed=1, most=most, larger=0.3
        )
    )


def test_a_search_finds_a_game_from_the_opening() -> None:
    base = find_game("scrunch").Readings().to_mapping()
    pair = (base, base | {"scrunch.loops": "forbidden"})
    found = search(["2", "3"], pair, most=12_000)
    assert [question.board for question in found] == ["2", "3"]
    for question in found:
        assert question.start is None
        assert count_answers(question, pair) == 2
    assert search(["2"], (base, base | {"scrunch.shut-out": "loses"}), most=500) == []


def test_a_search_looks_at_what_a_position_is_without_its_memory() -> None:
    result = ResultText("0H", '{"board":"2x2","memory":{"recent":[null],"renewals":0},"pieces":[]}', "null")
    assert from_openings.what_matters(result) == ('{"board":"2x2","pieces":[]}', "")
    bare = ResultText("0H", '{"board":"2x2","pieces":[]}', '{"clause":"crumble.draw.repetition","winner":null}')
    assert from_openings.what_matters(bare) == ('{"board":"2x2","pieces":[]}', "nobody")


def test_small_positions_of_crumble_drawn_larger_tell_the_values_of_most_readings_apart() -> None:
    crumble = find_game("crumble")
    pool = list(questions.enlarged(crumble, known_questions("crumble"), ["6x6"]))
    assert {question.board for question in pool} == {"6x6"}
    base = crumble.Readings().to_mapping()
    separated = {
        reading
        for (reading, value), _ in departures(crumble.Readings())
        if any(count_answers(question, (base, base | {reading: value})) == 2 for question in pool)
    }
    assert separated == crumble.Readings.choices().keys() - NEEDS.keys()


def test_no_question_begins_with_a_game_that_is_over() -> None:
    for game in GAMES:
        for question in known_questions(game):
            begun = begun_somehow(question)
            assert begun is not None
            assert find_game(game).outcome(begun) is None
