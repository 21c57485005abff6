"""Mutants of Crumble of the four kinds."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import Any

from shatterproof.game import Outcome
from shatterproof_properties.second.crumble.board import GRAINS, Rect, groups, slots
from shatterproof_properties.second.crumble.engine import Engine
from shatterproof_properties.second.crumble.notation import read_turn
from shatterproof_properties.second.crumble.position import Arrangement, Position, Turn
from shatterproof_properties.second.crumble.rules import OPPONENT_WINS, OWN_WINS
from shatterproof_properties.second.engine import RefusedTurn

Json = dict[str, Any]
TURN = re.compile("([0-9,]*)([HVJ])(.*)", re.DOTALL)
EAST_AND_WEST, NORTH_AND_SOUTH = str.maketrans("EW", "WE"), str.maketrans("NS", "SN")


class Frame(Engine):
    """Reads and writes turns in a notation of its own."""

    def read_as(self, text: str) -> str:
        """What a text is taken for."""
        return text

    def written(self, text: str) -> str:
        """How a turn is written."""
        return self.read_as(text)

    def apply(self, position: Json, text: str) -> Json:
        found = super().apply(position, self.read_as(text))
        return found | ({"means": [*map(self.written, found["means"])]} if "means" in found else {})

    def turns(self, position: Json) -> Iterator[Json]:
        for entry in super().turns(position):
            yield {**entry, "turn": self.written(entry["turn"])}

    def count(self, position: Json, depth: int) -> Json:
        found = super().count(position, depth)
        return {**found, "by": sorted([self.written(text), leaves] for text, leaves in found["by"])}


class SeenFrom(Frame):
    """Sees the board from somewhere else, and reads and writes turns as they are seen from there."""

    COMPILED = ("", {})

    def seen(self, rect: list[str]) -> list[str]:
        """A piece as it is seen from there, and back."""
        raise NotImplementedError

    def apply(self, position: Json, text: str) -> Json:
        found = super().apply(self._whole(position), text)
        return found | ({"position": self._whole(found["position"])} if "position" in found else {})

    def turns(self, position: Json) -> Iterator[Json]:
        for entry in super().turns(self._whole(position)):
            yield {**entry, "position": self._whole(entry["position"])}

    def count(self, position: Json, depth: int) -> Json:
        return super().count(self._whole(position), depth)

    def _whole(self, position: Json) -> Json:
        memory = position["memory"]
        if memory:
            recent = [turn and {"target": turn["target"] and self.seen(turn["target"]),
                                "worked": self._all(turn["worked"])} for turn in memory["recent"]]  # fmt: skip
            memory = {**memory, "recent": recent}
        return {**position, "memory": memory, "pieces": self._all(position["pieces"])}

    def _all(self, pieces: list[list[str]]) -> list[list[str]]:
        seen = [self.seen(piece) for piece in pieces]
        return sorted(seen, key=lambda piece: (Fraction(piece[1]), Fraction(piece[0])))


class FromTheTop(SeenFrom):
    """Locations begin at the upper left corner and count east, then south."""

    def seen(self, rect: list[str]) -> list[str]:
        x, y, width, height, *colour = rect
        return [x, str(self.rows - Fraction(y) - Fraction(height)), width, height, *colour]

    def read_as(self, text: str) -> str:
        return text.translate(NORTH_AND_SOUTH)


class FromTheRight(SeenFrom):
    """Locations begin at the lower right corner and count west, then north."""

    def seen(self, rect: list[str]) -> list[str]:
        x, y, width, height, *colour = rect
        return [str(self.columns - Fraction(x) - Fraction(width)), y, width, height, *colour]

    def read_as(self, text: str) -> str:
        return text.translate(EAST_AND_WEST)


class NorthFirst(Frame):
    """The numbers of a location count north first, then east."""

    def read_as(self, text: str) -> str:
        found = TURN.fullmatch(text)
        return self._exchanged(found[1]) + found[2] + found[3] if found else text

    def _exchanged(self, location: str) -> str:
        if location.startswith("0,"):
            return location[2:]
        return f"0,{location}" if location != "0" else location


class WestIsEast(Frame):
    """East and west are exchanged in paths and halves."""

    def read_as(self, text: str) -> str:
        return text.translate(EAST_AND_WEST)


class LinesExchanged(Frame):
    """H is a vertical cut and V a horizontal one."""

    def read_as(self, text: str) -> str:
        return text.translate(str.maketrans("HV", "VH"))


class PiecesFromTheOtherEnd(Frame):
    """In a cut of several pieces the walking one is counted from the last."""

    def read_as(self, text: str) -> str:
        return re.sub("([HV])([1-9])-([1-9])", self._counted, text)

    def _counted(self, found: re.Match[str]) -> str:
        count, place = int(found[2]), int(found[3])
        return f"{found[1]}{count}-{count + 1 - place if place <= count else place}"


class HalvesFromTheOtherSide(Frame):
    """A half that is said before a hyphen is the one on the other side."""

    def read_as(self, text: str) -> str:
        return re.sub("([NESW])-(?=[NESW])", lambda found: self._other(found[1]) + "-", text)

    def _other(self, letter: str) -> str:
        return letter.translate(EAST_AND_WEST).translate(NORTH_AND_SOUTH)


class PlacesFromZero(Frame):
    """In a cut of several pieces the first that can walk is 0."""

    def read_as(self, text: str) -> str:
        return re.sub("([HV][0-9]+)-([0-9])(?=[NESW])", lambda found: f"{found[1]}-{int(found[2]) + 1}", text)

    def written(self, text: str) -> str:
        return re.sub("([HV][0-9]+)-([1-9])(?=[NESW])", lambda found: f"{found[1]}-{int(found[2]) - 1}", text)


class CornersNorthFirst(Frame):
    """The corner of a join counts north first, then east."""

    def read_as(self, text: str) -> str:
        return re.sub("J([0-9]+),([0-9]+)", r"J\2,\1", text)


class HyphensForgotten(Frame):
    """Of two digits without a hyphen the second says how many are cut, and the first of them walks."""

    def read_as(self, text: str) -> str:
        return re.sub("([HV])([0-9])([0-9])(?=[NESW])", r"\1\3-1", text)

    def written(self, text: str) -> str:
        return text


class Selective(Engine):
    """Refuses turns that are too much for it, those of which `refused` names a clause."""

    def refused(self, here: Position, kind: str, count: int, piece: int, half: str, path: str) -> str | None:
        """The clause against a turn that works so many pieces, of which that numbered `piece` from 0 takes a walk."""
        raise NotImplementedError

    def meanings(self, here: Position, text: str) -> list[tuple[str, Position]]:
        for each in read_turn(text):
            if clause := self.refused(here, each.kind, each.count, each.index, each.half, each.path):
                raise RefusedTurn(clause)
        return super().meanings(here, text)

    def results(self, here: Position) -> Iterator[tuple[Turn, Position]]:
        for turn, after in super().results(here):
            count = 1 if turn.work.outline else len(turn.work.worked)
            if not self.refused(here, turn.work.kind, count, turn.piece, turn.half, turn.path):
                yield turn, after

    def breadth(self, here: Position) -> int:
        return sum(1 for _ in self.results(here))


class WalksUpToTwo(Selective):
    """A walk takes two steps at most."""

    def refused(self, here: Position, kind: str, count: int, piece: int, half: str, path: str) -> str | None:
        return "crumble.walk.steps" if len(path) > 2 else None


class CutsUpToTwo(Selective):
    """A cut halves two pieces at most."""

    def refused(self, here: Position, kind: str, count: int, piece: int, half: str, path: str) -> str | None:
        return "crumble.cut.many" if count > 2 else None


class PairsCaptured(Engine):
    """A group of more than two pieces is not captured."""

    def is_enclosed(self, arrangement: Arrangement, group: int) -> bool:
        return group.bit_count() <= 2 and super().is_enclosed(arrangement, group)

    def refuses_unsettled(self) -> bool:
        return False


class JoinsOfFour(Engine):
    """A join takes four pieces at most."""

    def may_join(self, outline: Rect, count: int) -> bool:
        return count <= 4 and super().may_join(outline, count)


class JoinsOfAUnit(Engine):
    """No join is wider or higher than a unit."""

    def may_join(self, outline: Rect, count: int) -> bool:
        longest = max(outline[2] - outline[0], outline[3] - outline[1])
        return longest <= GRAINS and super().may_join(outline, count)


class GapsOfOne(Engine):
    """A cut runs along edges for one unit at most."""

    def may_follow(self, before: Rect, after: Rect, vertical: bool) -> bool:
        return (after[1] - before[3] if vertical else after[0] - before[2]) <= GRAINS


class ChainsOfSeven(Engine):
    """A chain of more than seven pieces does not win."""

    def spans(self, arrangement: Arrangement, chain: int) -> bool:
        return chain.bit_count() <= 7 and super().spans(arrangement, chain)

    def winner(self, arrangement: Arrangement, own: int, opposing: int) -> int:
        links = self.chain_links(arrangement)
        for player, pieces in ((OWN_WINS, own), (OPPONENT_WINS, opposing)):
            if any(self.spans(arrangement, chain) for chain in groups(pieces, links)):
                return player
        return 0


class RingsOfSix(Engine):
    """A ring of more than six pieces captures nothing."""

    def is_enclosed(self, arrangement: Arrangement, group: int) -> bool:
        ring = 0
        for slot in slots(group):
            ring |= arrangement.touch[slot]
        return (ring & ~group).bit_count() <= 6 and super().is_enclosed(arrangement, group)

    def refuses_unsettled(self) -> bool:
        return False


class HalvesToAnEighth(Engine):
    """A side of an eighth of a unit is not halved."""

    def within_limits(self, piece: Rect, vertical: bool) -> bool:
        side = piece[2] - piece[0] if vertical else piece[3] - piece[1]
        return side > GRAINS // 8 and super().within_limits(piece, vertical)


class WalksAreForced(Selective):
    """A player who can swap must."""

    def refused(self, here: Position, kind: str, count: int, piece: int, half: str, path: str) -> str | None:
        return None if path else "crumble.swap.optional"


class FirstPieceWalks(Selective):
    """Of several pieces cut only the first can walk."""

    def refused(self, here: Position, kind: str, count: int, piece: int, half: str, path: str) -> str | None:
        return "crumble.swap.start" if piece and path else None


class UpperHalvesWalk(Selective):
    """Of a horizontal cut only the upper half walks."""

    def refused(self, here: Position, kind: str, count: int, piece: int, half: str, path: str) -> str | None:
        lower = kind == "H" and path and (half or path[0]) == "S"
        return "crumble.swap.start" if lower else None


class NeverBack(Selective):
    """A walk never goes straight back."""

    def refused(self, here: Position, kind: str, count: int, piece: int, half: str, path: str) -> str | None:
        back = any(pair in path for pair in ("NS", "SN", "EW", "WE"))
        return "crumble.walk.backtrack" if back else None


class OpponentsFallFirst(Engine):
    """Where pieces of both are enclosed, only the opponent's are captured."""

    def capture(self, arrangement: Arrangement, own: int, stood: Collection[int] = ()) -> int:
        won = self.enclosed(arrangement, arrangement.live ^ own, stood)
        return own | won if won else super().capture(arrangement, own, stood)

    def refuses_unsettled(self) -> bool:
        return False


