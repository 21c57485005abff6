"""Turns under construction: the parts chosen so far, what can come next, and how things stand."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import Any, Protocol, Self

from shatterproof.game import REFUSALS, AnyGame, IllegalTurn, Refusal, find_game
from shatterproof_properties.explorer.building import crumble, scrunch, splinter
from shatterproof_properties.explorer.building.choice import Choice, Shape
from shatterproof_properties.explorer.showing import (
    Json,
    caption,
    draw,
    outcome_to_json,
    refusal_to_json,
    step_to_json,
)
from shatterproof_properties.protocol.explaining import steps_of
from shatterproof_properties.protocol.explaining.step import Step


class Building(Protocol):
    """What each game offers: a turn as far as it is chosen."""

    @property
    def parts(self) -> tuple[str, ...]:
        """What has been chosen, in order, as `choices` has it."""

    @property
    def expects(self) -> str | None:
        """The word of the part that a click on a piece, cell or square tries."""

    @property
    def prompt(self) -> str:
        """What is to be chosen, in a sentence."""

    @property
    def turn(self) -> Any | None:
        """The turn, where it may end here."""

    @property
    def so_far(self) -> Any | None:
        """What has been chosen, as a turn that may lack its end, to be told; None where it does nothing yet."""

    @property
    def standing(self) -> Any:
        """The position as it stands with these parts, to be drawn."""

    @property
    def marked(self) -> list[str]:
        """The names of what has been chosen and waits to be used."""

    def added(self, part: str) -> Self:
        """With one part more. Raises IllegalTurn where the rules exclude it, MalformedTurn where it is no part."""

    def choices(self) -> list[Choice]:
        """The parts that can come next, and those nearby that cannot."""


_ARROWS: dict[str, Callable[[Any, Any], Shape | None]] = {
    "crumble": crumble.arrow_of,
    "scrunch": scrunch.arrow_of,
    "splinter": splinter.arrow_of,
}
_BUILDINGS: dict[str, Any] = {
    "crumble": crumble.Building,
    "scrunch": scrunch.Building,
    "splinter": splinter.Building,
}


def next_parts(game: AnyGame, position: Any, parts: list[str]) -> Json:
    """The answer to `next`: a turn with these parts, up to the first that is refused."""
    found, refused = [_built(game.NAME, position, ())], None
    for part in parts:
        try:
            check_going_on(game, position)
            found.append(_built(game.NAME, position, (*found[-1].parts, part)))
        except REFUSALS as error:
            refused = refusal_to_json(game, error)
            break
    return _told(game, position, found, refused)


@lru_cache(maxsize=1024)
def _built(name: str, position: Any, parts: tuple[str, ...]) -> Building:
    """A turn with these parts, all but the last as `choices` has them, built once. Raises what `added` raises."""
    if not parts:
        begun: Building = _BUILDINGS[name](position)
        return begun
    return _built(name, position, parts[:-1]).added(parts[-1])


def shape_of(game: AnyGame, position: Any, turn: Any) -> Shape | None:
    """Where a turn of a position goes, as an arrow in its drawing; None where nothing moves."""
    return _ARROWS[game.NAME](position, turn)


def check_going_on(game: AnyGame, position: Any) -> None:
    """Raises IllegalTurn if the game is over."""
    if game.outcome(position):
        raise IllegalTurn(f"{game.NAME}.turn.finished", "the game is over")


def _told(game: AnyGame, position: Any, found: list[Building], refused: Json | None) -> Json:
    building = found[-1]
    ended = game.outcome(position)
    steps = [_steps(game, position, each) for each in found[-2:]]
    return {
        "parts": list(building.parts),
        "prompt": "The game is over." if ended else building.prompt,
        "choices": [] if ended else [_choice_to_json(game, choice) for choice in building.choices()],
        "expects": None if ended else building.expects,
        "turn": None if building.turn is None else game.format_turn(position, building.turn),
        "did": [step_to_json(game, step) for step in _news(steps)],
        "drawing": draw(game, building.standing, building.marked),
        "caption": caption(game, building.standing),
        "outcome": _outcome(game, position, building),
        "refusal": refused,
    }


def _outcome(game: AnyGame, position: Any, building: Building) -> Json | None:
    """How the game has ended if the turn ends here; what only stands for the moment has no outcome."""
    if building.turn is None:
        return outcome_to_json(game, position)
    return outcome_to_json(game, game.play(position, building.turn))


def _steps(game: AnyGame, position: Any, building: Building) -> list[Step]:
    """All that the parts do, told."""
    return [] if building.so_far is None else _told_once(game.NAME, position, building.so_far)


@lru_cache(maxsize=256)
def _told_once(name: str, position: Any, turn: Any) -> list[Step]:
    return steps_of(find_game(name), position, turn)


def _news(steps: list[list[Step]]) -> list[Step]:
    """What the last part has done: the steps that were not told before it."""
    for before, now in pairwise(steps):
        alike = next((at for at, pair in enumerate(zip(before, now, strict=False)) if pair[0] != pair[1]), len(before))
        return now[alike:]
    return []


def _choice_to_json(game: AnyGame, choice: Choice) -> Json:
    refusal: Refusal | None = choice.refused
    return {
        "part": choice.part,
        "at": [name for name in choice.at if name],
        "label": choice.label,
        "shape": choice.shape,
        "refusal": None if refusal is None else refusal_to_json(game, refusal),
    }
