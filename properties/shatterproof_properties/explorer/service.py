"""The explorer's questions and their answers: JSON in, JSON out, and nothing remembered in between."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Mapping
from typing import Any, Protocol

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
    thinking,
    trying,
)
from shatterproof_properties.explorer.showing import Json, TooMuch, problem_to_json
from shatterproof_properties.explorer.thinking import Say

_LOG = logging.getLogger("shatterproof.explorer")

ASKED: Mapping[str, Callable[[Json], Json]] = {
    "announce": thinking.announce,
    "edit": editing.edit,
    "find": trying.find,
    "hint": trying.hint,
    "puzzle": collection.puzzle,
    "puzzles": collection.puzzles,
    "readings": differing.readings,
    "solution": trying.solution,
    "try": trying.try_turns,
    "witness": differing.witness,
    "explain": about_turns.explain,
    "export": sharing.export,
    "lesson": about_rules.lesson,
    "next": about_turns.next_part,
    "open": opening.open_game,
    "play": about_turns.play,
    "rule": about_rules.rule,
    "rules": about_rules.rules,
    "search": about_rules.search_rules,
    "share": sharing.share,
    "show": about_turns.show,
    "turns": about_turns.turns,
}
"""What answers each question that needs nothing but itself."""
QUESTIONS = (*ASKED, "compare", "games")
WORK: Mapping[str, Callable[[Json, Say], Json]] = {
    "perft": thinking.perft,
    "think": thinking.think,
    "verify": thinking.verify,
}
"""What answers each question that takes long."""


class Unsupported(InputError):
    """What cannot be done here."""


class Comparing(Protocol):
    """An engine to compare with."""

    name: str

    def compare(self, question: Json) -> Json:
        """The answer to `compare`. Raises InputError."""


class Explorer:
    """Answers questions; see spec/explorer.md.

    `check` raises InputError for a question that is not as its schema says: whoever lets strangers ask hands one over.
    `opened` is what was opened on the command line, as the answer to `open`; `compared` is the engine to compare with.
    """

    def __init__(
        self,
        opened: Json | None = None,
        check: Callable[[Json], None] | None = None,
        compared: Comparing | None = None,
    ) -> None:
        self.opened = opened
        self.check = check
        self.compared = compared

    def answer(self, question: Any) -> Json:
        """The answer to a question, `ok` or `error`. It never raises."""
        answering: dict[str, Callable[[Json], Json]] = {**ASKED, "games": self._games, "compare": self._compare}
        return self._answered(question, answering)

    def work(self, question: Any, say: Say) -> Json:
        """The answer to a question that takes long; `say` is called with messages of its progress. It never raises."""
        working = {do: functools.partial(_working, work, say) for do, work in WORK.items()}
        return self._answered(question, working)

    def _games(self, question: Json) -> Json:
        return about_games.games(self.opened, None if self.compared is None else self.compared.name)

    def _compare(self, question: Json) -> Json:
        if self.compared is None:
            raise Unsupported("there is no engine to compare with", expected="shatterproof explore --engine CMD")
        return self.compared.compare(question)

    def _answered(self, question: Any, known: Mapping[str, Callable[[Json], Json]]) -> Json:
        do = question.get("do") if isinstance(question, dict) else None
        if not isinstance(do, str) or do not in known:
            return failure("bad-question", "there is no such question", "/do")
        try:
            if self.check is not None:
                self.check(question)
        except InputError as error:
            return failure("bad-question", str(error), error.where)
        try:
            return {"ok": known[do](question)}
        except Unsupported as error:
            return failure("unsupported", str(error))
        except TooMuch as error:
            return failure("too-many", str(error), error.where)
        except InputError as error:
            found = failure("bad-input", str(error), error.where)
            found["error"]["problem"] = problem_to_json(about_games.game_asked(question), error)
            return found
        except Exception as error:
            _LOG.error("%s: %s: %s", do, type(error).__name__, " ".join(str(error).split()))
            return failure("internal", f"the explorer itself failed: {type(error).__name__}")


def _working(work: Callable[[Json, Say], Json], say: Say, question: Json) -> Json:
    return work(question, say)


def failure(code: str, text: str, at: str = "") -> Json:
    """An answer that is none."""
    return {"error": {"code": code, "text": text, "at": at}}
