"""The vectors that are shipped with the spec, in spec/vectors."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Literal

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.spec import spec_folder
from shatterproof_properties.conformance.vectors.vector import Vector, from_json

Which = Literal["core", "full"]
SETS: dict[Which, tuple[Which, ...]] = {"core": ("core",), "full": ("core", "full")}
"""The files that make up a set: nothing is stored twice."""


def folder() -> Path:
    """Where the files are."""
    return spec_folder() / "vectors"


def file_name(game: str, which: Which) -> str:
    """The name of the file that a set of a game has of its own."""
    return f"{game}-{which}.jsonl"


def read_index() -> dict[str, Any]:
    """The index of the files: version, files with their hashes, and how many vectors there are of each clause."""
    index: dict[str, Any] = strict_json.decode_file(folder() / "index.json")
    return index


@cache
def read(game: str, which: Which = "core") -> tuple[Vector, ...]:
    """The vectors of a set of a game. Raises InputError where a file is missing or no JSON."""
    return tuple(vector for part in SETS[which] for vector in read_file(folder() / file_name(game, part)))


def read_file(file: Path) -> list[Vector]:
    """The vectors of a file. Raises InputError."""
    try:
        lines = file.read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", str(file), "vectors, one a line") from None
    return [from_json(strict_json.decode(line, source=f"{file.name}:{n}")) for n, line in enumerate(lines, start=1)]
