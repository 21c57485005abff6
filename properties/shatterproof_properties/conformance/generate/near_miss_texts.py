"""Near misses in large numbers: texts put together from legal ones, of this position and of earlier ones."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Sequence
from random import Random


class NearMisses:
    """Makes texts of turns, most of them illegal. It only looks at texts, so it is the same for all games."""

    def __init__(self) -> None:
        self._earlier: deque[str] = deque(maxlen=200)

    def texts(self, random: Random, legal: Sequence[str], wanted: int) -> list[str]:
        """At most n texts for a position, made from its `legal` ones, which are also kept for later positions."""
        known = set(legal)
        found: list[str] = []
        if legal or self._earlier:
            for _ in range(wanted * 3):
                text = random.choice(WAYS)(random, legal or self._earlier, self._earlier or legal)
                if len(found) < wanted and text not in known:
                    known.add(text)
                    found.append(text)
        self._earlier += random.sample(legal, min(6, len(legal)))
        return found


def _of_another_position(random: Random, legal: Sequence[str], earlier: Sequence[str]) -> str:
    return random.choice(earlier)


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


def _longer(random: Random, legal: Sequence[str], earlier: Sequence[str]) -> str:
    return random.choice(legal) + random.choice(random.choice(legal))


def _shorter(random: Random, legal: Sequence[str], earlier: Sequence[str]) -> str:
    text = random.choice(legal)
    place = random.randrange(len(text))
    return text[:place] + text[place + 1 :]


PARTS = re.compile(r"[0-9]+|[A-Z]+|[a-z]+|.")
Way = Callable[[Random, Sequence[str], Sequence[str]], str]
WAYS: tuple[Way, ...] = (
    *[_of_another_position] * 2,
    *[_with_another_part] * 5,
    _spliced,
    _with_another_character,
    _with_another_number,
    _longer,
    _shorter,
)
"""The ways to make texts from those that are legal in a position, and from earlier ones. Neither may be empty."""
