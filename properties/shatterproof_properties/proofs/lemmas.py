"""Lemmas: what follows from the statement of the rules, proved outright on a given board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from shatterproof_properties.proofs.formulas import Formula, every, new_solver, no, satisfied


class Lemma(NamedTuple):
    """What is assumed, definitions included, and what follows."""

    premises: Sequence[Formula]
    conclusion: Formula


def is_possible(lemma: Lemma) -> bool:
    """Whether the premises can hold at all, so that the lemma says something."""
    return _satisfied(*lemma.premises)


def is_proved(lemma: Lemma) -> bool:
    """Whether the conclusion cannot fail where the premises hold."""
    return not _satisfied(*lemma.premises, no(lemma.conclusion))


def _satisfied(*formulas: Formula) -> bool:
    solver = new_solver()
    solver.add(every(*formulas))
    return satisfied(solver)