class ChainsAreTheMovers(Engine):
    """Whoever moves wins by any chain, the opponent's included."""

    def winner(self, arrangement: Arrangement, own: int, opposing: int) -> int:
        return OWN_WINS if super().winner(arrangement, own, opposing) else 0


class RepeatingLoses(Engine):
    """Whoever repeats has lost."""

    def outcome(self, here: Position) -> Outcome | None:
        found = super().outcome(here)
        return Outcome(self.to_move(here), found.clause) if found and found.winner is None else found


class LongestCutsOnly(Engine):
    """A cut goes on as far as it can."""

    def meanings(self, here: Position, text: str) -> list[tuple[str, Position]]:
        found = super().meanings(here, text)
        if any(self._goes_on(here, each.location, each.kind, each.count) for each in read_turn(text)):
            raise RefusedTurn("crumble.cut.many")
        return found

    def _goes_on(self, here: Position, location: tuple[int, ...], kind: str, count: int) -> bool:
        if kind == "J":
            return False
        longer = f"{','.join(map(str, location))}{kind}{count + 1}"
        try:
            return bool(super().meanings(here, longer))
        except RefusedTurn:
            return False

    def results(self, here: Position) -> Iterator[tuple[Turn, Position]]:
        for turn, after in super().results(here):
            written = read_turn(self.turn_text(here, turn))[0]
            if not self._goes_on(here, written.location, written.kind, written.count):
                yield turn, after

    def breadth(self, here: Position) -> int:
        return sum(1 for _ in self.results(here))


