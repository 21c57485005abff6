"""The explorer's knowledge of any game: turns are chosen from the list of legal ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Any

from shatterproof.drawing import state
from shatterproof.game import MalformedTurn, game_of
from shatterproof_properties.explorer.turns_on_board import Choice, Phase, Shape, TurnBuilder, no_part, standing_in

BOARD_FORM = "as the rules name them"
BOARDS: tuple[str, ...] = ()
MATERIAL = "birch"
AIM = ""
SHOWN_GAME: tuple[str, tuple[str, ...]] = ("", ())
LESSONS: tuple[Any, ...] = ()
CALL = ""
TOOLS: tuple[Any, ...] = ()
SWITCHES: tuple[Any, ...] = ()
EDITS: Mapping[frozenset[str], Callable[[Any, dict[str, Any]], Any]] = {}
CHECKS: tuple[Callable[[Any], object], ...] = ()
BREACHES: Mapping[str, Callable[[Any], list[Any]]] = {}
MOST_TURNS = 2000
"""The most turns that clicks can choose from. Others can be typed."""


def caption(position: Any) -> str:
    """A position in a few words."""
    game = game_of(position)
    return f"{game.NAME.capitalize()} {position.board}, {state(position.to_move, game.outcome(position))}"


def name_of(thing: Sequence[int]) -> str:
    return ",".join(map(str, thing))


def names_in(text: str) -> list[str]:
    return []


def thing_named(position: Any, name: str) -> Any | None:
    return None


def arrow_of(position: Any, turn: Any) -> Shape | None:
    return None


def deciding(position: Any) -> Iterable[Any]:
    return ()


def motion_of(position: Any, turn: Any) -> Iterable[Phase]:
    """Nothing: the drawings before and after the turn serve instead."""
    return ()


def in_words(position: Any, text: str, measured: bool = False) -> str:
    return text


def begin_turn(position: Any) -> ListedTurn:
    """A turn with nothing chosen yet, from the first legal ones."""
    game = game_of(position)
    turns = islice(game.turns(position), MOST_TURNS)
    return ListedTurn(position, {game.format_turn(position, turn): turn for turn in turns})


@dataclass(frozen=True)
class ListedTurn(TurnBuilder):
    """One of the legal turns of a position, as far as it is chosen.

    `left` are the turns whose texts name all places chosen so far.
    """

    position: Any
    left: Mapping[str, Any]
    parts: tuple[str, ...] = ()
    chosen: frozenset[str] = frozenset()

    @property
    def expects(self) -> str | None:
        return None if self._is_over else "at"

    @property
    def prompt(self) -> str:
        if self._is_over:
            return "The turn is over."
        return f"Choose what else the turn names: {len(self.left)} are left." if self.parts else "Choose a turn."

    @property
    def turn(self) -> Any | None:
        if self._is_over:
            return next(iter(self.left.values()))
        places = places_of(self.position)
        named = ((frozenset(name for name in places if is_named(name, text)), turn) for text, turn in self.left.items())
        whole = [turn for names, turn in named if names == self.chosen] if self.chosen else []
        return whole[0] if len(whole) == 1 else None

    @property
    def standing(self) -> Any:
        return self.position

    @property
    def marked(self) -> list[str]:
        return sorted(self.chosen)

    @property
    def _is_over(self) -> bool:
        return bool(self.parts) and len(self.left) == 1

    def added(self, part: str) -> ListedTurn:
        word, _, rest = part.partition(" ")
        if self._is_over or word not in ("at", "turn") or not rest:
            raise no_part(part, "nothing more: the turn is over" if self._is_over else "at PLACE or turn TURN")
        if word == "turn":
            turn = self.left[rest] if rest in self.left else self._turn_of(rest)
            return replace(self, left={rest: turn}, parts=(*self.parts, part))
        left = {text: turn for text, turn in self.left.items() if is_named(rest, text)}
        if not left and self.parts:
            return begin_turn(self.position).added(part)
        if not left:
            # Maybe the text of a turn is this place alone, and the rules say why it is none.
            try:
                left = {rest: self._turn_of(rest)}
            except MalformedTurn:
                raise no_part(part, "a place that a legal turn names") from None
        return replace(self, left=left, parts=(*self.parts, part), chosen=self.chosen | {rest})

    def _turn_of(self, text: str) -> Any:
        """A legal turn that is not among the first. Raises IllegalTurn, AmbiguousTurn, MalformedTurn."""
        game = game_of(self.position)
        turn = game.parse_turn(self.position, text)
        game.play(self.position, turn)
        return turn

    def choices(self) -> list[Choice]:
        if self._is_over:
            return []
        by_place = {
            name: [text for text in self.left if is_named(name, text)]
            for name in places_of(self.position)
            if name not in self.chosen
        }
        found = [
            Choice(f"at {name}", texts[0] if len(texts) == 1 else f"{name}: {len(texts)} turns", (name,))
            for name, texts in by_place.items()
            if texts
        ]
        clicked = {texts[0] for texts in by_place.values() if len(texts) == 1}
        return found + [Choice(f"turn {text}", text) for text in self.left if text not in clicked]


def is_named(name: str, text: str) -> bool:
    """Whether the text of a turn names a place: `a1` stands in `a1b1` and in `a1-b1`, not in `a11`."""
    before, after = ("[a-zA-Z]" if sign.isalpha() else "[0-9]" for sign in (name[0], name[-1]))
    return re.search(f"(?<!{before}){re.escape(name)}(?!{after})", text) is not None


@lru_cache(maxsize=64)
def places_of(position: Any) -> list[str]:
    """The names in the drawing of a position."""
    return list(standing_in(game_of(position).to_svg(position, named=True)))
