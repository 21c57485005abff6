"""Claims that the side to move is mated: every turn loses at once or leaves the other side a win."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.claims.kind import ClaimKind, FirstPlay, Line, achieves, going_on
from shatterproof_properties.puzzles.claims.writer import Writer
from shatterproof_properties.solving.forcing import Forcing

FEWEST_DEFENCES, AT_ONCE = 3, 5
"""The fewest turns that do not lose at once in a puzzle worth asking; and for a mate in one, which is quick to try."""
MOST_ANSWERS = 6
"""The most different answers looked for, of which no single one works against everything."""


class MatedClaim(ClaimKind):
    """The side to move is mated in n turns of the other side. No turn of a mated side is a solution."""

    name = "mated"
    example = "mated-1"
    least = 0
    phrases = ("mated(?:-| in )",)
    sentence = "is mated in"
    no_unique = "a mate cannot be unique: no turn of a mated side is a solution"
    no_solution = ("a solution to a mate", "none: every turn of a mated side loses")

    def is_mate_in_one(self, turns: int) -> bool:
        return turns == 1

    def question(self, side: str, other: str, turns: int, unique: bool) -> str:
        if not turns:
            return f"{side} to move: show that every turn loses at once"
        within = "at once" if turns == 1 else f"in {turns} turns"
        return f"{side} to move: whatever it does, {other} wins {within}. Answer every turn"

    def prove(self, writer: Writer, here: Any, turns: int, unique: bool) -> tuple[bool, Json]:
        if not writer.forcing.is_mated(here, turns):
            return False, {"defence": writer.escape(here, turns)._asdict()}
        table = writer.mated(here, turns)
        return True, {} if table is None else {"table": table}

    def first_play(self, nodes: Sequence[Json], parts: Json) -> FirstPlay:
        table = parts.get("table")
        return FirstPlay(None, [] if table is None else nodes[table]["met"])

    def settling(self, nodes: Sequence[Json], parts: Json) -> Line | None:
        return Line((parts["defence"]["by"],), "refutes the claim") if "defence" in parts else None

    def holds(self, forcing: Forcing, here: Any, turns: int, unique: bool) -> bool:
        return forcing.is_mated(here, turns)

    def is_worth_asking(self, forcing: Forcing, here: Any, turns: int, unique: bool) -> bool:
        if turns and forcing.is_mated(here, turns - 1):
            return False
        return forcing.is_mated(here, turns) and (not turns or _is_shared_out(forcing, here, turns))


def _is_shared_out(forcing: Forcing, here: Any, turns: int) -> bool:
    """Whether the mated side has some choice, and no single answer wins against all of it."""
    defences = going_on(forcing.adapter, here)
    if len(defences) < (FEWEST_DEFENCES if turns > 1 else AT_ONCE):
        return False
    answers: set[Hashable] = set()
    for after in defences:
        found = forcing.win(after, turns)
        assert found is not None
        answers.add(forcing.adapter.killer(after, found[0]))
        if len(answers) > MOST_ANSWERS:
            return True
    return not any(all(_wins_by(forcing, after, answer, turns) for after in defences) for answer in answers)


def _wins_by(forcing: Forcing, here: Any, answer: Hashable, turns: int) -> bool:
    found = forcing.adapter.retry(here, answer)
    return found is not None and achieves(forcing, found[1], turns)


MATED = MatedClaim()
