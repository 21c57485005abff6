"""Many trials, several at a time: the question about each mutant, and the kept results."""

from __future__ import annotations

import gzip
import importlib
import json
import queue
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, Self

from mutation.mutants import Mutant, mutants
from mutation.scope import HARNESS, Module, clauses_of, related, stages
from shatterproof.game import GAMES

SECONDS = 6.0
"""The least seconds of a test before its mutant counts as endless. An example has a third of them."""
PATIENCE = 3
"""A test may take this many times as long as the longest one without a mutant, since busy machines are slower."""
MUTANT_SECONDS = 120.0
"""The most seconds of a test without a mutant."""


@dataclass(frozen=True)
class Result:
    """A mutant and the end of its trial.

    `status` is killed, timeout or survived. `stage` and `by` say what killed it. `seconds` is the time of the trial,
    and `longest` that of its longest test.
    """

    key: str
    game: str
    clauses: tuple[str, ...]
    module: str
    function: str
    operator: str
    was: str
    becomes: str
    line: int = 0
    status: str = ""
    stage: str = ""
    by: str = ""
    why: str = ""
    seconds: float = 0.0
    longest: float = 0.0

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        return cls(**{**data, "clauses": tuple(data["clauses"])})


class Zygote:
    """A process that forks a trial for each question, all about modules of one game, or about any modules."""

    def __init__(self, of_a_game: bool = False) -> None:
        argv = [sys.executable, str(Path(__file__).with_name("trial.py")), *(["--of-a-game"] if of_a_game else [])]
        self._process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The result of one trial."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer


def question(games: tuple[str, ...], everything: bool, **more: Any) -> dict[str, Any]:
    """The question for a trial of the unmutated reference. `more` describes a mutant."""
    asked = {"module": "", "source": "", "games": games, "rule": None, "seconds": SECONDS, "first": ()}
    asked["examples"] = not str(more.get("module", "")).startswith(HARNESS)
    return {**asked, "stages": stages(games, everything, str(more.get("module", ""))), **more}


class Attempt(NamedTuple):
    """A mutant to try: its result as far as it is known before, and the question to ask."""

    result: Result
    question: dict[str, Any]

    def asking(self, **more: Any) -> Attempt:
        """The same attempt with something else in its question."""
        return self._replace(question={**self.question, **more})


def all_mutants(chosen: list[Module], everything: bool) -> list[Attempt]:
    """Every mutant of some modules."""
    return [
        of_mutant(mutant, module, everything) for module in chosen for mutant in mutants(module.name, module.source)
    ]


def of_mutant(mutant: Mutant, module: Module, everything: bool) -> Attempt:
    """The trial of a mutant."""
    first = related(mutant.module, mutant.function, module.source)
    asked = question(module.games, everything, module=mutant.module, source=mutant.source, first=first)
    known = {name: getattr(mutant, name) for name in ("module", "function", "operator", "was", "becomes", "line")}
    return Attempt(Result(mutant.key, module.game, clauses_of(mutant.module, mutant.function), **known), asked)


class Noted:
    """Stands for pytest's monkeypatch: notes what a mutant would replace, and replaces nothing."""

    def __init__(self) -> None:
        self.exchanged: set[tuple[str, str]] = set()

    def setattr(self, owner: Any, name: str, value: object) -> None:
        """Notes a function by its module, anything else by its place."""
        original = getattr(owner, name)
        home = str(getattr(original, "__module__", ""))
        if home.startswith("shatterproof."):
            self.exchanged.add((home, original.__qualname__))
        elif isinstance(owner, type):
            self.exchanged.add((owner.__module__, f"{owner.__qualname__}.{name}"))
        else:
            self.exchanged.add((owner.__name__, name))

    def setitem(self, owner: object, key: object, value: object) -> None:
        """Notes a table by its module."""
        reference = [module for name, module in sys.modules.items() if name.startswith("shatterproof.")]
        for module in reference:
            names = [name for name, found in vars(module).items() if found is owner]
            self.exchanged |= {(module.__name__, name) for name in names}


def of_rules(game: str, everything: bool) -> list[Attempt]:
    """The trials of the rule-shaped mutants of a game. The tests of these mutants do not count as killing them."""
    found = []
    for name, mutant in rule_mutants(game).items():
        noted = Noted()
        mutant.plant(noted)
        module, function = min(noted.exchanged)
        clauses = tuple(dict.fromkeys(clause for place in sorted(noted.exchanged) for clause in clauses_of(*place)))
        result = Result(f"rule-shaped | {game} | {name}", game, clauses, module, function, "rule-shaped", "", name)
        found.append(Attempt(result, of_rule(game, name, everything)))
    return found


