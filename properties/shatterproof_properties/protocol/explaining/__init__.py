"""Why a turn is legal or not, step by step, and which readings would change that, as data.

Enters: a position and the text of a turn. Leaves: an `Explanation`, as text or as JSON values. What is known of a game
stands in `GAME.py`, in the form of `Explainer`; without one a turn is a single step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, AnyGame, IllegalPosition, IllegalTurn, Outcome, describe_outcome, game_of
from shatterproof.spec import find_clause
from shatterproof_properties.common.per_game import PerGame
from shatterproof_properties.common.prose import first_sentence, printable
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.answers import outcome_to_json, position_to_json
from shatterproof_properties.protocol.wording import Drawn


@dataclass(frozen=True)
class Step:
    """One thing that a turn does or causes.

    `clauses` are the ids of the clauses that say so, the most specific first. `about` are the pieces, cells or squares
    that it is about, as tuples of the reference.
    """

    text: str
    clauses: tuple[str, ...]
    about: tuple[tuple[int, ...], ...] = ()


def listed(names: Iterable[str]) -> str:
    """Names in a sentence: `a`, `a and b`, `a, b and c`."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: `1 piece`, `2 pieces`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def worded(position: Any, reason: str, picture: str) -> str:
    """A reason of the reference, unchanged: it already names cells and squares."""
    return reason


def between(position: Any, turn: Any) -> None:
    """None: the turn has no position between its first and its last."""


class Explainer(Protocol):
    """The functions that a game's module offers. Without one a turn is one step, and `str` names the pieces.

    `attempted` is the turn that a text means, legal or not. `steps` raises IllegalTurn after the last step that the
    rules allow. `steps` names pieces also by their letters in a picture, and `worded` puts these letters into a reason.
    `between` is a position within the turn; pieces keep its letters afterwards.
    """

    def attempted(self, position: Any, text: str) -> Any:
        return game_of(position).parse_turn(position, text)

    def steps(self, position: Any, turn: Any, picture: str = "") -> Iterator[Step]:
        game = game_of(position)
        clauses = tuple(features.clauses_of_turn(game, position, turn))
        yield Step(f"{position.to_move.capitalize()} plays {game.format_turn(position, turn)}.", clauses)

    def worded(self, position: Any, reason: str, picture: str) -> str:
        return reason

    def between(self, position: Any, turn: Any) -> Any | None:
        return None


class PlainExplainer(Explainer):
    """The explainer of any game."""


EXPLAINERS = PerGame[Explainer](__name__, PlainExplainer())


@dataclass(frozen=True)
class Judged:
    """The judgement of a turn by the rules: `verdict` is legal, illegal or ambiguous.

    A legal turn has its `position` after it and perhaps an `outcome`. Any other has the `clause` that it breaks, or
    that says why it is ambiguous, and the `reason`. Under another reading the verdict is unknown, with the `reason`
    alone, if the position, or the game before it, is impossible then.
    """

    verdict: str
    position: Any = None
    outcome: Outcome | None = None
    clause: str = ""
    reason: str = ""


class ReadingEffect(NamedTuple):
    """The effect of another value of a reading on the turn."""

    reading: str
    value: str
    judged: Judged


@dataclass(frozen=True)
class Explanation:
    """A turn explained: the judgement of the rules and its reasons, and the single readings that would change it.

    `turn` is the text given, or the usual text of a legal turn. `before` and `after` are drawn with the letters of the
    steps; `after` is None if the turn is not legal. The `steps` of an illegal turn end where it breaks a rule.
    """

    game: AnyGame
    turn: str
    judged: Judged
    steps: tuple[Step, ...]
    changes: tuple[ReadingEffect, ...]
    before: Drawn
    after: Drawn | None = None


def explain(
    game: AnyGame, position: Any, text: str, under: Callable[[Any], Any] | None = None, picture: str = ""
) -> Explanation:
    """Explains a turn of a position. Pieces have their letters in `picture`, a diagram of it.

    `under` gives the position under other readings, or raises IllegalTurn or InputError if there is none; without it
    the position itself is read again. Raises MalformedTurn.
    """
    judged = judge_turn(game, position, text)
    before = Drawn.of(game, position, Drawn(game, position, picture))
    steps = _steps(before, text, judged)
    changes = tuple(_changes(game, text, position, judged, under or _anew(game, position)))
    if judged.verdict != "legal":
        reason = EXPLAINERS.of(game).worded(position, judged.reason, before.diagram)
        return Explanation(game, text, replace(judged, reason=reason), steps, changes, before)
    turn = game.parse_turn(position, text)
    middle = EXPLAINERS.of(game).between(position, turn)
    earlier = before if middle is None else Drawn.of(game, middle, before)
    diagram = Drawn.of(game, judged.position, earlier).diagram
    after = Drawn.of(game, judged.position, replace(before, diagram=diagram))
    return Explanation(game, game.format_turn(position, turn), judged, steps, changes, before, after)


def judge_turn(game: AnyGame, position: Any, text: str) -> Judged:
    """The judgement of a turn by the rules. Raises MalformedTurn."""
    try:
        after = game.play(position, game.parse_turn(position, text))
    except IllegalTurn as refusal:
        return Judged("illegal", clause=refusal.clause, reason=refusal.reason)
    except AmbiguousTurn as refusal:
        return Judged("ambiguous", clause=refusal.clause, reason=f"it can mean {' or '.join(refusal.meanings)}")
    return Judged("legal", after, game.outcome(after))


