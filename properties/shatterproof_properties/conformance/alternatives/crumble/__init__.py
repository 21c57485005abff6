"""Alternatives of Crumble: frames, turns that go too far or do two things, captures, and ends of games."""

from shatterproof_properties.conformance.alternatives.crumble import frames, steps, turns

ALTERNATIVES = (*frames.ALTERNATIVES, *turns.ALTERNATIVES, *steps.ALTERNATIVES)
