"""A difference as a picture for a terminal: the position asked about, and both answers, side by side."""

from __future__ import annotations

from itertools import zip_longest
from textwrap import wrap

from shatterproof.errors import shorten
from shatterproof_properties.common.prose import printable
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.protocol.answers import Answer, same_position
from shatterproof_properties.protocol.wording import Drawn, answer_diagram, answer_in_words

WIDTH, HEIGHT = 92, 18
"""The most columns and lines of a picture."""
GAP = 4
NARROWEST = 28
"""The fewest columns for the words below a heading, however small the board is."""
LONGEST_TURN = 80


def picture(difference: Difference) -> list[str]:
    """The lines of the picture, without diagrams if they would be too large."""
    asked = Drawn.of(difference.question.rules, difference.question.position)
    before = [] if difference.kind == "start" else _column("before", asked.indented(), _turn(difference))
    same = same_position(difference.expected.get("position"), difference.got.get("position"), memory=None)
    rules = _answered("by the rules", difference.expected, asked)
    engine = _answered("the engine", difference.got, asked, "the same position" if same else "")
    lines = _side_by_side([column for column in (before, rules, engine) if column])
    if len(lines) <= HEIGHT and all(len(line) <= WIDTH for line in lines):
        return lines
    words = (f"{whose}: {answer_in_words(answer)}"
             for whose, answer in (("by the rules", difference.expected), ("the engine", difference.got)))  # fmt: skip
    return [_turn(difference), *words, "The boards are too large to draw here: --verbose, or --report DIR."]


def _turn(difference: Difference) -> str:
    text = difference.question.turn
    return f"turn {shorten(printable(text), LONGEST_TURN)}" if text else "all its turns"


def _answered(name: str, answer: Answer, asked: Drawn, instead: str = "") -> list[str]:
    drawn = [instead] if instead else answer_diagram(asked, answer)
    return _column(name, drawn, answer_in_words(answer))


def _column(name: str, drawn: list[str], words: str) -> list[str]:
    """A column of the picture: a heading, a drawing below it, and words about it, as narrow as possible."""
    head, *rows = [line.removeprefix("    ") for line in drawn if not line.lstrip().startswith("# ")] or [""]
    widest = max([NARROWEST, *map(len, rows)])
    return [name, *wrap(head, widest), *rows, *wrap(words, widest, break_on_hyphens=False)]


def _side_by_side(columns: list[list[str]]) -> list[str]:
    widths = [max(map(len, column)) + GAP for column in columns]
    rows = zip_longest(*columns, fillvalue="")
    return ["".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
