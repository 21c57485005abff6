"""A bridge to a program in the manner of UCI: it is given all moves, shows its position, and lists what it can play.

Edit the table; below it nothing knows your program. Its reading of moves and positions is that of a Splinter program.
"""

import atexit
import re
from pathlib import Path
from subprocess import PIPE, Popen

NAME, VERSION = "my engine, through its lines", "1"
GAME, BOARDS, READINGS = "@GAME@", ["@BOARD@"], {}
COMMAND, FOLDER = ["./my-engine"], Path(__file__).parent
FIRST = ["uci", "ucinewgame"]
SET_UP = "position startpos moves {moves}"
LIST, LISTED = "go perft 1", re.compile(r"(\S+): 1$")
SHOW = "d"
ASK, READY = "isready", "readyok"
"""Sent after each command, and what the program then says: so one knows that it has said all."""


def move_of(turn):
    """A turn of the spec, as the program writes it."""
    return turn.lower()


def turn_of(move):
    """A move of the program, as the spec writes it."""
    return re.sub(r"^([a-z]\d+)([nesw]+)", lambda found: found[1] + found[2].upper(), move)


def position_of(lines):
    """The position on the program's lines, as protocol.md writes it, and its outcome.

    Here: rows from the top, a letter for each square, upper case for the first side; "to move: S"; perhaps "won by: S".
    """
    sides, kinds = ("blue", "white"), {"S": "square", "X": "cross", "O": "circle"}
    rows = reversed([line for line in lines if re.fullmatch("[sxoSXO.]+", line)])
    pieces = [[f"{chr(ord('a') + column)}{row}", sides[letter.islower()], kinds[letter.upper()]]
              for row, line in enumerate(rows, start=1)
              for column, letter in enumerate(line) if letter != "."]  # fmt: skip
    said = dict(line.split(": ", 1) for line in lines if ": " in line)
    outcome = {"winner": None if said["won by"] == "nobody" else said["won by"]} if "won by" in said else None
    return {"game": GAME, "board": BOARDS[0], "pieces": pieces, "to_move": said["to move"]}, outcome


# From here on there is nothing to edit.

HELLO = {"can": ["apply", "turns"], "from": ["start"], "turns_from": ["start"], "refusals": "one", "texts": "lenient"}


class NotWritten(Exception):
    """What the bridge does not cover: the question is skipped."""


class BadPosition(Exception):
    """No position can be set up here, so that none is bad."""


class Position(dict):
    """A position as the protocol writes it, with the program's moves and lines that show it."""

    def __init__(self, moves, lines):
        read, self.outcome = position_of(lines)
        super().__init__(read)
        self.moves, self.lines = moves, lines


class Program:
    """The program, started when it is first asked."""

    def __init__(self):
        self.process = Popen(COMMAND, cwd=FOLDER, stdin=PIPE, stdout=PIPE, encoding="utf-8")
        atexit.register(lambda: (self.process.kill(), self.process.wait()))
        for command in FIRST:
            self.ask(command)

    def ask(self, command):
        """The lines of its answer."""
        print(command, ASK, sep="\n", file=self.process.stdin, flush=True)
        lines = []
        for line in self.process.stdout:
            if line.strip() == READY:
                return lines
            lines.append(line.strip())
        raise SystemExit(f"{COMMAND[0]} has ended")

    def after(self, moves):
        """The position after some moves. A program leaves out what it does not take: then nothing has changed."""
        self.ask(SET_UP.format(moves=" ".join(moves)))
        return Position(moves, self.ask(SHOW))


program = None


def start(board, readings):
    global program
    program = program or Program()
    return program.after([])


def apply(board, readings, position, turn):
    move = move_of(turn)
    after = program.after([*position.moves, move]) if re.fullmatch("[!-~]+", move) else position
    if after.lines == position.lines:
        return {"verdict": "illegal"}
    return {"verdict": "legal", "position": after, "outcome": after.outcome}


def turns(board, readings, position):
    program.ask(SET_UP.format(moves=" ".join(position.moves)))
    moves = [found[1] for line in program.ask(LIST) if (found := LISTED.match(line))]
    found = [(move, program.after([*position.moves, move])) for move in moves]
    return [{"turn": turn_of(move), "position": after, "outcome": after.outcome} for move, after in found]
