"""The memory of the draw rules, and when a turn renews."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from shatterproof_properties.second.crumble.board import Rect
from shatterproof_properties.second.crumble.position import Memory, Remembered, Targets, Worked

ANYWHERE: Targets = ()
Recent = tuple[Remembered | None, ...]


class DrawRules:
    """crumble.draw.repetition, under crumble.draw and the readings whose names begin with it."""

    readings: dict[str, str]

    def follow_draw_readings(self) -> None:
        """Sets the values that depend only on the readings."""
        self.draw = self.readings["crumble.draw"]
        self.together = self.readings["crumble.draw-previous"] == "together"
        self.shared_target = self.readings["crumble.draw-target"] == "shared"
        self.into = self.readings["crumble.draw-into"]
        self.wholly = self.readings["crumble.draw-descent"] == "wholly"
        self.in_pairs = self.readings["crumble.draw-turn"] == "pair-of-turns"
        shared_within_turns = self.readings["crumble.draw-turn-target"] == "shared"
        self.target_within_turns = self.draw == "draw-turns" and shared_within_turns
        self.lists_targets = self.into == "any" and (self.target_within_turns or self.draw == "same-target")

    def targets_of(self, start: int, at: int, entered: int) -> int:
        """crumble.draw-into: the pieces that a walk counts as swapped into, as a mask.

        `entered` is the mask of all its steps.
        """
        if self.lists_targets:
            return entered
        return 0 if self.into == "last" and at == start else 1 << at

    def descends(self, piece: Rect, worked: Worked) -> bool:
        """Whether a piece descends from pieces worked on. Those may overlap if they come from two turns."""
        west, south, east, north = piece
        whole = (east - west) * (north - south)
        left = sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in _left_over([piece], worked))
        return not left if self.wholly else left < whole

    def renewing_targets(self, memory: Memory | None, worked: Worked) -> Targets | None:
        """The pieces of which a walk must swap into one for the turn to renew.

        ANYWHERE stands for any piece; None says that the turn cannot renew.
        """
        if memory is None or len(memory.recent) < 4:
            return None
        last, last_but_one = memory.recent[1], memory.recent[3]
        if last is None or last_but_one is None:
            return None
        grounds = [last.worked, last_but_one.worked]
        if self.together:
            grounds = [last.worked + last_but_one.worked]
        if not all(self.descends(piece, ground) for piece in worked for ground in grounds):
            return None
        return ANYWHERE if self.draw == "draw-turns" else last_but_one.targets

    def has_renewed(self, renewing: Targets | None, targets: Targets) -> bool:
        """Whether a turn with these targets has renewed; see `renewing_targets`."""
        if renewing is None or not targets:
            return False
        return renewing == ANYWHERE or any(target in renewing for target in targets)

    def renewals_for_draw(self) -> int:
        """How many turns in a row must renew for a draw."""
        if self.draw == "draw-turns":
            return 6 if self.in_pairs else 4
        return 2

    def renewals_after(self, memory: Memory | None, targets: Targets, renewed: bool) -> int:
        """The number of turns in a row that have renewed after one more turn, as far as one draw can count them."""
        if not renewed or memory is None:
            return 0
        recent, before = memory
        if not self.target_within_turns:
            return 1 if len(recent) > 4 and not _both(targets, recent[4]) else before + 1
        # crumble.draw-turn-target = shared: all of them, or all but the new one, make up whole draw turns.
        follows = before > 0 and bool(_both(targets, recent[0]))
        if not self.in_pairs:
            return before + 1 if follows else 1
        whole = before if before % 2 == 0 else 2 * _pairs(recent)
        begun = before if before % 2 else 1 + 2 * _pairs(recent[1:])
        return max(begun + 1 if follows else 0, whole + 1)

    def remember(self, memory: Memory | None, worked: Worked, targets: Targets, renewed: bool) -> Memory | None:
        """The memory after a turn that did not win."""
        if self.draw == "agreement-only":
            return None
        older = memory.recent if memory else ()
        renewals = self.renewals_after(memory, targets, renewed)
        recent = self.forget((Remembered(targets, worked), *older), renewals)
        return Memory(recent, renewals) if recent else None

    def most_remembered(self, renewals: int) -> int:
        """The most turns that are remembered: four, or five if turns list shared targets and one has renewed.

        The next turn to renew must then share a target with the fifth as well.
        """
        return 5 if self.draw == "same-target" and self.shared_target and self.lists_targets and renewals else 4

    def forget(self, recent: Recent, renewals: int) -> Recent:
        """Drops turns, and targets, that no later turn can need for a draw."""
        recent = recent[: self.most_remembered(renewals)]
        if self.draw == "draw-turns":
            named = renewals if self.target_within_turns else 0
            return tuple(turn and (turn if age < named else turn._replace(targets=()))
                         for age, turn in enumerate(recent))  # fmt: skip
        if self.shared_target:
            return _narrowed(recent)
        ours, theirs = _narrowed(recent[0::2]), _narrowed(recent[1::2])
        turns = [(ours, theirs)[age % 2][age // 2 : age // 2 + 1] for age in range(len(recent))]
        kept = [turn[0] if turn else None for turn in turns]
        while kept and kept[-1] is None:
            kept.pop()
        return tuple(kept)

    def may_remember(self, memory: Memory) -> bool:
        """Whether turns can leave this memory under these readings."""
        recent, renewals = memory
        if self.draw == "agreement-only" or self.forget(recent, renewals) != recent:
            return False
        if self.draw == "draw-turns":
            usual = None not in recent and (not renewals or len(recent) == 4)
            return usual and (not self.target_within_turns or self._makes_draw_turns(recent, renewals))
        if self.most_remembered(renewals) == 5:
            return len(recent) == 5
        needed = () if not renewals else (0, 2) if renewals == 1 and not self.shared_target else (0, 1, 2, 3)
        return all(place < len(recent) and recent[place] for place in needed)

    def _makes_draw_turns(self, recent: Recent, renewals: int) -> bool:
        """Whether n turns can have renewed: all have targets, and share them as draw turns do."""
        within = recent[:renewals]
        if not all(turn and turn.targets for turn in within):
            return False
        if not self.in_pairs:
            return all(_both(one.targets if one else (), two) for one, two in pairwise(within))
        within = within[renewals % 2 :]
        return 2 * _pairs(within) >= len(within) - len(within) % 2


def _pairs(recent: Recent) -> int:
    """The number of pairs of turns, up to the newest, that share a target."""
    count = 0
    while len(recent) > 2 * count + 1:
        one, two = recent[2 * count : 2 * count + 2]
        if one is None or not _both(one.targets, two):
            break
        count += 1
    return count


def _both(targets: Targets, turn: Remembered | None) -> Targets:
    """The targets that are also targets of a turn."""
    if turn is None:
        return ()
    return tuple([target for target in targets if target in turn.targets])


def _narrowed(turns: Recent) -> Recent:
    """The turns while they share a target, each with only those targets that all newer turns also had."""
    kept: list[Remembered] = []
    for turn in turns:
        if turn is None:
            break
        targets = _both(turn.targets, kept[-1]) if kept else turn.targets
        if not targets:
            break
        kept.append(turn if targets == turn.targets else Remembered(targets, turn.worked))
    return tuple(kept)


def _left_over(rects: Sequence[Rect], taken: Worked) -> list[Rect]:
    """The rest of some rectangles once others are taken away, as rectangles that do not overlap."""
    left = list(rects)
    for x0, y0, x1, y1 in taken:
        parts: list[Rect] = []
        for west, south, east, north in left:
            low, high = max(south, y0), min(north, y1)
            if max(west, x0) >= min(east, x1) or low >= high:
                parts.append((west, south, east, north))
                continue
            around = [(west, south, east, low), (west, high, east, north),
                      (west, low, max(west, x0), high), (min(east, x1), low, east, high)]  # fmt: skip
            parts += [rect for rect in around if rect[0] < rect[2] and rect[1] < rect[3]]
        left = parts
    return left
