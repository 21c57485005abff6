"""Miniatures: tiny engines with one documented fault each: `python -m miniatures NAME`. Others are made on the spot."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, TypeVar

from shatterproof.strict_json import encode
from shatterproof_properties.second.crumble import Engine

EVERY = 3
"""A fault shows at every third question about a single turn."""

Message = dict[str, Any]

START = Engine(2, 2).start()


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
        for line in sys.stdin.buffer:
            self.hear(json.loads(line))

    def hear(self, question: Message) -> None:
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
        sys.exit(0)

    def answer(self, question: Message) -> Message:
        return {"id": question["id"], "ok": getattr(self, question["do"])(question)}

    def say(self, answer: Message) -> None:
        self.write(encode(answer) + "\n")

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


def _with(method: str, name: str, said: str, code: str) -> None:
    """Adds an engine that runs this code as one of its methods."""

    def act(engine: Tiny, question: Message | None = None) -> None:
        modules = {"json": json, "os": os, "signal": signal, "subprocess": subprocess, "sys": sys, "time": time}
        exec(code, globals() | modules | {"engine": engine, "question": question})

    MINIATURES[name] = type(name.title().replace("_", ""), (Tiny,), {method: act, "__doc__": said})


# Faults at a question about a turn.

WRITTEN = {
    "answers_early": (
        "Answers the next question before it has come.", 'RIGHT\n{"id":NEXT,"ok":{"verdict":"malformed"}}',
    ),
    "answers_twice": ("Gives its answer twice.", "RIGHT\nRIGHT"),
    "byte_order_mark": ("Puts a byte order mark before its answer.", "\ufeffRIGHT"),
    "empty_line": ("Writes an empty line before its answer.", "\nRIGHT"),
    "forgets_its_context": (
        "Has forgotten its context at every third question about a turn.",
        '{"id":ID,"error":{"code":"bad-question","text":"no such context is open","at":"/context"}}',
    ),
    "half_a_character": ("Writes half of a surrogate pair.", r'{"id":ID,"skip":{"why":"\ud83d"}}'),
    "keys_twice": ("Names a key twice.", '{"id":ID,"ok":{"verdict":"legal","verdict":"illegal"}}'),
    "knows_little": ("Declares every third turn a gap; that is allowed.", '{"id":ID,"skip":{"why":"not written yet"}}'),
    "more_than_asked": ("Adds a field of its own.", '{"id":ID,"ok":{"verdict":"malformed","took":3}}'),
    "no_id": ("Answers without an id.", '{"ok":OK}'),
    "null_id": ("Answers with null for an id, though nothing is wrong.", '{"id":null,"ok":OK}'),
    "ok_and_error": (
        "Answers with ok and error at once.", '{"id":ID,"ok":OK,"error":{"code":"internal","text":"or not"}}',
    ),
    "prints": ("Prints a note to stdout before its answer.", "trying TURN\nRIGHT"),
    "says_floats": ("Writes a number with a fraction.", '{"id":ID,"ok":{"total":1.5,"by":[]}}'),
    "says_nan": ("Writes NaN, which is no JSON.", '{"id":ID,"ok":NaN}'),
    "too_deep": ("Nests brackets without end.", "[" * 5000 + "]" * 5000),
    "too_long": ("Writes a line longer than a line may be.", " " * (9 * 1024 * 1024)),
    "unknown_error": (
        "Reports an error that is not on the list.", '{"id":ID,"error":{"code":"oops","text":"went wrong"}}',
    ),
    "unknown_verdict": ("Gives a verdict that there is not.", '{"id":ID,"ok":{"verdict":"perhaps"}}'),
    "wrong_id": ("Answers under an id that no question had.", '{"id":FAR,"ok":OK}'),
}  # fmt: skip
"""By name: the fault in words, and what the engine writes. Words in capitals stand for parts of the right answer."""


DONE = {
    "closes_its_output": ("Closes its output and runs on.", "os.close(1); time.sleep(3600)"),
    "crashes": ("Is ended by a signal.", "os.kill(os.getpid(), signal.SIGSEGV)"),
    "dies_with_a_child": (
        "Dies while a child of it holds its output open.", "subprocess.Popen(['sleep', '3600']); os._exit(4)",
    ),
    "drip": (
        "Writes its answer a byte at a time, and never ends it.", "while True: engine.write(' '); time.sleep(0.01)",
    ),
    "exits": ("Says why on stderr and exits with code 3.", "sys.stderr.write('no rule for this'); sys.exit(3)"),
    "fills_the_disk": (
        "Writes a file of which there is no end.", "file = open('log', 'wb')\nwhile True: file.write(bytes(1 << 20))",
    ),
    "goes_quietly": ("Exits with code 0 in the middle of the questions.", "sys.exit(0)"),
    "half_a_line": ("Writes half of its answer and waits.", "engine.write('{\"id\":'); time.sleep(3600)"),
    "hoards": ("Allocates without end.", "hoard = []\nwhile True: hoard.append(bytes(10**8))"),
    "latin_letters": (
        "Writes Latin-1 instead of UTF-8.",
        "sys.stdout.reconfigure(encoding='latin-1')\n"
        "engine.write('{\"id\":%d,\"skip\":{\"why\":\"\xe0 faire\"}}\\n' % question['id'])",
    ),
    "never_ends_a_line": ("Writes without end and without a newline.", "while True: engine.write('x' * 65536)"),
    "raises": ("Does not catch its own exception.", "raise KeyError('walk')"),
    "several_lines": (
        "Spreads its answer over several lines.", "engine.write(json.dumps(engine.answer(question), indent=1) + '\\n')",
    ),
    "silent": ("Does not answer at all.", "time.sleep(3600)"),
    "single_quotes": (
        "Prints a Python dictionary instead of JSON.", "engine.write(str(engine.answer(question)) + '\\n')",
    ),
    "slow": ("Answers rightly, but an hour late.", "time.sleep(3600); engine.say(engine.answer(question))"),
    "starts_strays": (
        "Starts a child outside its group and exits without an answer.",
        "subprocess.Popen(['sleep', '3600'], start_new_session=True); sys.exit(1)",
    ),
    "starts_too_many": (
        "Starts children and waits for them without an answer.",
        "[subprocess.Popen(['sleep', '3600'], start_new_session=True) for _ in range(70)][0].wait()",
    ),
    "stops_reading": ("Reads no more questions, and says no more.", "sys.stdin.close(); time.sleep(3600)"),
}  # fmt: skip
"""By name: the fault in words, and what the engine does."""

AFTER_BYE = {
    "exits_with_5": ("Exits with code 5 after bye.", "sys.exit(5)"),
    "has_the_last_word": ("Says more after bye.", "engine.write('goodbye\\n'); sys.exit(0)"),
    "ignores_bye": ("Answers bye and stays.", "time.sleep(3600)"),
    "leaves_a_child": ("Leaves a child process behind.", "subprocess.Popen(['sleep', '3600']); sys.exit(0)"),
    "leaves_a_double_fork": (
        "Leaves behind a process without a parent, in a session of its own, with nothing in its environment.",
        "leave_a_double_fork(); sys.exit(0)",
    ),
    "leaves_a_stray": (
        "Leaves behind a child process that has left its group.",
        "subprocess.Popen(['sleep', '3600'], start_new_session=True); sys.exit(0)",
    ),
}  # fmt: skip


def leave_a_double_fork() -> None:
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


def fill_in(text: str, engine: Tiny, question: Message) -> str:
    """A text of WRITTEN with the parts of the right answer."""
    right, number = engine.answer(question), question["id"]
    parts = {"RIGHT": encode(right), "OK": encode(right["ok"]), "TURN": question.get("turn"),
             "ID": number, "NEXT": number + 1, "FAR": number + 1000}  # fmt: skip
    return re.sub("|".join(parts), lambda found: str(parts[found[0]]), text)


_with("run", "greets", "Greets on stdout before it is asked anything.",
      "engine.write('Tiny engine, version 1\\n'); Tiny.run(engine)")  # fmt: skip
_with("run", "never_reads", "Reads no question at all.", "time.sleep(3600)")
_with("run", "wants_arguments", "Prints how it is used and exits.", "sys.exit('usage: wants_arguments BOARD')")
_with("bye", "silent_at_bye", "Does not answer bye.", "time.sleep(3600)")
for _name, (_said, _text) in WRITTEN.items():
    _with("fault", _name, _said, f"engine.write(fill_in({_text!r}, engine, question) + '\\n')")
for _name, (_said, _code) in DONE.items():
    _with("fault", _name, _said, _code)
for _name, (_said, _code) in AFTER_BYE.items():
    _with("leave", _name, _said, _code)


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
