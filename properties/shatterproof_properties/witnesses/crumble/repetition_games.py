"""Games of Crumble that repetition draws under one reading and not under another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from shatterproof_properties.second.crumble import Engine
from shatterproof_properties.second.crumble.board import LETTERS, Rect, slots
from shatterproof_properties.second.crumble.position import (
    Arrangement,
    Memory,
    Position,
    Targets,
    Turn,
    Work,
    Worked,
    arranged,
)
from shatterproof_properties.second.crumble.rules import in_order
from shatterproof_properties.second.crumble.work import HALVES, WorkResult, cuts, joins, worked_rects
from shatterproof_properties.solving.crumble import board_images
from shatterproof_properties.witnesses.distinctions import Clock

REMEMBERED = 4
BY_NAME = sorted(range(4), key=lambda direction: LETTERS[direction])
"""The directions in the order of the alphabet."""
GameText = tuple[int, str, str]
"""The sort key of games: how a game is written, and where it starts."""


class Placement(NamedTuple):
    """A position without its memory: pieces sorted by place, the black pieces among them, and the side to move."""

    pieces: tuple[Rect, ...]
    black: frozenset[Rect]
    black_moves: bool


class Continuation(NamedTuple):
    """A turn: its shortest text, its result, the pieces that it cut or joined, and the pieces swapped into by each
    engine.
    """

    text: str
    after: Placement
    worked: Worked
    targets: tuple[Targets, ...]


def turns_of_a_draw(engine: Engine) -> int:
    """The number of turns that a draw looks back on, the drawing turn included; 0 if the readings have no such draw."""
    return 0 if engine.draw == "agreement-only" else REMEMBERED + engine.renewals_for_draw()


Memories = tuple[Memory | None, Memory | None]
"""What a position remembers under the reading that draws, and under the other."""
Node = tuple[Placement, Memories]


class Repetition:
    """A search for games with at most n pieces that are drawn only under the first engine's readings."""

    def __init__(self, drawing: Engine, other: Engine, pieces: int, clock: Clock) -> None:
        self.engines = (drawing, other)
        self.pieces = pieces
        self.turns = turns_of_a_draw(drawing)
        self._clock = clock
        self._steps: dict[Placement, list[Continuation]] = {}

    def shortest(self, starts: Iterable[tuple[str, Placement]]) -> GameText | None:
        """The shortest game from one of the positions, each given with its canonical JSON."""
        layer: dict[Node, GameText] = {(placement, (None, None)): (0, "", name) for name, placement in starts}
        for turn in range(1, self.turns):
            following: dict[Node, GameText] = {}
            for node, (length, said, name) in layer.items():
                for step, key in self._following(node, turn):
                    longer = (length + len(step.text), f"{said} {step.text}", name)
                    if key not in following or longer < following[key]:
                        following[key] = longer
            layer = following
        return min(self._drawn(layer), default=None)

    def promising(self, starts: Iterable[Placement]) -> set[Placement]:
        """The positions from which such a game exists at all."""
        layers: list[dict[Node, list[Node]]] = [{(placement, (None, None)): [] for placement in starts}]
        for turn in range(1, self.turns):
            following: dict[Node, list[Node]] = {}
            for node in layers[-1]:
                for key in {key for _, key in self._following(node, turn)}:
                    following.setdefault(key, []).append(node)
            layers.append(following)
        reached = {node for node in layers[-1] if any(True for _ in self._drawn({node: (0, "", "")}))}
        for layer in reversed(layers[1:]):
            reached = {before for node in reached for before in layer[node]}
        return {placement for placement, _ in reached}

    def _following(self, node: Node, turn: int) -> Iterator[tuple[Continuation, Node]]:
        """The turns after which a game of n turns can still be drawn in time, and is not drawn for the other engine.

        All its turns after the first four must have renewed.
        """
        placement, memories = node
        self._clock.tick(0)
        for step in self._steps_from(placement):
            if len(step.after.pieces) <= self.pieces:
                drawing, other = later = self._remembered(memories, step)
                if drawing is None or len(drawing.recent) < min(turn, REMEMBERED) or None in drawing.recent:
                    continue
                if drawing.renewals >= max(0, turn - REMEMBERED) and not _is_drawn(self.engines[1], other):
                    yield step, (step.after, later)

    def _drawn(self, layer: dict[tuple[Placement, Memories], GameText]) -> Iterator[GameText]:
        for (placement, memories), (length, said, name) in layer.items():
            for step in self._steps_from(placement):
                later = self._remembered(memories, step)
                drawn = [_is_drawn(engine, memory) for engine, memory in zip(self.engines, later, strict=True)]
                if drawn == [True, False]:
                    yield length + len(step.text), f"{said} {step.text}", name

    def _remembered(self, memories: Memories, step: Continuation) -> Memories:
        found = []
        for engine, memory, targets in zip(self.engines, memories, step.targets, strict=True):
            renewed = engine.has_renewed(engine.renewing_targets(memory, step.worked), targets)
            found.append(engine.remember(memory, step.worked, targets, renewed))
        one, two = found
        return one, two

    def _steps_from(self, placement: Placement) -> list[Continuation]:
        found = self._steps.get(placement)
        if found is None:
            shortest: dict[tuple[Placement, Worked, tuple[Targets, ...]], str] = {}
            for text, after, worked, targets in steps(self.engines, placement):
                key = (after, worked, targets)
                if key not in shortest or (len(text), text) < (len(shortest[key]), shortest[key]):
                    shortest[key] = text
            found = self._steps[placement] = [Continuation(text, *result) for result, text in shortest.items()]
        return found


