"""The messages of the engine protocol, checked against the schemas in spec/protocol."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.spec import spec_folder

PROTOCOL = 1
COMMANDS = ("hello", "open", "apply", "turns", "count", "batch", "bye")
BATCHED = ("apply", "turns", "count")
LINE_LIMIT = 8 * 1024 * 1024

_COUNTS = ("minProperties", "maxProperties")
_VALUE = "\0"
"""Stands for the value in the library's words for an error."""


def check(schema: str, value: Any) -> None:
    """Check a value by a schema.

    Args:
        schema: A file, or a definition: `explorer/NAME` in the schema `explorer`, else NAME in `messages`, such as
            `apply-question` or `apply-answer`.
        value: JSON values.

    Raises:
        InputError: The schema forbids it; `where` is the JSON pointer.
    """
    validator = _validator(schema)
    if not validator.is_valid(value):
        # A wrong number of fields says less than the field that is missing or too much.
        error: InputError = _in_words(min(validator.iter_errors(value), key=lambda each: each.kind.name in _COUNTS))
        raise error


@cache
def _schemas() -> dict[str, dict[str, Any]]:
    """The files by their names: `messages`, `explorer`, and the positions of games that have a schema."""
    files = [*sorted((spec_folder() / "protocol").glob("*.schema.json")), spec_folder() / "explorer.schema.json"]
    return {file.name.removesuffix(".schema.json"): json.loads(file.read_bytes()) for file in files}


@cache
def _validator(name: str) -> Any:
    # Imported here because commands that speak to no engine should not wait for it.
    import jsonschema_rs

    schemas = _schemas()
    registry = jsonschema_rs.Registry([(schema["$id"], schema) for schema in schemas.values()])
    document, _, definition = name.rpartition("/")
    whole = name in schemas
    pointer = schemas[name if whole else document or "messages"]["$id"] + ("" if whole else f"#/$defs/{definition}")
    return jsonschema_rs.Draft202012Validator({"$ref": pointer}, registry=registry, mask=_VALUE)


def _in_words(error: Any) -> InputError:
    pointer = "".join(f"/{str(step)[:60].replace('~', '~0').replace('/', '~1')}" for step in error.instance_path)
    kind = error.kind
    above = _above(error.absolute_keyword_location or "")
    description = next((str(place["description"]) for place in reversed(above) if "description" in place), "")
    members = above[-1].get("properties", {}) if above else {}
    if kind.name == "required":
        wanted = members.get(kind.property, {}).get("description", description)
        return InputError(f"lacks {json.dumps(kind.property)}", pointer, _as_a_wish(wanted))
    if kind.name == "additionalProperties":
        return InputError(f"unknown field {json.dumps(kind.unexpected[0][:60])}", pointer, f"{', '.join(members)}")
    if kind.name == "falseSchema":
        return InputError("a field that does not belong here", pointer, _as_a_wish(description))
    if kind.name == "enum":
        return InputError(_shown(error.instance), pointer, f"one of {', '.join(map(str, kind.options))}")
    if kind.name == "contains":
        return InputError(_shown(error.instance), pointer, f"{json.dumps(above[-1]['contains']['const'])} in the list")
    wanted = _as_a_wish(description)
    if kind.name == "type":
        return InputError(_shown(error.instance), pointer, f"a JSON {' or '.join(sorted(kind.types))}: {wanted}")
    # Patterns and alternatives say less than descriptions.
    is_said = error.message.startswith(_VALUE) and kind.name not in ("oneOf", "pattern")
    said = error.message if is_said else _VALUE
    return InputError(said.replace(_VALUE, _shown(error.instance)), pointer, wanted)


def _above(keyword: str) -> list[dict[str, Any]]:
    """The schema objects above a keyword, which is given by its absolute location."""
    base, _, path = keyword.partition("#")
    place: Any = next((schema for schema in _schemas().values() if schema["$id"] == base), {})
    passed = [place]
    for step in path.split("/")[1:-1]:
        step = step.replace("~1", "/").replace("~0", "~").replace("%24", "$")
        place = place[int(step)] if isinstance(place, list) else place.get(step, {})
        passed += [place] if isinstance(place, dict) else []
    return passed


def _as_a_wish(description: str) -> str:
    """The first sentence of a description, in a form that can follow "expected"."""
    sentence = description.split(". ")[0].rstrip(".")
    return sentence[:1].lower() + sentence[1:] if sentence[1:2].islower() or sentence[1:2] == " " else sentence


def _shown(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:60]}..."


class JsonText(str):
    """JSON that is written already. A field of a message may hold it instead of the value."""


def written(message: Mapping[str, Any]) -> str:
    """A message in JSON."""
    texts = {name: value for name, value in message.items() if isinstance(value, JsonText)}
    rest = strict_json.encode({name: value for name, value in message.items() if name not in texts})
    return "".join([rest[:-1], *(f',"{name}":{text}' for name, text in texts.items()), "}"]) if texts else rest


def with_values(message: Mapping[str, Any]) -> dict[str, Any]:
    """The same message with values instead of JsonText."""
    return {name: json.loads(value) if isinstance(value, JsonText) else value for name, value in message.items()}
