"""What composers ask of a puzzle besides its claim: cooks, short solutions, duals, tries and set play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from shatterproof.errors import InputError
from shatterproof_properties.puzzles.compose.craft import craft_of
from shatterproof_properties.puzzles.puzzle import Puzzle
from shatterproof_properties.search.forcing import WON, Forcing, Json

FEW = 1
"""Defences against a try, at most; what fails to more is no try."""


@dataclass(frozen=True)
class Met:
    """A turn and the turns that answer it, as text."""

    turn: str
    answers: tuple[str, ...]


@dataclass(frozen=True)
class Analysis:
    """`keys`: first turns that achieve the claim, one for each result, the solution's first. `short`: those that win
    sooner. `duals`: replies to the first key after which several turns win in time. `tries`: first turns that fail to
    few defences, with those. `set_play`: what the attacker would answer if the defender were to move in the diagram.
    """

    keys: tuple[str, ...] = ()
    short: tuple[str, ...] = ()
    duals: tuple[Met, ...] = ()
    tries: tuple[Met, ...] = ()
    set_play: tuple[Met, ...] = ()

    @property
    def cooks(self) -> tuple[str, ...]:
        """The keys besides the first."""
        return self.keys[1:]

    def to_json(self) -> Json:
        """As JSON values."""
        met = {name: {each.turn: list(each.answers) for each in getattr(self, name)} for name in MET}
        return {"keys": list(self.keys), "cooks": list(self.cooks), "short": list(self.short), **met}


MET = ("duals", "tries", "set_play")


def analyse(puzzle: Puzzle, forcing: Forcing, tries: bool = False, set_play: bool = False) -> Analysis:
    """The analysis of a puzzle, tries and set play if wanted. Raises OutOfLimits."""
    here = forcing.face.read(dict(puzzle.position))
    turns = puzzle.claim.turns
    if puzzle.claim.kind == "mated":
        return Analysis()
    if puzzle.claim.kind == "defends":
        return Analysis(keys=tuple(_texts(forcing, here, _saving(forcing, here, turns))))
    keys = _solution_first(puzzle, forcing, here, list(forcing.wins(here, turns)))
    return Analysis(
        keys=tuple(_texts(forcing, here, keys)),
        short=tuple(_texts(forcing, here, forcing.wins(here, turns - 1))) if turns > 1 else (),
        duals=tuple(_duals(forcing, keys[0][1], turns - 1)) if keys else (),
        tries=tuple(_tries(forcing, here, turns)) if tries else (),
        set_play=tuple(_set_play(puzzle, forcing, turns - 1)) if set_play else (),
    )


def wrong_solutions(puzzle: Puzzle, analysis: Analysis) -> tuple[str, ...]:
    """The turns of the solution given that do not achieve the claim, by the results they lead to."""
    rules, position = puzzle.rules, puzzle.standing()

    def result(text: str) -> Any:
        return rules.play(position, rules.parse_turn(position, text))

    right = {result(text) for text in analysis.keys}
    return tuple(text for text in puzzle.solution if result(text) not in right)


def _texts(forcing: Forcing, here: Any, found: Any) -> Iterator[str]:
    return (forcing.face.text(here, turn) for turn, _ in found)


def _solution_first(puzzle: Puzzle, forcing: Forcing, here: Any, keys: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    return sorted(keys, key=lambda key: forcing.face.text(here, key[0]) not in puzzle.solution)


def _saving(forcing: Forcing, here: Any, turns: int) -> Iterator[tuple[Any, Any]]:
    for turn, after in forcing.face.results(here):
        verdict = forcing.face.verdict(after)
        if verdict != WON and (verdict is not None or not forcing.is_won(after, turns)):
            yield turn, after


def _duals(forcing: Forcing, after_key: Any, turns: int) -> Iterator[Met]:
    """The replies to a key after which more than one result wins in time."""
    face = forcing.face
    if not turns or face.verdict(after_key) is not None:
        return
    for turn, after in face.results(after_key):
        if face.verdict(after) is None:
            winning = tuple(_texts(forcing, after, forcing.wins(after, turns)))
            if len(winning) > 1:
                yield Met(face.text(after_key, turn), winning)


def _tries(forcing: Forcing, here: Any, turns: int) -> Iterator[Met]:
    """First turns that fail to few defences; with one turn only there is nothing to try."""
    face = forcing.face
    if turns < 2:
        return
    for turn, after in face.results(here):
        if face.verdict(after) is None:
            defences = _defences(forcing, after, turns - 1)
            if defences:
                yield Met(face.text(here, turn), defences)


def _defences(forcing: Forcing, after: Any, turns: int) -> tuple[str, ...]:
    """The replies by which a side is not mated, if there are few; else none."""
    found: list[str] = []
    for turn, _ in _saving(forcing, after, turns):
        if len(found) == FEW:
            return ()
        found.append(forcing.face.text(after, turn))
    return tuple(found)


def _set_play(puzzle: Puzzle, forcing: Forcing, turns: int) -> Iterator[Met]:
    face = forcing.face
    here = flipped(puzzle, forcing)
    if here is None or not turns:
        return
    for turn, after in face.results(here):
        answer = forcing.win(after, turns) if face.verdict(after) is None else None
        if answer is not None:
            yield Met(face.text(here, turn), (face.text(after, answer[0]),))


def flipped(puzzle: Puzzle, forcing: Forcing) -> Any:
    """The diagram with the other side to move, remembering nothing; None where the rules do not allow it."""
    other = next(side for side in puzzle.rules.SIDES if side != puzzle.to_move)
    position = craft_of(puzzle.game).plain({**puzzle.position, "to_move": other})
    try:
        here = forcing.face.read(position)
    except (InputError, ValueError):
        return None
    return here if forcing.face.verdict(here) is None else None
