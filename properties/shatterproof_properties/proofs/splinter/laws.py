"""The laws of spec/splinter.md, each as lemmas about any position of a board and any turn in it."""

from __future__ import annotations

from shatterproof_properties.proofs.components import Components
from shatterproof_properties.proofs.formulas import NO, YES, Formula, every, implies, no, one_of, same, some, total, z3
from shatterproof_properties.proofs.lemmas import Lemma
from shatterproof_properties.proofs.splinter.pieces import (
    SORTS,
    Pieces,
    alike,
    decided,
    endings,
    single,
    standing,
    unknown_memory,
    unknown_pieces,
)
from shatterproof_properties.proofs.splinter.slides import Standing, Turn, mine, run_in
from shatterproof_properties.proofs.splinter.squares import DIRECTIONS, OPPOSITE, board_of


def any_standing(columns: int, rows: int) -> Standing:
    """A position of which nothing is known, nor what it remembers."""
    board = board_of(columns, rows)
    return Standing(board, unknown_pieces(board), z3.Bool("Blue to move"), unknown_memory(board))


def _any_turn(columns: int, rows: int) -> tuple[Turn, list[Formula]]:
    """A turn in a position that need not be one group, and what is known of it."""
    turn = Turn(any_standing(columns, rows))
    return turn, [single(turn.here.pieces), *turn.facts, turn.allowed()]


def _next_turn(turn: Turn, name: str = "next") -> tuple[Turn, list[Formula]]:
    """A turn of the opponent's after it, and what is known of that."""
    following = Turn(turn.after(), name)
    return following, [*following.facts, following.allowed()]


def one_group_stays(columns: int, rows: int) -> list[Lemma]:
    """Law 1: after every turn all pieces form one group."""
    turn, known = _any_turn(columns, rows)
    left = Components(turn.here.board.beside, standing(turn.left))
    return [Lemma([*known, *left.facts], one_of(left.is_leader(square) for square in turn.here.board.squares))]


def nothing_is_added(columns: int, rows: int) -> list[Lemma]:
    """Law 2: no square gets two pieces, and there are never more pieces of a kind and side than before."""
    turn, known = _any_turn(columns, rows)
    fewer = [z3.ULE(_number(turn.left, *sort), _number(turn.here.pieces, *sort)) for sort in SORTS]
    return [Lemma(known, single(turn.left)), *(Lemma(known, formula) for formula in fewer)]


def _number(pieces: Pieces, colour: str, kind: str) -> Formula:
    marks = next(marks for sort, marks in pieces.items() if sort == (colour, kind))
    return total(marks.values(), len(marks))


def one_line_moves(columns: int, rows: int) -> list[Lemma]:
    """Law 3: a piece that stays has stood where it is, or one step behind it in the direction of the slide, in the run.

    And no piece of the run is where it was.
    """
    turn, known = _any_turn(columns, rows)
    board, cases = turn.here.board, []
    for sort in SORTS:
        for square in board.squares:
            came = [
                every(turn.ways[way], turn.run[behind], turn.here.pieces[sort][behind])
                for way in DIRECTIONS
                if (behind := board.behind(square, way))
            ]
            stood = every(turn.here.pieces[sort][square], no(turn.run[square]))
            cases.append(implies(turn.left[sort][square], some(stood, *came)))
    return [Lemma(known, every(*cases))]


def one_piece_over_the_edge(columns: int, rows: int) -> list[Lemma]:
    """Law 4: at most one piece of a run is pushed over the edge."""
    turn, known = _any_turn(columns, rows)
    over = [
        every(turn.ways[way], turn.runs[way][square])
        for way in DIRECTIONS
        for square in turn.here.board.squares
        if (square, way) not in turn.here.board.next
    ]
    return [Lemma(known, z3.PbLe([(formula, 1) for formula in over], 1))]


def no_larger_group_goes(columns: int, rows: int) -> list[Lemma]:
    """Law 5: no group is larger than all that stays."""
    turn, known = _any_turn(columns, rows)
    left = total(standing(turn.left).values(), len(turn.here.board.squares))
    return [Lemma(known, every(*(z3.ULE(size, left) for size in turn.groups.sizes.values())))]


def returning_is_opposite(columns: int, rows: int) -> list[Lemma]:
    """Law 6: what the rule against returning forbids after a turn goes in the opposite direction."""
    turn, known = _any_turn(columns, rows)
    following = Turn(turn.after(), "next")
    forbidden = every(following.one_slide(), no(following.no_return()))
    opposite = [every(chosen, following.ways[OPPOSITE[way]]) for way, chosen in turn.ways.items()]
    return [Lemma([*known, forbidden], some(*opposite))]


def nothing_comes_back(columns: int, rows: int) -> list[Lemma]:
    """Law 7: no turn brings back the arrangement before the opponent's latest turn."""
    turn, known = _any_turn(columns, rows)
    following, more = _next_turn(turn)
    return [Lemma([*known, *more], no(alike(following.left, turn.here.pieces)))]


def memory_has_one_direction(columns: int, rows: int) -> list[Lemma]:
    """Law 6, the first half: all that is remembered of a turn has moved in the direction of its slide."""
    turn, known = _any_turn(columns, rows)
    went = [implies(some(*marks.values()), turn.ways[way]) for way, marks in turn.after().memory.items()]
    return [Lemma(known, every(*went))]


def there_is_a_slide(columns: int, rows: int) -> list[Lemma]:
    """Law 8: as long as the game goes on the mover has a slide, if all that is remembered has one direction (law 6)."""
    here = any_standing(columns, rows)
    latest = {way: z3.Bool(f"latest {way}") for way in DIRECTIONS}
    one_way = [implies(some(*marks.values()), latest[way]) for way, marks in here.memory.items()]
    premises = [single(here.pieces), no(decided(here.pieces)), one_of(latest.values()), *one_way]
    return [Lemma(premises, some(*_slides(here)))]


def _slides(here: Standing) -> list[Formula]:
    """For each square and direction, whether the mover may slide a piece from it so."""
    own, occupied, found = mine(here), standing(here.pieces), list[Formula]()
    for square in here.board.squares:
        origin = {other: YES if other == square else NO for other in here.board.squares}
        for way in DIRECTIONS:
            run = run_in(here.board, occupied, origin, way)
            back = [every(run[at], mark) for at, mark in here.memory[OPPOSITE[way]].items()]
            found.append(every(own[square], no(some(*back))))
    return found


def a_group_stays(columns: int, rows: int) -> list[Lemma]:
    """Law 8, the rest: after every slide that is allowed there is a group that none exceeds, so that the turn ends."""
    turn = Turn(any_standing(columns, rows))
    known = [single(turn.here.pieces), *turn.facts, no(decided(turn.here.pieces))]
    slides = [one_of(turn.origin.values()), one_of(turn.ways.values()), turn.own_piece(), turn.no_return()]
    sizes = turn.groups.sizes
    exists = [
        every(turn.groups.is_leader(first), *(z3.UGE(sizes[first], size) for size in sizes.values())) for first in sizes
    ]
    return [Lemma([*known, *slides], some(*exists))]


def a_game_ends_in_one_way(columns: int, rows: int) -> list[Lemma]:
    """As long as the game goes on each side has a piece of every kind: it ends in one way or goes on."""
    here = any_standing(columns, rows)
    return [Lemma([single(here.pieces)], same(decided(here.pieces), one_of(endings(here.pieces).values())))]
