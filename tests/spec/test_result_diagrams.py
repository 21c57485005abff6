"""Diagrams after turns on the pages: kept letters, what changed, and nothing else."""

from __future__ import annotations

import pytest

from shatterproof.examples import run_example
from shatterproof.spec import Example
from spec.pages import marked_example

WRITTEN = [
    (
        "crumble",
        "3x2, Black to move\nAAb\nAAc\nturn 0V\n-> 3x2, White to move\nABa\nABb\n-> goes on\nturn 0H\n-> legal\n",
        "3x2, Black to move\nAAb\nAAc\nturn 0V\n-> 3x2, White to move\nBCb\nBCc\n-> changed B C\n-> goes on\n"
        "turn 0H\n-> legal\n",
    ),
    (
        "crumble",
        "start 2x2\nturn 0,1V\n-> 2x2, White to move\n\nABcc\nABcc\naaCC\naaCC\n# why\nmemory {}\n\n-> changed A\n",
        "start 2x2\nturn 0,1V\n-> 2x2, White to move\nCDaa\nCDaa\nbbBB\nbbBB\n# why\nmemory {}\n-> changed C D\n",
    ),
    (
        "crumble",
        "3x2, Black to move\nAAb\nAAc\n-> 3x2, Black to move\nXXb\nXXc\n-> enclosed nothing\n",
        "3x2, Black to move\nAAb\nAAc\n-> 3x2, Black to move\nXXb\nXXc\n-> enclosed nothing\n",
    ),
    (
        "crumble",
        "3x2, Black to move\nAAb\nAAc\nturn 0V\n-> 3x2, White to move, 2 per unit\n" + 2 * "AABBaa\n" + 2 * "AABBbb\n",
        "3x2, Black to move\nAAb\nAAc\nturn 0V\n-> 3x2, White to move, 2 per unit\n"
        + 2 * "BBCCbb\n"
        + 2 * "BBCCcc\n"
        + "-> changed B C\n",
    ),
    (
        "scrunch",
        "2, Dark to move\n. o\n. . .\nx .\nturn a2 a1-b2\n-> 2, Light to move\n. o\n. x .\n. x\n-> snakes 1\n",
        "2, Dark to move\n. o\n. . .\nx .\nturn a2 a1-b2\n-> 2, Light to move\n. o\n. x .\n. x\n"
        "-> changed a1 a2 b2\n-> snakes 1\n",
    ),
    (
        "splinter",
        "4x3, Blue to move\nSXO.\n...O\n.sxo\nturn d2W\n-> 4x3, White to move\nSXO.\n..O.\n.sxo\nturn d2N\n-> legal\n",
        "4x3, Blue to move\nSXO.\n...O\n.sxo\nturn d2W\n-> 4x3, White to move\nSXO.\n..O.\n.sxo\n-> changed c2 d2\n"
        "turn d2N\n-> legal\n",
    ),
]
"""Games and examples, and their form on a page."""


@pytest.mark.parametrize(("game", "text", "written"), WRITTEN)
def test_an_example_is_written_with_kept_letters_and_what_changed(game: str, text: str, written: str) -> None:
    example = Example("a.clause", 1, game, "spec/a.md", 7, text)
    assert marked_example(example) == written.splitlines()
    again = Example("a.clause", 1, game, "spec/a.md", 7, written)
    assert marked_example(again) == written.splitlines()


def test_what_is_written_holds() -> None:
    for game, _, written in WRITTEN:
        run_example(Example("a.clause", 1, game, "spec/a.md", 1, written.replace("memory {}\n", "")))
