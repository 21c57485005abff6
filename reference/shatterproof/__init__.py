"""What the rules mean: Crumble, Scrunch and Splinter, a clause at a time.

Read a diagram, list turns, play one, ask why another is illegal, draw it:

    >>> import shatterproof
    >>> position = shatterproof.parse_position('''
    ... 3x3, White to move
    ... AAb
    ... AAc
    ... dBe
    ... ''')
    >>> [shatterproof.format_turn(position, turn) for turn in shatterproof.turns(position)][:8]
    ['0H', '2H', '2,1H', '2,2H', '0V', '0VE', '2V', '2VW']
    >>> turn = shatterproof.parse_turn(position, "0V")
    >>> after = shatterproof.play(position, turn)
    >>> print(shatterproof.to_diagram(after), end="")
    3x3, Black to move
    AAAAaa
    AAAAaa
    AAAAbb
    AAAAbb
    cdBBee
    cdBBee
    >>> print(shatterproof.outcome(after))
    None
    >>> shatterproof.play(position, "0,1V")
    Traceback (most recent call last):
        ...
    shatterproof.game.IllegalTurn: piece 2x2 at (0, 1) is not the mover's to cut (crumble.cut.own)
    >>> shatterproof.find_clause("crumble.cut.own").title
    'A player cuts only their own pieces.'
    >>> with open("after.svg", "w") as file:
    ...     print(shatterproof.to_svg(after, last=turn), file=file)

The names are the same for the three games: positions know their game. `start("scrunch")` is an opening position,
`judge(parse_record(text))` judges a game, `clauses("splinter")` are all its rules. Whoever needs more of one game finds
it in `shatterproof.crumble`, `shatterproof.scrunch` or `shatterproof.splinter`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shatterproof import crumble, scrunch, splinter
    from shatterproof.api import (
        GAMES,
        AmbiguousTurn,
        Clause,
        Game,
        IllegalPosition,
        IllegalTurn,
        InputError,
        Judgement,
        MalformedTurn,
        Outcome,
        Position,
        Record,
        Turn,
        clauses,
        find_clause,
        format_record,
        format_turn,
        from_json,
        judge,
        outcome,
        parse_position,
        parse_record,
        parse_turn,
        play,
        start,
        to_diagram,
        to_json,
        to_svg,
        turns,
    )
else:

    def __getattr__(name: str) -> object:
        """The names below are loaded when somebody asks for them."""
        import importlib

        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        if name in ("crumble", "scrunch", "splinter"):
            return importlib.import_module(f"{__name__}.{name}")
        return getattr(importlib.import_module(f"{__name__}.api"), name)


__all__ = [
    "GAMES",
    "AmbiguousTurn",
    "Clause",
    "Game",
    "IllegalPosition",
    "IllegalTurn",
    "InputError",
    "Judgement",
    "MalformedTurn",
    "Outcome",
    "Position",
    "Record",
    "Turn",
    "clauses",
    "crumble",
    "find_clause",
    "format_record",
    "format_turn",
    "from_json",
    "judge",
    "outcome",
    "parse_position",
    "parse_record",
    "parse_turn",
    "play",
    "scrunch",
    "splinter",
    "start",
    "to_diagram",
    "to_json",
    "to_svg",
    "turns",
]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
