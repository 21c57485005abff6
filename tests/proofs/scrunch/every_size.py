"""What turns of Scrunch add and take, on boards of every size; README.md has the words around each proof."""

from __future__ import annotations

from collections.abc import Sequence

from proofs.lemmas import Lemma, Window, added, less, no_less, one_if
from shatterproof_properties.proofs.components import spreads
from shatterproof_properties.proofs.scrunch.statement import Done, landed_on, lifted_from, placed_on, stands_after
from shatterproof_properties.proofs.terms import NO, Term, below, every, implies, negation, same, some


def a_growth_adds_one_stone() -> list[Lemma]:
    """Law 3 for a growth: one stone is placed, and another moves."""
    return _adds(1, ("placed", "lifted", "landed"))


def a_movement_adds_none() -> list[Lemma]:
    """Law 3 for the movement alone: a stone is lifted and lands."""
    return _adds(0, (None, "lifted", "landed"))


def an_egg_adds_one_stone() -> list[Lemma]:
    """Law 3, for an egg, and for a stone placed without a movement."""
    return _adds(1, ("placed", None, None))


def _adds(stones: int, parts: Sequence[str | None]) -> list[Lemma]:
    """The lemma that a turn of these parts adds this many stones, cell by cell.

    If the claim holds for the cells counted so far, it holds with one more, which the rules allow.
    """
    begin, step, end = Window(), Window(), Window()
    named = [[part and window.numbers(part)[0] for part in parts] for window in (begin, step, end)]
    on_board = [no_less(cell, "0") for cell in named[0] if cell is not None]
    first = begin.lemma(on_board, same(_difference("0", named[0]), "0"))

    counted, before, after = step.numbers("counted", "before", "after")
    own, opposing = step.facts("own", "opposing")
    done = Done(*(NO if cell is None else same(cell, counted) for cell in named[1]))
    empty = negation(some(own, opposing))
    then_before, then_after = added(before, one_if(own)), added(after, one_if(stands_after(own, done)))
    given = [
        same(less(after, before), _difference(counted, named[1])),
        placed_on(done, empty),
        lifted_from(done, own),
        landed_on(done, empty),
    ]
    then = step.lemma(given, same(less(then_after, then_before), _difference(added(counted, "1"), named[1])))

    (board,) = end.numbers("board")
    on_board = [below(cell, board) for cell in named[2] if cell is not None]
    return [first, then, end.lemma(on_board, same(_difference(board, named[2]), str(stones)))]


def _difference(counted: Term, parts: Sequence[Term | None]) -> Term:
    """The claim: how many more stones there are after the turn than before, among the counted cells."""
    placed, lifted, landed = ("0" if part is None else one_if(below(part, counted)) for part in parts)
    return less(added(placed, landed), lifted)


def goes(own: Term, beside: Term, other_goes: Term, is_named: Term) -> Term:
    """scrunch.death.which, for one stone: it goes if it is named, or beside one that goes."""
    return every(own, some(is_named, every(beside, other_goes)))


def a_removal_takes_whole_snakes() -> list[Lemma]:
    """scrunch.death.which: every stone that goes belongs to the named snake, and no stone stays beside one that goes.

    By induction from the named stone: it is of its own snake, and a stone that goes because its neighbour goes is of
    the neighbour's snake.
    """
    begin, step, rest = Window(), Window(), Window()
    own, named, of_snake = begin.facts("own", "named", "of-snake")
    first = begin.lemma([goes(own, NO, NO, named), implies(named, of_snake)], of_snake)
    own, beside, of_snake, of_same = step.facts("own", "beside", "of-snake", "of-same")
    friends = every(own, beside)
    given = [goes(own, beside, of_snake, NO), spreads(friends, of_snake, of_same), of_snake]
    then = step.lemma(given, of_same)
    own, beside, one_goes, other_goes = rest.facts("own", "beside", "goes", "other-goes")
    last = rest.lemma([own, beside, one_goes, same(other_goes, goes(own, beside, one_goes, NO))], other_goes)
    return [first, then, last]
