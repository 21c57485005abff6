"""Questions about play: positions shown, turns built, played, explained and listed."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice, pairwise
from typing import Any

from shatterproof.errors import InputError
from shatterproof.fields import placed
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
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.explaining import ReadingEffect, steps_of
from shatterproof_properties.protocol.explaining import explain as explain_turn
from shatterproof_properties.protocol.explaining.step import Step

MOST_LISTED, MOST_COUNTED = 500, 2000


def show(question: Json) -> Json:
    """The answer to `show`."""
    game, position = read_position(question["position"])
    last = _last_turn(game, position, question["last"]) if "last" in question else None
    return shown(game, position, question.get("marked", ()), last)


def _last_turn(game: AnyGame, position: Any, last: Json) -> Any:
    """The turn that led to a position, from the one before it. Raises InputError for one that cannot have."""
    try:
        played_by, before = read_position(last["position"])
        if (played_by, before.board) != (game, position.board):
            what = f"a position of {played_by.NAME} on board {before.board}"
            raise InputError(what, expected=f"one of {game.NAME} on board {position.board}")
    except InputError as error:
        error.where = f"/last/position{error.where}"
        raise
    with placed("/last/turn"):
        try:
            turn = game.parse_turn(before, last["turn"])
            game.play(before, turn)
        except REFUSALS as error:
            raise InputError(str(error), expected="a turn that is legal in the position before it") from None
    return turn


def next_part(question: Json) -> Json:
    """The answer to `next`."""
    return next_parts(*read_position(question["position"]), question.get("parts", []))


def next_parts(game: AnyGame, position: Any, parts: list[str]) -> Json:
    """The answer to `next`: a turn with these parts, up to the first that is refused."""
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
    """A turn with these parts, all but the last as `choices` has them, built once. Raises what `added` raises."""
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
    """All that the parts of a turn do, explained once."""
    return [] if turn is None else steps_of(find_game(name), position, turn)


def _added_steps(steps: list[list[Step]]) -> list[Step]:
    """What the last part has done: the steps that there were not before it."""
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
    except MalformedTurn as error:
        return {"verdict": "malformed", "did": [], "refusal": refusal_to_json(game, position, error), "changes": []}
    refusal = None
    if found.judged.verdict != "legal":
        refusal = play(question)["refusal"]
    return {
        "verdict": found.judged.verdict,
        "did": [step_to_json(game, position, step) for step in found.steps],
        "refusal": refusal,
        "changes": [_change_to_json(change) for change in found.changes],
    }


def _change_to_json(change: ReadingEffect) -> Json:
    judged = change.judged
    if judged is None:
        verdict, clause, text = None, "", change.reason
    elif judged.position is None:
        verdict, clause, text = judged.verdict, judged.clause, judged.reason
    else:
        verdict, clause, text = judged.verdict, "", describe_outcome(judged.outcome)
    return {"reading": change.reading, "value": change.value, "verdict": verdict, "clause": clause, "text": text}


def turns(question: Json) -> Json:
    """The answer to `turns`."""
    game, position = read_position(question["position"])
    results, most = game.results(position), question.get("most", MOST_LISTED)
    listed = [
        {
            "turn": game.format_turn(position, turn),
            "outcome": outcome_to_json(game, after),
            "summary": features.summarise(game, after),
        }
        for turn, after in islice(results, most)
    ]
    # There can be more than anybody would wait for.
    counted = sum(1 for _ in islice(results, MOST_COUNTED - len(listed)))
    return {"total": len(listed) + counted, "more": next(results, None) is not None, "turns": listed}
