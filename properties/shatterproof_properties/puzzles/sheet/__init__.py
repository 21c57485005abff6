"""A sheet of puzzles to print: one page in HTML, the diagrams first and the solutions at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from shatterproof.errors import InputError
from shatterproof.fields import placed
from shatterproof_properties.common.prose import visible
from shatterproof_properties.puzzles.certificate import Json
from shatterproof_properties.puzzles.picture import svg as svg
from shatterproof_properties.puzzles.picture import terminal as terminal
from shatterproof_properties.puzzles.puzzle import Puzzle
from shatterproof_properties.puzzles.sheet.cards import card, solved

Certified = tuple[Puzzle, Json | None]
"""A puzzle with the certificate that the checker has accepted, or without one."""


def write_sheet(
    puzzles: Sequence[Certified],
    out: Path,
    title: str = "Puzzles",
    told: Callable[[int], None] | None = None,
) -> Path:
    """Writes the sheet of some puzzles into the file `out`, and gives back its path.

    It opens from its file: no server, no scripts, nothing from outside. `told` hears how many puzzles are drawn.
    Raises InputError if there is no puzzle, a certificate is not that of its puzzle, or the file cannot be written.
    """
    if not puzzles:
        raise InputError("there is no puzzle to print", expected="one or more")
    cards, solutions = [], []
    for number, (puzzle, certificate) in enumerate(puzzles, start=1):
        cards.append(card(number, puzzle))
        with placed(f"puzzle {number}"):
            solutions.append(solved(number, puzzle, certificate))
        if told is not None:
            told(number)
    text = _templates().get_template("sheet.html.j2").render(title=title, cards=cards, solutions=solutions)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", str(out), "a file for the sheet") from None
    return out


def _templates() -> Environment:
    return Environment(
        loader=PackageLoader(__package__),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )


def _shown(value: Any) -> Any:
    """What the sheet shows for a value: no text from a file may steer the text around it."""
    return value if isinstance(value, Markup) or not isinstance(value, str) else visible(value)
