"""Mutants of Crumble of the four kinds."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any

from conformance.held_out.crumble import Selective, Walk, touched
from shatterproof.game import Outcome
from shatterproof_properties.conformance.mutants import Listed, mutants_of, then
from shatterproof_properties.second.crumble import Engine
from shatterproof_properties.second.crumble.board import GRAINS, Rect, groups
from shatterproof_properties.second.crumble.notation import ParsedTurn, read_turn
from shatterproof_properties.second.crumble.position import Arrangement, Position, Turn
from shatterproof_properties.second.crumble.rules import OPPONENT_WINS, OWN_WINS
from shatterproof_properties.second.engine import RefusedTurn

_PLACE, _START = "crumble.notation.location", "crumble.swap.start"
_OF_BOTH = ("crumble.capture.either", "crumble.capture.forced", "crumble.capture-nested")
Json = dict[str, Any]
EAST_AND_WEST, NORTH_AND_SOUTH = str.maketrans("EW", "WE"), str.maketrans("NS", "SN")
OPPOSITE = str.maketrans("NESW", "SWNE")


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


def _pieces_from_the_other_end(it: Frame, usual: Callable[..., str], text: str) -> str:
    def counted(found: re.Match[str]) -> str:
        count, place = int(found[2]), int(found[3])
        return f"{found[1]}{count}-{count + 1 - place if place <= count else place}"

    return re.sub("([HV])([1-9])-([1-9])", counted, text)


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


class LongestCutsOnly(Engine):
    """A cut goes on as far as it can."""

    def meanings(self, here: Position, text: str) -> list[tuple[str, Position]]:
        found = super().meanings(here, text)
        if any(self._goes_on(here, each) for each in read_turn(text)):
            raise RefusedTurn("crumble.cut.many")
        return found

    def _goes_on(self, here: Position, cut: ParsedTurn) -> bool:
        longer = f"{','.join(map(str, cut.location))}{cut.kind}{cut.count + 1}"
        with suppress(RefusedTurn):
            return cut.kind != "J" and bool(super().meanings(here, longer))
        return False

    def results(self, here: Position) -> Iterator[tuple[Turn, Position]]:
        for turn, after in super().results(here):
            if not self._goes_on(here, read_turn(self.turn_text(here, turn))[0]):
                yield turn, after

    def breadth(self, here: Position) -> int:
        return sum(1 for _ in self.results(here))


class NotesCaptures(Engine):
    """Remembers whether the latest step has captured."""

    _captured = False

    def capture(self, arrangement: Arrangement, own: int, stood: Collection[int] = ()) -> int:
        after = super().capture(arrangement, own, stood)
        self._captured = after != own
        return after


class CapturesEndWalks(NotesCaptures):
    """A walk ends with the first capture."""

    def refusal_to_walk_on(self, kept: bool, winner: int) -> str | None:
        return super().refusal_to_walk_on(kept and not self._last, winner)

    def winner(self, arrangement: Arrangement, own: int, opposing: int) -> int:
        self._last = self._captured
        return super().winner(arrangement, own, opposing)

    _last = False


class CutsOverGapsDoNotWalk(Selective):
    """A cut that runs along an edge is not followed by a swap."""

    def refused(self, walk: Walk) -> str | None:
        return _START if walk.kind != "J" and walk.count > 1 and walk.path and self._gap else None

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


mutant, frame, seen_from = mutants_of(Engine), mutants_of(Frame), mutants_of(SeenFrom)
selective, noting = mutants_of(Selective), mutants_of(NotesCaptures)
FRAMES: tuple[Listed, ...] = (
    seen_from("from-the-top", "Locations begin at the upper left corner and count east, then south.",
              (_PLACE, "crumble.notation.cut-swap"),
              seen=lambda it, usual, rect: [rect[0], str(it.rows - Fraction(rect[1]) - Fraction(rect[3])), *rect[2:]],
              read_as=lambda it, usual, text: text.translate(NORTH_AND_SOUTH)),
    seen_from("from-the-right", "Locations begin at the lower right corner and count west, then north.",
              (_PLACE, "crumble.notation.cut-swap"),
              seen=lambda it, usual, rect: [str(it.columns - Fraction(rect[0]) - Fraction(rect[2])), *rect[1:]],
              read_as=lambda it, usual, text: text.translate(EAST_AND_WEST)),
    frame("north-first", "The numbers of a location count north first, then east.", (_PLACE,),
          read_as=lambda it, usual, text:
          text[2:] if re.match("0,[0-9,]*[HVJ]", text) else re.sub("^(?!0[HVJ])(?=[0-9,]*[HVJ])", "0,", text)),
    frame("west-is-east", "East and west are exchanged in paths and halves.",
          ("crumble.notation.cut-swap", "crumble.notation.cut-half"),
          read_as=lambda it, usual, text: text.translate(EAST_AND_WEST)),
    frame("lines-exchanged", "H is a vertical cut and V a horizontal one.", ("crumble.notation.cut",),
          read_as=lambda it, usual, text: text.translate(str.maketrans("HV", "VH"))),
    frame("pieces-from-the-other-end", "In a cut of several pieces the walking one is counted from the last.",
          ("crumble.notation.multi-cut-swap",), read_as=_pieces_from_the_other_end),
    frame("halves-from-the-other-side", "A half that is said before a hyphen is the one on the other side.",
          ("crumble.notation.cut-half", "crumble.notation.multi-cut-swap"), read_as=lambda it, usual, text:
          re.sub("[NESW]-(?=[NESW])", lambda found: found[0].translate(OPPOSITE), text)),
    frame("places-from-zero", "In a cut of several pieces the first that can walk is 0.",
          ("crumble.notation.multi-cut-swap",), read_as=lambda it, usual, text:
          re.sub("([HV][0-9]+)-([0-9])(?=[NESW])", lambda found: f"{found[1]}-{int(found[2]) + 1}", text),
          written=lambda it, usual, text:
          re.sub("([HV][0-9]+)-([1-9])(?=[NESW])", lambda found: f"{found[1]}-{int(found[2]) - 1}", text)),
    frame("corners-north-first", "The corner of a join counts north first, then east.", ("crumble.notation.join",),
          read_as=lambda it, usual, text: re.sub("J([0-9]+),([0-9]+)", r"J\2,\1", text)),
    frame("hyphens-forgotten",
          "Of two digits without a hyphen the second says how many are cut, and the first of them walks.",
          ("crumble.notation.hyphens",),
          read_as=lambda it, usual, text: re.sub("([HV])([0-9])([0-9])(?=[NESW])", "\\1\\3-1", text),
          written=lambda it, usual, text: text),
)  # fmt: skip
LIMITS: tuple[Listed, ...] = (
    selective("walks-up-to-two", "A walk takes two steps at most.", ("crumble.walk.steps",),
              refused=lambda it, usual, walk: "crumble.walk.steps" if len(walk.path) > 2 else None),
    selective("cuts-up-to-two", "A cut halves two pieces at most.",
              ("crumble.cut.many", "crumble.notation.multi-cut"),
              refused=lambda it, usual, walk: "crumble.cut.many" if walk.count > 2 else None),
    mutant("pairs-captured", "A group of more than two pieces is not captured.", ("crumble.capture.enclosed",),
           is_enclosed=lambda it, usual, arrangement, group: group.bit_count() <= 2 and usual(arrangement, group),
           refuses_unsettled=False),
    mutant("joins-of-four", "A join takes four pieces at most.", ("crumble.join.several",),
           may_join=lambda it, usual, outline, count: count <= 4 and usual(outline, count)),
    mutant("joins-of-a-unit", "No join is wider or higher than a unit.",
           ("crumble.join.outline", "crumble.pieces.size"), may_join=lambda it, usual, outline, count:
           max(outline[2] - outline[0], outline[3] - outline[1]) <= GRAINS and usual(outline, count)),
    mutant("gaps-of-one", "A cut runs along edges for one unit at most.", ("crumble.cut.along-edges",),
           may_follow=lambda it, usual, before, after, vertical:
           (after[1] - before[3] if vertical else after[0] - before[2]) <= GRAINS),
    ("chains-of-seven", ChainsOfSeven, ("crumble.win.four-sides", "crumble.chain")),
    mutant("rings-of-six", "A ring of more than six pieces captures nothing.",
           ("crumble.ring", "crumble.capture.enclosed"), is_enclosed=lambda it, usual, arrangement, group:
           (touched(arrangement, group) & ~group).bit_count() <= 6 and usual(arrangement, group),
           refuses_unsettled=False),
    mutant("halves-to-an-eighth", "A side of an eighth of a unit is not halved.",
           ("crumble.board.limits", "crumble.cut.halves", "crumble.pieces.size"),
           within_limits=lambda it, usual, piece, vertical:
           (piece[2] - piece[0] if vertical else piece[3] - piece[1]) > GRAINS // 8 and usual(piece, vertical)),
)  # fmt: skip
CHOICES: tuple[Listed, ...] = (
    selective("walks-are-forced", "A player who can swap must.", ("crumble.swap.optional",),
              refused=lambda it, usual, walk: None if walk.path else "crumble.swap.optional"),
    selective("first-piece-walks", "Of several pieces cut only the first can walk.",
              (_START, "crumble.notation.multi-cut-swap"),
              refused=lambda it, usual, walk: _START if walk.piece and walk.path else None),
    selective("upper-halves-walk", "Of a horizontal cut only the upper half walks.", (_START,),
              refused=lambda it, usual, walk:
              _START if walk.kind == "H" and walk.path and ((walk.half or walk.path[0]) == "S") else None),
    selective("never-back", "A walk never goes straight back.", ("crumble.walk.backtrack",),
              refused=lambda it, usual, walk:
              "crumble.walk.backtrack" if any(pair in walk.path for pair in ("NS", "SN", "EW", "WE")) else None),
    mutant("opponents-fall-first", "Where pieces of both are enclosed, only the opponent's are captured.", _OF_BOTH,
           capture=lambda it, usual, arrangement, own, stood=():
           own | won if (won := it.enclosed(arrangement, arrangement.live ^ own, stood))
           else usual(arrangement, own, stood), refuses_unsettled=False),
    mutant("chains-are-the-movers", "Whoever moves wins by any chain, the opponent's included.",
           ("crumble.win.either",), winner=lambda it, usual, *given: OWN_WINS if usual(*given) else 0),
    mutant("repeating-loses", "Whoever repeats has lost.", ("crumble.draw.repetition",),
           outcome=then(lambda it, found, here:
           Outcome(it.to_move(here), found.clause) if found and found.winner is None else found)),
    ("longest-cuts-only", LongestCutsOnly, ("crumble.cut.many",)),
    mutant("largest-captured-only", "Of several enclosed groups of a colour only the largest is captured.",
           ("crumble.capture.forced", "crumble.capture.enclosed"),
           enclosed=lambda it, usual, arrangement, colour, stood=():
           max((group for group in groups(colour, it.group_links(arrangement))
           if it.is_enclosed(arrangement, group)), key=int.bit_count, default=0), refuses_unsettled=False),
)  # fmt: skip
SECOND_ACTS: tuple[Listed, ...] = (
    selective("several-do-not-walk", "A cut of several pieces is not followed by a swap.",
              (_START, "crumble.swap.optional", "crumble.notation.multi-cut-swap"),
              refused=lambda it, usual, walk: _START if walk.count > 1 and walk.path else None),
    selective("joined-do-not-walk", "A joined piece does not swap.",
              (_START, "crumble.swap.optional", "crumble.notation.join-swap"),
              refused=lambda it, usual, walk: _START if walk.kind == "J" and walk.path else None),
    ("captures-end-walks", CapturesEndWalks,
     ("crumble.walk.steps", "crumble.walk.captured", "crumble.capture.every-step")),
    noting("captures-do-not-win", "A chain that comes about by a capture does not win at once.",
           ("crumble.win.at-once", "crumble.win.four-sides"),
           winner=lambda it, usual, *given: 0 if it._captured else usual(*given)),
    mutant("one-colour-at-a-time", "A step that encloses pieces of both colours captures nothing.", _OF_BOTH,
           capture=lambda it, usual, arrangement, own, stood=():
           own if it.enclosed(arrangement, own, stood)
           and it.enclosed(arrangement, arrangement.live ^ own, stood) else usual(arrangement, own, stood),
           refuses_unsettled=False),
    ("cuts-over-gaps-do-not-walk", CutsOverGapsDoNotWalk, (_START, "crumble.cut.along-edges")),
    ("second-steps-capture-nothing", SecondStepsCaptureNothing, ("crumble.capture.every-step",)),
    ("wins-only-by-the-walker", WinsOnlyByTheWalker, ("crumble.win.either", "crumble.win.four-sides", "crumble.chain")),
)  # fmt: skip
