"""The score by module, by clause and in all; the survivors with their explanations; and the page `scores.md`."""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from math import sqrt
from pathlib import Path

import jinja2

from mutation.scope import SHARED
from mutation.trials import Result

SURVIVORS = Path(__file__).with_name("survivors.toml")
PAGE = Path(__file__).with_name("scores.md")
TEMPLATE = PAGE.with_suffix(".md.jinja")
VERDICTS = ("equivalent", "accepted")


@dataclass(frozen=True)
class Known:
    """An explained survivor: it does what the reference does (equivalent), or no test looks at it (accepted)."""

    module: str
    function: str
    was: str
    becomes: str
    verdict: str
    why: str


def read_known(file: Path = SURVIVORS) -> list[Known]:
    """The survivors explained so far. Raises ValueError for an entry without explanation."""
    with file.open("rb") as opened:
        entries = tomllib.load(opened).get("survivor", [])
    found = [
        Known(entry["module"], entry["function"], entry["was"], becomes, entry["verdict"], entry["why"])
        for entry in entries
        for becomes in ([entry["becomes"]] if isinstance(entry["becomes"], str) else entry["becomes"])
    ]
    for known in found:
        if known.verdict not in VERDICTS or not known.why:
            raise ValueError(f"{file.name}: {known.was!r} in {known.module} is neither of {VERDICTS}, or says no why")
    return found


@dataclass(frozen=True)
class Score:
    """The numbers of mutants that were tried, killed, killed by taking too long, and shown to be equivalent."""

    tried: int
    killed: int
    timeouts: int
    equivalent: int

    @property
    def share(self) -> float:
        """The share of killed mutants among those that are not equivalent; 1 if there are none."""
        counted = self.tried - self.equivalent
        return self.killed / counted if counted else 1.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval for the share, which contains it 19 times out of 20."""
        counted, z = self.tried - self.equivalent, 1.96
        if not counted:
            return 0.0, 1.0
        middle = self.share + z * z / (2 * counted)
        width = z * sqrt(self.share * (1 - self.share) / counted + z * z / (4 * counted * counted))
        whole = 1 + z * z / counted
        return max(0.0, (middle - width) / whole), min(1.0, (middle + width) / whole)


class Totals:
    """The results of trials, and the explained survivors."""

    def __init__(self, results: Iterable[Result], known: Iterable[Known]) -> None:
        self.results = list(results)
        self.known = {(one.module, one.function, one.was, one.becomes): one for one in known}

    def explained(self, result: Result) -> Known | None:
        return self.known.get((result.module, result.function, result.was, result.becomes))

    def score(self, results: Iterable[Result] | None = None) -> Score:
        """The score of some results, or of all."""
        chosen = self.results if results is None else list(results)
        killed = [result for result in chosen if result.status != "survived"]
        timeouts = sum(result.status == "timeout" for result in killed)
        left = (self.explained(result) for result in chosen if result.status == "survived")
        return Score(
            len(chosen), len(killed), timeouts, sum(one is not None and one.verdict == "equivalent" for one in left)
        )

    def by(self, group: Callable[[Result], Iterable[str]]) -> dict[str, Score]:
        """Scores of groups; a result may belong to several."""
        found = defaultdict[str, list[Result]](list)
        for result in self.results:
            for name in group(result):
                found[name].append(result)
        return {name: self.score(results) for name, results in found.items()}

    def killers(self) -> Counter[str]:
        """The number of mutants that each stage has killed."""
        return Counter(result.stage for result in self.results if result.status != "survived")

    def unexplained(self) -> list[Result]:
        """The survivors without explanation."""
        return [result for result in self.results if result.status == "survived" and not self.explained(result)]

    def stale(self, complete: Iterable[str]) -> list[Known]:
        """Explanations in fully tried modules that fit no survivor any more."""
        modules = set(complete)
        left = {(r.module, r.function, r.was, r.becomes) for r in self.results if r.status == "survived"}
        return [one for key, one in self.known.items() if one.module in modules and key not in left]


def clauses_or_module(result: Result) -> tuple[str, ...]:
    """The clauses that a mutant counts for; without any the rest of its module."""
    return result.clauses or (f"{SHARED}: {result.module}",)


Parts = Mapping[str, tuple[Totals, int]]
"""Code with a score of its own: its results, and its number of mutants."""


def page_of(totals: Totals, population: int, explained: int, parts: Parts) -> str:
    """The page about results of `population` mutants. Of those not tried yet, so many are `explained`."""

    def lowest_first(group: Callable[[Result], Iterable[str]]) -> list[tuple[str, Score]]:
        return sorted(totals.by(group).items(), key=lambda item: (item[1].share, item[0]))

    environment = jinja2.Environment(undefined=jinja2.StrictUndefined, keep_trailing_newline=True, autoescape=False)
    return environment.from_string(TEMPLATE.read_text(encoding="utf-8")).render(
        version=version("shatterproof"),
        day=datetime.now(UTC).date().isoformat(),
        score=totals.score(),
        population=population,
        explained=explained,
        killers=totals.killers().most_common(),
        games=lowest_first(lambda result: (result.game,)),
        modules=lowest_first(lambda result: (result.module,)),
        clauses=lowest_first(clauses_or_module),
        parts=[(name, each.score(), size) for name, (each, size) in parts.items()],
        unexplained=[*totals.unexplained(), *(one for each, _ in parts.values() for one in each.unexplained())],
    )
