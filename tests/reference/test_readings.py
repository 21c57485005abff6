"""Readings and values as people write them, and their printed form."""

from __future__ import annotations

from typing import Any

import pytest

from shatterproof import crumble, scrunch, splinter
from shatterproof.errors import InputError
from shatterproof.fields import show
from shatterproof.game import AmbiguousTurn, perft
from shatterproof.spec import clauses


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("draw", "'draw' sets no reading"),
        ("", "'' sets no reading"),
        ("draw=agreement-only crumble.draw=agreement-only", "crumble.draw is set twice"),
        ("draws=agreement-only", "unknown reading 'crumble.draws'"),
        ("draw=never", "crumble.draw has no value 'never'"),
    ],
)
def test_a_text_that_sets_no_readings_is_refused(text: str, what: str) -> None:
    with pytest.raises(InputError) as refused:
        crumble.Readings.from_text(text)
    assert refused.value.what == what


def test_readings_are_read_with_or_without_the_name_of_the_game() -> None:
    chosen = crumble.Readings.from_text(" draw=agreement-only,  crumble.win-stops=end-of-turn\n")
    assert chosen.departures() == {"crumble.draw": "agreement-only", "crumble.win-stops": "end-of-turn"}
    assert crumble.Readings.from_mapping(chosen.to_mapping()) == chosen


@pytest.mark.parametrize("game", [crumble, scrunch, splinter])
def test_readings_have_the_values_that_their_clauses_list_the_default_first(game: Any) -> None:
    choices = game.Readings.choices()
    assert choices == {clause.id: clause.values for clause in clauses(game.NAME) if clause.values}
    assert game.Readings().to_mapping() == {name: values[0] for name, values in choices.items()}
    assert game.Readings().departures() == {}
    for name, values in choices.items():
        for value in values:
            assert game.Readings.from_mapping({name: value}).to_mapping()[name] == value


def test_a_value_is_shown_whole_up_to_forty_characters() -> None:
    assert show("x" * 38) == '"' + "x" * 38 + '"'
    assert show("x" * 39) == '"' + "x" * 36 + "..."
    assert show({"of": [1, None]}) == '{"of": [1, null]}'


def test_a_turn_of_several_meanings_tells_them_all() -> None:
    position = splinter.from_diagram("Splinter 7x4, Blue to move\n.......\n...O...\nSXO.SXO\nsxo.sxo\n")
    with pytest.raises(AmbiguousTurn) as open_tie:
        splinter.parse_turn(position, "d3N")
    assert open_tie.value.clause == "splinter.group.tie"
    assert len(open_tie.value.meanings) == 2
    assert str(open_tie.value) == "'d3N' can mean " + " or ".join(open_tie.value.meanings)


def test_a_tree_of_no_plies_is_its_root_and_grows_by_all_results() -> None:
    position = splinter.start("5x2")
    results = [after for _, after in splinter.results(position)]
    assert perft(splinter, position, 0) == 1
    assert perft(splinter, position, 1) == len(results)
    assert perft(splinter, position, 2) == sum(perft(splinter, after, 1) for after in results) > len(results)
