"""Readings: the points that the rules leave open, and the values chosen."""

from __future__ import annotations

from collections.abc import Mapping

from shatterproof.errors import InputError

READINGS: Mapping[str, tuple[str, ...]] = {
    "scrunch.isolated": ("from-own", "from-all"),
    "scrunch.first-wriggle": ("full-turn", "bare-placement"),
    "scrunch.creation-end": ("own-growth", "own-growth-or-full"),
    "scrunch.forced-removal": ("ends-creation", "stays"),
    "scrunch.snake-count": ("before-placement", "after-placement"),
    "scrunch.loops": ("allowed", "forbidden"),
    "scrunch.removal-scope": ("smallest", "any-dead"),
    "scrunch.removal-ends-turn": ("yes", "then-wriggle"),
    "scrunch.stuck-creator": ("remove", "pass"),
    "scrunch.tied-death": ("all-stuck", "each-stuck"),
    "scrunch.first-count": ("limited", "exempt"),
    "scrunch.shut-out": ("pass", "loses"),
}


def chosen_readings(readings: Mapping[str, str]) -> dict[str, str]:
    """All readings, given ones first, then defaults; InputError for one that is unknown."""
    for name, value in readings.items():
        if name not in READINGS:
            raise InputError(f"unknown reading {name}", expected=f"one of {', '.join(READINGS)}")
        if value not in READINGS[name]:
            raise InputError(f"{name} {value}", expected=f"one of {', '.join(READINGS[name])}")
    return {name: readings.get(name, values[0]) for name, values in READINGS.items()}
