"""What the figures come to: the head of tests/figures.md, read from what the commands printed.

Of each figure one line, and every aim that is not met: none is typed by hand, so that none outlives its figure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from benchmarks.million import WANTED

OWN_SHARE = 20
"""Per cent of a run that the harness itself may take."""


def rows(output: str) -> list[list[str]]:
    """The rows of the tables that a command printed, without headings: their cells, as text."""
    return [[cell.strip() for cell in line.split("│")[1:-1]] for line in output.splitlines() if line.startswith("│")]


def below(output: str) -> list[str]:
    """The lines below the last table; all of them where there is none."""
    lines = output.splitlines()
    last = max((place for place, line in enumerate(lines, start=1) if line.startswith("└")), default=0)
    return [line.strip() for line in lines[last:] if line.strip()]


def _number(text: str) -> float:
    """A number as the commands print it, like `1,234` or `21 %`."""
    return float(text.split()[0].replace(",", ""))


def _by_game(output: str, column: int, unit: str = "") -> str:
    return ", ".join(f"{row[0].capitalize()} {row[column]}{unit}" for row in rows(output))


def _budgets(output: str) -> str:
    kept = Counter(row[-1] for row in rows(output))
    return f"{kept['yes']} of {kept.total()} kept"


def _worth(output: str) -> str:
    shown = Counter(bool(row[1]) for row in rows(output))
    return f"{shown[True]} of {shown.total()} have shown"


def _seldom(output: str) -> str:
    wrong = Counter(row[1] == "0" for row in rows(output))
    return f"{wrong[True]} of {wrong.total()} not once"


def _waits(output: str) -> str:
    return ", ".join(f"{row[0]} {row[2]} ms" for row in rows(output)) + ", in the median"


def _mates(output: str) -> str:
    found = {row[0]: row for row in rows(output)}
    return f"{found['median'][2]} s in the median, {found['worst'][2]} s at most"


def _decided(output: str) -> str:
    found = [(row[0], row[1], sum(map(int, row[2:4])), int(row[4])) for row in rows(output)]
    return ", ".join(f"{game.capitalize()} {claim} {known} of {known + open}" for game, claim, known, open in found)


def _late(output: str) -> str:
    answers = [list(map(int, row[1:4])) for row in rows(output)]
    return f"{sum(unknown for *_, unknown in answers)} of {sum(map(sum, answers))} questions undecided"


def _certified(output: str) -> str:
    verdicts = Counter(row[1] for row in rows(output))
    done = sum(row[4] not in ("", "not done") for row in rows(output))
    written = verdicts.total() - verdicts["unknown"]
    return f"{written} of {verdicts.total()} written, {done} of these checked in time"


def _kept(output: str) -> str:
    return f"{sum(_number(row[-2]) >= _number(row[-1]) for row in rows(output))} of {len(rows(output))} kept"


def _million(output: str) -> str:
    per_engine: dict[str, list[str]] = {}
    for game, engine, *counts, _, _, _ in rows(output):
        per_engine.setdefault(engine, []).append(f"{game.capitalize()} {' and '.join(counts)}")
    return "; ".join(f"{engine}: {', '.join(found)}" for engine, found in per_engine.items())


def _solved(output: str) -> str:
    seconds, memory = (max(float(row[column]) for row in rows(output)) for column in (-2, -1))
    return f"under each of {len(rows(output)) // 2} readings, in {seconds:.0f} s and {memory:.0f} MiB at most"


def _lines(last: int) -> Callable[[str], str]:
    return lambda output: "; ".join(below(output)[-last:])


def _found(output: str) -> str:
    return "; ".join(line.split(";")[0] for line in below(output) if "found" in line)


def _accepted(output: str) -> str:
    lines = below(output)
    return f"{sum(': accepted: ' in line for line in lines)} of {len(lines)} accepted"


def _proved(output: str) -> str:
    lines = below(output)
    return f"{sum(line.endswith(': proved') for line in lines)} of {len(lines)} proved"


IN_SHORT: Mapping[str, Callable[[str], str]] = {
    "budgets": _budgets,
    "compiled": lambda output: _by_game(output, 3, " times"),
    "harness": lambda output: _by_game(output, -4),
    "planted": lambda output: "; ".join(line for line in below(output)[:4] if "within 5 s" not in line),
    "rare": lambda output: "; ".join(below(output)[:4]),
    "rates": _seldom,
    "causes": lambda output: "; ".join(below(output)[:3]),
    "causes-rare": lambda output: "; ".join(below(output)[:3]),
    "strange": _lines(2),
    "set-ups": _worth,
    "million": _million,
    "vectors": _lines(1),
    "explorer-page": _waits,
    "crumblemate": _mates,
    "forcing": _late,
    "depth": _decided,
    "certificates": _certified,
    "rare-answer": _found,
    "yield": _kept,
    "solved": _solved,
    "agreement": _lines(1),
    "agreement-small": _lines(1),
    "agreement-readings": _lines(1),
    "lemmas": _proved,
    "checker": _accepted,
    "verifying": lambda output: below(output)[0],
}
"""What the figures come to, by their names; the others are tables to look into."""


def _over_budget(output: str) -> Iterator[str]:
    yield from (f"{name}: {found}, {wanted} wanted" for name, found, wanted, kept in rows(output) if kept == "NO")


def _too_busy(output: str) -> Iterator[str]:
    for row in rows(output):
        if _number(row[-4]) > OWN_SHARE:
            yield f"{row[0].capitalize()}: the harness's own share of a run is {row[-4]}, {OWN_SHARE} % wanted"


def _told(name: str, game: str, clause: str) -> str:
    """A mistake that is not told as it should be: under which clause, "" where it is not found."""
    return f"`{name}` of {game.capitalize()} is {f'told under `{clause}`' if clause else 'not found'}"


def _ill_told(output: str) -> Iterator[str]:
    for game, name, found, _, _, told, *_ in rows(output):
        if found == "no" or told.startswith("("):
            yield _told(name, game, told.strip("()"))


def _not_right(column: int) -> Callable[[str], Iterator[str]]:
    """What is not right in a column that says under which clause mistakes are told."""

    def found(output: str) -> Iterator[str]:
        for game, name, *rest in rows(output):
            if (told := rest[column]) != "right":
                yield _told(name, game, told.replace("not found", ""))

    return found


def _hardly_met(output: str) -> Iterator[str]:
    hardly = [row[0] for row in rows(output) if row[0].count(".") and _number(row[2]) < 10]
    if hardly:
        yield f"met fewer than ten times, and guided for: {', '.join(f'`{name}`' for name in hardly)}"


def _undecided(output: str) -> Iterator[str]:
    for game, claim, *_, unknown, _, _, _, _ in rows(output):
        if unknown != "0":
            yield f"{game.capitalize()}, {claim}: {unknown} positions undecided"


def _unchecked(output: str) -> Iterator[str]:
    found = rows(output)
    undecided, unchecked = (sum(row[4] == answer for row in found) for answer in ("", "not done"))
    yield from [f"{undecided} of {len(found)} not decided in time"] if undecided else []
    yield from [f"{unchecked} of {len(found)} not checked in time"] if unchecked else []


def _short_of_it(output: str) -> Iterator[str]:
    for game, engine, reference, second, _, verdict, _ in rows(output):
        if verdict != "agrees" or _number(reference) + _number(second) < WANTED:
            yield f"{game.capitalize()}, {engine}: {verdict} after {reference} and {second}"


def _fewer_puzzles(output: str) -> Iterator[str]:
    yield from (
        f"{row[0]}: {row[-2]}, {row[-1]} promised" for row in rows(output) if _number(row[-2]) < _number(row[-1])
    )


def _apart(output: str) -> Iterator[str]:
    last = below(output)[-1]
    if not last.startswith("0 "):
        yield last


def _unproved(output: str) -> Iterator[str]:
    yield from (line for line in below(output) if not line.endswith(": proved"))


UNMET: Mapping[str, Callable[[str], Iterator[str]]] = {
    "budgets": _over_budget,
    "harness": _too_busy,
    "planted": _ill_told,
    "rare": _ill_told,
    "causes": _not_right(2),
    "causes-rare": _not_right(2),
    "strange": _not_right(1),
    "steering": _hardly_met,
    "million": _short_of_it,
    "depth": _undecided,
    "certificates": _unchecked,
    "yield": _fewer_puzzles,
    "agreement": _apart,
    "agreement-small": _apart,
    "agreement-readings": _apart,
    "lemmas": _unproved,
}
"""What of a figure is not as it should be, a phrase each."""
