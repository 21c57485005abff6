"""Where the questions of vectors come from: the spec, play, positions set up, nearly legal turns, small worlds."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.examples import read_cases, read_position
from shatterproof.game import AmbiguousTurn, AnyGame, IllegalTurn, find_game
from shatterproof.spec import clauses, spec_folder
from shatterproof_properties import play
from shatterproof_properties.conformance.vectors.answers import is_opening
from shatterproof_properties.conformance.vectors.vector import Question
from shatterproof_properties.protocol.reference_table import position_to_json

Item = TypeVar("Item")


class Draft(NamedTuple):
    """A question before it is answered, what made it, and the clause whose example it is, if it is one."""

    question: Question
    made: str
    clause: str = ""


class Spread(NamedTuple):
    """The boards of a game that vectors are about, the small ones first, and the whole worlds that are walked:
    board and depth. `plies` are the lengths of games, at most; `draws` is how many of each kind are drawn."""

    small: tuple[str, ...]
    large: tuple[str, ...]
    worlds: tuple[tuple[str, int], ...]
    plies: tuple[int, ...]
    draws: int


SPREADS = {
    "crumble": Spread(("2x2", "2x3", "3x2", "3x3", "3x4", "4x3", "4x4"), ("5x5", "6x6", "8x6"),
                      (("2x2", 2), ("2x3", 2), ("3x2", 2), ("3x3", 1)), (3, 8, 16), 300),
    "scrunch": Spread(("2", "3", "4"), ("5", "7", "8"), (("2", 2), ("3", 2)), (4, 12, 30), 300),
    "splinter": Spread(("2x4", "5x2", "5x3", "3x4", "4x4", "5x5", "6x5"), ("7x7", "10x9", "12x10"),
                       (("2x4", 2), ("5x2", 2), ("4x4", 1)), (2, 6, 14), 300),
}  # fmt: skip
MOST_ASKED_OF_A_GAME = 4
"""Turns of one game that are asked about, the last among them."""
ASKED_FROM_THE_START = 2
LONGEST_GAME = 24
"""Turns that are asked about from the start, at most."""
NEAR = 2
"""Turns from the opening within which an example of a small world is near it."""
WORLD = 400
"""Positions of a small world that are asked about, at most."""


def drafts(game: AnyGame, share: float = 1.0) -> Iterator[Draft]:
    """Questions about a game, the same ones every time; `share` is how many are drawn at random, of those there are."""
    yield from spec_examples(game)
    yield from witnesses(game)
    yield from small_worlds(game)
    for number, kind in enumerate((_played, _set_up, _nearly_legal)):
        for found in drawn(kind(game), int(SPREADS[game.NAME].draws * share), number):
            yield from found


def drawn(strategy: SearchStrategy[Item], count: int, number: int) -> list[Item]:
    """What a strategy gives when asked so many times, the same for equal numbers."""
    found: list[Item] = []

    @seed(number)
    @settings(max_examples=count, database=None, deadline=None, phases=(Phase.generate,),
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(strategy)
    def keep(value: Item) -> None:
        found.append(value)

    keep()
    return found


# What the spec shows


def spec_examples(game: AnyGame) -> Iterator[Draft]:
    """Every turn of every example, and all turns of the positions that are shown without one.

    What explains a reading is asked under each of its values.
    """
    for clause in clauses(game.NAME):
        values = game.Readings.choices().get(clause.id, ())
        for example in clause.examples:
            setup, cases = read_cases(example)
            for start in _set_ups(game, setup, clause.id, values):
                for case in cases:
                    texts = [text for text, published in case.turns if published]
                    yield from (Draft(question, "example", clause.id) for question in _asked(game, start, texts))


def _set_ups(game: AnyGame, setup: str, reading: str, values: tuple[str, ...]) -> Iterator[Any]:
    """The position that an example sets up; under each value of the reading that it explains, if it does."""
    with suppress(InputError):
        shown = read_position(game, setup)
        yield shown
        for value in values:
            readings = game.Readings.from_mapping(shown.readings.to_mapping() | {reading: value})
            with suppress(InputError):
                yield game.from_json(position_to_json(game, shown), readings)


def _asked(game: AnyGame, start: Any, texts: list[str]) -> Iterator[Question]:
    """About some turns in a row; about all turns and their number where there are none."""
    yield from along(game, start, texts) if texts else (all_turns(game, start), leaves(game, start, 1))


def under(game: AnyGame, question: Question, reading: str, value: str) -> Question:
    """The same question under another value of a reading."""
    chosen = game.Readings.from_mapping(question.readings | {reading: value})
    return Question(question.game, question.board, chosen.departures(), question.do, question.asked)


def witnesses(game: AnyGame) -> Iterator[Draft]:
    """The smallest games in which readings differ, each asked under both values."""
    file = spec_folder() / "witnesses" / f"{game.NAME}.json"
    for pair in strict_json.decode_file(file)["pairs"] if file.is_file() else ():
        for value in pair["values"] if pair["witness"] else ():
            chosen = game.Readings.from_mapping({**pair.get("given", {}), pair["reading"]: value})
            for question in _witnessed(game, pair["witness"], chosen):
                yield Draft(question, "witness", pair["reading"])


def _witnessed(game: AnyGame, witness: dict[str, Any], readings: Any) -> Iterator[Question]:
    with suppress(InputError):
        start = game.from_json(witness["start"], readings)
        yield from _asked(game, start, [text for text in (*witness["played"], witness["turn"]) if text])


# What play shows


def along(game: AnyGame, start: Any, texts: list[str], wanted: int = 1000) -> Iterator[Question]:
    """A question about each of some turns in a row, the last ones if there are more than wanted; up to the first that
    is not legal. The last ones are asked from the opening too, where that is near."""
    position, before = start, _way_there(game, start)
    for number, text in enumerate(texts):
        if len(texts) - number <= wanted:
            yield one_turn(game, position, text)
        if before is not None and len(texts) - number <= min(wanted, ASKED_FROM_THE_START) and number < LONGEST_GAME:
            opening = game.start(start.board, start.readings)
            yield Question(*_head(game, opening), "apply", {"turns": [*before, *texts[: number + 1]]})
        try:
            position = game.play(position, game.parse_turn(position, text))
        except (InputError, IllegalTurn, AmbiguousTurn):
            return


def _way_there(game: AnyGame, position: Any) -> list[str] | None:
    """The turns from the opening to a position that is near it, whatever they leave to remember; None for others."""
    if is_opening(game, position):
        return []
    if (position.board, NEAR) not in SPREADS[game.NAME].worlds:
        return None
    return _near_openings(game.NAME, position.board, position.readings).get(_bare(game, position))


@lru_cache(maxsize=100)
def _near_openings(name: str, board: str, readings: Any) -> dict[str, list[str]]:
    game = find_game(name)
    layer = [(game.start(board, readings), list[str]())]
    found = {_bare(game, position): texts for position, texts in layer}
    for _ in range(NEAR):
        layer = [
            (after, [*texts, game.format_turn(here, turn)])
            for here, texts in layer
            for turn, after in game.results(here)
        ]
        for position, texts in layer:
            found.setdefault(_bare(game, position), texts)
    return found


def _bare(game: AnyGame, position: Any) -> str:
    return strict_json.encode({**position_to_json(game, position), "memory": None})


def one_turn(game: AnyGame, position: Any, text: str) -> Question:
    """What becomes of a position by a turn?"""
    return Question(*_head(game, position), "apply", {"position": position_to_json(game, position), "turn": text})


def all_turns(game: AnyGame, position: Any) -> Question:
    """What can be played in a position?"""
    shown = {} if is_opening(game, position) else {"position": position_to_json(game, position)}
    return Question(*_head(game, position), "turns", shown)


def leaves(game: AnyGame, position: Any, depth: int) -> Question:
    """How many ways do turns go on, so deep?"""
    return Question(*_head(game, position), "count", {**all_turns(game, position).asked, "depth": depth})


def _head(game: AnyGame, position: Any) -> tuple[str, str, dict[str, str]]:
    return game.NAME, position.board, position.readings.departures()


def small_worlds(game: AnyGame) -> Iterator[Draft]:
    """All turns of every position that is so many turns away from an opening, and the number of leaves there."""
    for board, depth in SPREADS[game.NAME].worlds:
        world = {game.start(board): None}
        layer = list(world)
        for ply in range(depth + 1):
            for position in layer:
                yield Draft(all_turns(game, position), "exhaustive")
            yield Draft(leaves(game, layer[-1], 2 if ply < depth else 1), "exhaustive")
            layer = [after for here in layer if ply < depth for _, after in game.results(here) if after not in world]
            layer = list(dict.fromkeys(layer))[: WORLD - len(world)]
            world.update(dict.fromkeys(layer))


def _readings(game: AnyGame) -> SearchStrategy[Any]:
    """The defaults mostly, one departure often, and now and then any."""
    defaults = st.just(game.Readings())
    choices = game.Readings.choices().items()
    single = [game.Readings.from_mapping({name: value}) for name, values in choices for value in values[1:]]
    return st.one_of(defaults, defaults, defaults, st.sampled_from(single), play.readings(game))


def _boards(game: AnyGame) -> SearchStrategy[str]:
    spread = SPREADS[game.NAME]
    return st.sampled_from((*spread.small, *spread.small, *spread.large))


@st.composite
def _games(draw: st.DrawFn, game: AnyGame) -> tuple[Any, list[str], Any]:
    """A game from the opening: where it begins, the texts of its turns, and where it ends."""
    plies = draw(st.sampled_from(SPREADS[game.NAME].plies))
    start, turns = draw(play.games(game, boards=_boards(game), readings=_readings(game), max_plies=plies))
    position, texts = start, list[str]()
    for turn in turns:
        texts.append(game.format_turn(position, turn))
        position = game.play(position, turn)
    return start, texts, position


@st.composite
def _played(draw: st.DrawFn, game: AnyGame) -> list[Draft]:
    start, texts, end = draw(_games(game))
    asked = [*along(game, start, texts, MOST_ASKED_OF_A_GAME), all_turns(game, end)]
    return [Draft(question, "play") for question in asked]


@st.composite
def _set_up(draw: st.DrawFn, game: AnyGame) -> list[Draft]:
    position = draw(play.positions_set_up(game, boards=_boards(game), readings=_readings(game)))
    if not _ways(game).can_move(position):
        return [Draft(all_turns(game, position), "set-up")]
    turns = draw(st.lists(play.turns(game, position), min_size=1, max_size=3, unique=True))
    asked = [one_turn(game, position, game.format_turn(position, turn)) for turn in turns]
    return [Draft(question, "set-up") for question in (*asked, all_turns(game, position), leaves(game, position, 1))]


@st.composite
def _nearly_legal(draw: st.DrawFn, game: AnyGame) -> list[Draft]:
    """Turns that nearly may be played, in a position set up or at the end of a game from the opening."""
    start, played, position = draw(_games(game))
    if draw(st.booleans()):
        start = position = draw(play.positions_set_up(game, _boards(game), _readings(game), decided=True))
        played = []
    makers = importlib.import_module(f"shatterproof_properties.play.{game.NAME}.nearly_legal").MAKERS
    wanted = draw(st.lists(st.sampled_from((*makers, None)), min_size=1, max_size=3, unique=True))
    texts = [draw(play.nearly_legal_turns(game, position, (clause,)))[0] for clause in wanted]
    asked = [question for text in texts for question in along(game, start, [*played, text], 1)]
    return [Draft(question, "nearly-legal") for question in asked]


def _ways(game: AnyGame) -> Any:
    return importlib.import_module(f"shatterproof_properties.play.{game.NAME}")
