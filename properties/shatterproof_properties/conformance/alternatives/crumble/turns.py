"""Turns of Crumble that an engine might refuse for one thing or two, and limits of cuts, joins and walks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from shatterproof_properties.conformance.alternatives import Alternative, changed, of_class, refusing
from shatterproof_properties.second.crumble import Engine
from shatterproof_properties.second.crumble.board import GRAINS, Rect
from shatterproof_properties.second.crumble.notation import ParsedTurn, edge_graph, read_turn
from shatterproof_properties.second.crumble.position import Position
from shatterproof_properties.second.engine import RefusedTurn


class Tolerant(Engine):
    """Accepts positions with enclosed pieces."""

    def refuses_unsettled(self) -> bool:
        return False


class TurnMade(NamedTuple):
    """A turn: the engine, the positions before and after it, and its parsed text."""

    engine: Engine
    here: Position
    after: Position
    written: ParsedTurn

    @property
    def is_cut(self) -> bool:
        return self.written.kind != "J"

    @property
    def path(self) -> str:
        return self.written.path

    @property
    def half(self) -> str:
        """The half that walks, written or implied."""
        return (self.written.half or self.path[:1]) if self.is_cut else ""

    @property
    def joined(self) -> int:
        """The number of pieces joined; 0 for a cut."""
        gone = self.here.arrangement.live.bit_count() - self.after.arrangement.live.bit_count()
        return 0 if self.is_cut else gone + 1

    @property
    def captured(self) -> int:
        """The mover's gain by captures: its pieces beyond those after a walk without captures; negative for a loss."""
        own = self.after.black if self.here.black_moves else self.after.arrangement.live ^ self.after.black
        made = self.written.count if self.is_cut else 1 - self.joined
        return own.bit_count() - self.here.own.bit_count() - made

    @property
    def gap(self) -> bool:
        """Whether a cut runs along the edges of pieces between those that it halves."""
        if not self.is_cut or self.written.count < 2:
            return False
        arrangement, along = self.here.arrangement, 1 if self.written.kind == "V" else 0
        corner = edge_graph(arrangement).travel((0, 0), self.written.location) or (0, 0)
        first = arrangement.rects[arrangement.slot_at(corner) or 0]
        across = 1 - along
        at = (first[across] + first[across + 2]) >> 1
        line = sorted(
            (rect[along], rect[along + 2]) for rect in arrangement.rects if rect[across] < at < rect[across + 2]
        )
        cut = line[line.index((first[along], first[along + 2])) :][: self.written.count]
        return any(one[1] != two[0] for one, two in pairwise(cut))


Of = Callable[[TurnMade], int]
START, STEPS, BACK = "crumble.swap.start", "crumble.walk.steps", "crumble.walk.backtrack"
DOES: tuple[tuple[str, str, Of], ...] = (
    ("cuts several pieces", "crumble.cut.many", lambda it: it.is_cut and it.written.count > 1),
    ("cuts along an edge", "crumble.cut.along-edges", lambda it: it.gap),
    ("joins pieces", "crumble.join.outline", lambda it: not it.is_cut),
    ("joins more than two pieces", "crumble.join.several", lambda it: it.joined > 2),
    ("cuts by a vertical line", "crumble.cut.halves", lambda it: it.written.kind == "V"),
    ("cuts by a horizontal line", "crumble.cut.halves", lambda it: it.written.kind == "H"),
    ("swaps", "crumble.swap.optional", lambda it: bool(it.path)),
    ("swaps the northern half", START, lambda it: it.half == "N"),
    ("swaps the eastern half", START, lambda it: it.half == "E"),
    ("swaps the southern half", START, lambda it: it.half == "S"),
    ("swaps the western half", START, lambda it: it.half == "W"),
    ("swaps across the line", START, lambda it: bool(it.path) and it.half == it.path[0]),
    ("swaps along the line", START, lambda it: bool(it.path) and it.is_cut and it.half != it.path[0]),
    ("swaps a half of another piece than the first", START, lambda it: bool(it.path) and it.written.index > 0),
    ("takes several steps", STEPS, lambda it: len(it.path) > 1),
    ("goes straight back", BACK, lambda it: any(pair in it.path for pair in ("NS", "SN", "EW", "WE"))),
    ("walks around a corner", STEPS, lambda it: len(set(it.path)) > 1),
    ("comes back to a place where it has been", BACK, lambda it: _comes_back(it.path)),
    ("captures", "crumble.capture.forced", lambda it: it.captured != 0),
    ("loses pieces to a capture", "crumble.capture.either", lambda it: it.captured < 0),
    ("wins", "crumble.win.at-once", lambda it: it.after.outcome is not None),
)  # fmt: skip
"""The acts of a turn in words, each with the clause that allows it and a test for it."""
GOES_ON: tuple[tuple[str, str, Of], ...] = (
    ("A cut halves {n} pieces at most.", "crumble.cut.many", lambda it: it.is_cut and it.written.count),
    ("A walk takes {n} steps at most.", STEPS, lambda it: len(it.path)),
    ("A join takes {n} pieces at most.", "crumble.join.several", lambda it: it.joined),
    ("When a cut halves several pieces, only the first {n} can walk.", START,
     lambda it: bool(it.path) and it.written.index + 1),
    ("A location has {n} numbers at most.", "crumble.notation.location", lambda it: len(it.written.location)),
    ("No number of a location is above {n}.", "crumble.notation.location", lambda it: max(it.written.location)),
    ("No number of a corner is above {n}.", "crumble.notation.join", lambda it: max(it.written.corner, default=0)),
    ("A turn captures {n} pieces at most.", "crumble.capture.forced", lambda it: abs(it.captured)),
    ("A turn that does not swap is refused.", "crumble.swap.optional", lambda it: not it.path),
)  # fmt: skip
"""The measures of a turn, each as a limit in words with {n}, its clause, and a function that measures it."""


