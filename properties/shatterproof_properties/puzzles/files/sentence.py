"""Claims as people write them: a sentence about a side, or the short form."""

from __future__ import annotations

import re

from shatterproof.errors import InputError, shorten
from shatterproof.game import AnyGame
from shatterproof_properties.puzzles.claim import Claim

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
EXPECTED = 'a claim like "wins-2", "White to play wins in two" or "Black is mated in 1"'

_SIDE = r"(?:(?P<side>[a-z]+)(?: to (?:move|play))?(?: and)?(?: is)? )?"
_SAYS = (
    ("mated", r"(?:in )?crumblemate"),
    ("mated", r"mated(?:-| in )(?P<turns>[a-z0-9]+)"),
    ("wins", r"wins?(?:-| in )(?P<turns>[a-z0-9]+)"),
    ("defends", r"(?:defends(?:-| in )|has a defence against losing in )(?P<turns>[a-z0-9]+)"),
)
_CLAIMS = tuple((kind, re.compile(f"{_SIDE}{says}(?: turns?)?\\.?")) for kind, says in _SAYS)

_NEVER = {("crumble", "mated-0"): "no turn of Crumble loses at once: a cut alone wins for nobody"}
"""Claims that no position of a game can meet, and why."""


def claim_said(text: str, unique: bool, game: AnyGame, to_move: str) -> Claim:
    """The claim that a text makes about the side to move.

    Raises InputError where it makes none, where it is about the other side, and where no position could be so.
    """
    plain = " ".join(text.lower().split())
    kind, found = next(((kind, met) for kind, claims in _CLAIMS if (met := claims.fullmatch(plain))), ("", None))
    if found is None:
        raise InputError(f"{shorten(text, 60)!r} is no claim", expected=EXPECTED)
    _check_side(found["side"], game, to_move)
    if "crumblemate" in plain and game.NAME != "crumble":
        raise InputError(f"a crumblemate in {game.NAME}", expected='"mated-1"; only Crumble has the word')
    claim = Claim.parse(f"{kind}-{_number(found.groupdict().get('turns', 'one'), text)}", unique)
    why = _NEVER.get((game.NAME, str(claim)))
    if why:
        raise InputError(f"the claim {claim} can never hold: {why}", expected="mated-1 or more")
    return claim


def _check_side(said: str | None, game: AnyGame, to_move: str) -> None:
    if said is not None and said not in game.SIDES:
        sides = " or ".join(map(str.capitalize, game.SIDES))
        raise InputError(f"{shorten(said, 40)!r} is no side of {game.NAME}", expected=sides)
    if said not in (None, to_move):
        what = f"the claim is about {str(said).capitalize()}, and {to_move.capitalize()} is to move"
        raise InputError(what, expected="a claim about the side to move")


def _number(said: str, text: str) -> str:
    if said in NUMBERS:
        return str(NUMBERS.index(said) + 1)
    if re.fullmatch("[0-9]", said):
        return said
    raise InputError(f"{shorten(text, 60)!r} counts no turns", expected="a number up to 9, in digits or as a word")
