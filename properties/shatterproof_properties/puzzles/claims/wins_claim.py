"""Claims that the side to move wins, or that the other side wins after a pass, which shows its threats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import AnyGame
from shatterproof_properties.puzzles.checker.certificate import Json, passed, to_json
from shatterproof_properties.puzzles.claims.kind import (
    TURNS,
    Analysis,
    Answered,
    Asked,
    ClaimKind,
    FirstPlay,
    Line,
    achieves,
    distinct,
    going_on,
    saving,
    texts,
)
from shatterproof_properties.puzzles.claims.words import within
from shatterproof_properties.puzzles.claims.writer import Seen, Writer, WrittenTurn
from shatterproof_properties.solving.adapters import SearchAdapter
from shatterproof_properties.solving.forcing import Forcing

MOST_KEYS = 3
FEWEST_TRIES = 3
"""The fewest turns that do not win, in a puzzle worth asking."""
FEWEST_REPLIES = 2
"""The fewest replies to some key that do not lose at once."""
DIRECT = 2
"""Wins of up to this many turns are looked for in every position, longer ones only if the other side is mated."""
NO_PASS = "a claim about a pass, after which the game could not go on"
GOES_ON = "a position in which the game goes on for either side"


class WinsClaim(ClaimKind):
    """The side to move wins in n turns. Unique says that one result does, and that no win is shorter."""

    name = "wins"
    example = "wins-2"
    sayings = (f"wins?(?:-| in ){TURNS}",)
    sentence = "wins in {turns}"
    if_unique = ", with one key"
    attacker_begins = True

    def question(self, side: str, other: str, turns: int, unique: bool) -> str:
        return f"{side} to move: find the {'only ' if unique else ''}turn that wins {within(turns)}"

    def prove(self, writer: Writer, here: Any, turns: int, unique: bool) -> tuple[bool, Json]:
        forcing = writer.forcing
        short = forcing.win(here, turns - 1) if unique else None
        if short is not None:
            return False, {"short": writer.win_by(here, short, turns - 1)._asdict()}
        keys = distinct(forcing.adapter, forcing.wins(here, turns)) if unique else iter(())
        key = next(keys, None) if unique else forcing.win(here, turns)
        if key is None:
            table = writer.not_won(here, turns)
            return False, {} if table is None else {"table": table}
        cook = next(keys, None)
        parts: Json = {"key": writer.win_by(here, key, turns)._asdict()}
        if cook is not None:
            return False, {**parts, "cook": writer.win_by(here, cook, turns)._asdict()}
        if unique:
            parts["tries"] = writer.grouped(_refuted_tries(writer, here, key[1], turns)) if turns > 1 else []
        if unique and turns > 2:
            parts["long"] = writer.escape(key[1], turns - 2)._asdict()
        return True, parts

    def first_play(self, nodes: Sequence[Json], parts: Json) -> FirstPlay:
        key = parts["key"]
        return FirstPlay(key["by"], [] if key["then"] is None else nodes[key["then"]]["met"])

    def refuted(self, parts: Json) -> Sequence[Json]:
        return list(parts.get("tries", ()))

    def settling(self, nodes: Sequence[Json], parts: Json) -> Line | None:
        if "short" in parts:
            return Line((parts["short"]["by"],), "wins sooner")
        if "cook" in parts:
            return Line((parts["cook"]["by"],), f"wins as well as {parts['key']['by']}")
        return Line((parts["key"]["by"],), "is the key") if "key" in parts else None

    def analyse(
        self, forcing: Forcing, here: Any, turns: int, solution: Sequence[str], tries: bool, flipped: Any
    ) -> Analysis:
        adapter = forcing.adapter
        short = texts(adapter, here, forcing.wins(here, turns - 1)) if turns > 1 else ()
        every = sorted(forcing.wins(here, turns), key=lambda win: adapter.text(here, win[0]) not in solution)
        wins = list(distinct(adapter, every))
        return Analysis(
            keys=tuple(adapter.text(here, turn) for turn, _ in wins),
            short=short,
            duals=tuple(_duals(forcing, wins[0][1], turns - 1)) if len(wins) == 1 and not short else (),
            tries=tuple(_tries(forcing, here, turns)) if tries else (),
            set_play=() if flipped is None else tuple(_set_play(forcing, flipped, turns - 1)),
        )

    def is_solution(self, forcing: Forcing, after: Any, turns: int) -> bool:
        return forcing.achieves(after, turns)

    def holds(self, forcing: Forcing, here: Any, turns: int, unique: bool) -> bool:
        if not unique:
            return forcing.is_won(here, turns)
        if forcing.win(here, turns - 1) is not None:
            return False
        return len(list(islice(distinct(forcing.adapter, forcing.wins(here, turns)), 2))) == 1

    def is_worth_asking(self, forcing: Forcing, here: Any, turns: int, unique: bool) -> bool:
        most = 1 if unique else MOST_KEYS
        if turns > 1 and forcing.is_won(here, turns - 1):
            return False
        keys, tries, seen = [], 0, Seen(forcing.adapter)
        for _, after in forcing.adapter.results(here):
            if not achieves(forcing, after, turns):
                tries += 1
            elif seen.is_new(after):
                keys.append(after)
            if len(keys) > most:
                return False
        is_open = turns == 1 or any(len(going_on(forcing.adapter, after)) >= FEWEST_REPLIES for after in keys)
        return bool(keys) and tries >= FEWEST_TRIES and is_open

    def candidate(self, before: Any, here: Any, turns: int, is_threatened: Asked, is_mated: Asked) -> Any:
        if turns <= DIRECT:
            return here
        return before if is_threatened(here, turns - 1) and is_mated(here, turns - 1) else None


def _refuted_tries(writer: Writer, here: Any, key: Any, turns: int) -> Iterator[tuple[int, WrittenTurn]]:
    """The first turns that do not win, by the places of their results, and the turn played against each.

    For turns that a solver cannot tell from the key, it keeps them from winning sooner.
    """
    adapter = writer.forcing.adapter
    seen = Seen(adapter)
    seen.is_new(key)
    for index, after in writer.going_on(writer.results(here)):
        if seen.same(after) is not key:
            yield index, writer.escape(after, turns - 1)
        elif turns > 2 and adapter.write(after) != adapter.write(key):
            yield index, writer.escape(after, turns - 2)


def _duals(forcing: Forcing, after_key: Any, turns: int) -> Iterator[Answered]:
    """The replies to a key after which more than one result wins in time."""
    adapter = forcing.adapter
    if not turns or adapter.verdict(after_key) is not None:
        return
    for turn, after in distinct(adapter, adapter.results(after_key)):
        if adapter.verdict(after) is None:
            winning = texts(adapter, after, forcing.wins(after, turns))
            if len(winning) > 1:
                yield Answered(adapter.text(after_key, turn), winning)


def _tries(forcing: Forcing, here: Any, turns: int) -> Iterator[Answered]:
    """First turns that fail to one defence only. In one turn there is nothing to try."""
    adapter = forcing.adapter
    if turns < 2:
        return
    for turn, after in distinct(adapter, adapter.results(here)):
        if adapter.verdict(after) is None:
            defences = texts(adapter, after, saving(forcing, after, turns - 1), most=2)
            if len(defences) == 1:
                yield Answered(adapter.text(here, turn), defences)


def _set_play(forcing: Forcing, flipped: Any, turns: int) -> Iterator[Answered]:
    adapter = forcing.adapter
    if not turns:
        return
    for turn, after in adapter.results(flipped):
        answer = forcing.win(after, turns) if adapter.verdict(after) is None else None
        if answer is not None:
            yield Answered(adapter.text(flipped, turn), (adapter.text(after, answer[0]),))


WINS = WinsClaim()


class PassesClaim(ClaimKind):
    """The side to move passes, and then the other side wins in n turns. Unique as for wins."""

    name = "passes"
    example = "passes-2"
    sayings = (f"pass(?:es)?(?:: |, and |, )(?:then )?(?P<other>[a-z ]+) wins in {TURNS}",)
    sentence = "passes: {other} wins in {turns}"
    is_win_elsewhere = True
    needs_threat = False
    if_unique = ", with one key"
    no_solution = ("a solution after a pass", "none: the key is no turn of the side to move")

    def question(self, side: str, other: str, turns: int, unique: bool) -> str:
        which = "its only" if unique else "the"
        return f"{side} passes, then {other} wins {within(turns)}: find {which} first turn"

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
        raise InputError(NO_PASS, expected=GOES_ON)
    return after


def _after(adapter: SearchAdapter, here: Any) -> Any:
    after = adapter.passed(here)
    if after is None:
        raise InputError(NO_PASS, expected=GOES_ON)
    return after


PASSES = PassesClaim()
