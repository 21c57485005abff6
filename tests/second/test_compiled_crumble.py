"""Crumble's compiled functions tell what the engine in Python tells, entry by entry, and decline all else."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shatterproof import strict_json
from shatterproof.game import find_game
from shatterproof_properties import play
from shatterproof_properties.conformance import vectors
from shatterproof_properties.protocol.reference_table import position_to_json
from shatterproof_properties.second.compiled import Compiled, compiled
from shatterproof_properties.second.crumble import Engine, Position
from shatterproof_properties.second.engine import MOST

pytestmark = pytest.mark.usefixtures("built")
CRUMBLE = find_game("crumble")
GAMES = [("2x2", 24, 6), ("3x2", 20, 6), ("3x3", 20, 4), ("5x4", 20, 2), ("6x6", 25, 1), ("15x16", 1, 1)]
"""Boards, and of each how many turns of how many games are gone through."""
MOST_LISTED = 3_000
FUZZ = """
import random, sys
from shatterproof_properties.second.compiled import compiled
known = compiled("crumble")
chance = random.Random(7)
for text in sys.stdin.read().split():
    for _ in range(400):
        at, end = chance.randrange(len(text)), chance.randrange(len(text))
        part = chance.choice(("", chance.choice('019,:"/{}[]xn'), text[min(at, end):max(at, end)]))
        for spoiled in (text[:at], text[:at] + part + text[at + chance.randrange(3):], text[:at] + part + text[end:]):
            known.results(spoiled, 5)
            known.leaves(spoiled, 1)
print("alive")
"""


@pytest.fixture
def known() -> Compiled:
    found = compiled("crumble")
    assert found
    return found


def in_python(board: str) -> Engine:
    """An engine that asks no compiled functions."""
    engine = Engine.on_board(board)
    vars(engine)["_compiled"] = None
    return engine


def at_rest(engine: Engine, here: Position) -> tuple[Position, str]:
    """A position as it is read, and its text: joins are listed in the order of the pieces' slots."""
    text = engine.text(here)
    return engine.read(strict_json.decode(text)), text


def is_told(known: Compiled, engine: Engine, position: Position) -> list[Position]:
    """The positions after the first turns of a position, of which both tell the same."""
    here, text = at_rest(engine, position)
    found = list(islice(engine.result_texts(here), MOST_LISTED))
    entries = ",".join(result.entry() for _, result in found)
    assert known.results(text, MOST_LISTED) == (entries, len(found)), text
    return [after for after, _ in found]


def chosen(here: Position, results: list[Position], manner: int, chance: random.Random) -> Position:
    """One of the results: one that swaps into the same piece again, one of the finest or coarsest, or any."""
    going_on = [after for after in results if after.outcome is None] or results
    if manner == 0 and here.memory:
        again = [after for after in going_on if after.memory and len(after.memory.recent) > 1]
        return chance.choice(again or going_on)
    if manner in (1, 2):
        going_on.sort(key=lambda after: after.arrangement.live.bit_count(), reverse=manner == 1)
        return chance.choice(going_on[:5])
    return chance.choice(going_on)


def game(known: Compiled, engine: Engine, plies: int, chance: random.Random) -> Iterator[Position]:
    """The positions of a random game, all of which are told alike."""
    here, manner = engine.opening(), chance.randrange(4)
    for _ in range(plies):
        yield here
        results = is_told(known, engine, here)
        if not results:
            return
        here = chosen(here, results, manner, chance)


@pytest.mark.parametrize(("board", "plies", "games"), GAMES, ids=[board for board, *_ in GAMES])
def test_results_of_games_are_the_same(board: str, plies: int, games: int, known: Compiled) -> None:
    chance, engine = random.Random(board), in_python(board)
    assert sum(1 for _ in range(games) for _ in game(known, engine, plies, chance))


@settings(max_examples=3 * settings().max_examples)
@given(data=st.data())
def test_results_of_positions_set_up_are_the_same(data: st.DataObject) -> None:
    known = compiled("crumble")
    assert known
    bias = data.draw(st.sampled_from((None, *play.biases(CRUMBLE))))
    position = data.draw(play.positions_set_up(CRUMBLE, play.boards(CRUMBLE, 4), decided=bias is None, bias=bias))
    engine = in_python(position.board)
    is_told(known, engine, engine.read(position_to_json(CRUMBLE, position)))


def test_results_of_small_families_are_the_same(known: Compiled) -> None:
    chance = random.Random(3)
    for family in play.families(CRUMBLE):
        engine = in_python(family.board)
        for number in chance.sample(range(family.count), 300):
            position = family.position(number)
            if position is not None:
                is_told(known, engine, engine.read(position_to_json(CRUMBLE, position)))


def test_results_of_the_vectors_are_the_same_whoever_moves(known: Compiled) -> None:
    asked = [vector.question for vector in vectors.read("crumble", "core")]
    positions = sorted({(one.board, one.start) for one in asked if one.start and not one.readings})
    assert len(positions) > 100
    for board, text in positions:
        engine = in_python(board)
        for side in ("black", "white"):
            is_told(known, engine, engine.read({**strict_json.decode(text), "to_move": side}))


LEAVES = [("2x2", 3), ("3x2", 3), ("2x3", 2), ("4x3", 2), ("6x6", 1), ("8x8", 1)]


