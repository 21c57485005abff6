"""Many trials, several at a time: the question about each mutant, and the kept results."""

from __future__ import annotations

import gzip
import importlib
import json
import queue
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from multiprocessing.pool import ThreadPool
from pathlib import Path
from typing import Any, NamedTuple, Self

from mutation.mutants import mutants
from mutation.scope import HARNESS, Module, clauses_of, stages
from mutation.trial import LATE
from shatterproof.game import GAMES

SECONDS = 6.0
"""The least seconds of a test before its mutant counts as endless. An example has a third of them."""
PATIENCE = 3
"""A test may take this many times as long as the longest one without a mutant, since busy machines are slower."""
MUTANT_SECONDS = 120.0
"""The most seconds of a test without a mutant."""
TESTS_OF_RULE_SHAPED = "tests/invariants/test_mutants.py"
"""The tests that rule-shaped mutants die by. They do not count as killing them."""


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
        self._process.communicate()

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The result of one trial."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(question), file=self._process.stdin, flush=True)
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer


def question(games: tuple[str, ...], **more: Any) -> dict[str, Any]:
    """The question for a trial of the unmutated reference. `more` describes a mutant."""
    module = str(more.get("module", ""))
    asked = {"module": "", "source": "", "games": games, "rule": None, "seconds": SECONDS, "first": ()}
    return {**asked, "examples": not module.startswith(HARNESS), "stages": stages(games, module), **more}


def quick(question: dict[str, Any]) -> dict[str, Any]:
    """A question without the slowest tests."""
    return question | {"stages": [stage for stage in question["stages"] if stage[0] not in LATE]}


class Attempt(NamedTuple):
    """A mutant to try: its result as far as it is known before, and the question to ask."""

    result: Result
    question: dict[str, Any]


def all_mutants(chosen: Iterable[Module]) -> Iterator[Attempt]:
    """Every mutant of some modules."""
    for module in chosen:
        for mutant in mutants(module.name, module.source):
            own = clauses_of(mutant.module, mutant.function)
            asked = question(module.games, module=mutant.module, source=mutant.source, first=own)
            said = (mutant.module, mutant.function, mutant.operator, mutant.was, mutant.becomes, mutant.line)
            yield Attempt(Result(mutant.key, module.game, own, *said), asked)


def of_rules(game: str) -> list[Attempt]:
    """The trials of the rule-shaped mutants of a game. They count for the game, and for none of its clauses."""
    names = importlib.import_module(f"invariants.{game}_mutants").MUTANTS
    others = [(stage, [file for file in files if file != TESTS_OF_RULE_SHAPED]) for stage, files in stages((game,))]
    return [
        Attempt(
            Result(f"rule-shaped | {game} | {name}", game, (), f"shatterproof.{game}", "", "rule-shaped", "", name),
            question((game,), rule=(game, name), stages=others),
        )
        for name in names
    ]


def run(todo: list[Attempt], jobs: int) -> Iterator[Result]:
    """Tries mutants, `jobs` at a time, first those of one game, then those of all. Results come in any order."""
    for of_a_game in (True, False):
        part = [one for one in todo if is_of_a_game(one.question) == of_a_game]
        if part:
            yield from _run(part, jobs, of_a_game)


def is_of_a_game(question: dict[str, Any]) -> bool:
    """Whether the mutated code belongs to one game, and to nothing imported for trials of all games."""
    return len(question["games"]) == 1 and not question["module"].startswith("shatterproof_properties.")


def _run(todo: list[Attempt], jobs: int, of_a_game: bool) -> Iterator[Result]:
    idle: queue.SimpleQueue[Zygote] = queue.SimpleQueue()

    def tried(attempt: Attempt) -> Result:
        zygote = idle.get()
        try:
            return replace(attempt.result, **zygote.ask(attempt.question))
        finally:
            idle.put(zygote)

    with ExitStack() as stack:
        for _ in range(jobs):
            idle.put(stack.enter_context(Zygote(of_a_game)))
        yield from stack.enter_context(ThreadPool(jobs)).imap_unordered(tried, todo)


class Unmutated(NamedTuple):
    """The faults found before mutants are tried, and the time limit of a test in their trials."""

    wrong: list[str]
    seconds: float


def unmutated(chosen: list[Module], is_quick: bool) -> Unmutated:
    """Runs the tests of some modules without mutants, and with rule-shaped mutants.

    It is a fault if a test fails without a mutant, or if a rule-shaped mutant passes.
    """
    games = tuple(game for game in GAMES if any(game in module.games for module in chosen))
    asked = [question(module.games, module=module.name) | {"module": ""} for module in chosen]
    trials = {str(each["stages"]): each for each in asked if not each["examples"]}
    mutated = []
    if len(trials) < len({str(each["stages"]) for each in asked}):
        trials[""] = question(games)
        mutated = [of_rules(game)[0] for game in games]
    wrong, longest = [], 0.0
    with Zygote() as zygote:

        def ended(question: dict[str, Any]) -> dict[str, Any]:
            return zygote.ask((quick(question) if is_quick else question) | {"seconds": MUTANT_SECONDS})

        for found in map(ended, trials.values()):
            longest = max(longest, found["longest"])
            if found["status"] != "survived":
                wrong.append(f"without a mutant {found['by']} fails: {found['why']}")
        for mutant in mutated:
            if ended(mutant.question)["status"] == "survived":
                wrong.append(f"the rule-shaped mutant {mutant.result.becomes} of {mutant.result.game} survives")
    return Unmutated(wrong, max(SECONDS, PATIENCE * longest))


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
