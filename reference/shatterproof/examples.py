"""Runs the examples of the spec: what they say must be what the reference does."""

from __future__ import annotations

import importlib
import importlib.util
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import INSTALLED, AmbiguousTurn, AnyGame, IllegalPosition, IllegalTurn, MalformedTurn, find_game
from shatterproof.movetext import unwrapped
from shatterproof.record import read_turn
from shatterproof.spec import Clause, Example, SpecError

NOTATION_OF = {"turn": "published", "text": "any", "fraction": "fraction"}
"""How the turns of a line are to be read, by its first word."""


class ExampleFailed(AssertionError):
    """An example whose outcome is not what the spec says: clause, file and line, and both outcomes."""


@dataclass
class Claim:
    """What one line `-> ...` says: its words, and the diagram under it, if any."""

    line: int
    words: str
    diagram: str = ""


@dataclass
class Case:
    """Turns, each with its notation, and what is claimed about the last or what it leads to."""

    turns: list[tuple[str, str]] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)


@dataclass
class Scene:
    """What a case has come to: a position, or the refusal of a position or of the last turn.

    `begun` is the position that was set up; `before` and `turn` are the position before the last turn and that turn;
    `picture` is the diagram of a set-up position, and `shown` the last one that was claimed.
    """

    game: AnyGame
    begun: Any = None
    position: Any = None
    refusal: Exception | None = None
    before: Any = None
    turn: Any = None
    picture: str = ""
    shown: str = ""


def read_cases(example: Example) -> tuple[str, list[Case]]:
    """The set-up position of an example as text, and its cases. Raises SpecError."""
    setup: list[str] = []
    cases: list[Case] = []
    for number, line in enumerate(example.text.splitlines(), start=example.line):
        words = line.split()
        if not words:
            continue
        if words[0] in NOTATION_OF:
            if not cases or cases[-1].claims:
                cases.append(Case())
            said = find_game(example.game).TURN_TEXT.findall(line.partition(words[0])[2])
            cases[-1].turns += [(unwrapped(text), NOTATION_OF[words[0]]) for text in said]
        elif words[0] == "->":
            if not cases:
                cases.append(Case())
            claimed = " ".join(words[1:])
            pictured = bool(re.match(r"(?:[A-Z]\w+ )?\d+(?:x\d+)?,", claimed))
            cases[-1].claims.append(Claim(number, "" if pictured else claimed, claimed + "\n" if pictured else ""))
        elif not cases:
            setup.append(line)
        elif cases[-1].claims:
            cases[-1].claims[-1].diagram += line + "\n"
        else:
            raise SpecError(f"{example.file}:{number}: a turn and no result stands before {line!r}")
    if not setup or not cases or not all(case.claims for case in cases):
        raise SpecError(f"{example.file}:{example.line}: an example is a position, turns and results")
    return "\n".join(setup) + "\n", cases


def set_ups(game: AnyGame, clause: Clause) -> Iterator[tuple[Any, list[Case]]]:
    """The positions that the examples of a clause set up, those refused left out, each with what is played there."""
    for example in clause.examples:
        setup, cases = read_cases(example)
        try:
            yield read_position(game, setup), cases
        except InputError:
            continue


def run_example(example: Example) -> None:
    """Plays every case of an example from its position. Raises ExampleFailed if it comes out otherwise, SpecError."""
    game = find_game(example.game)
    setup, cases = read_cases(example)
    for case in cases:
        scene = play_case(game, setup, case)
        for claim in case.claims:
            wrong = _check(scene, claim)
            if wrong:
                where = f"{example.clause}, example {example.index}, {example.file}:{claim.line}"
                raise ExampleFailed(f"{where}: said {claim.words or 'this position'!r}, but {wrong}")
            scene.shown = claim.diagram or scene.shown


def play_case(game: AnyGame, setup: str, case: Case) -> Scene:
    """Plays the turns of a case from its position; whatever is refused is kept in the scene."""
    scene = Scene(game, picture=setup)
    try:
        scene.position = scene.begun = read_position(game, setup)
    except InputError as refusal:
        scene.refusal = refusal
        return scene
    for text, notation in case.turns:
        if scene.refusal:
            return Scene(game, refusal=SpecError(f"an earlier turn is not legal: {scene.refusal}"))
        scene.before, scene.picture = scene.position, ""
        try:
            scene.turn = read_turn(game, scene.before, text, notation)
            scene.position = game.play(scene.before, scene.turn)
        except (MalformedTurn, IllegalTurn, AmbiguousTurn) as refusal:
            scene.position, scene.refusal = None, refusal
    return scene


def read_position(game: AnyGame, text: str) -> Any:
    """A position from a diagram, JSON, or `start BOARD` with perhaps a line `readings ...`. Raises InputError."""
    if text.startswith("{"):
        return game.from_json(strict_json.decode(text))
    if text.startswith("start "):
        first, _, rest = text.partition("\n")
        chosen = dict(pair.split("=") for pair in rest.removeprefix("readings ").split())
        return game.start(first.split()[1], game.Readings.from_mapping(chosen))
    return game.from_diagram(text)


