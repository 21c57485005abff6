"""Files of known differences: TOML that people edit and that a run may update."""

from __future__ import annotations

import datetime
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError, shorten
from shatterproof.game import GAMES
from shatterproof.spec import find_clause
from shatterproof_properties.common.files import read_text
from shatterproof_properties.common.prose import printable
from shatterproof_properties.conformance.causes.differences import KINDS
from shatterproof_properties.conformance.generate.cases import read_counterexample, replayed_case
from shatterproof_properties.conformance.history.known import KnownDifference
from shatterproof_properties.protocol.question import EARLIER

FIELDS = {
    "game": str,
    "kind": str,
    "clause": str,
    "counterexample": str,
    "since": datetime.date,
    "why": str,
    "cause": str,
    "ways": list,
    "until": datetime.date,
}
EARLIER_NAMES = {"declared": "since", "expires": "until", "witness": "counterexample"}
"""The names of fields in files of earlier versions."""
OPTIONAL = {"cause", "until", "ways"}
MOST = 1000
"""The most entries of a file."""
HEAD = """\
# Known differences, for `shatterproof check --known`: those expected fail no run.
# Say why, and with `until = 2027-01-31` until when. `--update-known` adds what is new and takes out what is fixed.
"""
_EXAMPLES = {
    "since": "a date like 2026-11-21",
    "until": "a date like 2027-01-31",
    "ways": 'a list of texts like "refuses CLAUSE"',
    "counterexample": "the JSON that check printed after --replay",
}


@dataclass(frozen=True)
class KnownFile:
    """A file of known differences, "" for none: its entries, and its text.

    `remark` is for people, if the file is an earlier verdict. `is_updated` says that the run writes its findings into
    it.
    """

    name: str = ""
    entries: tuple[KnownDifference, ...] = ()
    text: str = ""
    remark: str = ""
    is_updated: bool = False

    def options(self) -> list[str]:
        return ["--known", self.name] if self.name else []

    def of_game(self, game: str) -> list[KnownDifference]:
        return [entry for entry in self.entries if entry.game == game]


def read_known(file: Path, update: bool = False) -> KnownFile:
    """Reads the known differences of a TOML file, or of an earlier verdict in JSON.

    A file that is to be updated may be missing. Raises InputError, naming the entry, for anything that it should not
    hold.
    """
    is_empty = file.is_file() and not file.stat().st_size
    if is_empty or (update and not file.exists()):
        return KnownFile(str(file), is_updated=update)
    text = read_text(file, "known differences")
    if text.lstrip().startswith("{"):
        data = strict_json.decode(text, source=str(file))
        remark = f"{file}: a verdict, whose differences are known now; --update-known makes it a file of known ones"
        return KnownFile(str(file), tuple(_of_verdict(data, str(file))), "", remark, update)
    entries = _tables(text, str(file))
    if len(entries) > MOST:
        raise InputError(f"{len(entries)} entries", str(file), f"at most {MOST}")
    read = (read_entry(each, f"{file}, difference {index}") for index, each in enumerate(entries, start=1))
    return KnownFile(str(file), tuple(read), text, is_updated=update)


def _tables(text: str, source: str) -> list[dict[str, Any]]:
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        # Python reads no number of very many digits, and says that in its own words.
        clear = isinstance(error, tomllib.TOMLDecodeError)
        why = str(error) if clear else "a number is too large or tables are nested too deeply"
        raise InputError(f"not TOML: {why}", source, "entries [[difference]]") from None
    entries = data.pop("difference", [])
    if data or not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        what = f"unknown table {min(data)!r}" if data else "no list of entries"
        raise InputError(printable(what), source, "entries [[difference]] only")
    return entries


