from __future__ import annotations

import pytest

from conformance.made import checked, little_is_enough, made_here, without_mutant_probes
from conformance.made_verdicts import refused, verdict
from shatterproof import crumble, scrunch, splinter
from shatterproof.game import AnyGame
from shatterproof_properties.conformance.causes import is_read_by_convention
from shatterproof_properties.conformance.compare.comparison import Comparison
from shatterproof_properties.protocol.question import Question

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
    asked_of = Comparison(Question.at(game, game.start(board), do="turns"))
    said = asked_of.expected(text)["verdict"]
    assert is_read_by_convention(game, asked_of.position, text, said) == expected


def test_an_engine_that_reads_texts_leniently_is_not_asked_about_conventions() -> None:
    with little_is_enough(), without_mutant_probes():
        found = checked(made_here(LENIENT), results=100)
    assert found.headline == "agrees"
    assert any("reads texts leniently" in words for words in found.result.engine.spared)


def test_a_convention_that_an_engine_does_not_keep_is_no_rule_of_the_game() -> None:
    asked_of = Comparison(Question.at(crumble, crumble.start("2x2"), do="turns"))
    shown = asked_of.verdicts("1H+", asked_of.expected("1H+"), {"verdict": "malformed"})
    assert shown is not None
    said = verdict(differences=[shown]).first_line()
    assert "reads texts otherwise than crumble.notation.threat, a convention of the spec and no rule" in said
    too_long = asked_of.verdicts(LONG, asked_of.expected(LONG), asked_of.expected("1H"))
    assert too_long is not None
    assert "a convention of the spec" in verdict(differences=[too_long]).first_line()
    assert "breaks crumble." in verdict(differences=[refused()]).first_line()