class LargestCapturedOnly(Engine):
    """Of several enclosed groups of a colour only the largest is captured."""

    def enclosed(self, arrangement: Arrangement, colour: int, stood: Collection[int] = ()) -> int:
        links = self.group_links(arrangement)
        found = [group for group in groups(colour, links) if self.is_enclosed(arrangement, group)]
        return max(found, key=int.bit_count, default=0)

    def refuses_unsettled(self) -> bool:
        return False


class SeveralDoNotWalk(Selective):
    """A cut of several pieces is not followed by a swap."""

    def refused(self, here: Position, kind: str, count: int, piece: int, half: str, path: str) -> str | None:
        return "crumble.swap.start" if count > 1 and path else None


class JoinedDoNotWalk(Selective):
    """A joined piece does not swap."""

    def refused(self, here: Position, kind: str, count: int, piece: int, half: str, path: str) -> str | None:
        return "crumble.swap.start" if kind == "J" and path else None


class CapturesEndWalks(Engine):
    """A walk ends with the first capture."""

    def capture(self, arrangement: Arrangement, own: int, stood: Collection[int] = ()) -> int:
        after = super().capture(arrangement, own, stood)
        self._captured = after != own
        return after

    def refusal_to_walk_on(self, kept: bool, winner: int) -> str | None:
        return super().refusal_to_walk_on(kept and not self._last, winner)

    def winner(self, arrangement: Arrangement, own: int, opposing: int) -> int:
        self._last = self._captured
        return super().winner(arrangement, own, opposing)

    _captured = _last = False


