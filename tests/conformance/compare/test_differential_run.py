from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from conformance.made import FROM_START, made_here
from shatterproof import crumble
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.compare.comparison import Comparison
from shatterproof_properties.conformance.compare.differential_run import Case, DifferentialRun
from shatterproof_properties.conformance.compare.lists import RuleResults, compare_results
from shatterproof_properties.conformance.generate.cases import Probes
from shatterproof_properties.engines.client import EngineClient
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.engines.session import Session
from shatterproof_properties.protocol.question import Question

TINY = crumble.from_diagram("2x2, Black to move\nAa\naA\n")
BY_PLAY = crumble.start("2x2")


def case_of(position: Any, *texts: str, probes: Probes = ()) -> Case:
    return Case.walked(Question.at(crumble, position), texts, probes)


ALL_TURNS = case_of(TINY)
Ask = Callable[..., list[Difference]]


@pytest.fixture
def ask() -> Iterator[Ask]:
    """All differences when an engine with some changes is asked about a case."""
    engines: list[EngineClient] = []

    def asked(changes: str, case: Case = ALL_TURNS) -> list[Difference]:
        engines.append(EngineSettings(made_here(changes)).engine("crumble"))
        engines[-1].start()
        return list(DifferentialRun(Session.begin(engines[-1], "crumble")).differences(case))

    yield asked
    for engine in engines:
        engine.close()


def of_method(name: str, body: str) -> str:
    """A change of a method. Its body may use `honest`, the answer of the unchanged method."""
    lines = "\n".join(f"        {line}" for line in body.splitlines())
    return f"""
class Made(Engine):
    def {name}(self, *asked):
        honest = super().{name}(*asked)
{lines}
"""


def kinds(found: list[Difference]) -> list[tuple[str, str]]:
    return list(dict.fromkeys((difference.kind, difference.clause) for difference in found))


def test_an_honest_engine_does_not_differ(ask: Ask) -> None:
    case = case_of(TINY, "0,1H", "0H", probes=(("9H", "crumble.notation.location"), ("?", None)))
    assert ask("", case) == []


def test_another_opening_position_differs(ask: Ask) -> None:
    found = ask(of_method("start", "return {**honest, 'to_move': 'white'}"))
    assert kinds(found) == [("start", "crumble.start.checkerboard")]


def test_pieces_in_another_order_are_the_same_position(ask: Ask) -> None:
    assert ask(of_method("start", "return {**honest, 'pieces': honest['pieces'][::-1]}")) == []


def test_a_turn_that_the_rules_allow_is_refused(ask: Ask) -> None:
    case = case_of(TINY, "0,1HS")
    found = ask(of_method("apply", "return {'verdict': 'illegal'}"), case)
    assert kinds(found)[0] == ("refuses", "crumble.swap.complete-side")
    assert found[0].got == {"verdict": "illegal"}


def test_a_turn_that_the_rules_forbid_is_allowed(ask: Ask) -> None:
    case = case_of(TINY, probes=(("0H", "crumble.cut.own"),))
    answer = "legal = super().apply(asked[0], '0,1H')\nreturn legal if asked[1] == '0H' else honest"
    (found,) = ask(of_method("apply", answer), case)
    assert (found.kind, found.clause, found.question.turn) == ("allows", "crumble.cut.own", "0H")


def test_malformed_is_another_verdict_than_illegal(ask: Ask) -> None:
    case = case_of(TINY, probes=(("0H", "crumble.cut.own"),))
    (found,) = ask(of_method("apply", "return {'verdict': 'malformed'}"), case)
    assert (found.kind, found.clause) == ("verdict", "crumble.cut.own")


def test_the_clause_of_a_refusal_is_not_compared(ask: Ask) -> None:
    case = case_of(TINY, probes=(("0H", "crumble.cut.own"),))
    assert ask(of_method("apply", "return {'verdict': 'illegal', 'clause': 'crumble.ring'}"), case) == []


def test_another_position_after_a_turn_differs(ask: Ask) -> None:
    case = case_of(TINY, "0,1H")
    changed = "return {**honest, 'position': {**honest['position'], 'to_move': 'black'}}"
    (found,) = ask(of_method("apply", changed), case)
    assert (found.kind, found.clause) == ("result", "crumble.turn.order")


def test_another_outcome_differs(ask: Ask) -> None:
    case = case_of(TINY, "0,1H")
    found = ask(of_method("apply", "return {**honest, 'outcome': {'winner': 'white'}}"), case)
    assert kinds(found) == [("outcome", "crumble.win.four-sides")]