def _is_drawn(engine: Engine, memory: Memory | None) -> bool:
    return memory is not None and memory.renewals >= engine.renewals_for_draw()


def steps(
    engines: Sequence[Engine], placement: Placement
) -> Iterator[tuple[str, Placement, Worked, tuple[Targets, ...]]]:
    """Turns that do not win, with the targets that each engine gives them.

    Both engines agree on the board after a turn. Of turns with equal results one is enough.
    """
    engine = engines[0]
    here = without_memory(engine, placement)
    arrangement = here.arrangement
    own = here.black if placement.black_moves else arrangement.live ^ here.black
    for work, done in (*cuts(engine, arrangement, own), *joins(engine, arrangement, own)):
        worked = worked_rects(arrangement, work)
        for index, half, path, held, masks in _walks(engines, work, done):
            rects = done.arrangement.rects
            targets = tuple(in_order(rects[slot] for slot in slots(mask)) for mask in masks)
            text = engine.turn_text(here, Turn(work, index, half, path))
            yield text, placement_of(done.arrangement, held, placement.black_moves), worked, targets


def _walks(
    engines: Sequence[Engine], work: Work, done: WorkResult
) -> Iterator[tuple[int, str, str, int, tuple[int, ...]]]:
    """The continuations after a cut or join: piece, half, path, the mover's pieces, and each engine's targets."""
    yield 0, "", "", done.own, tuple(0 for _ in engines)
    for index, pair in enumerate(done.new):
        for half, start in zip(HALVES[work.kind], pair, strict=True):
            for first in BY_NAME:
                for path, held, at, entered in _walk(engines, done.arrangement, done.own, start, first):
                    yield index, half, path, held, tuple(each.targets_of(start, at, entered) for each in engines)


def _walk(
    engines: Sequence[Engine], arrangement: Arrangement, own: int, start: int, first: int
) -> Iterator[tuple[str, int, int, int]]:
    """The states that walks with this first step reach without a win, each with its first path.

    The pieces swapped into are included if the engine keeps them all.
    """
    engine, asked = engines[0], any(each.lists_targets for each in engines)
    waiting, seen = [("", own, start, 0)], set()
    for path, held, slot, entered in waiting:
        for direction in BY_NAME if path else (first,):
            bit = arrangement.sides[direction][slot] & ~held
            if not bit:
                continue
            after, into = engine.capture(arrangement, held & ~(1 << slot) | bit), bit.bit_length() - 1
            state = (after, into, entered | bit if asked else 0)
            if state in seen or engine.winner(arrangement, after, arrangement.live ^ after):
                continue
            seen.add(state)
            longer = path + LETTERS[direction]
            yield longer, *state
            if after >> into & 1:
                waiting.append((longer, *state))


def without_memory(engine: Engine, placement: Placement) -> Position:
    """The engine's position for a placement. It remembers nothing."""
    black = sum(1 << slot for slot, piece in enumerate(placement.pieces) if piece in placement.black)
    return Position(arranged(engine, placement.pieces), black, placement.black_moves, None, None)


def placement_of(arrangement: Arrangement, own: int, black_moved: bool) -> Placement:
    """The position after a turn of one side, whose pieces are `own`."""
    rects = {slot: arrangement.rects[slot] for slot in slots(arrangement.live)}
    black = own if black_moved else arrangement.live ^ own
    pieces = tuple(sorted(rects.values(), key=lambda rect: (rect[1], rect[0])))
    return Placement(pieces, frozenset(rect for slot, rect in rects.items() if black >> slot & 1), not black_moved)


def symmetry_class(placement: Placement, columns: int, rows: int) -> list[Placement]:
    """A position with all its turned and mirrored images that fit the board, and with the sides exchanged."""
    found = []
    for image in board_images(columns, rows):
        pieces = tuple(sorted(map(image, placement.pieces), key=lambda rect: (rect[1], rect[0])))
        black = frozenset(map(image, placement.black))
        found += [
            Placement(pieces, black, placement.black_moves),
            Placement(pieces, frozenset(pieces) - black, not placement.black_moves),
        ]
    return found
