"""Miniatures: tiny engines with one documented fault each: `python -m miniatures NAME`. Others are made on the spot."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from shatterproof.strict_json import encode
from shatterproof_properties.second.crumble import Engine

EVERY = 3
"""A fault shows at every third question about a single turn."""

Message = dict[str, Any]

START = {
    "board": "2x2",
    "game": "crumble",
    "memory": None,
    "pieces": [
        ["0", "0", "1", "1", "white"],
        ["1", "0", "1", "1", "black"],
        ["0", "1", "1", "1", "black"],
        ["1", "1", "1", "1", "white"],
    ],
    "to_move": "black",
}


class Tiny:
    """Plays Crumble on 2x2 and answers as it should; each miniature replaces one thing.

    `applied` counts the questions about single turns since the start of the process.
    """

    can: tuple[str, ...] = ("apply",)
    starts: tuple[str, ...] = ("position",)

    def __init__(self) -> None:
        self.applied = 0
        self.table = Engine(2, 2, {})

    def run(self) -> None:
        """Reads questions until the end of the input."""
        for line in sys.stdin.buffer:
            self.hear(json.loads(line))

    def hear(self, question: Message) -> None:
        """Answers one question."""
        if question["do"] == "apply":
            self.applied += 1
            if self.applied % EVERY == 0:
                self.fault(question)
                return
        self.say(self.answer(question))
        if question["do"] == "bye":
            self.leave()

    def fault(self, question: Message) -> None:
        """The fault, at every third question about a turn."""
        self.say(self.answer(question))

    def leave(self) -> None:
        """What it does after bye."""
        sys.exit(0)

    def answer(self, question: Message) -> Message:
        """The right answer."""
        return {"id": question["id"], "ok": getattr(self, question["do"])(question)}

    def say(self, answer: Message) -> None:
        """Writes an answer on a line."""
        self.write(encode(answer) + "\n")

    def write_under(self, question: Message, rest: str) -> None:
        """Writes an answer on a line, as it stands after the id."""
        self.write(f'{{"id":{question["id"]},{rest}}}\n')

    def write(self, text: str) -> None:
        """Writes text to stdout at once."""
        sys.stdout.write(text)
        sys.stdout.flush()

    def hello(self, question: Message) -> Message:
        return {
            "protocol": 1,
            "engine": {"name": type(self).__name__, "version": "1", "language": "Python"},
            "games": {"crumble": {"boards": ["2x2"], "readings": {}}},
            "can": list(self.can),
            "from": list(self.starts),
        }

    def open(self, question: Message) -> Message:
        return {"context": "c1", "start": self.table.start()}

    def apply(self, question: Message) -> Message:
        if "turns" not in question:
            return dict(self.table.apply(question["position"], question["turn"]))
        return self._from_start(question["turns"])

    def _from_start(self, turns: list[str]) -> Message:
        position = self.table.start()
        for index, turn in enumerate(turns):
            verdict = self.table.apply(position, turn)
            if verdict["verdict"] != "legal":
                return {**verdict, "at": index}
            position = verdict["position"]
        return dict(verdict)

    def turns(self, question: Message) -> Message:
        return {"turns": list(self.table.turns(question["position"]))}

    def count(self, question: Message) -> Message:
        return dict(self.table.count(question["position"], question["depth"]))

    def bye(self, question: Message) -> Message:
        return {}


MINIATURES: dict[str, type[Tiny]] = {"honest": Tiny}
"""The engines by name."""
TinyT = TypeVar("TinyT", bound=type[Tiny])


def miniature(engine: TinyT) -> TinyT:
    """Adds an engine to the list, under its name in snake case."""
    MINIATURES[re.sub(r"(?<!^)(?=[A-Z0-9])", "_", engine.__name__).lower()] = engine
    return engine


def _with(method: str, function: Callable[..., None]) -> None:
    """Adds an engine with this function as one of its methods, and with its docstring."""
    name = function.__name__
    MINIATURES[name] = type(name.title().replace("_", ""), (Tiny,), {method: function, "__doc__": function.__doc__})


def fault(function: Callable[[Tiny, Message], None]) -> None:
    """Adds an engine that does this at every third question about a turn."""
    _with("fault", function)


def farewell(function: Callable[[Tiny], None]) -> None:
    """Adds an engine that does this after bye."""
    _with("leave", function)


# Faults at a question about a turn.


@fault
def answers_early(engine: Tiny, question: Message) -> None:
    """Answers the next question before it has come."""
    engine.say(engine.answer(question))
    engine.say({"id": question["id"] + 1, "ok": {"verdict": "malformed"}})


@fault
def answers_twice(engine: Tiny, question: Message) -> None:
    """Gives its answer twice."""
    engine.say(engine.answer(question))
    engine.say(engine.answer(question))


@fault
def byte_order_mark(engine: Tiny, question: Message) -> None:
    """Puts a byte order mark before its answer."""
    engine.write("\ufeff")
    engine.say(engine.answer(question))


@fault
def closes_its_output(engine: Tiny, question: Message) -> None:
    """Closes its output and runs on."""
    os.close(1)
    time.sleep(3600)


@fault
def crashes(engine: Tiny, question: Message) -> None:
    """Is ended by a signal."""
    os.kill(os.getpid(), signal.SIGSEGV)


@fault
def dies_with_a_child(engine: Tiny, question: Message) -> None:
    """Dies while a child of it holds its output open."""
    subprocess.Popen(["sleep", "3600"])
    os._exit(4)


@fault
def drip(engine: Tiny, question: Message) -> None:
    """Writes its answer a byte at a time, and never ends it."""
    while True:
        engine.write(" ")
        time.sleep(0.01)


@fault
def empty_line(engine: Tiny, question: Message) -> None:
    """Writes an empty line before its answer."""
    engine.write("\n")
    engine.say(engine.answer(question))


@fault
def exits(engine: Tiny, question: Message) -> None:
    """Says why on stderr and exits with code 3."""
    sys.stderr.write("no rule for this")
    sys.exit(3)


@fault
def fills_the_disk(engine: Tiny, question: Message) -> None:
    """Writes a file of which there is no end."""
    with open("log", "wb") as file:
        while True:
            file.write(bytes(1 << 20))


@fault
def forgets_its_context(engine: Tiny, question: Message) -> None:
    """Has forgotten its context at every third question about a turn."""
    error = {"code": "bad-question", "text": "no such context is open", "at": "/context"}
    engine.say({"id": question["id"], "error": error})


@fault
def goes_quietly(engine: Tiny, question: Message) -> None:
    """Exits with code 0 in the middle of the questions."""
    sys.exit(0)


@fault
def half_a_character(engine: Tiny, question: Message) -> None:
    """Writes half of a surrogate pair."""
    engine.write_under(question, '"skip":{"why":"\\ud83d"}')


@fault
def half_a_line(engine: Tiny, question: Message) -> None:
    """Writes half of its answer and waits."""
    engine.write('{"id":')
    time.sleep(3600)


@fault
def hoards(engine: Tiny, question: Message) -> None:
    """Allocates without end."""
    hoard = []
    while True:
        hoard.append(bytes(10**8))


@fault
def keys_twice(engine: Tiny, question: Message) -> None:
    """Names a key twice."""
    engine.write_under(question, '"ok":{"verdict":"legal","verdict":"illegal"}')


@fault
def knows_little(engine: Tiny, question: Message) -> None:
    """Declares every third turn a gap; that is allowed."""
    engine.say({"id": question["id"], "skip": {"why": "not written yet"}})


@fault
def latin_letters(engine: Tiny, question: Message) -> None:
    """Writes Latin-1 instead of UTF-8."""
    sys.stdout.buffer.write(b'{"id":%d,"skip":{"why":"\xe0 faire"}}\n' % question["id"])
    sys.stdout.flush()


@fault
def more_than_asked(engine: Tiny, question: Message) -> None:
    """Adds a field of its own."""
    engine.say({"id": question["id"], "ok": {"verdict": "malformed", "took": 3}})


@fault
def never_ends_a_line(engine: Tiny, question: Message) -> None:
    """Writes without end and without a newline."""
    while True:
        engine.write("x" * 65536)


@fault
def no_id(engine: Tiny, question: Message) -> None:
    """Answers without an id."""
    answer = engine.answer(question)
    del answer["id"]
    engine.say(answer)


@fault
def null_id(engine: Tiny, question: Message) -> None:
    """Answers with null for an id, though nothing is wrong."""
    engine.say({**engine.answer(question), "id": None})


@fault
def ok_and_error(engine: Tiny, question: Message) -> None:
    """Answers with ok and error at once."""
    error = {"code": "internal", "text": "or not"}
    engine.say({**engine.answer(question), "error": error})


@fault
def prints(engine: Tiny, question: Message) -> None:
    """Prints a note to stdout before its answer."""
    engine.write(f"trying {question['turn']}\n")
    engine.say(engine.answer(question))


@fault
def raises(engine: Tiny, question: Message) -> None:
    """Does not catch its own exception."""
    raise KeyError("walk")


@fault
def says_floats(engine: Tiny, question: Message) -> None:
    """Writes a number with a fraction."""
    engine.write_under(question, '"ok":{"total":1.5,"by":[]}')


@fault
def says_nan(engine: Tiny, question: Message) -> None:
    """Writes NaN, which is no JSON."""
    engine.write_under(question, '"ok":NaN')


@fault
def several_lines(engine: Tiny, question: Message) -> None:
    """Spreads its answer over several lines."""
    engine.write(json.dumps(engine.answer(question), indent=1) + "\n")


@fault
def silent(engine: Tiny, question: Message) -> None:
    """Does not answer at all."""
    time.sleep(3600)


@fault
def single_quotes(engine: Tiny, question: Message) -> None:
    """Prints a Python dictionary instead of JSON."""
    engine.write(f"{engine.answer(question)}\n")


@fault
def slow(engine: Tiny, question: Message) -> None:
    """Answers rightly, but an hour late."""
    time.sleep(3600)
    engine.say(engine.answer(question))


@fault
def starts_strays(engine: Tiny, question: Message) -> None:
    """Starts a child outside its group and exits without an answer."""
    subprocess.Popen(["sleep", "3600"], start_new_session=True)
    sys.exit(1)


@fault
def starts_too_many(engine: Tiny, question: Message) -> None:
    """Starts children and waits for them without an answer."""
    children = [subprocess.Popen(["sleep", "3600"], start_new_session=True) for _ in range(70)]
    children[0].wait()


@fault
def stops_reading(engine: Tiny, question: Message) -> None:
    """Reads no more questions, and says no more."""
    sys.stdin.close()
    time.sleep(3600)


@fault
def too_deep(engine: Tiny, question: Message) -> None:
    """Nests brackets without end."""
    engine.write("[" * 5000 + "]" * 5000 + "\n")


@fault
def too_long(engine: Tiny, question: Message) -> None:
    """Writes a line longer than a line may be."""
    engine.write(" " * (9 * 1024 * 1024) + "\n")


@fault
def unknown_error(engine: Tiny, question: Message) -> None:
    """Reports an error that is not on the list."""
    engine.say({"id": question["id"], "error": {"code": "oops", "text": "went wrong"}})


@fault
def unknown_verdict(engine: Tiny, question: Message) -> None:
    """Gives a verdict that there is not."""
    engine.say({"id": question["id"], "ok": {"verdict": "perhaps"}})


@fault
def wrong_id(engine: Tiny, question: Message) -> None:
    """Answers under an id that no question had."""
    engine.say({**engine.answer(question), "id": question["id"] + 1000})


# Faults after bye.


@farewell
def exits_with_5(engine: Tiny) -> None:
    """Exits with code 5 after bye."""
    sys.exit(5)


@farewell
def has_the_last_word(engine: Tiny) -> None:
    """Says more after bye."""
    engine.write("goodbye\n")
    sys.exit(0)


@farewell
def ignores_bye(engine: Tiny) -> None:
    """Answers bye and stays."""
    time.sleep(3600)


@farewell
def leaves_a_child(engine: Tiny) -> None:
    """Leaves a child process behind."""
    subprocess.Popen(["sleep", "3600"])
    sys.exit(0)


@farewell
def leaves_a_double_fork(engine: Tiny) -> None:
    """Leaves behind a process without a parent, in a session of its own, with nothing in its environment."""
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execve("/bin/sleep", ["sleep", "3600"], {})
        os._exit(0)
    os.wait()
    # The pipe ends when sleep has taken the place of Python, on a busy machine some time later.
    os.close(writing)
    os.read(reading, 1)
    sys.exit(0)


@farewell
def leaves_a_stray(engine: Tiny) -> None:
    """Leaves behind a child process that has left its group."""
    subprocess.Popen(["sleep", "3600"], start_new_session=True)
    sys.exit(0)


# Faults elsewhere, and what is unusual but allowed.


@miniature
class CannotAdd(Tiny):
    """Counts one leaf too many in all."""

    can = ("apply", "turns", "count")

    def count(self, question: Message) -> Message:
        counted = super().count(question)
        return {**counted, "total": counted["total"] + 1}


@miniature
class CarriageReturns(Tiny):
    """Ends its lines as Windows does; that is allowed."""

    def write(self, text: str) -> None:
        super().write(text.replace("\n", "\r\n"))


@miniature
class ChangesItsMind(Tiny):
    """Gives another answer when asked the same again."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: set[str] = set()

    def apply(self, question: Message) -> Message:
        asked = question["turn"] + encode(question["position"])
        again = asked in self.heard
        self.heard.add(asked)
        return super().apply(question) if again else {"verdict": "malformed"}


