"""Compares the answers of an engine and of the rules about a position, and names the difference."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, AnyGame, IllegalPosition, IllegalTurn, MalformedTurn
from shatterproof.spec import find_clause
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.engines.session import Session
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.answers import (
    Answer,
    canonical,
    result,
    same,
    same_outcome,
    same_position,
    without_memory,
)
from shatterproof_properties.protocol.question import Command, Question
from shatterproof_properties.protocol.wording import answer_position


@dataclass(frozen=True)
class Comparison:
    """The answers of an engine to questions about one position, beside those of the rules.

    `question` leads to the position. `remembers` is false of an engine that leaves the memory out of its positions;
    they are then compared without it. `kinds` is false of an engine with one word for all turns that are not legal.
    """

    question: Question
    remembers: bool = True
    kinds: bool = True

    @property
    def game(self) -> AnyGame:
        return self.question.rules

    @property
    def position(self) -> Any:
        return self.question.position

    def text(self, turn: Any) -> str:
        return self.game.format_turn(self.position, turn)

    def about(self, text: str) -> Question:
        return self.question.asking("apply", text)

    def same_position(self, one: Any, two: Any) -> bool:
        """Whether two positions are the same, without the memory if the engine keeps none."""
        return same_position(one, two, memory=self.remembers)

    def result(self, after: Any) -> Answer:
        """A result of the rules in the form of the protocol, without the memory if the engine keeps none."""
        found = result(self.game, after)
        return found if self.remembers else {**found, "position": without_memory(found["position"])}

    def expected(self, text: str) -> Answer:
        """The reference's verdict on a turn."""
        try:
            after = self.game.play(self.position, self.game.parse_turn(self.position, text))
        except MalformedTurn:
            return {"verdict": "malformed"}
        except AmbiguousTurn as error:
            return {"verdict": "ambiguous", "means": list(error.meanings), "clause": error.clause}
        except IllegalTurn as error:
            return {"verdict": "illegal", "clause": error.clause, "note": error.reason}
        return {"verdict": "legal", **self.result(after)}

    def entry_of(self, turn: Any, listed: Iterable[Answer]) -> Answer | None:
        """The entry of the engine's list with the result of a turn, under whatever text."""
        after = self.result(self.game.play(self.position, turn))["position"]
        return next((entry for entry in listed if self.same_position(after, entry["position"])), None)

    def differ(self, kind: str, clause: str, turn: str, expected: Answer, got: Answer) -> Difference:
        """A difference about a turn, or about the position as a whole."""
        do: Command = "count" if kind == "count" else "apply" if turn else "turns"
        question = self.question.asking(do, turn, expected.get("depth", 0) if do == "count" else 0)
        return Difference(kind, clause, question, expected, got)

    def omitted(self, turn: Any, expected: Answer) -> Difference:
        """The difference that no listed turn has this result."""
        clause = features.clause_at_issue(self.game, self.position, turn)
        note = {"note": "no turn that it lists leads there"}
        return self.differ("omits", clause, self.text(turn), expected, note)

    def opening(self, opened: Any) -> Difference | None:
        """The difference between the opening and the position with which the engine opens, if there is one."""
        expected = self.result(self.position)["position"]
        if self.same_position(expected, opened):
            return None
        legal = {"verdict": "legal", "position": expected, "outcome": None}
        clause = features.start_clause(self.game, self.position.board)
        return self.differ("start", clause, "", legal, {**legal, "position": opened})

    def verdicts(self, text: str, expected: Answer, got: Answer) -> Difference | None:
        """The difference between two verdicts on one turn, if there is one."""
        pair = (expected["verdict"] == "legal", got["verdict"] == "legal")
        if not pair[0]:
            same = not pair[1] and (expected["verdict"] == got["verdict"] or not self.kinds)
            clause = expected.get("clause") or features.of(self.game).malformed(text)
            return None if same else self.differ("allows" if pair[1] else "verdict", clause, text, expected, got)
        if pair == (True, False):
            return self.differ("refuses", self._clause_of_refusal(text, got), text, expected, got)
        same = self.same_position(expected["position"], got["position"])
        if same and same_outcome(expected["outcome"], got["outcome"]):
            return None
        return self._unlike_results(text, same, expected, got)

    def _unlike_results(self, text: str, same: bool, expected: Answer, got: Answer) -> Difference:
        """The difference between two results of one turn. `same` says whether their positions are equal."""
        turn = self.game.parse_turn(self.position, text)
        if spelling := self._spelling(turn, text):
            return self.differ("outcome" if same else "result", spelling, text, expected, got)
        after = self.game.play(self.position, turn)
        theirs = answer_position(self.game, self.position, got)
        on_the_board = theirs is not None and not features.of(self.game).differing(after, theirs)
        if not same_outcome(expected["outcome"], got["outcome"]) and (same or on_the_board):
            return self.differ("outcome", self.clause_of_outcome(turn, expected, got), text, expected, got)
        clause = self.clause_of_position(got) if theirs is None else ""
        clause = clause or features.clause_at_issue(self.game, self.position, turn, theirs)
        return self.differ("result", clause, text, expected, got)

    def _spelling(self, turn: Any, text: str) -> str:
        """The clause that allows this spelling of a turn, "" for our own spelling.

        If more than the spelling is wrong, that shows when the turn is asked in our spelling.
        """
        written = self.text(turn)
        return features.of(self.game).spelling(text, written) if text != written else ""

    def _clause_of_refusal(self, text: str, got: Answer) -> str:
        """The clause at issue; or the one that the engine names, if that is about another part of the turn."""
        turn = self.game.parse_turn(self.position, text)
        at_issue, named = features.clause_at_issue(self.game, self.position, turn), got.get("clause", "")
        if spelling := self._spelling(turn, text):
            return spelling
        if named == f"{self.game.NAME}.turn.finished":
            # What it gets wrong is not that finished games are over, but when one is.
            return features.of(self.game).WIN_CLAUSE
        return named if _part(named) != _part(at_issue) and is_clause(named) else at_issue

    def clause_of_outcome(self, turn: Any, expected: Answer, got: Answer) -> str:
        """The clause of the outcome by the rules; if there is none, the one that the engine names."""
        if expected["outcome"] is None:
            named = got["outcome"].get("clause", "")
            if is_clause(named):
                return str(named)
            known = features.of(self.game)
            return known.WIN_CLAUSE if got["outcome"]["winner"] else known.DRAW_CLAUSE
        return features.clause_at_issue(self.game, self.position, turn)

    def clause_of_position(self, got: Answer) -> str:
        """The clause about pieces or boards that the position in an answer breaks, "" if it breaks none."""
        try:
            self.game.from_json(canonical(got["position"]), self.position.readings)
        except IllegalPosition as error:
            return error.clause
        except InputError:
            return ""
        return ""


def agrees(session: Session, do: str, expected: Answer, got: Answer) -> bool:
    """Whether an engine's answer to the command `do` is the expected one, as far as the engine tells."""
    # The index of the turn stands in lists of turns alone, and the question may have been put as one, or not.
    if ("at" in expected) != ("at" in got):
        expected, got = ({name: value for name, value in each.items() if name != "at"} for each in (expected, got))
    # A note stands for a turn before the last that was not legal.
    memory, kinds = session.remembers, session.announced.tells_kinds
    return "note" not in got and same(do, expected, got, memory=memory, refusals=kinds)


def _part(clause: str) -> str:
    return ".".join(clause.split(".")[:2])


def is_clause(name: str) -> bool:
    try:
        find_clause(name)
    except InputError:
        return False
    return True
