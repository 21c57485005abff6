"""The collection of puzzles, each with its certificate."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from shatterproof.errors import InputError, shorten
from shatterproof.game import GAMES
from shatterproof.spec import spec_folder
from shatterproof_properties.explorer.showing import Json, shown
from shatterproof_properties.puzzles.certificate import read_certificate
from shatterproof_properties.puzzles.files.text import parse_puzzle
from shatterproof_properties.puzzles.judging import Judge
from shatterproof_properties.puzzles.puzzle import Puzzle

ENDING = ".puzzle"
PLAYED = ("wins", "mated", "defends")
"""Kinds of claims that are solved by play from the diagram on."""


class Kept(NamedTuple):
    """A puzzle of the collection, by the name in questions."""

    id: str
    file: Path
    puzzle: Puzzle


@cache
def collection() -> dict[str, Kept]:
    """All puzzles that can be played by their names, game by game, in the order of their files."""
    found = {}
    for game in GAMES:
        for file in sorted((spec_folder() / "puzzles" / game).glob(f"*{ENDING}")):
            name = f"{game}/{file.name.removesuffix(ENDING)}"
            puzzle = parse_puzzle(file.read_text(encoding="utf-8"), name)
            if puzzle.claim.kind in PLAYED:
                found[name] = Kept(name, file, puzzle)
    return found


def kept(name: str) -> Kept:
    """The puzzle of that name. Raises InputError."""
    if name not in collection():
        raise InputError(f"there is no puzzle {shorten(name, 60)!r}", expected="one of the collection")
    return collection()[name]


def certificate_of(name: str) -> Json:
    """The certificate of a puzzle; it was checked when the collection was made."""
    file = kept(name).file
    beside = file.with_name(file.name.removesuffix(ENDING) + ".certificate.json")
    return read_certificate(beside.read_text(encoding="utf-8"), name)


@cache
def judge_of(name: str) -> Judge:
    """Who judges those that solve a puzzle."""
    return Judge(kept(name).puzzle, certificate_of(name))


def puzzles(question: Json) -> Json:
    """The answer to `puzzles`."""
    return {"puzzles": [described(found) for found in collection().values()]}


def puzzle(question: Json) -> Json:
    """The answer to `puzzle`. Raises InputError."""
    found = kept(question["id"])
    position: Any = found.puzzle.reference_position()
    return {
        "puzzle": described(found),
        "board": position.board,
        "readings": position.readings.to_mapping(),
        "rounds": judge_of(found.id).rounds,
        "start": shown(found.puzzle.rules, position),
    }


def described(found: Kept) -> Json:
    """A puzzle as lists have it."""
    its = found.puzzle
    return {
        "id": found.id,
        "title": its.title,
        "game": its.game,
        "board": its.board,
        "claim": str(its.claim),
        "statement": _statement(its),
        "themes": list(its.themes),
        "difficulty": its.difficulty,
    }


def _statement(its: Puzzle) -> str:
    """What is to be done, for the solver, in a sentence or two."""
    mover = its.to_move.capitalize()
    other = next(side for side in its.rules.SIDES if side != its.to_move).capitalize()
    number = its.claim.turns
    within = "at once" if number == 1 else f"in {number} turns"
    only = " Only one turn does it." if its.claim.unique else ""
    if its.claim.kind == "wins":
        return f"You are {mover}, to move. Win {within}.{only}"
    if its.claim.kind == "defends":
        loses = "next turn" if number == 1 else f"within {number} turns"
        return f"You are {mover}, to move. Find a turn after which {other} cannot win {loses}.{only}"
    word = " (crumblemate)" if its.game == "crumble" and number == 1 else ""
    ending = "" if number == 1 else f" {within}"
    lost = f"{mover} moves first and cannot be saved{word}"
    return f"You are {other}. {lost}: answer each defence with the turn that wins{ending}."
