"""A bridge to a program in the manner of GTP: it answers each command with "= ..." or "? ...", and then a blank line.

Edit the table; below it nothing knows your program. Its reading of moves and positions is that of a Splinter program.
"""

import atexit
import re
from pathlib import Path
from subprocess import PIPE, Popen

NAME, VERSION = "my engine, through GTP", "1"
GAME, BOARDS, READINGS = "@GAME@", ["@BOARD@"], {}
COMMAND, FOLDER = ["./my-engine", "--gtp"], Path(__file__).parent
CLEAR, UNDO = "clear_board", "undo"
PLAY, COLOURS = "play {colour} {move}", {"blue": "b", "white": "w"}
LIST = "all_legal {colour}"
SHOW = "showboard"


def move_of(turn):
    """A turn of the spec, as the program writes it."""
    return turn.upper()


def turn_of(move):
    """A move of the program, as the spec writes it."""
    return re.sub(r"^([A-Z]\d+)|(=[A-Z]\d+)$", lambda found: found[0].lower(), move)


def position_of(text):
    """The position that the program shows, as protocol.md writes it, and its outcome.

    Here: rows, each after its number, two letters for each piece, as in "9 .. BS WX"; then "b to play", and perhaps
    "won by w", or "won by nobody".
    """
    sides, kinds = {"B": "blue", "W": "white"}, {"S": "square", "X": "cross", "O": "circle"}
    *rows, last = [line.split() for line in text.splitlines()]
    pieces = [[f"{chr(ord('a') + column)}{number}", sides[unit[0]], kinds[unit[1]]]
              for number, *units in rows for column, unit in enumerate(units) if unit != ".."]  # fmt: skip
    who = {short: side for side, short in COLOURS.items()}
    outcome = {"winner": who.get(last[-1])} if "won" in last else None
    return {"game": GAME, "board": BOARDS[0], "pieces": pieces, "to_move": who[last[0]]}, outcome


# From here on there is nothing to edit.

HELLO = {"can": ["apply", "turns"], "from": ["start"], "turns_from": ["start"], "refusals": "one", "texts": "lenient"}


class NotWritten(Exception):
    """What the bridge does not cover: the question is skipped."""


class BadPosition(Exception):
    """No position can be set up here, so that none is bad."""


class Position(dict):
    """A position as the protocol writes it, with the commands that lead to it."""

    def __init__(self, commands, shown):
        read, self.outcome = position_of(shown)
        super().__init__(read)
        self.commands = commands


class Program:
    """The program, started when it is first asked, and the commands that it has played."""

    def __init__(self):
        self.process = Popen(COMMAND, cwd=FOLDER, stdin=PIPE, stdout=PIPE, encoding="utf-8")
        atexit.register(lambda: (self.process.kill(), self.process.wait()))
        self.played = []
        self.ask(CLEAR)

    def ask(self, command):
        """The text of its answer, or None if it refuses."""
        print(command, file=self.process.stdin, flush=True)
        lines = []
        for line in self.process.stdout:
            if line.strip():
                lines.append(line.rstrip())
            elif lines:
                return "\n".join([lines[0][1:].strip(), *lines[1:]]).strip() if lines[0].startswith("=") else None
        raise SystemExit(f"{COMMAND[0]} has ended")

    def after(self, commands):
        """The position after some commands, or None if the program refuses one: it takes back what differs."""
        while self.played != commands[: len(self.played)]:
            self.played.pop()
            if self.ask(UNDO) is None:
                self.ask(CLEAR)
                self.played = []
        for command in commands[len(self.played) :]:
            if self.ask(command) is None:
                return None
            self.played.append(command)
        return Position(commands, self.ask(SHOW))


program = None


def start(board, readings):
    global program
    program = program or Program()
    return program.after([])


def played(position, move):
    return program.after([*position.commands, PLAY.format(colour=COLOURS[position["to_move"]], move=move)])


def apply(board, readings, position, turn):
    move = move_of(turn)
    after = played(position, move) if re.fullmatch("[!-~]+", move) else None
    return {"verdict": "legal", "position": after, "outcome": after.outcome} if after else {"verdict": "illegal"}


def turns(board, readings, position):
    program.after(position.commands)
    moves = program.ask(LIST.format(colour=COLOURS[position["to_move"]])) or ""
    found = [(move, played(position, move)) for move in moves.split()]
    return [{"turn": turn_of(move), "position": after, "outcome": after.outcome} for move, after in found]
