"""The second engine of Crumble, in whole numbers and bit masks: it shares no rules code with the reference."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from shatterproof.game import Outcome
from shatterproof_properties.second.crumble.board import LIMITS
from shatterproof_properties.second.crumble.notation import ParsedTurn, carried_out, edge_graph, read_turn, write_turn
from shatterproof_properties.second.crumble.position import NO_TARGETS, SIDES, Position, Turn, WalkEnd, Work, arranged
from shatterproof_properties.second.crumble.rules import READINGS as READINGS
from shatterproof_properties.second.crumble.rules import Rules
from shatterproof_properties.second.crumble.shortcuts import ColourAnalysis, quiet_walk_from
from shatterproof_properties.second.crumble.values import read_position, write_position
from shatterproof_properties.second.crumble.walks import Walks, WalkState
from shatterproof_properties.second.crumble.work import (
    HALVES,
    Wanted,
    WorkResult,
    all_wanted,
    cuts,
    joins,
    worked_rects,
)
from shatterproof_properties.second.engine import RefusedTurn, SecondEngine
from shatterproof_properties.second.input import chosen_readings

HAS_WON = -2
WalkChoice = tuple[int, str, str, WalkEnd]
"""A way to end a turn after a cut or join: the piece along the cut, its half, the path, and the end."""


class Engine(Rules, SecondEngine[Position, Turn]):
    """Plays Crumble on one board under one set of readings."""

    NAME, SIDE_LIMITS = "crumble", LIMITS
    COMPILED = (NAME, chosen_readings({}, READINGS))

    def read(self, position: Any) -> Position:
        return read_position(self, position)

    def text(self, position: Position) -> str:
        return write_position(self, position)

    def opening(self) -> Position:
        pieces = list(self.starting_pieces())
        black = sum(1 << slot for slot, (_, is_black) in enumerate(pieces) if is_black)
        return Position(arranged(self, [rect for rect, _ in pieces]), black, True, None, None)

    def to_move(self, here: Position) -> str:
        return SIDES[not here.black_moves]

    def outcome(self, here: Position) -> Outcome | None:
        return here.outcome

    def meanings(self, here: Position, text: str) -> list[tuple[str, Position]]:
        """All legal meanings of a turn's text, each with the position after it; none if malformed.

        If none is legal, raises RefusedTurn with a clause that one of them breaks.
        """
        legal: list[tuple[str, Position]] = []
        refused: RefusedTurn | None = None
        for written in read_turn(text):
            try:
                legal.append((write_turn(written), carried_out(self, here, written)))
            except RefusedTurn as error:
                refused = refused or error
        if refused and not legal:
            raise refused
        return legal

    def results(self, here: Position) -> Iterator[tuple[Turn, Position]]:
        """One turn for each distinct result and the position after it, cuts before joins."""
        return self.wanted_results(here, all_wanted)

    def wanted_results(self, here: Position, wanted: Wanted) -> Iterator[tuple[Turn, Position]]:
        """One turn for each distinct result, and the position after it, for the wanted cuts and joins only."""
        for work, result, choices in self._choices(here, wanted):
            worked = worked_rects(here.arrangement, work)
            renewing = self.renewing_targets(here.memory, worked)
            for piece, half, path, end in choices:
                after = self.after(here, result.arrangement, worked, renewing, end)
                yield Turn(work, piece, half, path), after

    def breadth(self, here: Position) -> int:
        return sum(len(choices) for _, _, choices in self._choices(here))

    def turn_text(self, here: Position, turn: Turn) -> str:
        (kind, worked, outline), piece, half, path = turn
        edges = edge_graph(here.arrangement)
        west, south, _, _ = here.arrangement.rects[worked[0]] if outline is None else outline
        corner = edges.counts(outline) if outline else ()
        return write_turn(ParsedTurn(edges.locations[west, south], kind, len(worked), piece, half, path, corner))

    # Enumeration

    def _choices(
        self, here: Position, wanted: Wanted = all_wanted
    ) -> Iterator[tuple[Work, WorkResult, list[WalkChoice]]]:
        """For each wanted cut and join, the ways to end the turn, one for each distinct result."""
        if here.outcome is not None:
            return
        arrangement, own = here.arrangement, here.own
        analysis = ColourAnalysis(arrangement, own, arrangement.live ^ own) if self.shortcuts else None
        if analysis is not None and not analysis.settled:
            analysis = None
        for work, result in chain(cuts(self, arrangement, own, wanted), joins(self, arrangement, own, wanted)):
            yield work, result, self._distinct(here, work, result, analysis)

    def _distinct(
        self, here: Position, work: Work, result: WorkResult, analysis: ColourAnalysis | None
    ) -> list[WalkChoice]:
        """The ways to end the turn after a cut or join that differ in their colours or their memory."""
        by_target, before = self.draw == "same-target", here.arrangement
        may_renew = not by_target and self.renewing_targets(here.memory, worked_rects(before, work)) is not None
        by_target = by_target or (may_renew and self.target_within_turns)
        found: list[WalkChoice] = [(0, "", "", WalkEnd(result.own, NO_TARGETS, 0))]
        seen: set[tuple[int, int]] = {(result.own, NO_TARGETS)}
        for piece, half, walks, states in self._walks(work, result, analysis):
            for own, slot, winner, path, _, _, entered in states:
                targets = self.targets_of(walks.start, slot, entered) if path else NO_TARGETS
                if self.captures_at_end and path:
                    own, winner = walks.settle_at_last(own)
                kind = HAS_WON if winner else targets if by_target else may_renew and targets != NO_TARGETS
                if (own, kind) not in seen:
                    seen.add((own, kind))
                    found.append((piece, half, path, WalkEnd(own, targets, winner)))
        return found

    def _walks(
        self, work: Work, result: WorkResult, analysis: ColourAnalysis | None
    ) -> Iterator[tuple[int, str, Walks, list[WalkState]]]:
        """The pieces along the cut, with their halves, that can walk, and the ends of their walks."""
        arrangement, own, several = result
        opposing = arrangement.live ^ own
        for piece, new in enumerate(several):
            for place, start in enumerate(new):
                if not arrangement.faces[start] & opposing:
                    continue
                quiet = None
                if analysis is not None:
                    gone = work.worked[piece : piece + 1] if len(new) > 1 else work.worked
                    was = sum(1 << slot for slot in gone)
                    variant = 1 << new[1 - place] if len(new) > 1 else 0
                    quiet = quiet_walk_from(analysis, arrangement, own, start, was, variant)
                walks = Walks(self, arrangement, start)
                yield piece, HALVES[work.kind][place], walks, walks.explore(own, quiet)