@miniature
class ChecksNothing(Tiny):
    """Checks nothing, says so, and fails at any turn that is not legal; that is allowed."""

    starts = ("start",)

    def hello(self, question: Message) -> Message:
        return super().hello(question) | {"refusals": "none"}

    def apply(self, question: Message) -> Message:
        said = super().apply(question)
        if said["verdict"] != "legal":
            sys.exit(f"{question['turns']} was not expected")
        return said


@miniature
class FloodsStderr(Tiny):
    """Writes a megabyte to stderr with each answer; that is allowed."""

    def answer(self, question: Message) -> Message:
        sys.stderr.write("x" * 1_000_000)
        return super().answer(question)


@miniature
class Greets(Tiny):
    """Greets on stdout before it is asked anything."""

    def run(self) -> None:
        self.write("Tiny engine, version 1\n")
        super().run()


@miniature
class HasOneWord(Tiny):
    """Has one word for all that is not legal, and says so; that is allowed."""

    can = ("apply", "turns", "count")
    starts = ("start", "position")

    def hello(self, question: Message) -> Message:
        return super().hello(question) | {"refusals": "one"}

    def apply(self, question: Message) -> Message:
        said = super().apply(question)
        if said["verdict"] == "legal":
            return said
        return {"verdict": "illegal", **({"at": said["at"]} if "at" in said else {})}


