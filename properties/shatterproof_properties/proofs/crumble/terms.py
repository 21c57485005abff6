"""Formulas as SMT-LIB text: readable, typed, and quick to hand over."""

from __future__ import annotations

from collections.abc import Iterable

Term = str
YES: Term = "true"
NO: Term = "false"


def negation(term: Term) -> Term:
    return {YES: NO, NO: YES}.get(term) or f"(not {term})"


def every(terms: Iterable[Term]) -> Term:
    """Their conjunction."""
    found = [term for term in terms if term != YES]
    if NO in found:
        return NO
    return f"(and {' '.join(found)})" if len(found) > 1 else "".join(found) or YES


def some(terms: Iterable[Term]) -> Term:
    """Their disjunction."""
    found = [term for term in terms if term != NO]
    if YES in found:
        return YES
    return f"(or {' '.join(found)})" if len(found) > 1 else "".join(found) or NO


def implies(one: Term, other: Term) -> Term:
    return some((negation(one), other))


def same(one: Term, other: Term) -> Term:
    if YES in (one, other):
        return other if one == YES else one
    if NO in (one, other):
        return negation(other if one == NO else one)
    return f"(= {one} {other})"


def differ(one: Term, other: Term) -> Term:
    return negation(same(one, other))


def below(one: Term, other: Term) -> Term:
    """One whole number is less than another."""
    return f"(< {one} {other})"


def at_most(number: int, terms: Iterable[Term]) -> Term:
    found = list(terms)
    return f"((_ at-most {number}) {' '.join(found)})" if len(found) > number else YES


def at_least(number: int, terms: Iterable[Term]) -> Term:
    found = list(terms)
    if len(found) < number:
        return NO
    return YES if not found else f"((_ at-least {number}) {' '.join(found)})"


def exactly_one(terms: Iterable[Term]) -> Term:
    found = list(terms)
    return every((some(found), at_most(1, found)))
