"""A change of a position by one piece, and what every game says of its pieces."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

PLACE = re.compile("[a-z][1-9][0-9]?")
"""The names of cells and squares."""


class Change(NamedTuple):
    """A change: the names of the pieces, or of the place, in words, and how it changes a position of the reference.

    `is_fewer` says that there is a piece less afterwards.
    """

    pieces: tuple[str, ...]
    words: str
    is_fewer: bool
    make: Callable[[Any], Any]

    @property
    def piece(self) -> str:
        """The piece, or both pieces, by name."""
        return " with ".join(self.pieces)


class Pieces(ABC):
    """The pieces of a position by their names, and what can be done to each."""

    def __init__(self, position: Any, diagram: str) -> None:
        self.position = position

    @abstractmethod
    def every(self) -> list[Any]:
        """All pieces, in order."""

    @abstractmethod
    def place(self, name: str) -> Any:
        """The piece of that name, or the place where one could be. Raises InputError."""

    @abstractmethod
    def found(self, name: str) -> Any:
        """The piece of that name. Raises InputError."""

    @abstractmethod
    def changes(self, piece: Any) -> Iterator[Change]:
        """All changes of a piece, or of an empty place."""

    @abstractmethod
    def recoloured(self, piece: Any) -> Change:
        """The piece in the other colour."""

    @abstractmethod
    def added(self, text: str) -> Change:
        """What a letter and a place say put on the board. Raises InputError."""
