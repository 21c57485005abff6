"""Every example of the spec, asked of the second engine and of the engine in JavaScript."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from engines.node import engine_argv
from shatterproof import crumble
from shatterproof_properties.conformance.engine import Engine
from shatterproof_properties.conformance.known import example_cases, known_cases
from shatterproof_properties.conformance.lockstep import Lockstep
from shatterproof_properties.conformance.seat import Seat

SECOND = [sys.executable, "-m", "shatterproof_properties.conformance.served", "crumble", "--second"]
USED = {case.start.readings for case in example_cases("crumble")}


def differences(argv: list[str], readings: crumble.Readings) -> tuple[list[str], int]:
    """What an engine says otherwise than the examples under some readings, and how many it was asked."""
    with Engine(argv) as engine:
        seat = Seat(engine, crumble)
        seat.readings = readings
        lockstep = Lockstep(seat)
        cases = [replace(case, lists=False) for case in known_cases("crumble", readings, seat.boards, True)]
        found = [difference.to_text("") for case in cases if (difference := lockstep.first_difference(case))]
        return [*found, *seat.troubles], len(cases)


@pytest.mark.parametrize("readings", sorted(USED, key=str), ids=lambda readings: str(readings.departures()))
def test_the_second_engine_follows_the_examples_under_every_reading(readings: crumble.Readings) -> None:
    found, asked = differences(SECOND, readings)
    assert not found
    assert asked


def test_the_engine_in_javascript_follows_the_examples() -> None:
    found, asked = differences(engine_argv(), crumble.Readings())
    assert not found
    assert asked > 100


def test_the_examples_use_every_value_of_every_reading() -> None:
    for name, values in crumble.Readings.choices().items():
        assert {readings.to_mapping()[name] for readings in USED} == set(values)
