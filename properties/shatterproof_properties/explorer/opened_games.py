"""A game is opened from an opening, a text that people write, the code of an address, or a verdict of `check`."""

from __future__ import annotations

from typing import Any

from shatterproof import strict_json
from shatterproof.diagrams import game_shown
from shatterproof.errors import InputError, shorten
from shatterproof.fields import check_fields, game_named, placed, show
from shatterproof.game import REFUSALS, find_game
from shatterproof.record import parse_record, read_tags
from shatterproof_properties.common.files import is_json, is_puzzle, is_record
from shatterproof_properties.common.ludii import is_trial, record_of_trial
from shatterproof_properties.explorer.addresses import fits, make_code, read_code
from shatterproof_properties.explorer.game_trees import MOST_OPENED, GameTree, PlayedTree, tree_of
from shatterproof_properties.explorer.knowledge import Json
from shatterproof_properties.explorer.views import (
    TooMuch,
    answer_to_json,
    encoded,
    played,
    refusal_to_json,
    shown,
    title_of,
)
from shatterproof_properties.protocol.answers import Answer
from shatterproof_properties.protocol.question import EARLIER, Question

MOST_DIFFERENCES = 50


def _is_outcome(value: Any) -> bool:
    return value is None or (isinstance(value, dict) and fits(value.get("winner", ...), str | None))


ANSWER = {
    "verdict": str, "clause": str, "note": str, "total": int, "depth": int, "means": [str], "outcome": _is_outcome,
    "position": dict | None,
}  # fmt: skip
"""The fields of an answer that are put into words, with their shapes."""


def open_game(question: Json) -> Json:
    """The answer to `open`. Raises InputError."""
    if "code" in question:
        return opened(*read_code(question["code"]))
    readings = question.get("readings", {})
    if "text" in question:
        return open_text(question["text"], question.get("game", ""), readings)
    game = find_game(question["game"])
    chosen = game.Readings.from_mapping(readings)
    board = question.get("board", "")
    return opened(GameTree(game, game.start(board, chosen) if board else game.start(readings=chosen)))


def open_text(text: str, name: str = "", readings: Json | None = None) -> Json:
    """A game opened from a text. Raises InputError.

    The text is a diagram, JSON, a record, a trial, a puzzle, a counterexample or a verdict of `check`.
    """
    if is_puzzle(text):
        from shatterproof_properties.puzzles.files.text import parse_puzzle

        puzzle = parse_puzzle(text)
        return opened(GameTree(puzzle.rules, puzzle.reference_position(), tags={"Puzzle": puzzle.title}))
    if is_trial(text):
        record = record_of_trial(text, lambda game: game.Readings.from_mapping(readings or {}))
        return opened(tree_of(record), None, record.notation)
    if is_record(text):
        named = read_tags(text).get("Game", "") if readings else ""
        record = parse_record(text, find_game(named).Readings.from_mapping(readings) if readings else None)
        return opened(tree_of(record), None, record.notation)
    data = strict_json.decode(text) if is_json(text) else None
    if isinstance(data, dict) and "start" in data:
        # A counterexample is opened just before its turn.
        asked = Question.from_json({name: value for name, value in data.items() if name != EARLIER}, "counterexample")
        return opened(_tree_of(asked), len(asked.played))
    if isinstance(data, dict) and ("differences" in data or "games" in data):
        return _of_verdict(data)
    game = find_game(name or game_shown(text)) if data is None else game_named(data)
    chosen = game.Readings.from_mapping(readings) if readings else None
    return opened(GameTree(game, game.from_diagram(text, chosen) if data is None else game.from_json(data, chosen)))


def opened(
    tree: GameTree, at: int | None = None, notation: str = "published", differences: list[Json] | None = None
) -> Json:
    """A game from a position, with turns played up to the first illegal one; the node `at` is shown."""
    game, start = tree.game, tree.start
    if (count := len(tree.turns) + len(tree.variations)) > MOST_OPENED:
        raise TooMuch(f"the game has {count:,} turns", expected=f"at most {MOST_OPENED:,} to open")
    encoded(game.to_json(start))
    found = PlayedTree(tree, notation)
    refusal: Json | None = None
    if found.refused is not None:
        if found.at <= len(tree.turns):
            parent, text, where = found.at - 1, tree.turns[found.at - 1], f"turn {found.at}"
        else:
            (parent, text), where = tree.variations[found.at - len(tree.turns) - 1], "a variation"
        refusal = refusal_to_json(game, found.position(found.number.get(parent, 0)), found.refused)
        refusal["reason"] = f"{where}, {shorten(text, 60)}: {refusal['reason']}"
    return {
        "game": game.NAME,
        "board": start.board,
        "readings": start.readings.to_mapping(),
        "start": shown(game, start),
        "turns": [played(game, node.before, node.turn, node.after) for node in found.played[: found.main]],
        "variations": [list(variation) for variation in found.variations()],
        "at": found.main if at is None else found.number.get(at, found.main),
        "tags": dict(tree.tags),
        "comments": found.noted(tree.comments),
        "marks": found.noted(tree.marks),
        "refusal": refusal,
        "differences": differences or [],
    }


def _of_verdict(data: Json) -> Json:
    """The first difference of a verdict, and both answers to each difference.

    In a verdict on several games they are those of the first game that has any. Raises InputError if there are none.
    """
    games = data.get("games")
    verdicts = games if isinstance(games, list) and "differences" not in data else [data]
    listed = next(
        (each["differences"] for each in verdicts if isinstance(each, dict) and each.get("differences")), None
    )
    if not isinstance(listed, list):
        raise InputError("the verdict has no difference to look at", "/differences", "at least one")
    found = []
    for index, each in enumerate(listed[:MOST_DIFFERENCES]):
        with placed(f"/differences/{index}"):
            found.append(_difference(each, f"/differences/{index}"))
    question = _question(listed[0], "/differences/0")
    return opened(_tree_of(question), len(question.played), differences=found)


def _tree_of(question: Question) -> GameTree:
    return GameTree(question.rules, question.begun, list(question.texts))


def _question(each: Any, where: str) -> Question:
    # Verdicts of format 1 have it under the second name.
    data = each.get("counterexample", each.get("witness")) if isinstance(each, dict) else None
    return Question.from_json(data, f"{where}/counterexample")


def _answer(data: Any, where: str) -> Answer:
    """An answer of a verdict, after a check of the fields that are put into words. Raises InputError."""
    if not isinstance(data, dict):
        raise InputError(f"{show(data)} is no object", where, "an answer")
    for name, shape in ANSWER.items():
        if name in data and not fits(data[name], shape):
            raise InputError(f"{name} is {show(data[name])}", f"{where}/{name}", "an answer as in spec/protocol.md")
    if "total" in data:
        check_fields(data, where, set(data), ["depth"])
    return data


def _difference(each: Any, where: str) -> Json:
    """A difference with the code of its address, and both answers in words and drawn."""
    question = _question(each, where)
    clause = each["clause"] if isinstance(each.get("clause"), str) else ""
    answers = [_answer(each.get(name) or {}, f"{where}/{name}") for name in ("expected", "got")]
    try:
        position = question.position
    except REFUSALS as error:
        raise InputError(str(error), expected="legal turns before the one asked about") from None
    rules, engine = (answer_to_json(question.rules, position, answer) for answer in answers)
    return {
        "clause": clause,
        "title": title_of(clause),
        "turn": question.turn,
        "code": make_code(_tree_of(question), len(question.played)),
        "rules": rules,
        "engine": engine,
    }
