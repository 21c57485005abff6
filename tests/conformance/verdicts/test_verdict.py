"""Verdicts of every kind on a terminal: the answer first, at most forty lines of a hundred columns."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.made_verdicts import (
    HOSTILE,
    allowed,
    counted,
    led_elsewhere,
    refused,
    verdict,
    with_errors,
    with_known,
    withheld,
)
from shatterproof import strict_json
from shatterproof.game import GAMES
from shatterproof_properties.conformance.causes.differences import Cause, Difference
from shatterproof_properties.conformance.history.known import KnownDifference
from shatterproof_properties.conformance.history.saved_run import Totals
from shatterproof_properties.conformance.verdicts.covered import VectorsAsked
from shatterproof_properties.conformance.verdicts.judgement import TO_KEEP
from shatterproof_properties.conformance.verdicts.terminal import wrapped_command
from shatterproof_properties.conformance.verdicts.verdict import Verdict
from shatterproof_properties.protocol.question import Question

LONG = " ".join(f"word {number} of a text that is far too long" for number in range(1, 12))


def too_little(game: str) -> Verdict:
    made = verdict(game)
    made.result.caught = {name: place < 9 for place, name in enumerate(made.result.caught)}
    made.result.caught_after = [0.5 * place for place in range(1, 10)]
    return made


def nothing_compared(game: str) -> Verdict:
    made = too_little(game)
    made.coverage.results = made.coverage.positions = 0
    made.result.caught, made.result.caught_after = dict.fromkeys(made.result.caught, False), []
    made.result.engine.not_announced = ("turns", "positions", "more boards")
    return made


def ended(**how: Any) -> Callable[[str], Verdict]:
    def made(game: str) -> Verdict:
        found = verdict(game)
        found.result.ending = replace(found.result.ending, **how)
        return found

    return made


def one_question(game: str) -> Verdict:
    return replace(verdict(game), seed=None, self_check=[])


def agreeing(game: str) -> Verdict:
    made = verdict(game, engine=LONG)
    made.coverage.bulk_results = 2_000_000
    made.result.questions.gaps.update({f"{HOSTILE} {number}": number for number in range(1, 9)})
    made.result.engine.unknown = tuple(made.result.engine.readings)[:3]
    return made


def differing(*found: Callable[[str], Difference]) -> Callable[[str], Verdict]:
    return lambda game: verdict(game, [make(game) for make in found])


def explained(game: str) -> Verdict:
    made = verdict(game, [replace(refused(game, 2), cause=Cause(refused(game).clause, f"{LONG}."))], engine=LONG)
    made.explanations = [tuple(made.result.engine.readings.items())]
    made.result.findings.stopped_short = 1
    return made


def dependent(questions: int) -> Callable[[str], Verdict]:
    return lambda game: verdict(game, [replace(refused(game), earlier=(led_elsewhere(game, 1).question,) * questions)])


def large(game: str) -> Verdict:
    """A difference on a board too large to show three times on a terminal."""
    (found,) = verdict(game, [led_elsewhere(game)]).differences
    board = {"crumble": "16x16", "scrunch": "9", "splinter": "26x26"}[game]
    question = Question.at(found.question.rules, found.question.rules.start(board), turn=found.question.turn)
    return verdict(game, [replace(found, question=question)])


def many_known(game: str) -> Verdict:
    made = with_known(game)
    entry = KnownDifference.of(refused(game))
    entries = [replace(entry, why=f"{number} {LONG}") for number in range(60)]
    made.result.findings.expected, made.result.findings.fixed = entries[:30], entries[30:]
    return made


ENDINGS: dict[str, tuple[str, Callable[[str], Verdict]]] = {
    "agrees": ("AGREES", verdict),
    "agrees with all that may be said": ("AGREES", agreeing),
    "agrees about one question": ("AGREES", one_question),
    "agrees on vectors": ("AGREES", lambda game: replace(one_question(game), vectors=VectorsAsked("core", 300, 5))),
    "agrees, a saved run": ("AGREES", lambda game: replace(verdict(game), saved=Totals(3, 1900.0))),
    "agrees but for what is known": ("AGREES", many_known),
    "differs": ("DIFFERS", differing(led_elsewhere)),
    "differs in several": ("DIFFERS", differing(refused, led_elsewhere, counted, refused, counted, refused, counted)),
    "differs by what is no position": ("DIFFERS", differing(allowed)),
    "differs from the protocol": ("DIFFERS", differing(counted)),
    "differs, explained": ("DIFFERS", explained),
    "differs on a large board": ("DIFFERS", large),
    "depends on one question": ("DIFFERS", dependent(1)),
    "depends on many questions": ("DIFFERS", dependent(700)),
    "depends on nobody knows what": ("DIFFERS", dependent(0)),
    "too little seen": ("TOO LITTLE SEEN", too_little),
    "nothing compared": ("TOO LITTLE SEEN", nothing_compared),
    "engine errors": ("ENGINE ERRORS", with_errors),
    "withheld": ("NO VERDICT", withheld),
    "failed": ("NO VERDICT", ended(internal_error=f"shatterproof itself failed: ValueError: {LONG}")),
    "interrupted": ("INTERRUPTED", ended(interrupted=True)),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_terminal_is_given_the_answer_first_nothing_twice_and_at_most_forty_lines(ending: str) -> None:
    word, make = ENDINGS[ending]
    for game in GAMES:
        lines = make(game).to_text().splitlines()
        assert lines[0].startswith(f"{game.capitalize()}  {word}  "), lines[0]
        assert len(lines) <= 40, "\n".join(lines)
        assert max(map(len, lines)) <= 100, "\n".join(lines)
        assert all(line.isprintable() for line in lines)
        said = [line.strip() for line in lines if len(re.findall(r"[a-z]{3}", line)) > 8 and "    " not in line.strip()]
        assert len(set(said)) == len(said), "\n".join(said)
        assert "  AGREES  " not in "\n".join(lines[1:])


def read_by_shell(text: str) -> list[str]:
    """The words of a command on several lines. A shell ignores a backslash at the end of a line."""
    return shlex.split(text.replace(" \\\n", " "))


@pytest.mark.parametrize("game", ["crumble", "scrunch"])
def test_the_command_that_asks_again_reads_as_one_to_a_shell(game: str) -> None:
    made = verdict(game, [led_elsewhere(game)])
    (difference,) = made.differences
    command = made.to_text().partition("  again       ")[2].partition("\n  the rule")[0]
    words = read_by_shell(command)
    assert words == [*shlex.split(made.replay(difference))[:-1], words[-1]]
    assert strict_json.decode(words[-1]) == difference.counterexample()


def test_a_question_too_long_for_a_command_is_asked_from_a_file() -> None:
    made = verdict("splinter", [led_elsewhere("splinter")])
    assert f"  again       {TO_KEEP}" in made.to_text()
    (text,) = made.too_long
    made.files[text] = "difference-1.json"
    assert "--replay difference-1.json\n" in made.to_text()


@given(
    st.lists(st.text(st.characters(codec="ascii", exclude_categories=["C"]), max_size=30), max_size=9),
    st.integers(20, 90),
)
def test_a_command_on_several_lines_is_the_same_command(texts: list[str], width: int) -> None:
    question = strict_json.encode({"turns": texts, "then": texts})
    words = ["shatterproof", "--replay", question, "--engine", f"e {question}", *texts]
    again = read_by_shell("\n".join(wrapped_command(shlex.join(words), width)))
    assert strict_json.decode(again[2]) == strict_json.decode(words[2])
    assert (again[:2], again[3:]) == (words[:2], words[3:])


def test_all_that_there_is_to_say_has_every_difference_in_full() -> None:
    made = verdict("splinter", [refused("splinter"), counted("splinter")])
    said = made.to_text(verbose=True)
    for difference in made.differences:
        assert difference.to_text() in said
    assert "clauses: " in said
    assert made.repeated() in said
