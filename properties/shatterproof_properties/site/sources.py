"""Lays out what Sphinx reads: the pages of the spec, cut into chapters, with their links adapted."""

from __future__ import annotations

import posixpath
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from markupsafe import escape

from shatterproof.game import OURS
from shatterproof.spec import ASKED, anchor, asked_in, page_examples, spec_folder

TEACHING = "The game on one page"
ABOUT = "About this page"
CONTENTS = "Contents"
"""The heading of the list of contents. It is left out, since each chapter has its own contents beside it."""
WHOLE = {
    "README.md": "reading.md",
    **{f"guide/{page.name}": f"guide/{page.name}" for page in sorted((spec_folder() / "guide").glob("*.md"))},
    "protocol.md": "protocol.md",
    "plug-in.md": "plug-in.md",
    "for-programmers.md": "for-programmers.md",
    "unchanged-engines.md": "unchanged-engines.md",
    "explorer.md": "explorer-questions.md",
    "vectors/README.md": "vectors.md",
    "puzzles/README.md": "puzzles/files.md",
    "puzzles/certificates.md": "puzzles/certificates.md",
}
"""Pages that stay in one piece: their names in the spec, and in the site."""
FILES = "files"
"""The folder of the site for other files of the spec that pages link to: schemas, witnesses, vectors."""
HEADING = re.compile(r"^(#+) (.+)$")
LINK = re.compile(r"(!?\[(?:[^\]`]|`[^`]*`)*\])\(([^)\s]+)\)|`[^`]+`")
"""A link, or a span of code, which has no links."""
DEFINITION = re.compile(r"^(\[[^\]\n]+\]: )(\S+)$", re.MULTILINE)
FENCE = re.compile(r"^( *)```(\w*)$")


@dataclass
class Chapter:
    """A page of the site: its name, its page of the spec, and its lines with their numbers there."""

    name: str
    source: str
    lines: list[tuple[int, str]] = field(default_factory=list)


def chapters(source: str, text: str) -> Iterator[Chapter]:
    """The chapters of a page of the spec: the page that teaches, then one for each further heading of the second level.

    Pages that are no rules stay whole.
    """
    game = source.removesuffix(".md")
    if game not in OURS:
        yield Chapter(WHOLE[source], source, list(enumerate(text.splitlines(), start=1)))
        return
    chapter = Chapter(f"{game}/index.md", source)
    fenced = False
    for number, line in enumerate(text.splitlines(), start=1):
        fenced ^= line.startswith("```")
        if not fenced and line.startswith("## ") and line != f"## {TEACHING}":
            chapter.lines = _game_first(chapter.lines)
            yield chapter
            chapter = Chapter(f"{game}/{anchor(line[3:])}.md", source)
        chapter.lines.append((number, line))
    yield chapter


