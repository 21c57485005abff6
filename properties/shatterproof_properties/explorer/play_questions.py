"""Questions about play: positions are shown, turns are built, played and explained."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Any

from shatterproof.game import REFUSALS, AnyGame, IllegalTurn, MalformedTurn, describe_outcome, find_game
from shatterproof_properties.explorer.builders import Choice, TurnBuilder
from shatterproof_properties.explorer.knowledge import KNOWLEDGE, Json
from shatterproof_properties.explorer.views import (
    draw,
    in_words,
    motion_of,
    motion_to_json,
    outcome_to_json,
    played,
    read_position,
    refusal_to_json,
    shown,
    step_to_json,
)
from shatterproof_properties.protocol.explaining import ReadingEffect, Step, steps_of
from shatterproof_properties.protocol.explaining import explain as explain_turn


def show(question: Json) -> Json:
    """The answer to `show`."""
    return shown(*read_position(question["position"]))


def next_part(question: Json) -> Json:
    """The answer to `next`."""
    return next_parts(*read_position(question["position"]), question.get("parts", []))


def next_parts(game: AnyGame, position: Any, parts: list[str]) -> Json:
    """The answer to `next` about a turn with these parts, up to the first that is refused."""
    found, refused = [_built(game.NAME, position, ())], None
    for part in parts:
        try:
            if game.outcome(position):
                raise IllegalTurn(f"{game.NAME}.turn.finished", "the game is over")
            found.append(_built(game.NAME, position, (*found[-1].parts, part)))
        except REFUSALS as error:
            refused = refusal_to_json(game, found[-1].standing, error)
            break
    return _next_to_json(game, position, found, refused)


@lru_cache(maxsize=1024)
def _built(name: str, position: Any, parts: tuple[str, ...]) -> TurnBuilder:
    """A turn with these parts, built once. Raises the errors of `added`.

    All parts but the last have the form of `choices`.
    """
    if not parts:
        return KNOWLEDGE.of(name).begin_turn(position)
    return _built(name, position, parts[:-1]).added(parts[-1])


def _next_to_json(game: AnyGame, position: Any, found: list[TurnBuilder], refused: Json | None) -> Json:
    building, ended = found[-1], game.outcome(position)
    after = position if building.turn is None else game.play(position, building.turn)
    steps = [_steps(game.NAME, position, each.so_far) for each in found[-2:]]
    return {
        "parts": list(building.parts),
        "prompt": "The game is over." if ended else building.prompt,
        "choices": [] if ended else [_choice_to_json(game, building.standing, choice) for choice in building.choices()],
        "expects": None if ended else building.expects,
        "turn": None if building.turn is None else game.format_turn(position, building.turn),
        "did": [step_to_json(game, position, step) for step in _added_steps(steps)],
        "motion": motion_to_json(motion_of(game, position, building.so_far)),
        "drawing": draw(game, building.standing, building.marked),
        "caption": KNOWLEDGE.of(game).caption(building.standing),
        # What only stands for the moment has no outcome.
        "outcome": outcome_to_json(game, after),
        "refusal": refused,
    }


@lru_cache(maxsize=256)
def _steps(name: str, position: Any, turn: Any | None) -> list[Step]:
    """The steps of all parts of a turn, explained once."""
    return [] if turn is None else steps_of(find_game(name), position, turn)


def _added_steps(steps: list[list[Step]]) -> list[Step]:
    """The steps that the last part has added to those before it."""
    for before, now in pairwise(steps):
        alike = next((at for at, pair in enumerate(zip(before, now, strict=False)) if pair[0] != pair[1]), len(before))
        return now[alike:]
    return []


def _choice_to_json(game: AnyGame, position: Any, choice: Choice) -> Json:
    return {
        "part": choice.part,
        "at": [name for name in choice.at if name],
        "label": in_words(game, position, choice.label),
        "shape": choice.shape,
        "refusal": None if choice.refused is None else refusal_to_json(game, position, choice.refused),
        "warning": choice.warning,
    }


def play(question: Json) -> Json:
    """The answer to `play`."""
    game, position = read_position(question["position"])
    text = " ".join(question["turn"].split())
    try:
        turn = game.parse_turn(position, text, published=False)
        after = game.play(position, turn)
    except REFUSALS as error:
        return {"played": None, "refusal": refusal_to_json(game, position, error), "did": []}
    did = [step_to_json(game, position, step) for step in steps_of(game, position, turn)]
    found = {"played": played(game, position, turn, after), "refusal": None, "did": did}
    return found | ({"then": next_parts(game, after, [])} if question.get("then") else {})


def explain(question: Json) -> Json:
    """The answer to `explain`."""
    game, position = read_position(question["position"])
    try:
        found = explain_turn(game, position, question["turn"])
    except MalformedTurn:
        return {"changes": []}
    return {"changes": [_change_to_json(change) for change in found.changes]}


def _change_to_json(change: ReadingEffect) -> Json:
    judged = change.judged
    if judged is None:
        verdict, clause, text = None, "", change.reason
    elif judged.position is None:
        verdict, clause, text = judged.verdict, judged.clause, judged.reason
    else:
        verdict, clause, text = judged.verdict, "", describe_outcome(judged.outcome)
    return {"reading": change.reading, "value": change.value, "verdict": verdict, "clause": clause, "text": text}
