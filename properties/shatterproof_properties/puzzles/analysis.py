"""What composers ask of a puzzle besides its claim: cooks, short solutions, duals, tries and set play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.protocol.reference_table import position_to_json
from shatterproof_properties.puzzles.compose.craft import craft_of
from shatterproof_properties.puzzles.puzzle import Puzzle
from shatterproof_properties.solving.forcing import WON, Forcing, Json

MET = ("duals", "tries", "set_play")
"""The parts of an analysis that are turns with their answers."""


@dataclass(frozen=True)
class Met:
    """A turn and the turns that answer it, as text."""

    turn: str
    answers: tuple[str, ...]


@dataclass(frozen=True)
class Analysis:
    """`keys`: first turns that achieve the claim, one for each result, the solution's first. `short`: those that win
    sooner. `duals`: replies after which several turns win in time, where there is one key and no shorter win. `tries`:
    first turns that fail to one defence only, with that. `set_play`: what the attacker would answer if the defender
    were to move in the diagram.
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


def analyse(puzzle: Puzzle, forcing: Forcing, tries: bool = False, set_play: bool = False) -> Analysis:
    """The analysis of a puzzle, tries and set play if wanted. Raises OutOfLimits."""
    here = forcing.face.read(dict(puzzle.position))
    turns = puzzle.claim.turns
    if puzzle.claim.kind == "mated":
        return Analysis()
    if puzzle.claim.kind == "defends":
        return Analysis(keys=tuple(_texts(forcing, here, _saving(forcing, here, turns))))
    short = tuple(_texts(forcing, here, forcing.wins(here, turns - 1))) if turns > 1 else ()
    keys = _solution_first(puzzle, forcing, here, list(forcing.wins(here, turns)))
    return Analysis(
        keys=tuple(_texts(forcing, here, keys)),
        short=short,
        duals=tuple(_duals(forcing, keys[0][1], turns - 1)) if len(keys) == 1 and not short else (),
        tries=tuple(_tries(forcing, here, turns)) if tries else (),
        set_play=tuple(_set_play(puzzle, forcing, turns - 1)) if set_play else (),
    )


def wrong_solutions(puzzle: Puzzle, forcing: Forcing) -> tuple[str, ...]:
    """The turns of the solution given that do not achieve the claim, and for a defence those that it leaves out.

    Turns with the same result count as one. Raises OutOfLimits.
    """
    face, turns = forcing.face, puzzle.claim.turns
    given = {_result_of(puzzle, text): text for text in puzzle.solution}
    if not given:
        return ()
    here = face.read(dict(puzzle.position))
    right = {}
    for turn, after in face.results(here):
        result = strict_json.encode(face.write(after))
        if puzzle.claim.kind == "defends" and _saves(forcing, after, turns):
            right[result] = face.text(here, turn)
        elif puzzle.claim.kind == "wins" and result in given and forcing.achieves(after, turns):
            right[result] = given[result]
    left_out = right if puzzle.claim.kind == "defends" else {}
    return tuple(text for result, text in {**left_out, **given}.items() if (result in right) != (result in given))


def _result_of(puzzle: Puzzle, text: str) -> str:
    """The position after a turn, as a line of JSON."""
    rules, position = puzzle.rules, puzzle.standing()
    return strict_json.encode(position_to_json(rules, rules.play(position, rules.parse_turn(position, text))))


def _texts(forcing: Forcing, here: Any, found: Any) -> Iterator[str]:
    return (forcing.face.text(here, turn) for turn, _ in found)


def _solution_first(puzzle: Puzzle, forcing: Forcing, here: Any, keys: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    return sorted(keys, key=lambda key: forcing.face.text(here, key[0]) not in puzzle.solution)


def _saving(forcing: Forcing, here: Any, turns: int) -> Iterator[tuple[Any, Any]]:
    return ((turn, after) for turn, after in forcing.face.results(here) if _saves(forcing, after, turns))


def _saves(forcing: Forcing, after: Any, turns: int) -> bool:
    """Whether a turn to that position does not lose, at once or in so many turns of the other side."""
    verdict = forcing.face.verdict(after)
    return verdict != WON if verdict is not None else not forcing.is_won(after, turns)


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
    """First turns that fail to one defence only; in one turn there is nothing to try."""
    face = forcing.face
    if turns < 2:
        return
    for turn, after in face.results(here):
        if face.verdict(after) is None:
            defences = tuple(islice(_texts(forcing, after, _saving(forcing, after, turns - 1)), 2))
            if len(defences) == 1:
                yield Met(face.text(here, turn), defences)


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
