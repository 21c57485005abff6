"""Games handed on: as the code of an address, or as a file."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import REFUSALS, AnyGame
from shatterproof.record import format_record
from shatterproof_properties.explorer.codes import make_code
from shatterproof_properties.explorer.showing import Json, read_position
from shatterproof_properties.puzzles.claims.passes import after_pass

TYPES = {"diagram": "text/plain", "json": "application/json", "record": "text/plain", "svg": "image/svg+xml"}
"""The forms of a file, each with its media type."""
ENDINGS = {"diagram": "txt", "json": "json", "record": "txt", "svg": "svg"}
PASSES = "passes"
"""What stands among the turns of a series where the other side passes."""


def share(question: Json) -> Json:
    """The answer to `share`. Raises InputError for turns that are not legal one after the other, and for too many."""
    game, start = read_position(question["start"])
    texts = question.get("turns", [])
    shared = between_passes(game, start, texts, question.get("at", len(texts)))
    _replayed(game, shared.start, shared.turns)
    return {"code": make_code(game, *shared[:3])}


def export(question: Json) -> Json:
    """The answer to `export`. Raises InputError where a turn is not legal, or pieces are too fine for a diagram."""
    game, start = read_position(question["start"])
    texts = question.get("turns", [])
    start, turns, _, left_out = between_passes(game, start, texts, len(texts))
    made = _replayed(game, start, turns)
    position, last = (made[-1][2], made[-1][1]) if made else (start, None)
    form = question["form"]
    if form == "record":
        record = format_record(start, [turn for _, turn, _ in made])
        text = _with_comments(record, question.get("comments", {}), left_out)
    elif form == "json":
        text = strict_json.encode(game.to_json(position)) + "\n"
    else:
        text = game.to_diagram(position) if form == "diagram" else game.to_svg(position, (), last)
    name = f"{game.NAME}-{'record' if form == 'record' else 'position'}.{ENDINGS[form]}"
    return {"text": text, "name": name, "type": TYPES[form]}


class Part(NamedTuple):
    """A part of a line: where it begins, its turns, how many of them are shown, how many come before it."""

    start: Any
    turns: list[str]
    at: int
    left_out: int


def between_passes(game: AnyGame, start: Any, texts: list[str], at: int) -> Part:
    """The part of a line in which its turn `at` stands, from the pass before it up to the next.

    The other side of a series passes, which is no turn of the rules: a game begins after it. Raises InputError.
    """
    passes = [number for number, text in enumerate(texts) if text == PASSES]
    first = max((number + 1 for number in passes if number < at), default=0)
    last = min((number for number in passes if number >= at), default=len(texts))
    for number, text in enumerate(texts[:first], start=1):
        start = after_pass(game, start) if text == PASSES else _replayed(game, start, [text], number)[0][2]
    return Part(start, texts[first:last], at - first, first)


def _replayed(game: AnyGame, position: Any, texts: list[str], first: int = 1) -> list[tuple[Any, Any, Any]]:
    """Each turn between the positions before and after it. Raises InputError."""
    made = []
    for number, text in enumerate(texts, start=first):
        try:
            turn = game.parse_turn(position, text)
            after = game.play(position, turn)
        except REFUSALS as error:
            raise InputError(str(error), f"turn {number}", "legal turns, one after the other") from None
        made.append((position, turn, after))
        position = after
    return made


def _with_comments(record: str, comments: Json, left_out: int) -> str:
    """A record with comments among its turns, each by the number of turns before it and those that are left out."""
    tags, _, body = record.partition("\n\n")
    words, number = list[str](), 0
    said = {int(at) - left_out: text for at, text in comments.items() if at.isdigit()}
    words += _comment(said, 0)
    for word in re.findall(r"\([^()]*\)|\S+", body):
        is_turn = not re.fullmatch(r"[0-9]+\)|\.\.\.|\*|1-0|0-1|1/2-1/2", word)
        words.append(word)
        number += is_turn
        words += _comment(said, number) if is_turn else []
    lines = re.sub(r" (?=[0-9]+\) )", "\n", " ".join(words))
    return f"{tags}\n\n{lines}\n"


def _comment(said: dict[int, str], number: int) -> list[str]:
    text = " ".join(said.get(number, "").replace("{", "(").replace("}", ")").split())
    return [f"{{{text}}}"] if text else []
