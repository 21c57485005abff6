"""The checker of certificates refuses what has been changed: any field, sealed anew or not."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from puzzles.certified import PUZZLES, SMALL, Json, certificate, outcome_of, sealed
from puzzles.claim_truth import is_true
from sampling import some
from shatterproof_properties.puzzles.checker.certificate import PROVED
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.claims.puzzle import Puzzle


def changes(value: Any) -> Iterator[Any]:
    """Other values in place of one."""
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
    """The value with one field changed or left out, in every way of `changes`."""
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


@pytest.mark.parametrize("name", some(PUZZLES, one_in=3))
def test_a_certificate_with_any_field_changed_is_refused(name: str) -> None:
    accepted = [at for at, tampered in changed(certificate(name)) if outcome_of(tampered) is not None]
    assert accepted == []


@pytest.mark.parametrize("name", some(SMALL, one_in=4))
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
            assert is_true(said) == (checked.verdict == PROVED), at
    assert refused > 20
