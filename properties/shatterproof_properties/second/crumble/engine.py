"""The engine: positions in, results out, and the public face in JSON values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from shatterproof_properties.second.crumble.actions import Done, cuts, joins
from shatterproof_properties.second.crumble.arrangement import Arrangement, arranged
from shatterproof_properties.second.crumble.draws import ANYWHERE
from shatterproof_properties.second.crumble.grains import Rect
from shatterproof_properties.second.crumble.ground import Ground, stretch_from
from shatterproof_properties.second.crumble.notation import Wish, print_wish, wishes
from shatterproof_properties.second.crumble.position import (
    NO_TARGET,
    Action,
    End,
    Memory,
    Position,
    Turn,
    Worked,
)
from shatterproof_properties.second.crumble.refusals import Refused, carried_out
from shatterproof_properties.second.crumble.rules import OWN_WINS, Rules, starting_pieces
from shatterproof_properties.second.crumble.travel import lines_of
from shatterproof_properties.second.crumble.values import Json, outcome_value, position_value, read_position
from shatterproof_properties.second.crumble.walks import State, Walks

HALVES = {"V": "WE", "H": "SN", "J": ("",)}
WON = -2
Ending = tuple[int, str, str, End]
"""After a cut or join: which piece along the cut walks, which half of it, its path, how the turn ends."""


class Engine(Rules):
    """Plays Crumble on one board under one set of readings."""

    def __init__(self, columns: int, rows: int, readings: Mapping[str, str] | None = None) -> None:
        """Readings by full id, else defaults; ValueError for an unknown one or a board beyond 2 to 16."""
        super().__init__(columns, rows, readings)
        self.board = f"{columns}x{rows}"

    # The face in JSON values

    def start(self) -> Json:
        """The opening position."""
        return self.write(self.opening())

    def apply(self, position: Json, text: str) -> Json:
        """The verdict on a turn's text: legal, illegal, malformed or ambiguous; ValueError as in `read`."""
        here = self.read(position)
        meanings = wishes(text)
        if not meanings:
            return {"verdict": "malformed"}
        if here.outcome is not None:
            return {"verdict": "illegal", "clause": "crumble.turn.finished"}
        legal, broken = self._tried(here, meanings)
        if len(legal) > 1:
            return {"verdict": "ambiguous", "means": [print_wish(wish) for wish, _ in legal]}
        if not legal:
            return {"verdict": "illegal", "clause": broken}
        after = legal[0][1]
        return {"verdict": "legal", "position": self.write(after), "outcome": outcome_value(after.outcome)}

    def turns(self, position: Json) -> Iterator[Json]:
        """One turn for each distinct result, lazily. Results share what they have in common: read only."""
        here = self.read(position)
        for turn, after in self.results(here):
            text = self.turn_text(here, turn)
            yield {"turn": text, "position": self.write(after), "outcome": outcome_value(after.outcome)}

    def count(self, position: Json, depth: int) -> Json:
        """How many leaves the tree of results has at a depth, in all and below each turn by its text."""
        here = self.read(position)
        if depth == 0:
            return {"total": 1, "by": []}
        by = [[self.turn_text(here, turn), self.leaves(after, depth - 1)] for turn, after in self.results(here)]
        return {"total": sum(leaves for _, leaves in by), "by": sorted(by)}

    def read(self, position: Any) -> Position:
        """A position from its JSON value; ValueError in one line where board or readings forbid it."""
        return read_position(self, position)

    def write(self, position: Position) -> Json:
        """A position as a JSON value."""
        return position_value(self.board, position)

    # The face for searches

    def opening(self) -> Position:
        """The opening position: Black moves."""
        pieces = list(starting_pieces(self.columns, self.rows))
        black = sum(1 << slot for slot, (_, is_black) in enumerate(pieces) if is_black)
        return Position(arranged(self, [rect for rect, _ in pieces]), black, True, None, None)

    def results(self, here: Position) -> Iterator[tuple[Turn, Position]]:
        """One turn for each distinct result and the position after it, cuts before joins."""
        for action, done, endings in self._endings(here):
            worked = worked_rects(here.arrangement, action)
            renewing = self.renewing_target(here.memory, worked)
            for piece, half, path, end in endings:
                after = self.after(here, done.arrangement, worked, renewing, end)
                yield Turn(action, piece, half, path), after

    def leaves(self, here: Position, depth: int) -> int:
        """How many leaves the tree of results has at a depth."""
        if depth == 0:
            return 1
        if depth == 1:
            return sum(len(endings) for _, _, endings in self._endings(here))
        return sum(self.leaves(after, depth - 1) for _, after in self.results(here))

    def turn_text(self, here: Position, turn: Turn) -> str:
        """A turn in the published notation, in the position before it."""
        (kind, worked, outline), piece, half, path = turn
        lines = lines_of(here.arrangement)
        west, south, _, _ = here.arrangement.rects[worked[0]] if outline is None else outline
        corner = lines.counts(outline) if outline else (0, 0)
        return print_wish(Wish(lines.location((west, south)), kind, len(worked), piece, half, path, corner))

    def after(
        self, here: Position, arrangement: Arrangement, worked: Worked, renewing: Rect | None, end: End
    ) -> Position:
        """The position after a turn and what it leaves to the draw rule; see `renewing_target`."""
        own, target_slot, winner = end
        black_moved = here.black_moves
        black = own if black_moved else arrangement.live ^ own
        if winner:
            outcome = "black" if (winner == OWN_WINS) == black_moved else "white"
            return Position(arrangement, black, not black_moved, None, outcome)
        target = arrangement.rects[target_slot] if target_slot != NO_TARGET else None
        renewed = renewing is not None and target is not None and renewing in (target, ANYWHERE)
        memory = self.remember(here.memory, worked, target, renewed)
        drawn = renewed and memory is not None and memory.renewals >= self.renewals_for_draw()
        return Position(arrangement, black, not black_moved, memory, "draw" if drawn else None)

    # Enumeration

    def _endings(self, here: Position) -> Iterator[tuple[Action, Done, list[Ending]]]:
        """For each cut and join the ways to end the turn, one for each distinct result."""
        if here.outcome is not None:
            return
        arrangement = here.arrangement
        own = here.black if here.black_moves else arrangement.live ^ here.black
        ground = Ground(arrangement, own, arrangement.live ^ own) if self.shortcuts else None
        if ground is not None and not ground.calm:
            ground = None
        for action, done in cuts(self, arrangement, own):
            yield action, done, self._distinct(here.memory, arrangement, action, done, ground)
        for action, done in joins(self, arrangement, own):
            yield action, done, self._distinct(here.memory, arrangement, action, done, ground)

    def _distinct(
        self, memory: Memory | None, before: Arrangement, action: Action, done: Done, ground: Ground | None
    ) -> list[Ending]:
        """The ways to end the turn after a cut or join that differ in colours or in what is remembered."""
        by_target = self.draw == "same-target"
        by_walk = not by_target and self.renewing_target(memory, worked_rects(before, action)) is not None
        found: list[Ending] = [(0, "", "", End(done.own, NO_TARGET, 0))]
        seen: set[tuple[int, int]] = {(done.own, NO_TARGET if by_target else 0)}
        for piece, half, walks, states in self._walks(action, done, ground):
            for own, slot, winner, path, _, _ in states:
                target = NO_TARGET if slot == walks.start else slot
                if self.captures_at_end and path:
                    own, winner = walks.settle_at_last(own)
                kind = WON if winner else target if by_target else by_walk and target != NO_TARGET
                if (own, kind) not in seen:
                    seen.add((own, kind))
                    found.append((piece, half, path, End(own, target, winner)))
        return found

    def _walks(
        self, action: Action, done: Done, ground: Ground | None
    ) -> Iterator[tuple[int, str, Walks, list[State]]]:
        """Which pieces along the cut, and which half of each, can set out, and where they can get."""
        arrangement, own, several = done
        opposing = arrangement.live ^ own
        for piece, new in enumerate(several):
            for place, start in enumerate(new):
                if not arrangement.faces[start] & opposing:
                    continue
                stretch = None
                if ground is not None:
                    gone = action.worked[piece : piece + 1] if len(new) > 1 else action.worked
                    was = sum(1 << slot for slot in gone)
                    sibling = 1 << new[1 - place] if len(new) > 1 else 0
                    stretch = stretch_from(ground, arrangement, own, start, was, sibling)
                walks = Walks(self, arrangement, start)
                yield piece, HALVES[action.kind][place], walks, walks.explore(own, stretch)

    def _tried(self, here: Position, meanings: list[Wish]) -> tuple[list[tuple[Wish, Position]], str]:
        """The legal meanings, each with the position after it, and a clause that another breaks."""
        arrangement = here.arrangement
        own = here.black if here.black_moves else arrangement.live ^ here.black
        legal, broken = [], ""
        for wish in meanings:
            try:
                action, done, end = carried_out(self, arrangement, own, wish)
            except Refused as refused:
                broken = broken or refused.clause
                continue
            worked = worked_rects(arrangement, action)
            renewing = self.renewing_target(here.memory, worked)
            legal.append((wish, self.after(here, done.arrangement, worked, renewing, end)))
        return legal, broken


def worked_rects(arrangement: Arrangement, action: Action) -> Worked:
    """The pieces that an action works on, sorted by south, then west side."""
    rects = [arrangement.rects[slot] for slot in action.worked]
    if len(rects) > 1:
        rects.sort(key=lambda rect: (rect[1], rect[0]))
    return tuple(rects)
