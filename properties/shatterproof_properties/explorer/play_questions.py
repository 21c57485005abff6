"""Questions about positions: they are shown and edited, and turns are built, played and explained."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.fields import game_named
from shatterproof.game import (
    REFUSALS,
    AnyGame,
    IllegalPosition,
    IllegalTurn,
    MalformedTurn,
    describe_outcome,
)
from shatterproof_properties.explorer.knowledge import KNOWLEDGE, Json
from shatterproof_properties.explorer.turns_on_board import TurnBuilder
from shatterproof_properties.explorer.views import (
    draw,
    encoded,
    in_words,
    motion_of,
    motion_to_json,
    names_of,
    outcome_to_json,
    played,
    problem_to_json,
    read_position,
    refusal_to_json,
    shown,
    step_to_json,
)
from shatterproof_properties.protocol.explaining import Step, steps_of
from shatterproof_properties.protocol.explaining import explain as explain_turn

NAMING = ("put", "halve", "unite")
"""The fields of edits that name pieces, cells or squares."""


def show(question: Json) -> Json:
    """The answer to `show`."""
    return shown(*read_position(question["position"]))


def next_part(question: Json) -> Json:
    """The answer to `next`."""
    return next_parts(*read_position(question["position"]), question.get("parts", []))


def next_parts(game: AnyGame, position: Any, parts: list[str]) -> Json:
    """The answer to `next` about a turn with these parts, up to the first that is refused."""
    building, before, refused = KNOWLEDGE.of(game).begin_turn(position), None, None
    ended = game.outcome(position)
    for part in parts:
        try:
            if ended:
                raise IllegalTurn(f"{game.NAME}.turn.finished", "the game is over")
            building, before = building.added(part), building
        except REFUSALS as error:
            refused = refusal_to_json(game, building.standing, error)
            break
    after = position if building.turn is None else game.play(position, building.turn)
    choices = [] if ended else building.choices()
    return {
        "parts": list(building.parts),
        "prompt": "The game is over." if ended else building.prompt,
        "choices": [
            {
                "part": choice.part,
                "at": [name for name in choice.at if name],
                "label": in_words(game, building.standing, choice.label),
                "shape": choice.shape,
                "refusal": choice.refused and refusal_to_json(game, building.standing, choice.refused),
                "warning": choice.warning,
            }
            for choice in choices
        ],
        "expects": None if ended else building.expects,
        "turn": None if building.turn is None else game.format_turn(position, building.turn),
        "did": [step_to_json(game, position, step) for step in _added_steps(game, position, before, building)],
        "motion": motion_to_json(motion_of(game, position, building.so_far)),
        "drawing": draw(game, building.standing, building.marked),
        "caption": KNOWLEDGE.of(game).caption(building.standing),
        # What only stands for the moment has no outcome.
        "outcome": outcome_to_json(game, after),
        "refusal": refused,
    }


def _added_steps(game: AnyGame, position: Any, before: TurnBuilder | None, building: TurnBuilder) -> list[Step]:
    """The steps that the last part of a turn has added to those before it."""
    if before is None or building.so_far is None:
        return []
    was = [] if before.so_far is None else steps_of(game, position, before.so_far)
    now = steps_of(game, position, building.so_far)
    return now[sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(was, now, strict=False))) :]


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
    changes = []
    for change in found.changes:
        judged = change.judged
        text = describe_outcome(judged.outcome) if judged.verdict == "legal" else judged.reason
        said = {
            "verdict": None if judged.verdict == "unknown" else judged.verdict,
            "clause": judged.clause,
            "text": text,
        }
        changes.append({"reading": change.reading, "value": change.value, **said})
    return {"changes": changes}


def edit(question: Json) -> Json:
    """The answer to `edit`. Raises InputError for a value that is no position, and for a bad edit."""
    game = game_named(question["position"])
    position, refusal = game.from_json(strict_json.decode(encoded(question["position"])), strict=False), None
    for index, change in enumerate(question["edits"]):
        try:
            position = _changed(game, position, change)
        except IllegalTurn as error:
            refusal = refusal_to_json(game, position, error)
            break
        except InputError as error:
            error.locate(f"/edits/{index}")
            raise
    problems = list(_problems(game, position))
    marked = [name for problem in problems for name in problem["about"]]
    return {"shown": shown(game, position, marked), "problems": problems, "refusal": refusal}


def _changed(game: AnyGame, position: Any, change: Json) -> Any:
    """A position after one edit. The memory is dropped, since it may not fit any more."""
    if set(change) in ({"forget"}, {"side"}):
        side = change.get("side", position.to_move)
        if side not in game.SIDES:
            raise InputError(f"{side!r} is no side", expected=" or ".join(game.SIDES))
        data = {name: value for name, value in game.to_json(position).items() if name != "memory"}
        return game.from_json(data | {"to_move": side}, position.readings, strict=False)
    make = KNOWLEDGE.of(game).EDITS.get(frozenset(change))
    if make is None:
        wish = "one of side, put and what, halve and axis, unite, creating, forget, as the game has it"
        raise InputError("there is no such edit", expected=wish)
    named = {name: things_named(game, position, value) for name, value in change.items() if name in NAMING}
    return make(position, change | named)


def things_named(game: AnyGame, position: Any, names: str | list[str]) -> list[Any]:
    """The pieces, cells or squares with these names, or with one name. Raises InputError."""
    found = []
    for name in [names] if isinstance(names, str) else names:
        thing = KNOWLEDGE.of(game).thing_named(position, name)
        if thing is None:
            raise InputError(f"nothing is called {name!r}", expected="a name of the drawing")
        found.append(thing)
    return found


def _problems(game: AnyGame, position: Any) -> Iterator[Json]:
    """The problems of a position, each with its clause and all places where it occurs."""
    known = KNOWLEDGE.of(game)
    for check in known.CHECKS or [lambda draft: game.from_json(game.to_json(draft))]:
        try:
            check(position)
        except InputError as error:
            problem = problem_to_json(game, error, position)
            where = known.BREACHES.get(error.clause) if isinstance(error, IllegalPosition) else None
            yield problem | ({"about": names_of(game, where(position))} if where else {})
