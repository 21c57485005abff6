"""The components of a fixed graph whose members are unknown, as formulas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import count

from shatterproof_properties.proofs.formulas import (
    NO,
    Formula,
    Number,
    every,
    implies,
    no,
    one_of,
    same,
    some,
    total,
    z3,
)

_fresh = count()


class Components:
    """Who leads whom, for the members of a graph that are given as formulas by node.

    A component is led by the first of its members, in the order of `beside`; a member stands one step further from
    its leader than the nearest of those beside it. Whatever the members are, there is one way for the `facts` to hold,
    so that they may be stated beside a claim and beside its negation alike.
    """

    def __init__(self, beside: Mapping[str, Sequence[str]], members: Mapping[str, Formula]) -> None:
        self.beside = beside
        self.members = {node: formula for node, formula in members.items() if not z3.is_false(z3.simplify(formula))}
        order, mark = list(self.members), next(_fresh)
        self._leads = {
            (first, node): z3.Bool(f"{first} leads {node} #{mark}")
            for index, node in enumerate(order)
            for first in order[: index + 1]
        }
        bits = max(1, len(order).bit_length())
        self._distance = {node: z3.BitVec(f"distance {node} #{mark}", bits) for node in order}
        self.facts = [fact for index, node in enumerate(order) for fact in self._facts_on(node, order[: index + 1])]

    def _facts_on(self, node: str, up_to: Sequence[str]) -> list[Formula]:
        """The facts on a node, of which `up_to` are those that may lead it: those before it and itself."""
        member, distance = self.members[node], self._distance[node]
        near = [other for other in self.beside[node] if other in self.members]
        leaders = [self.led_by(first, node) for first in up_to]
        nearest = [every(self.members[other], self._distance[other] + 1 == distance) for other in near]
        return [
            implies(member, every(one_of(leaders), same(self.is_leader(node), distance == 0))),
            implies(no(member), every(distance == 0, no(some(*leaders)))),
            implies(every(member, distance != 0), some(*nearest)),
            *(self._facts_between(node, other, up_to) for other in near),
        ]

    def _facts_between(self, node: str, other: str, up_to: Sequence[str]) -> Formula:
        """Members beside each other have one leader, and neither is further from it than a step more."""
        both = every(self.members[node], self.members[other])
        near = z3.ULE(self._distance[node], self._distance[other] + 1)
        alike = [same(self.led_by(first, node), self.led_by(first, other)) for first in up_to]
        return implies(both, every(near, *alike))

    def led_by(self, first: str, node: str) -> Formula:
        """Whether `first` is the first member of the component that `node` is in."""
        return self._leads.get((first, node), NO)

    def is_leader(self, node: str) -> Formula:
        return self.led_by(node, node)

    def number(self) -> Number:
        """How many components there are."""
        return total((self.is_leader(node) for node in self.members), len(self.beside))

    @cached_property
    def sizes(self) -> dict[str, Number]:
        """For each node how many members the component has that it leads; 0 if it leads none."""
        led = {first: [self.led_by(first, node) for node in self.members] for first in self.members}
        return {first: total(led.get(first, ()), len(self.beside)) for first in self.beside}
