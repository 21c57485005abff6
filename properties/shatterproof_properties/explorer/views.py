"""Positions, turns and refusals in the form that the pages get, and the names of things there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.fields import game_named
from shatterproof.game import REFUSALS, AmbiguousTurn, AnyGame, IllegalPosition, MalformedTurn, Refusal, find_game
from shatterproof.record import read_turn
from shatterproof.spec import find_clause
from shatterproof_properties.common.prose import plain
from shatterproof_properties.explorer.knowledge import KNOWLEDGE, Json
from shatterproof_properties.explorer.turns_on_board import Phase, difference, losses_in_words, lost
from shatterproof_properties.protocol.answers import Answer
from shatterproof_properties.protocol.explaining import Step
from shatterproof_properties.protocol.features import ending_in_words
from shatterproof_properties.protocol.wording import answer_in_words, answer_position

LARGEST_POSITION = 128 * 1024
"""The most characters of a position in JSON: enough for more than two thousand pieces."""


class TooMuch(InputError):
    """The input is beyond a limit of size."""


def read_position(data: Json) -> tuple[AnyGame, Any]:
    """The game of a question, and its position of the reference. Raises TooMuch, InputError."""
    return game_named(data), _read(encoded(data))


def encoded(data: Json) -> str:
    """A position as text. Raises TooMuch."""
    text = strict_json.encode(data)
    if len(text) > LARGEST_POSITION:
        raise TooMuch(f"the position has {len(text):,} characters", expected=f"at most {LARGEST_POSITION:,}")
    return text


@lru_cache(maxsize=512)
def _read(text: str) -> Any:
    """A position, read once. Whatever the reference works out about it is kept with it."""
    data = strict_json.decode(text)
    return game_named(data).from_json(data)


def shown(game: AnyGame, position: Any, marked: Iterable[str] = (), last: Any = None) -> Json:
    """A position with its drawing. The things named are outlined; `last` is the turn that led to it."""
    return {
        "position": game.to_json(position),
        "drawing": draw(game, position, marked, last),
        "caption": KNOWLEDGE.of(game).caption(position),
        "to_move": position.to_move,
        "outcome": outcome_to_json(game, position),
    }


def draw(game: AnyGame, position: Any, marked: Iterable[str] = (), last: Any = None) -> str:
    """The drawing of a position with names; names that it does not have are ignored."""
    found = (KNOWLEDGE.of(game).thing_named(position, name) for name in marked)
    drawing = game.to_svg(position, [thing for thing in found if thing is not None], last, named=True)
    return KNOWLEDGE.of(game).in_words(position, drawing, measured=True)


def in_words(game: AnyGame, position: Any, text: str) -> str:
    """A text of the reference with things named as one sees them in a position."""
    return KNOWLEDGE.of(game).in_words(position, text)


def answer_to_json(game: AnyGame, position: Any, answer: Answer) -> Json:
    """An answer of the rules or an engine in words. A position in it is also drawn."""
    after = answer_position(game, position, answer)
    return {"text": answer_in_words(answer), "drawing": None if after is None else draw(game, after)}


def names_of(game: AnyGame, things: Iterable[Sequence[int]]) -> list[str]:
    """The names of pieces, cells or squares, each once, in their order."""
    return list(dict.fromkeys(map(KNOWLEDGE.of(game).name_of, things)))


def names_in(game: AnyGame, text: str) -> list[str]:
    """The names of the things that a message of the reference mentions, each once, in its order."""
    return list(dict.fromkeys(KNOWLEDGE.of(game).names_in(text)))


def outcome_to_json(game: AnyGame, position: Any) -> Json | None:
    """The outcome of a position; None while the game goes on."""
    ended = game.outcome(position)
    if ended is None:
        return None
    about = names_of(game, KNOWLEDGE.of(game).deciding(position))
    return {
        "winner": ended.winner,
        "clause": ended.clause,
        "text": ending_in_words(game, position, ended),
        "about": about,
    }


def played(game: AnyGame, before: Any, turn: Any, after: Any) -> Json:
    """A turn and what it led to."""
    phases = motion_of(game, before, turn)
    view = shown(game, after, last=turn)
    return {
        "turn": game.format_turn(before, turn),
        "shown": view,
        "motion": motion_to_json(phases or difference(draw(game, before), view["drawing"])),
        "gone": [{"at": act.at[0], "what": in_words(game, before, act.what)} for act in lost(phases)],
        "losses": losses_in_words(phases, game.SIDES),
    }


def motion_of(game: AnyGame, before: Any, turn: Any | None) -> list[Phase]:
    """The acts of a turn, or of the part of it that is chosen."""
    return [] if turn is None else list(KNOWLEDGE.of(game).motion_of(before, turn))


def motion_to_json(phases: Iterable[Phase]) -> list[list[Json]]:
    """Lists of acts; the acts of each list happen at the same time."""
    return [[act.to_json() for act in phase] for phase in phases]


def replay(
    game: AnyGame, position: Any, texts: Iterable[str], notation: str = "published"
) -> tuple[list[tuple[Any, Any, Any]], Refusal | None]:
    """Turns played one after another, each with the positions before and after it, and the refusal of the next."""
    made = list[tuple[Any, Any, Any]]()
    for text in texts:
        try:
            turn, after = _played_once(game.NAME, position, text, notation)
        except REFUSALS as error:
            return made, error
        made.append((position, turn, after))
        position = after
    return made, None


@lru_cache(maxsize=2048)
def _played_once(name: str, position: Any, text: str, notation: str) -> tuple[Any, Any]:
    """A turn and the position after it. It is kept, since each turn of a game asks about those before it again."""
    game = find_game(name)
    turn = read_turn(game, position, text, notation)
    return turn, game.play(position, turn)


def step_to_json(game: AnyGame, position: Any, step: Step) -> Json:
    """One thing that a turn from a position does."""
    return {
        "text": in_words(game, position, step.text),
        "clauses": list(step.clauses),
        "about": names_of(game, step.about),
    }


def refusal_to_json(game: AnyGame, position: Any, refused: Refusal) -> Json:
    """The reason why a turn from a position, or a part of one, is illegal."""
    verdict, clause, reason, about, means = "malformed", "", str(refused), "", list[str]()
    if isinstance(refused, AmbiguousTurn):
        verdict, clause, means = "ambiguous", refused.clause, list(refused.meanings)
        about = " ".join(means)
    elif not isinstance(refused, MalformedTurn):
        verdict, clause, about = "illegal", refused.clause, refused.reason
        reason = in_words(game, position, refused.reason)
    found: Json = {"verdict": verdict, "clause": clause, "title": title_of(clause), "reason": reason}
    return found | {"about": names_in(game, about), "means": means}


def problem_to_json(game: AnyGame | None, error: InputError, position: Any = None) -> Json:
    """The problem of a position, or of the input that it was read from."""
    clause = error.clause if isinstance(error, IllegalPosition) else ""
    about = names_in(game, error.what) if game is not None and clause else []
    text = str(error) if game is None or position is None else in_words(game, position, str(error))
    return {"clause": clause, "title": title_of(clause), "text": text, "about": about}


def title_of(clause: str) -> str:
    """The first paragraph of a clause on one line; "" if the clause is unknown."""
    try:
        return plain(find_clause(clause).title) if clause else ""
    except InputError:
        return ""
