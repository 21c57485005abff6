"""Claims as they are written."""

from __future__ import annotations

import pytest

from puzzles.certified import BARE
from shatterproof.errors import InputError
from shatterproof_properties.puzzles.claims.claim import Claim


def test_claims_read_as_they_are_printed() -> None:
    for claim in (Claim("wins", 2), Claim("mated", 0), Claim("defends", 9), Claim("differs", 2, about=BARE)):
        assert Claim.parse(str(claim)) == claim
    assert Claim.parse(" Crumblemate ") == Claim("mated", 1)
    assert Claim.parse("wins in 3", unique=True) == Claim("wins", 3, True)


@pytest.mark.parametrize("text", ["", "wins", "wins-0", "mated-10", "loses-1", "wins-1 unique", "wins-٣", "wins--1"])
def test_what_is_no_claim_is_bad_input(text: str) -> None:
    with pytest.raises(InputError):
        Claim.parse(text)


def test_a_mate_has_no_key_to_be_unique() -> None:
    with pytest.raises(InputError, match="unique"):
        Claim("mated", 1, unique=True)
