from __future__ import annotations

import pytest

from conformance.made import checked
from sampling import some
from shatterproof.game import GAMES, find_game
from shatterproof_properties.conformance.compare import mutant_probes as mutant_probes
from shatterproof_properties.conformance.compare.comparison import Comparison
from shatterproof_properties.conformance.compare.lists import RuleResults
from shatterproof_properties.conformance.compare.mutant_probes import MutantProbes
from shatterproof_properties.conformance.generate.spec_examples import known_cases
from shatterproof_properties.conformance.mutants import EngineMutant, self_check_mutants
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.announced import expand
from shatterproof_properties.protocol.served import boards_of, second_engine


def ask_examples(game_name: str, probes: MutantProbes) -> None:
    """Asks every example of the spec as a question, under default readings."""
    game = find_game(game_name)
    for case in known_cases(game_name, game.Readings(), set(expand(boards_of(game_name))), set_up=True):
        for question, turn in case.steps:
            on_the_way = Comparison(question)
            text = on_the_way.text(turn)
            probes.ask(on_the_way.about(text), on_the_way.expected(text))
        comparison = Comparison(case.question)
        for text, _ in case.probes:
            probes.ask(comparison.about(text), comparison.expected(text))
        if not features.of(game).extent(comparison.position)[1] > 12:
            probes.ask_results(RuleResults(comparison, game.results(comparison.position)))


@pytest.mark.parametrize("game", some(reversed(GAMES), one_in=3))
def test_the_examples_of_the_spec_show_every_self_check_mutant_but_no_other(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    unchanged = EngineMutant("none", second_engine(game), ())
    monkeypatch.setattr(mutant_probes, "self_check_mutants", lambda game, _: (*self_check_mutants(game), unchanged))
    probes = MutantProbes(game, find_game(game).Readings().to_mapping())
    ask_examples(game, probes)
    assert [name for name, caught in probes.caught.items() if not caught] == ["none"]


def test_a_verdict_tells_what_the_run_would_have_found() -> None:
    verdict = checked(None, results=150, game="splinter")
    shown = sum(verdict.result.caught.values())
    assert len(verdict.result.caught) == len(self_check_mutants("splinter"))
    seen = len(verdict.result.visible_mutants)
    assert f"these questions would have found {shown} of {seen} self-check mutants" in verdict.to_text(True)
    assert verdict.to_json()["caught"] == dict(sorted(verdict.result.caught.items()))
