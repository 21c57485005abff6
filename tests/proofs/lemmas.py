"""Lemmas: what follows from the statement of the rules, proved outright on a given board."""

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
    """All that a solver knows, the rules and what is assumed; what follows; and the terms that make up a position."""

    solver: Solver
    conclusion: Term
    position: Iterable[Term]


def is_possible(lemma: Lemma) -> bool:
    """Whether what is assumed can hold at all, so that the lemma says something."""
    return lemma.solver.ask() is not None


def counterexample(lemma: Lemma) -> list[Term] | None:
    """None if the conclusion cannot fail; else the terms that hold in a position where it does."""
    with lemma.solver.supposing(negation(lemma.conclusion)):
        model = lemma.solver.ask()
        return None if model is None else [term for term in lemma.position if model.holds(term)]


def is_proved(lemma: Lemma) -> bool:
    """Whether the conclusion cannot fail; then the solver knows it too, as a step to what is to be proved next."""
    proved = counterexample(lemma) is None
    if proved:
        lemma.solver.say(lemma.conclusion)
    return proved


class Window:
    """A few places, or one step of a count, with anything there: what is proved of it holds on boards of every size."""

    def __init__(self) -> None:
        self.solver = Solver()
        self._open: list[Term] = []

    def facts(self, *labels: str) -> list[Term]:
        """Booleans left open."""
        found = [self.solver.boolean(label) for label in labels]
        self._open += found
        return found

    def numbers(self, *labels: str) -> list[Term]:
        """Whole numbers left open."""
        return [self.solver.number(label) for label in labels]

    def lemma(self, given: Iterable[Term], conclusion: Term) -> Lemma:
        """That something follows from what is given, and from nothing else; asked once."""
        self.solver.say(*given)
        return Lemma(self.solver, conclusion, self._open)
