"""The readings that several engines follow, in one table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from shatterproof.game import GAMES, find_game
from shatterproof_properties.common.prose import in_columns, visible
from shatterproof_properties.conformance.profile.profile_report import Profile


@dataclass(frozen=True)
class EngineProfiles:
    """The profiles of one engine, one for each game that it plays, or why there are none.

    `is_begun` says that it was asked, and that nobody interrupted the command before.
    """

    name: str
    profiles: Sequence[Profile]
    failure: str = ""
    is_begun: bool = True

    @property
    def exit_code(self) -> int:
        """1 if a profile says no, or if the engine could not be asked; 3 if nobody has asked it."""
        return max((profile.exit_code for profile in self.profiles), default=1 if self.is_begun else 3)

    def left_open(self) -> list[str]:
        """The reason why there is no profile, or the first line of each profile that leaves something open."""
        open_ones = [profile.first_line() for profile in self.profiles if profile.exit_code or profile.untold]
        return [self.failure] if self.failure else open_ones

    def followed(self, game: str, reading: str) -> str:
        """The value that the engine follows, or another finding, in a word."""
        profile = next((each for each in self.profiles if each.game == game), None)
        if profile is None:
            return "-" if self.failure else "not played"
        found = [each for each in profile.findings if each.reading == reading]
        values = [each.value or each.status for each in found if not each.alternative]
        return ", ".join(values) or "untold"


def to_text(engines: Sequence[EngineProfiles]) -> str:
    """A table for each game with a row for each reading, then the open questions about each engine."""
    parts = []
    for game in GAMES:
        if any(profile.game == game for engine in engines for profile in engine.profiles):
            readings = find_game(game).Readings.choices()
            rows = [[reading, *(engine.followed(game, reading) for engine in engines)] for reading in readings]
            parts.append(in_columns([game.capitalize(), *(engine.name for engine in engines)], rows))
    lines = [f"{engine.name}: {line}\n" for engine in engines for line in engine.left_open()]
    return visible("\n".join([*parts, *(["".join(lines)] if lines else [])]))


def to_json(engines: Sequence[EngineProfiles]) -> dict[str, Any]:
    def of(one: EngineProfiles) -> dict[str, Any]:
        return {"name": one.name, "failure": one.failure, "games": [profile.to_json() for profile in one.profiles]}

    return {"engines": list(map(of, engines))}
