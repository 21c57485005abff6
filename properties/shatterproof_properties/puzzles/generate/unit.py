"""A unit of work: some candidates of one seed, and which of them are puzzles. The same unit finds the same anywhere."""

from __future__ import annotations

import hashlib
import importlib
import time
import traceback
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Protocol

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.puzzles.files.json_form import puzzle_to_json
from shatterproof_properties.puzzles.generate.plan import Quest
from shatterproof_properties.puzzles.puzzle import Puzzle

Json = dict[str, Any]


@dataclass(frozen=True)
class Unit:
    """The part of a quest with this number, from 0."""

    quest: Quest
    number: int

    @property
    def seed(self) -> int:
        """The seed of its candidates: other units and other quests have nothing in common with it."""
        name = f"{self.quest.seed}/{self.number}".encode()
        return int.from_bytes(hashlib.sha256(name).digest()[:8]) >> 1


@dataclass(frozen=True)
class Find:
    """A puzzle that a unit found: its image key, and puzzle and certificate as canonical JSON."""

    image: str
    puzzle: str
    certificate: str


@dataclass(frozen=True)
class Harvest:
    """What a unit came to: candidates looked at, those left undecided, and finds, no image twice."""

    unit: int
    looked_at: int
    unknown: int
    finds: tuple[Find, ...]
    seconds: float


@dataclass(frozen=True)
class Failure:
    """What a unit came to that could not be done: the parts of an InputError, or what failed, and where."""

    unit: int
    refused: tuple[str, str, str] | None
    failed: str = ""

    def error(self) -> Exception:
        """The failure as an exception of whoever asked for the unit."""
        if self.refused is not None:
            return InputError(*self.refused)
        return RuntimeError(f"unit {self.unit} failed: {self.failed}")


def attempt(unit: Unit) -> Harvest | Failure:
    """What a unit comes to, as plain data: some exceptions do not survive the way between processes."""
    try:
        return work(unit)
    except InputError as error:
        return Failure(unit.number, (error.what, error.where, error.expected))
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        return Failure(unit.number, None, f"{type(error).__name__}: {error} ({place.filename}, line {place.lineno})")


def work(unit: Unit) -> Harvest:
    """Looks at the candidates of a unit. Raises whatever its tools raise."""
    begun = time.monotonic()
    quest = unit.quest
    source = importlib.import_module(quest.tools.source)
    workshop: Bench = importlib.import_module(quest.tools.workshop).Workshop(quest)
    effort = Effort(quest.effort)
    looked_at, met, finds = 0, set(), []
    candidates = source.candidates(quest.game, quest.claim, quest.board, unit.seed, quest.readings, effort.is_spent)
    for position in islice(candidates, quest.candidates):
        looked_at += 1
        finished = workshop.finished(position)
        if finished is None:
            continue
        puzzle, certificate = finished
        image = source.image_key(quest.game, puzzle.position)
        if image not in met:
            met.add(image)
            puzzle = replace(puzzle, source=f"shatterproof puzzle generate {quest.asked}, unit {unit.number}")
            finds.append(Find(image, strict_json.encode(puzzle_to_json(puzzle)), strict_json.encode(certificate)))
    return Harvest(unit.number, looked_at, workshop.unknown, tuple(finds), time.monotonic() - begun)


class Bench(Protocol):
    """What makes a puzzle of a candidate; `unknown` counts those on which a limit was reached."""

    unknown: int

    def finished(self, position: Json) -> tuple[Puzzle, Json] | None:
        """The puzzle of a candidate, as simple as may be, and its certificate; None where the claim does not hold."""


class Effort:
    """How much a source may still do. Counted, not timed: the same unit finds the same on a slower machine."""

    def __init__(self, most: int) -> None:
        self._left = most

    def is_spent(self) -> bool:
        """Whether that was too much."""
        self._left -= 1
        return self._left < 0
