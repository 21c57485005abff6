"""The introduction that an engine gives in `hello`, and the boards in it: 6x6, 7, and ranges, 2x2..16x16, 3..10."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import GAMES, AnyGame, find_game
from shatterproof_properties.common.prose import printable

ANY_VALUE = "*"
"""Stands for the value of a reading that the engine plays without knowing which. The harness finds out."""
REFUSALS = ("kinds", "one", "none")
"""How engines refuse turns: with a word for each kind, with one word for all, or not at all.

The first is the default.
"""


@dataclass(frozen=True)
class Announced:
    """The answer to `hello`.

    `can` are commands. `starts` says how games may begin ("start", "position"), and `lists_from` the same for `turns`.
    With `own_texts` turns have a notation of the engine's own. `refusals` is one of REFUSALS. A `lenient` engine may
    read texts otherwise whose meaning only conventions of the spec settle.
    """

    name: str
    version: str
    can: frozenset[str]
    starts: frozenset[str]
    own_texts: bool
    games: Mapping[str, AnnouncedGame]
    refusals: str = "kinds"
    lists_from: frozenset[str] = frozenset({"position"})
    lenient: bool = False

    @classmethod
    def read(cls, hello: Mapping[str, Any]) -> Announced:
        """Reads the `ok` part of an answer to `hello` that fits its schema."""
        games = {}
        for game, about in hello["games"].items():
            values = {reading: tuple(each) for reading, each in about.get("readings", {}).items()}
            games[game] = AnnouncedGame(game, tuple(about["boards"]), values)
        about = hello["engine"]
        can, starts = frozenset(hello["can"]), frozenset(hello["from"])
        name, version = printable(about["name"]), printable(about["version"])
        lists_from = frozenset(hello.get("turns_from", ["position"])) & starts if "turns" in can else frozenset()
        texts, refusals = hello.get("texts"), hello.get("refusals", REFUSALS[0])
        return cls(name, version, can, starts, texts == "own", games, refusals, lists_from, texts == "lenient")

    @property
    def title(self) -> str:
        return f"{self.name} {self.version}".strip()

    @property
    def from_position(self) -> bool:
        """Whether it can be asked about positions that are set up."""
        return "position" in self.starts

    @property
    def tells_kinds(self) -> bool:
        return self.refusals == "kinds" and not self.lenient

    @property
    def refuses(self) -> bool:
        """Whether it may be asked about turns that are not legal."""
        return self.refusals != "none"

    @property
    def known_games(self) -> tuple[str, ...]:
        """The games of the spec among its own, in the order of the spec."""
        return tuple(name for name in GAMES if name in self.games)

    def game(self, name: str) -> AnnouncedGame:
        """The announcement of one game. Raises InputError if the engine does not play it."""
        if name not in self.games:
            raise InputError(f"the engine does not play {name}", "hello", f"{name} among its games")
        return self.games[name]


@dataclass(frozen=True)
class AnnouncedGame:
    """One game of an engine: boards and ranges of boards, and the values of readings that it plays, by id.

    A reading that is left out is played at its default only.
    """

    name: str
    entries: tuple[str, ...]
    values: Mapping[str, tuple[str, ...]]

    @property
    def rules(self) -> AnyGame:
        return find_game(self.name)

    @cached_property
    def boards(self) -> tuple[str, ...]:
        """The name of each board, smallest first within a range."""
        return tuple(expand(self.entries))

    def has_board(self, board: str) -> bool:
        return covers(self.entries, board)

    def plays(self, reading: str) -> tuple[str, ...]:
        """The values of a reading that it may be asked under; ANY_VALUE if it does not know which it plays."""
        return self.values.get(reading, self.rules.Readings.choices()[reading][:1])

    @property
    def unknown(self) -> tuple[str, ...]:
        return tuple(name for name, values in self.values.items() if ANY_VALUE in values)

    @property
    def with_choice(self) -> tuple[str, ...]:
        return tuple(name for name, values in self.values.items() if len(set(values)) > 1)

    def choose(self, wanted: Mapping[str, str] | None = None) -> Any:
        """The readings to play under: those wanted; else the default, or the first value if the default is not played.

        Raises InputError for a wanted value that it does not play.
        """
        wanted = wanted or {}
        chosen = dict(wanted)
        for reading, values in self.rules.Readings.choices().items():
            theirs = self.plays(reading)
            if ANY_VALUE in theirs:
                continue
            if reading in wanted and wanted[reading] not in theirs:
                what = f"the engine does not play {reading}={wanted[reading]}"
                raise InputError(what, "--readings", " or ".join(f"{reading}={value}" for value in theirs))
            if reading not in wanted and values[0] not in theirs:
                chosen[reading] = theirs[0]
        return self.rules.Readings.from_mapping(chosen)

    def to_tell(self, readings: Any) -> dict[str, str]:
        """The readings for `open`, in our order: those that the engine has announced, except with ANY_VALUE."""
        chosen = readings.to_mapping().items()
        return {name: value for name, value in chosen if ANY_VALUE not in self.values.get(name, (ANY_VALUE,))}


def contradiction(hello: Mapping[str, Any]) -> tuple[str, str] | None:
    """The contradiction in an answer to `hello` that fits its schema, and the pointer to it."""
    can, begins, lists_from = hello["can"], hello["from"], hello.get("turns_from")
    if hello.get("texts") == "own" and not ("turns" in can and "position" in begins):
        return "texts of its own need turns among can and position in from", "/ok/texts"
    if lists_from is None:
        return None
    if "turns" not in can:
        return "turns_from needs turns among can", "/ok/turns_from"
    if missing := sorted(set(lists_from) - set(begins)):
        return f"turns_from names {missing[0]}, which from does not", "/ok/turns_from"
    if hello.get("texts") == "own" and "position" not in lists_from:
        return "texts of its own need position in turns_from", "/ok/turns_from"
    return None


# Names of boards


LARGEST_SIDE = 26
"""The largest side of a board in a game that announces no boards."""


def area(game: AnyGame, board: str) -> int:
    """The size of a board, to order boards by: columns times rows, or the side."""
    return math.prod(game.board_size(board))


def has_opening(game: AnyGame, board: str) -> bool:
    try:
        game.start(board)
    except InputError:
        return False
    return True


def boards_around(game: AnyGame) -> tuple[str, ...]:
    """The boards that the rules can open a game on, as ranges like those that engines announce.

    From the standard board, one side at a time is made smaller or larger while there is an opening. If some board of
    the smallest and largest sides found in this way has none, the standard board is the only one.
    """
    standard = _sides(game.start().board)

    def furthest(place: int, step: int) -> int:
        sides = list(standard)
        while 0 < sides[place] + step <= LARGEST_SIDE and has_opening(game, _name(_stepped(sides, place, step))):
            sides = _stepped(sides, place, step)
        return sides[place]

    ends = [sorted({furthest(place, -1), furthest(place, 1)}) for place in range(len(standard))]
    if not all(has_opening(game, _name(corner)) for corner in product(*ends)):
        return (_name(standard),)
    return (f"{_name([each[0] for each in ends])}..{_name([each[-1] for each in ends])}",)


def _stepped(sides: Sequence[int], place: int, step: int) -> list[int]:
    return [side + step * (at == place) for at, side in enumerate(sides)]


def _name(sides: Iterable[int]) -> str:
    return "x".join(map(str, sides))


def covers(announced: Iterable[str], board: str) -> bool:
    """Whether the board of that name is one of the boards and ranges announced."""
    sides = _sides(board)
    return any(
        len(sides) == len(low) == len(high) and all(a <= side <= b for a, side, b in zip(low, sides, high, strict=True))
        for low, high in map(_ends, announced)
    )


def expand(announced: Iterable[str]) -> Iterator[str]:
    """The name of each announced board, smallest first within a range, none twice."""
    ranges = ([range(a, b + 1) for a, b in zip(low, high, strict=False)] for low, high in map(_ends, announced))
    ordered = (sorted(product(*each), key=lambda sides: (sum(sides), sides)) for each in ranges)
    yield from dict.fromkeys(_name(sides) for boards in ordered for sides in boards)


def _ends(entry: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    low, _, high = entry.partition("..")
    return _sides(low), _sides(high or low)


def _sides(board: str) -> tuple[int, ...]:
    return tuple(int(side) for side in board.split("x"))
