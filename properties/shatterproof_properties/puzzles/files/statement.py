"""The contents of a puzzle file of either form, checked against the rules: the one way from a file to a Puzzle."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from shatterproof.errors import InputError, shorten
from shatterproof.fields import placed
from shatterproof.game import AmbiguousTurn, AnyGame, IllegalTurn, describe_outcome
from shatterproof_properties.protocol.answers import position_to_json
from shatterproof_properties.puzzles.claims.claim import Claim, read_claim
from shatterproof_properties.puzzles.claims.puzzle import BETWEEN_AUTHORS, Puzzle

LINES = ("title", "author", "date", "source", "dedication", "comment")
"""What is one line of text."""
LONGEST_LINE = 300
LONGEST_NOTE = 10_000
MOST_THEMES = 20
MOST_AUTHORS = 20
MOST_KEYS = 1_000
DIFFICULTIES = range(1, 6)


Place = Callable[..., str]
"""The place of a field in a file, by its name and perhaps an index: the line and the tag, or the JSON pointer."""


def puzzle_from(game: AnyGame, position: Any, said: Mapping[str, Any], at: Place) -> Puzzle:
    """The puzzle about a position of the reference with these statements of a file.

    `said` has `claim`, and perhaps `unique`, `side`, `solution`, `themes`, `difficulty`, `note` and LINES, each of its
    type. Raises InputError with the place of what is wrong.
    """
    ended = game.outcome(position)
    if ended:
        what = f"the game is over: {describe_outcome(ended)}"
        raise InputError(what, at("position"), "a position in which it goes on")
    side = said.get("side", position.to_move)
    if side.lower() not in game.SIDES:
        raise InputError(f"{shorten(side, 40)!r} is no side of {game.NAME}", at("side"), " or ".join(game.SIDES))
    if side.lower() != position.to_move:
        raise InputError(f"the position has {position.to_move} to move", at("side"), f"{position.to_move}, or nothing")
    with placed(at("claim")):
        claim = read_claim(said["claim"], False, game, position.to_move)
        claim.meaning.refuse(game, position)
    with placed(at("unique")):
        claim = replace(claim, unique=said.get("unique", False))
    puzzle = Puzzle(
        game=game.NAME,
        position=position_to_json(game, position),
        claim=claim,
        readings=position.readings.departures(),
        solution=_solution(game, position, claim, said.get("solution", ()), at),
        note=_note(said.get("note", ""), at),
        themes=_themes(said.get("themes", ()), at),
        difficulty=said.get("difficulty"),
    )
    if puzzle.difficulty not in (None, *DIFFICULTIES):
        raise InputError(f"the difficulty is {puzzle.difficulty}", at("difficulty"), "a whole number from 1 to 5")
    lines: dict[str, Any] = {name: one_line(said.get(name, ""), at(name)) for name in LINES}
    _check_date(lines["date"], at("date"))
    return replace(puzzle, **lines | {"author": _authors(lines["author"], at("author"))})


def _solution(game: AnyGame, position: Any, claim: Claim, texts: Sequence[str], at: Place) -> tuple[str, ...]:
    """The key turns as canonical text. Raises InputError with the clause for an illegal one."""
    refused = claim.meaning.no_solution
    if texts and refused is not None:
        raise InputError(refused[0], at("solution"), refused[1])
    if len(texts) > MOST_KEYS:
        raise InputError(f"{len(texts)} key turns", at("solution"), f"at most {MOST_KEYS}")
    keys: list[str] = []
    results = set()
    for index, text in enumerate(texts):
        where = at("solution", index)
        try:
            with placed(where):
                turn = game.parse_turn(position, " ".join(text.split()))
        except IllegalTurn as error:
            first = next(iter(game.turns(position)), None)
            like = "" if first is None else f", like {game.format_turn(position, first)}"
            wish = f"a turn that {position.to_move.capitalize()} can make in this position{like}"
            raise InputError(f"{shorten(text, 60)!r} is illegal: {error}", where, wish) from None
        except AmbiguousTurn as error:
            raise InputError(f"{error} ({error.clause})", where, "a turn written in full") from None
        key = game.format_turn(position, turn)
        if key in keys:
            raise InputError(f"the turn {key} is given twice", where, "every key turn once")
        keys.append(key)
        results.add(game.play(position, turn))
    if claim.unique and len(results) > 1:
        raise InputError("several key turns where the key is unique", at("solution"), "turns with one result")
    return tuple(keys)


def one_line(text: str, where: str, longest: int = LONGEST_LINE) -> str:
    """A text on one line. Raises InputError if it is too long or has control characters."""
    plain = " ".join(text.split())
    if len(plain) > longest:
        raise InputError(f"{len(plain)} characters", where, f"at most {longest}")
    if not plain.isprintable():
        sign = next(sign for sign in plain if not sign.isprintable())
        raise InputError(f"a character that cannot be printed, U+{ord(sign):04X}", where, "text")
    return plain


def _check_date(text: str, where: str) -> None:
    is_day = re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", text)
    try:
        if text and not re.fullmatch("[0-9]{4}", text):
            date.fromisoformat(text if is_day else "")
    except ValueError:
        raise InputError(f"{shorten(text, 40)!r} is no date", where, "a year, or a date like 2026-11-22") from None


def _authors(text: str, where: str) -> str:
    names = [name.strip() for name in text.split(";")] if text else []
    if len(names) > MOST_AUTHORS:
        raise InputError(f"{len(names)} authors", where, f"at most {MOST_AUTHORS}")
    for index, name in enumerate(names):
        if not name:
            raise InputError("an author without a name", where, "names with semicolons between them, like Anna; Ben")
        if name in names[:index]:
            raise InputError(f"the author {shorten(name, 60)} is named twice", where, "every author once")
    return BETWEEN_AUTHORS.join(names)


def _note(text: str, at: Place) -> str:
    if "}" in text:
        raise InputError("a brace in the note", at("note"), "text without }, which ends a note")
    if len(text) > LONGEST_NOTE:
        raise InputError(f"{len(text)} characters", at("note"), f"at most {LONGEST_NOTE}")
    return "\n".join(one_line(line, at("note"), LONGEST_NOTE) for line in text.splitlines()).strip()


def _themes(names: Sequence[str], at: Place) -> tuple[str, ...]:
    if len(names) > MOST_THEMES:
        raise InputError(f"{len(names)} themes", at("themes"), f"at most {MOST_THEMES}")
    found: list[str] = []
    for index, name in enumerate(names):
        theme = one_line(name, at("themes", index))
        if not theme or "," in theme or ";" in theme:
            raise InputError(
                f"{shorten(name, 40)!r} is no theme", at("themes", index), "words without a comma or a semicolon"
            )
        if theme in found:
            raise InputError(f"the theme {theme} is given twice", at("themes", index), "every theme once")
        found.append(theme)
    return tuple(found)
