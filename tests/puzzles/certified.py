"""Certificates of claims of every kind, proved and refuted, for tests to change."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from puzzles.samples import (
    CRUMBLEMATE,
    SCRUNCH_KEY,
    SCRUNCH_OPEN,
    SCRUNCH_THREATS,
    SPLINTER_KEY,
    SPLINTER_SERIES,
    SPLINTER_WIN,
    puzzle,
)
from shatterproof.errors import InputError
from shatterproof_properties.puzzles.checker import checker
from shatterproof_properties.puzzles.checker.certificate import PROVED, REFUTED, read_certificate, seal_of
from shatterproof_properties.puzzles.checker.checker import Refused, check
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.proof.verification import verify

Json = dict[str, Any]
BARE = "scrunch.first-wriggle=bare-placement"
PUZZLES = {
    "crumblemate": (PROVED, puzzle("crumble", CRUMBLEMATE, "mated-1")),
    "crumble-no-win": (REFUTED, puzzle("crumble", CRUMBLEMATE, "wins-1")),
    "scrunch-key": (PROVED, puzzle("scrunch", SCRUNCH_KEY, "wins-2", unique=True)),
    "scrunch-win": (PROVED, puzzle("scrunch", SCRUNCH_OPEN, "wins-2")),
    "scrunch-short": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, "wins-3", unique=True)),
    "scrunch-cook": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, "wins-2", unique=True)),
    "scrunch-no-win": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, "wins-1")),
    "scrunch-not-mated": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, "mated-2")),
    "scrunch-defence": (PROVED, puzzle("scrunch", SCRUNCH_OPEN, "defends-1")),
    "scrunch-two-defences": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, "defends-1", unique=True)),
    "scrunch-threats": (PROVED, puzzle("scrunch", SCRUNCH_THREATS, "threats-2")),
    "scrunch-fewer-threats": (REFUTED, puzzle("scrunch", SCRUNCH_THREATS, "threats-3")),
    "scrunch-more-threats": (REFUTED, puzzle("scrunch", SCRUNCH_THREATS, "threats-1")),
    "scrunch-other-threats": (REFUTED, puzzle("scrunch", SCRUNCH_THREATS, "threats-2", unique=True)),
    "scrunch-pass": (PROVED, puzzle("scrunch", SCRUNCH_OPEN, "passes-2")),
    "scrunch-cooked-pass": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, "passes-2", unique=True)),
    "scrunch-no-pass": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, "passes-1")),
    "scrunch-no-series": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, "series-2")),
    "scrunch-reading": (PROVED, puzzle("scrunch", SCRUNCH_OPEN, f"differs-2 {BARE}")),
    "scrunch-cooked-reading": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, f"differs-2 {BARE}", unique=True)),
    "scrunch-no-reading": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, f"differs-1 {BARE}")),
    "splinter-series": (PROVED, puzzle("splinter", SPLINTER_WIN, "series-2")),
    "splinter-short-series": (REFUTED, puzzle("splinter", SPLINTER_WIN, "series-2", unique=True)),
    "splinter-only-series": (PROVED, puzzle("splinter", SPLINTER_SERIES, "series-2", unique=True)),
    "crumble-threats": (PROVED, puzzle("crumble", CRUMBLEMATE, "threats-2")),
    "splinter-win": (PROVED, puzzle("splinter", SPLINTER_WIN, "wins-1")),
    "splinter-key": (PROVED, puzzle("splinter", SPLINTER_KEY, "wins-2")),
    "splinter-not-mated": (REFUTED, puzzle("splinter", SPLINTER_WIN, "mated-1")),
}
SMALL = [name for name, (_, its) in PUZZLES.items() if its.game == "scrunch" and its.board == "2"]


@cache
def certified(name: str) -> str:
    verdict = verify(PUZZLES[name][1])
    assert verdict.certificate is not None
    return json.dumps(verdict.certificate)


def certificate(name: str) -> Json:
    """A certificate that the test may change."""
    return dict(json.loads(certified(name)))


def proved(game: str, diagram: str, claim: str, unique: bool = False) -> tuple[Puzzle, Json]:
    """A puzzle whose claim holds, and a certificate that the test may change."""
    its, certificate = _proved(game, diagram, claim, unique)
    return its, dict(json.loads(certificate))


@cache
def _proved(game: str, diagram: str, claim: str, unique: bool) -> tuple[Puzzle, str]:
    its = puzzle(game, diagram, claim, unique)
    found = verify(its)
    assert found.verdict == PROVED
    return its, json.dumps(found.certificate)


def sealed(data: Json) -> Json:
    return data | {"seal": seal_of(data)}


def outcome_of(data: Json) -> checker.CheckedCertificate | None:
    """The checker's outcome for the text of a certificate; None if it is not accepted."""
    try:
        return check(read_certificate(json.dumps(data)))
    except (Refused, InputError):
        return None
