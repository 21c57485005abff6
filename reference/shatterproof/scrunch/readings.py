"""The points that the rule text leaves open, as choices."""

from __future__ import annotations

from dataclasses import dataclass

from shatterproof.game import ReadingsBase, choice


@dataclass(frozen=True)
class Readings(ReadingsBase):
    """The readings of Scrunch; spec/scrunch.md says what each value means."""

    game = "scrunch"

    isolated: str = choice("from-own", "from-all")
    first_wriggle: str = choice("full-turn", "bare-placement")
    creation_end: str = choice("own-growth", "own-growth-or-full")
    forced_removal: str = choice("ends-creation", "stays")
    snake_count: str = choice("before-placement", "after-placement")
    loops: str = choice("allowed", "forbidden")
    removal_scope: str = choice("smallest", "any-dead")
    removal_ends_turn: str = choice("yes", "then-wriggle")
    removal_count: str = choice("after-removal", "before-removal")
    stuck_creator: str = choice("remove", "pass", "loses-all")
    tied_death: str = choice("all-stuck", "each-stuck")
    first_count: str = choice("limited", "exempt")
    shut_out: str = choice("pass", "loses")