def _comes_back(path: str) -> bool:
    """Whether a path with steps of equal length comes back to its start or to another place on it."""
    at, been = (0, 0), {(0, 0)}
    for letter in path:
        x, y = {"N": (0, 1), "S": (0, -1), "E": (1, 0), "W": (-1, 0)}[letter]
        at = (at[0] + x, at[1] + y)
        if at in been:
            return True
        been.add(at)
    return False


def of_turns(*of: Of) -> Callable[[Any, Position, str, Position], int]:
    """A measure of a turn: the first of the given ones, or 0 if any of them is 0."""

    def measured(engine: Any, here: Position, text: str, after: Position) -> int:
        made = TurnMade(engine, here, after, read_turn(text)[0])
        found = [int(each(made)) for each in of]
        return found[0] if all(found) else 0

    return measured


def _sides(piece: Rect) -> tuple[int, int]:
    """The width and the height of a piece."""
    return piece[2] - piece[0], piece[3] - piece[1]


class LongestCuts(Engine):
    """Refuses a cut that can go on."""

    def meanings(self, here: Position, text: str) -> list[tuple[str, Position]]:
        found = super().meanings(here, text)
        if any(self._goes_on(here, each) for each in read_turn(text)):
            raise RefusedTurn("crumble.cut.many")
        return found

    def _goes_on(self, here: Position, written: ParsedTurn) -> bool:
        longer = f"{','.join(map(str, written.location))}{written.kind}{written.count + 1}"
        try:
            return written.kind != "J" and bool(super().meanings(here, longer))
        except RefusedTurn:
            return False

    def results(self, here: Position) -> Iterator[tuple[Any, Position]]:
        for turn, after in super().results(here):
            if not self._goes_on(here, read_turn(self.turn_text(here, turn))[0]):
                yield turn, after


def _in_pairs() -> Iterator[Alternative]:
    """Turns refused for doing two things."""
    for (one, _, does), (two, second, does_too) in combinations(DOES, 2):
        # An engine that refuses a cut or join only together with a swap misreads the swap.
        clause = START if second in (START, "crumble.swap.optional") else second
        yield from refusing(
            Tolerant, f"A turn that {one} and {two} is refused.", clause, of_turns(does, does_too), acts=2
        )


ALTERNATIVES = (
    *(each for words, clause, does in DOES
      for each in refusing(Tolerant, f"A turn that {words} is refused.", clause, of_turns(does))),
    *(each for says, clause, of in GOES_ON for each in refusing(Tolerant, says, clause, of_turns(of))),
    *_in_pairs(),
    *changed(Engine, "A cut runs along edges for {n} units at most.", "crumble.cut.along-edges", range(9),
             may_follow=lambda it, usual, before, after, vertical:
             (after[1] - before[3] if vertical else after[0] - before[2]) <= it.most * GRAINS),
    *changed(Engine, "No join is longer than {n} units.", "crumble.join.outline", range(1, 13),
             may_join=lambda it, usual, outline, count:
             max(_sides(outline)) <= it.most * GRAINS and usual(outline, count)),
    *changed(Engine, "No join is shorter than 1/{n} of a unit.", "crumble.join.outline", [1 << n for n in range(12)],
             may_join=lambda it, usual, outline, count:
             min(_sides(outline)) * it.most >= GRAINS and usual(outline, count)),
    *changed(Engine, "No cut makes a side shorter than 1/{n} of a unit.", "crumble.board.limits",
             [1 << n for n in range(20)],
             within_limits=lambda it, usual, piece, vertical:
             _sides(piece)[not vertical] * it.most >= 2 * GRAINS and usual(piece, vertical)),
    of_class(type("A cut goes on as far as it can.", (LongestCuts,), {}), "crumble.cut.many"),
)  # fmt: skip
