"""The examples of the spec as cases: each clause is asked about at least once, before anything random."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import find_game
from shatterproof_properties import play
from shatterproof_properties.conformance.generate.cases import Case
from shatterproof_properties.conformance.generate.exhaustive import ALONE, Shard
from shatterproof_properties.protocol.announced import area
from shatterproof_properties.protocol.example_games import ExampleGame, example_games
from shatterproof_properties.protocol.question import Question


def known_cases(
    game: str,
    readings: Any,
    boards: Collection[str],
    set_up: bool,
    shard: Shard = ALONE,
    only: frozenset[str] = frozenset(),
) -> Iterator[Case]:
    """The examples under these readings, on boards that an engine plays, from positions that it takes, each once.

    `only` limits them to the examples of some clauses. Examples written for other readings are also asked, while their
    turns are legal; the reference answers them anew. Examples on boards that the engine does not play are set into the
    smallest of its boards with room for them. Each is played only when it is asked for.
    """
    larger = sorted(boards, key=lambda board: area(find_game(game), board))
    seen: set[Case] = set()
    for example in islice(examples_in_order(game, readings, only), shard.index, None, shard.jobs):
        begun, found = example.begun, list[Case]()
        # Not every position may stand under all readings.
        with suppress(InputError):
            if begun.board in boards and (set_up or begun.from_opening):
                found.append(Case.as_far_as_legal(begun, example.texts))
            elif begun.board not in boards and set_up:
                ways = (list(play.embeddings(begun.rules, begun.begun, board)) for board in larger)
                for there, renamed in next(filter(None, ways), []):
                    way = Question.at(begun.rules, there)
                    found.append(Case.as_far_as_legal(way, map(renamed, example.texts)))
        # The same game may be written in several ways.
        found = [case for case in found if case not in seen]
        seen.update(found)
        yield from found


@cache
def examples_in_order(game: str, readings: Any, only: frozenset[str] = frozenset()) -> tuple[ExampleGame, ...]:
    """The examples of a game under these readings, or of some clauses `only`, each once.

    Those written for them come first, then by legal turns.
    """
    order = sorted(example_games(game, only or None), key=lambda each: (each.begun.chosen != readings, each.legal))
    chosen = readings.to_mapping()
    return tuple(dict.fromkeys(replace(example, begun=example.begun.under(chosen)) for example in order))
