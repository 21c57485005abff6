"""What a walk asks about a game, and the answers of the reference: the engine itself is never told them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from shatterproof import strict_json
from shatterproof.game import AnyGame
from shatterproof_properties.protocol.reference_table import ReferenceTable

NO_TURN = "?"
BEYOND_ASCII = "é🂡"
MOST_TURNS = 300
"""Positions with more turns than this are not asked for all of them: that would take too long."""

AMBIGUOUS = {"splinter": ("5x2", ("c2SW",), "c1NE")}
"""For games that have one early: a board, turns from its start, and a text that is ambiguous then."""

_OPENINGS_TRIED = 20


NOT_THE_RULES = "not what the rules say"
_SORTED = {
    "crumble": dict.fromkeys(("pieces", "worked"), ("pieces", "sorted by y, then x")),
    "scrunch": dict.fromkeys(("dark", "light"), ("cells", "sorted by row, then number")),
    "splinter": {
        "pieces": ("pieces", "sorted by column, then row"),
        "memory": ("squares", "sorted by the square now"),
    },
}
"""For each game the lists of a position whose order means nothing: what is in them, and how they are sorted."""


class Misfit(NamedTuple):
    """Where an answer is wrong, a JSON pointer or "" if nowhere, what should be there, and what is wrong."""

    at: str
    wanted: str
    what: str = NOT_THE_RULES


FITS = Misfit("", "")


class Questions:
    """A game on one board under one set of readings: texts to ask about, and what the reference says of them."""

    def __init__(self, game: AnyGame, board: str, readings: Any) -> None:
        self.game = game
        self.board = board
        self.table = ReferenceTable(game, board, readings)
        self.readings = readings

    @cached_property
    def start(self) -> Any:
        """The opening position."""
        return self.table.start()

    @cached_property
    def turns(self) -> list[dict[str, Any]] | None:
        """All results of the opening; None where there are too many."""
        found = list(islice(self.table.turns(self.start), MOST_TURNS + 1))
        return found if len(found) <= MOST_TURNS else None

    @cached_property
    def legal(self) -> str:
        """A turn of the opening after which the game goes on, if there is one."""
        tried = list(islice(self.table.turns(self.start), _OPENINGS_TRIED))
        return str(next((each for each in tried if each["outcome"] is None), tried[0])["turn"])

    @cached_property
    def second(self) -> Any:
        """The position after that turn."""
        return self.table.apply(self.start, self.legal)["position"]

    @cached_property
    def reply(self) -> str:
        """A turn of that position."""
        return str(next(iter(self.table.turns(self.second)))["turn"])

    @cached_property
    def forbidden(self) -> str:
        """A turn of the opening that is illegal one turn later: most simply the same turn again."""
        texts = [self.legal, *(str(each["turn"]) for each in islice(self.table.turns(self.start), _OPENINGS_TRIED))]
        return next(text for text in texts if self.table.apply(self.second, text)["verdict"] == "illegal")

    def on(self, board: str) -> Questions:
        """The same game under the same readings on another board."""
        return Questions(self.game, board, self.readings)

    def after(self, *texts: str, with_index: bool = True) -> dict[str, Any]:
        """The right answer to `apply` with these turns from the start; not legal, `with_index` says at which."""
        position, answer = self.start, {}
        for index, text in enumerate(texts):
            answer = self.table.apply(position, text)
            if answer["verdict"] != "legal":
                return {**answer, "at": index} if with_index else answer
            position = answer["position"]
        return answer

    def misfit(self, answer: dict[str, Any], right: dict[str, Any], texts: Sequence[str], forgetful: bool) -> Misfit:
        """Where an answer to `apply` with these turns is not the right one.

        `forgetful` engines leave the memory out of their positions.
        """
        if right["verdict"] == answer["verdict"] == "ambiguous" and right.get("at") == answer.get("at"):
            results = [sorted(self._results(texts, each["means"])) for each in (answer, right)]
            return FITS if results[0] == results[1] else Misfit("/means", strict_json.encode(right["means"]))
        theirs, ours = essence(answer, forgetful), essence(right, forgetful)
        return self.explained(first_misfit(theirs, ours), theirs, ours)

    def explained(self, misfit: Misfit, value: Any, right: Any) -> Misfit:
        """The same misfit, or the list around it where that has all that it should have, in another order."""
        at = ""
        for step in misfit.at.split("/")[1:]:
            value, right = _member(value, step), _member(right, step)
            at += f"/{step}"
            entries, order = _SORTED[self.game.NAME].get(step, ("", ""))
            if entries and value != right and _entries(value) == _entries(right):
                return Misfit(at, order, f"the same {entries}, in another order ({order})")
        return misfit

    def _results(self, texts: Sequence[str], means: list[str]) -> Iterator[str]:
        """What the turns that a text can mean lead to, "" for one that is not legal."""
        for meaning in means:
            answer = self.after(*texts[:-1], meaning)
            yield _key(answer, False) if answer["verdict"] == "legal" else ""

    def misfit_of_turns(self, listed: list[dict[str, Any]], own_texts: bool, forgetful: bool) -> str:
        """What is wrong with a list of all results of the opening, in plain words; "" if nothing is."""
        right = {_key(each, forgetful): str(each["turn"]) for each in self.turns or ()}
        seen: dict[str, str] = {}
        for each in listed:
            key = _key(each, forgetful)
            if key in seen:
                return f"{seen[key]!r} and {each['turn']!r} have the same result, which should be listed once"
            if key not in right:
                return f"the turn {each['turn']!r} leads to a result that the rules do not allow"
            seen[key] = str(each["turn"])
        for key in right.keys() - seen.keys():
            return f"{len(right) - len(seen)} of {len(right)} results are missing, that of {right[key]!r} for one"
        return "" if own_texts else self._misread(listed, right, forgetful)

    def _misread(self, listed: list[dict[str, Any]], right: dict[str, str], forgetful: bool) -> str:
        """What is wrong with turn texts that the reference would write otherwise."""
        for each in listed:
            key = _key(each, forgetful)
            if each["turn"] == right[key]:
                continue
            read = self.table.apply(self.start, each["turn"])
            if read["verdict"] != "legal" or _key(read, forgetful) != key:
                return f"the text {each['turn']!r} does not lead to the result beside it; {right[key]!r} does"
        return ""


def questions_about(game: AnyGame, board: str, announced: dict[str, list[str]]) -> Questions:
    """The questions under the readings that an engine has announced: the default of each, or the first it knows."""
    chosen = {}
    for reading, values in game.Readings.choices().items():
        theirs = announced.get(reading, ["*"])
        if "*" not in theirs and values[0] not in theirs:
            chosen[reading] = theirs[0]
    return Questions(game, board, game.Readings.from_mapping(chosen))


def essence(answer: dict[str, Any], forgetful: bool) -> dict[str, Any]:
    """What counts in an answer to `apply`: clauses do not."""
    kept = {name: value for name, value in answer.items() if name != "clause"}
    if isinstance(kept.get("outcome"), dict):
        kept["outcome"] = {"winner": kept["outcome"]["winner"]}
    if "position" in kept and forgetful:
        kept["position"] = without_memory(kept["position"])
    return kept


def without_memory(position: Any) -> Any:
    """A position as an engine writes it that keeps no memory."""
    return {name: value for name, value in position.items() if name != "memory"}


def first_misfit(value: Any, right: Any, at: str = "") -> Misfit:
    """The first place where two values differ."""
    if isinstance(value, dict) and isinstance(right, dict):
        # The verdict explains all that differs besides.
        names = sorted({*value, *right}, key=lambda name: (name != "verdict", name))
        pairs = [(name, value.get(name, _NOTHING), right.get(name, _NOTHING)) for name in names]
    elif isinstance(value, list) and isinstance(right, list):
        longest = max(len(value), len(right))
        pairs = [(str(index), *(_item(each, index) for each in (value, right))) for index in range(longest)]
    else:
        same = type(value) is type(right) and value == right
        return FITS if same else Misfit(at or "/", _shown(right))
    found = (first_misfit(theirs, ours, f"{at}/{name}") for name, theirs, ours in pairs)
    return next((misfit for misfit in found if misfit.at), FITS)


class _Nothing:
    """Stands for a value that is not there."""


_NOTHING = _Nothing()


def _item(values: list[Any], index: int) -> Any:
    return values[index] if index < len(values) else _NOTHING


def _member(value: Any, step: str) -> Any:
    if isinstance(value, dict):
        return value.get(step, _NOTHING)
    return _item(value, int(step)) if isinstance(value, list) else _NOTHING


def _entries(value: Any) -> list[str] | None:
    """What is in a list, in an order of its own."""
    return sorted(map(strict_json.encode, value)) if isinstance(value, list) else None


def _shown(value: Any) -> str:
    return "nothing" if isinstance(value, _Nothing) else strict_json.encode(value)


def _key(result: dict[str, Any], forgetful: bool) -> str:
    kept = {"position": result["position"], "outcome": result["outcome"]}
    return strict_json.encode(essence(kept, forgetful))


def smallest(boards: list[str]) -> str:
    """The board with the fewest squares, by its name."""

    def size(board: str) -> int:
        columns, _, rows = board.partition("x")
        return int(columns) * int(rows or columns)

    return min(boards, key=size)
