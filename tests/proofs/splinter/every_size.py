"""What a slide of Splinter keeps, on boards of every size; README.md has the words around each proof."""

from __future__ import annotations

from proofs.lemmas import Lemma, Window, added, less, one_if
from shatterproof_properties.proofs.splinter.turn import is_run_over, stands_after
from shatterproof_properties.proofs.terms import NO, Term, at_most, every, implies, negation, same, some


def a_slide_keeps_pieces() -> list[Lemma]:
    """Laws 2 and 4: a line keeps its number of pieces of each kind and side, except for one that goes over the edge.

    `going` says whether a piece of this sort leaves the last counted square; beyond the edge it is gone.
    """
    begin, step = Window(), Window()
    start = begin.lemma([], same("0", less("0", one_if(NO))))
    before, after = step.numbers("before", "after")
    piece, there, starts, behind, going = step.facts("piece", "there", "starts", "behind", "going")
    run = is_run_over(starts, there, behind)
    given = [
        same(after, less(before, one_if(going))),
        implies(piece, there),
        implies(going, behind),
    ]
    then_before, then_after = added(before, one_if(piece)), added(after, one_if(stands_after(piece, run, going)))
    goes_on = every(piece, run)
    return [start, step.lemma(given, same(then_after, less(then_before, one_if(goes_on))))]


def no_square_gets_two_pieces() -> list[Lemma]:
    """splinter.board.one-piece: two pieces of whatever sorts never come to stand on one square."""
    window = Window()
    starts, behind, *pieces = window.facts("starts", "behind", "one", "other", "one-behind", "other-behind")
    there = some(*pieces[:2])
    run = is_run_over(starts, there, behind)
    given = [at_most(1, pieces[:2]), at_most(1, pieces[2:])]
    after = [stands_after(piece, run, every(behind, came)) for piece, came in zip(pieces[:2], pieces[2:], strict=True)]
    return [window.lemma(given, at_most(1, after))]


def one_line_at_most_loses_a_piece() -> list[Lemma]:
    """Law 4: only the line of the slide has a run, so no other line can lose a piece.

    That line ends once, on a square with at most one piece.
    """
    window = Window()
    (there,) = window.facts("there")
    return [window.lemma([], negation(is_run_over(NO, there, NO)))]


def a_run_is_one_line() -> list[Lemma]:
    """Law 3: a square is of the run iff no square from the start of the slide up to it is empty.

    `full` says whether the slide starts behind it, or on it, with no gap since.
    """
    window = Window()
    there, starts, behind, full = window.facts("there", "starts", "behind", "full")
    given = [same(behind, full), implies(starts, there)]
    then = some(starts, every(full, there))
    run: Term = is_run_over(starts, there, behind)
    return [window.lemma(given, every(same(run, then), implies(run, there)))]
