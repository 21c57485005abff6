"""The baseline: an earlier run's verdict in JSON, which a later run is held against."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from shatterproof import strict_json
from shatterproof.errors import InputError, shorten
from shatterproof.spec import spec_folder
from shatterproof_properties.common.prose import visible
from shatterproof_properties.conformance.causes.differences import KINDS, Cause, Difference
from shatterproof_properties.conformance.generate.cases import replayed_case
from shatterproof_properties.protocol.question import Question

SCHEMA = Path("report", "verdict.schema.json")
"""Where the schema of a verdict is, in the folder of the spec."""


class Signature(NamedTuple):
    """What tells one difference from another, whichever witness shows it; both verdicts are "" for whole positions."""

    game: str
    kind: str
    clause: str
    expected: str
    got: str

    def __str__(self) -> str:
        pair = f" ({self.expected} by the rules, {self.got} by the engine)" if self.expected and self.got else ""
        return f"{self.clause or 'spec/protocol.md'}: {KINDS[self.kind]}{pair}"


Again = Mapping[Signature, Difference | None]
"""Differences of a baseline whose witnesses were asked again: what the engine shows there now, None if it agrees."""


@dataclass(frozen=True)
class Run:
    """What a verdict in JSON says about one game, as far as runs can be held against each other.

    `differences` are those with their witnesses; `mistakes` tell of planted ones whether they were, or would
    have been, found.
    """

    game: str
    verdict: str
    engine: str
    readings: dict[str, str]
    differences: dict[Signature, Difference]
    clauses: frozenset[str]
    questions: dict[str, int]
    mistakes: dict[str, bool]
    stale: frozenset[str]
    gave_up: str
    results: int


@dataclass(frozen=True)
class Baseline:
    """An earlier run: the file it was read from, and what it says by game."""

    source: str
    runs: dict[str, Run]


def read_baseline(path: Path) -> Baseline:
    """The baseline in a file that `check --json` printed, or a report left. Raises InputError, with the place."""
    data = strict_json.decode_file(path)
    check_verdict(data, str(path))
    several = "games" in data
    runs: dict[str, Run] = {}
    for index, each in enumerate(data["games"] if several else [data]):
        where = f"{path}, at {f'/games/{index}' if several else ''}"
        if each["game"] in runs:
            raise InputError(f"{each['game']} twice", where, "every game once")
        check_witnesses(each, where)
        runs[each["game"]] = run_of(each)
    return Baseline(str(path), runs)


def check_witnesses(data: Mapping[str, Any], where: str) -> None:
    """Raises InputError unless a question can be asked from each witness of the verdict of one game."""
    for number, found in enumerate(data["differences"]):
        at = f"{where}/differences/{number}"
        _check_witness(found["witness"], data["game"], f"{at}/witness")
        for place, earlier in enumerate(found.get("earlier") or ()):
            _check_witness(earlier, data["game"], f"{at}/earlier/{place}")


def _check_witness(witness: Any, game: str, where: str) -> None:
    """Raises InputError unless a question of the game can be asked from it."""
    try:
        replayed_case(Question.of_witness(witness, where, game), where)
    except InputError as error:
        if where in error.where:
            raise
        raise InputError(error.what, where, error.expected) from None


def check_verdict(data: Any, source: str) -> None:
    """Raises InputError unless a JSON value is a verdict, or those of several games, as the schema says."""
    error = next(iter(_validator().iter_errors(data)), None)
    if error:
        pointer = "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in error.instance_path)
        raise InputError(shorten(visible(error.message), 200), f"{source}, at {visible(pointer) or '/'}",
                         "what check --json printed")  # fmt: skip


@cache
def _validator() -> Any:
    # Imported here because runs without a baseline should not wait for it.
    import jsonschema_rs

    return jsonschema_rs.Draft202012Validator(json.loads((spec_folder() / SCHEMA).read_bytes()))


def run_of(data: dict[str, Any]) -> Run:
    """What a verdict in JSON says; it has been checked against the schema."""
    game = data["game"]
    return Run(
        game=game,
        verdict=data["verdict"],
        engine=data["engine"],
        readings=data["readings"],
        differences={_signature(game, each): _difference(game, each) for each in data["differences"]},
        clauses=frozenset(clause for clause, met in data["clauses"].items() if met),
        questions=data["questions"],
        mistakes={**data["caught"], **{mutant["name"]: mutant["found"] for mutant in data["controls"]}},
        stale=frozenset(data["stale"]),
        gave_up=data["gave_up"],
        results=data["results"],
    )


def _difference(game: str, data: Mapping[str, Any]) -> Difference:
    question, earlier = Question.of_witness(data["witness"], "witness", game), data.get("earlier")
    before = None if earlier is None else tuple(Question.of_witness(each, "earlier", game) for each in earlier)
    cause = _cause(data.get("cause"))
    return Difference(data["kind"], data["clause"], question, data["expected"], data["got"], cause, before)


def _cause(data: Any) -> Cause | None:
    return Cause(data["clause"], data["as_if"]) if data else None


def _signature(game: str, data: Mapping[str, Any]) -> Signature:
    verdicts = (str(data[side].get("verdict") or "") for side in ("expected", "got"))
    return Signature(game, data["kind"], data["clause"], *verdicts)


def signature_of(difference: Difference) -> Signature:
    """The signature of a difference, as a baseline has it."""
    return _signature(difference.question.game, difference.to_json())
