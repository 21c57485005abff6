"""Lemmas: consequences of the statement of the rules, proved on a given board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from shatterproof_properties.proofs.solver import Solver
from shatterproof_properties.proofs.terms import Term, at_least, at_most, below, every, negation


def exactly(number: int, terms: Iterable[Term]) -> Term:
    found = list(terms)
    return every(at_least(number, found), at_most(number, found))


# Whole numbers, without bounds.


def added(*terms: Term) -> Term:
    return f"(+ {' '.join(terms)})"


def less(one: Term, other: Term) -> Term:
    """The difference of two numbers."""
    return f"(- {one} {other})"


def no_less(one: Term, other: Term) -> Term:
    return negation(below(one, other))


def one_if(term: Term) -> Term:
    """1 if a term holds, else 0."""
    return f"(ite {term} 1 0)"


def parity(*terms: Term) -> Term:
    """Whether an odd number of these hold."""
    return f"(xor {' '.join(terms)})" if len(terms) > 1 else terms[0]


class Lemma(NamedTuple):
    """A lemma: what a solver knows, the rules and the assumptions; the conclusion; and the terms of a position."""

    solver: Solver
    conclusion: Term
    position: Iterable[Term]


def is_possible(lemma: Lemma) -> bool:
    """Whether the assumptions can hold at all, so that the lemma says something."""
    return lemma.solver.ask() is not None


def counterexample(lemma: Lemma) -> list[Term] | None:
    """None if the conclusion cannot fail; else the true terms of a position in which it fails."""
    with lemma.solver.supposing(negation(lemma.conclusion)):
        model = lemma.solver.ask()
        return None if model is None else [term for term in lemma.position if model.holds(term)]


def is_proved(lemma: Lemma) -> bool:
    """Whether the conclusion cannot fail. If so, the solver may use it for what is proved next."""
    proved = counterexample(lemma) is None
    if proved:
        lemma.solver.say(lemma.conclusion)
    return proved


class Window:
    """A few places, or one step of a count, with anything on them. What holds here holds on boards of every size."""

    def __init__(self) -> None:
        self.solver = Solver()
        self._open: list[Term] = []

    def facts(self, *labels: str) -> list[Term]:
        """Open Booleans."""
        found = [self.solver.boolean(label) for label in labels]
        self._open += found
        return found

    def numbers(self, *labels: str) -> list[Term]:
        """Open whole numbers."""
        return [self.solver.rank(label) for label in labels]

    def lemma(self, given: Iterable[Term], conclusion: Term) -> Lemma:
        """The lemma that a term follows from the given ones alone. It is asked once."""
        self.solver.say(*given)
        return Lemma(self.solver, conclusion, self._open)
