"""Games opened: from an opening, from any text that people write, or from the code of an address."""

from __future__ import annotations

import re

from shatterproof import strict_json
from shatterproof.diagrams import game_shown
from shatterproof.fields import game_named
from shatterproof.game import find_game
from shatterproof.record import Record, parse_record, read_tags
from shatterproof_properties.common.files import is_json, is_puzzle, is_record
from shatterproof_properties.common.ludii import record_of_trial
from shatterproof_properties.common.ludii.trial import is_trial
from shatterproof_properties.explorer.codes import read_code
from shatterproof_properties.explorer.findings import of_verdict, of_verdicts, of_witness
from shatterproof_properties.explorer.line import opened
from shatterproof_properties.explorer.showing import Json

MOST_COMMENTS = 200


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
    """A game opened from a diagram, JSON, a record, a trial, a puzzle, a witness or a verdict of `check`.

    Raises InputError.
    """
    if is_puzzle(text):
        from shatterproof_properties.puzzles.files.text import parse_puzzle

        puzzle = parse_puzzle(text)
        return opened(puzzle.rules, puzzle.reference_position(), tags={"Puzzle": puzzle.title})
    if is_trial(text):
        return _of_record(record_of_trial(text, lambda game: game.Readings.from_mapping(readings or {})))
    if is_record(text):
        return _of_tagged(text, readings or {})
    data = strict_json.decode(text) if is_json(text) else None
    if isinstance(data, dict) and "start" in data:
        return of_witness(data)
    if isinstance(data, dict) and "differences" in data:
        return of_verdict(data)
    if isinstance(data, dict) and "games" in data:
        return of_verdicts(data)
    game = find_game(name or game_shown(text)) if data is None else game_named(data)
    chosen = game.Readings.from_mapping(readings) if readings else None
    return opened(game, game.from_diagram(text, chosen) if data is None else game.from_json(data, chosen))


def _of_tagged(text: str, chosen: Json) -> Json:
    readings = None
    if chosen:
        readings = find_game(read_tags(text).get("Game", "")).Readings.from_mapping(chosen)
    return _of_record(parse_record(text, readings)) | {"comments": _comments(text)}


def _of_record(record: Record) -> Json:
    texts = [turn.text for turn in record.turns]
    tags = {name: value for name, value in record.tags.items() if name != "Position"}
    if record.result:
        tags["Result"] = record.result
    return opened(record.game, record.position, texts, None, record.published, tags)


def _comments(text: str) -> Json:
    """The comments of a record, by the number of turns before them."""
    found: dict[str, str] = {}
    body = re.sub(r"^[ \t]*\[[^\n]*\][ \t\r]*$", lambda tag: " " * len(tag[0]), text, flags=re.MULTILINE)
    for comment in list(re.finditer(r"\{([^}]*)\}", body))[:MOST_COMMENTS]:
        before = len(parse_record(text[: comment.start()]).turns)
        said = " ".join(comment[1].split())
        found[str(before)] = f"{found[str(before)]} {said}" if str(before) in found else said
    return found


def _of_code(code: str) -> Json:
    game, start, texts, at = read_code(code)
    return opened(game, start, texts, at)
