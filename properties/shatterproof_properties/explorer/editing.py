"""Positions changed by hand, be they allowed or not, and what is not allowed about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from shatterproof import strict_json
from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.captures import enclosed
from shatterproof.crumble.cuts import halves
from shatterproof.crumble.joins import join_into
from shatterproof.crumble.pieces import Piece, describe
from shatterproof.errors import InputError
from shatterproof.fields import game_named
from shatterproof.game import AnyGame, IllegalPosition, IllegalTurn
from shatterproof.scrunch import position as scrunch
from shatterproof.scrunch.cells import DARK, LIGHT
from shatterproof.scrunch.snakes import MOST_FRIENDS, friends
from shatterproof.splinter import groups as splinter_groups
from shatterproof.splinter import position as splinter
from shatterproof.splinter.squares import KINDS
from shatterproof.splinter.squares import Piece as Symbol
from shatterproof_properties.explorer.building.crumble_work import around
from shatterproof_properties.explorer.names import names_of, thing_named
from shatterproof_properties.explorer.showing import (
    Json,
    encoded,
    problem_to_json,
    refusal_to_json,
    shown,
)


def edit(question: Json) -> Json:
    """The answer to `edit`. Raises InputError for what is not even a position, and for an edit that is none."""
    game = game_named(question["position"])
    position, refusal = game.from_json(strict_json.decode(encoded(question["position"])), strict=False), None
    for index, change in enumerate(question["edits"]):
        try:
            position = _changed(game, position, change)
        except IllegalTurn as error:
            refusal = refusal_to_json(game, error)
            break
        except InputError as error:
            error.locate(f"/edits/{index}")
            raise
    problems = list(_problems(game, position))
    marked = [name for problem in problems for name in problem["about"]]
    return {"shown": shown(game, position, marked), "problems": problems, "refusal": refusal}


def _changed(game: AnyGame, position: Any, change: Json) -> Any:
    """A position after one edit; what it remembers may not fit it any more, and is forgotten."""
    forgetful = position if game.NAME == "scrunch" else replace(position, memory=type(position).memory)
    if set(change) == {"forget"}:
        return forgetful
    if set(change) == {"side"}:
        if change["side"] not in game.SIDES:
            raise InputError(f"{change['side']!r} is no side", expected=" or ".join(game.SIDES))
        return replace(forgetful, to_move=change["side"])
    for needed, of, make in _EDITS:
        if set(change) == needed and game.NAME in of:
            return make(game, forgetful, change)
    wish = "one of side, put and what, halve and axis, unite, creating, forget, as the game has it"
    raise InputError("there is no such edit", expected=wish)


def _put(game: AnyGame, position: Any, change: Json) -> Any:
    things = [_named(game, position, name) for name in change["put"]]
    return _PUT[game.NAME](position, things, change["what"])


def _named(game: AnyGame, position: Any, name: str) -> Any:
    thing = thing_named(game, position, name)
    if thing is None:
        raise InputError(f"nothing is called {name!r}", expected="a name of the drawing")
    return thing


def _put_crumble(position: Any, pieces: list[Piece], what: str) -> Any:
    if what not in ("black", "white"):
        raise InputError(f"{what!r} is no colour", expected="black or white")
    return replace(position, black=position.black | set(pieces) if what == "black" else position.black - set(pieces))


def _put_scrunch(position: Any, cells: list[Any], what: str) -> Any:
    if what not in (DARK, LIGHT, ""):
        raise InputError(f"{what!r} is no stone", expected="dark, light or nothing")
    dark, light = position.dark - set(cells), position.light - set(cells)
    put = frozenset(cells)
    return replace(position, dark=dark | put if what == DARK else dark, light=light | put if what == LIGHT else light)


def _put_splinter(position: Any, squares: list[Any], what: str) -> Any:
    colour, _, kind = what.partition(" ")
    if what and (colour not in ("blue", "white") or kind not in KINDS):
        raise InputError(f"{what!r} is no piece", expected="a colour and a kind, like blue cross, or nothing")
    left = {square: piece for square, piece in position.pieces.items() if square not in squares}
    if what:
        left |= {square: Symbol(colour, kind) for square in squares}
    return replace(position, standing=frozenset(left.items()))


def _halve(game: AnyGame, position: Any, change: Json) -> Any:
    piece = _named(game, position, change["halve"])
    pair = halves(piece, change["axis"])
    if pair is None:
        what = f"{describe(piece)} cannot be halved so into two legal pieces"
        raise IllegalTurn("crumble.cut.halves", what)
    return _with_pieces(position, [piece], pair, piece in position.black)


def _unite(game: AnyGame, position: Any, change: Json) -> Any:
    pieces = [_named(game, position, name) for name in change["unite"]]
    if not pieces:
        raise InputError("nothing is named", expected="pieces to make one")
    outline = pieces[0]
    for piece in pieces[1:]:
        outline = around(outline, piece)
    join = join_into(position.arrangement, frozenset(position.arrangement.pieces), outline)
    return _with_pieces(position, join.pieces, [outline], pieces[0] in position.black)


def _with_pieces(position: Any, gone: Iterable[Piece], new: Iterable[Piece], is_black: bool) -> Any:
    removed, made = list(gone), list(new)
    arrangement: Arrangement = position.arrangement.replace(removed, made)
    black = position.black - set(removed)
    return replace(position, arrangement=arrangement, black=black | set(made) if is_black else black)


def _create(game: AnyGame, position: Any, change: Json) -> Any:
    return replace(position, creating=frozenset(change["creating"]))


_EDITS: tuple[tuple[set[str], tuple[str, ...], Callable[[AnyGame, Any, Json], Any]], ...] = (
    ({"put", "what"}, ("crumble", "scrunch", "splinter"), _put),
    ({"halve", "axis"}, ("crumble",), _halve),
    ({"unite"}, ("crumble",), _unite),
    ({"creating"}, ("scrunch",), _create),
)
_PUT: Mapping[str, Callable[[Any, list[Any], str], Any]] = {
    "crumble": _put_crumble,
    "scrunch": _put_scrunch,
    "splinter": _put_splinter,
}


def _problems(game: AnyGame, position: Any) -> Iterator[Json]:
    """What is not allowed about a position, each with the clause and with all places where it is so."""
    checks: Mapping[str, list[Callable[[Any], object]]] = {
        "crumble": [lambda draft: game.from_json(game.to_json(draft))],
        "scrunch": [scrunch.check_cells, scrunch.check_snakes, scrunch.check_phases],
        "splinter": [splinter.check_squares, splinter.check_groups, splinter.check_memory],
    }
    for check in checks[game.NAME]:
        try:
            check(position)
        except InputError as error:
            problem = problem_to_json(game, error)
            where = _WHERE.get(error.clause) if isinstance(error, IllegalPosition) else None
            yield problem | ({"about": names_of(game, where(position))} if where else {})


def _outside_the_largest(position: Any) -> list[Any]:
    found = splinter_groups.groups(position.pieces)
    kept = splinter_groups.largest(found)
    return [square for group in found for square in sorted(group) if group not in kept[:1]]


def _with_friends(position: Any, colours: Iterable[str], more_than: int) -> list[Any]:
    return [
        cell
        for colour in colours
        for cell in sorted(position.stones(colour))
        if len(friends(position.side, position.stones(colour), cell)) > more_than
    ]


_WHERE: Mapping[str, Callable[[Any], list[Any]]] = {
    "crumble.standing-enclosure": lambda draft: sorted(enclosed(draft.arrangement, draft.black)),
    "scrunch.start.mutants": lambda draft: _with_friends(draft, (DARK, LIGHT), MOST_FRIENDS),
    "scrunch.start.eggs": lambda draft: _with_friends(draft, sorted(draft.creating), 0),
    "splinter.group.one": _outside_the_largest,
}
"""The places where a position breaks a clause, all of them; for other clauses those that the message names."""
