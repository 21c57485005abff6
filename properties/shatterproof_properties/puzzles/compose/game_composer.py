"""What is to be known of a game for composing: how positions look, are changed and are told apart."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any, Protocol, cast

from shatterproof.game import find_game
from shatterproof_properties.puzzles.claims.claim import Claim

Json = dict[str, Any]


class GameComposer(Protocol):
    """What composing has to know of one game; a module of this package for each. Positions are JSON values."""

    def opening(self, board: str) -> Json:
        """Where a game starts."""

    def most_turns(self, board: str) -> int:
        """After how many turns a game that goes on is given up."""

    def without_memory(self, position: Json) -> Json:
        """The position without what it remembers."""

    def passed(self, position: Json) -> Json | None:
        """The position with the other side to move, where that says something about threats."""

    def score(self, adapter: Any, here: Any) -> float:
        """How good a position, as the second engine has it, looks for the side that is not to move."""

    def balance(self, adapter: Any, here: Any) -> float:
        """What the side that is not to move has on the board, less what the other has; as `score`, but material only.

        Crumble counts unit squares, Splinter pieces, Scrunch stones less twice the snakes.
        """

    def changed(self, position: Json, chance: Random) -> Json | None:
        """The position with one small thing changed, perhaps against the rules; None if nothing came to mind."""

    def composed(self, position: Json, claim: Claim, chance: Random) -> Iterator[Json]:
        """Positions of the same board, composed by a solver so that the claim may well hold; none where none can be."""

    def images(self, position: Mapping[str, Any]) -> Iterable[str]:
        """A text for each image of the position under turns and mirrors, colours as seen from the side to move."""

    def is_sensible(self, position: Json) -> bool:
        """Whether both sides have so much on the board that people will look at the position."""


def composer_of(game: str) -> GameComposer:
    """What composing knows of a game. Raises InputError for an unknown one."""
    find_game(game)
    return cast(GameComposer, importlib.import_module(f"shatterproof_properties.puzzles.compose.{game}"))


def simpler_by(game: str, position: Json, readings: Mapping[str, str]) -> Iterator[Json]:
    """What a found position of a game would be shrunk to, of the same board, undecided, remembering nothing."""
    from shatterproof_properties.play import simpler

    rules = find_game(game)
    for nearer in simpler(rules, rules.from_json(position, rules.Readings.from_mapping(readings))):
        if rules.outcome(nearer) is None:
            value = {name: held for name, held in rules.to_json(nearer).items() if name != "readings"}
            if value["board"] == position["board"]:
                yield value


def in_eight_ways(columns: int, rows: int, entries: Iterable[tuple[int, int, int, int, str]]) -> Iterator[str]:
    """A text for each of the eight images of a rectangular board with rectangles on it: west, south, width, height."""
    images = [list(entries)]
    for _ in range(3):
        height = rows if len(images) % 2 else columns
        images.append([(height - y - h, x, h, w, what) for x, y, w, h, what in images[-1]])
    for turned, image in enumerate(images):
        width, height = (rows, columns) if turned % 2 else (columns, rows)
        mirrored = [(width - x - w, y, w, h, what) for x, y, w, h, what in image]
        for one in (image, mirrored):
            yield f"{width}x{height} {sorted(one)}"
