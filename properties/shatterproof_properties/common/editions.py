"""Editions: texts of the rules as sets of readings. Also sets of readings by what people type."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError, shorten
from shatterproof.game import GAMES, AnyGame, find_game
from shatterproof.spec import spec_folder
from shatterproof_properties.common.clauses import reading_named

DEFAULT = "default"
"""The word that stands for all readings at their defaults."""
LONGEST_NAME = 60


@dataclass(frozen=True)
class Settled:
    value: str
    by: str


@dataclass(frozen=True)
class Edition:
    """A text of the rules of a game.

    `settled` are the readings to which it gives a value. `open` are those that it mentions and leaves open, each with
    what it says. All others are as in `builds_on`, an edition of the same game, if there is one.
    """

    name: str
    game: str
    title: str
    source: str
    settled: Mapping[str, Settled]
    open: Mapping[str, str]
    builds_on: Edition | None = None

    @property
    def readings(self) -> dict[str, str]:
        """The values of the readings that it settles, those of the edition that it builds on included."""
        before = self.builds_on.readings if self.builds_on else {}
        return before | {reading: settled.value for reading, settled in self.settled.items()}

    def by(self, reading: str) -> str:
        """The sentence that gives a settled reading its value."""
        if reading in self.settled:
            return self.settled[reading].by
        assert self.builds_on is not None
        return f"as in {self.builds_on.name}: {self.builds_on.by(reading)}"

    def why_open(self, reading: str) -> str:
        if reading in self.open:
            return self.open[reading]
        return self.builds_on.why_open(reading) if self.builds_on else "nothing is said on it"


@dataclass(frozen=True)
class ReadingSet:
    """A value for every reading of a game: those of an edition, if there is one, with changes; all others at default.

    `name` is what people call it.
    """

    name: str
    game: AnyGame
    readings: Any
    edition: Edition | None = None
    changed: Mapping[str, str] = field(default_factory=dict)

    @property
    def left_open(self) -> dict[str, str]:
        """The readings that its edition leaves open, each with what it says about it; none without an edition."""
        if self.edition is None:
            return {}
        settled = {*self.edition.readings, *self.changed}
        return {name: self.edition.why_open(name) for name in self.readings.to_mapping() if name not in settled}

    def by(self, reading: str) -> str:
        """Where the value of a reading comes from, in words."""
        if reading in self.changed:
            return "as chosen"
        if reading in self.left_open:
            return f"left open, so that the default is played: {self.left_open[reading]}"
        return self.edition.by(reading) if self.edition else "the default"

    def to_json(self) -> dict[str, Any]:
        """JSON values; `by` says where the value of each reading comes from."""
        chosen = self.readings.to_mapping()
        return {
            "set": self.name,
            "game": self.game.NAME,
            "edition": self.edition and self.edition.name,
            "readings": chosen,
            "by": {reading: self.by(reading) for reading in chosen},
            "open": list(self.left_open),
        }


@cache
def editions() -> dict[str, Edition]:
    """All editions by their names, in the order of the file."""
    found: dict[str, Edition] = {}
    for entry in strict_json.decode_file(editions_file())["editions"]:
        settled = {each["reading"]: Settled(each["value"], each["by"]) for each in entry["settled"]}
        left_open = {each["reading"]: each["why"] for each in entry["open"]}
        name, below = entry["edition"], entry.get("builds_on")
        about = name, entry["game"], entry["title"], entry["source"]
        found[name] = Edition(*about, settled, left_open, found[below] if below else None)
    return found


def editions_file() -> Path:
    return spec_folder() / "editions" / "editions.json"


def editions_of(game: str) -> list[Edition]:
    return [edition for edition in editions().values() if edition.game == game]


def two_sets(one: str, two: str) -> tuple[ReadingSet, ReadingSet]:
    """Two sets of readings of one game, as people name them: `rules-a`, `default`, `draw=draw-turns,win-stops=at-once`.

    Changes may follow the name of an edition. The game may be left out if the other set shows it. Raises InputError for
    an unknown edition, reading or value, for sets of two games, and for sets that show no game.
    """
    (first, edition, pairs), (second, other, changes) = _read(one), _read(two)
    found = first or second
    if found is None:
        raise InputError(f"{DEFAULT} of which game?", expected=f"one of {', '.join(f'{g}.{DEFAULT}' for g in GAMES)}")
    if second not in (found, None):
        what = f"{shorten(one, LONGEST_NAME)} is of {first}, {shorten(two, LONGEST_NAME)} of {second}"
        raise InputError(what, expected="two sets of readings of one game")
    return _set_of(one, found, edition, pairs), _set_of(two, found, other, changes)


def set_named(text: str) -> ReadingSet:
    """One set of readings, as `two_sets` has them."""
    return two_sets(text, text)[0]


def _read(text: str) -> tuple[str | None, Edition | None, list[str]]:
    """The game that a set of readings shows, if it does, its edition, if any, and its pairs.

    Raises InputError for what is no such set.
    """
    items = [item for item in re.split(r"[,\s]+", text) if item]
    if not items:
        raise InputError(
            "the set of readings is empty", expected=f"an edition, {DEFAULT}, or pairs like draw=draw-turns"
        )
    games, edition = dict[str, None](), None
    for place, item in enumerate(items):
        game, dot, name = item.partition(".")
        if "=" in item:
            game = reading_named(item.partition("=")[0]).partition(".")[0]
        elif place:
            wish = "at most one edition, and after it pairs like win-stops=end-of-turn"
            raise InputError(f"{shorten(item, LONGEST_NAME)!r} sets no reading", expected=wish)
        else:
            game, name = (game, name) if dot and game in GAMES else ("", item)
            edition = editions().get(name)
            if name != DEFAULT and (edition is None or game not in ("", edition.game)):
                wish = f"{', '.join(editions())}, {DEFAULT}, or pairs like draw=draw-turns"
                raise InputError(f"there is no edition {shorten(item, LONGEST_NAME)!r}", expected=wish)
            game = edition.game if edition else game
        games |= {game: None} if game else {}
    if len(games) > 1:
        what = f"{shorten(text, LONGEST_NAME)!r} names readings of {' and '.join(games)}"
        raise InputError(what, expected="readings of one game")
    return next(iter(games), None), edition, [item for item in items if "=" in item]


def _set_of(text: str, game: str, edition: Edition | None, pairs: list[str]) -> ReadingSet:
    rules = find_game(game)
    if pairs:
        # Says what is wrong with unknown values, and with a reading that is set twice.
        rules.Readings.from_text(" ".join(pairs))
    changed = {reading_named(name): value for name, _, value in (item.partition("=") for item in pairs)}
    readings = rules.Readings.from_mapping({**(edition.readings if edition else {}), **changed})
    return ReadingSet(shorten(text, LONGEST_NAME), rules, readings, edition, changed)
