"""Variants: positions that are like another in all but one field, and near misses, texts like those of legal turns.

An engine that looks up a position under a key which leaves that field out takes one for the other.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Sequence
from random import Random

from shatterproof.game import find_game
from shatterproof_properties.conformance.generate import GENERATION, Data
from shatterproof_properties.protocol.answers import forgotten


def variant(random: Random, position: Data, boards: Sequence[str]) -> Data:
    """The position with one field changed at random; perhaps on another of the boards.

    It may be illegal, or unchanged.
    """
    known = GENERATION.find(position["game"])
    change = random.choice((*(known.CHANGES if known else (other_mover,)), None))
    return change(random, position) if change else {**position, "board": random.choice(boards)}


def stand_alike(one: Data, other: Data) -> bool:
    """Whether the pieces of two positions stand in the same places, whatever they are, with at most one exception."""
    known = GENERATION.find(one["game"])
    if known:
        return len(known.places(one) ^ known.places(other)) <= 1
    # Of a game that does not say which part is a place, the entries in the lists count.
    entries, others = (
        {(name, str(entry)) for name, value in position.items() if isinstance(value, list) for entry in value}
        for position in (one, other)
    )
    return len(entries ^ others) <= 1


def other_mover(random: Random, position: Data) -> Data:
    """The same position with the other side to move. The memory goes, since it is about turns of the other side."""
    return {**forgotten(position), "to_move": other_side(position["game"], position["to_move"])}


def without_memory(random: Random, position: Data) -> Data:
    return forgotten(position)


def other_side(game: str, side: str) -> str:
    first, second = find_game(game).SIDES
    return second if side == first else first


# Of positions with a list of pieces, in which each tells its place, then its side, and perhaps more


def places_of_pieces(position: Data) -> set[tuple[str, ...]]:
    return {tuple(piece[: _side_in(position, piece)]) for piece in position["pieces"]}


def _side_in(position: Data, piece: Sequence[str]) -> int:
    """The index at which a piece names its side. The items before it are its place."""
    sides = find_game(position["game"]).SIDES
    return next(place for place, part in enumerate(piece) if part in sides)


def sides_exchanged(random: Random, position: Data) -> Data:
    game = position["game"]
    sides = find_game(game).SIDES
    pieces = [[other_side(game, part) if part in sides else part for part in piece] for piece in position["pieces"]]
    return {**forgotten(position), "pieces": pieces}


def two_exchanged(random: Random, position: Data) -> Data:
    pieces = [list(piece) for piece in position["pieces"]]
    if not pieces:
        return position
    one, two = random.choice(pieces), random.choice(pieces)
    place = _side_in(position, one)
    one[place:], two[place:] = two[place:], one[place:]
    return {**forgotten(position), "pieces": pieces}


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
