"""The solver: the one place where z3 itself is touched."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import z3  # type: ignore[import-untyped]

from shatterproof_properties.proofs.crumble.terms import NO, YES, Term, every

RANDOM_PHASE = 5
"""z3's number for trying true or false first at random."""


class Undecided(RuntimeError):
    """z3 gave up within its limits: neither yes nor no."""


class Model:
    """An answer of the solver: values for all that was left open."""

    def __init__(self, found: Any, context: Any) -> None:
        self._found = found
        self._context = context

    def holds(self, term: Term) -> bool:
        """Whether a declared Boolean, or the negation of one, is true here; what nobody asked for is false."""
        if term in (YES, NO):
            return term == YES
        if term.startswith("(not "):
            return not self.holds(term[5:-1])
        if term.startswith("("):
            raise ValueError(f"only declared Booleans have values, not {term}")
        return bool(z3.is_true(self._found.eval(z3.Bool(term, self._context))))


class Solver:
    """A solver that is kept: statements are added, questions asked under assumptions."""

    def __init__(self, limit_seconds: float | None = None, seed: int | None = None, effort: int | None = None) -> None:
        """Every question may take so long, or cost z3 so many of its own steps, then it raises Undecided.

        With a seed the same statements and questions get the same answers, whatever else was asked of other solvers;
        other seeds give others.
        """
        self._context = z3.main_ctx() if seed is None else z3.Context()
        self._solver = z3.SimpleSolver(self._context)
        self._parser = z3.ParserContext(self._context)
        self._declarations: list[str] = []
        self._waiting: list[Term] = []
        self._names = 0
        self._limit_seconds = limit_seconds
        if seed is not None:
            self._solver.set("random_seed", seed)
            self._solver.set("phase_selection", RANDOM_PHASE)
        if effort is not None:
            self._solver.set("rlimit", effort)

    def boolean(self, label: str) -> Term:
        """A new Boolean, left open."""
        return self._declared(label, "Bool")

    def number(self, label: str) -> Term:
        """A new whole number, left open."""
        return self._declared(label, "Int")

    def _declared(self, label: str, sort: str) -> Term:
        self._names += 1
        name = f"{label}.{self._names}"
        self._declarations.append(f"(declare-const {name} {sort})")
        return name

    def say(self, *terms: Term) -> None:
        """States what holds from now on."""
        self._waiting += terms

    def named(self, label: str, term: Term) -> Term:
        """A new Boolean that is true iff a term is."""
        name = self.boolean(label)
        self.say(f"(= {name} {term})")
        return name

    def ask(self, assumptions: Iterable[Term] = (), limit_seconds: float | None = None) -> Model | None:
        """An answer under assumptions, declared Booleans or negations of them; None if there is none.

        `limit_seconds` takes the place of the solver's own.
        """
        self._tell()
        limit = self._limit_seconds if limit_seconds is None else limit_seconds
        if limit is not None:
            self._solver.set("timeout", max(1, int(limit * 1000)))
        answer = self._solver.check(*[self._literal(term) for term in assumptions])
        if answer == z3.unknown:
            raise Undecided(f"z3 does not know: {self._solver.reason_unknown()}")
        return Model(self._solver.model(), self._context) if answer == z3.sat else None

    def _tell(self) -> None:
        # One assertion in all: each that is handed over takes longer than z3 needs to read it.
        if not (self._declarations or self._waiting):
            return
        stated = f"(assert {every(self._waiting)})"
        self._solver.add(self._parser.from_string("\n".join([*self._declarations, stated])))
        self._declarations.clear()
        self._waiting.clear()

    def _literal(self, term: Term) -> Any:
        if term in (YES, NO):
            return z3.BoolVal(term == YES, self._context)
        if term.startswith("(not "):
            return z3.Not(z3.Bool(term[5:-1], self._context), self._context)
        return z3.Bool(term, self._context)
