"""What a turn does, counted: the facts that players would name, measured by replay with the reference."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from shatterproof.crumble.cuts import Cut
from shatterproof.crumble.position import after_work, recoloured
from shatterproof.crumble.swaps import Standing as Walking
from shatterproof.crumble.swaps import swap_step
from shatterproof.scrunch.death import must_remove
from shatterproof.scrunch.snakes import friends
from shatterproof.splinter.position import pieces_pushed, slide_of
from shatterproof_properties.protocol import features
from shatterproof_properties.puzzles.measured.solution import Stroke

Deeds = Mapping[str, int]
"""How much of each thing a turn does, by the names that CRUMBLE, SCRUNCH and SPLINTER explain."""

CRUMBLE = {
    "cut": "pieces that it cuts",
    "joined": "pieces that it joins into one",
    "steps": "steps of its walk",
    "captured": "pieces captured on the way",
    "own captured": "of these, pieces of the mover",
}
SCRUNCH = {
    "eggs": "1 for an egg",
    "placed": "stones placed",
    "moved": "stones moved",
    "merged": "own snakes that the placed stone joins, if several",
    "cured": "1 where the placed stone alone would leave a mutant",
    "stepped": "1 where the moved stone stands alone afterwards",
    "removed": "own snakes removed",
    "stones lost": "stones of the snakes removed",
    "leaves creation": "1 where the mover leaves creation by it",
    "strangles": "1 where the other side, past creation, has to remove after it",
}
SPLINTER = {
    "line": "pieces that slide",
    "off board": "pieces pushed off the board",
    "splintered": "pieces cut off from the group that stays",
    "own lost": "pieces that the mover loses",
    "theirs lost": "pieces that the other side loses",
    "tie": "1 where a tied group has to be named",
}


def deeds_of(stroke: Stroke) -> Deeds:
    """What a legal turn does."""
    return _MEASURED[stroke.game.NAME](stroke)


def _crumble(stroke: Stroke) -> Deeds:
    before, turn = stroke.before, stroke.turn
    arrangement = after_work(before.arrangement, turn.work)
    standing = Walking(recoloured(before.black, turn.work), turn.walk.start if turn.walk else turn.work.pieces[0])
    captured, own = 0, 0
    for direction in turn.walk.path if turn.walk else "":
        following = swap_step(arrangement, standing, direction, before.readings)
        taken = (standing.black ^ following.black) ^ {standing.at, following.at}
        captured += len(taken)
        own += sum((piece in standing.black) == (before.to_move == "black") for piece in taken)
        standing = following
    pieces, is_cut = len(turn.work.pieces), isinstance(turn.work, Cut)
    return {
        "cut": pieces if is_cut else 0,
        "joined": 0 if is_cut else pieces,
        "steps": len(turn.walk.path) if turn.walk else 0,
        "captured": captured,
        "own captured": own,
    }


def _scrunch(stroke: Stroke) -> Deeds:
    before, turn, after = stroke.before, stroke.turn, stroke.after
    mover = before.mover
    met = features.clauses_met(stroke.game, before, turn)
    gone = sum(len(snake) for snake in mover.snakes if min(snake) in turn.removed)
    touched = friends(before.side, mover.own, turn.placed) if turn.placed and not turn.removed else []
    merged = sum(any(cell in snake for cell in touched) for snake in mover.snakes)
    past = after.to_move not in after.creating and bool(after.stones(after.to_move))
    return {
        "eggs": int("scrunch.creation.egg" in met),
        "placed": int(turn.placed is not None),
        "moved": int(turn.moved is not None),
        "merged": merged if merged > 1 else 0,
        "cured": int("scrunch.growth.cure" in met),
        "stepped": int("scrunch.growth.step" in met),
        "removed": len(turn.removed),
        "stones lost": gone,
        "leaves creation": int(before.to_move in before.creating and before.to_move not in after.creating),
        "strangles": int(past and must_remove(after.mover)),
    }


def _splinter(stroke: Stroke) -> Deeds:
    before, turn, after = stroke.before, stroke.turn, stroke.after
    slide = slide_of(before, turn.square, turn.direction)
    pushed = pieces_pushed(before, slide)
    was = [piece.colour == before.to_move for piece in before.pieces.values()]
    now = [piece.colour == before.to_move for piece in after.pieces.values()]
    return {
        "line": len(slide.run),
        "off board": len(was) - len(pushed),
        "splintered": len(pushed) - len(now),
        "own lost": was.count(True) - now.count(True),
        "theirs lost": was.count(False) - now.count(False),
        "tie": int(turn.choice is not None),
    }


_MEASURED: dict[str, Callable[[Stroke], Deeds]] = {
    "crumble": _crumble,
    "scrunch": _scrunch,
    "splinter": _splinter,
}
