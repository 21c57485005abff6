"""Connected parts of a graph, as terms: which nodes are reached, and the components of members that are left open."""

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
"""Whether two nodes, given by number, are linked. Links have no direction."""


def reached(solver: Solver, sources: Sequence[Term], links: Links) -> list[Term]:
    """For each node, whether links lead to it from a source.

    A reached node is a source, or has a link to a reached node of lower rank. Ranks cannot go in circles, so every
    reached node has a real path to a source.
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
    """States that if one end of a link is reached, the other end is too."""
    return implies(link, same(one, other))


class Components:
    """The leader of each member of a graph, given as terms by node.

    The leader of a component is the first of its members, in the order of `members`. Each other member is one step
    further from the leader than its nearest neighbour. For any members exactly one solution exists, so a solver may
    use these terms beside a claim and beside its negation.
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
        """States the conditions of a node. `up_to` are its possible leaders: the nodes before it, and itself."""
        member, distance, none = self.members[node], self._distance[node], count(0, self._bits)
        leaders = [self.led_by(first, node) for first in up_to]
        nearest, links = [], []
        for other in self.beside[node]:
            if other in self._distance:
                further = plus(self._distance[other], count(1, self._bits))
                nearest.append(every(self.members[other], same(further, distance)))
                # Linked members have one leader, and their distances to it differ by at most one.
                alike = [same(self.led_by(first, node), self.led_by(first, other)) for first in up_to]
                links.append(implies(every(member, self.members[other]), every(no_more(distance, further), *alike)))
        self.solver.say(
            implies(member, every(exactly_one(leaders), same(self.is_leader(node), same(distance, none)))),
            implies(negation(member), every(same(distance, none), negation(some(*leaders)))),
            implies(every(member, differ(distance, none)), some(*nearest)),
            *links,
        )

    def led_by(self, first: str, node: str) -> Term:
        """Whether `first` is the first member of the component that `node` is in."""
        return self._leads.get((first, node), NO)

    def is_leader(self, node: str) -> Term:
        return self.led_by(node, node)

    def number(self) -> Term:
        """The number of components."""
        return total((self.is_leader(node) for node in self.members), len(self.beside))

    @cached_property
    def sizes(self) -> dict[str, Term]:
        """For each node that may be a member, the size of the component that it leads; 0 if it leads none."""
        most = len(self.beside)
        sums = {first: total((self.led_by(first, node) for node in self._distance), most) for first in self._distance}
        return {first: self.solver.named_count(f"size-{first}", number, most) for first, number in sums.items()}
