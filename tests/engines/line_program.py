"""A program with its own words for Splinter, as people write them: `line_program.py uci`, or `gtp`.

The second engine plays. It does not know the protocol of the harness.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

from shatterproof.game import AmbiguousTurn, IllegalTurn, MalformedTurn
from shatterproof_properties.second import FastGame, FastPosition

GAME = FastGame("splinter")
ROWS, COLUMNS = range(9, 0, -1), "abcdefghij"
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
            here[:] = [GAME.start()]
            for move in moves:
                after = played(GAME, here[0], turn_of(move))
                if after is None:
                    return
                here[0] = after
        case ["go", "perft", "1"]:
            yield from (f"{turn.lower()}: 1" for turn in GAME.turns(here[0]))
            yield f"nodes: {len(GAME.turns(here[0]))}"
        case ["d"]:
            pieces = {square: (colour, kind) for square, colour, kind in json.loads(here[0].text)["pieces"]}
            for row in ROWS:
                units = [pieces.get(f"{column}{row}") for column in COLUMNS]
                yield "".join(letter(*unit) if unit else "." for unit in units)
            yield f"to move: {here[0].to_move}"
            if outcome := GAME.outcome(here[0]):
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
            after = played(GAME, here, turn_of(move))
            if after is None:
                return "? illegal move"
            past.append(after)
        case ["all_legal", _]:
            return "= " + " ".join(turn.upper() for turn in GAME.turns(here))
        case ["showboard"]:
            return f"=\n{board(here)}"
        case _:
            return "? unknown command"
    return "="


def board(position: FastPosition) -> str:
    """The rows with their numbers, and the side to move or the winner."""
    pieces = {square: colour[0].upper() + LETTERS[kind] for square, colour, kind in json.loads(position.text)["pieces"]}
    rows = [f"{row} " + " ".join(pieces.get(f"{column}{row}", "..") for column in COLUMNS) for row in ROWS]
    outcome = GAME.outcome(position)
    won = f", won by {outcome.winner[0] if outcome.winner else 'nobody'}" if outcome else ""
    return "\n".join([*rows, f"{position.to_move[0]} to play{won}"])


def main() -> None:
    """Answer commands until the input ends."""
    positions = [GAME.start()]
    for line in sys.stdin:
        if sys.argv[1] == "uci":
            for answer in uci(line, positions):
                print(answer)
        else:
            print(gtp(line, positions), end="\n\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
