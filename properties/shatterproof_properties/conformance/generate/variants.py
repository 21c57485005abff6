"""Variants: positions that are like another in all but one field, and near misses, texts like those of legal turns.

An engine that looks up a position under a key which leaves that field out takes one for the other.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Sequence
from itertools import takewhile
from random import Random
from typing import Any

from shatterproof.game import find_game
from shatterproof_properties.conformance.generate import GENERATION, Change, Data
from shatterproof_properties.protocol.answers import MEMORY, forgotten


def variant(random: Random, position: Data, boards: Sequence[str]) -> Data:
    """The position with one field changed at random; perhaps on another of the boards.

    It may be illegal, or unchanged.
    """
    known = GENERATION.find(position["game"])
    change = random.choice((*CHANGES, *(known.CHANGES if known else ()), None))
    return change(random, position) if change else {**position, "board": random.choice(boards)}


def stand_alike(one: Data, other: Data) -> bool:
    """Whether the pieces of two positions stand in the same places, whatever they are, with at most one exception."""
    return len(_places(one) ^ _places(other)) <= 1


def _places(position: Data) -> set[tuple[str, ...]]:
    """What the entries in the lists of a position say before they name a side."""
    sides = find_game(position["game"]).SIDES
    entries = (entry for entries in lists_of(position).values() for entry in entries)
    parts = ([entry] if isinstance(entry, str) else entry for entry in entries)
    return {tuple(takewhile(lambda part: part not in sides, each)) for each in parts} - {()}


def lists_of(position: Data) -> dict[str, list[Any]]:
    """The lists of a position that say what stands on the board, and whatever else is not remembered."""
    return {name: value for name, value in position.items() if isinstance(value, list) and name != MEMORY}


def _other_mover(random: Random, position: Data) -> Data:
    """The same position with the other side to move. The memory goes, since it is about turns of the other side."""
    return {**forgotten(position), "to_move": _exchanged(position["to_move"], find_game(position["game"]).SIDES)}


def _sides_exchanged(random: Random, position: Data) -> Data:
    """The same position with every piece of the other side."""
    sides = find_game(position["game"]).SIDES
    lists = {
        _exchanged(name, sides): [
            entry if isinstance(entry, str) else [_exchanged(part, sides) for part in entry] for entry in entries
        ]
        for name, entries in lists_of(position).items()
    }
    return {**forgotten(position), **lists}


def _exchanged(word: str, sides: Sequence[str]) -> str:
    return sides[1 - sides.index(word)] if word in sides else word


def _two_exchanged(random: Random, position: Data) -> Data:
    """The same position with two pieces in each other's place, where each names its place, then its side."""
    pieces, sides = [list(piece) for piece in position.get("pieces", ())], find_game(position["game"]).SIDES
    if not pieces:
        return position
    one, two = random.choice(pieces), random.choice(pieces)
    place = next(place for place, part in enumerate(one) if part in sides)
    one[place:], two[place:] = two[place:], one[place:]
    return {**forgotten(position), "pieces": pieces}


CHANGES: tuple[Change, ...] = (
    _other_mover, lambda random, position: forgotten(position), _sides_exchanged, _two_exchanged
)  # fmt: skip


# Near misses


def near_misses(random: Random, legal: Sequence[str], earlier: deque[str], wanted: int) -> list[str]:
    """At most `wanted` texts of turns for a position, most of them illegal, made from its `legal` ones.

    It only looks at texts, so it is the same for all games. Some legal ones are kept as `earlier` for later positions.
    """
    known, found = set(legal), list[str]()
    for _ in range(wanted * 3 if legal or earlier else 0):
        text = random.choice(WAYS)(random, legal or earlier, earlier or legal)
        if len(found) < wanted and text not in known:
            known.add(text)
            found.append(text)
    earlier += random.sample(legal, min(6, len(legal)))
    return found


def _spliced(random: Random, legal: Sequence[str], earlier: Sequence[str]) -> str:
    one, two = random.choice(legal), random.choice(random.choice((legal, earlier)))
    return one[: random.randint(1, len(one))] + two[random.randint(0, len(two)) :]


def _with_another_character(random: Random, legal: Sequence[str], earlier: Sequence[str]) -> str:
    text, other = random.choice(legal), random.choice(random.choice(earlier))
    place = random.randrange(len(text))
    return text[:place] + other + text[place + 1 :]


def _with_another_number(random: Random, legal: Sequence[str], earlier: Sequence[str]) -> str:
    text = random.choice(legal)
    digits = [place for place, character in enumerate(text) if character in "0123456789"]
    if not digits:
        return text + "1"
    place = random.choice(digits)
    return f"{text[:place]}{(int(text[place]) + random.choice((1, 9))) % 10}{text[place + 1 :]}"


def _with_another_part(random: Random, legal: Sequence[str], earlier: Sequence[str]) -> str:
    """A text with one number, or one group of letters, replaced by that of another text."""
    parts, others = (PARTS.findall(random.choice(texts)) for texts in (legal, random.choice((legal, earlier))))
    place = random.randrange(len(parts))
    alike = [part for part in others if _kind(part) == _kind(parts[place]) and part != parts[place]]
    parts[place] = random.choice(alike or others)
    return "".join(parts)


def _kind(part: str) -> tuple[bool, bool]:
    return part.isdigit(), part.isupper()


def _shorter(random: Random, legal: Sequence[str], earlier: Sequence[str]) -> str:
    text = random.choice(legal)
    place = random.randrange(len(text))
    return text[:place] + text[place + 1 :]


PARTS = re.compile(r"[0-9]+|[A-Z]+|[a-z]+|.")
Way = Callable[[Random, Sequence[str], Sequence[str]], str]
WAYS: tuple[Way, ...] = (
    *[lambda random, legal, earlier: random.choice(earlier)] * 2,
    *[_with_another_part] * 5,
    _spliced,
    _with_another_character,
    _with_another_number,
    lambda random, legal, earlier: random.choice(legal) + random.choice(random.choice(legal)),
    _shorter,
)
"""The ways to make texts from those that are legal in a position, and from earlier ones. Neither may be empty."""
