"""The form of a certificate: its fields, the order and the hash of a position's results, its seal, and its work.

Code that writes certificates and code that checks them share it. spec/puzzles/certificates.md describes the format for
others.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from shatterproof import strict_json
from shatterproof.errors import InputError, shorten
from shatterproof.fields import check_fields, show
from shatterproof.game import AnyGame, Outcome, find_game

FORMAT = "shatterproof-certificate"
VERSION = 2
FIELDS = {"format", "version", "game", "readings", "position", "claim", "unique", "verdict", "proof", "nodes", "seal"}
PROVED, REFUTED = "proved", "refuted"
MATED, NOT_WON = "mated", "not won"
"""What tables show."""
KINDS = ("wins", "mated", "defends", "threats", "passes", "series", "differs")
CLAIM = re.compile("([a-z]+)-([0-9])(?: ([a-z]+[.][a-z-]+)=([a-z-]+))?")
EXPECTED = 'a claim like "wins-2", "mated-1" or "defends-1"'
WINNING = frozenset({"key", "cook", "short", "lost", "answers", "others"})
"""The parts of a proof whose turns win."""
MOST_SHOWN = 10**12
"""Larger numbers of results are shown as more than this."""
Json = dict[str, Any]


class Claimed(NamedTuple):
    """The claim of a certificate about its position, and whether the certificate proves or refutes it.

    `reading` and `value` are those of a claim that a reading decides, else empty.
    """

    kind: str
    turns: int
    unique: bool
    is_so: bool
    reading: str = ""
    value: str = ""


def result_line(position: Mapping[str, Any], outcome: Mapping[str, Any] | None) -> str:
    """A result as one line of canonical JSON. Results of a position are sorted by these lines."""
    return strict_json.encode({"outcome": outcome, "position": position})


def line_of(game: AnyGame, after: Any, outcome: Outcome | None) -> str:
    """The line of a result from the reference, with its outcome."""
    return result_line(to_json(game, after), outcome_to_json(outcome))


def outcome_to_json(outcome: Outcome | None) -> Json | None:
    """An outcome as a certificate has it."""
    return None if outcome is None else {"winner": outcome.winner, "clause": outcome.clause}


def look_of(position: Mapping[str, Any]) -> str:
    """A position without its memory, as one line of JSON."""
    return strict_json.encode({name: value for name, value in position.items() if name != "memory"})


def replies_seen(results: Iterable[tuple[Mapping[str, Any], Mapping[str, Any] | None]]) -> frozenset[str]:
    """The results of a position without their memories, each with its outcome.

    A solver cannot tell two positions apart that look alike and have equal sets of these: memory makes no difference.
    """
    return frozenset(look_of({**position, "outcome": outcome}) for position, outcome in results)


def forgotten(game: AnyGame, position: Mapping[str, Any]) -> Json:
    """The same position without a memory, like an opening."""
    return {**position, **({"memory": to_json(game, game.start())["memory"]} if "memory" in position else {})}


def passed(game: AnyGame, position: Mapping[str, Any]) -> Json:
    """The position after a pass: the other side is to move, and nothing else stays remembered."""
    return {**forgotten(game, position), "to_move": next(side for side in game.SIDES if side != position["to_move"])}


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
    """A certificate from its text. Raises InputError for anything of another format or version."""
    data = strict_json.decode(text, source=source)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise InputError("this is no certificate", source, f'an object with "format":"{FORMAT}"')
    version = data.get("version")
    if type(version) is not int or version != VERSION:
        wish = f"{VERSION}; shatterproof puzzle verify FILE makes a new one"
        raise InputError(f"the version of this certificate is {show(version)}", source, wish)
    check_fields(data, "", FIELDS, sorted(FIELDS))
    return data


def position_of(certificate: Mapping[str, Any]) -> tuple[AnyGame, Any]:
    """The game of a certificate, and its position under its readings.

    Raises InputError if a field has another type, if the position is not in canonical form, or if its game is over.
    """
    unique, verdict = certificate["unique"], certificate["verdict"]
    if not isinstance(unique, bool):
        raise InputError("unique is neither true nor false", "/unique", "true or false")
    if verdict not in (PROVED, REFUTED):
        raise InputError(f"verdict is {shorten(str(verdict), 40)!r}", "/verdict", f"{PROVED} or {REFUTED}")
    if not isinstance(certificate["nodes"], list):
        raise InputError("nodes is no list", "/nodes", "a list of tables")
    game = find_game(certificate["game"] if isinstance(certificate["game"], str) else "")
    readings = certificate["readings"]
    if not isinstance(readings, dict) or not all(isinstance(value, str) for value in readings.values()):
        raise InputError("readings are no object of texts", "/readings", "an object, empty for the defaults")
    chosen = game.Readings.from_mapping(readings)
    if chosen.departures() != readings:
        raise InputError("a reading at its default is named", "/readings", "only those that are not at their default")
    try:
        position = game.from_json(certificate["position"], chosen)
    except InputError as error:
        error.where = "/position" + (error.where.rstrip("/") if error.where.startswith("/") else "")
        raise
    if to_json(game, position) != certificate["position"]:
        raise InputError("the position is not in canonical form", "/position", "the form that spec/README.md describes")
    if game.outcome(position) is not None:
        raise InputError("the position is decided", "/position", "a position in which the game goes on")
    return game, position


def claimed_of(certificate: Json) -> Claimed:
    """The claim of a certificate, and whether it is said to be true. Raises InputError."""
    text, unique = certificate["claim"], certificate["unique"]
    found = CLAIM.fullmatch(text if isinstance(text, str) else "")
    if found is None or found[1] not in KINDS or (found[3] is not None) != (found[1] == "differs"):
        raise InputError(f"{shorten(str(text), 60)!r} is no claim", "/claim", EXPECTED)
    kind, turns = found[1], int(found[2])
    if turns == 0 and kind != "mated":
        raise InputError(f"a claim {text}", "/claim", "1 to 9 turns")
    if unique and kind == "mated":
        what = "a mate cannot be unique: no turn of a mated side is a solution"
        raise InputError(what, "/claim", "unique with another kind of claim only")
    return Claimed(kind, turns, unique, certificate["verdict"] == PROVED, found[3] or "", found[4] or "")


def to_json(game: AnyGame, position: Any) -> Json:
    """A position of the reference in the form of a certificate, without its readings."""
    return {name: value for name, value in game.to_json(position).items() if name != "readings"}


def work_of(certificate: Json, claimed: Claimed, results: int) -> int:
    """An estimate of the results that have to be made for a certificate; `results` is the number in its position.

    It assumes that every position has as many results as the diagram. A table says how many it has. A turn that fails
    without a table needs the results after it and the first reply to each; so does a result without an answer. A turn
    that wins mostly ends the game. For a series the numbers of turns are multiplied. The checker also counts what it
    really makes.
    """
    tables = [node for node in certificate["nodes"] if isinstance(node, dict)]
    counted = sum(_whole(table.get("count")) for table in tables)
    parts = certificate["proof"]
    named = open_ends([parts, *(table for table in tables if table.get("shows") != MATED)])
    work = results + counted + 2 * results * (1 + named)
    is_shown = isinstance(parts, dict) and bool(parts.keys() & {"short", "other"})
    if claimed.kind != "series" or is_shown or (claimed.is_so and not claimed.unique):
        return work
    # All series are gone through, to see that there is none, no other one or no shorter one.
    return work + 2 * int(results**claimed.turns)


def open_ends(value: Any) -> int:
    """The number of results or failing turns, anywhere in a value, that have no table for what follows."""
    found, uncovered, waiting = 0, set[int](), [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            found += _left_open(each)
            uncovered.add(_whole(each.get("result"), -1))
            waiting.extend(part for name, part in each.items() if name not in WINNING)
        elif isinstance(each, list):
            waiting.extend(each)
    return found + len(uncovered - {-1})


def _left_open(named: Json) -> int:
    """The number of entries without a table in a group, a turn or a list of results; 0 for anything else."""
    then, results = named.get("then"), named.get("results")
    if isinstance(then, list):
        return then.count(None) if isinstance(results, list) else 0
    return len(results) if isinstance(results, list) else int("by" in named and then is None)


def _whole(value: Any, otherwise: int = 0) -> int:
    return value if type(value) is int and value > 0 else otherwise


def work_to_text(work: int) -> str:
    """How much work it is, in words."""
    return f"about {work:,} results" if work <= MOST_SHOWN else f"more than {MOST_SHOWN:,} results"
