"""Turns built part by part."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from explorer.asking import ask, opening, played, position
from shatterproof.api import from_json
from shatterproof.crumble.pieces import GRAIN, Piece
from shatterproof.game import GAMES, find_game, game_of
from shatterproof_properties.explorer.crumble import MEASURED, name_of_piece
from shatterproof_properties.explorer.play_questions import next_parts

TIED = """Splinter 7x4, Blue to move
.......
...O...
SXO.SXO
sxo.sxo
"""


def built(where: Any, *parts: str) -> Any:
    return ask("next", position=where, parts=list(parts))


def parts_of(answer: Any, allowed: bool = True) -> list[str]:
    return [choice["part"] for choice in answer["choices"] if (choice["refusal"] is None) == allowed]


def turns_built(where: Any, limit: int) -> set[str]:
    """Every turn that the choices lead to; for Crumble, with walks of up to `limit` steps."""
    found, waiting = set(), [list[str]()]
    while waiting:
        parts = waiting.pop()
        answer = next_parts(read(where)[0], read(where)[1], parts)
        assert answer["refusal"] is None
        assert answer["parts"] == parts
        if answer["turn"]:
            found.add(answer["turn"])
        steps = sum(part.startswith("step") for part in parts)
        if not steps or steps < limit:
            waiting += [[*parts, part] for part in parts_of(answer)]
    return found


def read(where: Any) -> Any:
    position = from_json(where)
    return game_of(position), position


def later(game: str, plies: int, seed: int) -> Any:
    """An undecided position some random turns after the opening."""
    return played(game, plies, seed)[1]


@pytest.mark.parametrize("plies", [1, 9])
@pytest.mark.parametrize("game", ["scrunch", "splinter"])
def test_the_choices_lead_to_all_legal_turns_and_to_no_other(game: str, plies: int) -> None:
    where = later(game, plies, plies)
    adapter, here = read(where)
    built_up = turns_built(where, 0)
    assert {adapter.play(here, adapter.parse_turn(here, text)) for text in built_up} == {
        after for _, after in adapter.results(here)
    }
    actions = {adapter.format_turn(here, turn) for turn, _ in adapter.actions(here)}
    assert built_up == actions


def test_the_choices_lead_to_all_cuts_joins_and_short_walks() -> None:
    where = later("crumble", 2, 2)
    adapter, here = read(where)
    short = {text for turn in adapter.turns(here) if turn.walk is None or len(turn.walk.path) <= 2
             for text in [adapter.format_turn(here, turn)]}  # fmt: skip
    assert short <= turns_built(where, 2)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_refused_among_the_choices_is_refused_when_tried_for_the_same_reason(game: str) -> None:
    where = opening("splinter", "6x5", step_off="forbidden") if game == "splinter" else later(game, 12, 3)
    tried = 0
    waiting = [list[str]()]
    while waiting and tried < 12:
        parts = waiting.pop()
        for choice in built(where, *parts)["choices"]:
            answer = built(where, *parts, choice["part"])
            if choice["refusal"] is None:
                waiting.append([*parts, choice["part"]])
                continue
            assert answer["parts"] == parts
            assert answer["refusal"] == choice["refusal"]
            assert answer["refusal"]["title"]
            tried += 1
    assert tried


def test_a_click_on_a_piece_across_a_complete_side_is_the_step_to_it() -> None:
    start = opening("crumble", "3x3")
    one = built(start, "piece 0,2", "cut H 1", "start 0,2")
    step = parts_of(one)[0]
    target = next(choice["at"][0] for choice in one["choices"] if choice["part"] == step)
    clicked = built(start, "piece 0,2", "cut H 1", "start 0,2", f"into {target}")
    assert clicked["parts"][-1] == step
    assert clicked["did"][-1]["clauses"]
    assert clicked["refusal"] is None


HALVES = "2x2, Black to move\nABcc\nABcc\nddEE\nddEE"
CLICKS = [
    (opening("crumble", "3x3"), ["piece 1,2"], [], None, "crumble.cut.own"),
    (position(HALVES), ["piece 0,1", "to 1/2,1"], ["piece 0,1", "join 0,1 1/2,1"], "0,1J2,1", None),
    (position(HALVES), ["piece 0,1", "to 0,0"], ["piece 0,1"], None, "crumble.join.own"),
    # Another own piece is chosen where nothing else comes of a click on it.
    (opening("splinter", "10x9"), ["piece c3", "towards e3"], ["piece e3"], None, None),
    (opening("crumble", "4x4"), ["piece 0,3", "to 2,3"], ["piece 2,3"], None, None),
    (position(TIED), ["piece d3", "slide N", "group f2"], ["piece d3", "slide N", "group e1"], "d3N=e1", None),
    (position(TIED), ["piece d3", "slide N", "group d4"], ["piece d3", "slide N"], None, "splinter.group.tie"),
]
"""Parts of turns as clicks make them: which parts are chosen then, the turn that they make, and what is refused."""


@pytest.mark.parametrize(("where", "parts", "chosen", "turn", "clause"), CLICKS)
def test_a_click_is_the_part_that_its_place_means_or_is_refused(
    where: Any, parts: list[str], chosen: list[str], turn: str | None, clause: str | None
) -> None:
    answer = built(where, *parts)
    assert (answer["parts"], answer["turn"]) == (chosen, turn)
    assert (answer["refusal"] and answer["refusal"]["clause"]) == clause
    assert not clause or answer["refusal"]["about"]


def test_a_cut_can_be_had_from_any_piece_that_it_halves() -> None:
    start = position("3x3, Black to move\nABC\ndef\nghi")
    for piece in ("0,2", "1,2", "2,2"):
        cuts = [part for part in parts_of(built(start, f"piece {piece}")) if part.startswith("cut H")]
        turns_of = {built(start, f"piece {piece}", part)["turn"] for part in cuts}
        assert "0,2H3" in turns_of
        assert len(turns_of) == len(cuts)
        assert all(built(start, f"piece {piece}", part)["parts"][-1] == part for part in cuts)
    elsewhere = built(start, "piece 0,2", "cut H 1 1,2")["refusal"]
    assert elsewhere["verdict"] == "malformed"


def test_a_cut_along_another_line_is_not_offered() -> None:
    uneven = position("3x3, Black to move\nddeeff\nddeeff\nGGccII\nGGHHII\naabbgg\naabbgg")
    assert parts_of(built(uneven, "piece 1,1")) == ["cut V 1"]


def test_a_tie_asks_for_the_group_that_stays() -> None:
    answer = built(position(TIED), "piece d3", "slide N")
    assert (answer["turn"], answer["expects"]) == (None, "group")
    assert [choice["at"][0] for choice in answer["choices"]] == ["a1", "e1"]


def test_a_mutant_is_marked_until_it_is_cured() -> None:
    start = position("3, Dark to move\n. . .\n. x . .\n. . x . .\n. . x .\n. o .")
    placed = built(start, "place c2")
    assert 'data-mark="marked"' in placed["drawing"]
    assert any("scrunch.growth.cure" in step["clauses"] for step in placed["did"])
    last = next(part for part in parts_of(built(start, "place c2", "stone d2")))
    assert 'data-mark="marked"' not in built(start, "place c2", "stone d2", last)["drawing"]


@pytest.mark.parametrize("game", GAMES)
def test_a_part_that_is_none_is_malformed_and_nothing_else_happens(game: str) -> None:
    for part in ("", "piece", "nonsense x", "step E", "place zz99", "slide Q", "cut V 0", "join a", "remove", "\0"):
        answer = built(opening(game), part)
        assert answer["refusal"]["verdict"] in ("malformed", "illegal"), part
        assert answer["parts"] == []


@pytest.mark.parametrize("game", GAMES)
def test_no_part_comes_after_the_end_of_a_game(game: str) -> None:
    ended = {
        "crumble": "2x2, Black to move\nAA\nAA",
        "scrunch": "2, Dark to move\nx .\n. . .\n. .",
        "splinter": "3x2, Blue to move\nSXO\nsx.",
    }[game]
    answer = built(position(ended))
    assert answer["outcome"]
    assert answer["choices"] == []
    assert built(position(ended), "piece 0,0")["refusal"]["clause"] == f"{game}.turn.finished"


@pytest.mark.parametrize("game", GAMES)
def test_the_outcome_is_that_of_the_turn_if_it_ends_here(game: str) -> None:
    where = later(game, 10, 5)
    adapter, here = read(where)
    chance, parts = random.Random(2), list[str]()
    for _ in range(6):
        answer = built(where, *parts)
        if answer["turn"]:
            ended = adapter.outcome(adapter.play(here, adapter.parse_turn(here, answer["turn"])))
            assert (answer["outcome"] or {}).get("winner") == (ended.winner if ended else None)
        further = parts_of(answer)
        if not further:
            return
        parts.append(chance.choice(further))


def test_growing_warns_that_it_ends_creation_and_an_egg_does_not() -> None:
    game, where = read(opening("scrunch", "3"))
    for text in ("c3", "a1"):
        where = game.play(where, game.parse_turn(where, text))
    warned = set()
    for choice in built(game.to_json(where))["choices"]:
        egg = built(game.to_json(where), choice["part"])["turn"]
        assert bool(choice["warning"]) == (egg is None)
        warned.add(bool(choice["warning"]))
    assert warned == {True, False}
    assert "dark" not in game.play(where, game.parse_turn(where, "c2 c3-b2")).creating


@pytest.mark.parametrize(
    ("measures", "name"),
    [
        ((0, 0, 1, 1), "square in the lower left corner"),
        ((2, 1, 0.5, 1), "left half in column 3, row 2"),
        ((5, 5.5, 1, 0.5), "upper half in the upper right corner"),
        ((3.5, 0.5, 0.5, 0.5), "upper right quarter in column 4, row 1"),
        ((3.5, 0.25, 0.5, 0.25), "upper half of the lower right quarter in column 4, row 1"),
        ((0.5, 0, 1, 1), "square in columns 1 and 2, row 1"),
        ((2, 2, 2, 2), "big square in columns 3 and 4, rows 3 and 4"),
        ((0, 2, 4, 2), "big level half in columns 1 to 4, rows 3 and 4"),
        ((1, 1, 0.75, 0.75), "small square in column 2, row 2"),
        ((0, 0, 0.125, 0.125), ""),
    ],
)
def test_a_piece_is_named_by_its_part_of_a_square_and_its_place(
    measures: tuple[float, float, float, float], name: str
) -> None:
    assert name_of_piece(Piece(*(int(length * GRAIN) for length in measures)), 6, 6) == name


def test_no_two_pieces_of_a_game_have_the_same_name() -> None:
    rules = find_game("crumble")
    position = rules.from_json(played("crumble", 8, 1, "4x4")[1])
    names = [name_of_piece(piece, 4, 4) for piece in position.arrangement.pieces]
    assert len(names) == len(set(names))


def test_no_sentence_measures_a_piece_and_the_board_has_the_measures_behind_the_names() -> None:
    start = opening("crumble", "3x3")
    begun = ask("next", position=start, parts=["piece 1,1"])
    cut = ask("next", position=start, parts=["piece 1,1", "cut V 1"])
    refused = ask("next", position=start, parts=["piece 1,0"])["refusal"]
    turn = ask("play", position=start, turn="1,1VE")
    said = [
        *(choice["label"] for answer in (begun, cut) for choice in answer["choices"]),
        *(step["text"] for step in (*cut["did"], *turn["did"])),
        refused["reason"],
    ]
    assert not [text for text in said if MEASURED.search(text)]
    assert refused["reason"] == "The square in column 2, row 1 is not the mover's to cut or join"
    assert cut["did"][0]["text"] == "A vertical line halves the square in column 2, row 2."
    assert [choice["label"] for choice in cut["choices"]] == [
        "Black left half in column 2, row 2",
        "Black right half in column 2, row 2",
    ]
    titles = re.findall("<title>(.*?)</title>", cut["drawing"])
    assert "Black left half in column 2, row 2, 1/2x1 at (1, 1)" in titles
