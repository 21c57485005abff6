"""A lemma is proved or has a counterexample, and asking leaves its solver as it was."""

from __future__ import annotations

from proofs.lemmas import Lemma, counterexample, is_possible, is_proved
from shatterproof_properties.proofs.solver import Solver
from shatterproof_properties.proofs.terms import every, implies, some


def test_a_lemma_that_follows_has_no_counterexample() -> None:
    solver = Solver()
    one, other = solver.boolean("one"), solver.boolean("other")
    solver.say(implies(one, other), one)
    lemma = Lemma(solver, other, [one, other])
    assert is_possible(lemma)
    assert is_proved(lemma)


def test_a_counterexample_is_reported_by_what_holds_in_it_and_found_again() -> None:
    solver = Solver(finite=True)
    one, other = solver.boolean("one"), solver.boolean("other")
    solver.say(some(one, other))
    lemma = Lemma(solver, other, [one, other])
    assert counterexample(lemma) == [one]
    assert counterexample(lemma) == [one]
    assert is_proved(lemma._replace(conclusion=some(one, other)))
    assert not is_proved(lemma._replace(conclusion=every(one, other)))


def test_a_lemma_whose_premises_contradict_each_other_says_nothing() -> None:
    solver = Solver()
    one = solver.boolean("one")
    solver.say(one)
    with solver.supposing(implies(one, "false")):
        assert not is_possible(Lemma(solver, one, [one]))
    assert is_possible(Lemma(solver, one, [one]))
