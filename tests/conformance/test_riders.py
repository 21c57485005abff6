from __future__ import annotations

import pytest

from conformance.made import checked
from shatterproof.game import GAMES, find_game
from shatterproof_properties.conformance import riders
from shatterproof_properties.conformance.comparison import Asked
from shatterproof_properties.conformance.controls import Control, controls
from shatterproof_properties.conformance.known import example_cases
from shatterproof_properties.conformance.riders import Riders
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.served import second_engine


def hear_examples(game_name: str, listening: Riders) -> None:
    """Every example of the spec under default readings, as questions."""
    game = find_game(game_name)
    for case in example_cases(game_name):
        if case.start.readings != game.Readings():
            continue
        position, played = case.start, tuple[str, ...]()
        for turn in case.turns:
            asked = Asked(game, case.start, played, position)
            listening.hear_verdict(asked, asked.text(turn), asked.rightful(asked.text(turn)))
            position, played = game.play(position, turn), (*played, asked.text(turn))
        asked = Asked(game, case.start, played, position)
        for text, _ in case.probes:
            listening.hear_verdict(asked, text, asked.rightful(text))
        if not features.extent(game, position)[1] > 12:
            listening.hear_results(asked, asked.keyed(game.results(position)))


@pytest.mark.parametrize("game", GAMES)
def test_the_examples_of_the_spec_show_every_planted_mistake_but_no_other(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rightful = Control("none", second_engine(game), ())
    monkeypatch.setattr(riders, "controls", lambda game: (*controls(game), rightful))
    listening = Riders(game, find_game(game).Readings().to_mapping())
    hear_examples(game, listening)
    assert [name for name, caught in listening.caught.items() if not caught] == ["none"]


def test_a_verdict_tells_what_the_run_would_have_found() -> None:
    verdict = checked(None, results=1500, game="splinter")
    shown = sum(verdict.caught.values())
    assert len(verdict.caught) == len(controls("splinter"))
    assert f"of {len(verdict.caught)} planted mistakes the questions of this run would have shown {shown}" in (
        verdict.to_text()
    )
    assert verdict.to_json()["caught"] == dict(sorted(verdict.caught.items()))
