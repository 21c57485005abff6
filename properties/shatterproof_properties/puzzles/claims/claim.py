"""Claims about the position of a puzzle, in the short form and in people's words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from shatterproof.errors import InputError, shorten
from shatterproof.game import GAMES, AnyGame, find_game
from shatterproof_properties.protocol.explaining import counted
from shatterproof_properties.puzzles.claims.differs_claim import DIFFERS, DiffersClaim
from shatterproof_properties.puzzles.claims.kind import ClaimKind
from shatterproof_properties.puzzles.claims.mated_claim import DEFENDS, MATED
from shatterproof_properties.puzzles.claims.series_claim import SERIES
from shatterproof_properties.puzzles.claims.threats_claim import THREATS
from shatterproof_properties.puzzles.claims.wins_claim import PASSES, WINS
from shatterproof_properties.puzzles.claims.words import WORDS

KINDS: Mapping[str, ClaimKind] = {kind.name: kind for kind in (WINS, MATED, DEFENDS, THREATS, PASSES, SERIES, DIFFERS)}
"""The kinds of claim by name."""
DEEPEST = 9
"""The most turns of the attacker in a claim. A search may decide fewer."""
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
EXPECTED = "a claim like " + " or ".join(", ".join(f'"{kind.example}"' for kind in KINDS.values()).rsplit(", ", 1))
EXPECTED_IN_WORDS = f'{EXPECTED}; or in words, like "White to play wins in two" or "Black is mated in 1"'

_SHORT = re.compile("([a-z]+)-([0-9])(?: ((?:[a-z]+[.])?[a-z-]+=[a-z-]+))?")
_SIDE = r"(?:(?P<side>[a-z]+)(?: to (?:move|play))?(?: and)?(?: is)? )?"
_SENTENCES = [(kind, re.compile(rf"{_SIDE}{saying}\.?")) for kind in KINDS.values() for saying in kind.sayings]
_NICKNAMED = re.compile(rf"{_SIDE}(?:in )?(?P<nickname>[a-z]+)(?: turns?)?\.?")


@dataclass(frozen=True)
class Claim:
    """A claim of a kind in n turns, or answers. With `unique` it has one solution only.

    `about` is the `READING=VALUE` of a claim that names them, else empty. Raises InputError for an unknown kind, and
    for anything that a claim of its kind may not say.
    """

    kind: str
    turns: int
    unique: bool = False
    about: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise InputError(f"unknown kind of claim {shorten(self.kind, 40)!r}", expected=EXPECTED)
        its = KINDS[self.kind]
        if not its.least <= self.turns <= DEEPEST:
            raise InputError(f"a claim {self.kind}-{self.turns}", expected=f"{its.least} to {DEEPEST} turns")
        if bool(self.about) != its.names_reading:
            what = f"a claim {self.kind}-{self.turns} {'with' if self.about else 'without'} a reading"
            raise InputError(what, expected=f'a claim like "{its.example}"')
        if self.unique and its.no_unique:
            others = " or ".join(name for name, kind in KINDS.items() if not kind.no_unique)
            raise InputError(its.no_unique, expected=f"{others} for a unique key")

    def __str__(self) -> str:
        return f"{self.kind}-{self.turns}{' ' if self.about else ''}{self.about}"

    @property
    def meaning(self) -> ClaimKind:
        """The object of its kind."""
        return DiffersClaim(self.about) if self.about else KINDS[self.kind]

    @property
    def depth(self) -> int:
        """The number of the attacker's turns that it is about."""
        return 1 if self.meaning.counts_answers else self.turns

    @property
    def is_mate_in_one(self) -> bool:
        """Whether it says that the side to move is mated in one turn, so that there are threats to list."""
        return self.kind == MATED.name and self.turns == 1

    @classmethod
    def parse(cls, text: str, unique: bool = False) -> Claim:
        """A claim from its short form, like `wins-2`. Raises InputError."""
        found = _SHORT.fullmatch(text)
        if found is None or found[1] not in KINDS:
            raise InputError(f"{shorten(text, 60)!r} is no claim", expected=EXPECTED)
        return cls(found[1], int(found[2]), unique, found[3] or "")

    def describe(self, side: str, game: str = "") -> str:
        """The claim about a side in words, like `White to move wins in 2 turns`; with `game` in that game's words."""
        nicknames = WORDS.of(game).NICKNAMES if game else {}
        nickname = next((word for word, kind in nicknames.items() if kind == self.kind), None)
        if nickname is not None and self.turns == 1:
            return f"{side.capitalize()} to move is in {nickname}"
        turns, one = counted(self.turns, "turn"), "s" if self.turns == 1 else ""
        said = self.meaning.sentence.format(turns=turns, one=one, other=_other(side, game), about=self.about)
        return f"{side.capitalize()} to move {said}{self.meaning.if_unique if self.unique else ''}"

    def question(self, side: str, game: str) -> str:
        """The question to a solver with a side to move, as a sentence without its full stop."""
        return self.meaning.question(side.capitalize(), _other(side, game), self.turns, self.unique).rstrip(".")


