"""Questions about setting up: positions are edited, allowed or not, and their problems listed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.fields import game_named
from shatterproof.game import AnyGame, IllegalPosition, IllegalTurn
from shatterproof_properties.explorer.knowledge import KNOWLEDGE, Json
from shatterproof_properties.explorer.views import encoded, names_of, problem_to_json, refusal_to_json, shown

NAMING = ("put", "halve", "unite")
"""The fields of edits that name pieces, cells or squares."""


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
    if set(change) == {"forget"}:
        return _forgetful(game, position, position.to_move)
    if set(change) == {"side"}:
        if change["side"] not in game.SIDES:
            raise InputError(f"{change['side']!r} is no side", expected=" or ".join(game.SIDES))
        return _forgetful(game, position, change["side"])
    make = KNOWLEDGE.of(game).EDITS.get(frozenset(change))
    if make is None:
        wish = "one of side, put and what, halve and axis, unite, creating, forget, as the game has it"
        raise InputError("there is no such edit", expected=wish)
    named = {name: things_named(game, position, value) for name, value in change.items() if name in NAMING}
    return make(position, change | named)


def _forgetful(game: AnyGame, position: Any, side: str) -> Any:
    """The position with a side to move and no memory."""
    data = {name: value for name, value in game.to_json(position).items() if name != "memory"}
    return game.from_json(data | {"to_move": side}, position.readings, strict=False)


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
