"""The grammar of Crumble's turns on the page for programmers is that of the reference."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from shatterproof.crumble.notation import LONGEST_TEXT, meanings
from shatterproof.game import MalformedTurn
from shatterproof.spec import spec_folder

PAGE = (spec_folder() / "for-programmers.md").read_text(encoding="utf-8")
BLOCK = "TURN = " + PAGE.partition("    TURN = ")[2].partition("\n\n")[0]
HALVES = {"V": "E | W", "H": "N | S", "J": "E"}
"""The halves after each letter of a cut; a join has none."""


def rules() -> dict[str, str]:
    """The rule for each name on the page, without the remarks beside it."""
    found: dict[str, str] = {}
    for line in BLOCK.splitlines():
        rule = line.partition(" -- ")[0].strip()
        if rule.startswith("|"):
            found[[*found][-1]] += f" {rule}"
        else:
            name, _, found[name] = rule.partition(" = ")
    return found


def expression(rule: str, known: dict[str, str]) -> str:
    """A rule as a regular expression, in which the run of digits is a group."""
    parts = re.findall(r'"[^"]*"|[A-Z]{2,}|[A-Z]|\[[^]]*\]|\{[^}]*\}|[0-9]|[()|*+?]', rule)
    return "".join(_translated(part, known) for part in parts)


def _translated(part: str, known: dict[str, str]) -> str:
    if part == "RUN":
        return f"({known[part]})"
    if part in known:
        return f"(?:{expression(known[part], known)})"
    return re.escape(part[1:-1]) if part.startswith('"') else part.replace("(", "(?:")


GRAMMAR = {kind: re.compile(expression(rules()["TURN"], rules() | {"HALF": half})) for kind, half in HALVES.items()}


def is_turn(text: str) -> bool:
    """Whether the page has a meaning for a text."""
    kind = next((letter for letter in text if letter in HALVES), None)
    found = GRAMMAR[kind].fullmatch(text) if kind and len(text) <= LONGEST_TEXT else None
    return found is not None and (found[1] is None or any(map(fits, splits(found[1]))))


def splits(run: str) -> Iterator[tuple[str, str]]:
    return ((run[:at], run[at:]) for at in range(1, len(run)))


def fits(split: tuple[str, str]) -> bool:
    return all(number[0] != "0" for number in split) and int(split[1]) <= int(split[0])


def has_meaning(text: str) -> bool:
    try:
        return bool(meanings(text))
    except MalformedTurn:
        return False


PIECES = ["0", "1", "2", "10", "21", "121", ",", "H", "V", "J", "E", "N", "S", "W", "-", "+", "1-1", "2,1", "x"]
NEARLY = st.lists(st.sampled_from(PIECES), max_size=9).map("".join)
AFTER_A_LOCATION = st.builds("{}{}{}".format, st.sampled_from(["0", "2,1"]), st.sampled_from("HVJ"), NEARLY)


@given(NEARLY | AFTER_A_LOCATION)
@example("3,1V2-1E-ENE")
@example("2H1-1NN")
@example("2H1NN")
@example("2H12NN")
@example("2HN-")
@example("2HE")
@example("2H2-1N")
@example("2H2-1NE-E")
@example("2H211111111NN")
@example("2H2111111111NN")
@example("2H2-3NN")
@example("0,1234567V")
@example("0V1234567890")
@example("0V123456789+")
@example("0V" + "E" * (LONGEST_TEXT - 2))
@example("0V" + "E" * (LONGEST_TEXT - 2) + "+")
def test_the_page_excludes_what_the_reference_excludes(text: str) -> None:
    assert (is_turn(text) and not too_great(text)) == has_meaning(text)


def too_great(text: str) -> bool:
    """Whether a text names a piece beyond those cut, which the page excludes beside the grammar."""
    return any(int(which) > int(count) for count, which in re.findall(r"(\d+)-(\d+)[NSEW]", text))


@pytest.mark.parametrize("text", ["2H", "2HN", "2HS-S", "2H2", "2H2-1N-N", "2H21NN", "2J1,1", "2J0,2,1W+"])
def test_every_form_is_a_turn_on_the_page(text: str) -> None:
    assert is_turn(text)
    assert not is_turn(text.replace("2", "02", 1))
    assert not is_turn(f"{text}x")
