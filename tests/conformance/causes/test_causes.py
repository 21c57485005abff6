"""Causes of differences: earlier parts of turns, rule mutants that explain everything, and what is reported."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import pytest

from conformance.in_process import in_process
from conformance.made import (
    HOUR,
    checked,
    little_is_enough,
    made_here,
    run_settings,
    shrinking_briefly,
    without_mutant_probes,
)
from conformance.made_verdicts import asked, check_schema, compared, refused, verdict
from shatterproof import crumble, scrunch, splinter
from shatterproof.crumble.joins import Join
from shatterproof.game import GAMES, AnyGame, find_game
from shatterproof_properties.conformance.causes import is_read_by_convention
from shatterproof_properties.conformance.causes import known_causes as known
from shatterproof_properties.conformance.causes.diagnosis import diagnose, parts
from shatterproof_properties.conformance.causes.differences import Cause, Difference, unlike
from shatterproof_properties.conformance.causes.experiment import Experiment, RuleOnTrial
from shatterproof_properties.conformance.causes.rule_mutants import RuleMutant, explaining_readings, rule_mutants
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.generate.cases import Case
from shatterproof_properties.conformance.history.known import KnownDifference
from shatterproof_properties.conformance.mutants import find_mutant
from shatterproof_properties.conformance.reduce.difference_search import DifferenceSearch
from shatterproof_properties.conformance.reduce.shrinking import Shrinking
from shatterproof_properties.conformance.runs.check import run_check
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.engines.session import Session
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.served import second_engine


@pytest.fixture(autouse=True)
def _briefly() -> Iterator[None]:
    with little_is_enough(), without_mutant_probes(), shrinking_briefly():
        yield


def looked_for(game: str, engine: str) -> Difference:
    looked = run_check(run_settings(game, engine, HOUR, 3000, seed=5))
    check_schema(looked.to_json())
    assert looked.difference is not None
    return looked.difference


found = cache(looked_for)


@pytest.mark.ci
def test_the_part_of_a_turn_is_reported_after_which_the_answers_differ_first() -> None:
    difference = found("crumble", in_process("open_to_the_west"))
    assert difference.kind == "result"
    assert difference.reported.startswith("crumble.capture.")


HOSTILE_ANSWER = {"verdict": "legal", "position": {"game": "what", "pieces": [1]}, "outcome": {"winner": "white"}}
SELF_CHECK = [("crumble", "halves-lengthwise"), ("scrunch", "creators-must-stay"), ("splinter", "colours-apart")]


@pytest.mark.parametrize(("game", "name"), SELF_CHECK)
def test_a_rule_mutant_that_explains_everything_is_named_with_its_clause(game: str, name: str) -> None:
    mutant, difference = find_mutant(game, name), found(game, in_process(name))
    assert difference.cause is not None
    assert (difference.reported, difference.cause.as_if) == (mutant.clause, mutant.says)
    said = f"It behaves as if this were the rule: {mutant.says} 40 of 40 further questions fit."
    assert said in difference.to_text()
    shown = replace(difference, clause=f"{game}.start", cause=None)
    entry = replace(KnownDifference.of(difference), kind=shown.kind)
    assert entry.clause == difference.reported
    assert entry.covers(shown)
    assert not entry.covers(replace(shown, question=replace(shown.question, turn="")))


def examined(engine: str) -> tuple[Experiment, RuleOnTrial | None]:
    """The rule mutant of Crumble that stands after an experiment with an engine; None if none does."""
    rule = next(rule for rule in rule_mutants("crumble", crumble.Readings()) if rule.name == "halves-lengthwise")
    opening = Question.at(crumble, crumble.start("3x3"), do="turns")
    with EngineSettings(engine).engine("crumble") as served:
        session = Session.begin(served, "crumble")
        experiment = Experiment(session.ask, [opening], [opening])
        return experiment, experiment.best([rule], "")


def test_a_rule_mutant_is_named_only_if_the_engine_follows_it_elsewhere() -> None:
    experiment, best = examined(in_process("halves-lengthwise"))
    assert best is not None
    assert (best.fitting, best.asked, len(experiment.asked)) == (40, 40, 40)
    experiment, best = examined(in_process("crumble"))
    assert (best, len(experiment.asked), experiment.refuted) == (None, 1, {"halves-lengthwise"})


def test_questions_are_kept_for_what_tells_rules_apart() -> None:
    names = ("splinter.both-out=push-first", "A slide after which a piece is off the board cuts nothing off.")
    rules = [rule for rule in rule_mutants("splinter", splinter.Readings()) if rule.name in names]
    alike = splinter.from_diagram("2x4, Blue to move\nx.\nX.\nos\nOS\n")
    apart = splinter.from_diagram("3x4, Blue to move\nXxX\n..S\nOX.\nsoO\n")
    met = [Question.at(splinter, position, do="turns") for position in (*[alike] * 50, apart)]
    with EngineSettings(in_process("splinter-pushed-off-keeps-all")).engine("splinter") as served:
        best = Experiment(Session.begin(served, "splinter").ask, met).best(rules, "")
    assert best is not None
    assert best.rule.name == names[1]


def test_a_rule_is_named_however_turns_are_refused_and_without_one_the_clauses_of_other_counterexamples() -> None:
    asked_of = compared(crumble, crumble.start("2x2"))
    shown = asked_of.differ("allows", "crumble.cut.own", "1H", {"verdict": "illegal"}, asked_of.expected("1H"))
    rule = RuleMutant("rule", "It is otherwise.", "crumble.ring", second_engine("crumble").on_board)
    assert diagnose(shown, [shown], [rule], (), Experiment()) == Cause("crumble.ring", "It is otherwise.")
    refused = asked_of.differ("verdict", "crumble.notation.cut", "1K", {"verdict": "malformed"}, {"verdict": "illegal"})
    assert diagnose(shown, [shown, refused], [rule], (), Experiment()) == diagnose(
        shown, [shown], [rule], (), Experiment()
    )
    halves = replace(shown, clause="crumble.cut.halves", question=replace(shown.question, turn="0V"))
    cause = diagnose(shown, [shown, halves], (), (), Experiment())
    assert (cause.clause, cause.others) == ("crumble.cut.own", ("crumble.cut.halves",))
    assert cause.in_words == "It may be crumble.cut.halves as well."


def test_a_turn_that_is_listed_and_refused_when_asked_is_reported_as_that() -> None:
    difference = found("crumble", in_process("listing_one_more"))
    assert (difference.kind, difference.earlier, difference.in_lists_alone) == ("allows", None, True)
    text = difference.to_text()
    assert "the engine allows a turn that the rules forbid, but only where it lists all turns" in text
    assert "earlier questions" not in text
    assert "as if" not in text
    assert difference.reported == difference.expected["clause"]


@pytest.mark.ci
def test_a_result_listed_twice_is_reported_with_both_texts_under_no_clause() -> None:
    difference = found("crumble", in_process("listing_twice"))
    assert (difference.kind, difference.reported) == ("twice", "")
    text = difference.to_text()
    assert text.startswith("spec/protocol.md (turns): the engine lists one result twice\n")
    assert f"listed under {difference.got['note'].split()[2]} and again under again" in text
    assert KnownDifference.of(difference).clause == ""


@pytest.mark.ci
def test_a_result_listed_under_a_turn_that_the_rules_forbid_is_reported_as_that_turn() -> None:
    difference = found("crumble", in_process("listing_forbidden"))
    assert (difference.kind, difference.question.turn) == ("allows", "0J9,9")
    assert difference.reported.startswith("crumble.")


@pytest.mark.parametrize(("game", "name"), SELF_CHECK)
def test_a_mistake_never_met_before_is_reported_under_its_clause(
    game: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known, "rule_mutants", lambda *_: ())
    difference = looked_for(game, in_process(name))
    assert difference.cause is not None
    assert (difference.reported, difference.cause.as_if) == (find_mutant(game, name).clause, "")


def test_a_reading_that_other_answers_refute_is_no_hint() -> None:
    difference = found("splinter", in_process("step-off-refused"))
    reading = ("splinter.step-off", "forbidden")
    assert explaining_readings(difference) == (reading,)
    assert explaining_readings(replace(difference, cause=Cause("splinter.step-off", "", (reading,)))) == ()


def localised(game: str, engine: str, position: Any, text: str) -> tuple[Difference, Difference]:
    """The difference of an engine about a turn, and the one that is reported instead."""
    with EngineSettings(in_process(engine)).engine(game) as served:
        search = DifferenceSearch(DifferentialRun(Session.begin(served, game)))
        question = Question.at(find_game(game), position, turn=text)
        shown = search.differential.first_difference(Case(question, ((text, None),), lists=False))
        assert shown is not None
        shrinking = Shrinking(search, shown)
        shrinking._localise()
    return shown, shrinking.best


def test_the_notation_is_at_issue_where_a_turn_is_taken_as_we_write_it() -> None:
    position = splinter.from_diagram("7x4, Blue to move\n.......\n...O...\nSXO.SXO\nsxo.sxo\n")
    shown, reported = localised("splinter", "particular", position, "d3N=c2")
    assert (shown.clause, reported) == ("splinter.notation.tie", shown)


def test_the_notation_is_not_at_issue_where_a_turn_is_refused_in_every_spelling() -> None:
    position = fine_pieces()
    turn = next(turn for turn in crumble.turns(position) if isinstance(turn.work, Join))
    written = crumble.format_turn(position, turn)
    shown, reported = localised("crumble", "refusing", position, f"0,{written}")
    assert shown.clause == "crumble.notation.location"
    assert (reported.clause, reported.question.turn) == ("crumble.join.outline", written)


@pytest.mark.parametrize("game", GAMES)
def test_whatever_an_engine_answers_some_clause_is_reported(game: str) -> None:
    asked_about = asked(game, 1)
    position = asked_about.position
    results = list(islice(asked_about.game.results(position), 0, None, 7))[:4]
    for turn, _ in results:
        for _, after in [*results, (None, position)]:
            got = {"verdict": "legal", **asked_about.result(after)}
            for kind, answer in itertools.product(
                ("result", "outcome", "allows", "refuses", "omits"), (got, HOSTILE_ANSWER)
            ):
                text = asked_about.text(turn)
                shown = asked_about.differ(kind, "", text, asked_about.expected(text), answer)
                assert isinstance(diagnose(shown, [shown], (), (), Experiment()).clause, str)
                assert all(isinstance(each, str) for each in parts(shown.question))


# What is reported of it


def test_fields_that_are_unlike_are_named_with_both_values() -> None:
    one, two = {"memory": {"renewals": 0, "recent": []}}, {"memory": {"renewals": 1, "recent": []}}
    assert list(unlike(one, two)) == ["memory.renewals: 0, 1"]
    assert list(unlike({"memory": None}, two)) == ['memory: null, {"recent":[],"renewals":1}']


def fine_pieces() -> crumble.Position:
    """A board whose corner square is quartered, and one of the quarters is quartered again."""
    half, quarter = ("0", "1/2"), ("0", "1/4")
    fine = [[x, y, "1/4", "1/4", "black"] for y in quarter for x in quarter]
    middling = [[x, y, "1/2", "1/2", "black"] for y in half for x in half if (x, y) != ("0", "0")]
    units = [["1", "0", "1", "1", "white"], ["0", "1", "1", "1", "white"], ["1", "1", "1", "1", "black"]]
    data = {"game": "crumble", "board": "2x2", "to_move": "black", "pieces": [*fine, *middling, *units]}
    return crumble.from_json({**data, "memory": None})


# What only the spec settles


LONG = "0" + ",0" * 3000 + "V"
LENIENT = """
TEXTS = "lenient"
class Made(Engine):
    def apply(self, position, text):
        return {"verdict": "malformed"} if text.endswith("+") else super().apply(position, text.strip())