def _check(scene: Scene, claim: Claim) -> str | None:
    """None if the claim holds, else what is the case instead."""
    kind, _, rest = claim.words.partition(" ")
    if kind in REFUSALS:
        wrong = REFUSALS[kind](scene, rest)
    elif scene.refusal is not None:
        return _refusal(scene)
    elif not kind:
        wrong = None
    elif kind in RESULTS:
        wrong = RESULTS[kind](scene, rest)
    else:
        wrong = _check_fact(scene, kind, rest)
    return wrong or (_differing_picture(scene, claim.diagram) if claim.diagram else None)


def _check_fact(scene: Scene, kind: str, rest: str) -> str | None:
    """Facts are what only one game can say: `FACTS` of its module `facts`."""
    facts = getattr(_facts(scene.game), "FACTS", {})
    if kind not in facts:
        raise SpecError(f"no result is called {kind!r}")
    wrong: str | None = facts[kind](scene.position, scene.picture, rest)
    return wrong


def changed(game: AnyGame, before: Any, position: Any, picture: str) -> list[str]:
    """What has changed between two positions: cells or squares, in Crumble letters in a diagram of the second.

    There is a `?` where letters do not tell, and for a game from elsewhere that does not say what changes.
    """
    facts = _facts(game)
    found: list[str] = facts.changed(before, position, picture) if facts else ["?"]
    return found


def _facts(game: AnyGame) -> Any:
    """What only this game can say; None for a game from elsewhere that says nothing."""
    package = INSTALLED.get(game.NAME, f"shatterproof.{game.NAME}")
    module = f"{package}.facts"
    return importlib.import_module(module) if importlib.util.find_spec(module) else None


def _differing_picture(scene: Scene, diagram: str) -> str | None:
    """Compares positions; what they remember counts only where the diagram has a line for it."""
    game = scene.game
    wanted = game.to_json(game.from_diagram(diagram, scene.position.readings))
    found = game.to_json(scene.position)
    if not re.search(r"^memory ", diagram, re.MULTILINE):
        wanted.pop("memory", None)
        found.pop("memory", None)
    return None if wanted == found else f"it is\n{_shown(scene)}"


def _shown(scene: Scene) -> str:
    try:
        return scene.game.to_diagram(scene.position)
    except InputError:
        return json.dumps(scene.game.to_json(scene.position))


def _refusal(scene: Scene) -> str:
    return f"it is refused: {type(scene.refusal).__name__}: {scene.refusal}"


def _told(scene: Scene) -> str:
    if scene.refusal is not None:
        return _refusal(scene)
    return f"it is allowed and leads to\n{_shown(scene)}"


def _illegal(scene: Scene, clause: str) -> str | None:
    return None if isinstance(scene.refusal, IllegalTurn) and scene.refusal.clause == clause else _told(scene)


def _refused(scene: Scene, clause: str) -> str | None:
    return None if isinstance(scene.refusal, IllegalPosition) and scene.refusal.clause == clause else _told(scene)


def _unreadable(scene: Scene, _: str) -> str | None:
    by_form = isinstance(scene.refusal, InputError) and not isinstance(scene.refusal, IllegalPosition | MalformedTurn)
    return None if by_form else _told(scene)


def _malformed(scene: Scene, _: str) -> str | None:
    return None if isinstance(scene.refusal, MalformedTurn) else _told(scene)


def _ambiguous(scene: Scene, listed: str) -> str | None:
    meanings = {meaning.strip() for meaning in listed.split("|")}
    found = scene.refusal.meanings if isinstance(scene.refusal, AmbiguousTurn) else None
    return None if found and set(found) == meanings else _told(scene)


def _allowed(scene: Scene, _: str) -> str | None:
    return None


def _wins(scene: Scene, side: str) -> str | None:
    ended = scene.game.outcome(scene.position)
    return None if ended and ended.winner == side.lower() else f"the outcome is {ended}"


def _drawn(scene: Scene, _: str) -> str | None:
    ended = scene.game.outcome(scene.position)
    return None if ended and ended.winner is None else f"the outcome is {ended}"


def _goes(scene: Scene, _: str) -> str | None:
    ended = scene.game.outcome(scene.position)
    return f"the outcome is {ended}" if ended else None


def _reads(scene: Scene, text: str) -> str | None:
    if scene.turn is None:
        return "there is no turn"
    printed = scene.game.format_turn(scene.before, scene.turn)
    return None if printed == text else f"it is printed {printed}"


def _threatens(scene: Scene, nothing: str) -> str | None:
    found = scene.game.threatens(scene.position)
    return None if found == (nothing != "nothing") else f"threatens is {found}"


def _changed(scene: Scene, said: str) -> str | None:
    if scene.turn is None:
        return "there is no turn"
    found = changed(scene.game, scene.begun, scene.position, scene.shown) or ["nothing"]
    told = "?" not in found and sorted(said.split()) == sorted(found)
    return None if told else f"it is {' '.join(found)}"


Checker = Callable[[Scene, str], str | None]
REFUSALS: dict[str, Checker] = {
    "illegal": _illegal,
    "refused": _refused,
    "unreadable": _unreadable,
    "malformed": _malformed,
    "ambiguous": _ambiguous,
}
"""Results that are refusals: of the last turn, or of the set-up position."""
RESULTS: dict[str, Checker] = {
    "legal": _allowed,
    "accepted": _allowed,
    "goes": _goes,
    "wins": _wins,
    "drawn": _drawn,
    "reads": _reads,
    "threatens": _threatens,
    "changed": _changed,
}
"""Results about the position that the turns lead to, for every game."""
