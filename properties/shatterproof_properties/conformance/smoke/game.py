"""The steps of a walk that are about one game: its opening, and turns from there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from shatterproof_properties.conformance.smoke.questions import (
    AMBIGUOUS,
    NO_TURN,
    NOT_THE_RULES,
    Misfit,
    Questions,
    essence,
    first_misfit,
    without_memory,
)
from shatterproof_properties.conformance.smoke.talk import Declined, Talk
from shatterproof_properties.conformance.smoke.wire import Fault
from shatterproof_properties.protocol.boards import covers

Take = Callable[[str, str, str, Callable[[], None]], bool]
"""Takes a step: what it is about, its name, the heading in the manual, and what to do; whether all was well."""

Miss = Callable[[str, str, str, str], None]
"""Notes a step that cannot be taken: the first three as for `Take`, and why."""

Act = tuple[str, str, str, Callable[[], None]]

START, POSITION = "start", "position"


class GameWalk:
    """One game that the engine has announced, on its smallest board. `context` is its context while one is open."""

    def __init__(self, talk: Talk, questions: Questions, about: dict[str, Any]) -> None:
        self.talk = talk
        self.questions = questions
        self.introduction = about
        self.name = questions.game.NAME
        self.about = f"{self.name} {questions.board}"
        self.boards = about["games"][self.name]["boards"]
        self.can = about["can"]
        self.own_texts = about.get("texts") == "own"
        self.starts = [POSITION] if self.own_texts else about["from"]
        self.context: str | None = None
        self.has_opened = False
        self.forgetful = False
        self.listed: dict[str, dict[str, Any]] = {}

    def walk(self, take: Take, miss: Miss) -> None:
        """Takes the steps of this game, or misses all but the first when it cannot be opened."""
        self.has_opened = take(self.about, "open", "open", self._open)
        for about, name, anchor, act in self._with_own_texts() if self.own_texts else self._with_spec_texts():
            if self.has_opened:
                take(about, name, anchor, act)
            else:
                miss(about, name, anchor, "the game was not opened")

    def _open(self) -> None:
        self.open()

    def open(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Opens the game on the board, as `check` does: the question, and what was opened."""
        right = {"context": "c1", "start": self.questions.start}
        announced = self.introduction["games"][self.name].get("readings", {})
        chosen = self.questions.readings.to_mapping()
        told = {name: value for name, value in chosen.items() if "*" not in announced.get(name, "*")}
        question = self.talk.question("open", game=self.name, board=self.questions.board, readings=told)
        self.talk.say_all([question])
        opened: dict[str, Any] = self.talk.hear(question, right)
        self.context = opened["context"]
        self.forgetful = "memory" not in opened["start"]
        return question, opened

    def ask(self, start: str, *texts: str, number: int | None = None) -> None:
        """Asks for turns from the start, or for the last of them from the position before it. Raises Fault."""
        question = self.question(start, *texts)
        if number is not None:
            question["id"] = number
        self.talk.say_all([question])
        self.hear(question, start, *texts)

    def hear(self, question: dict[str, Any], start: str, *texts: str, more: bool = False) -> None:
        """Compares the answer to such a question, the only one unless there are `more`. Raises Fault."""
        right = self._right(start, texts)
        answer = self.talk.hear(question, right, more)
        misfit = self._misfit(answer, right, texts)
        if misfit.at:
            raise Fault(f"at /ok{misfit.at}: {misfit.what}", misfit.wanted, self.talk.like(question, right))

    def question(self, start: str, *texts: str) -> dict[str, Any]:
        """The question that `ask` asks."""
        if self.context is None:
            self.open()
        if start == START:
            return self.talk.question("apply", context=self.context, turns=list(texts))
        before = self.questions.after(*texts[:-1])["position"] if len(texts) > 1 else self.questions.start
        return self.talk.question("apply", context=self.context, position=before, turn=texts[-1])

    def samples(self) -> tuple[str, str]:
        """Two turn texts, where possible with unlike answers, that the engine can be asked about from the opening."""
        if self.own_texts:
            return next(iter(self.listed)), list(self.listed)[-1]
        return NO_TURN, self.questions.legal

    def _opening(self) -> None:
        question, opened = self.open()
        right = {"context": opened["context"], "start": self._written(self.questions.start)}
        misfit = self.questions.explained(first_misfit(opened, right), opened, right)
        if misfit.at:
            what = "not the opening" if misfit.what == NOT_THE_RULES else misfit.what
            raise Fault(f"at /ok{misfit.at}: {what}", misfit.wanted, self.talk.like(question, right))

    def _with_spec_texts(self) -> Iterator[Act]:
        yield self.about, "opening position", "open", self._opening
        legal, reply, forbidden = self.questions.legal, self.questions.reply, self.questions.forbidden
        asked = {"a turn": (legal,), "another after it": (legal, reply), "an illegal turn": (legal, forbidden)}
        for start in self.starts:
            about = f"{self.about}, from {'the start' if start == START else 'a position'}"
            for name, texts in {**asked, "a malformed turn": (NO_TURN,)}.items():
                yield about, name, "apply", partial(self.ask, start, *texts)
        if self.name in AMBIGUOUS:
            yield self.about, "an ambiguous turn", "apply", self._ambiguous
        yield from self._more()

    def _with_own_texts(self) -> Iterator[Act]:
        yield self.about, "opening position", "open", self._opening
        yield self.about, "turns", "turns", self._turns
        yield self.about, "a turn that it has listed", "apply", self._listed
        yield from (act for act in self._more() if act[1] != "turns")

    def _more(self) -> Iterator[Act]:
        """The commands that not every engine has; all but batch need positions."""
        acts = {"turns": self._turns, "count": self._count, "batch": self._batch}
        for name, act in acts.items():
            if name in self.can and (name == "batch" or POSITION in self.starts):
                yield self.about, name, name, act

    def _listed(self) -> None:
        if not self.listed:
            raise Declined("it has listed none")
        self.ask(POSITION, self.samples()[0])

    def _ambiguous(self) -> None:
        board, played, text = AMBIGUOUS[self.name]
        if not covers(self.boards, board):
            raise Declined(f"none is known but on {board}")
        GameWalk(self.talk, self.questions.on(board), self.introduction).ask(self.starts[0], *played, text)

    def _turns(self) -> None:
        right = self.questions.turns
        if right is None:
            raise Declined("too many turns to ask for them all quickly")
        question = self.talk.question("turns", context=self._context(), position=self.questions.start)
        self.talk.say_all([question])
        found = self.talk.hear(question, {"turns": right})["turns"]
        self.listed = {each["turn"]: {"verdict": "legal", **each} for each in found}
        if wrong := self.questions.misfit_of_turns(found, self.own_texts, self.forgetful):
            raise Fault(wrong, "each result that the rules allow, once", self.talk.like(question, {"turns": right}))

    def _count(self) -> None:
        turns = self.questions.turns
        if turns is None:
            raise Declined("too many turns to count them quickly")
        right = {"total": len(turns), "by": sorted([each["turn"], 1] for each in turns)}
        question = self.talk.question("count", context=self._context(), position=self.questions.start, depth=1)
        self.talk.say_all([question])
        found = self.talk.hear(question, right)
        leaves = [count for _, count in found["by"]]
        if found["total"] != len(turns) or leaves != [1] * len(turns):
            what = f"{found['total']} leaves at depth 1, under {len(leaves)} turns"
            raise Fault(what, f"{len(turns)}, one under each turn", self.talk.like(question, right))

    def _batch(self) -> None:
        start = self.starts[0]
        text = self.samples()[1]
        item = {name: value for name, value in self.question(start, text).items() if name != "id"}
        question = self.talk.question("batch", items=[{**item, "context": "nowhere"}, item])
        right = self._right(start, (text,))
        refused = {"error": {"code": "bad-question", "text": "no such context is open", "at": "/context"}}
        like = self.talk.like(question, [refused, {"ok": right}])
        self.talk.say_all([question])
        answers = self.talk.hear(question, [refused, {"ok": right}])
        if len(answers) != 2:
            raise Fault(f"{len(answers)} answers to 2 items", "one for each item, in order", like)
        if answers[0].get("error", {}).get("code") != "bad-question":
            raise Fault("at /ok/0: the context of the first item is not open", "an error with bad-question", like)
        misfit = self._misfit(answers[1].get("ok", answers[1]), right, (text,))
        if misfit.at:
            raise Fault(f"at /ok/1/ok{misfit.at}: {misfit.what}", misfit.wanted, like)

    def _right(self, start: str, texts: Sequence[str]) -> dict[str, Any]:
        """The right answer, as the engine should write it."""
        if self.own_texts:
            return {name: value for name, value in self.listed[texts[-1]].items() if name != "turn"}
        right = self.questions.after(*texts, with_index=start == START)
        return {**right, "position": self._written(right["position"])} if "position" in right else right

    def _misfit(self, answer: dict[str, Any], right: dict[str, Any], texts: Sequence[str]) -> Misfit:
        if "verdict" not in answer:
            return Misfit("/verdict", right["verdict"])
        if self.own_texts:
            return first_misfit(essence(answer, self.forgetful), essence(right, self.forgetful))
        return self.questions.misfit(answer, right, texts, self.forgetful)

    def _context(self) -> str | None:
        if self.context is None:
            self.open()
        return self.context

    def _written(self, position: Any) -> Any:
        return without_memory(position) if self.forgetful else position