def read_entry(data: Mapping[str, Any], where: str) -> KnownDifference:
    """Read one entry. Raises InputError."""
    found = {EARLIER_NAMES.get(name, name): value for name, value in data.items()}
    for name, value in found.items():
        if name not in FIELDS:
            raise InputError(f"unknown field {printable(name)[:60]!r}", where, ", ".join(FIELDS))
        # A time of day is a date to Python, but not here.
        if not isinstance(value, FIELDS[name]) or isinstance(value, datetime.datetime):
            kind = {str: "text", datetime.date: "date", list: "list"}[FIELDS[name]]
            raise InputError(f"{name} is no {kind}", where, _EXAMPLES.get(name, "a text"))
    for name in FIELDS.keys() - OPTIONAL:
        if name not in found:
            raise InputError(f"lacks {name}", where, _EXAMPLES.get(name, "a text"))
    for name, allowed in (("game", GAMES), ("kind", tuple(KINDS))):
        if found[name] not in allowed:
            raise InputError(f"{name} is {printable(found[name])[:60]!r}", where, " or ".join(allowed))
    with _locating(f"{where}, clause"):
        found["clause"] and find_clause(found["clause"])
    for way in found.get("ways", ()):
        # A kind, and the clause that it is about, if any.
        kind, _, clause = way.partition(" ") if isinstance(way, str) else ("", "", "")
        if kind not in KINDS:
            raise InputError(f"{shorten(repr(way), 60)} is no kind of difference", f"{where}, ways", _EXAMPLES["ways"])
        with _locating(f"{where}, ways"):
            clause and find_clause(clause)
    found["ways"] = tuple(found.get("ways", ()))
    with _locating(f"{where}, counterexample"):
        data = strict_json.decode(found["counterexample"])
        question, earlier = read_counterexample(data, "counterexample", found["game"])
        replayed_case(question, "counterexample")
        return KnownDifference(**found | {"counterexample": question, "earlier": earlier})


def _of_verdict(data: Any, source: str) -> Iterator[KnownDifference]:
    expected = "what check --json printed, or entries [[difference]]"
    games = data.get("games", [data]) if isinstance(data, dict) else None
    if not isinstance(games, list) or not all(isinstance(each, dict) and each.get("game") in GAMES for each in games):
        raise InputError("this is no verdict", source, expected)
    for verdict in games:
        where = f"{source}, {verdict['game']}"
        differences = verdict.get("differences")
        if not isinstance(differences, list) or not isinstance(verdict.get("verdict"), str):
            raise InputError("this is no verdict", where, expected)
        for number, each in enumerate(differences, start=1):
            yield _of_json(each, verdict["game"], f"{where}, difference {number}")


def _of_json(data: Any, game: str, where: str) -> KnownDifference:
    cause = data.get("cause") if isinstance(data, dict) else None
    match data, cause if cause is not None else {"clause": "", "as_if": ""}:
        case {"kind": str(kind), "clause": str(clause)}, {"clause": str(reported), "as_if": str(as_if)} if (
            kind in KINDS
        ):
            clause = reported or clause
        case _:
            raise InputError("this is no difference", where, "what check --json printed")
    counterexample = data.get("counterexample", data.get("witness"))
    if isinstance(counterexample, dict) and data.get(EARLIER) is not None:
        counterexample = {**counterexample, EARLIER: data[EARLIER]}
    entry = read_entry({"game": game, "kind": kind, "clause": clause, "since": datetime.date.today(), "why": "",
                        "cause": as_if, "counterexample": strict_json.encode(counterexample),
                        "ways": data.get("ways", [])}, where)  # fmt: skip
    return replace(entry, ways=tuple(way for way in entry.ways if way != f"{kind} {clause}".rstrip()))


@contextmanager
def _locating(where: str) -> Iterator[None]:
    try:
        yield
    except InputError as error:
        raise InputError(error.what, where, error.expected) from None


def updated(known: KnownFile, fixed: Sequence[KnownDifference], new: Sequence[KnownDifference]) -> str:
    """The text of a file without the fixed entries, and with the new ones at its end.

    Everything else that a person wrote stays.
    """
    head, *parts = re.split(r"^(?=[ \t]*\[\[)", known.text, flags=re.MULTILINE)
    held = None
    with suppress(InputError):
        held = [read_entry(each, "") for part in parts for each in _tables(part, "")]
    if held != list(known.entries) or len(parts) != len(held):
        # The entries cannot be told apart in the text: they are written anew, with all that they say.
        head, parts = HEAD, [entry.to_toml() for entry in known.entries]
    left = [part for part, entry in zip(parts, known.entries, strict=True) if entry not in fixed]
    said = {(entry.game, entry.kind, entry.clause) for entry in known.entries}
    added = [entry.to_toml() for entry in new if (entry.game, entry.kind, entry.clause) not in said]
    texts = [head or HEAD, *left, *added]
    return "".join(f"{text.rstrip()}\n\n" for text in texts if text.strip()).rstrip("\n") + "\n"
