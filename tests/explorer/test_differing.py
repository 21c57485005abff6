"""What readings change."""

from __future__ import annotations

import pytest

from explorer.asking import ask, error, opening, position
from shatterproof.game import GAMES
from shatterproof_properties.witnesses import Pair, shipped


def test_turns_that_become_illegal_are_named_with_the_clause() -> None:
    answer = ask("readings", position=opening("splinter", "6x5"), readings={"splinter.step-off": "forbidden"})
    assert answer["problem"] is None
    assert answer["gained"] == []
    assert "a1SE" in [each["turn"] for each in answer["lost"]]
    assert {each["refusal"]["clause"] for each in answer["lost"]} == {"splinter.step-off"}
    back = ask("readings", position=answer["shown"]["position"], readings={"splinter.step-off": "allowed"})
    assert set(back["gained"]) == {each["turn"] for each in answer["lost"]}


def test_a_position_that_could_not_be_so_is_told() -> None:
    start = position("3x3, Black to move\nABC\nDeF\nGHI\nreadings crumble.standing-enclosure=next-step")
    answer = ask("readings", position=start, readings={"crumble.standing-enclosure": "reject"})
    assert answer["problem"]["clause"] == "crumble.standing-enclosure"
    assert answer["shown"] is None


def test_the_same_readings_change_nothing() -> None:
    answer = ask("readings", position=opening("crumble", "3x3"), readings={})
    assert (answer["gained"], answer["lost"], answer["changed"]) == ([], [], [])


@pytest.mark.parametrize(
    "pair", [pair for game in GAMES for pair in shipped(game)], ids=lambda pair: f"{pair.reading}-{pair.values}"
)
def test_every_witness_opens_just_before_the_turn_that_tells(pair: Pair) -> None:
    answer = ask("witness", reading=pair.reading, one=pair.values[0], other=pair.values[1])
    assert pair.reading in answer["text"]
    if pair.witness is None:
        assert answer["code"] is None
    elif answer["code"] is not None:
        opened = ask("open", code=answer["code"])
        assert opened["at"] == len(pair.witness.question.played)


def test_an_unknown_reading_is_refused() -> None:
    assert error("witness", reading="crumble.none", one="a", other="b")["code"] == "bad-input"
    assert error("readings", position=opening("crumble", "2x2"), readings={"none": "x"})["code"] == "bad-input"
