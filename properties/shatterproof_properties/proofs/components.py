"""What hangs together in a graph, as terms: who is reached from where, and the components of open members."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from shatterproof_properties.proofs.solver import Solver
from shatterproof_properties.proofs.terms import (
    NO,
    YES,
    Term,
    below,
    count,
    differ,
    every,
    exactly_one,
    implies,
    negation,
    no_more,
    plus,
    same,
    some,
    total,
)

Links = Mapping[tuple[int, int], Term]
"""For two node numbers whether they are linked, either way."""


def reached(solver: Solver, sources: Sequence[Term], links: Links) -> list[Term]:
    """For each node whether links that hold lead to it from a source.

    It spreads along links, and whoever is reached is a source or has a link to one reached that ranks lower: ranks
    cannot go in circles, so that nobody is reached out of nowhere.
    """
    found = [YES if source == YES else solver.boolean("reached") for source in sources]
    ranks = [solver.rank("rank") if one != YES else "" for one in found]
    reasons = [[source] for source in sources]
    for (one, other), link in links.items():
        if link == NO:
            continue
        solver.say(spreads(link, found[one], found[other]))
        for here, there in ((one, other), (other, one)):
            lower = below(ranks[there], ranks[here]) if ranks[there] and ranks[here] else YES
            reasons[here].append(every(link, found[there], lower))
    for is_reached, source, why in zip(found, sources, reasons, strict=True):
        solver.say(implies(source, is_reached), implies(is_reached, some(*why)))
    return found


def spreads(link: Term, one: Term, other: Term) -> Term:
    """States that if one end of a link is reached, so is the other."""
    return implies(link, same(one, other))


class Components:
    """Who leads whom, for the members of a graph, given as terms by node.

    A component is led by the first of its members, in the order of `members`; a member stands one step further from its
    leader than the nearest of those beside it. For any members this holds in exactly one way, so a solver may know it
    beside a claim and beside its negation.
    """

    def __init__(self, solver: Solver, beside: Mapping[str, Sequence[str]], members: Mapping[str, Term]) -> None:
        self.solver = solver
        self.beside = beside
        self.members = members
        order = [node for node, member in members.items() if member != NO]
        self._leads = {
            (first, node): solver.boolean(f"{first}-leads-{node}")
            for index, node in enumerate(order)
            for first in order[: index + 1]
        }
        self._bits = max(1, len(order).bit_length())
        self._distance = {node: solver.count(f"distance-{node}", self._bits) for node in order}
        for index, node in enumerate(order):
            self._place(node, order[: index + 1])

    def _place(self, node: str, up_to: Sequence[str]) -> None:
        """State what holds of a node. `up_to` are the nodes that may lead it: those before it and itself."""
        member, distance, none = self.members[node], self._distance[node], count(0, self._bits)
        near = [other for other in self.beside[node] if other in self._distance]
        leaders = [self.led_by(first, node) for first in up_to]
        nearest = [every(self.members[other], same(self._further(other), distance)) for other in near]
        self.solver.say(
            implies(member, every(exactly_one(leaders), same(self.is_leader(node), same(distance, none)))),
            implies(negation(member), every(same(distance, none), negation(some(*leaders)))),
            implies(every(member, differ(distance, none)), some(*nearest)),
            *(self._link(node, other, up_to) for other in near),
        )

    def _further(self, node: str) -> Term:
        return plus(self._distance[node], count(1, self._bits))

    def _link(self, node: str, other: str, up_to: Sequence[str]) -> Term:
        """Members beside each other have one leader, and neither is further from it than a step more."""
        both = every(self.members[node], self.members[other])
        near = no_more(self._distance[node], self._further(other))
        alike = [same(self.led_by(first, node), self.led_by(first, other)) for first in up_to]
        return implies(both, every(near, *alike))

    def led_by(self, first: str, node: str) -> Term:
        """Whether `first` is the first member of the component that `node` is in."""
        return self._leads.get((first, node), NO)

    def is_leader(self, node: str) -> Term:
        return self.led_by(node, node)

    def number(self) -> Term:
        """How many components there are."""
        return total((self.is_leader(node) for node in self.members), len(self.beside))

    @cached_property
    def sizes(self) -> dict[str, Term]:
        """For each node that may be a member, how many members the component has that it leads; 0 if it leads none."""
        most = len(self.beside)
        sums = {first: total((self.led_by(first, node) for node in self._distance), most) for first in self._distance}
        return {first: self.solver.named_count(f"size-{first}", number, most) for first, number in sums.items()}
