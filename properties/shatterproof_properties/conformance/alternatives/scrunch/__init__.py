"""Alternatives of Scrunch."""

from __future__ import annotations

from collections.abc import Iterator

from shatterproof_properties.conformance.alternatives import Alternative
from shatterproof_properties.conformance.alternatives.scrunch import bounds, choices, frames, growths


def alternatives() -> Iterator[Alternative]:
    """All alternatives: frames, growths and removals that are refused, limits and choices."""
    yield from frames.alternatives()
    yield from growths.alternatives()
    yield from bounds.alternatives()
    yield from choices.alternatives()
