"""Alternatives of Splinter."""

from __future__ import annotations

from collections.abc import Iterator

from shatterproof_properties.conformance.alternatives import Alternative
from shatterproof_properties.conformance.alternatives.splinter import bounds, choices, frames, second_acts


def alternatives() -> Iterator[Alternative]:
    """All alternatives: frames, limits, choices and second acts."""
    yield from frames.alternatives()
    yield from bounds.alternatives()
    yield from choices.alternatives()
    yield from second_acts.alternatives()
