"""Why a turn is legal or not, step by step, and which readings would change that: data for whoever shows it."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Protocol, cast

from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, AnyGame, IllegalPosition, IllegalTurn, MalformedTurn, Outcome
from shatterproof_properties.protocol.explaining.step import Step as Step


class _Explainer(Protocol):
    """What the module of a game offers."""

    def attempted(self, position: Any, text: str) -> Any: ...
    def told(self, position: Any, turn: Any, names: Callable[[Any], str]) -> Iterator[Step]: ...
    def names_in(self, position: Any, turn: Any) -> Callable[[Any], str]: ...
    def between(self, position: Any, turn: Any) -> Any | None: ...


@dataclass(frozen=True)
class Judged:
    """What the rules make of a turn: `verdict` is legal, illegal or ambiguous.

    A legal one has its `position` after it and perhaps an `outcome`; any other the `clause` that it breaks, or that
    says why it is ambiguous, and the `reason`.
    """

    verdict: str
    position: Any = None
    outcome: Outcome | None = None
    clause: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Change:
    """What another value of a reading makes of the turn.

    `judged` is None where the position, or the game that led to it, could not be under that value: then `reason` says
    why not.
    """

    reading: str
    value: str
    judged: Judged | None = None
    reason: str = ""


@dataclass(frozen=True)
class Explanation:
    """A turn explained: what the rules make of it and why, and which single readings would change that.

    `turn` is the text given, or as it is written where it is legal; `between` in Crumble the position after the cut or
    join, before any swap. `steps` of an illegal turn end where it breaks a rule.
    """

    game: AnyGame
    turn: str
    before: Any
    judged: Judged
    steps: tuple[Step, ...]
    changes: tuple[Change, ...]
    between: Any = None


def explain(game: AnyGame, position: Any, text: str, under: Callable[[Any], Any] | None = None) -> Explanation:
    """A turn of a position explained.

    `under` gives the position anew under other readings, or raises IllegalTurn or InputError where it cannot be;
    without it the position is read anew as it stands. Raises MalformedTurn.
    """
    judged = judge_turn(game, position, text)
    steps, between = _steps(game, position, text, judged)
    changes = tuple(_changes(game, text, position, judged, under or _anew(game, position)))
    if judged.verdict == "legal":
        text = game.format_turn(position, game.parse_turn(position, text))
    return Explanation(game, text, position, judged, steps, changes, between)


def judge_turn(game: AnyGame, position: Any, text: str) -> Judged:
    """What the rules make of a turn. Raises MalformedTurn."""
    try:
        after = game.play(position, game.parse_turn(position, text))
    except IllegalTurn as refusal:
        return Judged("illegal", clause=refusal.clause, reason=refusal.reason)
    except AmbiguousTurn as refusal:
        return Judged("ambiguous", clause=refusal.clause, reason=f"it can mean {' or '.join(refusal.meanings)}")
    return Judged("legal", after, game.outcome(after))


def _steps(game: AnyGame, position: Any, text: str, judged: Judged) -> tuple[tuple[Step, ...], Any]:
    """The steps of a turn, up to the rule that it breaks, and the position in between."""
    explainer = cast(_Explainer, importlib.import_module(f"{__name__}.{game.NAME}"))
    found: list[Step] = []
    if game.outcome(position):
        return (), None
    try:
        turn = explainer.attempted(position, text)
        between = explainer.between(position, turn)
        for step in explainer.told(position, turn, explainer.names_in(position, turn)):
            found.append(step)
    except IllegalTurn:
        return tuple(found), None
    # What only the text does wrong, such as naming a group by the wrong mark, is no matter of any step.
    return (tuple(found), between) if judged.verdict == "legal" else ((), None)


def _anew(game: AnyGame, position: Any) -> Callable[[Any], Any]:
    """Gives the position under other readings, as it stands."""
    data = game.to_json(position)
    data.pop("readings", None)

    def under(readings: Any) -> Any:
        try:
            return game.from_json(data, readings)
        except InputError as refusal:
            if "memory" not in data:
                raise
            bare = {name: value for name, value in data.items() if name != "memory"}
            game.from_json(bare, readings)
            raise InputError("what is remembered would be something else", expected="the game so far") from refusal

    return under


def _changes(game: AnyGame, text: str, position: Any, judged: Judged, under: Callable[[Any], Any]) -> Iterator[Change]:
    """What every other value of each reading makes of the turn, where that is something else."""
    chosen = position.readings.to_mapping()
    for reading, values in position.readings.choices().items():
        for value in values:
            if value == chosen[reading]:
                continue
            readings = game.Readings.from_mapping({**chosen, reading: value})
            change = _change(game, text, Change(reading, value), readings, under)
            if change.judged is None or not _alike(game, change.judged, judged):
                yield change


def _change(game: AnyGame, text: str, change: Change, readings: Any, under: Callable[[Any], Any]) -> Change:
    try:
        return replace(change, judged=judge_turn(game, under(readings), text))
    except IllegalPosition as refusal:
        return replace(change, reason=f"the position could not be set up: {refusal}")
    except (AmbiguousTurn, IllegalTurn) as refusal:
        return replace(change, reason=f"the game would not have come here: {refusal}")
    except InputError as refusal:
        return replace(change, reason=str(refusal))


def _alike(game: AnyGame, one: Judged, other: Judged) -> bool:
    """Whether two judgements are the same as far as players see: verdict, clause, pieces and outcome."""
    return (one.verdict, one.clause, one.outcome, _seen(game, one)) == (
        other.verdict, other.clause, other.outcome, _seen(game, other))  # fmt: skip


def _seen(game: AnyGame, judged: Judged) -> dict[str, object] | None:
    """The position reached, without its readings and what it remembers."""
    if judged.position is None:
        return None
    return {name: value for name, value in game.to_json(judged.position).items() if name not in ("readings", "memory")}
