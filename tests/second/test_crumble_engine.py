"""The second engine on its own: known positions, brute force on small boards, shortcuts against none."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import Any

import pytest

from sampling import some
from shatterproof.errors import InputError
from shatterproof_properties.second.crumble import Engine, Position

Json = dict[str, Any]
Cell = tuple[int, int]
Rect = tuple[int, int, int, int]
Block = tuple[int, int, int, int, str]
NEITHER = {"crumble.draw": "agreement-only"}
PARTNER = {"black": "white", "white": "black"}


def block_position(rows: list[str], to_move: str, board: str, scale: int = 1) -> Json:
    """A position from rows of letters, north first: each letter one piece, upper case black."""
    rows = rows[::-1]
    cells: dict[str, list[Cell]] = {}
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            cells.setdefault(letter, []).append((x, y))
    pieces = []
    for letter, own in cells.items():
        west, south = (min(cell[axis] for cell in own) for axis in (0, 1))
        width, height = (max(cell[axis] for cell in own) + 1 - low for axis, low in ((0, west), (1, south)))
        numbers = [str(Fraction(number, scale)) for number in (west, south, width, height)]
        pieces.append([*numbers, "black" if letter.isupper() else "white"])
    pieces.sort(key=lambda piece: (Fraction(piece[1]), Fraction(piece[0])))
    return {"board": board, "game": "crumble", "memory": None, "pieces": pieces, "to_move": to_move}


def unit_position(rows: list[str], to_move: str = "black") -> Json:
    """A position of unit squares, B and w, north first."""
    height, width = len(rows), len(rows[0])
    pieces = [
        [str(x), str(y), "1", "1", "black" if rows[height - 1 - y][x] == "B" else "white"]
        for y in range(height)
        for x in range(width)
    ]
    board = f"{width}x{height}"
    return {"board": board, "game": "crumble", "memory": None, "pieces": pieces, "to_move": to_move}


def colour_at(position: Json, x: str, y: str) -> str:
    for piece in position["pieces"]:
        west, south, width, height = map(Fraction, piece[:4])
        if west <= Fraction(x) < west + width and south <= Fraction(y) < south + height:
            return str(piece[4])
    raise AssertionError("outside the board")


def played(engine: Engine, position: Json, *turns: str) -> Json:
    """The answer to the last of several turns, all of which must be legal."""
    answer: Json = {"position": position}
    for turn in turns:
        answer = engine.apply(answer["position"], turn)
        assert answer["verdict"] == "legal", (turn, answer)
    return answer


# A tiny brute force on a grid of cells, for small boards


def blocks_of(position: Json, finer: int = 1) -> list[Block]:
    numbers = [[Fraction(text) for text in piece[:4]] for piece in position["pieces"]]
    scale = finer * lcm(*(number.denominator for four in numbers for number in four))
    scaled = [[int(number * scale) for number in four] for four in numbers]
    return [(x, y, x + w, y + h, piece[4]) for (x, y, w, h), piece in zip(scaled, position["pieces"], strict=True)]


def is_legal(block: tuple[int, ...]) -> bool:
    width, height = block[2] - block[0], block[3] - block[1]
    return width in (height, 2 * height) or height == 2 * width


def cells_of(block: Block) -> set[Cell]:
    return {(x, y) for x in range(block[0], block[2]) for y in range(block[1], block[3])}


def spread(cells: set[Cell], corners: bool) -> Iterator[set[Cell]]:
    """The connected parts of a set of cells."""
    rest = set(cells)
    steps = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0) and (corners or not a * b)]
    while rest:
        part, front = set(), [rest.pop()]
        while front:
            x, y = front.pop()
            part.add((x, y))
            for step in steps:
                cell = (x + step[0], y + step[1])
                if cell in rest:
                    rest.remove(cell)
                    front.append(cell)
        yield part


def edges_touched(part: set[Cell], width: int, height: int) -> set[str]:
    reached = {"W": 0 in {x for x, _ in part}, "S": 0 in {y for _, y in part}}
    reached |= {"E": width - 1 in {x for x, _ in part}, "N": height - 1 in {y for _, y in part}}
    return {edge for edge, is_reached in reached.items() if is_reached}


def after_captures(blocks: list[Block]) -> list[Block]:
    width, height = max(block[2] for block in blocks), max(block[3] for block in blocks)
    for colour in PARTNER:
        cells = set().union(*(cells_of(block) for block in blocks if block[4] == colour))
        for part in spread(cells, corners=True):
            if not edges_touched(part, width, height):
                flipped = [(*b[:4], PARTNER[colour]) if b[4] == colour and cells_of(b) <= part else b for b in blocks]
                return after_captures(flipped)
    return blocks


def winner_of(blocks: list[Block]) -> str | None:
    width, height = max(block[2] for block in blocks), max(block[3] for block in blocks)
    for colour in PARTNER:
        cells = set().union(*(cells_of(block) for block in blocks if block[4] == colour))
        if any(len(edges_touched(part, width, height)) == 4 for part in spread(cells, corners=False)):
            return colour
    return None


def brute_cuts(blocks: list[Block], mover: str) -> Iterator[tuple[list[Block], list[Block]]]:
    """All boards after a cut, with the new pieces. Blocks must be given on a grid twice as fine as needed."""
    for axis in (0, 1):
        for at in range(1, max(block[:4][axis + 2] for block in blocks)):
            line = sorted(
                (block for block in blocks if block[:4][axis] < at < block[:4][axis + 2]),
                key=lambda b: b[1 - axis],
            )
            for first, last in combinations(range(len(line) + 1), 2):
                new = []
                for x0, y0, x1, y1, colour in line[first:last]:
                    halves = [(x0, y0, at, y1), (at, y0, x1, y1)] if axis == 0 else []
                    halves = halves or [(x0, y0, x1, at), (x0, at, x1, y1)]
                    if colour == mover and 2 * at == (x0 + x1, y0 + y1)[axis] and all(map(is_legal, halves)):
                        new += [(*half, colour) for half in halves]
                if len(new) == 2 * (last - first):
                    yield [block for block in blocks if block not in line[first:last]] + new, new


def brute_joins(blocks: list[Block], mover: str) -> Iterator[tuple[list[Block], list[Block]]]:
    west_south = {block[:2] for block in blocks}
    east_north = {block[2:4] for block in blocks}
    for outline in ((*low, *high) for low in west_south for high in east_north):
        if outline[0] < outline[2] and outline[1] < outline[3] and is_legal(outline):
            space = cells_of((*outline, mover))
            gone = [block for block in blocks if cells_of(block) & space]
            if len(gone) > 1 and all(block[4] == mover and cells_of(block) <= space for block in gone):
                joined = (*outline, mover)
                yield [block for block in blocks if block not in gone] + [joined], [joined]


def share_complete_side(one: Block, other: Block) -> bool:
    for axis in (0, 1):
        beside = one[axis] == other[axis + 2] or one[axis + 2] == other[axis]
        if beside and (one[1 - axis], one[3 - axis]) == (other[1 - axis], other[3 - axis]):
            return True
    return False


Result = tuple[frozenset[Block], tuple[int, ...] | None, str | None]


def brute_results(position: Json, finer: int = 2) -> set[Result]:
    """All results of a position under the default readings: pieces, target (None after a win), winner."""
    mover = position["to_move"]
    blocks = blocks_of(position, finer)
    found: set[Result] = set()
    for after, new in [*brute_cuts(blocks, mover), *brute_joins(blocks, mover)]:
        found.add((frozenset(after), None, None))
        for start in new:
            todo, seen = [(after, start)], set()
            while todo:
                now, here = todo.pop()
                for into in [b for b in now if b[4] == PARTNER[mover] and share_complete_side(here, b)]:
                    mine, yours = (*into[:4], mover), (*here[:4], PARTNER[mover])
                    step = after_captures([mine if b == into else yours if b == here else b for b in now])
                    won = winner_of(step)
                    target = None if won or into[:4] == start[:4] else into[:4]
                    found.add((frozenset(step), target, won))
                    state = (frozenset(step), mine)
                    if not won and mine in step and state not in seen:
                        seen.add(state)
                        todo.append((step, mine))
    return found


def engine_results(engine: Engine, position: Json, finer: int = 2) -> list[Result]:
    """The same from the engine, on the grid that the position before the turn gives."""
    scale = finer * lcm(*(Fraction(text).denominator for piece in position["pieces"] for text in piece[:4]))

    def grid(rect: list[str]) -> tuple[int, ...]:
        x, y, width, height = (int(Fraction(text) * scale) for text in rect[:4])
        return x, y, x + width, y + height

    found = []
    for result in engine.turns(position):
        memory = result["position"]["memory"]
        target = memory and memory["recent"][0]["target"]
        pieces = frozenset((*grid(piece), piece[4]) for piece in result["position"]["pieces"])
        winner = result["outcome"] and result["outcome"]["winner"]
        found.append((pieces, grid(target) if target else None, winner))
    return found


@pytest.mark.parametrize("board", some(map(pytest.param, [(2, 3), (2, 2), (3, 2), (3, 3), (4, 3)]), one_in=3))
def test_two_plies_from_the_start_are_those_of_brute_force(board: tuple[int, int]) -> None:
    engine = Engine(*board)
    opening = engine.start()
    for position in [opening, *(result["position"] for result in engine.turns(opening))][:30]:
        found = engine_results(engine, position)
        assert len(found) == len(set(found))
        assert set(found) == brute_results(position)


@pytest.mark.parametrize("seed", some(range(4), one_in=4))
def test_results_later_in_a_game_are_those_of_brute_force(seed: int) -> None:
    chance = random.Random(seed)
    engine = Engine(3, 3)
    compared = 0
    while compared < 3:
        position = engine.write(random_position(engine, chance, 14))
        finest = max(Fraction(text).denominator for piece in position["pieces"] for text in piece[:4])
        if finest <= 4:
            found = engine_results(engine, position)
            assert len(found) == len(set(found))
            assert set(found) == brute_results(position)
            compared += 1


@pytest.mark.parametrize(
    ("columns", "rows", "totals"),
    [(2, 2, [1, 8, 72, 968]), (2, 3, [1, 13, 215]), (3, 3, [1, 22, 590]), (6, 6, [1, 96, 10980])],
)
def test_the_tree_from_the_start_has_known_sizes(columns: int, rows: int, totals: list[int]) -> None:
    engine = Engine(columns, rows)
    for depth, total in enumerate(totals):
        answer = engine.count(engine.start(), depth)
        assert answer["total"] == total
        assert answer["by"] == sorted(answer["by"])
        assert depth == 0 or sum(leaves for _, leaves in answer["by"]) == total


# Shortcuts


class StepByStep(Engine):
    """The same rules, but without any shortcut, because a method they rest on is overridden."""

    def may_enter(self, slot: int, start: int) -> bool:
        return True


def random_position(engine: Engine, chance: random.Random, plies: int) -> Position:
    """A position reached by random play that prefers walks and does not end the game."""
    position = engine.opening()
    for _ in range(plies):
        going_on = [result for result in engine.results(position) if result[1].outcome is None]
        if not going_on:
            return position
        walks = [result for result in going_on if result[0].path]
        position = chance.choice(walks if walks and chance.random() < 0.7 else going_on)[1]
    return position


READINGS = [
    {},
    {"crumble.capture-nested": "one-snapshot"},
    {"crumble.win-stops": "end-of-turn"},
    {"crumble.draw": "draw-turns", "crumble.standing-enclosure": "next-step"},
    {
        "crumble.draw-target": "own",
        "crumble.capture-nested": "one-snapshot",
        "crumble.win-stops": "end-of-turn",
    },
    {"crumble.draw": "draw-turns", "crumble.draw-turn-target": "shared", "crumble.standing-enclosure": "until-closed"},
]


@pytest.mark.parametrize("readings", some(READINGS, one_in=3))
def test_shortcuts_change_no_result(readings: dict[str, str]) -> None:
    chance = random.Random(7)
    for columns, rows in [(2, 3), (3, 3), (4, 4), (6, 6)]:
        engine, plain = Engine(columns, rows, readings), StepByStep(columns, rows, readings)
        assert engine.shortcuts
        assert not plain.shortcuts
        for _ in range(3):
            position = engine.write(random_position(engine, chance, chance.randrange(25)))
            assert list(engine.turns(position)) == list(plain.turns(position))


@pytest.mark.parametrize("mover", ["black", "white"])
@pytest.mark.parametrize("value", ["next-step", "until-closed"])
def test_shortcuts_change_no_result_where_a_piece_stands_enclosed(value: str, mover: str) -> None:
    readings = {"crumble.standing-enclosure": value}
    engine, plain = Engine(4, 4, readings), StepByStep(4, 4, readings)
    position = unit_position(["Bwww", "BBBw", "BwBw", "BBBw"], mover)
    assert list(engine.turns(position)) == list(plain.turns(position))


def test_printed_turns_lead_to_their_results() -> None:
    chance = random.Random(3)
    for board in [(3, 3), (5, 4), (6, 6)]:
        engine = Engine(*board)
        position = engine.write(random_position(engine, chance, 20))
        turns = list(engine.turns(position))
        for result in chance.sample(turns, min(40, len(turns))):
            answer = engine.apply(position, result["turn"])
            assert answer == {
                "verdict": "legal",
                "position": result["position"],
                "outcome": result["outcome"],
            }
            assert engine.apply(position, result["turn"].replace("-", "") + "+")["verdict"] != "malformed"


def test_a_cut_or_join_alone_changes_no_colour_and_decides_nothing() -> None:
    chance = random.Random(5)
    engine = Engine(4, 4)
    for _ in range(3):
        position = engine.write(random_position(engine, chance, 16))
        for result in engine.turns(position):
            if not result["turn"].strip("0123456789,VHJ"):
                assert result["outcome"] is None
                for piece in result["position"]["pieces"]:
                    assert colour_at(position, piece[0], piece[1]) == piece[4]


# Captures


def test_a_closed_ring_captures_what_it_surrounds() -> None:
    after = played(Engine(4, 4), unit_position(["Bwww", "BBBw", "BwwB", "BBBw"]), "3,1VW")
    assert colour_at(after["position"], "1", "1") == "black"
    assert colour_at(after["position"], "3", "1") == "white"
    assert after["outcome"] is None


def test_a_ring_open_at_a_corner_captures_nothing() -> None:
    after = played(Engine(4, 4), unit_position(["Bwww", "BBww", "BwwB", "BBBw"]), "3,1VW")
    assert colour_at(after["position"], "1", "1") == "white"


def test_the_mover_can_lose_two_pieces_at_once() -> None:
    after = played(Engine(4, 4), unit_position(["wBBB", "wwwB", "wBBw", "wwwB"]), "2,1VE")
    assert colour_at(after["position"], "1", "1") == "white"
    assert colour_at(after["position"], "2", "1") == "white"
    assert colour_at(after["position"], "3", "1") == "black"


def test_a_captured_swapping_piece_goes_no_further() -> None:
    engine, position = Engine(4, 4), unit_position(["wBBB", "wwwB", "wwBw", "wwwB"])
    after = played(engine, position, "2,1VW")
    assert colour_at(after["position"], "1", "1") == "white"
    assert engine.apply(position, "2,1VWW") == {"verdict": "illegal", "clause": "crumble.walk.captured"}


def test_the_edge_of_the_board_is_no_part_of_a_ring() -> None:
    after = played(Engine(4, 4), unit_position(["Bwww", "BBww", "wwBw", "BBww"]), "2,1VW")
    assert colour_at(after["position"], "1", "1") == "black"
    assert colour_at(after["position"], "0", "1") == "white"


def test_nested_rings_go_to_the_outer_one_or_change_hands_once() -> None:
    rows = ["wwwwwww", "wBBBBBB", "wBwwwBw", "BBwBwwB", "wBwwwBw", "wBBBBBw", "wwwwwww"]
    centre = {}
    for nested in ("outer-takes-all", "one-snapshot"):
        readings = {"crumble.capture-nested": nested, "crumble.standing-enclosure": "next-step"}
        after = played(Engine(7, 7, readings), unit_position(rows), "6,3VW")
        assert colour_at(after["position"], "2", "3") == "black"
        centre[nested] = colour_at(after["position"], "3", "3")
    assert centre == {"outer-takes-all": "black", "one-snapshot": "white"}


def test_standing_enclosures_are_refused_or_wait_for_the_next_step() -> None:
    rows = ["Bwww", "BBBw", "BwBB", "BBBw"]
    with pytest.raises(InputError, match="standing-enclosure"):
        Engine(4, 4).read(unit_position(rows, "white"))
    waiting = Engine(4, 4, {"crumble.standing-enclosure": "next-step"})
    position = unit_position(["Bwww", "BBBw", "BwBw", "BBBw"], "white")
    untouched = played(waiting, position, "3,1V")
    assert colour_at(untouched["position"], "1", "1") == "white"
    stepped = played(waiting, position, "3,1VW")
    assert colour_at(stepped["position"], "2", "1") == "white"


# Walks and wins


WEST_AND_EAST = block_position(["aaCCbb", "aaCCbb", "ddEFgg", "ddEFgg"], "black", "3x2", 2)


def test_a_walk_may_go_back_over_its_start() -> None:
    engine = Engine(3, 2)
    there = played(engine, WEST_AND_EAST, "1J2,1E")
    over = played(engine, WEST_AND_EAST, "1J2,1WEE")
    assert there == over
    home = played(engine, WEST_AND_EAST, "1J2,1WE")
    assert home["position"] == played(engine, WEST_AND_EAST, "1J2,1")["position"]
    assert home["position"]["memory"] is None


def test_a_step_that_wins_ends_the_turn_unless_wins_count_at_its_end() -> None:
    engine, late = Engine(3, 2), Engine(3, 2, {"crumble.win-stops": "end-of-turn"})
    position = played(engine, engine.start(), "1H", "0H2-1N-ES")["position"]
    lost = {"winner": "white", "clause": "crumble.win.four-sides"}
    assert played(engine, position, "1,1VE")["outcome"] == lost
    assert engine.apply(position, "1,1VES") == {"verdict": "illegal", "clause": "crumble.win.at-once"}
    assert played(late, position, "1,1VES")["outcome"] == lost
    assert played(late, position, "1,1VESW")["outcome"] is None


def test_either_player_can_win_by_a_step() -> None:
    engine = Engine(2, 2)
    won = {result["outcome"]["winner"] for _, result in wins(engine) if result["outcome"]}
    assert won == {"black", "white"}


def wins(engine: Engine) -> Iterator[tuple[Json, Json]]:
    """Decided results within three plies of the start, each with the position before it."""
    for first in engine.turns(engine.start()):
        for second in engine.turns(first["position"]):
            for third in engine.turns(second["position"]):
                if third["outcome"]:
                    yield second["position"], third


def test_after_a_win_there_is_no_turn_and_nothing_is_remembered() -> None:
    engine = Engine(2, 2)
    before, won = next(wins(engine))
    assert won["position"]["memory"] is None
    assert list(engine.turns(won["position"])) == []
    assert engine.count(won["position"], 2) == {"total": 0, "by": []}
    assert engine.apply(won["position"], "0V") == {"verdict": "illegal", "clause": "crumble.turn.finished"}
    assert engine.apply(won["position"], "nonsense") == {"verdict": "malformed"}
    for letter in "NESW":
        answer = engine.apply(before, won["turn"] + letter)
        assert answer == {"verdict": "illegal", "clause": "crumble.win.at-once"}


# Cuts, joins and limits


COLUMN_WITH_GAP = block_position(["aaBBCC", "aaBBCC", "ddefGG", "ddefGG", "hhIIJJ", "hhIIJJ"], "black", "3x3", 2)


def test_a_cut_runs_along_edges_between_the_pieces_it_halves() -> None:
    engine = Engine(3, 3)
    after = played(engine, COLUMN_WITH_GAP, "1V2")
    assert len(after["position"]["pieces"]) == len(COLUMN_WITH_GAP["pieces"]) + 2
    assert engine.apply(COLUMN_WITH_GAP, "1V3")["clause"] == "crumble.notation.multi-cut"
    blocked = unit_position(["wBB", "wwB", "wBB"])
    assert engine.apply(blocked, "1V2")["clause"] == "crumble.cut.blocked"


def test_nine_squares_join_and_are_cut_in_halves_of_three_by_three_halves() -> None:
    engine = Engine(4, 4, NEITHER)
    rows = ["Bwww", "BBBw", "BBBw", "BBBw"]
    after = played(engine, unit_position(rows), "0J3,3", "1,1V", "0V")["position"]
    assert ["0", "0", "3/2", "3", "black"] in after["pieces"]
    assert ["3/2", "0", "3/2", "3", "black"] in after["pieces"]


def test_pieces_can_be_halved_twenty_times_in_each_direction() -> None:
    engine = Engine(2, 2, NEITHER)
    position = engine.start()
    for ply in range(40):
        position = played(engine, position, "0,1" + "VH"[ply % 2], ["0V", "0J2,1"][ply % 2])["position"]
    tiny = f"1/{2**20}"
    assert ["0", "1", tiny, tiny, "black"] in position["pieces"]
    assert engine.read(position)
    assert engine.apply(position, "0,1V") == {"verdict": "illegal", "clause": "crumble.board.limits"}


START = Engine(6, 6).start()
REFUSALS: list[tuple[Json, str, dict[str, str], str]] = [
    (START, "0V", {}, "crumble.cut.own"),
    (START, "6V", {}, "crumble.notation.location"),
    (START, "0,7V", {}, "crumble.notation.location"),
    (START, "1V2", {}, "crumble.cut.blocked"),
    (START, "0,5V2", {}, "crumble.notation.multi-cut"),
    (START, "0J1,1", {}, "crumble.join.own"),
    (START, "1J1,1", {}, "crumble.join.several"),
    (START, "1J1,9", {}, "crumble.notation.join"),
    (START, "1J0,1", {}, "crumble.notation.join"),
    (START, "0,5VW", {}, "crumble.swap.complete-side"),
    (START, "1VE-W", {}, "crumble.swap.opponent"),
    (START, "1VE-N", {}, "crumble.swap.complete-side"),
]


def test_a_half_square_is_not_halved_lengthwise_and_joins_need_a_legal_outline() -> None:
    engine = Engine(6, 6, NEITHER)
    position = played(engine, START, "1V", "0V")["position"]
    assert engine.apply(position, "2V")["clause"] == "crumble.cut.halves"
    row = unit_position(["Bwww", "Bwww", "BBBw", "BwBw"])
    assert Engine(4, 4).apply(row, "0,1J3,1")["clause"] == "crumble.join.outline"


# Notation


def test_hyphens_may_be_missing_and_a_plus_may_be_added() -> None:
    engine = Engine(3, 3)
    position = COLUMN_WITH_GAP
    assert played(engine, position, "1V2-1W-W") == played(engine, position, "1V21WW+")
    assert engine.apply(position, "1V21WW")["verdict"] == "legal"
    assert engine.apply(position, "1V2-1WW")["verdict"] == "legal"


MALFORMED = [
    "", "V", "1VN", "00V", "1,V", "1v", "1VNS", "1V-E", "1VE-", "1HE", "1V0", "1V02", "1V2-", "1V2-1", "1V2-1E",
    "1V2-3E-E", "1V12EE", "1J1", "1J1,1-W", "1J01,1", " 1V", "1V ", "1V++", "\u0661V", "1V2-1N-N", "1VE-E\n",
]  # fmt: skip


def test_numbers_without_end_are_malformed() -> None:
    engine = Engine(6, 6)
    nines = "9" * 100_000
    for text in (
        f"{nines}V",
        f"0,5V{nines}",
        f"0,5V{nines}-{nines}E-E",
        f"0,5V{nines}EE",
        "1000000V",
        "0,5V1000000000",
    ):
        assert engine.apply(START, text) == {"verdict": "malformed"}
    assert engine.apply(START, "999999V")["clause"] == "crumble.notation.location"
    assert engine.apply(START, "0,5V999999999")["clause"] == "crumble.notation.multi-cut"


def test_locations_are_the_shortest_then_the_smallest() -> None:
    engine = Engine(6, 6, NEITHER)
    position = played(engine, START, "3,2V", "2,2H")["position"]
    texts = {result["turn"] for result in engine.turns(position)}
    assert "3,2H" in texts
    assert "0,1V" in texts
    corners = {tuple(piece[:2]) for piece in position["pieces"] if piece[4] == "black"}
    assert len({text.rstrip("VHNESW") for text in texts if "J" not in text}) >= len(corners)


# Draws


SHARED_DRAW = ["1HN", "0H2-2S-W", "1,2H2-1S-SS", "0V2-1E-E", "3,2V2-1W-WSS", "0VEE", "0,2,4VWWSS"]
OWN_DRAW = ["1HN", "0H2-2S-W", "1,2H2-1S-SS", "0VE", "3,2VWSS", "0VEE", "0,2,3VWWSS"]
DRAWN_BY_DRAW_TURNS = [
    "0,1VE", "2H", "2,2HSS", "2,1V2", "2,3VW-SS", "2,1,1V2", "2,3,1VW-SE", "2,1,1H2-2N-N",
    "2,3,2HSWS", "2,1,1HN",
]  # fmt: skip
DRAWN = {"winner": None, "clause": "crumble.draw.repetition"}


@pytest.mark.parametrize(
    ("readings", "line", "renewals"),
    [
        ({}, SHARED_DRAW, 2),
        ({"crumble.draw-target": "own"}, OWN_DRAW, 2),
        ({"crumble.draw": "draw-turns"}, DRAWN_BY_DRAW_TURNS, 4),
        ({"crumble.draw-into": "any"}, SHARED_DRAW, 2),
        ({"crumble.draw-into": "last-or-start", "crumble.draw-previous": "together"}, SHARED_DRAW, 2),
    ],
)
def test_a_repeating_game_is_drawn(readings: dict[str, str], line: list[str], renewals: int) -> None:
    engine = Engine(3, 2, readings)
    before = played(engine, engine.start(), *line[:-1])
    assert before["outcome"] is None
    assert before["position"]["memory"]["renewals"] == renewals - 1
    after = engine.apply(before["position"], line[-1])
    assert after["outcome"] == DRAWN
    assert after["position"]["memory"]["renewals"] == renewals
    assert list(engine.turns(after["position"])) == []
    assert engine.apply(after["position"], "0V")["clause"] == "crumble.turn.finished"
    without = Engine(3, 2, NEITHER)
    goes_on = played(without, without.start(), *line)
    assert goes_on["outcome"] is None
    assert goes_on["position"]["memory"] is None


def remembered(target: list[str] | None, *worked: list[str]) -> Json:
    return {"target": target, "worked": list(worked)}


@pytest.mark.parametrize(("descent", "renewals"), [("wholly", 0), ("partly", 1)])
def test_descent_is_of_the_whole_area_or_of_any_part(descent: str, renewals: int) -> None:
    engine = Engine(3, 2, {"crumble.draw-descent": descent})
    entry = remembered(["0", "1", "1", "1"], ["1", "1", "1/2", "1"])
    position = WEST_AND_EAST | {"memory": {"recent": [entry] * 4, "renewals": 0}}
    after = played(engine, position, "1,1VW")["position"]["memory"]
    assert after["renewals"] == renewals
    assert len(after["recent"]) == 4


def test_another_target_is_where_remembering_begins_anew() -> None:
    entry = remembered(["0", "0", "1", "1"], ["1", "0", "1", "1"])
    position = WEST_AND_EAST | {"memory": {"recent": [entry] * 4, "renewals": 1}}
    shared = played(Engine(3, 2), position, "1J2,1E")["position"]["memory"]
    assert [turn["target"] for turn in shared["recent"]] == [["2", "0", "1", "1"]]
    assert shared["renewals"] == 0
    assert played(Engine(3, 2), position, "1J2,1")["position"]["memory"] is None
    own = played(Engine(3, 2, {"crumble.draw-target": "own"}), position, "1J2,1E")["position"]["memory"]
    assert own["recent"][2] is None
    assert len(own["recent"]) == 4
    silent = played(Engine(3, 2, {"crumble.draw-target": "own"}), position, "1J2,1")["position"]["memory"]
    assert silent["recent"] == [None, entry, None, entry]


def test_one_renewal_under_targets_of_their_own_needs_the_turns_of_one_player() -> None:
    entry = remembered(["0", "0", "1", "1"], ["1", "0", "1", "1"])
    position = WEST_AND_EAST | {"memory": {"recent": [entry, None, entry], "renewals": 1}}
    own = Engine(3, 2, {"crumble.draw-target": "own"})
    assert own.write(own.read(position)) == position
    with pytest.raises(InputError, match="memory"):
        Engine(3, 2).read(position)


# Positions from outside


def test_a_position_reads_back_as_it_was_written() -> None:
    chance = random.Random(9)
    for readings in READINGS:
        engine = Engine(4, 3, readings)
        position = engine.write(random_position(engine, chance, 18))
        assert engine.write(engine.read(position)) == position


GOOD = Engine(2, 2).start()
REMEMBERED = remembered(["0", "0", "1", "1"], ["1", "1", "1", "1"])
BAD = [
    ({"game": "scrunch"}, "/game", "game"),
    ({"board": "3x3"}, "/board", "board"),
    ({"to_move": "red"}, "/to_move", "to_move"),
    ({"readings": {}}, "", "unknown field"),
    ({"pieces": None}, "/pieces", "expected a list"),
    ({"pieces": GOOD["pieces"][:3]}, "/pieces", "gap"),
    ({"pieces": [*GOOD["pieces"], ["1", "1", "1", "1", "white"]]}, "/pieces", "sorted"),
    ({"pieces": [*GOOD["pieces"], ["3/2", "1", "1/2", "1/2", "white"]]}, "/pieces", "overlap"),
    ({"pieces": GOOD["pieces"][::-1]}, "/pieces", "sorted"),
    ({"pieces": [["0", "0", "2", "2", "green"]]}, "/pieces", "colour"),
    ({"pieces": [["0", "0", "2", "2/1", "white"]]}, "/pieces", "lowest terms"),
    ({"pieces": [["0", "0", "2", "4/2", "white"]]}, "/pieces", "lowest terms"),
    ({"pieces": [["0", "0", "2", "1/3", "white"]]}, "/pieces", "power of two"),
    ({"pieces": [["0", "0", "2", "1/2097152", "white"]]}, "/pieces", "power of two"),
    ({"pieces": [["0", "0", "2", "1/0", "white"]]}, "/pieces", "not a coordinate"),
    ({"pieces": [["0", "0", 2.0, "2", "white"]]}, "/pieces", "not a coordinate"),
    ({"pieces": [["-1", "0", "2", "2", "white"]]}, "/pieces", "not a coordinate"),
    ({"pieces": [["0", "0", "2", "1/2", "white"]]}, "/pieces", "shape"),
    ({"pieces": [["0", "0", "0", "0", "white"]]}, "/pieces", "shape"),
    ({"pieces": [["1", "0", "2", "2", "white"]]}, "/pieces", "edge"),
    ({"memory": {"recent": [], "renewals": 0}}, "/memory", "one to four"),
    ({"memory": {"recent": [None], "renewals": 0}}, "/memory", "leave this"),
    ({"memory": {"recent": [remembered(None, ["0", "0", "1", "1"])], "renewals": 0}}, "/memory", "leave this"),
    ({"memory": {"recent": [remembered(["0", "0", "1", "1"])], "renewals": 0}}, "/memory", "worked"),
    ({"memory": {"recent": [REMEMBERED], "renewals": 1}}, "/memory", "leave this"),
    ({"memory": {"recent": [REMEMBERED], "renewals": True}}, "/memory", "renewals"),
]


# Mutants are small


class EdgeRings(Engine):
    def is_enclosed(self, arrangement: Any, group: int) -> bool:
        return group.bit_count() == 1 and not arrangement.edges[0] & group


class NoWayBack(Engine):
    def may_enter(self, slot: int, start: int) -> bool:
        return slot != start


class CapturesAtTheEnd(Engine):
    def captures_due(self, moment: str) -> bool:
        return moment == "end"


class PairsOnly(Engine):
    def may_join(self, outline: tuple[int, int, int, int], count: int) -> bool:
        return count == 2


def test_a_mutant_is_one_overridden_method() -> None:
    assert NoWayBack(3, 2).apply(WEST_AND_EAST, "1J2,1WEE")["clause"] == "crumble.walk.backtrack"
    assert PairsOnly(4, 4).apply(unit_position(["wwww", "BBBw", "BBBw", "BBBw"]), "0J3,3")["verdict"] == "illegal"
    ring = unit_position(["wBBB", "wwwB", "wwBw", "wwwB"])
    assert CapturesAtTheEnd(4, 4).apply(ring, "2,1VWW")["verdict"] == "legal"
    assert EdgeRings(4, 4).shortcuts is False


@pytest.mark.parametrize(("descent", "partly_within"), [("partly", True), ("wholly", False)])
def test_a_piece_descends_from_what_it_overlaps_by_the_reading(descent: str, partly_within: bool) -> None:
    rules = Engine.on_board("2x2", {"crumble.draw-descent": descent})
    piece = (1, 3, 6, 5)
    assert not rules.descends(piece, ((6, 3, 8, 5), (1, 5, 6, 7)))
    assert rules.descends(piece, ((4, 3, 8, 5),)) is partly_within
    assert rules.descends(piece, ((1, 3, 4, 5), (4, 2, 8, 6)))
