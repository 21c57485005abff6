"""The text of the rules: where it is, its clauses, and the examples on its pages."""

from __future__ import annotations

import difflib
import importlib.util
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from shatterproof.errors import InputError, shorten
from shatterproof.game import GAMES, INSTALLED

MOST_SUGGESTED = 5
ASKED = "Asked: "
"""How the line of a page begins that holds what players ask about what stands above it."""
NOT_COVERED = "What these rules do not cover"
"""The heading of the section whose parts say what no clause answers."""


class SpecError(Exception):
    """A spec page that does not keep to the format of spec/README.md."""


@dataclass(frozen=True)
class Example:
    """One fenced block of a clause: the `index`-th from 1; `line` is that of its first line of text in `file`.

    For a block that stands in no clause, `clause` is the game and the heading above it, as links name it:
    `crumble#the-game-on-one-page`.
    """

    clause: str
    index: int
    game: str
    file: str
    line: int
    text: str

    @property
    def name(self) -> str:
        return f"{self.clause}-{self.index}"


class Asked(NamedTuple):
    """A question in a player's words, and the answer in a few words; empty where the rule itself is the answer."""

    question: str
    answer: str


@dataclass(frozen=True)
class Topic:
    """A part of a page about which players ask, and which is no clause; its id is like `crumble#levels`."""

    id: str
    heading: str
    text: str
    asked: tuple[Asked, ...]
    is_covered: bool


@dataclass(frozen=True)
class Clause:
    """One rule, or one reading, as a page of the spec states it.

    Attributes:
        id: The game and a slug, like `crumble.cut.own`.
        file: The page, as messages name it.
        line: The line of its heading.
        title: The first paragraph, the rule in plain words.
        text: The Markdown under the heading, without the line of what players ask.
        formally: The rule in set notation.
        source: Where the published texts state it.
        references: Dotted paths of the functions that implement it.
        values: The values of a reading, the default first; empty for a rule.
        examples: Its examples, in the order of the page.
        asked: What players ask that it answers.
    """

    id: str
    file: str
    line: int
    title: str
    text: str
    formally: str
    source: str
    references: tuple[str, ...]
    values: tuple[str, ...]
    examples: tuple[Example, ...]
    asked: tuple[Asked, ...] = ()

    @property
    def is_ours(self) -> bool:
        """Whether the rule texts do not say this: it is a limit or a convention of the spec."""
        return self.source.startswith("ours")


@cache
def spec_folder() -> Path:
    """The folder with the spec pages, schemas and vectors. Raises FileNotFoundError when there is none."""
    here = Path(__file__).resolve().parent
    for folder in (here / "_spec", here.parents[1] / "spec"):
        if (folder / "protocol.md").is_file():
            return folder
    raise FileNotFoundError(f"no spec folder beside {here}: the installation is incomplete")


@cache
def page(game: str) -> str:
    """The Markdown of the rules of a game. Raises InputError when the spec has no such page."""
    file = _page_file(game)
    if file is None:
        wish = f"the rules of the game in {page_name(game)}" if game in INSTALLED else ""
        raise InputError(f"the spec has no page for {game[:40]!r}", expected=wish)
    return file.read_text(encoding="utf-8")


def _page_file(game: str) -> Path | None:
    """The page of a game, if it has one; that of a game from elsewhere is in its package."""
    folder: Path | None = spec_folder()
    if game in INSTALLED:
        package = importlib.util.find_spec(INSTALLED[game])
        folder = Path(package.origin).parent if package and package.origin else None
    file = folder / f"{game}.md" if folder and re.fullmatch(r"[a-z]+", game) else None
    return file if file and file.is_file() else None


def has_page(game: str) -> bool:
    """Whether the rules of a game have a page: one from elsewhere may have none yet."""
    return _page_file(game) is not None


def page_name(game: str) -> str:
    """The page of a game as messages name it: `spec/crumble.md`, or with the package of a game from elsewhere."""
    return f"{INSTALLED.get(game, 'spec').replace('.', '/')}/{game}.md"


def spec_version(game: str) -> str:
    """The version of a game's page, major.minor.patch, as `spec/README.md` has it. Raises SpecError without one."""
    found = re.search(r"^Version ([0-9]+\.[0-9]+\.[0-9]+)\.$", page(game), re.MULTILINE)
    if not found:
        raise SpecError(f"{page_name(game)} has no line like: Version 1.0.0.")
    return found[1]


@cache
def clauses(game: str) -> tuple[Clause, ...]:
    """List the clauses of a game.

    Args:
        game: The name of the game.

    Returns:
        Its rules and readings, in the order of its page; none where a game from elsewhere has no page.

    Raises:
        InputError: There is no such game.
        SpecError: The page does not keep to its format.
    """
    return () if game in INSTALLED and not has_page(game) else tuple(parse_page(game, page(game)))


@cache
def topics(game: str) -> tuple[Topic, ...]:
    """What players ask about on the page of a game that is no clause, in its order. Raises InputError."""
    text = page(game) if has_page(game) else ""
    left_out = text.partition(f"\n## {NOT_COVERED}\n")[2].partition("\n## ")[0]
    return tuple(
        Topic(f"{game}#{anchor(heading)}", heading, _prose(body), asked, f"### {heading}\n" not in left_out)
        for heading, _, body in _sections(text)
        if not _clause_id(game, heading) and (asked := asked_in(body))
    )


