"""The checker accepts proofs, refuses what has been changed, says what is wrong, and needs only the reference."""

from __future__ import annotations

import copy
import itertools
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import reduce
from operator import getitem
from typing import Any

import pytest

from puzzles.certified import BARE, PUZZLES, SMALL, Json, certificate, certified, outcome_of, sealed
from puzzles.samples import CRUMBLE_CORNER, is_true, puzzle
from sampling import some
from shatterproof.errors import InputError
from shatterproof.spec import spec_folder
from shatterproof_properties.puzzles.checker import certificate as certificates
from shatterproof_properties.puzzles.checker import checker
from shatterproof_properties.puzzles.checker.certificate import PROVED, REFUTED, read_certificate, seal_of
from shatterproof_properties.puzzles.checker.checker import Refused, check
from shatterproof_properties.puzzles.claims.claim import DEEPEST, KINDS, Claim
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.proof.verification import verify

PACKAGE = "shatterproof_properties.puzzles.checker"
PARTS = {"certificate", "checker", "proof", "results", "symmetry_class"}
SHARED = "shatterproof_properties.common.per_game"


@pytest.mark.parametrize("name", PUZZLES)
def test_a_certificate_says_what_was_found_and_is_accepted_and_true_by_the_definitions(name: str) -> None:
    verdict, its = PUZZLES[name]
    checked = check(read_certificate(certified(name)))
    assert (checked.verdict, checked.position) == (verdict, its.position)
    assert Claim.parse(checked.claim, checked.unique) == its.claim
    assert name not in SMALL or is_true(its) == (verdict == PROVED)


def test_the_claim_that_is_shown_is_not_stronger_than_the_proof() -> None:
    data = certificate("scrunch-win") | {"claim": "wins-1"}
    with pytest.raises(Refused):
        check(sealed(data))


def test_a_win_in_one_is_not_refuted_by_its_own_key_as_a_shorter_one() -> None:
    its = puzzle("crumble", CRUMBLE_CORNER, "wins-1", unique=True)
    proved = verify(its).certificate
    assert proved is not None
    data = proved | {"verdict": REFUTED, "proof": {"short": proved["proof"]["key"]}}
    with pytest.raises((Refused, InputError)):
        check(sealed(data))


def test_a_turn_that_is_illegal_is_named_with_its_place() -> None:
    data = certificate("splinter-win")
    data["proof"]["key"]["by"] = "a1N"
    with pytest.raises(Refused, match=r"/proof/key/by: .*splinter\."):
        check(sealed(data))


def test_a_check_ends_when_it_is_reported_to_and_before_work_without_end() -> None:
    counted = []

    def watch(results: int) -> None:
        counted.append(results)
        if results == 5:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        check(certificate("crumblemate"), watch=watch)
    assert counted == [1, 2, 3, 4, 5]
    with pytest.raises(Refused, match="more than 10 results"):
        check(certificate("crumblemate"), most=10)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("{", "not JSON"),
        ("[]", "no certificate"),
        ('{"format":"shatterproof-certificate","version":1}', "is 1; expected 2; .* makes a new one"),
        ('{"format":"shatterproof-certificate","version":3}', "is 3; expected 2"),
        ('{"format":"shatterproof-certificate","version":"2"}', 'is "2"; expected 2'),
        ('{"format":"shatterproof-certificate","version":null}', "is null; expected 2"),
        ('{"format":"shatterproof-certificate","version":true}', "is true; expected 2"),
        ('{"format":"shatterproof-certificate","version":2}', "missing"),
        ('{"format":"shatterproof-puzzle","version":1}', "no certificate"),
    ],
)
def test_what_is_no_certificate_of_this_version_is_bad_input(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_certificate(text)


def test_a_certificate_with_a_field_more_or_truncated_is_bad_input() -> None:
    text = certified("crumblemate")
    with pytest.raises(InputError) as refused:
        read_certificate(json.dumps(json.loads(text) | {"more": 1}))
    assert refused.value.where == "/more"
    for length in range(0, len(text), 97):
        with pytest.raises(InputError):
            read_certificate(text[:length])


def test_a_certificate_of_a_decided_position_is_bad_input() -> None:
    over = puzzle("scrunch", "Scrunch 2, Light to move\n  . .\n o o .\n  . .\n", "mated-1")
    data = certificate("scrunch-not-mated") | {"position": over.position}
    with pytest.raises(InputError, match="decided") as reported:
        check(sealed(data))
    assert reported.value.where == "/position"


def test_the_checker_runs_on_the_reference_and_the_format_alone() -> None:
    loaded = "import sys, shatterproof_properties.puzzles.checker.checker; print(*sys.modules)"
    names = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout.split()
    ours = {name for name in names if name.startswith("shatterproof_properties.")}
    above = {PACKAGE, SHARED, *(name.rpartition(".")[0] for name in (PACKAGE, SHARED))}
    assert ours == above | {f"{PACKAGE}.{part}" for part in PARTS}
    assert not {"z3", "hypothesis"} & set(names)


def test_the_checker_knows_the_kinds_of_claim_that_there_are() -> None:
    assert set(checker.SHOWN) == set(KINDS) == set(certificates.KINDS)
    schema = json.loads((spec_folder() / "puzzles" / "puzzle.schema.json").read_text(encoding="utf-8"))
    assert all(re.search(schema["properties"]["claim"]["pattern"], kind.example) for kind in KINDS.values())
    for name, kind in KINDS.items():
        for turns, unique in itertools.product(range(DEEPEST + 1), (False, True)):
            about = f" {BARE}" if kind.names_reading else ""
            data = certificate("scrunch-win") | {"claim": f"{name}-{turns}{about}", "unique": unique}
            is_claim = turns >= kind.least and not (unique and kind.no_unique)
            with pytest.raises(Refused if is_claim else InputError, match="/seal" if is_claim else "/claim"):
                check(data | {"seal": "" if is_claim else seal_of(data)})


def changes(value: Any) -> Iterator[Any]:
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
        held = reduce(getitem, at, whole)
        for other in changes(held):
            if other != held or type(other) is not type(held):
                yield at, altered(whole, at, other)
        if isinstance(at[-1], str):
            yield at, altered(whole, at, LEFT_OUT)


LEFT_OUT = object()


def altered(whole: Json, at: tuple[Any, ...], value: Any) -> Json:
    """The value with another in one place, perhaps made from the old one by a function; or with that place left out."""
    copied = copy.deepcopy(whole)
    inner: Any = reduce(getitem, at[:-1], copied)
    if value is LEFT_OUT:
        del inner[at[-1]]
    else:
        inner[at[-1]] = value(inner[at[-1]]) if callable(value) else value
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
