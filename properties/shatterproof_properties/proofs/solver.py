"""The solver: the only module that calls z3."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import z3  # type: ignore[import-untyped]

from shatterproof_properties.proofs.terms import NO, YES, Term, every


class SolverGaveUp(RuntimeError):
    """z3 gave up within its limits, without an answer."""


class Model:
    """An answer of the solver: values for everything that was left open."""

    def __init__(self, found: Any, expression: Callable[[Term], Any]) -> None:
        self._found = found
        self._expression = expression

    def holds(self, term: Term) -> bool:
        """Whether a declared Boolean, or its negation, is true in this answer.

        A Boolean that no statement uses is false.
        """
        if term in (YES, NO):
            return term == YES
        if term.startswith("(not "):
            return not self.holds(term[5:-1])
        if term.startswith("("):
            raise ValueError(f"only declared Booleans have values, not {term}")
        return bool(z3.is_true(self._found.eval(self._expression(term))))


class Solver:
    """A solver that is kept: it takes statements, and answers questions under assumptions."""

    def __init__(self, seed: int | None = None, effort: int | None = None, finite: bool = False) -> None:
        """A question that takes z3 more steps than `effort` raises SolverGaveUp.

        With a seed the same statements and questions get the same answers, whatever other solvers were asked. Other
        seeds give other answers. `finite` is for Booleans and counts only: it is quicker, but has no ranks.
        """
        self._context = z3.main_ctx() if seed is None else z3.Context()
        self._solver = z3.SolverFor("QF_FD", self._context) if finite else z3.SimpleSolver(self._context)
        self._parser = z3.ParserContext(self._context)
        self._declarations: list[str] = []
        self._waiting: list[Term] = []
        self._expressions: dict[Term, Any] = {}
        self._names = 0
        if seed is not None:
            self._solver.set("random_seed", seed)
            self._solver.set("phase_selection", 5)  # true or false first, at random
        if effort is not None:
            self._solver.set("rlimit", effort)

    def boolean(self, label: str) -> Term:
        """A new open Boolean."""
        return self._declared(label, "Bool")

    def rank(self, label: str) -> Term:
        """A new open rank: a whole number, without bounds."""
        return self._declared(label, "Int")

    def count(self, label: str, bits: int) -> Term:
        """A new open count of so many bits."""
        return self._declared(label, f"(_ BitVec {bits})")

    def _declared(self, label: str, sort: str) -> Term:
        self._names += 1
        name = f"{label}.{self._names}"
        self._declarations.append(f"(declare-const {name} {sort})")
        return name

    def say(self, *terms: Term) -> None:
        """States terms, which hold from now on."""
        self._waiting += terms

    def named(self, label: str, term: Term) -> Term:
        """A Boolean that is true exactly if a term is. It is new, unless the term needs no name."""
        if not term.startswith("("):
            return term
        name = self.boolean(label)
        self.say(f"(= {name} {term})")
        return name

    def named_each(self, label: str, terms: Mapping[str, Term]) -> dict[str, Term]:
        """Booleans, by the same keys, each true exactly if its term is."""
        return {key: self.named(f"{label}-{key}", term) for key, term in terms.items()}

    def named_count(self, label: str, term: Term, most: int) -> Term:
        """A new count with the value of a term, that has room for `most`."""
        name = self.count(label, most.bit_length())
        self.say(f"(= {name} {term})")
        return name

    @contextmanager
    def supposing(self, *terms: Term) -> Iterator[None]:
        """States these terms for the block only: they and all that is stated within it end with it."""
        self._tell()
        self._solver.push()
        try:
            self.say(*terms)
            yield
        finally:
            self._waiting.clear()
            self._solver.pop()

    def ask(self, assumptions: Iterable[Term] = (), limit_seconds: float | None = None) -> Model | None:
        """An answer under assumptions, which are declared Booleans or their negations; None if there is none.

        Raises SolverGaveUp after this many seconds.
        """
        self._tell()
        if limit_seconds is not None:
            self._solver.set("timeout", max(1, int(limit_seconds * 1000)))
        answer = self._solver.check(*map(self._expression, assumptions))
        if answer == z3.unknown:
            raise SolverGaveUp(f"z3 does not know: {self._solver.reason_unknown()}")
        return Model(self._solver.model(), self._expression) if answer == z3.sat else None

    def _tell(self) -> None:
        # One assertion in all: each that is handed over takes longer than z3 needs to read it.
        if not (self._declarations or self._waiting):
            return
        stated = f"(assert {every(*self._waiting)})"
        self._solver.add(self._parser.from_string("\n".join([*self._declarations, stated])))
        self._declarations.clear()
        self._waiting.clear()

    def _expression(self, term: Term) -> Any:
        """z3's expression for a declared Boolean or its negation."""
        if term not in self._expressions:
            if term in (YES, NO):
                found = z3.BoolVal(term == YES, self._context)
            elif term.startswith("(not "):
                found = z3.Not(z3.Bool(term[5:-1], self._context), self._context)
            else:
                found = z3.Bool(term, self._context)
            self._expressions[term] = found
        return self._expressions[term]
