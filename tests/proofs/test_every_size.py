"""Laws on boards of every size: each part of each induction is proved, and a mutant of the rules breaks it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from proofs.crumble import every_size as crumble
from proofs.lemmas import Lemma, is_possible, is_proved
from proofs.scrunch import every_size as scrunch
from proofs.splinter import every_size as splinter
from shatterproof_properties.proofs.scrunch.statement import Done
from shatterproof_properties.proofs.terms import NO, YES, below, every, implies, some

Law = Callable[[], list[Lemma]]

LAWS = (
    crumble.what_has_a_way_out_is_spared,
    crumble.neighbours_have_cells_side_by_side,
    crumble.two_chains_never_cross,
    crumble.corners_lead_nothing_across,
    scrunch.a_growth_adds_one_stone,
    scrunch.a_movement_adds_none,
    scrunch.an_egg_adds_one_stone,
    scrunch.a_removal_takes_whole_snakes,
    splinter.a_slide_keeps_pieces,
    splinter.no_square_gets_two_pieces,
    splinter.a_run_is_one_line,
    splinter.one_line_at_most_loses_a_piece,
)


@pytest.mark.parametrize("law", LAWS)
def test_every_part_of_the_induction_is_proved(law: Law) -> None:
    for lemma in law():
        assert is_possible(lemma), "nothing is said"
        assert is_proved(lemma)


def over_corners_too(east: str, north: str) -> str:
    return every(*(every(below("(- 2)", by), below(by, "2")) for by in (east, north)))


def over_a_cell(east: str, north: str) -> str:
    return some(*(f"(= {by} {way})" for by in (east, north) for way in ("2", "(- 2)")))


def onto_the_new_stone(done: Done, empty: str) -> str:
    return implies(done.landed, empty)


def moved_and_left(own: str, done: Done) -> str:
    return some(own, done.placed, done.landed)


def without_friends(own: str, beside: str, other: str, named: str) -> str:
    return every(own, named)


def pushed_and_left(piece: str, run: str, came: str) -> str:
    return some(piece, came)


def over_gaps(starts: str, there: str, behind: str) -> str:
    return some(starts, behind)


BREAKING: tuple[tuple[str, str, Callable[..., Any], Law], ...] = (
    ("the edge closes rings", "is_source", lambda _: NO, crumble.what_has_a_way_out_is_spared),
    ("corners end a group", "spreads", lambda *_: YES, crumble.what_has_a_way_out_is_spared),
    ("free pieces change colour", "spared", lambda *_: YES, crumble.what_has_a_way_out_is_spared),
    ("corners join chains", "beside", lambda *_: YES, crumble.neighbours_have_cells_side_by_side),
    ("paths go over corners", "side_by_side", over_corners_too, crumble.two_chains_never_cross),
    ("paths go over corners", "side_by_side", over_corners_too, crumble.corners_lead_nothing_across),
    ("paths leap over a cell", "side_by_side", over_a_cell, crumble.two_chains_never_cross),
    ("one may land on a stone", "landed_on", lambda *_: YES, scrunch.a_growth_adds_one_stone),
    ("one may land on the new stone", "landed_on", onto_the_new_stone, scrunch.a_growth_adds_one_stone),
    ("one may land on any stone", "landed_on", lambda *_: YES, scrunch.a_movement_adds_none),
    ("what is moved need not be there", "lifted_from", lambda *_: YES, scrunch.a_movement_adds_none),
    ("one may place on a stone", "placed_on", lambda *_: YES, scrunch.an_egg_adds_one_stone),
    ("what is moved stays as well", "stands_after", moved_and_left, scrunch.a_growth_adds_one_stone),
    (
        "the stone named goes alone",
        "goes",
        without_friends,
        scrunch.a_removal_takes_whole_snakes,
    ),
    ("what is in the way is covered", "is_run_over", lambda starts, *_: starts, splinter.a_slide_keeps_pieces),
    ("what is in the way stays there", "is_run_over", lambda starts, *_: starts, splinter.no_square_gets_two_pieces),
    (
        "what is pushed stays as well",
        "stands_after",
        pushed_and_left,
        splinter.a_slide_keeps_pieces,
    ),
    (
        "a push goes over gaps",
        "is_run_over",
        over_gaps,
        splinter.a_run_is_one_line,
    ),
    ("all lines are pushed", "is_run_over", lambda _, there, __: there, splinter.one_line_at_most_loses_a_piece),
)


@pytest.mark.parametrize(("rule", "changed", "law"), [pytest.param(*case, id=name) for name, *case in BREAKING])
def test_a_mutant_breaks_the_induction(
    rule: str, changed: Callable[..., Any], law: Law, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{law.__module__}.{rule}", changed)
    assert not all(map(is_proved, law()))


def test_every_law_is_broken_by_some_mutant() -> None:
    assert {law for *_, law in BREAKING} == set(LAWS)
