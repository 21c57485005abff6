"""Witnesses from the examples of the spec, made smaller step by step, where no whole search gets."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from shatterproof.errors import InputError
from shatterproof.examples import set_ups
from shatterproof.game import AnyGame
from shatterproof.spec import find_clause
from shatterproof_properties.play import simpler
from shatterproof_properties.protocol.reference_table import ReferenceTable, position_to_json
from shatterproof_properties.witnesses.asking import Question, differ, size, visible
from shatterproof_properties.witnesses.clock import Clock, TimeUp
from shatterproof_properties.witnesses.pair import Values


def shrunk_example(values: Values, readings: tuple[Any, Any], clock: Clock) -> Question | None:
    """The smallest question found near the examples of a reading's clause, or None if none of them differs."""
    game = values.game
    found = [question for question in _examples(values) if differ(game, question, *readings)]
    best = min(found, key=lambda question: size(game, question, readings[0]), default=None)
    if best is not None:
        with suppress(TimeUp):
            for smaller in _smaller_and_smaller(game, best, readings, clock):
                best = smaller
    return best


def _examples(values: Values) -> Iterator[Question]:
    """The games of a clause's examples, up to each of their turns, from positions that remember nothing."""
    game = values.game
    for position, cases in set_ups(game, find_clause(values.reading)):
        if getattr(position, "memory", None):
            continue
        start = position_to_json(game, position)
        for case in cases:
            texts = tuple(text for text, _ in case.turns)
            yield from (Question(start, texts[:at], texts[at]) for at in range(len(texts)))


def _smaller_and_smaller(
    game: AnyGame, question: Question, readings: tuple[Any, Any], clock: Clock
) -> Iterator[Question]:
    """Questions about positions set up, each smaller than the one before, as long as there is a simpler position."""
    position = game.from_json(question.start, readings[0])
    for text in question.played:
        position = game.play(position, game.parse_turn(position, text))
    going: Any = position
    best = size(game, question, readings[0])
    while going is not None:
        going, candidates = None, simpler(game, position)
        for nearer in candidates:
            clock.tick()
            asked = _asked_in(game, nearer, readings)
            if asked is not None and size(game, asked, readings[0]) < best:
                yield asked
                best, position, going = size(game, asked, readings[0]), nearer, nearer
                break


def _asked_in(game: AnyGame, position: Any, readings: tuple[Any, Any]) -> Question | None:
    """The shortest turn listed in a position about which the readings differ."""
    start = position_to_json(game, position)
    try:
        one, two = (
            {told["turn"]: visible({"verdict": "legal", **told}) for told in table.turns(start)}
            for table in (ReferenceTable(game, position.board, each) for each in readings)
        )
    except InputError:
        return None
    for text in sorted(one.keys() | two.keys(), key=lambda text: (len(text), text)):
        if one.get(text) != two.get(text) and differ(game, Question(start, (), text), *readings):
            return Question(start, (), text)
    return None
