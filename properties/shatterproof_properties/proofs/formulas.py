"""z3, and the few things that more than one game says with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import z3 as z3  # type: ignore[import-untyped]

Formula: TypeAlias = Any
"""Something that z3 holds true or false."""

Number: TypeAlias = Any
"""A number of z3's, without sign and of some bits."""

Solver: TypeAlias = Any
Model: TypeAlias = Any


_CONTEXT = z3.main_ctx()
YES = z3.BoolVal(True)
NO = z3.BoolVal(False)

# z3's own And, Or, Not, Implies and == look at the sort of every argument first, which takes ten times as long.


def every(*formulas: Formula) -> Formula:
    """Whether all of these hold."""
    return z3.BoolRef(z3.Z3_mk_and(_CONTEXT.ref(), len(formulas), _listed(formulas)), _CONTEXT)


def some(*formulas: Formula) -> Formula:
    """Whether one of these holds, or more."""
    return z3.BoolRef(z3.Z3_mk_or(_CONTEXT.ref(), len(formulas), _listed(formulas)), _CONTEXT)


def no(formula: Formula) -> Formula:
    """Whether this does not hold."""
    return z3.BoolRef(z3.Z3_mk_not(_CONTEXT.ref(), formula.as_ast()), _CONTEXT)


def implies(one: Formula, other: Formula) -> Formula:
    return z3.BoolRef(z3.Z3_mk_implies(_CONTEXT.ref(), one.as_ast(), other.as_ast()), _CONTEXT)


def same(one: Formula, other: Formula) -> Formula:
    """Whether both of two formulas hold or neither, or two numbers are equal."""
    return z3.BoolRef(z3.Z3_mk_eq(_CONTEXT.ref(), one.as_ast(), other.as_ast()), _CONTEXT)


def told(formula: Formula, truth: bool) -> Formula:
    """The formula, or that it does not hold."""
    return formula if truth else no(formula)


def named(solver: Solver, name: str, formula: Formula) -> Formula:
    """A name for a formula, which a solver is told, and by which the formula is quick to ask about."""
    solver.add(same(z3.Bool(name), formula))
    return z3.Bool(name)


def _listed(formulas: Sequence[Formula]) -> Any:
    return (z3.Ast * len(formulas))(*(formula.as_ast() for formula in formulas))


def new_solver() -> Solver:
    """A solver for Booleans and numbers of few bits."""
    return z3.SolverFor("QF_FD")


def satisfied(solver: Solver, *assumptions: Formula) -> bool:
    """Whether all that the solver has been told can hold, with these assumptions."""
    answer = solver.check(*assumptions)
    if answer == z3.unknown:
        raise RuntimeError(f"z3 gave up: {solver.reason_unknown()}")
    return bool(answer == z3.sat)


def holds(model: Model, formula: Formula) -> bool:
    """Whether a formula holds in an answer of the solver's; what it left open does not."""
    return bool(z3.is_true(model.eval(formula, model_completion=True)))


def one_of(formulas: Iterable[Formula]) -> Formula:
    """Whether just one of these holds."""
    return z3.PbEq([(formula, 1) for formula in formulas], 1)


def total(formulas: Iterable[Formula], most: int) -> Number:
    """How many of these hold, as a number that has room for `most`."""
    one, none = z3.BitVecVal(1, most.bit_length()), z3.BitVecVal(0, most.bit_length())
    summands: list[Number] = [z3.If(formula, one, none) for formula in formulas] or [none]
    while len(summands) > 1:
        summands = [sum(summands[at + 1 : at + 2], summands[at]) for at in range(0, len(summands), 2)]
    return summands[0]