"""

TEXTS = [
    (crumble, "2x2", "1H+", True),
    (crumble, "2x2", LONG, True),
    (crumble, "2x2", " 1H", True),
    (crumble, "2x2", "1H", False),
    (crumble, "2x2", "0,0,1H", False),
    (crumble, "2x2", "9H", False),
    (scrunch, "2", "a3", False),
    (splinter, "2x4", "a1n", True),
]


@pytest.mark.parametrize(("game", "board", "text", "expected"), TEXTS, ids=range(len(TEXTS)))
def test_what_only_the_spec_settles_is_a_convention(game: AnyGame, board: str, text: str, expected: bool) -> None:
    asked_of = compared(game, game.start(board))
    said = asked_of.expected(text)["verdict"]
    assert is_read_by_convention(game, asked_of.position, text, said) == expected


def test_an_engine_that_reads_texts_leniently_is_not_asked_about_conventions() -> None:
    checked_leniently = checked(made_here(LENIENT), results=100)
    assert checked_leniently.headline == "agrees"
    assert any("reads texts leniently" in words for words in checked_leniently.result.engine.spared)


def test_a_convention_that_an_engine_does_not_keep_is_no_rule_of_the_game() -> None:
    asked_of = compared(crumble, crumble.start("2x2"))
    shown = asked_of.verdicts("1H+", asked_of.expected("1H+"), {"verdict": "malformed"})
    assert shown is not None
    said = verdict(differences=[shown]).first_line()
    assert "reads texts otherwise than crumble.notation.threat, a convention of the spec and no rule" in said
    too_long = asked_of.verdicts(LONG, asked_of.expected(LONG), asked_of.expected("1H"))
    assert too_long is not None
    assert "a convention of the spec" in verdict(differences=[too_long]).first_line()
    assert "breaks crumble." in verdict(differences=[refused()]).first_line()