@miniature
class InPieces(Tiny):
    """Writes each answer in many pieces; that is allowed."""

    def write(self, text: str) -> None:
        for letter in text:
            super().write(letter)


def without_memory(value: Any) -> Any:
    """JSON values without any memory."""
    if isinstance(value, list):
        return [without_memory(each) for each in value]
    if isinstance(value, dict):
        return {name: without_memory(each) for name, each in value.items() if name != "memory"}
    return value


@miniature
class KeepsNoMemory(Tiny):
    """Leaves the memory out of its positions, and passes over it in questions; that is allowed."""

    can = ("apply", "turns", "count")

    def answer(self, question: Message) -> Message:
        if "position" in question:
            question = {**question, "position": {**question["position"], "memory": None}}
        said: Message = without_memory(super().answer(question))
        return said


@miniature
class KeepsOldAnswers(Tiny):
    """Answers a turn as it did the first time that it heard it, whatever the position is now."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[str, Message] = {}

    def apply(self, question: Message) -> Message:
        return self.kept.setdefault(question["turn"], super().apply(question))


@miniature
class ListsAfterTurns(Tiny):
    """Lists the turns after a list of turns, and takes no position; that is allowed."""

    can = ("apply", "turns")
    starts = ("start",)

    def hello(self, question: Message) -> Message:
        return super().hello(question) | {"turns_from": ["start"]}

    def turns(self, question: Message) -> Message:
        turns = question["turns"]
        position = self._from_start(turns)["position"] if turns else self.table.start()
        return {"turns": list(self.table.turns(position))}


@miniature
class NeverReads(Tiny):
    """Reads no question at all."""

    def run(self) -> None:
        time.sleep(3600)


@miniature
class Newer(Tiny):
    """Speaks version 2 of the protocol only."""

    def answer(self, question: Message) -> Message:
        error = {"code": "unsupported", "text": "speaks version 2 only", "at": "/protocol"}
        return {"id": question["id"], "error": error}


@miniature
class OutOfOrder(Tiny):
    """Answers each third question about a turn after the question that follows it."""

    held: Message | None = None

    def hear(self, question: Message) -> None:
        held, self.held = self.held, None
        super().hear(question)
        if held:
            self.say(held)

    def fault(self, question: Message) -> None:
        self.held = self.answer(question)


@miniature
class SilentAtBye(Tiny):
    """Does not answer bye."""

    def bye(self, question: Message) -> Message:
        time.sleep(3600)
        return {}


@miniature
class WantsArguments(Tiny):
    """Prints how it is used and exits."""

    def run(self) -> None:
        sys.exit("usage: wants_arguments BOARD")


@miniature
class WhereItStopped(Tiny):
    """From the start, never says which turn was not legal."""

    starts = ("start",)

    def apply(self, question: Message) -> Message:
        verdict = super().apply(question)
        verdict.pop("at", None)
        return verdict


@miniature
class WrongHello(Tiny):
    """Leaves out where it can begin."""

    def hello(self, question: Message) -> Message:
        introduction = super().hello(question)
        del introduction["from"]
        return introduction


_FRAME = """
import json, os, subprocess, sys, time
START = {start!r}
def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()
def ok(question, **answer):
    say(json.dumps({{"id": question["id"], "ok": answer}}) + "\\n")
