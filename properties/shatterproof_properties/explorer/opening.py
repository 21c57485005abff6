"""Games opened: from an opening, from any text that people write, or from the code of an address."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from shatterproof import strict_json
from shatterproof.diagrams import game_shown
from shatterproof.errors import InputError, shorten
from shatterproof.fields import game_named
from shatterproof.game import AnyGame, find_game
from shatterproof.record import parse_record, read_tags
from shatterproof_properties.common.files import is_json, is_puzzle, is_record
from shatterproof_properties.explorer.codes import read_code
from shatterproof_properties.explorer.showing import REFUSALS, Json, Refusing, played, refusal_to_json, shown
from shatterproof_properties.protocol.question import Question

MOST_COMMENTS = 200
MOST_TURNS = 1000


def open_game(question: Json) -> Json:
    """The answer to `open`. Raises InputError."""
    if "code" in question:
        return _of_code(question["code"])
    readings = question.get("readings", {})
    if "text" in question:
        return open_text(question["text"], question.get("game", ""), readings)
    game = find_game(question["game"])
    chosen = game.Readings.from_mapping(readings)
    board = question.get("board", "")
    return opened(game, game.start(board, chosen) if board else game.start(readings=chosen))


def open_text(text: str, name: str = "", readings: Json | None = None) -> Json:
    """A game opened from a diagram, JSON, a record or a puzzle. Raises InputError."""
    if is_puzzle(text):
        from shatterproof_properties.puzzles.files.text import parse_puzzle

        puzzle = parse_puzzle(text)
        return opened(puzzle.rules, puzzle.reference_position(), tags={"Puzzle": puzzle.title})
    if is_record(text):
        return _of_record(text, readings or {})
    data = strict_json.decode(text) if is_json(text) else None
    if isinstance(data, dict) and "start" in data:
        return _of_witness(data)
    game = find_game(name or game_shown(text)) if data is None else game_named(data)
    chosen = game.Readings.from_mapping(readings) if readings else None
    return opened(game, game.from_diagram(text, chosen) if data is None else game.from_json(data, chosen))


def opened(
    game: AnyGame,
    start: Any,
    texts: Iterable[str] = (),
    at: int | None = None,
    published: bool = True,
    tags: dict[str, str] | None = None,
    comments: Json | None = None,
) -> Json:
    """A game from a position on, with turns played up to the first that is refused."""
    texts = list(texts)
    if len(texts) > MOST_TURNS:
        raise InputError(f"the game has {len(texts):,} turns", expected=f"at most {MOST_TURNS} to open")
    position, turns, refusal = start, list[Json](), None
    for text in texts:
        try:
            turn = game.parse_turn(position, text, published)
            after = game.play(position, turn)
        except REFUSALS as error:
            refusal = _at(game, error, text, len(turns))
            break
        turns.append(played(game, position, turn, after))
        position = after
    return {
        "game": game.NAME,
        "board": start.board,
        "readings": start.readings.to_mapping(),
        "start": shown(game, start),
        "turns": turns,
        "at": len(turns) if at is None else min(at, len(turns)),
        "tags": tags or {},
        "comments": comments or {},
        "refusal": refusal,
    }


def _of_witness(data: Json) -> Json:
    """The game of a difference that `check` has found, up to just before the turn that it is about."""
    question = Question.of_witness(data, "witness")
    return opened(question.face, question.begun, question.texts, len(question.played))


def _at(game: AnyGame, error: Refusing, text: str, played_before: int) -> Json:
    refusal = refusal_to_json(game, error)
    where = f"turn {played_before + 1}, {shorten(text, 60)}"
    return refusal | {"reason": f"{where}: {refusal['reason']}"}


def _of_record(text: str, chosen: Json) -> Json:
    readings = None
    if chosen:
        readings = find_game(read_tags(text).get("Game", "")).Readings.from_mapping(chosen)
    record = parse_record(text, readings)
    texts = [turn.text for turn in record.turns]
    tags = {name: value for name, value in record.tags.items() if name != "Position"}
    if record.result:
        tags["Result"] = record.result
    return opened(record.game, record.position, texts, None, record.published, tags, _comments(text))


def _comments(text: str) -> Json:
    """The comments of a record, by the number of turns before them."""
    found: dict[str, str] = {}
    body = re.sub(r"^\s*\[.*\]\s*$", lambda tag: " " * len(tag[0]), text, flags=re.MULTILINE)
    for comment in list(re.finditer(r"\{([^}]*)\}", body))[:MOST_COMMENTS]:
        before = len(parse_record(text[: comment.start()]).turns)
        said = " ".join(comment[1].split())
        found[str(before)] = f"{found[str(before)]} {said}" if str(before) in found else said
    return found


def _of_code(code: str) -> Json:
    game, start, texts, at = read_code(code)
    return opened(game, start, texts, at)
