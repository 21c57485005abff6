"""The clause under which a difference between two answers about a turn is reported."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.made_verdicts import asked, compared
from shatterproof import crumble, splinter
from shatterproof.game import GAMES
from shatterproof_properties.conformance.compare.comparison import Comparison
from shatterproof_properties.conformance.vectors.vector import read
from shatterproof_properties.play import at_limits

each_game = pytest.mark.parametrize("game", GAMES)


def reported(asked_of: Comparison, text: str, got: dict[str, Any]) -> tuple[str, str]:
    """The kind and the clause of the difference between the rules and an answer."""
    found = asked_of.verdicts(text, asked_of.expected(text), got)
    assert found is not None
    return found.kind, found.clause


@each_game
def test_turns_with_a_newline_or_a_zero_are_asked_and_malformed(game: str) -> None:
    asked_of = asked(game)
    texts = [text for text, _ in at_limits(asked_of.game) if "\n" in text or "\0" in text]
    assert [asked_of.expected(text) for text in texts] == [{"verdict": "malformed"}] * len(texts)
    without = [asked_of.expected(text.split("\n")[-1] or text[:-1])["verdict"] for text in texts if "\n" in text]
    assert len(without) == 2
    assert "malformed" not in without
    assert "legal" in {asked_of.expected(text[:-1])["verdict"] for text in texts if "\0" in text}


MALFORMED = {
    "crumble": {"01H": "location", "1Hn": "cut-swap", "1J1": "join", "0V2-0E-N": "multi-cut", "1H++": "threat"},
    "scrunch": {"A1": "egg", "a1 b1-": "growth", "X a1": "removal", "Pass": "pass"},
    "splinter": {"a1n": "slide", "a1N ": "slide", "a1N=": "tie", "PASS": "pass"},
}


@each_game
def test_a_malformed_text_that_is_taken_for_a_turn_is_reported_under_a_clause_of_the_notation(game: str) -> None:
    asked_of = asked(game)
    legal = asked_of.expected(asked_of.text(next(iter(asked_of.game.turns(asked_of.position)))))
    for text, clause in MALFORMED[game].items():
        assert asked_of.expected(text) == {"verdict": "malformed"}
        assert reported(asked_of, text, legal) == ("allows", f"{game}.notation.{clause}")


def test_a_turn_refused_in_another_way_is_reported_under_the_clause_that_forbids_it() -> None:
    over = compared(splinter, splinter.from_diagram("Splinter 2x4, Blue to move\nO.\nxX\nSs\n.O\n"))
    assert reported(over, "b1N", {"verdict": "malformed"}) == ("verdict", "splinter.turn.finished")


@pytest.mark.parametrize(
    ("game", "vectors", "clause", "outcome"),
    [
        pytest.param("crumble", "core", "crumble.draw.repetition", {"winner": "black"}, id="a draw taken for a win"),
        pytest.param("scrunch", "full", "scrunch.shut-out", None, id="a shut-out overlooked"),
    ],
)
def test_an_end_that_is_taken_for_another_is_reported_under_its_rule(
    game: str, vectors: str, clause: str, outcome: Any
) -> None:
    ended = (vector.question for vector in read(game, vectors)
             if (vector.answer.get("outcome") or {}).get("clause") == clause)  # fmt: skip
    question = next(ended)
    asked_of = Comparison(question)
    got = {**asked_of.expected(question.turn), "outcome": outcome}
    assert reported(asked_of, question.turn, got) == ("outcome", clause)


def test_a_text_with_a_threat_that_is_refused_is_reported_under_the_notation() -> None:
    asked_of = compared(crumble, crumble.start("2x2"))
    assert reported(asked_of, "1H+", {"verdict": "illegal"}) == ("refuses", "crumble.notation.threat")


@pytest.mark.parametrize(("text", "clause"), [("2H11NN", "hyphens"), ("2H1-1NN", "hyphens"), ("0,0,2HN", "location")])
def test_a_spelling_that_is_taken_for_another_turn_is_reported_under_the_notation(text: str, clause: str) -> None:
    asked_of = compared(crumble, crumble.start("3x3"))
    assert reported(asked_of, text, asked_of.expected("2H")) == ("result", f"crumble.notation.{clause}")


def test_a_choice_without_a_tie_is_reported_as_that_where_the_result_is_right() -> None:
    asked_of = compared(splinter, splinter.start("2x4"))
    text = asked_of.text(next(iter(splinter.turns(asked_of.position))))
    assert reported(asked_of, f"{text}=b1", asked_of.expected(text)) == ("allows", "splinter.group.tie")
