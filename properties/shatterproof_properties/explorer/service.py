"""The explorer's questions and their answers: JSON in, JSON out, and nothing remembered in between."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from shatterproof.errors import InputError
from shatterproof_properties.explorer import (
    about_games,
    about_rules,
    about_turns,
    collection,
    differing,
    editing,
    opening,
    sharing,
    trying,
)
from shatterproof_properties.explorer.showing import Json, problem_to_json

ASKED: Mapping[str, Callable[[Json], Json]] = {
    "announce": about_turns.announce,
    "edit": editing.edit,
    "hint": trying.hint,
    "puzzle": collection.puzzle,
    "puzzles": collection.puzzles,
    "readings": differing.readings,
    "solution": trying.solution,
    "try": trying.try_turns,
    "witness": differing.witness,
    "explain": about_turns.explain,
    "export": sharing.export,
    "next": about_turns.next_part,
    "open": opening.open_game,
    "play": about_turns.play,
    "rule": about_rules.rule,
    "search": about_rules.search_rules,
    "share": sharing.share,
    "show": about_turns.show,
    "turns": about_turns.turns,
}
"""What answers each question that needs nothing but itself."""
QUESTIONS = (*ASKED, "games")


class Explorer:
    """Answers questions; see spec/explorer.md.

    `check` raises InputError for a question that is not as its schema says: whoever lets strangers ask hands one over.
    `opened` is what was opened on the command line, as the answer to `open`.
    """

    def __init__(self, opened: Json | None = None, check: Callable[[Json], None] | None = None) -> None:
        self.opened = opened
        self.check = check

    def answer(self, question: Any) -> Json:
        """The answer to a question, `ok` or `error`. It never raises."""
        do = question.get("do") if isinstance(question, dict) else None
        if do not in QUESTIONS:
            return failure("bad-question", "there is no such question", "/do")
        try:
            if self.check is not None:
                self.check(question)
        except InputError as error:
            return failure("bad-question", str(error), error.where)
        try:
            return {"ok": about_games.games(self.opened) if do == "games" else ASKED[do](question)}
        except InputError as error:
            found = failure("bad-input", str(error), error.where)
            found["error"]["problem"] = problem_to_json(about_games.game_asked(question), error)
            return found
        except Exception as error:
            return failure("internal", f"the explorer itself failed: {type(error).__name__}")


def failure(code: str, text: str, at: str = "") -> Json:
    """An answer that is none."""
    return {"error": {"code": code, "text": text, "at": at}}
