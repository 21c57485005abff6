"""The witnesses that are shipped with the spec."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from shatterproof import strict_json
from shatterproof.spec import spec_folder
from shatterproof_properties.witnesses.pair import Pair, Values

VERSION = 1


@cache
def shipped(game: str) -> tuple[Pair, ...]:
    """What is shipped about every two values of every reading of a game, in the order of the readings."""
    file = data_file(game)
    return tuple(map(Pair.from_json, strict_json.decode_file(file)["pairs"])) if file.is_file() else ()


def shipped_pair(values: Values) -> Pair | None:
    """What is shipped about two values, None if nothing is."""
    return next((pair for pair in shipped(values.game.NAME) if pair.compared == values), None)


def data_file(game: str) -> Path:
    """Where the witnesses of a game are."""
    return spec_folder() / "witnesses" / f"{game}.json"


def written(game: str, pairs: Iterable[Pair]) -> str:
    """The text of a file of witnesses: one pair a line, so that changes are seen."""
    lines = ",\n".join(strict_json.encode(pair.to_json()) for pair in pairs)
    return f'{{"game":"{game}","pairs":[\n{lines}\n],"version":{VERSION}}}\n'
