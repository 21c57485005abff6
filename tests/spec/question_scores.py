"""How often the right clause comes first, and how often among the first three, for questions of players.

`python tests/spec/question_scores.py FILE` takes questions from a file: JSON, a list or one a line, each like
`{"game": "splinter", "question": "can I pass", "clauses": ["splinter.turn.no-pass"]}`. Any of the clauses counts;
`not-covered` is the answer that no rule says it. Without FILE it takes those of `held_out_questions.json`. `--any-game`
leaves the game to the words.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from shatterproof.errors import InputError
from shatterproof.spec import Topic
from shatterproof_properties.common.search import search

HELD_OUT = Path(__file__).with_name("held_out_questions.json")
NOT_COVERED = "not-covered"


class Score(NamedTuple):
    """Shares of questions whose answer comes first, and whose answer is among the first three."""

    first: float
    three: float


def read_questions(file: Path) -> list[dict[str, Any]]:
    """The questions in a file. Raises ValueError, OSError."""
    text = file.read_text(encoding="utf-8")
    listed = text.lstrip().startswith("[")
    found: list[dict[str, Any]] = (
        json.loads(text) if listed else [json.loads(line) for line in text.splitlines() if line]
    )
    return found


def scores(questions: Iterable[dict[str, Any]], any_game: bool = False) -> dict[str, Score]:
    """The score of each game, and of all games together."""
    asked, first, three = Counter[str](), Counter[str](), Counter[str]()
    for each in questions:
        place = _place(each, any_game)
        for name in (each["game"], "all"):
            asked[name] += 1
            first[name] += place == 0
            three[name] += place is not None and place < 3
    return {name: Score(first[name] / asked[name], three[name] / asked[name]) for name in asked}


def _place(question: dict[str, Any], any_game: bool) -> int | None:
    """The place of the first right answer, from 0. Each clause counts once."""
    try:
        found = search(question["question"], None if any_game else question["game"], 10).found
    except InputError:
        return None
    answers = dict.fromkeys(
        NOT_COVERED if isinstance(each.place, Topic) and not each.place.is_covered else each.place.id for each in found
    )
    return next((at for at, answer in enumerate(answers) if answer in question["clauses"]), None)


if __name__ == "__main__":
    files = [Path(name) for name in sys.argv[1:] if not name.startswith("-")]
    measured = scores(read_questions(files[0] if files else HELD_OUT), "--any-game" in sys.argv)
    for game, (in_first, in_three) in sorted(measured.items()):
        print(f"{game:<10} first {in_first:6.1%}   among three {in_three:6.1%}")
