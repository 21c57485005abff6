"""The language of the proofs: formulas as SMT-LIB text.

Text is quicker than z3's own Python expressions, by a third for Crumble's statements. z3 reads a text in one go, where
each expression is a call of its own. Text shares nothing, so a term that a statement repeats gets a name
(`Solver.named`).
"""

from __future__ import annotations

from collections.abc import Iterable

Term = str
"""A truth value or a number, as text."""

YES: Term = "true"
NO: Term = "false"


def negation(term: Term) -> Term:
    return {YES: NO, NO: YES}.get(term) or f"(not {term})"


def literal(term: Term, truth: bool) -> Term:
    """The term, or its negation."""
    return term if truth else negation(term)


def every(*terms: Term) -> Term:
    """Their conjunction."""
    found = [term for term in terms if term != YES]
    if NO in found:
        return NO
    return f"(and {' '.join(found)})" if len(found) > 1 else "".join(found) or YES


def some(*terms: Term) -> Term:
    """Their disjunction."""
    found = [term for term in terms if term != NO]
    if YES in found:
        return YES
    return f"(or {' '.join(found)})" if len(found) > 1 else "".join(found) or NO


def implies(one: Term, other: Term) -> Term:
    return some(negation(one), other)


def same(one: Term, other: Term) -> Term:
    """Whether two truth values agree, or two numbers are equal."""
    if YES in (one, other):
        return other if one == YES else one
    if NO in (one, other):
        return negation(other if one == NO else one)
    return f"(= {one} {other})"


def differ(one: Term, other: Term) -> Term:
    return negation(same(one, other))


# How many of some terms hold.


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
    return every(some(*found), at_most(1, found))


# Ranks are whole numbers without bounds, of which only the order counts.


def below(one: Term, other: Term) -> Term:
    """One rank is lower than another."""
    return f"(< {one} {other})"


# Counts are numbers of so many bits, without sign.


def count(value: int, bits: int) -> Term:
    return f"#b{value:0{bits}b}"


def plus(one: Term, other: Term) -> Term:
    return f"(bvadd {one} {other})"


def no_more(one: Term, other: Term) -> Term:
    """One count is at most another."""
    return f"(bvule {one} {other})"


def total(terms: Iterable[Term], most: int) -> Term:
    """The number of these terms that hold, as a count that has room for `most`."""
    bits = most.bit_length()
    one, none = count(1, bits), count(0, bits)
    summands = [f"(ite {term} {one} {none})" for term in terms if term != NO] or [none]
    while len(summands) > 1:
        pairs = zip(summands[::2], summands[1::2], strict=False)
        summands = [*(plus(*pair) for pair in pairs), *summands[len(summands) & ~1 :]]
    return summands[0]
