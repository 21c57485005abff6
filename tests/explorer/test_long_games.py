"""Games that are too long: refused at once, with what is too long."""

from __future__ import annotations

import random
from typing import Any

import pytest

from explorer.asking import ask, error
from shatterproof.errors import InputError
from shatterproof.game import find_game
from shatterproof.record import parse_record
from shatterproof_properties.explorer import addresses, opened_games
from shatterproof_properties.explorer.addresses import make_code, read_code

TAGS = '[Game "splinter"]\n[Board "6x5"]\n'


def test_the_turns_of_a_record_are_counted_before_its_comments_are_placed(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = []

    def parse(*given: Any) -> Any:
        parsed.append(given)
        return parse_record(*given)

    monkeypatch.setattr(opened_games, "parse_record", parse)
    rounds = "\n".join(f"{number}) pass {{so}} pass" for number in range(1, opened_games.MOST_OPENED // 2 + 2))
    assert error("open", text=f"{TAGS}\n{rounds}\n")["code"] == "too-many"
    assert len(parsed) == 1


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_comments_are_found_after_many_empty_lines(ending: str) -> None:
    text = TAGS + '[Event "{no comment}"]\n' + "1) a1SE" + "\n" * 200_000 + "{so}\n"
    assert ask("open", text=text.replace("\n", ending))["comments"] == {"1": "so"}


@pytest.mark.parametrize("texts", [random.Random(1).randbytes(addresses.LONGEST).hex(), "a" * addresses.LARGEST])
def test_a_game_that_is_too_long_for_an_address_is_refused_when_it_is_made(texts: str) -> None:
    game = find_game("scrunch")
    with pytest.raises(InputError, match="too long for an address"):
        make_code(game, game.start(), [texts], 0)


def test_an_address_that_is_too_long_and_one_of_another_version_are_told_apart() -> None:
    with pytest.raises(InputError, match="too long"):
        read_code("1" + "a" * addresses.LONGEST)
    with pytest.raises(InputError, match="another version"):
        read_code("2abc")
