"""The solution of a puzzle as a tree: the whole play that its certificate proves, to the end, as data.

`solution_tree(puzzle, certificate)` gives a `SolutionTree` for a certificate that the checker has accepted, of a claim
that is proved. `tree.key` is the first turn, "" where there is none to find; `tree.play` is what can be done after it
(without a key: in the diagram); `tree.tries` and `tree.set_play` are what else the certificate, or an analysis, knows.
A `Play` is all that one side may do, grouped by what answers it. Turns are text in the notation of the game.
`tree_text` prints a tree as problemists read it, `tree_to_json` gives its JSON values.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.claims.kind import Analysis, Answered
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.proof.proved_play import ROOT, Tables

ALL_THE_WAY = 10
"""Answers: more than any play has."""


@dataclass(frozen=True)
class Play:
    """All turns of a side in a position: those that save it, those that lose at once, and those with an answer.

    `variations` are sorted by the number of their replies, the largest first. `over` says that the game has ended.
    """

    variations: tuple[Variation, ...] = ()
    lost: tuple[str, ...] = ()
    saving: tuple[str, ...] = ()
    over: bool = False

    @property
    def replies(self) -> int:
        """How many results there are."""
        return len(self.lost) + len(self.saving) + sum(len(each.replies) for each in self.variations)

    @cached_property
    def threat(self) -> Variation | None:
        """The answer to at least half of the replies that need one, and to two at least; None if there is none."""
        first = self.variations[0] if self.variations else None
        needed = sum(len(each.replies) for each in self.variations)
        return first if first is not None and needed > 1 and 2 * len(first.replies) >= needed else None

    @property
    def others(self) -> tuple[Variation, ...]:
        """The variations besides the threat."""
        return self.variations if self.threat is None else self.variations[1:]

    @cached_property
    def signature(self) -> Hashable:
        """A key that plays share if they read alike: the same threat, and the same answers to all else."""
        threat = None if self.threat is None else (self.threat.answer, self.threat.then.signature)
        return threat, tuple((each.replies, each.answer, each.then.signature) for each in self.others)


@dataclass(frozen=True)
class Variation:
    """Replies with the same answer, and the play after it.

    The play shown is that after the first of them. After the others only the replies that threats answer may differ.
    """

    replies: tuple[str, ...]
    answer: str
    then: Play


class Try(NamedTuple):
    """First turns that fail to the same reply; `only` says that nothing else refutes them."""

    turns: tuple[str, ...]
    refutation: str
    only: bool = False


@dataclass(frozen=True)
class SolutionTree:
    """The solution of a puzzle.

    `solver_begins` says that the solver has the side to move in the diagram. `tries` that fail to one defence only, and
    `set_play`, come from an analysis; for a unique key the certificate has all first turns with what refutes them.
    `series` has all turns of a series, the key first; the other side passes in between.
    """

    game: str
    solver_begins: bool
    key: str
    play: Play
    tries: tuple[Try, ...] = ()
    set_play: tuple[Variation, ...] = ()
    series: tuple[str, ...] = ()


def solution_tree(
    puzzle: Puzzle,
    certificate: Json,
    analysis: Analysis | None = None,
    watch: Callable[[int], None] | None = None,
    deepest: int = ALL_THE_WAY,
) -> SolutionTree:
    """The solution tree of a puzzle whose certificate the checker has accepted.

    Tries are those of the analysis if it has any. After `deepest` answers only the main line goes on. `watch` is called
    with the number of results made so far; an exception from it ends everything. Raises InputError for a certificate
    that does not prove the claim of this puzzle.
    """
    tables, meaning = Tables(puzzle, certificate, watch), puzzle.claim.meaning
    first = tables.first
    play = Play(over=True) if first.series else _play(tables, tables.start, ROOT, deepest, frozenset(first.saving))
    if analysis is None or not analysis.tries:
        groups = meaning.refuted(certificate["proof"])
        turns = [result.turn for result in tables.results(tables.diagram)] if groups else []
        failed = (Try(tuple(turns[index] for index in group["results"]), group["by"]) for group in groups)
        tries = tuple(sorted(failed, key=lambda each: (-len(each.turns), each.refutation)))
    else:
        tries = tuple(Try(each.replies, each.answer, only=True) for each in _answered_alike(analysis.tries))
    set_play = _answered_alike(analysis.set_play if analysis else ())
    return SolutionTree(puzzle.game, meaning.solver_begins, first.key or "", play, tries, set_play, first.series)


def _play(tables: Tables, position: Any, at: int | None, deepest: int, saving: frozenset[int] = frozenset()) -> Play:
    """The play in a position by its table. Without a table every turn loses at once."""
    if tables.game.outcome(position) is not None:
        return Play(over=True)
    if at is None:
        return Play(lost=tuple(result.turn for result in tables.results(position)))
    found: dict[Hashable, list[tuple[str, str, Play]]] = {}
    lost, saved = list[str](), list[str]()
    ends: dict[str, tuple[Any, int | None]] = {}
    for index, met in enumerate(tables.met(position, at)):
        if met.answer is not None:
            end = ends[met.turn] = tables.after(met.after, met.answer.by), met.answer.then
            then = _play(tables, *end, deepest - 1) if deepest > 1 else Play()
            found.setdefault((met.answer.by, then.signature), []).append((met.turn, met.answer.by, then))
        else:
            (saved if index in saving or not met.loses(position.to_move) else lost).append(met.turn)
    variations = _largest_first(
        Variation(tuple(turn for turn, _, _ in each), each[0][1], each[0][2]) for each in found.values()
    )
    if deepest == 1 and variations:
        main, *others = variations
        then = _play(tables, *ends[main.replies[0]], deepest)
        variations = (Variation(main.replies, main.answer, then), *others)
    return Play(variations, tuple(lost), tuple(saved))


def _largest_first(variations: Iterable[Variation]) -> tuple[Variation, ...]:
    return tuple(sorted(variations, key=lambda each: (-len(each.replies), each.answer, each.replies)))


def _answered_alike(answered: Iterable[Answered]) -> tuple[Variation, ...]:
    found: dict[str, list[str]] = {}
    for each in answered:
        found.setdefault(each.answers[0], []).append(each.turn)
    return _largest_first(Variation(tuple(turns), answer, Play()) for answer, turns in found.items())


def tree_to_json(tree: SolutionTree) -> Json:
    """A tree as JSON values: `play` and each `then` have `replies` (with `turns`, `answer`, `then`), `lose`, `save`."""
    return {
        "game": tree.game,
        "key": tree.key or None,
        "series": list(tree.series),
        "play": _play_to_json(tree.play),
        "tries": [each._asdict() | {"turns": list(each.turns)} for each in tree.tries],
        "set_play": [{"turns": list(each.replies), "answer": each.answer} for each in tree.set_play],
    }


def _play_to_json(play: Play) -> Json:
    replies = [
        {"turns": list(each.replies), "answer": each.answer, "then": _play_to_json(each.then)}
        for each in play.variations
    ]
    return {"over": play.over, "replies": replies, "lose": list(play.lost), "save": list(play.saving)}
