"""How often the right clause comes first, and how often among the first three, for questions of players.

`python tests/spec/question_scores.py FILE` takes questions from a file: JSON, a list or one a line, each like
`{"game": "splinter", "question": "can I pass", "clauses": ["splinter.turn.no-pass"]}`. Any of the clauses counts;
`not-covered` is the answer that no rule says it. Without FILE a third of the questions on the pages is left out, three
times, and each is looked for among the rest. `--any-game` leaves the game to the words.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from shatterproof.errors import InputError
from shatterproof.game import OURS
from shatterproof.spec import Clause, Topic, clauses, topics
from shatterproof_properties.common.search import SearchIndex, search

HELD_OUT = Path(__file__).with_name("held_out_questions.json")
FOLDS = 3
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
    return _shares((each["game"], _place(each, SearchIndex.whole(), any_game)) for each in questions)


def cross_validated(any_game: bool = False) -> dict[str, Score]:
    """The scores of the questions on the pages. Each is searched without the third that it belongs to."""
    asked: list[dict[str, Any]] = [
        {"game": game, "question": each.question, "clauses": [_answer(place)]}
        for game in OURS
        for place in _places(game)
        for each in place.asked
    ]
    random.Random(1).shuffle(asked)
    found = list[tuple[str, int | None]]()
    for fold in range(FOLDS):
        held = asked[fold::FOLDS]
        index = SearchIndex(frozenset(each["question"] for each in held))
        found += [(each["game"], _place(each, index, any_game)) for each in held]
    return _shares(found)


def _places(game: str) -> list[Clause | Topic]:
    return [*clauses(game), *topics(game)]


def _place(question: dict[str, Any], index: SearchIndex, any_game: bool) -> int | None:
    """The place of the first right answer, from 0. Each clause counts once."""
    try:
        result = search(question["question"], None if any_game else question["game"], 10, index)
    except InputError:
        return None
    answers = list(dict.fromkeys(_answer(each.place) for each in result.found))
    return next((at for at, answer in enumerate(answers) if answer in question["clauses"]), None)


def _answer(place: Clause | Topic) -> str:
    return NOT_COVERED if isinstance(place, Topic) and not place.is_covered else place.id


def _shares(places: Iterable[tuple[str, int | None]]) -> dict[str, Score]:
    asked, first, three = Counter[str](), Counter[str](), Counter[str]()
    for game, place in places:
        for name in (game, "all"):
            asked[name] += 1
            first[name] += place == 0
            three[name] += place is not None and place < 3
    return {name: Score(first[name] / asked[name], three[name] / asked[name]) for name in asked}


def main() -> None:
    files = [Path(name) for name in sys.argv[1:] if not name.startswith("-")]
    any_game = "--any-game" in sys.argv
    found = scores(read_questions(files[0]), any_game) if files else cross_validated(any_game)
    for name, (first, three) in sorted(found.items()):
        print(f"{name:<10} first {first:6.1%}   among three {three:6.1%}")


if __name__ == "__main__":
    main()