class CapturesDoNotWin(Engine):
    """A chain that comes about by a capture does not win at once."""

    def capture(self, arrangement: Arrangement, own: int, stood: Collection[int] = ()) -> int:
        after = super().capture(arrangement, own, stood)
        self._captured = after != own
        return after

    def winner(self, arrangement: Arrangement, own: int, opposing: int) -> int:
        return 0 if self._captured else super().winner(arrangement, own, opposing)

    _captured = False


class OneColourAtATime(Engine):
    """A step that encloses pieces of both colours captures nothing."""

    def capture(self, arrangement: Arrangement, own: int, stood: Collection[int] = ()) -> int:
        both = self.enclosed(arrangement, own, stood) and self.enclosed(arrangement, arrangement.live ^ own, stood)
        return own if both else super().capture(arrangement, own, stood)

    def refuses_unsettled(self) -> bool:
        return False


class CutsOverGapsDoNotWalk(Selective):
    """A cut that runs along an edge is not followed by a swap."""

    def refused(self, here: Position, kind: str, count: int, piece: int, half: str, path: str) -> str | None:
        return "crumble.swap.start" if kind != "J" and count > 1 and path and self._gap else None

    def may_follow(self, before: Rect, after: Rect, vertical: bool) -> bool:
        self._gap = (after[1] > before[3]) if vertical else (after[0] > before[2])
        return True

    def meanings(self, here: Position, text: str) -> list[tuple[str, Position]]:
        self._gap = False
        super(Selective, self).meanings(here, text)
        return super().meanings(here, text)

    _gap = False


class SecondStepsCaptureNothing(Engine):
    """Only the first step of a walk captures."""

    def meanings(self, here: Position, text: str) -> list[tuple[str, Position]]:
        self._steps = 0
        return super().meanings(here, text)

    def capture(self, arrangement: Arrangement, own: int, stood: Collection[int] = ()) -> int:
        self._steps += 1
        return own if self._steps > 1 else super().capture(arrangement, own, stood)

    def turns(self, position: Json) -> Iterator[Json]:
        for entry in Engine.on_board(f"{self.columns}x{self.rows}", self.readings).turns(position):
            found = self.apply(position, entry["turn"])
            if found["verdict"] == "legal":
                yield {"turn": entry["turn"], "position": found["position"], "outcome": found["outcome"]}

    def refuses_unsettled(self) -> bool:
        return False

    _steps = 0


