"""Solution trees in the form of problemists: `1.key! (threat: 2.b)`, `1...a, c 2.d`, `1.x? 1...a!`.

The solver's turns have a point after their number, the other side's have three. Omitted turns are counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from shatterproof.movetext import wrapped
from shatterproof_properties.protocol.explaining import counted
from shatterproof_properties.puzzles.claims.words import WORDS
from shatterproof_properties.puzzles.proof.tree import Play, SolutionTree, Variation


class Shown(NamedTuple):
    """How much of a tree is printed; the rest is counted.

    `listed` are the numbers of variations by their depth; deeper ones have the last number. `width` are the characters
    of turns that a line names before it counts the rest; it names at least one.
    """

    listed: tuple[int, ...] = (12, 4, 2)
    tries: int = 6
    width: int = 48


MOST = Shown()
INDENT = "   "
MORE = " more"


class TreeLine(NamedTuple):
    """A line of a tree: the depth of its variation, from 0, and its text."""

    depth: int
    text: str


def tree_to_text(tree: SolutionTree, full: bool = False) -> str:
    """A tree as lines of text, variations indented; `full` leaves nothing out."""
    return "".join(f"{INDENT * line.depth}{line.text}\n" for line in tree_to_lines(tree, full))


def tree_to_lines(tree: SolutionTree, full: bool = False, most: Shown = MOST) -> list[TreeLine]:
    """The lines of a tree: set play, the key, the variations, the tries; `full` leaves nothing out."""
    return list(_TreeText(tree, full, most).lines(tree))


class _TreeText:
    """Writes plays by their ply, counted from the diagram."""

    def __init__(self, tree: SolutionTree, full: bool, most: Shown) -> None:
        self._between = WORDS.of(tree.game).BETWEEN_TURNS
        self._offset = 0 if tree.solver_begins else 1
        self._full = full
        self._most = most

    def lines(self, tree: SolutionTree) -> Iterator[TreeLine]:
        for number, each in enumerate(tree.set_play):
            if not number:
                yield TreeLine(0, "set play:")
            yield TreeLine(1, self._answered(each, 1))
        if tree.series:
            first, *others = (self._turn(2 * number, text) for number, text in enumerate(tree.series))
            passes = (f"{self._label(2 * number + 1)}passes {text}" for number, text in enumerate(others))
            yield TreeLine(0, " ".join([f"{first}!", *passes]))
        elif tree.key:
            yield TreeLine(0, f"{self._turn(0, tree.key)}!{self._remark(tree.play, 1)}")
            yield from self._variations(tree.play, 1, 0)
        else:
            # The play of a side that is to move in the diagram and cannot win.
            play, begins = tree.play, tree.solver_begins
            for turn in play.saving:
                yield TreeLine(0, f"{self._turn(0, turn)}!")
            if play.lost:
                them = "loses" if len(play.lost) == 1 else "lose"
                yield TreeLine(0, f"{self._turns(0, play.lost)}{'?' * begins} {them} at once")
            yield from self._listed(play.variations, 0, 0, failed=begins)
        shown = tree.tries if self._full else tree.tries[: self._most.tries]
        for attempt in shown:
            yield TreeLine(0, self._failed(attempt.turns, attempt.refutation, attempt.only))
        left_out = [each.turns for each in tree.tries[len(shown) :]]
        yield from _left_out(0, left_out, "first turn", "first turns", "refuted by")

    def _variations(self, play: Play, ply: int, depth: int) -> Iterator[TreeLine]:
        """The lines of a play without its threat."""
        yield from self._listed(play.others, ply, depth)
        if play.threat is not None and play.threat.then.others:
            met = replace(play.threat, replies=("others",) if play.others else ("any",))
            yield from self._variation(met, ply, depth)

    def _listed(self, every: Sequence[Variation], ply: int, depth: int, failed: bool = False) -> Iterator[TreeLine]:
        shown = every if self._full else every[: self._most.listed[min(depth, len(self._most.listed) - 1)]]
        for each in shown:
            yield from self._variation(each, ply, depth, failed)
        yield from _left_out(depth, [each.replies for each in every[len(shown) :]], "reply", "replies", "answered by")

    def _variation(self, each: Variation, ply: int, depth: int, failed: bool = False) -> Iterator[TreeLine]:
        said = self._failed(each.replies, each.answer) if failed else self._answered(each, ply)
        yield TreeLine(depth, said + self._remark(each.then, ply + 2))
        yield from self._variations(each.then, ply + 2, depth + 1)

    def _answered(self, each: Variation, ply: int) -> str:
        said = self._turns(ply, each.replies)
        return f"{said}{':' * said.endswith(MORE)} {self._turn(ply + 1, each.answer)}"

    def _failed(self, turns: Sequence[str], refutation: str, only: bool = False) -> str:
        return f"{self._turns(0, turns)}? {self._turn(1, refutation)}!{' (the only refutation)' if only else ''}"

    def _remark(self, play: Play, ply: int) -> str:
        """The threats of a turn, one after another, and how many replies lose at once; nothing if all do."""
        threats, here, at = list[str](), play, ply
        while here.threat is not None:
            threats.append(self._turn(at + 1, here.threat.answer))
            here, at = here.threat.then, at + 2
        said = [f"threat: {self._between.join(threats)}"] if threats else []
        if play.lost and play.variations:
            lose = "loses" if len(play.lost) == 1 else "lose"
            said.append(f"{counted(len(play.lost), 'reply', 'replies')} {lose} at once")
        return f" ({'; '.join(said)})" if said else ""

    def _turns(self, ply: int, turns: Sequence[str]) -> str:
        texts = [wrapped(text) for text in turns]
        shown = 1
        while shown < len(texts) and (self._full or len(self._between.join(texts[: shown + 1])) <= self._most.width):
            shown += 1
        more = len(texts) - shown
        return self._label(ply) + self._between.join(texts[:shown]) + (f" and {more}{MORE}" if more else "")

    def _turn(self, ply: int, text: str) -> str:
        return self._label(ply) + wrapped(text)

    def _label(self, ply: int) -> str:
        number, is_others = divmod(ply + self._offset, 2)
        return f"{number + 1}{'...' if is_others else '.'}"


def _left_out(depth: int, groups: Sequence[Sequence[str]], what: str, whats: str, by: str) -> Iterator[TreeLine]:
    """The line that counts omitted variations, if there are any."""
    if groups:
        more = sum(map(len, groups))
        yield TreeLine(
            depth, f"and {more} more {what if more == 1 else whats}, {by} {counted(len(groups), 'other turn')}"
        )
