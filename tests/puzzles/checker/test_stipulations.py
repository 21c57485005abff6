"""Certificates of threats, passes, series and readings, changed and sealed anew: the checker refuses them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from puzzles.certified import BARE, Json, proved, sealed
from puzzles.samples import CRUMBLEMATE, SCRUNCH_OPEN, SPLINTER_SERIES
from shatterproof.errors import InputError
from shatterproof_properties.puzzles.checker.certificate import PROVED, REFUTED
from shatterproof_properties.puzzles.checker.checker import Refused, check
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.proof.verdict_text import verdict_to_text
from shatterproof_properties.puzzles.proof.verification import verify


def refused(data: Json) -> str:
    """Why the checker refuses a certificate that has been changed and sealed anew."""
    with pytest.raises((Refused, InputError)) as error:
        check(sealed(data))
    return str(error.value)


def test_threats_that_leave_a_turn_unanswered_are_refused() -> None:
    _, data = proved("crumble", CRUMBLEMATE, "threats-2")
    data["proof"]["answers"][0][0]["results"].pop()
    assert "nothing answers result" in refused(data)


def test_one_answer_reported_as_two_is_refused() -> None:
    _, data = proved("crumble", CRUMBLEMATE, "threats-2")
    first = data["proof"]["answers"][0][0]
    half = {**first, "results": first["results"][:1]}
    data["proof"]["answers"] = [[{**first, "results": first["results"][1:]}], [half], *data["proof"]["answers"][1:]]
    assert "an answer that is listed twice" in refused(data | {"claim": "threats-3"})


def test_two_answers_reported_as_one_are_refused() -> None:
    _, data = proved("crumble", CRUMBLEMATE, "threats-2")
    data["proof"]["answers"] = [[group for groups in data["proof"]["answers"] for group in groups]]
    data["proof"]["fewest"]["then"] = []
    assert "not one answer" in refused(data | {"claim": "threats-1"})


def test_a_choice_of_fewer_answers_that_is_passed_over_is_refused() -> None:
    _, data = proved("crumble", CRUMBLEMATE, "threats-2")
    data["proof"]["fewest"]["then"].pop()
    assert "/proof/fewest/then: a list of" in refused(data)
    _, data = proved("crumble", CRUMBLEMATE, "threats-2")
    for further in data["proof"]["fewest"]["then"]:
        further["result"] = data["proof"]["fewest"]["result"]
    assert "an answer chosen so far meets this result" in refused(data)


@pytest.mark.parametrize(
    "change",
    [
        lambda turns: turns[::-1],
        lambda turns: turns[:1],
        lambda turns: [*turns, turns[-1]],
        lambda turns: [],
        lambda turns: [turns[1], turns[1]],
        lambda turns: " ".join(turns),
    ],
)
def test_other_turns_are_no_series(change: Any) -> None:
    _, data = proved("splinter", SPLINTER_SERIES, "series-2", unique=True)
    data["proof"]["series"] = change(data["proof"]["series"])
    assert refused(data)


def test_a_series_is_not_refuted_by_its_own_turns_under_other_names() -> None:
    _, data = proved("splinter", SPLINTER_SERIES, "series-2", unique=True)
    turns = data["proof"]["series"]
    for parts in ({"series": turns, "other": turns}, {"short": turns}, {}, {"a": turns, "b": turns}, {"other": turns}):
        assert refused(data | {"verdict": REFUTED, "proof": parts})


def test_the_proofs_for_two_readings_are_not_exchanged() -> None:
    its, data = proved("scrunch", SCRUNCH_OPEN, f"differs-2 {BARE}")
    stated, other = data["proof"]["stated"], data["proof"]["other"]
    assert "key" in stated
    assert "key" not in other
    assert refused(data | {"proof": {"stated": other, "other": stated}})
    assert refused(data | {"proof": {"stated": stated, "other": stated}})
    assert refused(data | {"proof": {"stated": stated}})
    other_way = replace(its, readings={"scrunch.first-wriggle": "bare-placement"}, claim=Claim.parse(
        "differs-2 scrunch.first-wriggle=full-turn"
    ))  # fmt: skip
    found = verify(other_way)
    assert found.verdict == PROVED
    assert found.certificate is not None
    assert "key" in found.certificate["proof"]["other"]
    assert f"with {other_way.claim.about}: c1 wins" in verdict_to_text(found)


def test_a_table_under_one_reading_does_not_stand_under_another() -> None:
    _, data = proved("scrunch", SCRUNCH_OPEN, f"differs-2 {BARE}")
    at = data["proof"]["other"]["table"]
    both = {"stated": {"table": at}, "other": {"table": at}}
    assert f"/nodes/{at} is about another position" in refused(data | {"verdict": REFUTED, "proof": both})
