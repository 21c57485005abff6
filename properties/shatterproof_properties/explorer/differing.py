"""What readings change: a position under others, and the smallest game in which two values differ."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from shatterproof.errors import InputError
from shatterproof.game import REFUSALS, AnyGame
from shatterproof_properties.explorer.codes import make_code
from shatterproof_properties.explorer.showing import (
    Json,
    problem_to_json,
    read_position,
    refusal_to_json,
    shown,
)

if TYPE_CHECKING:
    from shatterproof_properties.witnesses.pair import Pair

Result = tuple[Any, Any]
"""A turn and the position after it."""
MOST_COMPARED = 120
"""Turns of a position that are compared, of each set of readings."""


def readings(question: Json) -> Json:
    """The answer to `readings`. Raises InputError for an unknown reading or value."""
    game, position = read_position(question["position"])
    chosen = game.Readings.from_mapping(position.readings.to_mapping() | question["readings"])
    nothing: Json = {"problem": None, "shown": None, "gained": [], "lost": [], "changed": [], "more": False}
    try:
        other = _under(game, position, chosen)
    except InputError as error:
        return nothing | {"problem": problem_to_json(game, error)}
    most = question.get("most", MOST_COMPARED)
    before, before_more = _some(game, position, most)
    after, after_more = _some(game, other, most)
    found = nothing | {"shown": shown(game, other), "more": before_more or after_more}
    found["gained"] = [text for text in after if text not in before and _tried(game, position, text)[1]]
    for text, (turn, was) in before.items():
        (again, becomes), refusal = _tried(game, other, text) if text not in after else (after[text], None)
        if refusal is not None:
            found["lost"].append({"turn": text, "refusal": refusal})
        elif _seen(game, was) != _seen(game, becomes):
            both = {"was": shown(game, was, last=turn), "becomes": shown(game, becomes, last=again)}
            found["changed"].append({"turn": text} | both)
    return found


def _under(game: AnyGame, position: Any, chosen: Any) -> Any:
    """The position under other readings; what it remembers is forgotten where it would be something else."""
    data = {name: value for name, value in game.to_json(position).items() if name != "readings"}
    try:
        return game.from_json(data, chosen)
    except InputError:
        if "memory" not in data:
            raise
        return game.from_json({name: value for name, value in data.items() if name != "memory"}, chosen)


def _some(game: AnyGame, position: Any, most: int) -> tuple[dict[str, Result], bool]:
    """The first results of a position by the texts of their turns, and whether there are more."""
    found = list(islice(game.results(position), most + 1))
    return {game.format_turn(position, turn): (turn, after) for turn, after in found[:most]}, len(found) > most


def _tried(game: AnyGame, position: Any, text: str) -> tuple[Result, Json | None]:
    """What a turn leads to, or nothing and why it is not allowed."""
    try:
        turn = game.parse_turn(position, text)
        return (turn, game.play(position, turn)), None
    except REFUSALS as error:
        return (None, None), refusal_to_json(game, error)


def _seen(game: AnyGame, after: Any) -> tuple[Json, Any]:
    """What players see of a position, and how the game stands."""
    data = game.to_json(after)
    return {name: value for name, value in data.items() if name not in ("readings", "memory")}, game.outcome(after)


def witness(question: Json) -> Json:
    """The answer to `witness`. Raises InputError for an unknown reading or value."""
    # The room of witnesses can also search, for which it needs much that takes long to load.
    from shatterproof_properties.witnesses.pair import shipped_pair, values_named
    from shatterproof_properties.witnesses.text import pair_to_text

    pair = shipped_pair(values_named(question["reading"], question["one"], question["other"]))
    if pair is None:
        return {"code": None, "text": "No game is known in which these two differ."}
    return {"code": _code_of(pair), "text": pair_to_text(pair)}


def _code_of(pair: Pair) -> str | None:
    """The address of a witness, with the turn that tells as its last, under the first value that allows its start."""
    if pair.witness is None:
        return None
    question = pair.witness.question
    turns = [*question.played, *([question.turn] if question.turn else [])]
    for chosen in pair.compared.readings(pair.given):
        try:
            return make_code(question.rules, question.begin(chosen), turns, len(question.played))
        except InputError:
            continue
    return None
