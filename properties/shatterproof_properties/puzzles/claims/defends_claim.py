"""Claims that the side to move has a defence: some of its turns do not lose in n turns, others do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.claims.kind import (
    Analysis,
    ClaimKind,
    FirstPlay,
    Tried,
    counted,
    distinct,
    saves,
    saving,
    texts,
)
from shatterproof_properties.puzzles.claims.writer import Seen, Writer, WrittenTurn, listed
from shatterproof_properties.solving.adapters import DRAWN, LOST, WON
from shatterproof_properties.solving.forcing import Forcing

MOST_SAVING = 4
LEAST_LOSING, AT_ONCE = 3, 6
"""The least losing turns for each saving one in a puzzle worth asking; and if they lose in one turn."""


class DefendsClaim(ClaimKind):
    """Some turns of the side to move save it from losing in n turns. Unique says that one result does."""

    name = "defends"
    example = "defends-1"
    phrases = ("defends(?:-| in )", "has a defence against losing in ")
    sentence = "has a defence against losing in"
    names_every_solution = True
    several_keys = "turns that save ({})"

    def question(self, side: str, other: str, turns: int, unique: bool) -> str:
        which = "the only turn that does not lose" if unique else "every turn that does not lose"
        return f"{side} to move, and {other} threatens to win in {counted(turns)}: find {which}"

    def prove(self, writer: Writer, here: Any, turns: int, unique: bool) -> tuple[bool, Json]:
        forcing, results = writer.forcing, writer.results(here)
        saving = [saves(forcing, each.position, turns) for each in results]
        seen = Seen(forcing.adapter)
        several = sum(seen.is_new(each.position) for each, is_saved in zip(results, saving, strict=True) if is_saved)
        lost: list[tuple[int, WrittenTurn]] = []
        saved: list[tuple[int, int | None]] = []
        for index, each in writer.going_on(results):
            if saving[index]:
                saved.append((index, writer.not_won(each.position, turns)))
            else:
                lost.append((index, writer.win(each.position, turns)))
        holds = not all(saving) and (several == 1 if unique else several > 0)
        return holds, {"lost": writer.grouped(lost), "saved": listed(saved)}

    def first_play(self, nodes: Sequence[Json], parts: Json) -> FirstPlay:
        return FirstPlay(None, parts["lost"], parts["saved"]["results"])

    def analyse(
        self, forcing: Forcing, here: Any, turns: int, solution: Sequence[str], tries: bool, flipped: Any
    ) -> Analysis:
        return Analysis(keys=tuple(texts(forcing, here, distinct(forcing.adapter, saving(forcing, here, turns)))))

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
        return bool(saved and tried) and losing >= (LEAST_LOSING if turns > 1 else AT_ONCE) * saved


DEFENDS = DefendsClaim()