def usual(question):
    do = question["do"]
    if do == "hello":
        ok(question, protocol=1, engine={{"name": "tiny", "version": "1", "language": "Python"}},
           games={{"crumble": {{"boards": ["2x2"], "readings": {{}}}}}}, can=["apply", "turns"],
           **{{"from": ["start"]}})
    elif do == "open":
        ok(question, context="c1", start=START)
    elif do == "bye":
        ok(question)
        sys.exit(0)
    else:
        ok(question, verdict="malformed", **({{"at": 0}} if "turns" in question else {{}}))
def answer(question):
{answer}
{before}
for line in sys.stdin:
    answer(json.loads(line))
"""


def engine(folder: Path, answer: str = "usual(question)", before: str = "") -> list[str]:
    """The command of an engine that runs `before` at its start and `answer` for each `question`."""
    file = folder / "tiny_engine.py"
    body = "\n".join(f"    {line}" for line in answer.strip().splitlines())
    file.write_text(_FRAME.format(start=START, answer=body, before=before))
    return [sys.executable, "-S", str(file)]


def on_apply(answer: str) -> str:
    """The command of an engine with the usual answers, except for apply."""
    lines = "\n".join(f"    {line}" for line in answer.strip().splitlines())
    return f"if question['do'] == 'apply':\n{lines}\nelse:\n    usual(question)"


if __name__ == "__main__":
    MINIATURES[sys.argv[1]]().run()
