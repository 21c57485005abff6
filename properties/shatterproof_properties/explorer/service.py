"""The explorer's questions and their answers: JSON in, JSON out, and no state in between."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from shatterproof.diagrams import game_shown
from shatterproof.errors import InputError
from shatterproof.game import AnyGame, find_game
from shatterproof_properties.explorer import (
    addresses,
    analysis_questions,
    first_page,
    opened_games,
    play_questions,
    puzzle_collection,
    puzzle_questions,
    rule_questions,
)
from shatterproof_properties.explorer.analysis_questions import Say
from shatterproof_properties.explorer.knowledge import Json
from shatterproof_properties.explorer.views import TooMuch, problem_to_json
from shatterproof_properties.protocol import messages
from shatterproof_properties.solving.forcing import OutOfLimits

if TYPE_CHECKING:
    from shatterproof_properties.explorer.engine_comparison import ComparedEngine

_LOG = logging.getLogger("shatterproof.explorer")

ASKED: Mapping[str, Callable[[Json], Json]] = {
    "show": play_questions.show,
    "next": play_questions.next_part,
    "play": play_questions.play,
    "explain": play_questions.explain,
    "announce": analysis_questions.announce,
    "open": opened_games.open_game,
    "edit": play_questions.edit,
    "search": rule_questions.search_rules,
    "rule": rule_questions.rule,
    "rules": rule_questions.rules,
    "lesson": rule_questions.lesson,
    "task": rule_questions.task,
    "readings": rule_questions.readings,
    "witness": rule_questions.witness,
    "share": addresses.share,
    "export": addresses.export,
    "puzzles": puzzle_collection.puzzles,
    "puzzle": puzzle_collection.puzzle,
    "sheet": puzzle_collection.sheet,
    "try": puzzle_questions.try_turns,
    "find": puzzle_questions.find,
    "hint": puzzle_questions.hint,
    "solution": puzzle_questions.solution,
}
"""The function that answers each quick question that needs nothing but itself."""
WORK: Mapping[str, Callable[[Json, Say], Json]] = {
    "reply": analysis_questions.reply,
    "think": analysis_questions.think,
    "improve": puzzle_questions.improve,
    "verify": puzzle_questions.verify,
}
"""The function that answers each long question."""


class Unsupported(InputError):
    """The explorer cannot do this here."""


class Explorer:
    """Answers questions; see spec/explorer.md.

    `check` raises InputError for a question that breaks its schema; pass one if strangers can ask. `opened` is the
    answer to `open` for the file on the command line. `compared` is the engine to compare with.
    """

    def __init__(
        self,
        opened: Json | None = None,
        check: Callable[[Json], None] | None = None,
        compared: ComparedEngine | None = None,
    ) -> None:
        self.opened = opened
        self.check = check
        self.compared = compared

    def answer(self, question: Any) -> Json:
        """The answer to a question, `ok` or `error`. Never raises."""
        engine = None if self.compared is None else self.compared.name

        def games(question: Json) -> Json:
            return first_page.games(self.opened, engine) | {"answers": sorted([*ASKED, *WORK])}

        def compare(question: Json) -> Json:
            if self.compared is None:
                raise Unsupported("there is no engine to compare with", expected="shatterproof explore --engine CMD")
            return self.compared.compare(question)

        return self._answered(question, {**ASKED, "games": games, "compare": compare})

    def work(self, question: Any, say: Say) -> Json:
        """The answer to a long question; `say` gets messages about the progress. Never raises."""
        return self._answered(question, WORK, say)

    def _answered(self, question: Any, known: Mapping[str, Callable[..., Json]], *more: Say) -> Json:
        do = question.get("do") if isinstance(question, dict) else None
        if not isinstance(do, str) or do not in known:
            return failure("bad-question", "there is no such question", "/do")
        try:
            if self.check is not None:
                self.check(question)
        except InputError as error:
            return failure("bad-question", str(error), error.where)
        try:
            return {"ok": known[do](question, *more)}
        except Unsupported as error:
            return failure("unsupported", str(error))
        except TooMuch as error:
            return failure("too-many", str(error), error.where)
        except OutOfLimits as reached:
            wish = "something that can be judged sooner, or the same once more, which goes on where work was kept"
            return failure("too-many", f"{reached}; expected {wish}")
        except InputError as error:
            found = failure("bad-input", str(error), error.where)
            found["error"]["problem"] = problem_to_json(_game_asked(question), error)
            return found
        except Exception as error:
            _LOG.error("%s: %s: %s", do, type(error).__name__, " ".join(str(error).split()))
            return failure("internal", f"the explorer itself failed: {type(error).__name__}")


def _game_asked(question: Json) -> AnyGame | None:
    """The game that a question names or implies."""
    position, text = question.get("position"), question.get("text")
    name = position.get("game") if isinstance(position, dict) else question.get("game")
    try:
        return find_game(name if isinstance(name, str) else game_shown(text if isinstance(text, str) else ""))
    except InputError:
        return None


def failure(code: str, text: str, at: str = "") -> Json:
    """The answer that reports a failure."""
    return {"error": {"code": code, "text": text, "at": at}}


def check_question(question: Json) -> None:
    """Raises InputError, with a JSON pointer in `where`, if a question with a known `do` breaks its schema."""
    messages.check(f"explorer/{question['do']}-question", question)
