from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest

from conformance.made_verdicts import compared
from sampling import some
from shatterproof import crumble, scrunch, splinter
from shatterproof.errors import InputError
from shatterproof.game import GAMES, IllegalTurn, find_game
from shatterproof_properties.common.clauses import departures
from shatterproof_properties.conformance.alternatives import alternatives
from shatterproof_properties.conformance.alternatives.text_frame import FramedTable
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.causes.rule_mutants import explaining_readings, rule_mutants
from shatterproof_properties.conformance.profile.reading_questions import known_questions
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.answers import position_to_json
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.table import answer_by_rules, verdict_on

DEPARTURES = [departure for game in GAMES for departure, _ in departures(find_game(game).Readings())]
SILENT = {
    ("scrunch.removal-count", "before-removal"),
    ("scrunch.shut-out", "loses"),
    ("crumble.draw-turn", "pair-of-turns"),
    ("crumble.draw-turn-target", "shared"),
    ("crumble.standing-enclosure", "next-step"),
    ("crumble.standing-enclosure", "until-closed"),
}
"""Values with the same answers as the defaults: some need others, some only accept more positions."""

FEW = 1
"""The number of differences for each value. The reference plays their games under every value of every reading."""


def differences(game: Any, departed: Any) -> Iterator[Difference]:
    """What an engine that departs so answers otherwise than the defaults, over the spec's examples of readings."""
    for question in known_questions(game.NAME):
        try:
            begun = ours = question.begin(game.Readings())
            theirs = question.begin(departed)
            for text in question.texts[:-1]:
                turn = game.parse_turn(ours, text)
                ours, theirs = game.play(ours, turn), game.play(theirs, turn)
        except (InputError, IllegalTurn):
            continue
        *played, text = question.texts
        asked = compared(game, begun, *played)
        found = asked.verdicts(text, asked.expected(text), verdict_on(game, theirs, text))
        if found:
            yield found


@pytest.mark.parametrize(("reading", "value"), some(DEPARTURES, one_in=3))
def test_an_engine_that_follows_another_value_is_explained_by_it(reading: str, value: str) -> None:
    game = find_game(reading.partition(".")[0])
    found = list(islice(differences(game, game.Readings.from_mapping({reading: value})), FEW))
    assert bool(found) == ((reading, value) not in SILENT)
    for difference in found:
        assert (reading, value) in explaining_readings(difference)


def explaining_answer(game: Any, start: Any, played: tuple[str, ...], turn: str, got: dict[str, Any]) -> Any:
    asked = compared(game, start, *played)
    difference = asked.verdicts(turn, asked.expected(turn), got)
    assert difference is not None
    return explaining_readings(difference)


FROM_ALL, FROM_OWN = ("scrunch.isolated", "from-all"), ("scrunch.isolated", "from-own")


@pytest.mark.parametrize(
    ("game", "played", "turn", "word", "readings"),
    [
        pytest.param(crumble, (), "1HN", "illegal", (), id="a refusal that no reading gives"),
        pytest.param(scrunch, ("a1",), "a2", "illegal", (FROM_ALL,), id="an egg beside the other side"),
        pytest.param(scrunch, ("a1",), "a2", "malformed", (), id="another word of refusal"),
    ],
)
def test_a_refusal_is_explained_by_the_readings_that_forbid_the_turn_in_that_word(
    game: Any, played: tuple[str, ...], turn: str, word: str, readings: tuple[tuple[str, str], ...]
) -> None:
    start = game.start("2x2" if game == crumble else "2")
    assert explaining_answer(game, start, played, turn, {"verdict": word}) == readings


def test_departures_are_from_the_readings_that_were_asked_under_in_whatever_order_pieces_are_listed() -> None:
    start = scrunch.start("2", scrunch.Readings(isolated="from-all"))
    for *played, asked in (("a1", "a2"), ("a1", "c2", "b3")):
        usual = scrunch.start("2")
        for text in played:
            usual = scrunch.play(usual, scrunch.parse_turn(usual, text))
        got = verdict_on(scrunch, usual, asked)
        got["position"]["dark"].reverse()
        assert explaining_answer(scrunch, start, tuple(played), asked, got) == (FROM_OWN,)


