"""Editions: the contents of the file, and sets of readings by what people type."""

from __future__ import annotations

import json
from dataclasses import replace

import jsonschema_rs
import pytest

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import find_game
from shatterproof_properties.common.editions import (
    Edition,
    Settled,
    editions,
    editions_file,
    editions_of,
    set_named,
    two_sets,
)

each_edition = pytest.mark.parametrize("edition", editions().values(), ids=lambda edition: edition.name)


def departures(text: str) -> dict[str, str]:
    """The readings of a set that are not at their defaults, without the game's name."""
    return {name.partition(".")[2]: value for name, value in set_named(text).readings.departures().items()}


def test_the_file_follows_its_schema() -> None:
    schema = json.loads((editions_file().parent / "editions.schema.json").read_text(encoding="utf-8"))
    jsonschema_rs.validator_for(schema).validate(strict_json.decode_file(editions_file()))


def test_no_name_stands_for_two_editions() -> None:
    assert len(editions()) == len(strict_json.decode_file(editions_file())["editions"])


@each_edition
def test_an_edition_names_readings_and_values_of_its_game(edition: Edition) -> None:
    choices = find_game(edition.game).Readings.choices()
    assert {*edition.settled, *edition.open} <= set(choices)
    assert not set(edition.settled) & set(edition.open)
    for reading, settled in edition.settled.items():
        assert settled.value in choices[reading]


@each_edition
def test_an_edition_builds_on_one_of_its_own_game(edition: Edition) -> None:
    assert edition.builds_on is None or edition.builds_on.game == edition.game


def test_every_game_has_two_editions_to_compare() -> None:
    for game, names in {
        "crumble": ["rules-a", "rules-b"],
        "scrunch": ["2025", "2026"],
        "splinter": ["published", "later-words"],
    }.items():
        assert [edition.name for edition in editions_of(game)] == names


def test_what_an_edition_does_not_settle_is_as_in_the_one_that_it_builds_on() -> None:
    first = Edition("first", "crumble", "", "", {"crumble.draw": Settled("draw-turns", "a sentence")}, {})
    open_points = {"crumble.capture-nested": "a word"}
    later = Edition("later", "crumble", "", "", {"crumble.win-stops": Settled("at-once", "b")}, open_points, first)
    assert later.readings == {"crumble.draw": "draw-turns", "crumble.win-stops": "at-once"}
    assert later.by("crumble.draw") == "as in first: a sentence"
    assert later.by("crumble.win-stops") == "b"
    assert replace(later, open={}, builds_on=later).why_open("crumble.capture-nested") == "a word"
    assert later.why_open("crumble.draw-target") == "nothing is said on it"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("crumble.default", {}),
        ("rules-b", {"draw": "draw-turns"}),
        ("crumble.rules-b,draw=agreement-only", {"draw": "agreement-only"}),
        ("draw=draw-turns,crumble.win-stops=end-of-turn", {"draw": "draw-turns", "win-stops": "end-of-turn"}),
        ("draw=draw-turns win-stops=at-once", {"draw": "draw-turns"}),
        ("scrunch.default, isolated=from-all", {"isolated": "from-all"}),
    ],
)
def test_a_set_is_an_edition_with_changes_or_pairs(text: str, found: dict[str, str]) -> None:
    assert departures(text).items() >= found.items()


def test_it_is_said_where_each_value_comes_from() -> None:
    found = set_named("rules-a,win-stops=end-of-turn")
    assert found.by("crumble.win-stops") == "as chosen"
    assert found.by("crumble.draw").startswith('"Drawn Games"')
    assert found.by("crumble.draw-descent").startswith("left open, so that the default is played: it only says")
    assert set_named("win-stops=end-of-turn").by("crumble.draw") == "the default"
    assert "crumble.draw-descent" in found.left_open
    assert "crumble.draw-descent" not in set_named("rules-a,draw-descent=wholly").left_open
    assert set_named("crumble.default").left_open == {}


def test_the_other_set_tells_the_game() -> None:
    one, two = two_sets("default", "rules-b")
    assert (one.game.NAME, one.readings) == ("crumble", find_game("crumble").Readings())
    assert two_sets("2025", "default")[1].game.NAME == "scrunch"
    assert two.name == "rules-b"


@pytest.mark.parametrize(
    ("one", "two", "reported"),
    [
        ("rules-c", "rules-a", "no edition 'rules-c'; expected rules-a, rules-b, 2025"),
        ("crumble.2025", "rules-a", r"no edition 'crumble\.2025'"),
        ("rules-a", "2025", "rules-a is of crumble, 2025 of scrunch"),
        ("default", "default", r"default of which game\?; expected one of crumble\.default"),
        ("", "rules-a", "the set of readings is empty"),
        (" , ", "rules-a", "the set of readings is empty"),
        ("draw=never", "rules-a", r"crumble\.draw has no value 'never'"),
        ("castling=long", "rules-a", "unknown reading 'castling'"),
        ("draw=same-target,tie=keep-one", "rules-a", "readings of crumble and splinter"),
        ("rules-a,2025", "rules-a", "at most one edition"),
        ("rules-a,rules-b", "rules-a", "'rules-b' sets no reading"),
        ("draw=draw-turns,rules-a", "rules-a", "'rules-a' sets no reading"),
        ("draw=draw-turns,crumble.draw=draw-turns", "rules-a", r"crumble\.draw is set twice"),
    ],
)
def test_what_is_no_set_of_readings_is_refused(one: str, two: str, reported: str) -> None:
    for pair in ((one, two), (two, one)) if one != "rules-a" else ((one, two),):
        with pytest.raises(InputError, match=reported):
            two_sets(*pair)
