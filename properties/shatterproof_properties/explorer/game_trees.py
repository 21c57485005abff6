"""Games with the notes that people add to them: variations, comments, marks on the board, tags; and their records."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from shatterproof.errors import InputError
from shatterproof.game import AnyGame
from shatterproof.movetext import MOST_NESTED, RESULTS, RecordedTurn, wrapped
from shatterproof.record import Record, format_record
from shatterproof_properties.explorer.views import replay

MOST_OPENED = 1000
"""The most turns of a game that can be opened, including variations."""
Mark = list[str]
"""A mark on the board: the name of a place to ring, or the two that an arrow joins."""
_MARK = re.compile(r"\[%(?:ring|arrow) ([^\]\s]+)(?: ([^\]\s]+))?\]")
"""A mark in the form that a comment has."""


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


class Node(NamedTuple):
    """A turn that was played: the number of the node before it, and the positions around it."""

    parent: int
    before: Any
    turn: Any
    after: Any


class PlayedTree:
    """A tree whose turns have been played, up to the first illegal one in each line.

    `played` has the nodes after the start, of which the first `main` are the main line. `number` gives the place of a
    tree's node among them, from 1. `refused` is the error for the first illegal turn, and `at` its number in the tree.
    """

    def __init__(self, tree: GameTree, notation: str = "published") -> None:
        self.tree = tree
        made, self.refused = replay(tree.game, tree.start, tree.turns, notation)
        self.main = len(made)
        self.played = [Node(number, *each) for number, each in enumerate(made)]
        self.number = {number: number for number in range(self.main + 1)}
        self.at = self.main + 1
        for number, (parent, text) in enumerate(tree.variations, start=len(tree.turns) + 1):
            if parent not in self.number:
                continue
            made, refused = replay(tree.game, self.position(self.number[parent]), [text], notation)
            if refused is None:
                self.played.append(Node(self.number[parent], *made[0]))
                self.number[number] = len(self.played)
            elif self.refused is None:
                self.refused, self.at = refused, number

    def position(self, number: int) -> Any:
        """The position at a node."""
        return self.played[number - 1].after if number else self.tree.start

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


def record_of(tree: GameTree) -> tuple[str, list[str]]:
    """The record of a game, and in words the notes that no record can hold. Illegal turns are left out."""
    played = PlayedTree(tree)
    said = tree.tags.get("Result", "*")
    main = [node.turn for node in played.played[: played.main]]
    tags = {name: value for name, value in tree.tags.items() if re.fullmatch("[A-Za-z]{1,40}", name)}
    head, _, body = format_record(tree.start, main, tags, said if said in RESULTS else "*").partition("\n\n")
    line = _Line(played)
    words = [*_comment(tree, 0), *line.words(0), body.split()[-1]]
    left_out = [f"variations within more than {MOST_NESTED} others"] if line.is_too_deep else []
    return f"{head}\n\n{' '.join(words).lstrip()}\n".replace(" \n", "\n"), left_out


class _Line:
    """Writes the turns that follow a node of a game."""

    def __init__(self, played: PlayedTree) -> None:
        self.is_too_deep = False
        self._played = played
        self._following = defaultdict[int, list[int]](list)
        second = played.tree.start.to_move == played.tree.game.SIDES[1]
        self._plies = [int(second)]
        self._notes = {number: note for note, number in played.number.items()}
        for number, node in enumerate(played.played, start=1):
            self._following[node.parent].append(number)
            self._plies.append(self._plies[node.parent] + 1)

    def words(self, number: int, depth: int = 0, begins: bool = True) -> Iterator[str]:
        """The turns from a node on, each with its comment and its variations."""
        while following := self._following[number]:
            number, *others = following
            yield from self._turn(number, depth, begins)
            begins = False
            self.is_too_deep |= depth == MOST_NESTED and bool(others)
            for other in others if depth < MOST_NESTED else ():
                inside = " ".join([*self._turn(other, depth + 1, True), *self.words(other, depth + 1, False)])
                # Apart from the brackets, those of the numbers are not taken for them.
                yield f"( {inside} )"

    def _turn(self, number: int, depth: int, begins: bool) -> Iterator[str]:
        ply = self._plies[number]
        if ply % 2 or begins:
            yield f"{'' if depth else chr(10)}{(ply + 1) // 2}){'' if ply % 2 else ' ...'}"
        yield wrapped(self._played.text(self._played.played[number - 1]))
        yield from _comment(self._played.tree, self._notes[number])


def _comment(tree: GameTree, number: int) -> list[str]:
    """The comment of a node: its marks, then its text."""
    marks = [f"[%{'ring' if len(mark) == 1 else 'arrow'} {' '.join(mark)}]" for mark in tree.marks.get(number, [])]
    said = " ".join([*marks, *tree.comments.get(number, "").split()]).replace("{", "(").replace("}", ")")
    return [f"{{{said}}}"] if said else []


def tree_of(record: Record) -> GameTree:
    """The game in a record, with all its notes."""
    variations, notes = list[tuple[int, str]](), {0: record.comments}

    def read(line: tuple[RecordedTurn, ...], before: int, first: int) -> None:
        """Notes the nodes of a line, from `first` on and after the node `before`, and adds the variations beside it."""
        nodes = range(first, first + len(line))
        notes.update((number, (*turn.marks, *turn.comments)) for number, turn in zip(nodes, line, strict=True))
        for turn, parent in zip(line, (before, *nodes), strict=False):
            for variation in turn.variations:
                start = len(record.turns) + len(variations) + 1
                parents = (parent, *range(start, start + len(variation)))
                variations.extend((at, each.text) for at, each in zip(parents, variation, strict=False))
                read(variation, parent, start)

    read(record.turns, 0, 1)
    comments, marks = dict[int, str](), dict[int, list[Mark]]()
    for number, said in notes.items():
        text = " ".join(said)
        if found := _MARK.findall(text):
            marks[number] = [[name for name in names if name] for names in found]
        if words := " ".join(_MARK.sub("", text).split()):
            comments[number] = words
    tags = {name: value for name, value in record.tags.items() if name != "Position"}
    if record.result:
        tags["Result"] = record.result
    turns = [turn.text for turn in record.turns]
    return GameTree(record.game, record.position, turns, variations, comments, marks, tags)