def _game_first(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Puts what the game is, and the page that teaches it, at the beginning of the first chapter.

    The sources of the rules, and how to read clauses, move to its end.
    """
    teaching = next((index for index, (_, line) in enumerate(lines) if line == f"## {TEACHING}"), None)
    if teaching is None:
        return lines
    blanks = [index for index, (_, line) in enumerate(lines[:teaching]) if not line]
    # The title, the version and a paragraph about the game come first.
    begins = blanks[2] if len(blanks) > 2 else teaching
    blank, about = (lines[begins][0], ""), (lines[begins][0], f"## {ABOUT}")
    return [*lines[:begins], blank, *lines[teaching:], blank, about, *lines[begins:teaching]]


def all_chapters(folder: Path) -> list[Chapter]:
    """Every chapter of the spec in that folder, page by page."""
    named = [f"{game}.md" for game in OURS] + list(WHOLE)
    found = (chapter for name in named for chapter in chapters(name, (folder / name).read_text("utf-8")))
    return [chapter for chapter in found if not chapter.name.endswith(f"/{anchor(CONTENTS)}.md")]


@cache
def chapter_of_clauses(game: str) -> dict[str, str]:
    """The name of the page of the site on which each clause of a game stands."""
    return {
        line.removeprefix("### "): chapter.name
        for chapter in all_chapters(spec_folder())
        if chapter.source == f"{game}.md"
        for _, line in chapter.lines
        if line.startswith(f"### {game}.")
    }


class Places:
    """The places in the site to which links of the spec lead."""

    def __init__(self, chapters: list[Chapter], folder: Path) -> None:
        self._folder = folder
        self._pages: dict[str, str] = {}
        self._anchors: dict[tuple[str, str], str] = {}
        for chapter in chapters:
            self._pages.setdefault(chapter.source, chapter.name)
            for _, line in _outside_fences(chapter.lines):
                if heading := HEADING.match(line):
                    self._anchors[chapter.source, anchor(heading[2])] = chapter.name

    def of(self, source: str, link: str, here: str) -> str:
        """The target of a link of the spec, as a link of the page `here` of the site.

        Empty for what the site does not show: folders, and anything outside of the spec. Raises KeyError for a link
        that leads nowhere.
        """
        if re.match(r"[a-z]+:", link):
            return link
        path, _, name = link.partition("#")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(source), path)) if path else source
        if target in WHOLE or target.removesuffix(".md") in OURS:
            name = "" if name == anchor(CONTENTS) else name
            page = self._anchors[target, name] if name else self._pages[target]
            return _relative(page, here) + (f"#{name}" if name else "")
        if target.startswith(".."):
            return ""
        if f"{target}/README.md" in WHOLE:
            return _relative(WHOLE[f"{target}/README.md"], here)
        if (self._folder / target).is_dir():
            return ""
        if target.endswith(".md") or not (self._folder / target).exists():
            raise KeyError(link)
        if target.startswith("pictures/") and target.endswith(".svg"):
            return _relative(target, here)
        return f"{FILES}:{target}"


def _relative(page: str, here: str) -> str:
    return "../" * here.count("/") + page


def _outside_fences(lines: list[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    fenced = False
    for number, line in lines:
        fence = line.lstrip().startswith("```")
        if not fenced and not fence:
            yield number, line
        fenced ^= fence


def written(chapter: Chapter, places: Places) -> str:
    """A chapter as Sphinx reads it: headings one level up, links adapted, examples as directives that draw them."""
    game = chapter.source.removesuffix(".md")
    examples = {each.line - 1: each.name for each in page_examples(game)} if game in OURS else {}
    lifted = game in OURS and not chapter.name.endswith("/index.md")
    out: list[str] = []
    prose: list[str] = []
    fenced = pictured = False

    def end_of_prose() -> None:
        lines = _linked("\n".join(prose), chapter, places).split("\n") if prose else []
        for line in lines:
            if line.startswith(ASKED):
                out.append(_folded(line))
            else:
                out.append(line.removeprefix("#") if lifted and HEADING.match(line) else line)
        prose.clear()

    for number, line in chapter.lines:
        fence = FENCE.match(line)
        if not fence and not fenced:
            prose.append(line)
            pictured = line.startswith("![") or (pictured and not line)
            continue
        end_of_prose()
        out.append(f"```{{rule-example}} {examples[number]}" if fence and number in examples else line)
        if number in examples and pictured:
            out.append(":pictured:")
        fenced ^= bool(fence)
        pictured = False
    end_of_prose()
    return "\n".join(out) + "\n"


def _folded(line: str) -> str:
    """The questions that players ask, folded away, so that the rules stay short to read."""
    asked = (f"<li>{escape(each.question)} <em>{escape(each.answer)}</em></li>" for each in asked_in([line]))
    return f'<details class="asked"><summary>Questions that this answers</summary><ul>{"".join(asked)}</ul></details>'


def _linked(text: str, chapter: Chapter, places: Places) -> str:
    def link(found: re.Match[str]) -> str:
        if not found[1]:
            return found[0]
        target = places.of(chapter.source, found[2], chapter.name)
        if not target:
            return found[1][1:-1]
        if not target.startswith(f"{FILES}:"):
            return f"{found[1]}({target})"
        href = _relative(f"{FILES}/{target.removeprefix(f'{FILES}:')}", chapter.name)
        # Files beside the pages are no documents of Sphinx, which would call the link broken.
        return f'<a href="{href}">{found[1][1:-1]}</a>'

    def defined(found: re.Match[str]) -> str:
        return found[1] + places.of(chapter.source, found[2], chapter.name)

    return DEFINITION.sub(defined, LINK.sub(link, text))


def lay_out(folder: Path) -> list[str]:
    """Writes the pages of the spec and their pictures into a folder for Sphinx. Returns the names, page by page.

    Raises KeyError for a link that leads nowhere, OSError.
    """
    spec = spec_folder()
    found = all_chapters(spec)
    places = Places(found, spec)
    for chapter in found:
        file = folder / chapter.name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(written(chapter, places), encoding="utf-8")
    shutil.copytree(spec / "pictures", folder / "pictures")
    return [chapter.name for chapter in found]


def copy_files(folder: Path) -> None:
    """Copies other files that pages link to into the folder of a built site."""
    shutil.copytree(spec_folder(), folder / FILES, ignore=shutil.ignore_patterns("*.md", "pictures"))
