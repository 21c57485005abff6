"""The checker of certificates refuses what has been changed: any field, sealed anew or not, and proofs put together."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from puzzles.certified import PUZZLES, SMALL, Json, certificate, outcome_of, sealed
from puzzles.samples import (
    SCRUNCH_OPEN,
    holds,
    puzzle,
)
from sampling import some
from shatterproof_properties.puzzles.checker.certificate import PROVED, REFUTED
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.proof.verification import verify


def changes(value: Any) -> Iterator[Any]:
    """Other values in the place of one."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1, 10**6, -1, str(value), True)
    elif isinstance(value, str):
        yield from ("", value + "0", value[1:], "0" * len(value), value.upper(), 7)
    elif isinstance(value, list):
        yield from ([], [*value, None], [*value, *value[-1:]], value[1:], value[::-1], {}, 0)
    elif isinstance(value, dict):
        yield from ({}, {**value, "more": 1}, [], None)
    elif value is None:
        yield from (0, "", False)


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a JSON value, the whole first."""
    yield at
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in inside:
        yield from places(part, (*at, name))


def changed(whole: Json) -> Iterator[tuple[tuple[Any, ...], Json]]:
    """The value with one field changed, or one left out, in every way that `changes` knows."""
    for at in places(whole):
        if not at:
            continue
        held: Any = whole
        for name in at:
            held = held[name]
        for other in changes(held):
            if other != held or type(other) is not type(held):
                yield at, _with(whole, at, other)
        if isinstance(at[-1], str):
            yield at, _with(whole, at, None, leave_out=True)


def _with(whole: Json, at: tuple[Any, ...], value: Any, leave_out: bool = False) -> Json:
    copied = copy.deepcopy(whole)
    inner: Any = copied
    for name in at[:-1]:
        inner = inner[name]
    if leave_out:
        del inner[at[-1]]
    else:
        inner[at[-1]] = value
    return copied


@pytest.mark.parametrize("name", PUZZLES)
def test_a_certificate_with_any_field_changed_is_refused(name: str) -> None:
    accepted = [at for at, tampered in changed(certificate(name)) if outcome_of(tampered) is not None]
    assert accepted == []


@pytest.mark.parametrize("name", some(SMALL, one_in=2))
def test_whatever_is_accepted_after_sealing_a_change_is_true_all_the_same(name: str) -> None:
    its = PUZZLES[name][1]
    refused = 0
    for at, tampered in changed(certificate(name)):
        if at == ("seal",):
            continue
        checked = outcome_of(sealed(tampered))
        if checked is None:
            refused += 1
        else:
            said = Puzzle(its.game, checked.position, Claim.parse(checked.claim, checked.unique))
            assert holds(said) == (checked.verdict == PROVED), at
    assert refused > 20


def put_together(nodes: list[Json], moves: list[Json]) -> Iterator[tuple[Claim, str, Json]]:
    """Claims, verdicts and proofs of every shape that refer to some of these tables and turns."""
    claims = [Claim("wins", turns, unique) for turns in (1, 2, 3) for unique in (False, True)]
    claims += [Claim("mated", turns) for turns in (0, 1, 2)]
    for claim, verdict in itertools.product(claims, (PROVED, REFUTED)):
        yield claim, verdict, {}
        for at in range(len(nodes)):
            yield claim, verdict, {"table": at}
        for move in moves:
            for shape in ("key", "short", "defence"):
                yield claim, verdict, {shape: move}
            yield claim, verdict, {"key": move, "tries": []}
        for one, two in itertools.combinations(moves, 2):
            yield claim, verdict, {"key": one, "cook": two}


def references(nodes: list[Json], proof: Json) -> Iterator[int]:
    """The tables that a proof refers to, in the order in which the checker comes to them."""
    waiting = [part["then"] if isinstance(part, dict) else part for part in proof.values() if part != []]
    met: list[int] = []
    while waiting:
        at = waiting.pop(0)
        if at is not None and at not in met:
            met.append(at)
            waiting += [at for group in nodes[at]["met"] for at in group["then"] or ()]
    return iter(met)


def only_used(nodes: list[Json], proof: Json) -> tuple[list[Json], Json]:
    """The tables that a proof refers to, renumbered, and the proof with their new numbers."""
    kept = list(references(nodes, proof))

    def number(at: int | None) -> int | None:
        return None if at is None else kept.index(at)

    def renumbered(part: Any) -> Any:
        if isinstance(part, dict):
            return part | {"then": number(part["then"])}
        return number(part) if isinstance(part, int) else part

    tables = [
        nodes[at] | {"met": [
            group | {"then": group["then"] and [number(each) for each in group["then"]]} for group in nodes[at]["met"]
        ]}
        for at in kept
    ]  # fmt: skip
    return tables, {name: renumbered(part) for name, part in proof.items()}


def moved(value: Any, base: int) -> Any:
    """A move or a table with the tables that it refers to moved on by so many places."""
    if "met" in value:
        return value | {"met": [
            group | {"then": group["then"] and [None if at is None else at + base for at in group["then"]]}
            for group in value["met"]
        ]}  # fmt: skip
    return value | {"then": None if value["then"] is None else value["then"] + base}


def test_no_proof_put_together_from_sound_parts_shows_what_is_false() -> None:
    its = puzzle("scrunch", SCRUNCH_OPEN, "wins-1")
    nodes: list[Json] = []
    moves: list[Json] = []
    for text in ("wins-2", "wins-3", "wins-1", "mated-1", "mated-2"):
        data = verify(replace(its, claim=Claim.parse(text))).certificate
        assert data is not None
        base = len(nodes)
        nodes += [moved(node, base) for node in data["nodes"]]
        moves += [moved(part, base) for part in data["proof"].values() if isinstance(part, dict)]
    accepted = 0
    for claim, verdict, proof in put_together(nodes, moves):
        kept, renumbered = only_used(nodes, proof)
        data = certificate(SMALL[0]) | {"claim": str(claim), "unique": claim.unique, "verdict": verdict}
        data |= {"proof": renumbered, "nodes": kept}
        checked = outcome_of(sealed(data))
        if checked is not None:
            accepted += 1
            assert holds(Puzzle(its.game, its.position, claim)) == (verdict == PROVED), (claim, verdict, proof)
    assert accepted > 5