def test_an_engine_without_memory_is_compared_without_it() -> None:
    start = splinter.from_diagram("Splinter 2x4, Blue to move\n.o\nx.\nOs\nSX\n")
    loose = splinter.from_json(position_to_json(splinter, start), splinter.Readings(no_return="moved-piece"))
    loose = splinter.play(loose, splinter.parse_turn(loose, "b1N"))
    got = verdict_on(splinter, loose, "b4S")
    del got["position"]["memory"]
    assert explaining_answer(splinter, start, ("b1N",), "b4S", got) == (
        ("splinter.no-return", "moved-piece"),
        ("splinter.no-return", "whole-position"),
    )


def test_what_is_left_out_or_counted_is_explained_by_the_readings_under_which_it_is_right() -> None:
    asked = compared(scrunch, scrunch.start("2"), "a1")
    omitted = asked.differ("omits", "", "a2", asked.expected("a2"), {"note": "no turn that it lists leads there"})
    counted = asked.differ("count", "", "", {"total": 6, "depth": 1}, {"total": 3, "depth": 1})
    assert explaining_readings(omitted) == explaining_readings(counted) == (FROM_ALL,)


def test_one_result_listed_twice_or_another_opening_is_explained_by_none() -> None:
    start = scrunch.start("2")
    asked, here = compared(scrunch, start), position_to_json(scrunch, start)
    twice = asked.differ("twice", "", "a1", {"note": "one turn for each result"}, asked.expected("a1"))
    legal, other = (
        {"verdict": "legal", "position": at, "outcome": None} for at in (here, {**here, "to_move": "light"})
    )
    opening = asked.differ("start", features.start_clause(scrunch), "", legal, other)
    assert explaining_readings(twice) == explaining_readings(opening) == ()


def test_a_rule_that_refuses_turns_answers_about_the_position_it_is_asked_about() -> None:
    rules = {rule.name: rule for rule in rule_mutants("scrunch", scrunch.Readings())}
    rule, other = rules["A turn removes 1 snakes at most."], rules["A turn removes 2 snakes at most."]
    start = scrunch.start("2")
    positions = (start, scrunch.play(start, scrunch.parse_turn(start, "a1")))
    asked = [Question.at(scrunch, position, turn="a2") for position in positions]
    for question in (asked[0], asked[1], asked[0]):
        expected = answer_by_rules(question)
        assert expected["verdict"] == "legal"
        assert rule.answer(question) == other.answer(question) == expected


def test_no_rule_is_asked_for_all_turns_of_many_pieces() -> None:
    rule = rule_mutants("crumble", crumble.Readings())[0]
    few, many = (Question.at(crumble, crumble.start(board), do="turns") for board in ("2x2", "7x6"))
    assert rule.answer(few)
    assert rule.answer(many) is None
    assert rule.answer(many.asking("apply", "1H"))


def test_a_table_in_another_frame_reads_and_writes_all_texts_and_positions_in_it() -> None:
    plain = SimpleNamespace(
        start=lambda: 1,
        apply=lambda position, turn: {"verdict": "ambiguous", "means": [turn, "a2"], "position": position},
        turns=lambda position: [{"turn": "a2", "position": position}],
        count=lambda position, depth: {"total": position, "by": [["b1", depth], ["a2", depth]]},
    )
    framed = FramedTable(
        plain, (2, 2), lambda text, _: text.lower(), lambda text, _: text.upper(), lambda at: at + 1, lambda at: at - 1
    )
    assert framed.start() == 0
    assert framed.apply(4, "A1") == {"verdict": "ambiguous", "means": ["A1", "A2"], "position": 4}
    assert list(framed.turns(4)) == [{"turn": "A2", "position": 4}]
    assert framed.count(4, 2) == {"total": 5, "by": [["A2", 2], ["B1", 2]]}


@pytest.mark.parametrize(("game", "board"), [("crumble", "3x2"), ("scrunch", "3"), ("splinter", "6x5")])
def test_an_engine_with_another_notation_takes_the_turns_that_it_lists(game: str, board: str) -> None:
    frames = [each for each in alternatives(game) if each.clause.startswith(f"{game}.notation.")]
    assert len(frames) > 15
    for frame in frames:
        table = frame.open(board, {})
        here = table.start()
        for _ in range(2):
            for entry in (listed := list(islice(table.turns(here), 8))):
                assert table.apply(here, entry["turn"])["position"] == entry["position"], (frame.says, entry["turn"])
            here = listed[-1]["position"]
