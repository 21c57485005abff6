"""The questions of vectors: from the spec, play, positions set up, near misses, and small boards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, AnyGame, IllegalTurn, find_game
from shatterproof_properties import play
from shatterproof_properties.common.clauses import departures
from shatterproof_properties.protocol.answers import position_key, position_to_json
from shatterproof_properties.protocol.example_games import example_questions
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.witnesses.pair import shipped

Item = TypeVar("Item")


class Draft(NamedTuple):
    """A question before it is answered, its origin, and the clause of its example, if it has one."""

    question: Question
    made: str
    clause: str = ""


class Boards(NamedTuple):
    """The small and the large boards of a game for vectors, and those that are enumerated up to a depth.

    `plies` are the greatest lengths of games.
    """

    small: tuple[str, ...]
    large: tuple[str, ...]
    whole: tuple[tuple[str, int], ...]
    plies: tuple[int, ...]


BOARDS = {
    "crumble": Boards(
        small=("2x2", "2x3", "3x2", "3x3", "3x4", "4x3", "4x4"),
        large=("5x5", "6x6", "8x6"),
        whole=(("2x2", 2), ("2x3", 2), ("3x2", 2), ("3x3", 1)),
        plies=(3, 8, 16),
    ),
    "scrunch": Boards(small=("2", "3", "4"), large=("5", "7", "8"), whole=(("2", 2), ("3", 2)), plies=(4, 12, 30)),
    "splinter": Boards(
        small=("2x4", "5x2", "5x3", "3x4", "4x4", "5x5", "6x5"),
        large=("7x7", "10x9", "12x10"),
        whole=(("2x4", 2), ("5x2", 2), ("4x4", 1)),
        plies=(2, 6, 14),
    ),
}

LONGEST_GAME = 24
"""Later turns of a game are not asked from the opening."""
NEAR = 2
"""An example on a small board within this many turns of the opening is near it."""
DRAWS = 300
"""The number of random draws of each kind."""


def drafts(game: AnyGame) -> Iterator[Draft]:
    """The questions about a game, the same every time."""
    yield from spec_examples(game)
    yield from witnesses(game)
    yield from small_boards(game)
    for number, kind in enumerate((_played, _set_up, _near_misses)):
        for found in drawn(kind(game), number):
            yield from found


def drawn(strategy: SearchStrategy[Item], number: int) -> list[Item]:
    """At most DRAWS values that a strategy draws, the same for equal numbers."""
    found: list[Item] = []

    @seed(number)
    @settings(max_examples=DRAWS, database=None, deadline=None, phases=(Phase.generate,),
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(strategy)
    def keep(value: Item) -> None:
        found.append(value)

    keep()
    return found


def spec_examples(game: AnyGame) -> Iterator[Draft]:
    """Every turn of every example, and all turns of positions that are shown without one.

    An example of a reading is asked under each of its values.
    """
    for clause, example in example_questions(game.NAME, as_written=True):
        chosen, values = example.chosen.to_mapping(), game.Readings.choices().get(clause, ())
        for question in (example, *(example.under({**chosen, clause: value}) for value in values)):
            yield from (Draft(asked, "example", clause) for asked in _asked(question))


def _asked(question: Question) -> Iterator[Question]:
    """Questions about each turn of a question. Without turns, about all turns of its position and their number.

    None if the position may not stand.
    """
    game, texts = question.rules, list(question.texts)
    try:
        start = question.begun
    except InputError:
        return
    yield from each_turn(game, start, texts) if texts else (all_turns(game, start), leaves(game, start, 1))


def witnesses(game: AnyGame) -> Iterator[Draft]:
    """The smallest games in which readings differ, each asked under both values."""
    for pair in shipped(game.NAME):
        for question in pair.questions():
            yield from (Draft(asked, "witness", pair.reading) for asked in _asked(question))


def each_turn(game: AnyGame, start: Any, texts: list[str], wanted: int = 1000) -> Iterator[Question]:
    """A question for each of the last `wanted` turns of some in a row, up to the first that is not legal.

    The last two are also asked from the opening, if that is near.
    """
    position, before = start, _way_there(game, start)
    opening = Question(game.NAME, start.board, tuple(sorted(start.readings.departures().items())))
    for number, text in enumerate(texts):
        if len(texts) - number <= wanted:
            yield Question.at(game, position, turn=text)
        if before is not None and len(texts) - number <= min(wanted, 2) and number < LONGEST_GAME:
            yield replace(opening, played=(*before, *texts[:number]), turn=text)
        try:
            position = game.play(position, game.parse_turn(position, text))
        except (InputError, IllegalTurn, AmbiguousTurn):
            return


def _way_there(game: AnyGame, position: Any) -> list[str] | None:
    """The turns from the opening to a position near it, whatever memory they leave; None for other positions."""
    if Question.at(game, position).from_opening:
        return []
    if (position.board, NEAR) not in BOARDS[game.NAME].whole:
        return None
    return _near_openings(game.NAME, position.board, position.readings).get(_without_memory(game, position))


@lru_cache(maxsize=100)
def _near_openings(name: str, board: str, readings: Any) -> dict[str, list[str]]:
    game = find_game(name)
    layer = [(game.start(board, readings), list[str]())]
    found = {_without_memory(game, position): texts for position, texts in layer}
    for _ in range(NEAR):
        layer = [
            (after, [*texts, game.format_turn(here, turn)])
            for here, texts in layer
            for turn, after in game.results(here)
        ]
        for position, texts in layer:
            found.setdefault(_without_memory(game, position), texts)
    return found


def _without_memory(game: AnyGame, position: Any) -> str:
    return position_key(position_to_json(game, position), memory=False)


def all_turns(game: AnyGame, position: Any) -> Question:
    """A question about all turns of a position."""
    return Question.at(game, position, do="turns").abridged()


def leaves(game: AnyGame, position: Any, depth: int) -> Question:
    """A question about the number of leaves at a depth."""
    return all_turns(game, position).asking("count", depth=depth)


def small_boards(game: AnyGame) -> Iterator[Draft]:
    """All turns of the positions up to some turns from an opening, at most 400 a board, and numbers of leaves."""
    for board, depth in BOARDS[game.NAME].whole:
        known = {game.start(board): None}
        layer = list(known)
        for ply in range(depth + 1):
            for position in layer:
                yield Draft(all_turns(game, position), "exhaustive")
            yield Draft(leaves(game, layer[-1], 2 if ply < depth else 1), "exhaustive")
            layer = [after for here in layer if ply < depth for _, after in game.results(here) if after not in known]
            layer = list(dict.fromkeys(layer))[: 400 - len(known)]
            known.update(dict.fromkeys(layer))


def _readings(game: AnyGame) -> SearchStrategy[Any]:
    """Mostly the defaults, often one other value, now and then any values."""
    defaults = st.just(game.Readings())
    single = [departed for _, departed in departures(game.Readings())]
    return st.one_of(defaults, defaults, defaults, st.sampled_from(single), play.readings(game))


def _boards(game: AnyGame) -> SearchStrategy[str]:
    return st.sampled_from((*BOARDS[game.NAME].small, *BOARDS[game.NAME].small, *BOARDS[game.NAME].large))


@st.composite
def _games(draw: st.DrawFn, game: AnyGame) -> tuple[Any, list[str], Any]:
    """A game from the opening: its start, the texts of its turns, and its end."""
    plies = draw(st.sampled_from(BOARDS[game.NAME].plies))
    start, turns = draw(play.games(game, boards=_boards(game), readings=_readings(game), max_plies=plies))
    position, texts = start, list[str]()
    for turn in turns:
        texts.append(game.format_turn(position, turn))
        position = game.play(position, turn)
    return start, texts, position


@st.composite
def _played(draw: st.DrawFn, game: AnyGame) -> list[Draft]:
    start, texts, end = draw(_games(game))
    return [Draft(question, "play") for question in (*each_turn(game, start, texts, 4), all_turns(game, end))]


@st.composite
def _set_up(draw: st.DrawFn, game: AnyGame) -> list[Draft]:
    position = draw(play.positions_set_up(game, boards=_boards(game), readings=_readings(game)))
    if not play.can_move(game, position):
        return [Draft(all_turns(game, position), "set-up")]
    turns = draw(st.lists(play.turns(game, position), min_size=1, max_size=3, unique=True))
    asked = [Question.at(game, position, turn=game.format_turn(position, turn)) for turn in turns]
    return [Draft(question, "set-up") for question in (*asked, all_turns(game, position), leaves(game, position, 1))]


@st.composite
def _near_misses(draw: st.DrawFn, game: AnyGame) -> list[Draft]:
    """Near misses in a set-up position, or at the end of a game from the opening."""
    start, played, position = draw(_games(game))
    if draw(st.booleans()):
        start = position = draw(play.positions_set_up(game, _boards(game), _readings(game), decided=True))
        played = []
    wanted = draw(st.lists(st.sampled_from((*play.breakable(game), None)), min_size=1, max_size=3, unique=True))
    texts = [draw(play.near_misses(game, position, (clause,)))[0] for clause in wanted]
    asked = [question for text in texts for question in each_turn(game, start, [*played, text], 1)]
    return [Draft(question, "nearly-legal") for question in asked]
