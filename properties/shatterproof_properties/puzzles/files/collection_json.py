"""Collections as JSON, with the certificates of their puzzles, as the schema in spec/puzzles says."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.fields import placed
from shatterproof_properties.puzzles.checker.certificate import read_certificate
from shatterproof_properties.puzzles.files.collection import HEADING, Collection, Entry, check_name, named_apart
from shatterproof_properties.puzzles.files.folders import check_about
from shatterproof_properties.puzzles.files.json_form import check_form, check_version, puzzle_from_json, puzzle_to_json
from shatterproof_properties.puzzles.files.statement import one_line

FORMAT = "shatterproof-puzzles"
VERSION = 1
SCHEMA = "https://shatterproof.invalid/puzzles/1/collection.schema.json"


def collection_to_json(collection: Collection) -> dict[str, Any]:
    """A collection as JSON values, with what certificates there are."""
    return {
        "format": FORMAT,
        "version": VERSION,
        **collection.heading,
        "puzzles": [
            {
                "name": name,
                "puzzle": puzzle_to_json(puzzle),
                **({} if certificate is None else {"certificate": certificate}),
            }
            for name, puzzle, certificate in collection.entries
        ],
    }


def collection_from_json(data: Any) -> Collection:
    """The collection that JSON values say.

    Raises InputError with the JSON pointer of what is wrong, also for a certificate of something else than its puzzle;
    IllegalPosition for a position that breaks a rule. Whether certificates hold is for the checker to say.
    """
    check_version(data, FORMAT, VERSION)
    check_form(data, SCHEMA)
    entries = [_entry(f"/puzzles/{index}", each) for index, each in enumerate(data["puzzles"])]
    heading = {name: one_line(data[name], f"/{name}") for name in HEADING if name in data}
    return Collection(named_apart(entries, lambda index: f"/puzzles/{index}/name"), **heading)


def _entry(at: str, data: Any) -> Entry:
    with _below(f"{at}/puzzle"):
        puzzle = puzzle_from_json(data["puzzle"])
    with placed(f"{at}/name"):
        name = check_name(data["name"])
    if "certificate" not in data:
        return Entry(name, puzzle)
    with _below(f"{at}/certificate"):
        certificate = read_certificate(strict_json.encode(data["certificate"]))
        check_about(certificate, puzzle)
    return Entry(name, puzzle, certificate)


@contextmanager
def _below(at: str) -> Iterator[None]:
    """Puts the pointer of errors that arise inside after that of the value they are about."""
    try:
        yield
    except InputError as error:
        error.where = f"{at}{error.where.rstrip('/')}"
        raise
