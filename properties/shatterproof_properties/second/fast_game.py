"""The public interface of the second engines: one way to play any game fast.

Only the reference decides what is right.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from shatterproof.errors import InputError, shorten
from shatterproof.game import AmbiguousTurn, IllegalTurn, MalformedTurn, Outcome, find_game
from shatterproof_properties.second.engine import MOST, RefusedTurn, ResultTexts, SecondEngine
from shatterproof_properties.second.reference_engine import ReferenceEngine, second_engine

UNKNOWN = Outcome(None, "")
"""The outcome of a position before anybody has asked for it."""


class FastPosition:
    """A position of a FastGame: immutable, and equal where the future is the same; it can be pickled.

    It holds its canonical JSON without readings, or a value of its engine; `text` writes the JSON when first asked for.
    """

    __slots__ = ("_engine", "_here", "_outcome", "_text")

    def __init__(self, text: str = "", outcome: Outcome | None = UNKNOWN, engine: Any = None, here: Any = None) -> None:
        self._text, self._outcome = text, outcome
        self._engine, self._here = engine, here

    @property
    def text(self) -> str:
        """The position in canonical JSON."""
        if not self._text:
            self._text = self._engine.text(self._here)
        return self._text

    @property
    def to_move(self) -> str:
        """The side to move."""
        side: str = json.loads(self.text)["to_move"]
        return side

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FastPosition) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"FastPosition({self.text!r})"

    def __reduce__(self) -> tuple[type[FastPosition], tuple[str]]:
        return FastPosition, (self.text,)


class FastGame:
    """One game on one board under one set of readings, played by its second engine; turns are texts.

    Under the default readings lists come from compiled functions, where those were built: see `is_compiled`. A game
    without a second engine is played by its reference, no faster than that: see `is_reference`.
    """

    def __init__(self, game: str, board: str | None = None, readings: Mapping[str, str] | None = None) -> None:
        """Open a game.

        Args:
            game: The name of the game.
            board: The name of the board; the standard board if left out.
            readings: Readings by full id; the others are at their defaults.

        Raises:
            InputError: There is no such game, board or reading.
        """
        self._rules = find_game(game)
        self.name = game
        self.board = self._rules.start().board if board is None else board
        self._engine: SecondEngine[Any, Any] = second_engine(game).on_board(self.board, readings)
        self.readings = dict(self._engine.readings)
        self._compiled = self._engine._compiled
        self._known: tuple[FastPosition, dict[str, Any]] | None = None

    @property
    def is_compiled(self) -> bool:
        """Whether compiled functions list the turns."""
        return self._compiled is not None

    @property
    def is_reference(self) -> bool:
        """Whether the reference plays, since the game has no second engine."""
        return isinstance(self._engine, ReferenceEngine)

    def start(self) -> FastPosition:
        """Give the opening position.

        Returns:
            The position before the first turn.

        Raises:
            InputError: The board has none.
        """
        return self._position(self._engine.opening())

    def turns(self, position: FastPosition) -> list[str]:
        """List one turn, the first, for each distinct result; none once the game is over."""
        return list(self._numbered(position))

    def results(self, position: FastPosition) -> Iterator[tuple[str, FastPosition]]:
        """List the turns of `turns`, each with the position that it leads to, lazily."""
        if self._compiled:
            for turn, text, ended in self._engine.listed(position.text, MOST):
                yield turn, FastPosition(text, _outcome(ended))
        else:
            here = self._own(position)
            for each, after in self._engine.results(here):
                yield self._engine.turn_text(here, each), self._position(after)

    def play(self, position: FastPosition, turn: str) -> FastPosition:
        """Play a turn.

        Args:
            position: Where it is played.
            turn: A turn in any way in which it may be written; those of `turns` are quickest.

        Returns:
            The position after it.

        Raises:
            MalformedTurn: The text is no turn.
            IllegalTurn: It breaks a rule; `clause` says which.
            AmbiguousTurn: It has several meanings; `meanings` lists them.
        """
        known = self._numbered(position).get(turn)
        if isinstance(known, FastPosition):
            return known
        if known is not None and self._compiled and (listed := self._compiled.results(position.text, 1, known)):
            _, text, ended = ResultTexts(*listed)[0]
            return FastPosition(text, _outcome(ended))
        try:
            found = self._engine.meanings(self._own(position), turn)
        except RefusedTurn as refused:
            raise IllegalTurn(refused.clause, f"{shorten(turn, 40)!r} is refused") from None
        if not found:
            raise MalformedTurn(f"{shorten(turn, 40)!r} is no turn of {self.name}")
        if len(found) > 1:
            raise AmbiguousTurn(turn, tuple(meaning for meaning, _ in found), "")
        return self._position(found[0][1])

    def outcome(self, position: FastPosition) -> Outcome | None:
        """Say how the game has ended; None while it goes on."""
        if position._outcome is UNKNOWN:
            position._outcome = self._engine.outcome(self._own(position))
        return position._outcome

    def count(self, position: FastPosition, depth: int) -> int:
        """Count the leaves of the tree of results `depth` plies below a position."""
        return sum(leaves for _, leaves in self.divide(position, depth)) if depth else 1

    def divide(self, position: FastPosition, depth: int) -> list[tuple[str, int]]:
        """Count the leaves `depth` plies below a position, at least one, by first turn, sorted by its text."""
        if self._compiled and (found := self._compiled.leaves(position.text, depth)):
            return sorted((turn, leaves) for turn, leaves in json.loads(f"[{found[0]}]"))
        engine, here = self._engine, self._own(position)
        by = ((engine.turn_text(here, turn), engine.leaves(after, depth - 1)) for turn, after in engine.results(here))
        return sorted(by)

    def from_reference(self, position: Any) -> FastPosition:
        """Take over a position of the reference.

        Args:
            position: A position of this game, board and readings.

        Returns:
            The same position for this game.

        Raises:
            InputError: It is of another game or board, or under other readings.
        """
        theirs = (position.readings.game, position.board, position.readings.to_mapping())
        if theirs != (self.name, self.board, self.readings):
            what = f"a position of {theirs[0]} on board {theirs[1]}, or under other readings"
            raise InputError(what, expected=f"one of {self.name} on board {self.board} under the readings of this game")
        data = dict(self._rules.to_json(position))
        data.pop("readings", None)
        return self.from_json(data)

    def to_reference(self, position: FastPosition) -> Any:
        """Give the reference's position, for what only the reference does: diagrams, pictures, reasons."""
        readings = self._rules.Readings.from_mapping(self.readings)
        return self._rules.from_json(json.loads(position.text), readings)

    def from_json(self, data: object) -> FastPosition:
        """Take a position as JSON values.

        Args:
            data: A dictionary in the form of the protocol.

        Returns:
            The position.

        Raises:
            InputError: Board, rules or readings forbid it.
        """
        return self._position(self._engine.read(data))

    def _position(self, here: Any) -> FastPosition:
        return FastPosition("", UNKNOWN, self._engine, here)

    def _own(self, position: FastPosition) -> Any:
        if position._engine is not self._engine:
            here = self._engine.read(json.loads(position.text))
            position._engine, position._here = self._engine, here
        return position._here

    def _numbered(self, position: FastPosition) -> dict[str, Any]:
        """The turns of a position, each with its place in the compiled list, or with the position after it."""
        known = self._known
        if known is None or (known[0] is not position and known[0] != position):
            if self._compiled and (found := self._compiled.leaves(position.text, 1)):
                # No turn needs an escape.
                turns = found[0][2:-4].split('",1],["') if found[1] else []
                listed: dict[str, Any] = {turn: number for number, turn in enumerate(turns)}
            else:
                listed = dict(self.results(position))
            known = self._known = position, listed
        return known[1]


def _outcome(ended: str) -> Outcome | None:
    return None if ended == "null" else Outcome(**json.loads(ended))
