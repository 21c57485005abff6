"""Alternatives of Splinter: frames, limits, choices, and turns that do two things."""

from shatterproof_properties.conformance.alternatives.splinter import bounds, frames, second_acts

ALTERNATIVES = (*frames.ALTERNATIVES, *bounds.ALTERNATIVES, *second_acts.ALTERNATIVES)
