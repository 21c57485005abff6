"""Which clause a nearly legal turn is to break: the same choice for every game."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import strategies as st

from shatterproof.game import AnyGame


def clauses_in_turn(
    draw: st.DrawFn, game: AnyGame, position: object, known: Iterable[str], asked: tuple[str | None, ...]
) -> list[str | None]:
    """Clauses to try to break in a position, one drawn first; None stands for what the grammar excludes.

    `known` are those that can be broken; those `asked` for come before the others. Once the game is over only that can
    be overlooked, and before that it cannot.
    """
    finished = f"{game.NAME}.turn.finished"
    over = game.outcome(position) is not None
    wanted: list[str | None] = [*(clause for clause in known if (clause == finished) == over), None]
    chosen = [clause for clause in wanted if clause in asked] or wanted
    first = draw(st.integers(0, len(chosen) - 1))
    return [*chosen[first:], *chosen[:first], *wanted]
