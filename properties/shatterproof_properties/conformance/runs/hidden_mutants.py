"""Hidden mutants: those that cannot show on what an engine announces."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import islice

from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.compare.mutant_probes import MutantProbes, answered
from shatterproof_properties.conformance.mutants import find_mutant
from shatterproof_properties.conformance.vectors.first import VectorsFirst
from shatterproof_properties.engines.session import Session
from shatterproof_properties.protocol.served import second_table

MOST_QUESTIONS = 2500
"""The most vectors that mutants are asked. Those set into larger boards take the rules longest."""


def hidden_mutants(session: Session, names: Iterable[str]) -> tuple[str, ...]:
    """The named mutants that answer like our second engine to every vector that the engine can be asked.

    None if there is no such vector, since nobody knows then.
    """
    game, readings = session.game.NAME, session.readings.to_mapping()
    probes = MutantProbes(game, readings, [find_mutant(game, name) for name in names])
    asked = 0
    ours = cache(lambda board: second_table(game)(board, readings))
    for question in islice(VectorsFirst(DifferentialRun(session), lambda: None).questions(), MOST_QUESTIONS):
        if not probes.are_waiting:
            break
        fair = session.fair(question, question.do)
        if fair.do != "count":
            probes.ask(fair, answered(ours(fair.board), fair), session.remembers)
            asked += 1
    return () if not asked else tuple(name for name, caught in probes.caught.items() if not caught)