class WinsOnlyByTheWalker(Engine):
    """A step wins only by a chain of which the swapping piece is a part."""

    def capture(self, arrangement: Arrangement, own: int, stood: Collection[int] = ()) -> int:
        self._entered = own & ~self._before
        return super().capture(arrangement, own, stood)

    def standing(self, arrangement: Arrangement, own: int) -> Collection[int]:
        self._before = own
        return super().standing(arrangement, own)

    def winner(self, arrangement: Arrangement, own: int, opposing: int) -> int:
        links = self.chain_links(arrangement)
        chains = [chain for chain in groups(own, links) if chain & self._entered]
        return OWN_WINS if any(self.spans(arrangement, chain) for chain in chains) else 0

    _before = _entered = 0


Kind = tuple[tuple[type[Engine], tuple[str, ...]], ...]
_PLACE, _START = "crumble.notation.location", "crumble.swap.start"
FRAMES: Kind = (
    (FromTheTop, (_PLACE, "crumble.notation.cut-swap")),
    (FromTheRight, (_PLACE, "crumble.notation.cut-swap")),
    (NorthFirst, (_PLACE,)),
    (WestIsEast, ("crumble.notation.cut-swap", "crumble.notation.cut-half")),
    (LinesExchanged, ("crumble.notation.cut",)),
    (PiecesFromTheOtherEnd, ("crumble.notation.multi-cut-swap",)),
    (HalvesFromTheOtherSide, ("crumble.notation.cut-half", "crumble.notation.multi-cut-swap")),
    (PlacesFromZero, ("crumble.notation.multi-cut-swap",)),
    (CornersNorthFirst, ("crumble.notation.join",)),
    (HyphensForgotten, ("crumble.notation.hyphens",)),
)
LIMITS: Kind = (
    (WalksUpToTwo, ("crumble.walk.steps",)),
    (CutsUpToTwo, ("crumble.cut.many", "crumble.notation.multi-cut")),
    (PairsCaptured, ("crumble.capture.enclosed",)),
    (JoinsOfFour, ("crumble.join.several",)),
    (JoinsOfAUnit, ("crumble.join.outline", "crumble.pieces.size")),
    (GapsOfOne, ("crumble.cut.along-edges",)),
    (ChainsOfSeven, ("crumble.win.four-sides", "crumble.chain")),
    (RingsOfSix, ("crumble.ring", "crumble.capture.enclosed")),
    (HalvesToAnEighth, ("crumble.board.limits", "crumble.cut.halves", "crumble.pieces.size")),
)
CHOICES: Kind = (
    (WalksAreForced, ("crumble.swap.optional",)),
    (FirstPieceWalks, (_START, "crumble.notation.multi-cut-swap")),
    (UpperHalvesWalk, (_START,)),
    (NeverBack, ("crumble.walk.backtrack",)),
    (OpponentsFallFirst, ("crumble.capture.either", "crumble.capture.forced", "crumble.capture-nested")),
    (ChainsAreTheMovers, ("crumble.win.either",)),
    (RepeatingLoses, ("crumble.draw.repetition",)),
    (LongestCutsOnly, ("crumble.cut.many",)),
    (LargestCapturedOnly, ("crumble.capture.forced", "crumble.capture.enclosed")),
)
SECOND_ACTS: Kind = (
    (SeveralDoNotWalk, (_START, "crumble.swap.optional", "crumble.notation.multi-cut-swap")),
    (JoinedDoNotWalk, (_START, "crumble.swap.optional", "crumble.notation.join-swap")),
    (CapturesEndWalks, ("crumble.walk.steps", "crumble.walk.captured", "crumble.capture.every-step")),
    (CapturesDoNotWin, ("crumble.win.at-once", "crumble.win.four-sides")),
    (OneColourAtATime, ("crumble.capture.either", "crumble.capture.forced", "crumble.capture-nested")),
    (CutsOverGapsDoNotWalk, (_START, "crumble.cut.along-edges")),
    (SecondStepsCaptureNothing, ("crumble.capture.every-step",)),
    (WinsOnlyByTheWalker, ("crumble.win.either", "crumble.win.four-sides", "crumble.chain")),
)
