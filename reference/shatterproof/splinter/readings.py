"""The points that the rule text leaves open, as choices."""

from __future__ import annotations

from dataclasses import dataclass

from shatterproof.game import ReadingsBase, choice


@dataclass(frozen=True)
class Readings(ReadingsBase):
    """The readings of Splinter; spec/splinter.md says what each value means."""

    game = "splinter"

    no_return: str = choice("any-piece", "moved-piece", "whole-position")
    step_off: str = choice("allowed", "forbidden")
    tie: str = choice("keep-one", "remove-one")
    both_out: str = choice("same-turn", "push-first")
    passing: str = choice("forbidden", "allowed")