def of_rule(game: str, name: str, everything: bool) -> dict[str, Any]:
    """The question for a trial of a rule-shaped mutant."""
    own = "tests/invariants/test_mutants.py"
    others = [(stage, tuple(file for file in files if file != own)) for stage, files in stages((game,), everything)]
    return question((game,), everything, rule=(game, name), stages=others)


def rule_mutants(game: str) -> dict[str, Any]:
    """The rule-shaped mutants of a game, by name."""
    found: dict[str, Any] = importlib.import_module(f"invariants.{game}_mutants").MUTANTS
    return found


def run(todo: list[Attempt], jobs: int) -> Iterator[Result]:
    """Tries mutants, `jobs` at a time, first those of one game, then those of all. Results come in any order."""
    for of_a_game in (True, False):
        yield from _run([one for one in todo if is_of_a_game(one.question) == of_a_game], jobs, of_a_game)


def is_of_a_game(question: dict[str, Any]) -> bool:
    """Whether the mutated code belongs to one game, and to nothing imported for trials of all games."""
    return len(question["games"]) == 1 and not question["module"].startswith("shatterproof_properties.")


def _run(todo: list[Attempt], jobs: int, of_a_game: bool) -> Iterator[Result]:
    waiting: queue.SimpleQueue[Attempt] = queue.SimpleQueue()
    ended: queue.SimpleQueue[Result | BaseException] = queue.SimpleQueue()
    for attempt in todo:
        waiting.put(attempt)

    def work(zygote: Zygote) -> None:
        try:
            while True:
                attempt = waiting.get_nowait()
                ended.put(replace(attempt.result, **zygote.ask(attempt.question)))
        except queue.Empty:
            return
        except BaseException as error:
            ended.put(error)

    with ExitStack() as stack:
        for zygote in [stack.enter_context(Zygote(of_a_game)) for _ in range(min(jobs, len(todo)))]:
            threading.Thread(target=work, args=[zygote], daemon=True).start()
        for _ in todo:
            result = ended.get()
            if isinstance(result, BaseException):
                raise result
            yield result


# The reference as it is


class Unmutated(NamedTuple):
    """The faults found before mutants are tried, and the time limit of a test in their trials."""

    wrong: list[str]
    seconds: float


def unmutated(chosen: list[Module], everything: bool) -> Unmutated:
    """Runs the tests of some modules without mutants, and with rule-shaped mutants.

    It is a fault if a test fails without a mutant, or if a rule-shaped mutant passes.
    """
    wrong, longest = [], 0.0
    games = tuple(game for game in GAMES if any(game in module.games for module in chosen))
    unchanged = (question(module.games, everything, module=module.name) | {"module": ""} for module in chosen)
    asked = {str(each["stages"]): each for each in unchanged}
    if any(each["examples"] for each in asked.values()):
        asked = {"": question(games, everything)} | {key: each for key, each in asked.items() if not each["examples"]}
    with Zygote() as zygote:
        for each in asked.values():
            ended = zygote.ask({**each, "seconds": MUTANT_SECONDS})
            longest = max(longest, ended["longest"])
            if ended["status"] != "survived":
                wrong.append(f"without a mutant {ended['by']} fails: {ended['why']}")
        for game in games if "" in asked else ():
            name = next(iter(rule_mutants(game)))
            if zygote.ask(of_rule(game, name, everything))["status"] == "survived":
                wrong.append(f"the rule-shaped mutant {name} of {game} survives")
    return Unmutated(wrong, max(SECONDS, PATIENCE * longest))


# What is kept


def read_results(file: Path) -> dict[str, Result]:
    """The results so far, by key; the last one of each mutant."""
    if not file.exists():
        return {}
    data = file.read_bytes()
    text = (gzip.decompress(data) if file.suffix == ".gz" else data).decode("utf-8")
    found = [Result.from_json(json.loads(line)) for line in text.splitlines() if line.endswith("}")]
    return {result.key: result for result in found}


def keep_results(results: Iterable[Result], file: Path) -> None:
    """Writes results compressed, without the messages of failures, which name places of this machine."""
    lines = (json.dumps(asdict(replace(result, why=""))) + "\n" for result in results)
    file.write_bytes(gzip.compress("".join(lines).encode(), mtime=0))
