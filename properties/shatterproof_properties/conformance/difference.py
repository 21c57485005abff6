"""Differences: a question to which an engine and the rules give unlike answers, and everything needed to show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from shatterproof import strict_json
from shatterproof.game import AnyGame, find_game
from shatterproof.record import wrapped
from shatterproof.spec import find_clause
from shatterproof_properties.common.prose import plain
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.reference_table import position_to_json
from shatterproof_properties.protocol.wording import answer_diagram, answer_in_words, answer_position, indented_diagram

KINDS = {
    "allows": "the engine allows a turn that the rules forbid",
    "refuses": "the engine refuses a turn that the rules allow",
    "omits": "the engine does not list a result that the rules allow",
    "result": "by the engine the turn leads to another position",
    "outcome": "the engine gives the game another outcome",
    "verdict": "the engine refuses a turn in another way (illegal, malformed and ambiguous are not the same)",
    "text": "the text under which the engine lists a result does not lead there",
    "twice": "the engine lists one result twice",
    "count": "the engine counts another number of leaves",
    "start": "the engine opens with another position",
}


@dataclass(frozen=True)
class Difference:
    """What was asked, and both answers.

    `start` is a position of the reference, `played` the texts of the turns that lead from there to `position`, `turn`
    the text asked about ("" where the question was about the position as a whole). Both answers are as the protocol
    has them. `clause` is the rule at issue, "" where it is one of the protocol's own.
    """

    kind: str
    clause: str
    game: str
    start: Any
    played: tuple[str, ...]
    position: Any
    turn: str
    expected: dict[str, Any]
    got: dict[str, Any]

    @property
    def signature(self) -> tuple[str, str, Any, Any]:
        """What shrinking keeps: the kind, the clause and the pair of verdicts."""
        return (self.kind, self.clause, self.expected.get("verdict"), self.got.get("verdict"))

    @property
    def face(self) -> AnyGame:
        """The game."""
        return find_game(self.game)

    @property
    def size(self) -> tuple[int, int, int, int, int]:
        """The order of witnesses: board, pieces (the most that stand), turns, text, position."""
        (area, begun), (_, asked) = features.extent(self.face, self.start), features.extent(self.face, self.position)
        length = len(strict_json.encode(position_to_json(self.face, self.start)))
        return (area, max(begun, asked), len(self.played), len(self.turn), length)

    @property
    def turns(self) -> int:
        """How many turns the shown game has, the one asked about included."""
        return len(self.played) + bool(self.turn)

    def witness(self) -> dict[str, Any]:
        """The question alone, as JSON values: what `check --replay` reads."""
        readings = self.start.readings.departures()
        data = {"start": position_to_json(self.face, self.start), "played": list(self.played), "turn": self.turn}
        return data | ({"readings": readings} if readings else {})

    def to_json(self) -> dict[str, Any]:
        """Everything, as JSON values."""
        return {
            "kind": self.kind,
            "clause": self.clause,
            "witness": self.witness(),
            "position": position_to_json(self.face, self.position),
            "expected": self.expected,
            "got": self.got,
        }

    def to_text(self, replay: str = "") -> str:
        """The difference for people: clause, game, both answers as diagrams, and the command that asks again."""
        lines = [f"{self.clause or 'spec/protocol.md'}: {KINDS[self.kind]}"]
        if self.clause:
            lines.append(f"    {plain(find_clause(self.clause).title)}")
        if self.played:
            lines += ["", "from:", *indented_diagram(self.face, self.start)]
        played = " ".join(map(wrapped, self.played))
        lines += ["", f"after {played}:" if played else "in:", *indented_diagram(self.face, self.position)]
        lines += ["", f"the turn {self.turn}" if self.turn else "all its turns"] if self.kind != "start" else []
        for who, answer in (("the rules", self.expected), ("the engine", self.got)):
            drawn = ["    the same position"] if who == "the engine" and self._same_position() else None
            lines += [
                "",
                f"{who}: {answer_in_words(answer)}",
                *(drawn or answer_diagram(self.face, self.position, answer)),
            ]
        differing = self.differing()
        lines += ["", f"they differ in: {differing}"] if differing else []
        return "\n".join([*lines, *([f"ask again: {replay}"] if replay else [])])

    def positions(self) -> tuple[Any | None, Any | None]:
        """The position in each answer, that of the rules first; None where there is none to draw."""
        expected, got = (answer_position(self.face, self.position, answer) for answer in (self.expected, self.got))
        return expected, got

    def _same_position(self) -> bool:
        expected, got = self.positions()
        return expected is not None and expected == got

    def differing(self) -> str:
        """Where both answers lead to a position, the pieces in which they differ, in words; else ""."""
        expected, got = self.positions()
        if expected is None or got is None or expected == got:
            return ""
        named = [
            features.describe_piece(self.face, piece) for piece in sorted(features.differing(self.face, expected, got))
        ]
        if named:
            return "; ".join(named)
        return "" if self.kind == "outcome" else "the side to move, or what the position remembers of the turns before"
