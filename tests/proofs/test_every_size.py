"""Laws on boards of every size: each part of each induction is proved, and a mutant of the rules breaks it."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from proofs.crumble import every_size as crumble
from proofs.lemmas import Lemma, is_possible, is_proved
from proofs.scrunch import every_size as scrunch
from proofs.splinter import every_size as splinter
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
    near = [every(below("(- 2)", by), below(by, "2")) for by in (east, north)]
    return every(*near)


def over_a_cell(east: str, north: str) -> str:
    return some(*(f"(= {by} {way})" for by in (east, north) for way in ("2", "(- 2)")))


BREAKING: tuple[tuple[str, ModuleType, str, Callable[..., Any], Law], ...] = (
    ("the edge closes rings", crumble, "is_source", lambda _: NO, crumble.what_has_a_way_out_is_spared),
    ("corners end a group", crumble, "spreads", lambda *_: YES, crumble.what_has_a_way_out_is_spared),
    ("free pieces change colour", crumble, "spared", lambda *_: YES, crumble.what_has_a_way_out_is_spared),
    ("corners join chains", crumble, "beside", lambda *_: YES, crumble.neighbours_have_cells_side_by_side),
    ("paths go over corners", crumble, "side_by_side", over_corners_too, crumble.two_chains_never_cross),
    ("paths go over corners", crumble, "side_by_side", over_corners_too, crumble.corners_lead_nothing_across),
    ("paths leap over a cell", crumble, "side_by_side", over_a_cell, crumble.two_chains_never_cross),
    ("one may land on a stone", scrunch, "landed_on", lambda *_: YES, scrunch.a_growth_adds_one_stone),
    (
        "one may land on the new stone",
        scrunch,
        "landed_on",
        lambda done, empty: implies(done.landed, empty),
        scrunch.a_growth_adds_one_stone,
    ),
    ("one may land on any stone", scrunch, "landed_on", lambda *_: YES, scrunch.a_movement_adds_none),
    ("what is moved need not be there", scrunch, "lifted_from", lambda *_: YES, scrunch.a_movement_adds_none),
    ("one may place on a stone", scrunch, "placed_on", lambda *_: YES, scrunch.an_egg_adds_one_stone),
    (
        "what is moved stays as well",
        scrunch,
        "stands_after",
        lambda own, done: some(own, done.placed, done.landed),
        scrunch.a_growth_adds_one_stone,
    ),
    (
        "the stone named goes alone",
        scrunch,
        "goes",
        lambda own, beside, other, named: every(own, named),
        scrunch.a_removal_takes_whole_snakes,
    ),
    (
        "what is in the way is covered",
        splinter,
        "is_run_over",
        lambda starts, there, behind: starts,
        splinter.a_slide_keeps_pieces,
    ),
    (
        "what is in the way stays there",
        splinter,
        "is_run_over",
        lambda starts, there, behind: starts,
        splinter.no_square_gets_two_pieces,
    ),
    (
        "what is pushed stays as well",
        splinter,
        "stands_after",
        lambda piece, run, came: some(piece, came),
        splinter.a_slide_keeps_pieces,
    ),
    (
        "a push goes over gaps",
        splinter,
        "is_run_over",
        lambda starts, there, behind: some(starts, behind),
        splinter.a_run_is_one_line,
    ),
    (
        "all lines are pushed",
        splinter,
        "is_run_over",
        lambda starts, there, behind: there,
        splinter.one_line_at_most_loses_a_piece,
    ),
)


NAMES = [name for name, *_ in BREAKING]


@pytest.mark.parametrize(("rules", "rule", "changed", "law"), [case[1:] for case in BREAKING], ids=NAMES)
def test_a_mutant_breaks_the_induction(
    rules: ModuleType, rule: str, changed: Callable[..., Any], law: Law, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, rule, changed)
    assert not all(map(is_proved, law()))


def test_every_law_is_broken_by_some_mutant() -> None:
    assert {law for *_, law in BREAKING} == set(LAWS)
