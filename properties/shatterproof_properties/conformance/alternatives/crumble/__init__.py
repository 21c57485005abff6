"""Alternatives of Crumble."""

from __future__ import annotations

from collections.abc import Iterator

from shatterproof_properties.conformance.alternatives import Alternative
from shatterproof_properties.conformance.alternatives.crumble import chains_and_draws, enclosures, frames, turns


def alternatives() -> Iterator[Alternative]:
    """All alternatives: frames, turns that go too far or do two things, captures, and ends of games."""
    yield from frames.alternatives()
    yield from turns.alternatives()
    yield from enclosures.alternatives()
    yield from chains_and_draws.alternatives()
