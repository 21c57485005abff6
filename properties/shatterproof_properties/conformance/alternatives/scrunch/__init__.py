"""Alternatives of Scrunch: frames, growths and removals that are refused, limits and choices."""

from shatterproof_properties.conformance.alternatives.scrunch import bounds, frames, growths

ALTERNATIVES = (*frames.ALTERNATIVES, *growths.ALTERNATIVES, *bounds.ALTERNATIVES)
