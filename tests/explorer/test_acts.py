"""The acts of turns on the board, in order."""

from __future__ import annotations

import random
from typing import Any

import pytest

from explorer.asking import BOARDS, ask, opening, played, position
from explorer.test_builders import later, parts_of
from shatterproof.game import GAMES
from shatterproof_properties.explorer import plain_game
from shatterproof_properties.explorer.knowledge import KNOWLEDGE
from shatterproof_properties.explorer.turns_on_board import standing_in

Standing = dict[str, tuple[str, str]]


def moved_on(standing: Standing, motion: Any) -> Standing:
    """The things on the places of a drawing after all acts of a motion."""
    for phase in motion:
        before, left = standing, dict(standing)
        for act in phase:
            for name in act["at"]:
                left.pop(name)
        for act in phase:
            fill, shape = before[act["at"][0]] if act["at"] else ("", "")
            for name in act["into"]:
                assert name not in left
                left[name] = act["fill"] or fill, act["shape"] or shape
        standing = left
    return standing


def filled(drawing: str) -> Standing:
    """The things on the places of a drawing, without empty places."""
    return {name: what for name, what in standing_in(drawing).items() if what != ("", "")}


@pytest.mark.parametrize(("game", "is_known"), [*((game, True) for game in GAMES), ("scrunch", False)])
def test_the_acts_of_a_turn_lead_from_the_drawing_before_it_to_the_one_after_it(
    game: str, is_known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not is_known:
        # The drawings tell.
        monkeypatch.setitem(KNOWLEDGE._found, game, plain_game)
    texts, _ = played(game, 10, 3)
    here = ask("open", game=game, board=BOARDS[game])["start"]
    for text in texts:
        turn = ask("play", position=here["position"], turn=text)["played"]
        before, after = filled(here["drawing"]), filled(turn["shown"]["drawing"])
        assert moved_on(before, turn["motion"]) == after
        assert turn["motion"]
        here = turn["shown"]


@pytest.mark.parametrize("game", GAMES)
def test_the_acts_of_a_turn_that_is_built_begin_those_of_the_whole_turn(game: str) -> None:
    chance, here = random.Random(4), later(game, 9, 9)
    start = filled(ask("show", position=here)["drawing"])
    parts, motion, answer = list[str](), list[Any](), ask("next", position=here, parts=[])
    for _ in range(6):
        if not (choices := parts_of(answer)):
            break
        parts.append(chance.choice(choices))
        answer = ask("next", position=here, parts=parts)
        assert answer["motion"][: len(motion)] == motion
        motion = answer["motion"]
    # A stone of Scrunch that is placed stands there before the step that makes it a turn.
    assert moved_on(start, motion) == filled(answer["drawing"])
    if answer["turn"]:
        whole = ask("play", position=here, turn=answer["turn"])["played"]["motion"]
        assert whole[: len(motion)] == motion


def test_what_a_turn_takes_is_said_in_a_sentence() -> None:
    start = position("Splinter 7x4, Blue to move\n.......\n...O...\nSXO.SXO\nsxo.sxo")
    assert ask("play", position=start, turn="d3W")["played"]["losses"] == (
        "White loses a square, a cross and a circle. Blue loses a square, a cross and a circle."
    )
    edge = ask("play", position=opening("splinter", "6x5"), turn="a1SE")["played"]
    assert (edge["losses"], edge["motion"][0][0]["did"]) == ("Blue loses a circle.", "fell")
    snakes = position("3, Dark to move\n. . .\n. o o .\n. o x o .\n. o o .\n. . .")
    assert ask("play", position=snakes, turn="x c3")["played"]["losses"] == "Dark loses a stone."


def test_captures_are_counted_for_the_side_that_captures_and_what_was_swapped_is_not_gone() -> None:
    blocks = ask("rule", clause="crumble.capture.every-step")["blocks"]
    opened = [ask("open", code=case["code"]) for block in blocks for case in block.get("cases", [])]
    turn = next(turn for each in opened for turn in each["turns"] if turn["gone"])
    captured = [act for phase in turn["motion"] for act in phase if act["did"] == "captured"]
    side = "Black" if captured[0]["fill"] == "dark" else "White"
    assert turn["losses"].startswith(f"{side} captures ")
    assert {act["at"][0] for act in captured} == {each["at"] for each in turn["gone"]}
    assert all(each["what"].endswith("captured") for each in turn["gone"])
    assert f'data-at="{turn["gone"][0]["at"]}"' in turn["shown"]["drawing"]
