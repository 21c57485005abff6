"""Comparing: two answers to one question, and what is at issue when they are not alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, AnyGame, IllegalPosition, IllegalTurn, MalformedTurn
from shatterproof.spec import find_clause
from shatterproof_properties.conformance.difference import Difference
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.reference_table import outcome_to_json, position_to_json
from shatterproof_properties.protocol.wording import answer_position

TEXTS_READ_BACK = 3
"""Turn texts of each answer to `turns` that the reference reads back, of those that it would write otherwise."""

Result = tuple[Any, Any]
"""A turn and the position after it."""
Answer = dict[str, Any]


@dataclass(frozen=True)
class Asked:
    """Where a question is asked: the position, and how it was reached.

    `remembers` is false of an engine that leaves the memory out of its positions: they are compared without it.
    """

    game: AnyGame
    start: Any
    played: tuple[str, ...]
    position: Any
    remembers: bool = True

    def differ(self, kind: str, clause: str, turn: str, expected: Answer, got: Answer) -> Difference:
        return Difference(kind, clause, self.game.NAME, self.start, self.played, self.position, turn, expected, got)

    def entry_of(self, turn: Any, listed: Iterable[Answer]) -> Answer | None:
        """What an engine lists with the result of a turn, whatever it calls it."""
        after = self.game.play(self.position, turn)
        return next((entry for entry in listed if self.same(after, entry["position"])), None)

    def omitted(self, turn: Any, expected: Answer) -> Difference:
        """That the engine lists no turn with the result of this one."""
        clause = features.clause_at_issue(self.game, self.position, turn)
        note = {"note": "no turn that it lists leads there"}
        return self.differ("omits", clause, self.text(turn), expected, note)

    def text(self, turn: Any) -> str:
        """A turn of the position as the reference writes it."""
        return self.game.format_turn(self.position, turn)

    def data(self, position: Any) -> Answer:
        """A position as the protocol has it, as far as the engine keeps to it."""
        return self.kept(position_to_json(self.game, position))

    def kept(self, data: Answer) -> Answer:
        """What is compared of a position as the protocol has it."""
        return data if self.remembers else {name: value for name, value in data.items() if name != "memory"}

    def same(self, position: Any, data: Any) -> bool:
        """Whether a JSON value stands for a position, in whatever order it lists its pieces."""
        own = self.data(position)
        if data == own:
            return True
        try:
            return self.data(self.game.from_json(data, self.position.readings)) == own
        except InputError:
            return False

    def result(self, after: Any) -> Answer:
        """A result as the protocol has it."""
        return {"position": self.data(after), "outcome": outcome_to_json(self.game.outcome(after))}

    def keyed(self, results: Iterable[Result]) -> dict[str, Result]:
        """Results of the rules by their positions as encoded JSON."""
        return {strict_json.encode(self.data(after)): (turn, after) for turn, after in results}

    def rightful(self, text: str) -> Answer:
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


def compare_opening(asked: Asked, opened: Any) -> Difference | None:
    """The difference between the opening position and the one that an engine opens with, if there is one."""
    if asked.same(asked.position, opened):
        return None
    expected = {"verdict": "legal", "position": asked.data(asked.position), "outcome": None}
    return asked.differ("start", features.start_clause(asked.game), "", expected, {**expected, "position": opened})


def compare_verdicts(asked: Asked, text: str, expected: Answer, got: Answer) -> Difference | None:
    """The difference between two verdicts on one turn, if there is one."""
    pair = (expected["verdict"] == "legal", got["verdict"] == "legal")
    if pair == (False, True):
        return asked.differ("allows", expected.get("clause", ""), text, expected, got)
    if pair == (False, False):
        same = expected["verdict"] == got["verdict"]
        return None if same else asked.differ("verdict", expected.get("clause", ""), text, expected, got)
    turn = asked.game.parse_turn(asked.position, text)
    if pair == (True, False):
        return asked.differ("refuses", _clause_of_refusal(asked, turn, got), text, expected, got)
    return _compare_legal(asked, turn, text, expected, got)


def _compare_legal(asked: Asked, turn: Any, text: str, expected: Answer, got: Answer) -> Difference | None:
    after = asked.game.play(asked.position, turn)
    theirs = answer_position(asked.game, asked.position, got)
    same = asked.same(after, got["position"])
    on_the_board = theirs is not None and not features.differing(asked.game, after, theirs)
    if not same_outcome(expected["outcome"], got["outcome"]) and (same or on_the_board):
        return asked.differ("outcome", _clause_of_outcome(asked, turn, expected, got), text, expected, got)
    if same:
        return None
    clause = _clause_of_refused(asked, got) if theirs is None else ""
    clause = clause or features.clause_at_issue(asked.game, asked.position, turn, theirs)
    return asked.differ("result", clause, text, expected, got)


@dataclass
class Results:
    """All results of a position, those of the rules beside those that an engine lists.

    `wrong` are differences that stand already; `extra` are entries of the engine that the rules do not give, `missing`
    results of the rules that it does not list. `own_texts`: the engine writes turns in a notation of its own.
    """

    asked: Asked
    listed: list[Answer]
    wrong: list[Difference] = field(default_factory=list)
    extra: list[Answer] = field(default_factory=list)
    missing: list[Result] = field(default_factory=list)
    own_texts: bool = False

    @property
    def differ(self) -> bool:
        return bool(self.wrong or self.extra or self.missing)

    def explained_extras(self) -> Iterator[Difference]:
        """What is at issue in the entries that the rules do not give, simplest first."""
        for entry in sorted(self.extra, key=lambda entry: (len(entry["turn"]), entry["turn"])):
            got = {"verdict": "legal", "position": entry["position"], "outcome": entry["outcome"]}
            if self.own_texts:
                yield self._unexplained(entry["turn"], got)
                continue
            found = compare_verdicts(self.asked, entry["turn"], self.asked.rightful(entry["turn"]), got)
            assert found is not None, "a result that the rules do not give was expected to differ"
            yield found

    def _unexplained(self, own_text: str, got: Answer) -> Difference:
        expected = {"verdict": "illegal", "note": "no turn of the rules leads there"}
        clause = _clause_of_refused(self.asked, got)
        return self.asked.differ("allows", clause, "", expected, {**got, "note": f"the engine calls it {own_text}"})

    def listing(self, text: str) -> Answer | None:
        """What the engine lists under a text, as a verdict."""
        return next(({"verdict": "legal", **entry} for entry in self.listed if entry["turn"] == text), None)


def compare_results(
    asked: Asked, rightful: dict[str, Result], listed: list[Answer], own_texts: bool = False
) -> Results:
    """Sorts results that an engine lists by those of the rules, which come by their positions as encoded JSON."""
    results = Results(asked, listed, own_texts=own_texts)
    left, seen = dict(rightful), set()
    odd: list[tuple[Answer, Any]] = []
    for entry in listed:
        key = _key(asked, entry["position"], rightful)
        if key is None:
            results.extra.append(entry)
        elif key in seen:
            # Without its memory a position may stand for two results.
            if asked.remembers:
                note = {"note": "one turn for each result"}
                results.wrong.append(asked.differ("twice", "", entry["turn"], note, {"verdict": "legal", **entry}))
        else:
            seen.add(key)
            turn, after = left.pop(key)
            if not same_outcome(outcome_to_json(asked.game.outcome(after)), entry["outcome"]):
                results.wrong.append(_other_outcome(asked, turn, after, entry))
            elif not own_texts and len(odd) < TEXTS_READ_BACK and entry["turn"] != asked.text(turn):
                odd.append((entry, after))
    results.wrong += [found for entry, after in odd if (found := _read_back(asked, entry, after))]
    results.missing = sorted(left.values(), key=lambda result: result[0])
    return results


def compare_counts(asked: Asked, depth: int, leaves: dict[str, int], told: Answer) -> Difference | None:
    """The difference between numbers of leaves. `leaves` has them below each result, by its encoded position."""
    total = sum(leaves.values())
    if told["total"] != total:
        return asked.differ("count", "", "", {"total": total, "depth": depth}, {"total": told["total"], "depth": depth})
    # One ply deep they are all 1: the sum has said it.
    for text, number in told["by"] if depth > 1 else ():
        expected = asked.rightful(text)
        below = leaves.get(strict_json.encode(expected["position"])) if expected["verdict"] == "legal" else None
        if below is None:
            return asked.differ("text", expected.get("clause", ""), text, expected, {"total": number, "depth": depth})
        if below != number:
            pair = [{"total": number, "depth": depth, "note": f"below {text}"} for number in (below, number)]
            return asked.differ("count", "", text, *pair)
    return None


def _key(asked: Asked, data: Any, rightful: dict[str, Result]) -> str | None:
    """The key of a result by its position, in whatever order that lists its pieces; None if there is no such result."""
    key = strict_json.encode(data)
    if key in rightful:
        return key
    try:
        position = asked.game.from_json(data, asked.position.readings)
    except InputError:
        return None
    key = strict_json.encode(asked.data(position))
    return key if key in rightful else None


def _other_outcome(asked: Asked, turn: Any, after: Any, entry: Answer) -> Difference:
    expected, got = {"verdict": "legal", **asked.result(after)}, {"verdict": "legal", **entry}
    return asked.differ("outcome", _clause_of_outcome(asked, turn, expected, got), asked.text(turn), expected, got)


def _read_back(asked: Asked, entry: Answer, after: Any) -> Difference | None:
    """A difference if the text under which the engine lists a result does not lead there by the rules."""
    expected = asked.rightful(entry["turn"])
    if expected["verdict"] == "legal" and asked.same(after, expected["position"]):
        return None
    clause = expected.get("clause", "")
    if expected["verdict"] == "legal":
        clause = features.clause_at_issue(
            asked.game, asked.position, asked.game.parse_turn(asked.position, entry["turn"]), after
        )
    return asked.differ("text", clause, entry["turn"], expected, {"verdict": "legal", **entry})


def _clause_of_refusal(asked: Asked, turn: Any, got: Answer) -> str:
    """The clause at issue; the one that the engine names, where that is about another part of the turn."""
    at_issue, named = features.clause_at_issue(asked.game, asked.position, turn), got.get("clause", "")
    if named == f"{asked.game.NAME}.turn.finished":
        # What it gets wrong is not that finished games are over, but when one is.
        return features.win_clause(asked.game)
    return named if _part(named) != _part(at_issue) and is_clause(named) else at_issue


def _part(clause: str) -> str:
    """What a clause is about: the cut of crumble.cut.own."""
    return ".".join(clause.split(".")[:2])


def _clause_of_outcome(asked: Asked, turn: Any, expected: Answer, got: Answer) -> str:
    """The clause of the outcome that the rules give; where they give none, the one that the engine names, if known."""
    if expected["outcome"] is None:
        named = got["outcome"].get("clause", "")
        if is_clause(named):
            return str(named)
        return str(features.win_clause(asked.game) if got["outcome"]["winner"] else features.draw_clause(asked.game))
    return features.clause_at_issue(asked.game, asked.position, turn)


def _clause_of_refused(asked: Asked, got: Answer) -> str:
    """The clause about pieces and boards that the position in an answer breaks, if it does."""
    try:
        asked.game.from_json(got["position"], asked.position.readings)
    except IllegalPosition as error:
        return error.clause
    except InputError:
        return ""
    return ""


def is_clause(name: str) -> bool:
    """Whether the spec has a clause of that name."""
    try:
        find_clause(name)
    except InputError:
        return False
    return True


def same_outcome(one: Answer | None, two: Answer | None) -> bool:
    """Whether two outcomes name the same winner; clauses are the engine's own affair."""
    return (one is None) == (two is None) and (one is None or two is None or one["winner"] == two["winner"])
