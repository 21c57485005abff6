"""What the actions of a trial of Scrunch do to the stones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile

from shatterproof import scrunch
from shatterproof.errors import InputError
from shatterproof_properties.common.ludii.trial import Action

SITES = {"Add": ("to",), "Move": ("from", "to"), "Remove": ("to",), "Pass": ()}
"""The kinds of changes, with the fields of their actions that name cells; a pass is one too."""
KEEPING_ACCOUNT = re.compile(
    r"Set(?!Count\b)[A-Z][A-Za-z]*|(?:Forget|Remember)Value|AddPlayerToTeam|Note|Propose|Select|StoreStateInContext|Trigger|Vote"
)
"""Actions that change no stone."""
RESIGNED = "Forfeit"
TYPES_OF_SITES = ("Cell", "Vertex")
"""Places for stones in a description: the cells of hexagons or the crossings of triangles."""


@dataclass(frozen=True)
class StoneChange:
    """A stone added, moved or removed, or a pass: its cells by Ludii's numbers, whose move it is, and the line.

    `piece` is the number of the kind of stone that is added; "" for all other changes.
    """

    kind: str
    sites: tuple[int, ...]
    mover: str
    line: int
    piece: str = ""


def changes(actions: Iterable[Action]) -> list[StoneChange]:
    """The changes that some actions make, up to a resignation.

    Raises InputError with the line of an action that cannot be read.
    """
    found = list(_changes(takewhile(lambda action: action.name != RESIGNED, actions)))
    owners: dict[str, str] = {}
    for change in found:
        if change.piece and owners.setdefault(change.piece, change.mover) != change.mover:
            what = f"both players add pieces of the kind {change.piece}"
            raise InputError(what, f"line {change.line}", "stones of one player each, and no other pieces")
    return found


def _changes(actions: Iterable[Action]) -> Iterator[StoneChange]:
    for action in actions:
        if KEEPING_ACCOUNT.fullmatch(action.name) or action.fields.get("applied") == "false":
            # What is removed later is removed by an action of its own.
            continue
        where = f"line {action.line}"
        if action.name not in SITES:
            wish = f"{', '.join(SITES)}, or an action that changes no stone"
            raise InputError(f"{action.name} is no action of Scrunch", where, wish)
        if action.mover not in (1, 2):
            what = f"player {action.mover} moves" if action.mover else "stones are set up before the first move"
            raise InputError(what, where, "an empty board, and moves of player 1, who has Dark, and player 2")
        for name in ("type", "typeFrom", "typeTo"):
            if action.fields.get(name, "Cell") not in TYPES_OF_SITES:
                raise InputError(f"{name} of {action.name} is no cell", where, " or ".join(TYPES_OF_SITES))
        sites = tuple(action.number(name) for name in SITES[action.name])
        piece = str(action.number("what")) if action.name == "Add" else ""
        yield StoneChange(action.name, sites, scrunch.SIDES[action.mover - 1], action.line, piece)
