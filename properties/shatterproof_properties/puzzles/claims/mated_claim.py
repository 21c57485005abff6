"""Claims that the side to move is mated, or has a defence: all its turns lose in time, or some do not."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from shatterproof_properties.protocol.explaining import counted
from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.claims.kind import (
    TURNS,
    Analysis,
    ClaimKind,
    FirstPlay,
    Line,
    Tried,
    achieves,
    going_on,
    saves,
    saving,
    texts,
)
from shatterproof_properties.puzzles.claims.words import within
from shatterproof_properties.puzzles.claims.writer import Seen, Writer, WrittenTurn, listed
from shatterproof_properties.solving.adapters import DRAWN, LOST, WON
from shatterproof_properties.solving.forcing import Forcing

FEWEST_DEFENCES, MATED_AT_ONCE = 3, 5
"""The fewest turns that do not lose at once in a puzzle worth asking; and for a mate in one, which is quick to try."""
MOST_ANSWERS = 6
"""The most different answers looked for, of which no single one works against everything."""
MOST_SAVING = 4
LEAST_LOSING, LOST_AT_ONCE = 3, 6
"""The least losing turns for each saving one in a defence worth asking; and if they lose in one turn."""


class MatedClaim(ClaimKind):
    """The side to move is mated in n turns of the other side. No turn of a mated side is a solution."""

    name = "mated"
    example = "mated-1"
    least = 0
    sayings = (f"mated(?:-| in ){TURNS}",)
    sentence = "is mated in {turns}"
    no_unique = "a mate cannot be unique: no turn of a mated side is a solution"
    no_solution = ("a solution to a mate", "none: every turn of a mated side loses")

    def question(self, side: str, other: str, turns: int, unique: bool) -> str:
        if not turns:
            return f"{side} to move: show that every turn loses at once"
        return f"{side} to move: whatever it does, {other} wins {within(turns)}. Answer every turn"

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
    if len(defences) < (FEWEST_DEFENCES if turns > 1 else MATED_AT_ONCE):
        return False
    answers: set[Hashable] = set()
    for after in defences:
        found = forcing.win(after, turns)
        assert found is not None
        answers.add(forcing.adapter.killer(after, found[0]))
        if len(answers) > MOST_ANSWERS:
            return True

    def wins_by(after: Any, answer: Hashable) -> bool:
        again = forcing.adapter.retry(after, answer)
        return again is not None and achieves(forcing, again[1], turns)

    return not any(all(wins_by(after, answer) for after in defences) for answer in answers)


class DefendsClaim(ClaimKind):
    """Some turns of the side to move save it from losing in n turns. Unique says that one result does."""

    name = "defends"
    example = "defends-1"
    sayings = (f"defends(?:-| in ){TURNS}", f"has a defence against losing in {TURNS}")
    sentence = "has a defence against losing in {turns}"
    names_every_solution = True
    several_keys = "turns that save ({})"

    def question(self, side: str, other: str, turns: int, unique: bool) -> str:
        which = "the only turn that does not lose" if unique else "every turn that does not lose"
        return f"{side} to move, and {other} threatens to win in {counted(turns, 'turn')}: find {which}"

    def prove(self, writer: Writer, here: Any, turns: int, unique: bool) -> tuple[bool, Json]:
        forcing, results = writer.forcing, writer.results(here)
        are_saved = [saves(forcing, after, turns) for _, after in results]
        seen = Seen(forcing.adapter)
        several = sum(seen.is_new(after) for (_, after), is_saved in zip(results, are_saved, strict=True) if is_saved)
        lost: list[tuple[int, WrittenTurn]] = []
        saved: list[tuple[int, int | None]] = []
        for index, after in writer.going_on(results):
            if are_saved[index]:
                saved.append((index, writer.not_won(after, turns)))
            else:
                lost.append((index, writer.win(after, turns)))
        holds = not all(are_saved) and (several == 1 if unique else several > 0)
        return holds, {"lost": writer.grouped(lost), "saved": listed(saved)}

    def first_play(self, nodes: Sequence[Json], parts: Json) -> FirstPlay:
        return FirstPlay(None, parts["lost"], parts["saved"]["results"])

    def analyse(
        self, forcing: Forcing, here: Any, turns: int, solution: Sequence[str], tries: bool, flipped: Any
    ) -> Analysis:
        return Analysis(keys=texts(forcing.adapter, here, saving(forcing, here, turns)))

    def is_solution(self, forcing: Forcing, after: Any, turns: int) -> bool:
        return saves(forcing, after, turns)

    def tried(self, forcing: Forcing, after: Any, turns: int) -> Tried:
        win = forcing.win(after, turns)
        return Tried(True) if win is None else Tried(False, forcing.adapter.text(after, win[0]))

    def is_worth_asking(self, forcing: Forcing, here: Any, turns: int, unique: bool) -> bool:
        saved = losing = tried = 0
        seen = Seen(forcing.adapter)
        most = 1 if unique else MOST_SAVING
        for _, after in forcing.adapter.results(here):
            verdict = forcing.adapter.verdict(after)
            if verdict in (DRAWN, LOST):
                return False
            if verdict == WON or forcing.is_won(after, turns):
                losing += 1
                tried += verdict is None and not forcing.is_won(after, turns - 1)
            else:
                saved += seen.is_new(after)
            if saved > most:
                return False
        return bool(saved and tried) and losing >= (LEAST_LOSING if turns > 1 else LOST_AT_ONCE) * saved


MATED, DEFENDS = MatedClaim(), DefendsClaim()
