"""Games of Scrunch in the form of Ludii's trials, in every way in which a description may compose a turn.

The format is that of Ludii's public source, and of stored trials of other games.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator

from shatterproof import scrunch
from shatterproof.scrunch.cells import Cell, row_length
from shatterproof.scrunch.snakes import snakes

Numbering = Callable[[int, Cell], int]
WAYS = ("one move", "several moves", "with accounts", "crossings")
HEAD = "game=../Common/res/lud/board/space/group/Scrunch.lud"
RANDOM = "RNG internal state=76,-112,-25,40,120,-67,-86,-5"
LEGAL_MOVES = """\
NEW LEGAL MOVES LIST
[Move:mover=1,from=3,to=3,actions=[Add:type=Cell,to=3,what=1,decision=true]]
END LEGAL MOVES LIST"""


def number(side: int, cell: Cell) -> int:
    """Ludii's number of a cell: the number of cells before it, row by row from the bottom."""
    return sum(row_length(side, row) for row in range(cell.row)) + cell.column


def from_the_top(side: int, cell: Cell) -> int:
    """The number of a cell if rows are counted from the top."""
    return number(side, Cell(2 * side - 2, side - 1)) - number(side, cell)


def from_the_right(side: int, cell: Cell) -> int:
    """The number of a cell if each row is counted from its right."""
    return number(side, Cell(cell.row, row_length(side, cell.row) - 1 - cell.column))


def actions(
    position: scrunch.Position, turn: scrunch.Turn, site_type: str = "Cell", number: Numbering = number
) -> list[str]:
    """The actions of a turn on the stones, one after the other. Each stone of a removed snake has one."""
    side, own = position.side, position.stones(position.to_move)
    gone = [snake for named in turn.removed for snake in snakes(side, own) if named in snake]
    done = [f"[Remove:type={site_type},to={number(side, cell)}]" for snake in gone for cell in sorted(snake)]
    if turn.placed:
        what = scrunch.SIDES.index(position.to_move) + 1
        done.append(f"[Add:type={site_type},to={number(side, turn.placed)},what={what},decision=true]")
    if turn.moved:
        start, end = (number(side, cell) for cell in turn.moved)
        done.append(f"[Move:typeFrom={site_type},from={start},typeTo={site_type},to={end},decision=true]")
    return done or ["[Pass:decision=true,forced=true]"]


def move(mover: int, *done: str) -> str:
    """The line of a move."""
    return f"Move=[Move:mover={mover},from=0,to=0,actions={','.join(done)}]"


def moves(mover: int, done: list[str], way: str) -> Iterator[str]:
    """The lines of a turn."""
    if way == "several moves":
        for one in done[:-1]:
            yield move(mover, one, f"[SetNextPlayer:player={mover}]")
        yield move(mover, done[-1])
    elif way == "with accounts":
        yield move(mover, "[Select:type=Cell,from=2,decision=true]", f"[SetNextPlayer:player={mover}]")
        inner = move(mover, *done, "[SetScore:player=1,score=-1]").removeprefix("Move=")
        yield move(mover, inner, "[SetVar:name=Smallest,value=3]", "[SetState:type=Cell,to=400,state=1]")
        yield move(mover, "[SetPending:]")
    else:
        yield move(mover, *done)


def trial(
    position: scrunch.Position,
    turns: Iterable[scrunch.Turn],
    way: str = "one move",
    options: Iterable[str] = (),
    number: Numbering = number,
) -> str:
    """A game from the opening as a trial."""
    lines = [HEAD, "START GAME OPTIONS", *options, "END GAME OPTIONS", RANDOM]
    for turn in turns:
        mover = scrunch.SIDES.index(position.to_move) + 1
        site_type = "Vertex" if way == "crossings" else "Cell"
        lines += moves(mover, actions(position, turn, site_type, number), way)
        position = scrunch.play(position, turn)
    lines += ["LEGAL MOVES LIST SIZE = 13", LEGAL_MOVES] if way == "with accounts" else []
    lines.append("numInitialPlacementMoves=0")
    ended = scrunch.outcome(position)
    if ended and ended.winner:
        lines += [f"winner={scrunch.SIDES.index(ended.winner) + 1}", "endtype=NaturalEnd"]
    return "\n".join([*lines, "rankings=0.0,1.0,2.0", "SANDBOX=false", "LUDII_VERSION=1.3.13"]) + "\n"


def played(board: str, seed: int, plies: int = 200) -> tuple[scrunch.Position, list[scrunch.Turn]]:
    """The start and the turns of a random game from the opening."""
    chance = random.Random(seed)
    position = beginning = scrunch.start(board)
    found: list[scrunch.Turn] = []
    while len(found) < plies and not scrunch.outcome(position):
        found.append(chance.choice(list(scrunch.turns(position))))
        position = scrunch.play(position, found[-1])
    return beginning, found
