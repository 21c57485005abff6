"""Claims that the side to move has a defence: some of its turns do not lose in so many turns, others do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shatterproof_properties.puzzles.certificate import Json
from shatterproof_properties.puzzles.kinds import Analysis, ClaimKind, saves, saving, texts
from shatterproof_properties.puzzles.writer import Writer
from shatterproof_properties.solving.forcing import DRAWN, LOST, WON, Forcing

MOST_SAVING = 4
LEAST_LOSING = 3
"""Losing turns for each saving one, in a puzzle worth asking."""


class Defends(ClaimKind):
    """Some turns of the side to move save it from losing in so many turns. Unique says that one result does."""

    name = "defends"
    example = "defends-1"
    phrases = ("defends(?:-| in )", "has a defence against losing in ")
    sentence = "has a defence against losing in"
    names_every_solution = True
    several_keys = "turns that save ({})"

    def prove(self, writer: Writer, here: Any, turns: int, unique: bool) -> tuple[bool, Json]:
        answers = [writer.fate(each.position, turns) for each in writer.results(here)]
        saved = sum("saves" in answer for answer in answers)
        holds = saved < len(answers) and (saved == 1 if unique else saved > 0)
        return holds, {"results": answers}

    def first_play(self, nodes: Sequence[Json], parts: Json) -> tuple[str | None, Sequence[Any]]:
        return None, parts["results"]

    def analyse(
        self, forcing: Forcing, here: Any, turns: int, solution: Sequence[str], tries: bool, flipped: Any
    ) -> Analysis:
        return Analysis(keys=tuple(texts(forcing, here, saving(forcing, here, turns))))

    def is_solution(self, forcing: Forcing, after: Any, turns: int) -> bool:
        return saves(forcing, after, turns)

    def is_worth_asking(self, forcing: Forcing, here: Any, turns: int, unique: bool) -> bool:
        saved = losing = tried = 0
        most = 1 if unique else MOST_SAVING
        for _, after in forcing.face.results(here):
            verdict = forcing.face.verdict(after)
            if verdict in (DRAWN, LOST):
                return False
            if verdict == WON or forcing.is_won(after, turns):
                losing += 1
                tried += verdict is None and not forcing.is_won(after, turns - 1)
            else:
                saved += 1
            if saved > most:
                return False
        return bool(saved and tried) and losing >= LEAST_LOSING * saved


DEFENDS = Defends()
