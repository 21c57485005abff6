"""Writes and reads records of games with variations, comments, marks and tags."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from shatterproof.movetext import MOST_NESTED, RESULTS, RecordedTurn, wrapped
from shatterproof.record import Record, format_record
from shatterproof_properties.explorer.game_trees import GameTree, Mark, PlayedTree

_MARK = re.compile(r"\[%(?:ring|arrow) ([^\]\s]+)(?: ([^\]\s]+))?\]")
"""A mark on the board in the form that a comment has."""


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
        node = self._played.nodes[number]
        assert node is not None
        yield wrapped(self._played.text(node))
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