def test_a_result_left_out_of_the_list_is_missed(ask: Ask) -> None:
    found = ask(of_method("turns", "return list(honest)[1:]"))
    assert [difference.kind for difference in found] == ["omits"]
    assert found[0].got == {"note": "no turn that it lists leads there"}


def test_a_list_without_any_turn_is_reported_as_such(ask: Ask) -> None:
    found = ask(of_method("turns", "return []"))
    assert found
    assert {difference.got["note"] for difference in found} == {"it lists no turn at all, though the game is not over"}


def test_a_result_with_the_pieces_of_another_and_a_memory_of_its_own_is_reported_as_such() -> None:
    asked = Comparison(Question.at(crumble, BY_PLAY, do="turns"))
    turn, after = next(result for result in crumble.results(BY_PLAY) if result[1].memory)
    rules = RuleResults(asked, [(turn, after), (turn, replace(after, memory=None))])
    results = compare_results(rules, [{"turn": "0,1H", **rules.entries[0]}])
    assert results.missing == [1]
    assert results.note_on_missing(1) == "it lists these pieces with another memory only, under 0,1H"


def test_texts_at_the_end_of_a_list_are_read_back_too(ask: Ask) -> None:
    odd = """
*first, last = [{**entry, 'turn': entry['turn'] + '+'} for entry in honest]
return [*first, {**last, 'turn': first[0]['turn']}]
"""
    assert {difference.kind for difference in ask(of_method("turns", odd.strip()))} == {"text"}


def test_a_result_listed_twice_differs(ask: Ask) -> None:
    found = ask(of_method("turns", "listed = list(honest)\nreturn [*listed, listed[0]]"))
    assert kinds(found) == [("twice", "")]


def test_a_text_that_leads_elsewhere_differs(ask: Ask) -> None:
    changed = "first, *rest = honest\nreturn [{**first, 'turn': rest[0]['turn']}, *rest]"
    found = ask(of_method("turns", changed))
    assert "text" in {difference.kind for difference in found}


def test_another_text_for_the_same_result_is_no_difference(ask: Ask) -> None:
    changed = "return [{**entry, 'turn': entry['turn'].replace('0,1', '0,1')} for entry in list(honest)[::-1]]"
    assert ask(of_method("turns", changed)) == []


def test_wrong_numbers_of_leaves_differ_in_all_and_below_a_turn(ask: Ask) -> None:
    (found,) = ask(of_method("count", "text, number = honest['by'][0]\nhonest['by'][0][1] += 1\n"
                                      "return {**honest, 'total': honest['total'] + 1}"))  # fmt: skip
    assert (found.kind, found.question.turn) == ("count", "")
    (found,) = ask(of_method("count", "honest['by'][0][1] += 1\nhonest['by'][1][1] -= 1\nreturn honest"))
    assert (found.kind, bool(found.question.turn)) == ("count", True)


def test_an_engine_that_plays_from_the_start_only_is_asked_with_the_whole_game(ask: Ask) -> None:
    case = case_of(BY_PLAY, "1HN", "0H")
    assert ask(FROM_START, case) == []
    refusal = "return {'verdict': 'illegal'} if len(asked[0]['pieces']) > 5 else honest"
    (first, *_) = ask(of_method("apply", refusal) + FROM_START, case)
    assert first.question.played == ("1HN", "0H")
    assert first.kind == "refuses"


def test_clauses_boards_and_refusals_are_counted() -> None:
    case = case_of(TINY, "0,1HS", probes=(("1H", "crumble.cut.own"), ("?", None)))
    with EngineSettings(made_here()).engine("crumble") as engine:
        differential = DifferentialRun(Session.begin(engine, "crumble"))
        assert list(differential.differences(case)) == []
    coverage = differential.coverage
    assert (coverage.positions, coverage.boards) == (2, {"2x2": 2})
    assert coverage.refusals == 2
    assert coverage.clauses["malformed"] == 1
    assert coverage.clauses["crumble.swap.complete-side"] == 1


def test_a_pulse_can_end_a_case() -> None:
    class Enough(BaseException):
        pass

    def enough() -> None:
        raise Enough

    with EngineSettings(made_here()).engine("crumble") as engine, pytest.raises(Enough):
        list(DifferentialRun(Session.begin(engine, "crumble"), enough).differences(case_of(TINY)))
