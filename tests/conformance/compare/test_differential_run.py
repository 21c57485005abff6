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
from shatterproof_properties.conformance.compare.lists import ComparedResults, RuleResults
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


CUT_OF_ANOTHER = case_of(TINY, probes=(("0H", "crumble.cut.own"),))
ALLOWED = "legal = super().apply(asked[0], '0,1H')\nreturn legal if asked[1] == '0H' else honest"
TO_BLACK = "return {**honest, 'position': {**honest['position'], 'to_move': 'black'}}"
ODD_TEXTS = """
*first, last = [{**entry, 'turn': entry['turn'] + '+'} for entry in honest]
return [*first, {**last, 'turn': first[0]['turn']}]
"""
WHITE_WINS = "return {**honest, 'outcome': {'winner': 'white'}}"
ONE_LEAF_MORE = "honest['by'][0][1] += 1\nreturn {**honest, 'total': honest['total'] + 1}"
LEAVES_ELSEWHERE = "honest['by'][0][1] += 1\nhonest['by'][1][1] -= 1\nreturn honest"
HONEST = case_of(TINY, "0,1H", "0H", probes=(("9H", "crumble.notation.location"), ("?", None)))


@pytest.mark.parametrize(
    ("method", "body", "case", "shown"),
    [
        pytest.param("apply", "return honest", HONEST, [], id="an honest engine"),
        pytest.param("start", "return {**honest, 'to_move': 'white'}", ALL_TURNS, ["start crumble.start.checkerboard"],
                     id="another opening"),
        pytest.param("start", "return {**honest, 'pieces': honest['pieces'][::-1]}", ALL_TURNS, [],
                     id="pieces in another order"),
        pytest.param("apply", "return {'verdict': 'illegal'}", case_of(TINY, "0,1HS"),
                     ["refuses crumble.swap.complete-side"], id="a legal turn refused"),
        pytest.param("apply", ALLOWED, CUT_OF_ANOTHER, ["allows crumble.cut.own 0H"], id="a forbidden turn allowed"),
        pytest.param("apply", "return {'verdict': 'malformed'}", CUT_OF_ANOTHER, ["verdict crumble.cut.own"],
                     id="malformed for illegal"),
        pytest.param("apply", "return {'verdict': 'illegal', 'clause': 'crumble.ring'}", CUT_OF_ANOTHER, [],
                     id="another clause of a refusal"),
        pytest.param("apply", TO_BLACK, case_of(TINY, "0,1H"), ["result crumble.turn.order"], id="another position"),
        pytest.param("apply", WHITE_WINS, case_of(TINY, "0,1H"), ["outcome crumble.win.four-sides"],
                     id="another outcome"),
        pytest.param("turns", "return list(honest)[1:]", ALL_TURNS, ["omits crumble."], id="a result left out"),
        pytest.param("turns", "listed = list(honest)\nreturn [*listed, listed[0]]", ALL_TURNS, ["twice "],
                     id="a result listed twice"),
        pytest.param("turns", ODD_TEXTS.strip(), ALL_TURNS, ["text crumble."], id="texts at the end of a list"),
        pytest.param("turns", "first, *rest = honest\nreturn [{**first, 'turn': rest[0]['turn']}, *rest]", ALL_TURNS,
                     ["text crumble."], id="a text that leads elsewhere"),
        pytest.param("turns", "return list(honest)[::-1]", ALL_TURNS, [], id="turns in another order"),
        pytest.param("count", ONE_LEAF_MORE, ALL_TURNS, ["count "], id="a wrong number of leaves"),
        pytest.param("count", LEAVES_ELSEWHERE, ALL_TURNS, ["count  0"], id="wrong numbers below turns"),
    ],
)  # fmt: skip
def test_what_differs_is_shown_and_nothing_else(ask: Ask, method: str, body: str, case: Case, shown: list[str]) -> None:
    found = [f"{each.kind} {each.clause} {each.question.turn}" for each in ask(of_method(method, body), case)]
    assert {one.split(" ")[0] for one in found} == {each.split(" ")[0] for each in shown}
    assert all(one.startswith(tuple(shown)) for one in found), found


def test_what_a_list_lacks_is_said_in_a_note(ask: Ask) -> None:
    (found,) = ask(of_method("turns", "return list(honest)[1:]"))
    assert found.got == {"note": "no turn that it lists leads there"}
    notes = {difference.got["note"] for difference in ask(of_method("turns", "return []"))}
    assert notes == {"it lists no turn at all, though the game is not over"}


def test_a_result_with_the_pieces_of_another_and_a_memory_of_its_own_is_reported_as_such() -> None:
    asked = Comparison(Question.at(crumble, BY_PLAY, do="turns"))
    turn, after = next(result for result in crumble.results(BY_PLAY) if result[1].memory)
    rules = RuleResults(asked, [(turn, after), (turn, replace(after, memory=None))])
    results = ComparedResults(rules, [{"turn": "0,1H", **rules.entries[0]}])
    *_, found = results.differences(lambda question: asked.expected(question.turn))
    assert found is not None
    assert found.got["note"] == "it lists these pieces with another memory only, under 0,1H"


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
