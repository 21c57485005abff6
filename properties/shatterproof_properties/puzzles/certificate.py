"""What a certificate is: its fields, the order and the hash of a position's results, and its seal.

Shared by what writes certificates and what checks them; spec/puzzles/README.md describes the format for others.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.fields import check_fields, show

FORMAT = "shatterproof-certificate"
VERSION = 1
FIELDS = {"format", "version", "game", "readings", "position", "claim", "unique", "verdict", "proof", "nodes", "seal"}
PROVED, REFUTED = "proved", "refuted"
Json = dict[str, Any]


def result_line(position: Mapping[str, Any], outcome: Mapping[str, Any] | None) -> str:
    """A result as one line of canonical JSON, by which the results of a position are sorted."""
    return strict_json.encode({"outcome": outcome, "position": position})


def hash_of(lines: Iterable[str]) -> str:
    """The SHA-256 of the sorted result lines, each ended by a newline, as hexadecimal digits."""
    digest = hashlib.sha256()
    for line in lines:
        digest.update(line.encode() + b"\n")
    return digest.hexdigest()


def seal_of(certificate: Mapping[str, Any]) -> str:
    """The SHA-256 of the canonical JSON of a certificate without its seal."""
    unsealed = {name: value for name, value in certificate.items() if name != "seal"}
    return hashlib.sha256(strict_json.encode(unsealed).encode()).hexdigest()


def read_certificate(text: bytes | str, source: str = "") -> Json:
    """A certificate from its text. Raises InputError for what is none of this format and version."""
    data = strict_json.decode(text, source=source)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise InputError("this is no certificate", source, f'an object with "format":"{FORMAT}"')
    version = data.get("version")
    if type(version) is not int or version != VERSION:
        raise InputError(f"the version of this certificate is {show(version)}", source, str(VERSION))
    check_fields(data, "", FIELDS, sorted(FIELDS))
    return data


@contextmanager
def inside(pointer: str) -> Iterator[None]:
    """Puts a JSON pointer before the place of errors that arise inside."""
    try:
        yield
    except InputError as error:
        error.where = pointer + (error.where.rstrip("/") if error.where.startswith("/") else "")
        raise
