"""Games with the notes that people add to them: variations, comments, marks on the board, tags."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import REFUSALS, AnyGame
from shatterproof.record import read_turn
from shatterproof_properties.explorer.views import replay

MOST_OPENED = 1000
"""The most turns of a game that can be opened, including variations."""
Mark = list[str]
"""A mark on the board: the name of a place to ring, or the two that an arrow joins."""


@dataclass(frozen=True)
class GameTree:
    """A game from a position on.

    Nodes have numbers: 0 is the start, then come the `turns` of the main line. Each variation adds a node. It is given
    by the number of the node before it and its turn.
    """

    game: AnyGame
    start: Any
    turns: list[str] = field(default_factory=list)
    variations: list[tuple[int, str]] = field(default_factory=list)
    comments: Mapping[int, str] = field(default_factory=dict)
    marks: Mapping[int, list[Mark]] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Node:
    """A turn that was played: the number of the node before it, and the positions around it."""

    parent: int
    before: Any
    turn: Any
    after: Any


class PlayedTree:
    """A tree whose turns have been played, up to the first illegal one in each line.

    `nodes` has the start (None) and then each node. `number` gives the place of a tree's node among them. `refused` is
    the error for the first illegal turn, and `at` its number in the tree.
    """

    def __init__(self, tree: GameTree, notation: str = "published") -> None:
        self.tree = tree
        made, self.refused = replay(tree.game, tree.start, tree.turns, notation)
        self.main = len(made)
        self.nodes: list[Node | None] = [None, *(Node(number, *each) for number, each in enumerate(made))]
        self.number = {number: number for number in range(len(self.nodes))}
        self.at = len(self.nodes)
        for number, (parent, text) in enumerate(tree.variations, start=len(tree.turns) + 1):
            if parent in self.number:
                self._branch(number, self.number[parent], text, notation)

    def _branch(self, number: int, parent: int, text: str, notation: str) -> None:
        before = self.position(parent)
        try:
            turn = read_turn(self.tree.game, before, text, notation)
            after = self.tree.game.play(before, turn)
        except REFUSALS as error:
            if self.refused is None:
                self.refused, self.at = error, number
            return
        self.number[number] = len(self.nodes)
        self.nodes.append(Node(parent, before, turn, after))

    def position(self, number: int) -> Any:
        """The position at a node."""
        node = self.nodes[number]
        return self.tree.start if node is None else node.after

    @property
    def played(self) -> list[Node]:
        return [node for node in self.nodes if node is not None]

    def text(self, node: Node) -> str:
        """The turn that leads to a node, as it is written."""
        return self.tree.game.format_turn(node.before, node.turn)

    def variations(self) -> list[tuple[int, str]]:
        """The nodes beside the main line, as in a tree."""
        return [(node.parent, self.text(node)) for node in self.played[self.main :]]

    def noted(self, notes: Mapping[int, Any]) -> dict[str, Any]:
        """Notes by the numbers of the nodes that were played."""
        return {str(self.number[number]): note for number, note in notes.items() if number in self.number}


def numbered(notes: Mapping[str, Any], left_out: int = 0) -> dict[int, Any]:
    """Notes by the numbers of their nodes, without those of turns that are left out."""
    return {int(at) - left_out: note for at, note in notes.items() if note and int(at) >= left_out}


def check_variations(variations: list[tuple[int, str]], turns: int) -> None:
    """Raises InputError for a variation that does not follow a node before it."""
    for index, (parent, _) in enumerate(variations):
        if parent > turns + index:
            raise InputError(f"node {parent} comes later", f"/variations/{index}", "the number of a node before it")
