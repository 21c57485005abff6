"""All legal turns of a position of Scrunch, compared with the statement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from shatterproof_properties.proofs import Json, ListedTurn, Result, compare
from shatterproof_properties.proofs.scrunch.verdicts import (
    PASS,
    TURN_TEXT,
    Cells,
    GivenGrowth,
    MoverStanding,
    StatedRules,
    cells_of,
    ended_with,
    grown_by,
    outcome_of,
    read,
    result,
)
from shatterproof_properties.proofs.terms import NO, differ, every, literal, some


class ListedRules(StatedRules):
    """The rules, asked for all growths and removals at once."""

    def misgrown(self, here: MoverStanding, claimed: Mapping[GivenGrowth, Cells]) -> GivenGrowth | None:
        """A growth that is allowed and not claimed, claimed and not allowed, or claimed with another result; else None.

        `claimed` are all growths said to be allowed, with the mover's stones after each.
        """
        solver, growth = self.growth(here)
        chosen = {given: growth.chosen(given) for given in claimed}
        impossible = next((given for given, term in chosen.items() if term == NO), None)
        if impossible:
            return impossible
        allowed = solver.named("allowed", growth.allowed())
        elsewhere = []
        for given, after in claimed.items():
            unlike = (literal(stone, cell not in after) for cell, stone in growth.after.items())
            elsewhere.append(every(chosen[given], some(*unlike)))
        solver.say(growth.both(), some(differ(allowed, some(*chosen.values())), *elsewhere))
        model = solver.ask()
        if model is None:
            return None
        placed, *moved = (min(cells_of(model, cells), default=None) for cells in growth.choices)
        return GivenGrowth(placed or "", *moved)

    def removals(self, here: MoverStanding) -> Iterator[tuple[tuple[str, ...], MoverStanding]]:
        """scrunch.death.until: every allowed order of removal, by first cells, with the mover's standing after it."""
        if not self.may_begin(here):
            return
        if self.loses_all(here):
            first_to_last = tuple(cell for cell in self.beside if cell in here.own)
            yield first_to_last, here._replace(own=frozenset(), creating=False)
        else:
            yield from self._removals(here)

    def _removals(self, here: MoverStanding) -> Iterator[tuple[tuple[str, ...], MoverStanding]]:
        for first, after in self.removable(here).items():
            if not self.must_go_on(after):
                yield (first,), after
                continue
            for further, end in self._removals(after):
                yield (first, *further), end


def check_turns(position: Json, listed: Iterable[ListedTurn]) -> None:
    """Compares all legal turns of a position with the statement, those with equal results included.

    Raises Disagreement on a turn that only one of them has, or that has another result; InputError.
    """
    plain, here = read(position)
    rules = ListedRules(int(position["board"]), plain.readings)
    given = {turn: (after, ended) for turn, after, ended in listed}
    legal: dict[str, MoverStanding] = {}
    if outcome_of(rules, position) is None:
        legal = {cell: rules.after_egg(here, cell) for cell in rules.egg_cells(here)}
        legal |= _growths(rules, here, position, given, "")
        for named, left in rules.removals(here):
            removal = " ".join(("x", *named))
            if rules.wriggles_too(left):
                legal |= _growths(rules, left, position, given, f"{removal}; ")
            else:
                legal[removal] = left
        if rules.must_pass(here):
            legal[PASS] = here
    for turn in sorted(legal.keys() | given.keys()):
        compare(position, turn, ended_with(rules, position, legal[turn]) if turn in legal else None, given.get(turn))


def _growths(
    rules: ListedRules, here: MoverStanding, position: Json, given: Mapping[str, Result], before: str
) -> dict[str, MoverStanding]:
    """The given growths, with the part of the turn before them.

    Raises Disagreement unless the statement has the same.
    """
    eggs = frozenset() if before else rules.egg_cells(here)
    texts = {turn: turn.removeprefix(before) for turn in given if turn.startswith(before) and turn != PASS}
    placing = {turn: text for turn, text in texts.items() if (found := TURN_TEXT.fullmatch(text)) and found["placing"]}
    read = {turn: grown_by(text) for turn, text in placing.items() if text not in eggs}
    claimed = {turn: grown for turn, grown in read.items() if set(grown) <= {*rules.beside, None}}
    stones = {turn: frozenset(given[turn][0][position["to_move"]]) for turn in claimed}
    odd = rules.misgrown(here, {claimed[turn]: own for turn, own in stones.items()})
    if odd:
        compare(position, before + str(odd), result(position, before + str(odd)), given.get(before + str(odd)))
    return {turn: MoverStanding(own, here.opposing, False) for turn, own in stones.items()}
