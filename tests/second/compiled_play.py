"""Compiled functions compared with the engine in Python along games, and texts that they decline."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import Any

from shatterproof import strict_json
from shatterproof_properties.protocol.served import second_engine
from shatterproof_properties.second.compiled import Compiled, compiled
from shatterproof_properties.second.engine import MOST

MOST_LISTED = {"crumble": 3_000, "scrunch": MOST, "splinter": MOST}
"""The most results of a position that are compared."""
Results = list[tuple[Any, Any]]


def known(game: str) -> Compiled:
    found = compiled(game)
    assert found
    return found


@cache
def in_python(game: str, board: str) -> Any:
    """An engine that asks no compiled functions."""
    engine = second_engine(game).on_board(board)
    vars(engine)["_compiled"] = None
    return engine


def list_is_same(game: str, engine: Any, text: str) -> int:
    """Compares the first results of a position, all and half of them. Returns their number."""
    here, most = engine.read(strict_json.decode(text)), MOST_LISTED[game]
    entries = [result.entry() for _, result in islice(engine.result_texts(here), most)]
    for wanted in (most, (len(entries) + 1) // 2):
        shown = entries[:wanted]
        assert known(game).results(text, wanted) == (",".join(shown), len(shown)), text
    for first in {len(entries) // 3, len(entries) - 1, len(entries)} - {-1} if len(entries) < most else ():
        shown = entries[first : first + 2]
        assert known(game).results(text, 2, first) == (",".join(shown), len(shown)), (text, first)
    return len(entries)


def leaves_are_same(game: str, engine: Any, text: str, depth: int) -> None:
    """Fails unless both count the same leaves below the same turns, in order, down to a depth."""
    here = engine.read(strict_json.decode(text))
    for deep in range(1, depth + 1):
        by = [[engine.turn_text(here, turn), engine.leaves(after, deep - 1)] for turn, after in engine.results(here)]
        total = sum(leaves for _, leaves in by)
        assert known(game).leaves(text, deep) == (strict_json.encode(by)[1:-1], total), (text, deep)
        assert engine.count(strict_json.decode(text), deep) == {"total": total, "by": sorted(by)}


def game_positions(game: str, board: str, plies: int, chance: random.Random) -> Iterator[str]:
    """The positions of a random game in JSON, the last one included."""
    engine, style = in_python(game, board), chance.randrange(4)
    here = engine.opening()
    for ply in range(plies):
        text = engine.text(here)
        yield text
        results = list(islice(engine.results(engine.read(strict_json.decode(text))), MOST_LISTED[game]))
        if not results:
            return
        here = _NEXT[game](results, ply, style, chance)


def _crumble(results: Results, ply: int, style: int, chance: random.Random) -> Any:
    """A result that swaps into the same piece again, one with very many or very few pieces, or any."""
    going_on = [after for _, after in results if after.outcome is None] or [after for _, after in results]
    if style == 0:
        again = [after for after in going_on if after.memory and len(after.memory.recent) > 1]
        return chance.choice(again or going_on)
    if style in (1, 2):
        going_on.sort(key=lambda after: after.arrangement.live.bit_count(), reverse=style == 1)
        return chance.choice(going_on[:5])
    return chance.choice(going_on)


def _scrunch(results: Results, ply: int, style: int, chance: random.Random) -> Any:
    """A result of wriggling, once some eggs are laid."""
    growths = [after for turn, after in results if turn.moved]
    return chance.choice(growths) if growths and ply >= 3 + 4 * style else chance.choice(results)[1]


def _splinter(results: Results, ply: int, style: int, chance: random.Random) -> Any:
    """A result that loses many pieces, or any."""
    tried = [after for _, after in chance.sample(results, min(4, len(results)))]
    few = min(tried, key=lambda after: after.pieces.bit_count())
    return few if chance.random() < style / 3 else tried[0]


_NEXT: dict[str, Callable[[Results, int, int, random.Random], Any]] = {
    "crumble": _crumble,
    "scrunch": _scrunch,
    "splinter": _splinter,
}


MEMORY = '{"recent":[{"target":["0","0","1","1"],"worked":[["1","0","1","1"]]}],"renewals":0}'
FOUR_TURNS = MEMORY.replace("]]}]", "]]}" + ',{"target":["0","0","1","1"],"worked":[["1","0","1","1"]]}' * 3 + "]")


def start(memory: str = "null", **changed: str) -> str:
    """The opening of the smallest board with an unlikely memory, and with changes."""
    text = str(in_python("crumble", "2x2").text(in_python("crumble", "2x2").opening())).replace("null", memory)
    for before, after in changed.items():
        assert before in text
        text = text.replace(before, after)
    return text


def opening(game: str, board: str) -> str:
    engine = in_python(game, board)
    return str(engine.text(engine.opening()))


_OPENING = in_python("crumble", "3x3").opening()
OF_CRUMBLE = {
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
    "enclosed pieces": in_python("crumble", "3x3").text(_OPENING._replace(black=1 << 4)),
    "more pieces than there is room for": opening("crumble", "16x16"),
}  # fmt: skip

# Scrunch


def stones(board: str, dark: str, light: str = "", creating: str = "", to_move: str = "dark") -> str:
    """A position in canonical JSON by names of cells."""
    sides = {"creating": creating.split(), "dark": dark.split(), "light": light.split()}
    return strict_json.encode({"board": board, "game": "scrunch", "to_move": to_move, **sides})


TWO_STONES = stones("3", "a1", "b2")
OF_SCRUNCH = {
    "nothing": "",
    "no position": "{}",
    "a side of one": stones("1", "a1"),
    "a side of eleven": stones("11", "a1"),
    "a board of another form": stones("08", "a1"),
    "a board of three digits": stones("100", "a1"),
    "no board": stones("", "a1"),
    "another order": stones("3", "b1 a1"),
    "a cell twice": stones("3", "a1 a1"),
    "a cell of both": stones("3", "a1 b2", "b2"),
    "a row beyond the board": stones("3", "f1"),
    "a column beyond the board": stones("3", "a4"),
    "a column of zero": stones("3", "a0"),
    "a cell of another form": stones("3", "a01"),
    "a cell beyond a row": stones("8", "a9"),
    "a row beyond the largest board": stones("10", "t1"),
    "two cells in one": stones("3", "a1a2"),
    "a mutant": stones("3", "b1 b2 b3 c2"),
    "a mutant of the other side": stones("3", "", "b1 b2 b3 c2", "dark"),
    "eggs that touch": stones("3", "a1 a2", "e1", "dark"),
    "a mutant on a large board": stones("9", "j1 k1 j2 k2"),
    "eggs that touch on a large board": stones("9", "j1 j2", "a1", "dark"),
    "a side to move that has lost": stones("3", "", "a1"),
    "sides in another order": stones("3", "a1", "", "light dark"),
    "another side": stones("3", "a1", "b2", "", "blue"),
    "spaces": TWO_STONES.replace(":", ": "),
    "more behind": TWO_STONES + " ",
    "another game": TWO_STONES.replace("scrunch", "crumble"),
}

# Splinter

OPENING = opening("splinter", "10x9")
SMALL = (
    '{"board":"4x3","game":"splinter","memory":[["b1","a1"],["c1","b1"]],"pieces":[["a2","white","circle"],'
    '["b1","blue","square"],["b2","white","square"],["b3","white","cross"],["c1","blue","cross"],'
    '["c2","blue","circle"]],"to_move":"white"}'
)
_SPREAD = (
    '{"board":"26x26","game":"splinter","memory":[],"pieces":['
    + ",".join(f'["{letter}{row}","blue","cross"]' for row, letter in enumerate("abcdefghijkl", start=8))
    + '],"to_move":"blue"}'
)
OVER = '{"board":"4x3","game":"splinter","memory":[],"pieces":[["a1","blue","circle"]],"to_move":"white"}'
_BESIDE = (
    '{"board":"4x3","game":"splinter","memory":[["b1","a1"],["b3","a3"]],"pieces":[["b1","blue","circle"],'
    '["b2","white","square"],["b3","blue","cross"],["c1","white","circle"],["c2","blue","square"],'
    '["c3","white","cross"]],"to_move":"white"}'
)
_NARROW = (
    '{"board":"6x1","game":"splinter","memory":[],"pieces":[["a1","blue","circle"],["b1","blue","cross"],'
    '["c1","blue","square"],["d1","white","circle"],["e1","white","cross"],["f1","white","square"]],"to_move":"white"}'
)
OF_SPLINTER = {
    "pieces further apart than 128 squares allow": _SPREAD,
    "a side of one": _NARROW,
    "a side of 27": OPENING.replace("10x9", "27x4"),
    "a board of another form": OPENING.replace("10x9", "10x09"),
    "another game": OPENING.replace("splinter", "scrunch"),
    "a space": OPENING.replace(":", ": ", 1),
    "more text": OPENING + " ",
    "no pieces": '{"board":"4x3","game":"splinter","memory":[],"pieces":[],"to_move":"blue"}',
    "two groups": _NARROW.replace("6x1", "7x2").replace("f1", "g1"),
    "a second piece on a square": SMALL.replace("b2", "b1"),
    "pieces in another order": SMALL.replace("a2", "d2"),
    "a square beyond the board": SMALL.replace("a2", "a4"),
    "a square of another form": SMALL.replace("a2", "a02"),
    "a memory of no piece": SMALL.replace('["c1","b1"]', '["d1","c1"]'),
    "a memory of half a run": SMALL.replace('["b1","a1"],', ""),
    "a memory of the mover's own run": SMALL.replace('"to_move":"white"', '"to_move":"blue"'),
    "a memory of two directions": SMALL.replace('["c1","b1"]', '["c1","d1"]'),
    "a memory of two runs": _BESIDE,
    "a memory in another order": SMALL.replace('["b1","a1"],["c1","b1"]', '["c1","b1"],["b1","a1"]'),
    "a memory from further away": SMALL.replace('"a1"', '"d1"'),
    "a memory of a decided position": OVER.replace("[]", '[["a1","a2"]]'),
}
DECLINED = {"crumble": OF_CRUMBLE, "scrunch": OF_SCRUNCH, "splinter": OF_SPLINTER}