def leaves_are_told(known: Compiled, engine: Engine, position: Position, depth: int) -> None:
    """Both tell the same leaves, in the order of the turns."""
    here, text = at_rest(engine, position)
    told, total = known.leaves(text, depth) or ("", -1)
    by = strict_json.decode(f"[{told}]")
    assert {"by": sorted(by), "total": total} == engine.count(strict_json.decode(text), depth)
    assert [turn for turn, _ in by] == [engine.turn_text(here, turn) for turn, _ in engine.results(here)]


@pytest.mark.parametrize(("board", "depth"), LEAVES, ids=[board for board, _ in LEAVES])
def test_leaves_are_the_same(board: str, depth: int, known: Compiled) -> None:
    chance, engine = random.Random(board), in_python(board)
    for here in list(game(known, engine, 14, chance))[::6]:
        leaves_are_told(known, engine, here, depth)


def test_only_so_many_are_told_as_are_wanted(known: Compiled) -> None:
    engine = in_python("4x4")
    here, text = at_rest(engine, engine.opening())
    entries = [result.entry() for _, result in engine.result_texts(here)]
    for most in (0, 1, 2, len(entries) - 1, len(entries), MOST):
        assert known.results(text, most) == (",".join(entries[:most]), min(most, len(entries)))


def test_a_decided_position_has_no_results(known: Compiled) -> None:
    engine = in_python("2x2")
    opening = engine.opening()
    won = engine.text(opening._replace(black=opening.arrangement.live))
    assert known.results(won, MOST) == ("", 0)
    assert known.leaves(won, 2) == ("", 0)


MEMORY = '{"recent":[{"target":["0","0","1","1"],"worked":[["1","0","1","1"]]}],"renewals":0}'
FOUR_TURNS = MEMORY.replace("]]}]", "]]}" + ',{"target":["0","0","1","1"],"worked":[["1","0","1","1"]]}' * 3 + "]")
DRAWN = FOUR_TURNS.replace('"renewals":0', '"renewals":2')


def start(memory: str = "null", **changed: str) -> str:
    """The opening of the smallest board, remembering what it can hardly remember, and with changes."""
    text = in_python("2x2").text(in_python("2x2").opening()).replace("null", memory)
    for before, after in changed.items():
        assert before in text
        text = text.replace(before, after)
    return text


@pytest.mark.parametrize("memory", [MEMORY, FOUR_TURNS, FOUR_TURNS.replace('"renewals":0', '"renewals":1'), DRAWN])
def test_what_is_remembered_counts(memory: str, known: Compiled) -> None:
    engine = in_python("2x2")
    here = engine.read(strict_json.decode(start(memory)))
    assert bool(is_told(known, engine, here)) == (memory != DRAWN)
    leaves_are_told(known, engine, here, 2)


UNKNOWN = {
    "nothing": "",
    "another game": start(crumble="scrunch"),
    "another board": start().replace("2x2", "2x3"),
    "too large a board": start().replace("2x2", "17x17"),
    "a gap": start().replace(',["1","1","1","1","white"]', ""),
    "an overlap": start().replace('["0","0","1","1",', '["0","0","2","2",'),
    "another order": start().replace('["0","0",', '["?",').replace('["1","0",', '["0","0",').replace("?\",", '1","0",'),
    "another shape": start().replace('["0","0","1","1",', '["0","0","1","1/4",'),
    "lower terms": start().replace('["0","0","1","1",', '["0","0","2/2","1",'),
    "finer than grains": start().replace('["0","0","1","1",', '["0","0","1","1/2097152",'),
    "no power of two": start().replace('["0","0","1","1",', '["0","0","1/3","1/3",'),
    "more behind": start() + " ",
    "too many turns": start(FOUR_TURNS.replace("recent\":[", "recent\":[" + MEMORY[11:-15] + ",")),
    "another target": start(FOUR_TURNS.replace('"0","0"', '"1","0"', 1)),
    "too many renewals": start(FOUR_TURNS.replace('"renewals":0', '"renewals":3')),
    "renewals too early": start(MEMORY.replace('"renewals":0', '"renewals":1')),
}  # fmt: skip


@pytest.mark.parametrize("text", UNKNOWN.values(), ids=UNKNOWN)
def test_what_our_writer_does_not_write_is_declined(text: str, known: Compiled) -> None:
    assert known.results(text, MOST) is None
    assert known.leaves(text, 1) is None


def test_a_position_with_enclosed_pieces_is_declined(known: Compiled) -> None:
    engine = in_python("3x3")
    ring = engine.opening()._replace(black=1 << 4)
    assert known.results(engine.text(ring), MOST) is None


def test_more_pieces_than_there_is_room_for_are_declined(known: Compiled) -> None:
    engine = in_python("16x16")
    text = engine.text(engine.opening())
    assert known.results(text, MOST) is None
    assert known.leaves(text, 1) is None


@pytest.mark.parametrize("depth", [-1, 0, 17, MOST])
def test_leaves_at_no_depth_and_very_deep_ones_are_declined(depth: int, known: Compiled) -> None:
    assert known.leaves(start(), depth) is None


def test_spoiled_texts_do_no_harm() -> None:
    engine = in_python("3x2")
    chance = random.Random(5)
    here = engine.opening()
    texts = [start(MEMORY), start(FOUR_TURNS)]
    for _ in range(8):
        texts.append(engine.text(here))
        here = chance.choice([after for _, after in engine.results(here) if after.outcome is None])
    done = subprocess.run([sys.executable, "-c", FUZZ], input="\n".join(texts), text=True, capture_output=True)
    assert (done.returncode, done.stdout) == (0, "alive\n"), done.stderr[-2000:]
