"""Turns as text. A written turn is played, or refused with the clause that it breaks."""

from __future__ import annotations

import re
from typing import NamedTuple

from shatterproof_properties.second.engine import refuse_if
from shatterproof_properties.second.scrunch.position import PASS, Board, Position, Turn, bits
from shatterproof_properties.second.scrunch.removals import Remains, may_begin, refusal_to_begin
from shatterproof_properties.second.scrunch.rules import Rules

_LONGEST_TEXT = 4096
_CELL = "[a-s](?:1[0-9]|[1-9])"
_GROWTH = f"(?P<placed>{_CELL})(?: (?P<moved>{_CELL})-(?P<target>{_CELL}))?"
_TURN = re.compile(f"pass|{_GROWTH}")
_REMOVAL = re.compile(f"x(?P<removed>(?: {_CELL})+)(?:; {_GROWTH})?")


class ParsedTurn(NamedTuple):
    """A turn by names of cells, which need not be on the board. A missing part is ""; a pass has no parts."""

    removed: tuple[str, ...]
    placed: str
    moved: str
    target: str


def read_turn(text: str) -> ParsedTurn | None:
    """The meaning of a text by the grammar alone; None if it is malformed."""
    found = (_TURN.fullmatch(text) or _REMOVAL.fullmatch(text)) if len(text) <= _LONGEST_TEXT else None
    if found is None:
        return None
    parts = found.groupdict("")
    return ParsedTurn(tuple(parts.get("removed", "").split()), parts["placed"], parts["moved"], parts["target"])


def write_turn(board: Board, turn: Turn) -> str:
    """A turn as text."""
    if turn == PASS:
        return "pass"
    texts = board.texts
    placed = texts[turn.placed] if turn.placed else ""
    growth = f"{placed} {texts[turn.moved]}-{texts[turn.target]}" if turn.moved else placed
    if not turn.removed:
        return growth
    removal = " ".join(["x", *(texts[cell] for cell in turn.removed)])
    return f"{removal}; {growth}" if growth else removal


def carried_out(rules: Rules, here: Position, written: ParsedTurn) -> Position:
    """The position after a turn as written. Raises RefusedTurn if the turn breaks a clause."""
    refuse_if(rules.end(here), "scrunch.turn.finished")
    named = rules.board.named
    texts = [*written.removed, *(text for text in written[1:] if text)]
    refuse_if(any(text not in named for text in texts), "scrunch.notation.cell")
    placed, moved, target = (named[text] if text else 0 for text in written[1:])
    turn = Turn(tuple(named[text] for text in written.removed), placed, moved, target)
    if turn.removed:
        return _removed(rules, here, turn)
    if moved:
        return _grown(rules, here, turn)
    if placed:
        return _placed(rules, here, placed)
    refuse_if(not rules.may_pass(here), "scrunch.turn.no-pass")
    return rules.after(here, here.own, here.creating)


def _placed(rules: Rules, here: Position, cell: int) -> Position:
    own, other, creating = here.own, here.other, here.creating
    refuse_if(cell & (own | other), "scrunch.board.one-stone")
    refuse_if(not creating, "scrunch.creation.over")
    if cell & rules.isolated(own, other):
        return rules.after(here, own | cell, rules.creating_after_egg(own | cell, other))
    may_begin = rules.grows_bare(creating) and rules.may_grow(own, other, creating)
    refuse_if(not may_begin or not cell & rules.places(own), "scrunch.creation.egg")
    return _grown(rules, here, Turn((), cell, 0, 0))


def _grown(rules: Rules, here: Position, turn: Turn, spare: int = 0) -> Position:
    """A growth, bare if nothing moves; `spare` as in `Rules.growths`."""
    own, other, creating = here.own, here.other, here.creating
    _, placed, moved, target = turn
    refuse_if(placed & (own | other), "scrunch.board.one-stone")
    if rules.grows_bare(creating):
        refuse_if(moved, "scrunch.first-wriggle")
    else:
        refuse_if(not moved, "scrunch.growth.both")
    refuse_if(not rules.may_grow(own, other, creating), "scrunch.creation.egg")
    refuse_if(not placed & rules.board.beside(own), "scrunch.growth.place")
    refuse_if(not placed & rules.places(own), "scrunch.growth.smallest")
    if moved:
        refuse_if(not moved & rules.movable(own, placed), "scrunch.growth.move")
        steps = rules.steps(own | placed, moved, placed)
        refuse_if(not target & (steps | rules.board.near[moved]), "scrunch.growth.step")
        refuse_if(target & (own | placed | other), "scrunch.board.one-stone")
        refuse_if(not target & steps, "scrunch.growth.step")
    after = (own | placed) & ~moved | target
    clause = rules.flaw(own, other, placed, after, target, creating, spare)
    refuse_if(clause, clause or "")
    return rules.after_growth(here, after)


def _removed(rules: Rules, here: Position, turn: Turn) -> Position:
    clause = refusal_to_begin(rules, here)
    refuse_if(clause, clause or "")
    if rules.takes_all(here.creating):
        refuse_if(any(not cell & here.own for cell in turn.removed), "scrunch.death.which")
        refuse_if(not may_begin(rules, here), "scrunch.death.when")
        refuse_if(sorted(turn.removed) != list(bits(here.own)), "scrunch.stuck-creator")
        refuse_if(turn.placed, "scrunch.removal-ends-turn")
        return rules.after(here, 0, False)
    left = Remains(here.own, here.other, here.creating, 0)
    for cell in turn.removed:
        refuse_if(not cell & left.own, "scrunch.death.which")
        if left.gone:
            refuse_if(not left.must_go_on(rules), "scrunch.death.until")
        else:
            refuse_if(not may_begin(rules, here), "scrunch.death.when")
        snake = rules.board.flood(cell, left.own)
        refuse_if(snake not in left.pool(rules), "scrunch.death.which")
        left = left.without(rules, snake)
    refuse_if(left.must_go_on(rules), "scrunch.death.until")
    due = rules.removal_goes_with_growth and left.own != 0
    refuse_if(due != (turn.placed != 0), "scrunch.removal-ends-turn")
    if due:
        return _grown(rules, here._replace(own=left.own, creating=left.creating), turn, left.spare(rules))
    return rules.after(here, left.own, left.own != 0 and left.creating)
