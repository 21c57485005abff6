"""The generated parts of the rule pages: the pictures of their examples, their contents lists, and letters.

`python tests/spec/pages.py` prints what is out of date and exits with 1. With `--write` it writes them, and removes
pictures that no page shows.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from itertools import takewhile
from pathlib import Path

from shatterproof.crumble.facts import named_pieces
from shatterproof.examples import Case, Scene, play_case, read_cases
from shatterproof.game import GAMES, find_game
from shatterproof.scrunch.cells import cell_named
from shatterproof.spec import Example, SpecError, anchor, page, page_examples, spec_folder
from shatterproof.splinter.squares import square_named
from shatterproof_properties.protocol.wording import Drawn

PICTURES = spec_folder() / "pictures"
CONTENTS = "## Contents\n\n"
MARKED = {
    **dict.fromkeys(("chain", "enclosed", "snake", "smallest", "isolated", "placements", "dead", "group"), 0),
    **dict.fromkeys(("neighbours", "complete-sides", "ring", "moves"), 1),
}
"""Results whose pieces a picture outlines, with the number of words before their names."""

NO_ROW = re.compile(r"->|turn |text |fraction ")
"""Beginnings of lines of an example that are no rows of a diagram."""
LETTERS = re.compile(r"[A-Za-z]+")
"""A row of a diagram of Crumble."""


def drawn(game: str) -> dict[str, str]:
    """The pictures that the page of a game shows, by file name, as SVG. Raises SpecError."""
    lines, pictures = page(game).splitlines(), dict[str, str]()
    for example in page_examples(game):
        names = pictures_above(lines, example.line - 2)
        pictures.update(zip(names, drawn_cases(example, len(names)), strict=True))
    return pictures


def drawn_cases(example: Example, count: int) -> list[str]:
    """The first `count` cases of an example as SVG. Raises SpecError if it has fewer."""
    setup, cases = read_cases(example)
    if count > len(cases):
        raise SpecError(f"{example.file}:{example.line}: {count} pictures, but only {len(cases)} cases")
    return [_drawn_case(play_case(find_game(example.game), setup, case), case) for case in cases[:count]]


def pictures_above(lines: list[str], fence: int) -> list[str]:
    """The file names of the pictures in the paragraph above the line with that index, in order."""
    above = [*reversed(lines[:fence])]
    paragraph = takewhile(lambda line: line.startswith("!["), above[1:] if above[:1] == [""] else above)
    return re.findall(r"!\[[^\]]+\]\(pictures/([a-z0-9-]+\.svg)\)", " ".join(reversed(list(paragraph))))


def _drawn_case(scene: Scene, case: Case) -> str:
    """A picture of the position after a case with its last turn; for a refused turn, of the position before."""
    if scene.position is None:
        return str(scene.game.to_svg(scene.before))
    return str(scene.game.to_svg(scene.position, _marked(scene, case), scene.turn))


def _marked(scene: Scene, case: Case) -> list[tuple[int, ...]]:
    """The pieces, cells or squares of the first result of a case that names any."""
    said = [claim.words.split() for claim in case.claims]
    named = next((words[1 + MARKED[words[0]] :] for words in said if words and words[0] in MARKED), [])
    return [_place(scene, name) for name in named if name != "nothing"]


def _place(scene: Scene, name: str) -> tuple[int, ...]:
    """The thing that a name means: in Crumble by the letters of the example's first diagram."""
    if scene.game.NAME == "crumble":
        return named_pieces(scene.picture)[name]
    return cell_named(name) if scene.game.NAME == "scrunch" else square_named(name)


@cache
def with_result_diagrams(game: str) -> str:
    """The page of a game in which diagrams after turns keep the letters of untouched pieces, and say what changed."""
    lines = page(game).splitlines()
    for example in reversed(page_examples(game)):
        first = example.line - 1
        lines[first : first + example.text.count("\n")] = marked_example(example)
    return "\n".join(lines) + "\n"


def marked_example(example: Example) -> list[str]:
    """The lines of an example, with such diagrams after turns."""
    game, (setup, cases) = find_game(example.game), read_cases(example)
    lines = example.text.splitlines()
    for case in reversed(cases):
        if case.turns and any(claim.diagram for claim in case.claims):
            scene = play_case(game, setup, case)
            is_drawn = not setup.startswith(("{", "start "))
            begun = Drawn(game, scene.begun, setup) if is_drawn else Drawn.of(game, scene.begun)
            _mark_case(lines, example.line, case, Drawn.of(game, scene.position, begun))
    return lines


def _mark_case(lines: list[str], first: int, case: Case, reached: Drawn) -> None:
    """Writes the diagrams of a case anew, and what changed under each. `first` is the number of the first line."""
    for claim in reversed(case.claims):
        at = claim.line - first
        if claim.words.startswith("changed"):
            del lines[at]
        elif claim.diagram:
            end = next((after for after in range(at + 1, len(lines)) if NO_ROW.match(lines[after])), len(lines))
            lines[at:end] = _marked_diagram([line for line in lines[at:end] if line.strip()], reached)


def _marked_diagram(lines: list[str], reached: Drawn) -> list[str]:
    """The lines of a diagram, in Crumble with kept letters, and what has changed."""
    if reached.game.NAME == "crumble":
        rows = [line for line in reached.diagram.splitlines() if LETTERS.fullmatch(line)]
        places = [at for at, line in enumerate(lines) if LETTERS.fullmatch(line)]
        scale = len(places) // len(rows)
        for number, at in enumerate(places):
            lines[at] = "".join(letter * scale for letter in rows[number // scale])
    return [*lines, *(line for line in reached.results() if line.startswith("-> changed"))]


def with_contents(game: str, text: str) -> str:
    """A page whose section Contents, if it has one, lists its sections and clauses."""
    before, heading, after = text.partition(CONTENTS)
    if not heading:
        return text
    following = after[f"\n{after}".index("\n## ") :]
    return f"{before}{heading}{''.join(_contents(game, following))}\n{following}"


def _contents(game: str, text: str) -> Iterator[str]:
    """A line for each section, with a link to it and to each of its clauses."""
    for section in re.split(r"^(?=## )", text, flags=re.MULTILINE)[1:]:
        title = section.partition("\n")[0].removeprefix("## ").strip()
        clauses = re.findall(rf"^### {game}\.([a-z.-]+)$", section, re.MULTILINE)
        links = ", ".join(f"[{name}](#{anchor(f'{game}.{name}')})" for name in clauses)
        yield f"- [{title}](#{anchor(title)}){f': {links}' if links else ''}\n"


def wanted() -> dict[Path, str]:
    """Every picture and every page as it should be written."""
    pictures = {PICTURES / name: svg for game in GAMES for name, svg in drawn(game).items()}
    return pictures | {spec_folder() / f"{game}.md": with_contents(game, with_result_diagrams(game)) for game in GAMES}


def outdated() -> list[Path]:
    """The files that are out of date, superfluous ones included."""
    files = wanted()
    differing = [file for file, text in files.items() if not file.is_file() or file.read_text("utf-8") != text]
    return differing + [file for file in sorted(PICTURES.glob("*")) if file not in files]


if __name__ == "__main__":
    changed = outdated()
    for path in changed:
        print(path.relative_to(spec_folder()))
    if sys.argv[1:] == ["--write"]:
        PICTURES.mkdir(exist_ok=True)
        for path in changed:
            if path in wanted():
                path.write_text(wanted()[path], encoding="utf-8")
            else:
                path.unlink()
    elif changed:
        sys.exit("python tests/spec/pages.py --write writes them anew")
