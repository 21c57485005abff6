"""Asking an engine the questions of a profile: contexts by what it is told, whole games turn by turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shatterproof import strict_json
from shatterproof.game import AnyGame
from shatterproof_properties.conformance.profile.questions import (
    Assignment,
    Question,
    View,
    board_of,
    course,
    view_of,
)
from shatterproof_properties.engines.engine import Engine, EngineError, GaveUp, Skipped, Trouble
from shatterproof_properties.protocol.boards import covers

Told = dict[str, str]
"""The readings that a context is opened with; the engine settles all others by itself."""


@dataclass(frozen=True)
class Gap:
    """A question that the engine did not answer, and why; `forgotten`: only for want of a memory in its positions."""

    why: str
    forgotten: bool = False


@dataclass(frozen=True)
class Reply:
    """What came of a question under what the engine was told: the view of its answer and the verdict, or a gap."""

    question: Question
    told: tuple[tuple[str, str], ...]
    view: View | Gap
    verdict: dict[str, Any] | None = None


class Unaskable(Exception):
    """A question that cannot be put to this engine; str() says why."""


class Interview:
    """An introduced engine that is asked about one game; `asked` counts the games that were put to it.

    Troubles become gaps. After GaveUp every further question is one.
    """

    def __init__(self, engine: Engine, game: AnyGame, introduction: dict[str, Any]) -> None:
        self.engine = engine
        self.game = game
        announced = introduction["games"][game.NAME]
        about = introduction["engine"]
        self.name = f"{about['name']} {about['version']}".strip()
        self.boards = tuple(announced["boards"])
        self.announced: dict[str, list[str]] = announced.get("readings", {})
        self.can = frozenset(introduction["can"])
        self.starts = frozenset(introduction["from"])
        self.own_texts = introduction.get("texts") == "own"
        self.asked = 0
        self._gave_up = ""
        self._contexts: dict[tuple[str, tuple[tuple[str, str], ...]], tuple[str, dict[str, Any]]] = {}
        self._replies: dict[tuple[Question, tuple[tuple[str, str], ...]], Reply] = {}

    def can_ask(self, question: Question) -> bool:
        """Whether the engine has the board, and can begin where the question does."""
        if not covers(self.boards, question.board):
            return False
        if "position" in self.starts:
            return not self.own_texts or "turns" in self.can
        return question.start is None and not self.own_texts

    def ask(self, question: Question, told: Mapping[str, str], candidates: Sequence[Assignment]) -> Reply:
        """Puts a question, once. `candidates` are the readings that it shall tell apart."""
        key = (question, tuple(sorted(told.items())))
        if key not in self._replies:
            self._replies[key] = self._asked(question, key[1], candidates)
        return self._replies[key]

    def _asked(self, question: Question, told: tuple[tuple[str, str], ...], candidates: Sequence[Assignment]) -> Reply:
        if self._gave_up:
            return Reply(question, told, Gap(self._gave_up))
        self.asked += 1
        try:
            view, verdict = self._answer(question, told, candidates)
            return Reply(question, told, view, verdict)
        except Unaskable as reason:
            return Reply(question, told, Gap(str(reason), forgotten=True))
        except Trouble as trouble:
            refused = self._is_refusal(question, trouble)
            self._recover()
            return Reply(question, told, View(0, "refused") if refused else Gap(f"{trouble.outcome}: {trouble}"))

    def _is_refusal(self, question: Question, trouble: Trouble) -> bool:
        """Whether the engine says that the position to start from must not stand."""
        return question.start is not None and isinstance(trouble, EngineError) and trouble.code == "bad-position"

    def _recover(self) -> None:
        while not self.engine.running and not self._gave_up:
            self._contexts.clear()
            try:
                self.engine.restart()
                self.engine.hello()
            except Trouble:
                continue
            except GaveUp as error:
                self._gave_up = str(error)

    def _opened(self, board: str, told: tuple[tuple[str, str], ...]) -> tuple[str, dict[str, Any]]:
        if (board, told) not in self._contexts:
            opened = self.engine.open(self.game.NAME, board, dict(told))
            self._contexts[board, told] = (opened.context, opened.start)
        return self._contexts[board, told]

    def _answer(
        self, question: Question, told: tuple[tuple[str, str], ...], candidates: Sequence[Assignment]
    ) -> tuple[View, dict[str, Any]]:
        context, start = self._opened(question.board, told)
        if question.start is None and "start" in self.starts and not self.own_texts:
            verdict = self.engine.apply_from_start(context, question.turns)
            return view_of(verdict.get("at", len(question.turns) - 1), verdict), verdict
        position = start if question.start is None else strict_json.decode(question.start)
        return self._walked(question, context, position, candidates)

    def _walked(
        self, question: Question, context: str, position: Any, candidates: Sequence[Assignment]
    ) -> tuple[View, dict[str, Any]]:
        """Plays the turns one by one, each from the position that the engine itself has made of the one before."""
        verdict: dict[str, Any] = {}
        for index, text in enumerate(question.turns):
            if index:
                position = self._remembering(question, verdict["position"], index, candidates)
            try:
                verdict = self._verdict(question, context, position, index, candidates)
            except EngineError as trouble:
                if not index:
                    raise
                raise Skipped(f"after {' '.join(question.turns[:index])}, at {text}: {trouble}") from None
            if verdict["verdict"] != "legal":
                return view_of(index, verdict), verdict
        return view_of(len(question.turns) - 1, verdict), verdict

    def _remembering(self, question: Question, data: Any, index: int, candidates: Sequence[Assignment]) -> Any:
        """A position of the engine, with the memory that it left out. Raises Unaskable where they differ in it."""
        ways = [course(question, each).positions for each in candidates]
        memories = {
            strict_json.encode(way[index]["memory"]) for way in ways if index < len(way) and "memory" in way[index]
        }
        if not isinstance(data, dict) or "memory" in data or not memories:
            return data
        if len(memories) > 1:
            raise Unaskable("its positions have no memory, and what there is to remember depends on the reading")
        return {**data, "memory": strict_json.decode(memories.pop())}

    def _verdict(
        self, question: Question, context: str, position: Any, index: int, candidates: Sequence[Assignment]
    ) -> dict[str, Any]:
        if not self.own_texts:
            return self.engine.apply(context, position, question.turns[index])
        wanted = self._wanted(question, index, candidates)
        for entry in self.engine.turns(context, position):
            if board_of(entry["position"]) in wanted:
                return self.engine.apply(context, position, entry["turn"])
        return {"verdict": "illegal"}

    def _wanted(self, question: Question, index: int, candidates: Sequence[Assignment]) -> set[str]:
        """The boards that a turn of a question leads to, under one candidate or another."""
        found = set()
        for gone in (course(question, each) for each in candidates):
            if index + 1 < len(gone.positions):
                found.add(board_of(gone.positions[index + 1]))
            elif gone.view.played == index and gone.view.word == "legal":
                found.add(gone.view.position)
        return found