def find_clause(clause: str) -> Clause:
    """Find a clause by its id.

    Args:
        clause: The id, like `crumble.cut.own`.

    Returns:
        The clause.

    Raises:
        InputError: There is no such clause; `expected` has the nearest ids.
    """
    game = clause.partition(".")[0]
    found = next((each for each in clauses(game) if each.id == clause), None) if game in GAMES else None
    if found is None:
        if game in INSTALLED:
            page(game)
        raise InputError(f"there is no clause {shorten(clause, 60)!r}", expected=_nearest(clause))
    return found


def _nearest(name: str) -> str:
    """The ids that contain a name, then those that look like it, as a wish; else where to find all."""
    known = [clause.id for game in GAMES for clause in clauses(game)]
    within = [clause for clause in known if name.strip(". ") in clause] if name.strip(". ") else []
    alike = difflib.get_close_matches(name[:100], known, n=MOST_SUGGESTED, cutoff=0.6)
    alike += [clause for clause in known if difflib.get_close_matches(name[:100], [clause.partition(".")[2]], 1, 0.6)]
    near = list(dict.fromkeys([*within, *alike]))[:MOST_SUGGESTED]
    return " or ".join(near) if near else "one of those that shatterproof rule lists"


@cache
def page_examples(game: str) -> tuple[Example, ...]:
    """Every example on the page of a game, in its order, also those that stand in no clause. Raises InputError."""
    return tuple(
        example
        for heading, line, body in _sections(page(game))
        for example in _examples(game, _clause_id(game, heading) or f"{game}#{anchor(heading)}", line, body)
    )


def anchor(heading: str) -> str:
    """The name by which links on a page lead to a heading."""
    return re.sub(r"[^a-z0-9_ -]", "", heading.lower()).replace(" ", "-")


def parse_page(game: str, text: str) -> Iterator[Clause]:
    """The clauses of a page: each starts with a heading `### game.clause` and ends before the next heading."""
    for heading, line, body in _sections(text):
        if name := _clause_id(game, heading):
            yield _clause(game, name, line, body)


def _clause_id(game: str, heading: str) -> str:
    """The id that a heading consists of, or nothing."""
    return heading if re.fullmatch(rf"{game}\.[a-z-]+(?:\.[a-z-]+)?", heading) else ""


def _sections(text: str) -> Iterator[tuple[str, int, list[str]]]:
    """Every heading of a page, with the number of its line and the lines below it up to the next heading."""
    heading, start, body, fenced = "", 0, list[str](), False
    for number, line in enumerate([*text.splitlines(), "# end"], start=1):
        fenced ^= line.startswith("```")
        if fenced or not line.startswith("#"):
            body.append(line)
            continue
        yield heading, start, body
        heading, start, body = line.lstrip("#").strip(), number, []


def _clause(game: str, name: str, line: int, body: list[str]) -> Clause:
    file = page_name(game)
    text = _prose(body)
    lines = {label: _labelled(label, body) for label in ("Formally", "Source", "Reference", "Values")}
    for label in ("Formally", "Source", "Reference"):
        if not lines[label]:
            raise SpecError(f"{file}:{line}: {name} has no line {label}:")
    return Clause(
        name,
        file,
        line,
        " ".join(text.split("\n\n")[0].split()),
        text,
        lines["Formally"],
        lines["Source"],
        tuple(re.findall(r"`([\w.]+)`", lines["Reference"])),
        tuple(re.findall(r"`([\w-]+)`", lines["Values"])),
        tuple(_examples(game, name, line, body)),
        asked_in(body),
    )


def _prose(body: list[str]) -> str:
    return "\n".join(line for line in body if not line.startswith(ASKED)).strip("\n") + "\n"


def asked_in(body: list[str]) -> tuple[Asked, ...]:
    """Read the line of what players ask: questions apart by a dot, each with its answer in emphasis if it has one."""
    parts = (
        part.partition(" *") for line in body if line.startswith(ASKED) for part in line[len(ASKED) :].split(" · ")
    )
    return tuple(Asked(question, answer.removesuffix("*")) for question, _, answer in parts)


def _labelled(label: str, body: list[str]) -> str:
    """The paragraph that starts with `label:`, on one line; empty if there is none."""
    for index, line in enumerate(body):
        if line.startswith(f"{label}:"):
            rest = body[index:]
            end = next((at for at, following in enumerate(rest) if at and _ends_label(following)), len(rest))
            return " ".join(" ".join(rest[:end]).split()).removeprefix(f"{label}:").strip().removesuffix("\\").strip()
    return ""


def _ends_label(line: str) -> bool:
    return not line.strip() or re.match(r"(?:[A-Z][a-z]+:|```)", line) is not None


def _examples(game: str, name: str, heading: int, body: list[str]) -> Iterator[Example]:
    index, start = 0, None
    for offset, line in enumerate(body):
        if start is not None and line.startswith("```"):
            text = "\n".join(body[start:offset]) + "\n"
            yield Example(name, index, game, page_name(game), heading + 1 + start, text)
            start = None
        elif line.rstrip() == f"```{game}":
            index, start = index + 1, offset + 1
