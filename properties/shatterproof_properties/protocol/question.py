"""A question: a start, turns played from there, and what is asked about the position that they lead to."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, Literal, NamedTuple, Self

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import GAMES, AmbiguousTurn, AnyGame, IllegalTurn, find_game
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.announced import area
from shatterproof_properties.protocol.answers import MEMORY, forgotten, position_to_json
from shatterproof_properties.protocol.messages import JsonText

Command = Literal["apply", "turns", "count", "position"]
"""What a question asks about a position: the verdict on a turn, all results, a count, or whether it may stand."""
FIELDS = ("played", "readings", "start", "turn")
EARLIER = "earlier"
"""The field of a counterexample for earlier questions. Readers take it out first."""


class Size(NamedTuple):
    """The order of questions, simplest first.

    The fields are: the `area` of the board and its name; `pieces`, the most that stand up to the position asked about;
    the number of `turns` of the game and of their `characters`; the length of what the start remembers; the texts of
    the turns; the start in JSON.
    """

    area: int
    board: str
    pieces: int
    turns: int
    characters: int
    memory: int
    texts: str
    start: str


@dataclass(frozen=True)
class Question:
    """A question about a game, as plain values that can be kept, compared and sent.

    `readings` are `(id, value)` pairs that depart from the defaults, sorted. `start` is a position as the protocol has
    it, in canonical JSON, or None for the opening of `board`. `played` are the texts of the turns that lead from there
    to the position that the question is about. `turn` is the text asked about by `apply`, `depth` the plies of `count`.
    """

    game: str
    board: str
    readings: tuple[tuple[str, str], ...] = ()
    start: str | None = None
    played: tuple[str, ...] = ()
    do: Command = "apply"
    turn: str = ""
    depth: int = 0

    @classmethod
    def at(cls, game: AnyGame, start: Any, **asked: Any) -> Self:
        """A question about a position of the reference, which is kept, so that `start` is not read again.

        `asked` are the other fields. With `played` among them, the position asked about is found by playing these
        turns.
        """
        readings = _departures(start.readings)
        data = position_to_json(game, start)
        question = cls(game.NAME, start.board, readings, strict_json.encode(data), **asked)
        known = {} if question.played else {"position": start, "data": data}
        return question._knowing(begun=start, chosen=start.readings, **known)

    @classmethod
    def about(cls, game: str, readings: tuple[tuple[str, str], ...], data: dict[str, Any], **asked: Any) -> Self:
        """A question about a position in the form of the protocol, which is not read. `asked` are the other fields."""
        return cls(game, data["board"], readings, strict_json.encode(data), **asked)._knowing(data=data)

    @property
    def rules(self) -> AnyGame:
        return find_game(self.game)

    @cached_property
    def chosen(self) -> Any:
        """The readings that it is asked under."""
        return self.rules.Readings.from_mapping(dict(self.readings))

    @property
    def from_opening(self) -> bool:
        """Whether it begins with the opening of its board. Every engine can be asked such a question."""
        return self.start is None or self.start == _opening(self.game, self.board, self.chosen)

    @cached_property
    def begun(self) -> Any:
        """The position of the reference that it starts from. Raises InputError if the rules refuse it."""
        return self.begin(self.chosen)

    @cached_property
    def position(self) -> Any:
        """The position of the reference that it is about.

        Raises InputError, IllegalTurn or AmbiguousTurn if a turn before it cannot be played.
        """
        return self._play(self.begun)

    @cached_property
    def data(self) -> dict[str, Any]:
        """The position that it is about, in the form of the protocol. Raises what `position` raises."""
        if self.is_written:
            return self._begun_data()
        return position_to_json(self.rules, self.position)

    def _begun_data(self) -> dict[str, Any]:
        # We have written the text ourselves: whatever came from outside was read strictly before.
        return json.loads(self.start) if self.start else position_to_json(self.rules, self.begun)

    def begin(self, readings: Any, strict: bool = True) -> Any:
        """The position that it starts from, under other readings. Raises InputError if they forbid it."""
        if self.start is None:
            return self.rules.start(self.board, readings)
        return self.rules.from_json(strict_json.decode(self.start), readings, strict)

    def reach(self, readings: Any) -> Any:
        """The position that it is about, under other readings. Raises what `position` raises."""
        return self._play(self.begin(readings))

    def _play(self, position: Any) -> Any:
        for text in self.played:
            position = self.rules.play(position, self.rules.parse_turn(position, text))
        return position

    def after(self, text: str, position: Any | None = None) -> Self:
        """The question with one more turn played. It leads to `position`, if that is known already."""
        further = replace(self, played=(*self.played, text))._knowing(**self._known("chosen", "begun"))
        return further if position is None else further._knowing(position=position)

    def at_start(self) -> Self:
        """The question about all turns of the position that it starts from."""
        known = self._known("chosen", "begun")
        known |= {"position": known["begun"]} if "begun" in known else {}
        return replace(self, played=(), do="turns", turn="", depth=0)._knowing(**known)

    def asking(self, do: Command, turn: str = "", depth: int = 0) -> Self:
        """Another question about the same position."""
        known = self._known("chosen", "begun", "position", "data")
        if "position" in known and not self.is_written:
            # Written once for all that is asked there.
            known["data"] = self.data
        return replace(self, do=do, turn=turn, depth=depth)._knowing(**known)

    def placed(self, data: dict[str, Any]) -> Self:
        """The same question with its position, in the form of the protocol, if somebody knows it already."""
        return replace(self)._knowing(data=data, **self._known("chosen", "begun"))

    def abridged(self) -> Self:
        """The same question without its start, if that is the opening of its board."""
        known = self._known("chosen", "begun", "position", "data")
        return replace(self, start=None)._knowing(**known) if self.from_opening else self

    def forgetting(self) -> Self:
        """The same question about the position as if it remembered nothing of the turns before; no turns are played."""
        data = forgotten(self.data)
        same = {"position": self.position} if data == self.data else {}
        asked = {"do": self.do, "turn": self.turn, "depth": self.depth}
        return self.about(self.game, self.readings, data, **asked)._knowing(**self._known("chosen"), **same)

    def under(self, readings: Mapping[str, str]) -> Self:
        """The same question under other readings, given by id; those left out are at their defaults."""
        departures = self.rules.Readings.from_mapping(readings).departures()
        return replace(self, readings=tuple(sorted(departures.items())))

    @cached_property
    def remembered(self) -> Any:
        """What its start remembers of the turns before; None if it begins with the opening."""
        return strict_json.decode(self.start).get(MEMORY) if self.start else None

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of the turns of its game, with the one asked about."""
        return (*self.played, self.turn) if self.turn else self.played

    @cached_property
    def size(self) -> Size:
        """Its place in the order of questions."""
        extent = features.of(self.rules).extent
        position = self.begun if "begun" in self.__dict__ else self.begin(self.chosen, strict=False)
        most = extent(position)[1]
        for text in self.played:
            try:
                position = self.rules.play(position, self.rules.parse_turn(position, text))
            except (InputError, IllegalTurn, AmbiguousTurn):
                break
            most = max(most, extent(position)[1])
        texts = " ".join(self.texts)
        memory = len(strict_json.encode(self.remembered)) if self.remembered else 0
        large = area(self.rules, self.board), self.board, most
        return Size(*large, len(self.texts), len(texts), memory, texts, self.start or "")

    @property
    def is_written(self) -> bool:
        """Whether it is about the position in `start`, with no turns played."""
        return self.start is not None and not self.played

    def message(self, from_position: bool = True, as_text: bool = False) -> dict[str, Any]:
        """The question in the form of the protocol, without id and context.

        Unless it may be asked `from_position`, `apply` and `turns` have the whole list of turns from the opening. With
        `as_text` a position may be JsonText.
        """
        if self.do in ("apply", "turns") and not from_position:
            return {"do": self.do, "turns": [*self.played, *([self.turn] if self.do == "apply" else [])]}
        position = JsonText(self.start) if as_text and self.is_written else self.data
        asked: dict[str, Any] = {"do": self.do, "position": position}
        more: dict[str, dict[str, Any]] = {"apply": {"turn": self.turn}, "count": {"depth": self.depth}}
        return asked | more.get(self.do, {})

    def to_json(self) -> dict[str, Any]:
        """The question as JSON values: what `check --replay` reads."""
        data = {"start": self._begun_data(), "played": list(self.played), "turn": self.turn}
        return data | ({"readings": dict(self.readings)} if self.readings else {})

    @classmethod
    def from_json(cls, data: Any, where: str, game: str = "") -> Self:
        """The question of a counterexample in JSON values, of the named game, else of the one that its start names.

        Raises InputError for another form. The rules check its position and its turns only when it is asked.
        """
        if not isinstance(data, dict) or "start" not in data:
            raise InputError("this is no counterexample", where, "an object with start, played and turn")
        if unknown := data.keys() - set(FIELDS):
            raise InputError(f"unknown field {min(unknown)[:60]!r}", where, ", ".join(FIELDS))
        played, turn, readings = data.get("played", []), data.get("turn", ""), data.get("readings", {})
        if not isinstance(played, list) or not all(isinstance(text, str) for text in (*played, turn)):
            raise InputError("a turn is not a text", where, "texts of turns in played and in turn")
        if not isinstance(readings, dict) or not all(isinstance(value, str) for value in readings.values()):
            raise InputError("a reading is not a text", where, "readings by their ids")
        start = data["start"] if isinstance(data["start"], dict) else {}
        if not game and start.get("game") not in GAMES:
            wish = f"a start with a game, one of {', '.join(GAMES)}"
            raise InputError("the counterexample names no game", where, wish)
        chosen = tuple(sorted(readings.items()))
        written = strict_json.encode(data["start"])
        asked: dict[str, Any] = {"do": "apply", "turn": turn} if turn else {"do": "turns"}
        return cls(game or start["game"], str(start.get("board", "")), chosen, written, tuple(played), **asked)

    def _known(self, *names: str) -> dict[str, Any]:
        return {name: self.__dict__[name] for name in names if name in self.__dict__}

    def _knowing(self, **known: Any) -> Self:
        # What is known already need not be read or played again.
        self.__dict__.update(known)
        return self


@lru_cache(maxsize=64)
def _departures(readings: Any) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(readings.departures().items()))


@lru_cache(maxsize=64)
def _opening(game: str, board: str, readings: Any) -> str | None:
    rules = find_game(game)
    try:
        return strict_json.encode(position_to_json(rules, rules.start(board, readings)))
    except InputError:
        return None
