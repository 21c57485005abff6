"""Games handed on by addresses and files."""

from __future__ import annotations

import random
from typing import Any

import pytest

from explorer.asking import ask, error, opening, played, position
from shatterproof.errors import InputError
from shatterproof.game import GAMES, find_game
from shatterproof_properties.explorer import addresses
from shatterproof_properties.explorer.addresses import make_code, read_code
from shatterproof_properties.explorer.service import Explorer, check_question


@pytest.mark.parametrize("game", GAMES)
def test_a_shared_address_leads_back_to_the_same_game(game: str) -> None:
    start, texts = opening(game), played(game, 6)[0]
    code = ask("share", start=start, turns=texts, at=2)["code"]
    again = ask("open", code=code)
    assert again["start"]["position"] == start
    assert [turn["turn"] for turn in again["turns"]] == texts
    assert again["at"] == 2
    later = again["turns"][-1]["shown"]["position"]
    assert ask("open", code=ask("share", start=later)["code"])["start"]["position"] == later


def test_what_is_shared_of_a_series_is_the_part_between_two_passes() -> None:
    start = position("Splinter 6x4, Blue to move\n......\n.osX..\n.xSO..\n......\n")
    series = ["d3E", "passes", "e3W", "passes", "c2S"]
    for at, before, left in ((1, [], ["d3E"]), (2, ["d3E"], ["e3W"]), (5, ["d3E", "e3W"], ["c2S"])):
        again = ask("open", code=ask("share", start=start, turns=series, at=at)["code"])
        assert [turn["turn"] for turn in again["turns"]] == left
        assert again["at"] == at - 2 * len(before)
        assert again["start"]["to_move"] == "blue"
        assert again["start"]["position"] == in_a_row(start, before)
    assert error("share", start=start, turns=["d3E", "nothing", "passes"])["text"].startswith("turn 2: ")


def in_a_row(start: Any, texts: list[str]) -> Any:
    """The position after turns in a row, after each of which the other side passes."""
    for text in texts:
        start = ask("play", position=start, turn=text)["played"]["shown"]["position"] | {"to_move": start["to_move"]}
        start["memory"] = []
    return start


def test_a_record_of_a_series_begins_after_the_last_pass() -> None:
    start = position("Splinter 6x4, Blue to move\n......\n.osX..\n.xSO..\n......\n")
    said = {"1": "Before the pass.", "2": "After it.", "3": "Back again."}
    for form in ("record", "json", "diagram", "svg"):
        file = ask("export", start=start, turns=["d3E", "passes", "e3W"], form=form, comments=said)
        assert "Before" not in file["text"]
    record = ask("export", start=start, turns=["d3E", "passes", "e3W"], form="record", comments=said)
    again = ask("open", text=record["text"])
    assert [turn["turn"] for turn in again["turns"]] == ["e3W"]
    assert again["comments"] == {"0": "After it.", "1": "Back again."}


def test_readings_travel_with_an_address() -> None:
    start = opening("splinter", "6x5", step_off="forbidden")
    again = ask("open", code=ask("share", start=start)["code"])
    assert again["start"]["position"] == start
    assert again["readings"]["splinter.step-off"] == "forbidden"


def test_every_damaged_address_is_refused() -> None:
    code = ask("share", start=opening("scrunch", "3"), turns=played("scrunch", 4)[0])["code"]
    chance = random.Random(1)
    for index in range(len(code)):
        other = chance.choice([sign for sign in "ABCxyz019-_" if sign != code[index]])
        damaged = code[:index] + other + code[index + 1 :]
        answer = Explorer(check=check_question).answer({"do": "open", "code": damaged})
        assert "error" in answer, damaged
    for short in range(1, len(code)):
        assert error("open", code=code[:short])["code"] == "bad-input"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("form", ["diagram", "json", "record"])
def test_a_file_that_was_exported_opens_again(game: str, form: str) -> None:
    start, texts = opening(game), played(game, 5)[0]
    said = {"0": "To begin with.", "3": "Well {played}!"}
    file = ask("export", start=start, turns=texts, form=form, comments=said)
    again = ask("open", text=file["text"])
    if form == "record":
        assert [turn["turn"] for turn in again["turns"]] == texts
        assert again["comments"] == {"0": "To begin with.", "3": "Well (played)!"}
        assert again["refusal"] is None
    else:
        shown = ask("open", code=ask("share", start=start, turns=texts)["code"])["turns"]
        assert again["start"]["position"] == shown[-1]["shown"]["position"]


@pytest.mark.parametrize("texts", [random.Random(1).randbytes(addresses.LONGEST).hex(), "a" * addresses.LARGEST])
def test_a_game_that_is_too_long_for_an_address_is_refused_when_it_is_made(texts: str) -> None:
    game = find_game("scrunch")
    with pytest.raises(InputError, match="too long for an address"):
        make_code(game, game.start(), [texts], 0)


def test_an_address_that_is_too_long_and_one_of_another_version_are_told_apart() -> None:
    with pytest.raises(InputError, match="too long"):
        read_code("1" + "a" * addresses.LONGEST)
    with pytest.raises(InputError, match="another version"):
        read_code("2abc")