def _other(side: str, game: str) -> str:
    sides = find_game(game).SIDES if game else ()
    others = [each.capitalize() for each in sides if each != side.lower()]
    return others[0] if side.lower() in sides else "the other side"


def read_claim(text: str, unique: bool, game: AnyGame, to_move: str) -> Claim:
    """The claim of a text about the side to move, in the short form or as a sentence.

    Raises InputError for a text without a claim, for a claim about the other side, and for one that no position can
    satisfy.
    """
    plain = " ".join(text.lower().split())
    short = _SHORT.fullmatch(plain)
    if short is not None and short[1] in KINDS:
        return _possible(Claim(short[1], int(short[2]), unique, _full_id(short[3], game)), game)
    for kind, form in _SENTENCES:
        if said := form.fullmatch(plain):
            _check_side(said["side"], game, to_move)
            other, about = said.groupdict().get("other"), _full_id(said.groupdict().get("about"), game)
            if other not in (None, "the other side", _other(to_move, game.NAME).lower()):
                raise InputError(f"a pass after which {shorten(other, 40)} wins", expected="the other side")
            return _possible(Claim(kind.name, _number(said["turns"], text), unique, about), game)
    named = _NICKNAMED.fullmatch(plain)
    if named is None or named["nickname"] not in _nicknames():
        raise InputError(f"{shorten(text, 60)!r} is no claim", expected=EXPECTED_IN_WORDS)
    _check_side(named["side"], game, to_move)
    nicknamed, owner = _nicknames()[named["nickname"]]
    if owner != game.NAME:
        wish = f'"{nicknamed}-1"; only {owner.capitalize()} has the word'
        raise InputError(f"a {named['nickname']} in {game.NAME}", expected=wish)
    return _possible(Claim(nicknamed, 1, unique), game)


@cache
def _nicknames() -> Mapping[str, tuple[str, str]]:
    return {word: (kind, game) for game in GAMES for word, kind in WORDS.of(game).NICKNAMES.items()}


def _full_id(about: str | None, game: AnyGame) -> str:
    return about or "" if not about or "." in about else f"{game.NAME}.{about}"


def _possible(claim: Claim, game: AnyGame) -> Claim:
    """Returns the claim if some position of a game may satisfy it. Raises InputError for any other."""
    why = claim.meaning.is_impossible(game.NAME, claim.turns)
    if why:
        raise InputError(f"the claim {claim} can never hold: {why}", expected=f"{claim.meaning.example} or more")
    if claim.about:
        reading, _, value = claim.about.partition("=")
        game.Readings.from_mapping({reading: value})
    return claim


def _check_side(said: str | None, game: AnyGame, to_move: str) -> None:
    if said is not None and said not in game.SIDES:
        sides = " or ".join(map(str.capitalize, game.SIDES))
        raise InputError(f"{shorten(said, 40)!r} is no side of {game.NAME}", expected=sides)
    if said not in (None, to_move):
        what = f"the claim is about {str(said).capitalize()}, and {to_move.capitalize()} is to move"
        raise InputError(what, expected="a claim about the side to move")


def _number(said: str, text: str) -> int:
    if said in NUMBERS:
        return NUMBERS.index(said) + 1
    if re.fullmatch("[0-9]", said):
        return int(said)
    raise InputError(f"{shorten(text, 60)!r} counts no turns", expected="a number up to 9, in digits or as a word")
