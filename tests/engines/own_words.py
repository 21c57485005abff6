"""Programs with their own words, as people write them: `own_words.py uci`, `gtp` or `steps`.

The second engine plays. They do not know the protocol of the harness. Two play Splinter, and `steps` plays Scrunch
for the classes in `ludii/`: a line has all steps so far, and its answer the state of the game. A step goes from a site
to a site; for an egg, a growth and a removal they are the same. A turn that could have more removals ends with a pass.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import cache

from shatterproof.game import AmbiguousTurn, IllegalTurn, MalformedTurn
from shatterproof_properties.second import FastGame, FastPosition

SPLINTER, SCRUNCH = FastGame("splinter"), FastGame("scrunch")
ROWS, COLUMNS = range(9, 0, -1), "abcdefghij"
SIDES = ("dark", "light")
LENGTHS = [13 - abs(6 - row) for row in range(13)]
CELLS = [f"{chr(ord('a') + row)}{place}" for row, length in enumerate(LENGTHS) for place in range(1, length + 1)]
LETTERS = {"square": "S", "cross": "X", "circle": "O"}


def played(game: FastGame, position: FastPosition, turn: str) -> FastPosition | None:
    """The position after a turn, or None if it is illegal."""
    try:
        return game.play(position, turn)
    except (AmbiguousTurn, IllegalTurn, MalformedTurn):
        return None


def uci(command: str, here: list[FastPosition]) -> Iterator[str]:
    """The lines of an answer: moves in small letters, and no lines for an illegal one."""
    match command.split():
        case ["uci"]:
            yield "id name lines"
            yield "uciok"
        case ["isready"]:
            yield "readyok"
        case ["position", "startpos", "moves", *moves]:
            here[:] = [SPLINTER.start()]
            for move in moves:
                after = played(SPLINTER, here[0], turn_of(move))
                if after is None:
                    return
                here[0] = after
        case ["go", "perft", "1"]:
            yield from (f"{turn.lower()}: 1" for turn in SPLINTER.turns(here[0]))
            yield f"nodes: {len(SPLINTER.turns(here[0]))}"
        case ["d"]:
            pieces = {square: (colour, kind) for square, colour, kind in json.loads(here[0].text)["pieces"]}
            for row in ROWS:
                units = [pieces.get(f"{column}{row}") for column in COLUMNS]
                yield "".join(letter(*unit) if unit else "." for unit in units)
            yield f"to move: {here[0].to_move}"
            if outcome := SPLINTER.outcome(here[0]):
                yield f"won by: {outcome.winner or 'nobody'}"


def letter(colour: str, kind: str) -> str:
    """The letter of a piece: upper case for Blue."""
    return LETTERS[kind] if colour == "blue" else LETTERS[kind].lower()


def turn_of(move: str) -> str:
    """A move in small or capital letters as a turn, in which only the direction is in capitals."""
    slide, *kept = move.lower().split("=")
    return "=".join([slide[0] + slide[1:].upper(), *kept])


def gtp(command: str, past: list[FastPosition]) -> str:
    """The lines of an answer: moves in capitals, by colour."""
    here = past[-1]
    match command.split():
        case ["clear_board"]:
            del past[1:]
        case ["undo"] if len(past) > 1:
            past.pop()
        case ["play", colour, move] if colour == here.to_move[0]:
            after = played(SPLINTER, here, turn_of(move))
            if after is None:
                return "? illegal move"
            past.append(after)
        case ["all_legal", _]:
            return "= " + " ".join(turn.upper() for turn in SPLINTER.turns(here))
        case ["showboard"]:
            return f"=\n{board(here)}"
        case _:
            return "? unknown command"
    return "="


def board(position: FastPosition) -> str:
    """The rows with their numbers, and the side to move or the winner."""
    pieces = {square: colour[0].upper() + LETTERS[kind] for square, colour, kind in json.loads(position.text)["pieces"]}
    rows = [f"{row} " + " ".join(pieces.get(f"{column}{row}", "..") for column in COLUMNS) for row in ROWS]
    outcome = SPLINTER.outcome(position)
    won = f", won by {outcome.winner[0] if outcome.winner else 'nobody'}" if outcome else ""
    return "\n".join([*rows, f"{position.to_move[0]} to play{won}"])


def stones(position: FastPosition, side: str) -> set[int]:
    return {CELLS.index(cell) for cell in json.loads(position.text)[side]}


def turn_of_steps(position: FastPosition, steps: tuple[str, ...]) -> str:
    sites = [[int(site) for site in step.split("-")] for step in steps]
    words = [CELLS[start] if start == end else f"{CELLS[start]}-{CELLS[end]}" for start, end in sites]
    return " ".join(["x", *words] if is_removal(position, steps) else words)


def is_removal(position: FastPosition, steps: tuple[str, ...]) -> bool:
    return int(steps[0].split("-")[0]) in stones(position, position.to_move)


@cache
def reached(steps: tuple[str, ...]) -> tuple[FastPosition, tuple[str, ...]]:
    """The position after all whole turns, and the steps of the turn that has begun."""
    if not steps:
        return SCRUNCH.start(), ()
    position, begun = reached(steps[:-1])
    turn = begun if steps[-1] == "pass" else (*begun, steps[-1])
    ends = steps[-1] == "pass" or not is_removal(position, turn)
    after = played(SCRUNCH, position, turn_of_steps(position, turn)) if ends else None
    return (after, ()) if after else (position, turn)


def next_steps(position: FastPosition, begun: tuple[str, ...]) -> list[str]:
    """The possible next steps. Whether they make a legal turn shows at its end."""
    if SCRUNCH.outcome(position):
        return []
    own, other = (stones(position, side) for side in sorted(SIDES, key=lambda side: side != position.to_move))
    empty = set(range(len(CELLS))) - own - other
    if not begun:
        return [f"{site}-{site}" for site in sorted(own | empty)]
    if is_removal(position, begun):
        ends = ["pass"] if played(SCRUNCH, position, turn_of_steps(position, begun)) else []
        return ends + [step for site in sorted(own) if (step := f"{site}-{site}") not in begun]
    return [f"{start}-{end}" for start in sorted(own) for end in sorted(empty)] if len(begun) == 1 else []


def state(steps: tuple[str, ...]) -> str:
    """The side to move, the winner, the owner of each site, and the next steps."""
    position, begun = reached(steps)
    dark, light = (stones(position, side) for side in SIDES)
    outcome = SCRUNCH.outcome(position)
    winner = -1 if outcome is None else SIDES.index(outcome.winner) + 1 if outcome.winner else 0
    owners = "".join("1" if site in dark else "2" if site in light else "0" for site in range(len(CELLS)))
    return f"{SIDES.index(position.to_move) + 1};{winner};{owners};{' '.join(next_steps(position, begun))}"


def main() -> None:
    positions = [SPLINTER.start()]
    for line in sys.stdin:
        match sys.argv[1]:
            case "uci":
                for answer in uci(line, positions):
                    print(answer)
            case "gtp":
                print(gtp(line, positions), end="\n\n")
            case "steps":
                print(state(tuple(line.split())))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
