"""The questions about a game, and the answers of the reference. The engine never sees these answers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from shatterproof import strict_json
from shatterproof.game import AnyGame
from shatterproof_properties.protocol.answers import Answer, position_key, result_key, same, without_memory
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.table import ReferenceTable, answer

NO_TURN = "?"
BEYOND_ASCII = "é🂡"
MOST_TURNS = 300
"""Positions with more turns than this are not asked for all of them, since that would take too long."""


class Mismatch(NamedTuple):
    """The place where an answer is wrong, as a JSON pointer, and the value expected there."""

    at: str
    wanted: str


class ExpectedAnswers:
    """A game on one board under one set of readings: texts to ask about, and the reference's answers."""

    def __init__(self, game: AnyGame, board: str, readings: Any) -> None:
        self.game = game
        self.board = board
        self.readings = readings
        self.table = ReferenceTable(game, board, readings)
        self.start = self.table.start()

    def turns(self, position: Any) -> list[Answer] | None:
        """All results of a position; None if there are too many."""
        found = list(islice(self.table.turns(position), MOST_TURNS + 1))
        return found if len(found) <= MOST_TURNS else None

    @cached_property
    def _openings(self) -> list[Answer]:
        return list(islice(self.table.turns(self.start), 20))

    @cached_property
    def legal(self) -> str:
        """A turn of the opening after which the game goes on, if there is one."""
        return str(next((each for each in self._openings if each["outcome"] is None), self._openings[0])["turn"])

    @cached_property
    def other(self) -> str:
        """Another turn of the opening, if there is one."""
        return next((str(each["turn"]) for each in self._openings if each["turn"] != self.legal), self.legal)

    @cached_property
    def second(self) -> Any:
        """The position after that turn."""
        return self.table.apply(self.start, self.legal)["position"]

    @cached_property
    def reply(self) -> str:
        """A turn of that position; if every turn ends the game, the first turn again."""
        return str(next(iter(self.table.turns(self.second)), {"turn": self.legal})["turn"])

    @cached_property
    def forbidden(self) -> str:
        """A turn of the opening that is illegal one turn later. The simplest is the same turn again."""
        texts = [self.legal, *(str(each["turn"]) for each in self._openings)]
        return next(text for text in texts if self.table.apply(self.second, text)["verdict"] == "illegal")

    def on(self, board: str) -> ExpectedAnswers:
        """The same game under the same readings on another board."""
        return ExpectedAnswers(self.game, board, self.readings)

    def question(self, *texts: str) -> Question:
        """The question about the last of some turns from the opening."""
        readings = tuple(sorted(self.readings.departures().items()))
        return Question(self.game.NAME, self.board, readings, played=texts[:-1], turn=texts[-1])

    def answer(self, *texts: str) -> Answer:
        """The right answer to `apply` with some turns from the start."""
        return answer(self.table, self.question(*texts))

    def mismatch(self, got: Answer, right: Answer, texts: Sequence[str], memory: bool, kinds: bool) -> Mismatch | None:
        """The first place where an answer to `apply` with some turns is wrong, if there is one.

        `memory` says whether positions have one, `kinds` whether the kinds of refusals count.
        """
        if not same("apply", got, right, memory=memory, refusals=kinds):
            return first_mismatch(_compared(got, memory), _compared(right, memory))
        if got["verdict"] != "ambiguous" or right["verdict"] != "ambiguous":
            return None
        # A text is compared by the results of the legal turns that it can mean.
        means = ([self.answer(*texts[:-1], meaning) for meaning in each["means"]] for each in (got, right))
        theirs, ours = (
            sorted(result_key(said) if said["verdict"] == "legal" else ("", "") for said in each) for each in means
        )
        return None if theirs == ours else Mismatch("/means", _shown(right["means"]))

    def fault_of_turns(
        self, listed: list[Answer], position: Any, turns: list[Answer], own_texts: bool, memory: bool
    ) -> str:
        """The fault of a list of all results of a position, in plain words; "" if there is none.

        `turns` are all results by the rules.
        """
        right = {result_key(each, memory=memory): str(each["turn"]) for each in turns}
        seen: dict[tuple[str, str], str] = {}
        for each in listed:
            key = result_key(each, memory=memory)
            if key in seen:
                return f"{seen[key]!r} and {each['turn']!r} have the same result, which should be listed once"
            if key not in right:
                return f"the turn {each['turn']!r} leads to a result that the rules do not allow"
            seen[key] = str(each["turn"])
        for key in right.keys() - seen.keys():
            return f"{len(right) - len(seen)} of {len(right)} results are missing, that of {right[key]!r} for one"
        for key, text in seen.items():
            if own_texts or text == right[key]:
                continue
            read = self.table.apply(position, text)
            if read["verdict"] != "legal" or result_key(read, memory=memory) != key:
                return f"the text {text!r} does not lead to the result beside it; {right[key]!r} does"
        return ""


def first_mismatch(value: Any, right: Any, at: str = "") -> Mismatch | None:
    """The first place where two values differ. A list is one value, in any order if it stands for a set."""
    if isinstance(value, dict) and isinstance(right, dict):
        # The verdict explains all that differs besides.
        names = sorted({*value, *right}, key=lambda name: (name != "verdict", name))
        mismatches = (
            first_mismatch(value.get(name, _NOTHING), right.get(name, _NOTHING), f"{at}/{name}") for name in names
        )
        return next(filter(None, mismatches), None)
    name = at.rpartition("/")[2]
    theirs, ours = ("nothing" if each is _NOTHING else position_key({name: each}) for each in (value, right))
    return None if theirs == ours else Mismatch(at, _wanted(value, right))


_NOTHING = object()
"""Stands for a value that is not there."""


def _wanted(value: Any, right: Any) -> str:
    """The right value; of a list only the first entry that the other list lacks, and the first that it should lack."""
    if isinstance(value, list) and isinstance(right, list):
        lacking = [f"with {_shown(each)}" for each in right if each not in value][:1]
        extra = [f"without {_shown(each)}" for each in value if each not in right][:1]
        if lacking or extra:
            return f"a list {' and '.join(lacking + extra)}"
    return _shown(right)


def _shown(value: Any) -> str:
    return "nothing" if value is _NOTHING else strict_json.encode(value)


def _compared(said: Answer, memory: bool) -> Answer:
    """The compared parts of an answer: no clauses, and without `memory` nothing that positions remember."""
    kept = {name: value for name, value in said.items() if name != "clause"}
    if isinstance(kept.get("outcome"), dict):
        kept["outcome"] = {"winner": kept["outcome"]["winner"]}
    if "position" in kept and not memory:
        kept["position"] = without_memory(kept["position"])
    return kept
