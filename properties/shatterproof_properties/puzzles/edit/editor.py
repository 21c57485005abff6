"""The effect of changes on a puzzle: its claim and its keys, and which pieces are needless.

A piece is needless if the claim holds with the same keys without it. Everything here rests on the search; verify a
changed puzzle that you keep.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

from shatterproof.errors import InputError
from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.claims.kind import distinct
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.claims.writer import ProofTooLong, Seen
from shatterproof_properties.puzzles.edit.piece_changes import EDITED_GAMES, PieceChange, PieceChanges
from shatterproof_properties.puzzles.proof.verdict_text import NO_WIN
from shatterproof_properties.puzzles.proof.verification import prove
from shatterproof_properties.solving.adapters import SearchAdapter, search_adapter
from shatterproof_properties.solving.forcing import Forcing, OutOfLimits, SearchLimits

HOLDS, FAILS, UNKNOWN, NOT_ALLOWED = "holds", "fails", "unknown", "not allowed"
LIMITS = SearchLimits(positions=20_000, kept=300_000)
"""The limits for one change. No seconds, so that a slower machine finds the same."""


UNCHANGED = "whether the keys are those of the puzzle as it is"


class Effect(NamedTuple):
    """The effect of a change on a puzzle: whether its claim still holds, its keys, and whether they are the same.

    `position` is None if the rules do not allow the change. `why` says why not, or which limit ended the search, of the
    changed puzzle or of the puzzle itself.
    """

    change: PieceChange
    verdict: str
    position: Json | None = None
    keys: tuple[str, ...] = ()
    is_same: bool = False
    why: str = ""

    @property
    def is_needless(self) -> bool:
        """Whether the change removes a piece that the puzzle does not need."""
        return self.change.is_fewer and self.verdict == HOLDS and self.is_same


class Editor:
    """Asks a search about changes of one puzzle, each within `limits`. `diagram` is as in PieceChanges."""

    def __init__(self, puzzle: Puzzle, limits: SearchLimits = LIMITS, diagram: str = "") -> None:
        self.puzzle = puzzle
        known = EDITED_GAMES.find(puzzle.game)
        self.changes = known.changes_of(puzzle, diagram) if known else PieceChanges(puzzle, diagram)
        self._limits = limits
        self._adapter: SearchAdapter = search_adapter(puzzle.game, puzzle.board, puzzle.readings)

    def edited(self, *changes: PieceChange) -> Puzzle:
        """The puzzle after some changes, without the facts about the old one. Raises InputError."""
        position = self.changes.made(*changes)
        return replace(self.puzzle, position=position, solution=(), themes=(), difficulty=None)

    def effect(self, *changes: PieceChange) -> Effect:
        words = " and ".join(change.words for change in changes)
        change = changes[0]._replace(words=words, is_fewer=all(each.is_fewer for each in changes))
        position = None
        try:
            position = self.changes.made(*changes)
            return self._asked(change, position)
        except InputError as error:
            return Effect(change, NOT_ALLOWED, why=error.what)
        except OutOfLimits as reached:
            return Effect(change, UNKNOWN, position, why=str(reached))

    def _asked(self, change: PieceChange, position: Json) -> Effect:
        claim, adapter = self.puzzle.claim, self._adapter
        claim.meaning.refuse(self.puzzle.rules, replace(self.puzzle, position=position).reference_position())
        forcing, here = Forcing(adapter, self._limits), adapter.read(position)
        holds = claim.meaning.holds(forcing, here, claim.turns, claim.unique)
        is_elsewhere = claim.meaning.is_win_elsewhere
        keys = [] if is_elsewhere else self._solutions(forcing, here)
        played = (adapter.text(here, turn) for turn, _ in keys)
        texts = self._keys_elsewhere(forcing, here) if is_elsewhere else tuple(played)
        if not holds:
            return Effect(change, FAILS, position, texts)
        own = self._own_keys
        if isinstance(own, OutOfLimits):
            return Effect(change, HOLDS, position, texts, why=f"{UNCHANGED}: {own}")
        if is_elsewhere:
            return Effect(change, HOLDS, position, texts, set(texts) == {text for text, _ in own})
        # The keys are the same if those of the puzzle lead to exactly these results.
        seen = Seen(adapter)
        first = {id(seen.same(after)) for _, after in keys}
        again = [self._again(here, *key) for key in own]
        is_same = None not in again and {id(seen.same(after)) for after in again} == first
        return Effect(change, HOLDS, position, texts, is_same)

    def why_failed(self, effect: Effect) -> str:
        """The reason why the claim of a changed puzzle fails, in words; "" if the limits leave no time for it."""
        claim = self.puzzle.claim
        if claim.unique and len(effect.keys) > 1:
            return f"{len(effect.keys)} keys now"
        changed = replace(self.puzzle, position=effect.position or self.puzzle.position, solution=())
        forcing = Forcing(self._adapter, self._limits)
        try:
            proof = prove(forcing, self._adapter.read(dict(changed.position)), claim)
        except (OutOfLimits, ProofTooLong):
            return ""
        line = claim.meaning.settling(proof.nodes, proof.parts)
        lines = list(claim.meaning.proof_lines(proof.parts))
        if line is not None and not lines:
            shows = line.shows
            return f"refuted by {line.turns[0]}" if shows == "refutes the claim" else f"{line.turns[0]} {shows}"
        return "; ".join(lines) or (NO_WIN if claim.meaning.is_win else "")

    @cached_property
    def _own_keys(self) -> list[tuple[str, Hashable]] | OutOfLimits:
        """The keys of the unchanged puzzle, each as text and as what can be tried again; or the limit reached."""
        forcing, begun = Forcing(self._adapter, self._limits), self._adapter.read(dict(self.puzzle.position))
        try:
            if self.puzzle.claim.meaning.is_win_elsewhere:
                return [(text, None) for text in self._keys_elsewhere(forcing, begun)]
            keys = self._solutions(forcing, begun)
            return [(self._adapter.text(begun, turn), self._adapter.killer(begun, turn)) for turn, _ in keys]
        except OutOfLimits as reached:
            return reached

    def _keys_elsewhere(self, forcing: Forcing, here: Any) -> tuple[str, ...]:
        """The keys, as text, of a claim whose win begins in another position than the diagram."""
        claim = self.puzzle.claim
        return claim.meaning.analyse(forcing, here, claim.turns, (), False, None).keys

    def _solutions(self, forcing: Forcing, here: Any) -> list[tuple[Any, Any]]:
        claim = self.puzzle.claim
        if claim.meaning.no_solution is not None:
            return []
        found = (
            (turn, after)
            for turn, after in self._adapter.results(here)
            if claim.meaning.is_solution(forcing, after, claim.turns)
        )
        return list(distinct(self._adapter, found))

    def _again(self, here: Any, text: str, killer: Hashable) -> Any | None:
        """The result of the same turn in another position, if it is legal there."""
        found = self._adapter.retry(here, killer)
        if found is not None:
            return found[1]
        return next(
            (after for turn, after in self._adapter.results(here) if self._adapter.text(here, turn) == text), None
        )


def effect_to_json(effect: Effect) -> Json:
    return {
        "change": effect.change.words,
        "piece": effect.change.piece,
        "verdict": effect.verdict,
        "keys": list(effect.keys),
        "same": effect.is_same,
        "needless": effect.is_needless,
        "why": effect.why,
    }
