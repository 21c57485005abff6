"""Comparing lists: all results of a position, and the numbers of leaves below them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from shatterproof import strict_json
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.compare.comparison import Comparison
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.answers import Answer, Positions, same_outcome, same_position
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.second.engine import MOST, SecondEngine

TEXTS_READ_BACK = 3
"""The number of texts of each list that the reference reads back, of those that it would write otherwise."""

Result = tuple[Any, Any]
"""A turn and the position after it."""


class RuleResults:
    """All results of a position by the rules, each written once: turns with the positions after them.

    `entries` has the position and outcome of each in the form of the protocol; `places` finds an index by its position.
    """

    def __init__(self, comparison: Comparison, results: Iterable[Result]) -> None:
        self.comparison = comparison
        self.results = tuple(results)
        self.entries = [comparison.result(after) for _, after in self.results]
        self.places = Positions((entry["position"] for entry in self.entries), memory=comparison.remembers)

    def __len__(self) -> int:
        return len(self.places)

    def find(self, entry: Answer) -> int | None:
        """The index of the result that leads to the position of an entry, or None."""
        return self.places.find(entry["position"])

    def verdict(self, place: int) -> Answer:
        """The verdict on the turn of a result."""
        return {"verdict": "legal", **self.entries[place]}

    def are_listed_by(self, engine: SecondEngine[Any, Any]) -> bool:
        """Whether these are exactly the results that a second engine gives, with their outcomes."""
        listed = engine.listed(strict_json.encode(self.comparison.question.data), MOST)
        if self.comparison.remembers:
            found = {self.places.find_text(each.position): strict_json.decode(each.outcome) for each in listed}
        else:
            found = {self.find(entry): entry["outcome"] for entry in json.loads(f"[{listed.entries}]")}
        return len(found) == len(self) and all(
            place is not None and same_outcome(self.entries[place]["outcome"], outcome)
            for place, outcome in found.items()
        )


class ComparedResults:
    """All results of a position: those of the rules beside those that an engine lists.

    With `own_texts` the engine has a notation of its own. Of its texts that we would write otherwise, `read_back`, two
    or more, are read back.
    """

    def __init__(
        self, rules: RuleResults, listed: list[Answer], own_texts: bool = False, read_back: int = TEXTS_READ_BACK
    ) -> None:
        self.rules, self.listed, self._own_texts, self._comparison = rules, listed, own_texts, rules.comparison
        self._wrong: list[Difference] = []
        self._extra: list[Answer] = []
        comparison, seen, odd = rules.comparison, dict[int, str](), list[tuple[Answer, int]]()
        for entry in listed:
            place = rules.find(entry)
            if place is None:
                self._extra.append(entry)
            elif place in seen:
                # Without its memory a position may stand for two results.
                if comparison.remembers:
                    self._wrong.append(self._listed_twice(seen[place], entry))
            else:
                seen[place] = entry["turn"]
                turn = rules.results[place][0]
                if not same_outcome(rules.entries[place]["outcome"], entry["outcome"]):
                    expected, got = rules.verdict(place), {"verdict": "legal", **entry}
                    clause = comparison.clause_of_outcome(turn, expected, got)
                    self._wrong.append(comparison.differ("outcome", clause, comparison.text(turn), expected, got))
                elif not own_texts and entry["turn"] != comparison.text(turn):
                    odd.append((entry, place))
        if len(odd) > read_back:
            # Those at the end of a list may be written in another way than those at its beginning.
            odd = [odd[index * (len(odd) - 1) // (read_back - 1)] for index in range(read_back)]
        self._wrong += [found for entry, place in odd if (found := self._read_back(place, entry))]
        missing = (place for place in rules.places if place not in seen)
        self._missing = sorted(missing, key=lambda place: rules.results[place][0])

    @property
    def differ(self) -> bool:
        return bool(self._wrong or self._extra or self._missing)

    def differences(self, verdict_on: Callable[[Question], Answer | None]) -> Iterator[Difference | None]:
        """The differences, those of results that the engine does not list last. None for one that stays open.

        `verdict_on` asks the engine about one turn, or says that nobody knows.
        """
        yield from self._wrong
        for entry in sorted(self._extra, key=lambda entry: (len(entry["turn"]), entry["turn"])):
            got = {"verdict": "legal", "position": entry["position"], "outcome": entry["outcome"]}
            if self._own_texts:
                clause, note = self._comparison.clause_of_position(got), f"the engine calls it {entry['turn']}"
                expected = {"verdict": "illegal", "note": "no turn of the rules leads there"}
                yield self._comparison.differ("allows", clause, "", expected, {**got, "note": note})
            else:
                yield self._comparison.verdicts(entry["turn"], self._comparison.expected(entry["turn"]), got)
        for place in self._missing:
            found = self._why_missing(place, verdict_on)
            note = self._note_on_missing(place)
            yield replace(found, got={**found.got, "note": note}) if found and note else found

    def _why_missing(self, place: int, verdict_on: Callable[[Question], Answer | None]) -> Difference | None:
        """The reason for a missing result: the engine gives the turn another result, refuses it, or left it out."""
        comparison, turn = self._comparison, self.rules.results[place][0]
        text, expected = comparison.text(turn), self.rules.verdict(place)
        if self._own_texts:
            return comparison.omitted(turn, expected)
        got = self.listing(text) or verdict_on(comparison.about(text))
        if got is None:
            return None
        return comparison.verdicts(text, expected, got) or comparison.omitted(turn, expected)

    def _note_on_missing(self, place: int) -> str:
        """A remark on a result that the engine does not list; "" if there is none."""
        if not self.listed:
            return "it lists no turn at all, though the game is not over"
        wanted = self.rules.entries[place]["position"]
        alike = (entry for entry in self.listed if same_position(wanted, entry["position"], memory=False))
        like = next(alike, None) if self._comparison.remembers else None
        return f"it lists these pieces with another memory only, under {like['turn']}" if like else ""

    def listing(self, text: str) -> Answer | None:
        return next(({"verdict": "legal", **entry} for entry in self.listed if entry["turn"] == text), None)

    def _listed_twice(self, first: str, entry: Answer) -> Difference:
        """The difference that a result is listed twice, first under the text `first`.

        If the rules forbid one of the two texts, the difference is about that text.
        """
        comparison, text = self._comparison, entry["turn"]
        for reported in () if self._own_texts else (text, first):
            expected = comparison.expected(reported)
            if expected["verdict"] == "illegal":
                got = {"verdict": "legal", "position": entry["position"], "outcome": entry["outcome"]}
                return comparison.differ("allows", expected["clause"], reported, expected, got)
        both = f"under {first} and again under {text}" if first != text else f"twice under {text}"
        expected = {"note": "one turn for each result"}
        return comparison.differ("twice", "", text, expected, {"verdict": "legal", **entry, "note": f"listed {both}"})

    def _read_back(self, place: int, entry: Answer) -> Difference | None:
        """A difference, if by the rules the text under which the engine lists a result does not lead to it."""
        comparison, (turn, after) = self._comparison, self.rules.results[place]
        expected = comparison.expected(entry["turn"])
        clause = expected.get("clause", "")
        if expected["verdict"] == "legal":
            if self.rules.find(expected) == place:
                return None
            theirs = comparison.game.parse_turn(comparison.position, entry["turn"])
            clause = features.clause_at_issue(comparison.game, comparison.position, theirs, after)
        note = f"the rules write what it lists there as {comparison.text(turn)}"
        return comparison.differ("text", clause, entry["turn"], expected, {"verdict": "legal", **entry, "note": note})


def compare_counts(rules: RuleResults, depth: int, leaves: Sequence[int], counted: Answer) -> Difference | None:
    """The difference between numbers of leaves. `leaves` has the right number below each result."""
    comparison, total = rules.comparison, sum(leaves)
    if counted["total"] != total:
        pair = [{"total": number, "depth": depth} for number in (total, counted["total"])]
        return comparison.differ("count", "", "", *pair)
    # One ply deep they are all 1: the sum has said it.
    for text, number in counted["by"] if depth > 1 else ():
        expected = comparison.expected(text)
        place = rules.find(expected) if expected["verdict"] == "legal" else None
        if place is None:
            return comparison.differ(
                "text", expected.get("clause", ""), text, expected, {"total": number, "depth": depth}
            )
        if leaves[place] != number:
            pair = [{"total": each, "depth": depth, "note": f"below {text}"} for each in (leaves[place], number)]
            return comparison.differ("count", "", text, *pair)
    return None
