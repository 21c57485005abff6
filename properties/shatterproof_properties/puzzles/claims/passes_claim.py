"""Claims that the other side wins after a pass of the side to move, which shows its threats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import AnyGame
from shatterproof_properties.puzzles.checker.certificate import Json, passed, to_json
from shatterproof_properties.puzzles.claims.kind import Analysis, ClaimKind, FirstPlay, Line, counted
from shatterproof_properties.puzzles.claims.wins_claim import WINS
from shatterproof_properties.puzzles.claims.writer import Writer
from shatterproof_properties.solving.adapters import SearchAdapter
from shatterproof_properties.solving.forcing import Forcing

NO_PASS = "a claim about a pass, after which the game could not go on"


class PassesClaim(ClaimKind):
    """The side to move passes, and then the other side wins in n turns. Unique as for wins."""

    name = "passes"
    example = "passes-2"
    sayings = (r"pass(?:es)?(?:: |, and |, )(?:then )?[a-z ]+ wins in (?P<turns>[a-z0-9]+)(?: turns?)?",)
    is_win_elsewhere = True
    needs_threat = False
    if_unique = ", with one key"
    several_keys = WINS.several_keys
    no_solution = ("a solution after a pass", "none: the key is no turn of the side to move")

    def says(self, turns: int, other: str) -> str:
        return f"passes: {other} wins in {counted(turns)}"

    def question(self, side: str, other: str, turns: int, unique: bool) -> str:
        within = "at once" if turns == 1 else f"in {turns} turns"
        return f"{side} passes, then {other} wins {within}: find {'its only' if unique else 'the'} first turn"

    def refuse(self, game: AnyGame, position: Any) -> None:
        after_pass(game, position)

    def play_begins(self, game: AnyGame, diagram: Any, parts: Json) -> Any:
        return after_pass(game, diagram)

    def prove(self, writer: Writer, here: Any, turns: int, unique: bool) -> tuple[bool, Json]:
        return WINS.prove(writer, _after(writer.forcing.adapter, here), turns, unique)

    def first_play(self, nodes: Sequence[Json], parts: Json) -> FirstPlay:
        return WINS.first_play(nodes, parts)

    def refuted(self, parts: Json) -> Sequence[Json]:
        return WINS.refuted(parts)

    def settling(self, nodes: Sequence[Json], parts: Json) -> Line | None:
        line = WINS.settling(nodes, parts)
        return line and line._replace(after_pass=True)

    def analyse(
        self, forcing: Forcing, here: Any, turns: int, solution: Sequence[str], tries: bool, flipped: Any
    ) -> Analysis:
        return WINS.analyse(forcing, _after(forcing.adapter, here), turns, solution, tries, None)

    def is_worth_asking(self, forcing: Forcing, here: Any, turns: int, unique: bool) -> bool:
        after = forcing.adapter.passed(here)
        return after is not None and WINS.is_worth_asking(forcing, after, turns, unique)


def after_pass(game: AnyGame, position: Any) -> Any:
    """The position of the reference after a pass. Raises InputError if there is none, or if the game is over."""
    try:
        after = game.from_json(passed(game, to_json(game, position)), position.readings)
    except InputError as error:
        raise InputError(f"{NO_PASS}: {error}", expected="a position that the rules accept for either side") from None
    if game.outcome(after) is not None:
        raise InputError(NO_PASS, expected="a position in which the game goes on for either side")
    return after


def _after(adapter: SearchAdapter, here: Any) -> Any:
    after = adapter.passed(here)
    if after is None:
        raise InputError(NO_PASS, expected="a position in which the game goes on for either side")
    return after


PASSES = PassesClaim()
