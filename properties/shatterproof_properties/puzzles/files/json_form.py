"""Puzzles as JSON, as the schemas in spec/puzzles say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from shatterproof.errors import InputError
from shatterproof.fields import placed, show
from shatterproof.game import find_game
from shatterproof.spec import spec_folder
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.files.statement import LINES, puzzle_from

FORMAT = "shatterproof-puzzle"
VERSION = 1
SCHEMA = "https://shatterproof.invalid/puzzles/1/puzzle.schema.json"


def puzzle_to_json(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as JSON values, without empty fields."""
    said: dict[str, Any] = {
        "unique": puzzle.claim.unique,
        "readings": dict(puzzle.readings),
        "solution": list(puzzle.solution),
        **{name: getattr(puzzle, name) for name in LINES},
        "note": puzzle.note,
        "themes": list(puzzle.themes),
        "difficulty": puzzle.difficulty,
    }
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": puzzle.game,
        "position": dict(puzzle.position),
        "claim": str(puzzle.claim),
        **{name: value for name, value in said.items() if value},
    }


def puzzle_from_json(data: Any) -> Puzzle:
    """The puzzle of some JSON values.

    Raises InputError with the JSON pointer of what is wrong, IllegalPosition for a position that breaks a rule.
    """
    check_version(data, FORMAT, VERSION)
    check_form(data, SCHEMA, "position")
    with placed("/game"):
        game = find_game(data["game"])
    with placed("/readings"):
        readings = game.Readings.from_mapping(data.get("readings", {}))
    with below("/position"):
        position = game.from_json(data["position"], readings)
    check_form(data, SCHEMA)
    return puzzle_from(game, position, data, lambda name, index=None: f"/{name}{'' if index is None else f'/{index}'}")


def check_version(data: Any, form: str, version: int) -> None:
    """Raises InputError for another format or version, before anything else is looked at."""
    if not isinstance(data, dict):
        raise InputError(f"{show(data)} is no object", "/", "an object with format, version and so on")
    if data.get("format") != form:
        raise InputError(f"format is {show(data.get('format'))}", "/format", json.dumps(form))
    if type(data.get("version")) is not int or data["version"] != version:
        raise InputError(f"version is {show(data.get('version'))}", "/version", str(version))


def check_form(data: Any, schema: str, passed_over: str = "") -> None:
    """Raises InputError for the first fault by the schema, outside a field that is `passed_over`."""
    validator = _validator(schema)
    if validator.is_valid(data):
        return
    fields = _schemas()[schema]["properties"]
    for error in validator.iter_errors(data):
        steps, kind = list(error.instance_path), error.kind
        if steps and steps[0] == passed_over:
            continue
        pointer = "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in steps) or "/"
        if kind.name == "required":
            wish = fields.get(kind.property, {}).get("description", "")
            raise InputError(f"lacks {json.dumps(kind.property)}", pointer, wish)
        wish = fields[steps[0]]["description"] if steps else f"only {', '.join(fields)}"
        if kind.name == "additionalProperties":
            raise InputError(f"unknown field {show(kind.unexpected[0])}", pointer, wish)
        raise InputError(f"{show(error.instance)} is refused", pointer, wish)


@cache
def _schemas() -> dict[str, dict[str, Any]]:
    """The schema of puzzles and those that it refers to, by their ids."""
    folders = (spec_folder() / "protocol", spec_folder() / "puzzles")
    files = [file for folder in folders for file in folder.glob("*.schema.json")]
    return {schema["$id"]: schema for schema in (json.loads(file.read_bytes()) for file in files)}


@cache
def _validator(schema: str) -> Any:
    # Imported here because commands that read no puzzle should not wait for it.
    import jsonschema_rs

    registry = jsonschema_rs.Registry(list(_schemas().items()))
    return jsonschema_rs.Draft202012Validator(_schemas()[schema], registry=registry)


@contextmanager
def below(at: str) -> Iterator[None]:
    """Puts the pointer of errors raised inside after the pointer of their value."""
    try:
        yield
    except InputError as error:
        error.where = f"{at}{error.where.rstrip('/')}"
        raise
