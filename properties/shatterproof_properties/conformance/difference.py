"""Differences: a question to which an engine and the rules give unlike answers, and everything needed to show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import Game, find_game
from shatterproof.spec import find_clause
from shatterproof_properties.conformance.reference_table import position_to_json

KINDS = {
    "allows": "the engine allows a turn that the rules forbid",
    "refuses": "the engine refuses a turn that the rules allow",
    "omits": "the engine does not list a result that the rules allow",
    "result": "the turn leads to another position",
    "outcome": "the outcome is another",
    "verdict": "the turn is refused for another kind of reason",
    "text": "the text of a turn does not mean what the engine lists it for",
    "twice": "the engine lists one result twice",
    "count": "the number of turns is another",
    "start": "the opening position is another",
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
    def size(self) -> tuple[int, int, int, int, int]:
        """The order of witnesses: board, pieces, turns, text, position."""
        data = position_to_json(find_game(self.game), self.start)
        columns, _, rows = data["board"].partition("x")
        area = int(columns) * int(rows or columns)
        pieces = len(data["pieces"])
        return (area, pieces, len(self.played), len(self.turn), len(strict_json.encode(data)))

    @property
    def turns(self) -> int:
        """How many turns the shown game has, the one asked about included."""
        return len(self.played) + bool(self.turn)

    def witness(self) -> dict[str, Any]:
        """The question alone, as JSON values: what `check --replay` reads."""
        game = find_game(self.game)
        readings = self.start.readings.departures()
        data = {"start": position_to_json(game, self.start), "played": list(self.played), "turn": self.turn}
        return data | ({"readings": readings} if readings else {})

    def to_json(self) -> dict[str, Any]:
        """Everything, as JSON values."""
        return {
            "kind": self.kind,
            "clause": self.clause,
            "witness": self.witness(),
            "position": position_to_json(find_game(self.game), self.position),
            "expected": self.expected,
            "got": self.got,
        }

    def to_text(self, replay: str) -> str:
        """The difference for people: clause, game, both answers as diagrams, and the command that asks again."""
        game = find_game(self.game)
        lines = [f"{KINDS[self.kind]}: {self.clause or 'spec/protocol.md'}", ""]
        if self.clause:
            lines += [f"  {find_clause(self.clause).title}", ""]
        lines += [f"position{' at the start' if self.played else ''}:", _indented(game, self.start)]
        if self.played:
            lines += [f"after {' '.join(self.played)}:", _indented(game, self.position)]
        lines += [f"turn {self.turn}", ""] if self.turn else []
        lines += ["the rules: " + answer_in_words(self.expected), *_picture(game, self.position, self.expected)]
        lines += ["the engine: " + answer_in_words(self.got), *_picture(game, self.position, self.got)]
        lines += self._changed(game)
        return "\n".join([*lines, f"ask again: {replay}", ""])

    def _changed(self, game: Game) -> list[str]:
        """Where both lead to a position, the pieces in which they differ."""
        pair = [answer_position(game, self.position, answer) for answer in (self.expected, self.got)]
        if None in pair or pair[0] == pair[1]:
            return []
        named = [game.describe_piece(piece) for piece in sorted(game.differing(*pair))]
        return [f"they differ in: {'; '.join(named) or 'what the position remembers'}", ""]


def answer_position(game: Game, asked: Any, answer: dict[str, Any]) -> Any | None:
    """The position in an answer, be it one that must not stand, or None if it is not even one."""
    if answer.get("position") is None:
        return None
    for readings in (asked.readings, game.loosened(asked.readings)):
        try:
            return game.from_json(answer["position"], readings)
        except InputError:
            continue
    return None


def answer_in_words(answer: dict[str, Any]) -> str:
    """An answer in a few words."""
    words = [str(answer.get("verdict", "")), *([answer["clause"]] if answer.get("clause") else [])]
    if "total" in answer:
        words.append(f"{answer['total']} leaves at depth {answer['depth']}")
    if answer.get("note"):
        words.append(answer["note"])
    if answer.get("outcome"):
        winner = answer["outcome"]["winner"]
        words.append(f"{winner.capitalize()} wins" if winner else "drawn")
    elif answer.get("verdict") == "legal":
        words.append("the game goes on")
    return ", ".join(word for word in words if word)


def _indented(game: Game, position: Any) -> str:
    try:
        picture = game.to_diagram(position)
    except InputError:
        picture = strict_json.encode(game.to_json(position)) + "\n"
    return "".join(f"    {line}\n" for line in picture.splitlines())


def _picture(game: Game, asked: Any, answer: dict[str, Any]) -> Sequence[str]:
    if answer.get("position") is None:
        return [""]
    position = answer_position(game, asked, answer)
    if position is None:
        return [f"    (no position: {strict_json.encode(answer['position'])[:200]})", ""]
    return [_indented(game, position)]
