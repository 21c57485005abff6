"""Asking one question again, from a witness."""

from __future__ import annotations

import time
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import find_game
from shatterproof_properties.conformance.explaining_readings import explaining_readings
from shatterproof_properties.conformance.lockstep import Lockstep
from shatterproof_properties.conformance.plan import Plan
from shatterproof_properties.conformance.verdict import Verdict
from shatterproof_properties.conformance.witness import witnessed_case
from shatterproof_properties.engines.engine import Engine, GaveUp
from shatterproof_properties.engines.seat import introduce


def ask_again(plan: Plan, data: dict[str, Any]) -> Verdict:
    """Asks the question of a witness again. Raises InputError."""
    case = witnessed_case(find_game(plan.game), data)
    begun = time.monotonic()
    with Engine(plan.argv, plan.limits) as engine:
        seat = introduce(engine, plan.game)
        seat.readings = case.start.readings
        if not seat.from_position and case.start != seat.game.start(case.start.board, seat.readings):
            raise InputError("the engine plays from the opening only", "--replay", "a witness that starts there")
        lockstep = Lockstep(seat)
        verdict = Verdict(plan, seat.name, seat.readings.to_mapping(), counts=seat.counts, troubles=seat.mishaps,
                          census=lockstep.census)  # fmt: skip
        try:
            found = list(lockstep.differences(case))
            asked = [difference for difference in found if difference.turn == data.get("turn")]
            verdict.differences = (asked or found)[:1]
        except GaveUp as error:
            verdict.gave_up = str(error)
        seat.leave()
        verdict.sent = engine.asked
        verdict.along = [explaining_readings(difference) for difference in verdict.differences]
        verdict.seconds = time.monotonic() - begun
    return verdict