def steps_of(game: AnyGame, position: Any, turn: Any) -> list[Step]:
    """The steps of a turn up to the rule that it breaks, if any. Pieces have the names that need no picture."""
    found = list[Step]()
    with suppress(IllegalTurn):
        # extend keeps what came before an exception.
        found.extend(EXPLAINERS.of(game).steps(position, turn))
    return found


def _steps(before: Drawn, text: str, judged: Judged) -> tuple[Step, ...]:
    explainer, found = EXPLAINERS.of(before.game), list[Step]()
    if before.game.outcome(before.position):
        return ()
    try:
        turn = explainer.attempted(before.position, text)
        # extend keeps what came before an exception.
        found.extend(explainer.steps(before.position, turn, before.diagram))
    except (IllegalTurn, AmbiguousTurn):
        return tuple(found)
    # What only the text does wrong, such as naming a group by the wrong mark, is no matter of any step.
    return tuple(found) if judged.verdict == "legal" else ()


def _anew(game: AnyGame, position: Any) -> Callable[[Any], Any]:
    """A function that reads the position again under other readings."""
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


def _changes(
    game: AnyGame, text: str, position: Any, judged: Judged, under: Callable[[Any], Any]
) -> Iterator[ReadingEffect]:
    """The effects of all other values of each reading that change the judgement."""
    chosen = position.readings.to_mapping()
    choices = ((reading, value) for reading, values in position.readings.choices().items() for value in values)
    for reading, value in choices:
        if value == chosen[reading]:
            continue
        try:
            other = judge_turn(game, under(game.Readings.from_mapping({**chosen, reading: value})), text)
        except IllegalPosition as refusal:
            other = Judged("unknown", reason=f"the position could not be set up: {refusal}")
        except (AmbiguousTurn, IllegalTurn) as refusal:
            other = Judged("unknown", reason=f"the game would not have come here: {refusal}")
        except InputError as refusal:
            other = Judged("unknown", reason=str(refusal))
        if _seen(game, other) != _seen(game, judged):
            yield ReadingEffect(reading, value, other)


def _seen(game: AnyGame, judged: Judged) -> tuple[object, ...]:
    """What players see of a judgement: the verdict, the clause, the pieces and the outcome."""
    data = {} if judged.position is None else game.to_json(judged.position)
    pieces = {name: value for name, value in data.items() if name not in ("readings", "memory")}
    return judged.verdict, judged.clause, judged.outcome, pieces


def to_text(explanation: Explanation) -> str:
    """The verdict, the steps, what the turn changed, and the readings that would change it; for a terminal."""
    return "\n".join(_lines(explanation)) + "\n"


def _lines(explanation: Explanation) -> Iterator[str]:
    judged = explanation.judged
    yield f"{judged.verdict}: {printable(explanation.turn)}"
    for number, step in enumerate(explanation.steps, start=1):
        yield f"{number:>3}. {step.text}"
        yield f"     {', '.join(step.clauses)}"
    if judged.clause:
        yield f"  no: {judged.reason} ({judged.clause})"
        yield f"     {first_sentence(find_clause(judged.clause).title)}"
    yield from ("before:", *explanation.before.indented(("memory",)))
    if explanation.after is not None:
        yield from ("after:", *explanation.after.indented(("memory",)))
        yield describe_outcome(judged.outcome) if judged.outcome else "the game goes on"
    if explanation.changes:
        yield "by other readings:"
        yield from (f"    {_change_to_text(explanation, change)}" for change in explanation.changes)
    else:
        yield "no other value of a reading, alone, changes any of this"


def _change_to_text(explanation: Explanation, change: ReadingEffect) -> str:
    said, judged = f"{change.reading}={change.value}", change.judged
    if judged.verdict == "unknown":
        return f"{said}: {printable(judged.reason)}"
    if judged.clause:
        return f"{said}: {judged.verdict}, {printable(judged.reason)} ({judged.clause})"
    ended = describe_outcome(judged.outcome) if judged.outcome else "the game goes on"
    other = "another result, " if explanation.judged.verdict == "legal" else "with "
    return f"{said}: legal, {other}{features.of(explanation.game).summarise(judged.position)}; {ended}"


def to_json(explanation: Explanation) -> dict[str, Any]:
    """The explanation as JSON values; pieces, cells and squares in words."""
    describe = features.of(explanation.game).describe
    steps = [
        {"text": step.text, "clauses": list(step.clauses), "about": list(map(describe, step.about))}
        for step in explanation.steps
    ]
    readings = [
        {"reading": change.reading, "value": change.value, **_judged_to_json(explanation, change.judged)}
        for change in explanation.changes
    ]
    before = {"turn": explanation.turn, "before": position_to_json(explanation.game, explanation.before.position)}
    return before | _judged_to_json(explanation, explanation.judged) | {"steps": steps, "readings": readings}


def _judged_to_json(explanation: Explanation, judged: Judged) -> dict[str, Any]:
    if judged.position is None:
        clause = {} if judged.verdict == "unknown" else {"clause": judged.clause}
        return {"verdict": judged.verdict, **clause, "reason": judged.reason}
    after = position_to_json(explanation.game, judged.position)
    return {"verdict": judged.verdict, "position": after, "outcome": outcome_to_json(judged.outcome)}
