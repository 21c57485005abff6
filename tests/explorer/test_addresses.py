"""Games in addresses and files."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

from explorer.asking import ask, error, opening, played, position
from shatterproof.errors import InputError
from shatterproof.game import GAMES, find_game
from shatterproof_properties.explorer import addresses
from shatterproof_properties.explorer.addresses import make_code, read_code
from shatterproof_properties.explorer.game_trees import MOST_OPENED, GameTree


@pytest.mark.parametrize(("game", "readings"), [*((game, {}) for game in GAMES), ("splinter", {"tie": "remove-one"})])
def test_a_shared_address_leads_back_to_the_same_game(game: str, readings: dict[str, str]) -> None:
    start, texts = opening(game, **readings), played(game, 6)[0]
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
    """The position after turns of one side in a row, while the other side passes."""
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


def test_every_damaged_address_is_refused() -> None:
    code = ask("share", start=opening("scrunch", "3"), turns=played("scrunch", 4)[0])["code"]
    chance = random.Random(1)
    for index in range(len(code)):
        other = chance.choice([sign for sign in "ABCxyz019-_" if sign != code[index]])
        assert error("open", code=code[:index] + other + code[index + 1 :])["code"] == "bad-input"
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
        make_code(GameTree(game, game.start(), [texts]), 0)


ADDED: dict[str, Any] = {
    "variations": [[0, "a1"], [4, "b4"], [5, "e3"], [4, "c5"], [2, "e1"]],
    "comments": {"0": "To begin with.", "2": "Well played!", "5": "Aside."},
    "marks": {"1": [["c3"], ["a1", "b2"]], "6": [["e3"]]},
    "tags": {"White": "Somebody", "Event": 'A "match"', "Result": "1/2-1/2", "Termination": "agreement"},
}
"""A note of each kind, for the game of Scrunch on side 3 that begins with c3, b2, b1."""


def test_an_address_carries_variations_comments_marks_and_tags() -> None:
    shared = ask("share", start=opening("scrunch", "3"), turns=["c3", "b2", "b1"], at=6, **ADDED)
    again = ask("open", code=shared["code"])
    assert ({name: again[name] for name in ADDED}, again["at"], shared["left_out"]) == (ADDED, 6, [])


def test_a_record_carries_variations_comments_marks_tags_and_a_draw_by_agreement() -> None:
    game = {"start": opening("scrunch", "3"), "turns": ["c3", "b2", "b1"], "form": "record"}
    file = ask("export", **game, **ADDED)
    assert file["text"].split("\n\n")[1] == (
        "{To begin with.}\n"
        "1) c3 {[%ring c3] [%arrow a1 b2]} ( 1) a1 b4 {Aside.} ( 1) ... c5 ) 2) e3 {[%ring e3]} ) b2 {Well played!}\n"
        "2) b1 ( 2) e1 ) 1/2-1/2\n"
    )
    again = ask("open", text=file["text"])
    assert again["refusal"] is None
    assert [turn["turn"] for turn in again["turns"]] == game["turns"]
    assert {tuple(mark) for marks in again["marks"].values() for mark in marks} == {("c3",), ("a1", "b2"), ("e3",)}
    assert {name: again["tags"][name] for name in ADDED["tags"]} == ADDED["tags"]
    assert ask("export", **game, **{name: again[name] for name in ADDED})["text"] == file["text"]
    # Signs after a turn are kept as words.
    signs = ask("open", text='[Game "scrunch"]\n[Board "3"]\n\n1) c3!? {so} a1\n')
    assert signs["comments"] == {"1": "!? so"}


def test_variations_too_deep_for_a_record_are_named() -> None:
    game, position = find_game("splinter"), find_game("splinter").start()
    start, variations, parent = game.to_json(position), list[Any](), 0
    for _ in range(23):
        # Within each variation there is another.
        one, other = (game.format_turn(position, turn) for turn in islice(game.turns(position), 2))
        variations += [[parent, one], [parent, other]]
        parent = len(variations)
        position = game.play(position, game.parse_turn(position, other))
    for levels, left_out in ((20, []), (23, ["variations within more than 20 others"])):
        file = ask("export", start=start, variations=variations[: 2 * levels], form="record")
        assert file["left_out"] == left_out
        assert ask("open", text=file["text"])["refusal"] is None


def test_what_no_address_can_hold_is_left_out_and_named() -> None:
    noise = random.Random(1).randbytes(60_000).hex()
    game = {"start": opening("scrunch", "3"), "turns": ["c3"], "at": 2, "variations": [[0, "a1"]]}
    assert ask("share", **game, comments={"1": noise[:65_000]})["left_out"] == []
    shared = ask("share", **game, comments={"0": noise[:60_000], "1": noise[60_000:]})
    assert shared["left_out"] == ["comments"]
    again = ask("open", code=shared["code"])
    assert (again["variations"], again["at"], again["comments"]) == ([[0, "a1"]], 2, {})
    shared = ask("share", **game | {"variations": [[0, "a1"]] * MOST_OPENED})
    assert shared["left_out"] == ["variations"]
    assert ask("open", code=shared["code"])["at"] == 0


def test_a_variation_that_is_not_legal_is_left_out_with_what_follows_it() -> None:
    game = find_game("scrunch")
    variations = [(0, "a1"), (1, "c3"), (3, "b2"), (0, "b1")]
    again = ask("open", code=make_code(GameTree(game, game.start("3"), ["c3"], variations, {5: "Kept."}), 5))
    assert (again["variations"], again["at"], again["comments"]) == ([[0, "a1"], [0, "b1"]], 3, {"3": "Kept."})
    assert again["refusal"]["reason"].startswith("a variation, c3: ")


@pytest.mark.parametrize(
    "wrong",
    [{"variations": [(7, "a1")]}, {"variations": [(0, 1)]}, {"variations": [(-1, "a1")]}, {"comments": {1: 5}},
     {"marks": {1: [["a", "b", "c"]]}}, {"marks": {1: 3}}, {"tags": {"W hite": "x"}}],
)  # fmt: skip
def test_an_address_with_damaged_additions_is_refused(wrong: Any) -> None:
    game = find_game("scrunch")
    assert error("open", code=make_code(GameTree(game, game.start("3"), ["c3"], **wrong), 1))["code"] == "bad-input"


def test_an_address_that_is_too_long_and_one_of_another_version_are_told_apart() -> None:
    with pytest.raises(InputError, match="too long"):
        read_code("1" + "a" * addresses.LONGEST)
    with pytest.raises(InputError, match="another version"):
        read_code("3abc")
