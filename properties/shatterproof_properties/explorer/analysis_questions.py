"""Questions that analyse a position: forced wins, threats, numbers of turns, the program's turn."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import AnyGame
from shatterproof_properties.explorer.knowledge import KNOWLEDGE, Json
from shatterproof_properties.explorer.views import names_of, read_position, step_to_json
from shatterproof_properties.players.program import Program, Reply
from shatterproof_properties.protocol.answers import position_to_json
from shatterproof_properties.protocol.explaining import counted, steps_of
from shatterproof_properties.puzzles.compose.game_composer import passed_usefully
from shatterproof_properties.solving.adapters import LOST, SearchAdapter, search_adapter
from shatterproof_properties.solving.forcing import Forcing, OutOfLimits, SearchLimits

SECONDS = 120.0
"""The seconds after which a search gives up."""
MOST_THREATS = 24
OFTEN = 0.25
"""Seconds between two reports of progress."""
Say = Callable[[Json], None]
"""A callback that shows the progress of work."""


class Progress:
    """Reports the progress of a search now and then, after a `note`."""

    def __init__(self, say: Say) -> None:
        self.say = say
        self.last = 0.0
        self.note = ""

    def __call__(self, forcing: Forcing) -> None:
        self.report(f"{self.note}{forcing.looked_into:,} positions looked into")

    def report(self, text: str, more: Callable[[], Json] = dict) -> None:
        """Reports the progress and the fields of `more`, unless it has just done so."""
        now = time.monotonic()
        if now - self.last >= OFTEN:
            self.last = now
            self.say({"progress": {"text": text, **more()}})


def adapter_for(game: AnyGame, position: Any) -> SearchAdapter:
    """The search adapter for the game of a position."""
    return search_adapter(game.NAME, position.board, position.readings.departures())


def think(question: Json, say: Say) -> Json:
    """The answer to `think`."""
    game, position = read_position(question["position"])
    threats = list(_threats(game, position))
    found: Json = {"verdict": "neither", "turns": 0, "line": [], "threats": threats, "count": 0, "text": ""}
    if game.outcome(position):
        return found | {"text": "The game is over."}
    progress = Progress(say)
    forcing = Forcing(adapter_for(game, position), SearchLimits(seconds=SECONDS, kept=200_000), progress)
    here = forcing.adapter.read(position_to_json(game, position))
    found["count"] = sum(1 for _ in forcing.adapter.results(here))
    found["text"] = f"{found['count']} turns with different results."
    try:
        return found | _verdict(forcing, here, position.to_move, question["depth"], progress)
    except OutOfLimits as reached:
        return found | {"verdict": "unknown", "text": f"{found['text']} Forced wins: {reached}."}


def _verdict(forcing: Forcing, here: Any, side: str, depth: int, progress: Progress) -> Json:
    """The verdict: whether the side to move wins or is mated, in how many turns, and how."""
    mover = side.capitalize()
    for turns in range(depth + 1):
        progress.note = f"in {turns} turns: "
        if turns and forcing.is_won(here, turns):
            line = list(_line(forcing, here, turns))
            words = f"{mover} wins in {counted(turns, 'turn')}: {' '.join(line)}."
            return {"verdict": "wins", "turns": turns, "line": line, "text": words}
        if forcing.is_mated(here, turns):
            words = f"Whatever {mover} does, it loses {f'in {turns} turns at most' if turns else 'at once'}."
            return {"verdict": "is-mated", "turns": turns, "line": [], "text": words}
    return {"text": f"Nobody can force a win in {counted(depth, 'turn')}."}


def _line(forcing: Forcing, here: Any, turns: int) -> Iterator[str]:
    """A winning line, with replies that hold out as long as possible."""
    adapter = forcing.adapter
    while turns and (win := forcing.win(here, turns)) is not None:
        yield adapter.text(here, win[0])
        after, turns = win[1], turns - 1
        if adapter.verdict(after) is not None:
            return
        replies = [(turn, to) for turn, to in adapter.results(after) if adapter.verdict(to) is None]
        if not replies:
            return
        turn, here = next(((turn, to) for turn, to in replies if not forcing.is_won(to, turns - 1)), replies[0])
        yield adapter.text(after, turn)


def _passed(game: AnyGame, position: Any) -> tuple[Any, SearchAdapter, Any] | None:
    """The position with the other side to move, if the rules allow it and it tells something about threats.

    Beside it, a search adapter and its position.
    """
    data = passed_usefully(game, position_to_json(game, position))
    if data is None or game.outcome(position):
        return None
    try:
        other = game.from_json(data, position.readings)
    except InputError:
        return None
    if game.outcome(other):
        return None
    adapter = adapter_for(game, other)
    return other, adapter, adapter.read(position_to_json(game, other))


def _threats(game: AnyGame, position: Any) -> Iterator[Json]:
    """The turns by which the other side would win at once if it were to move."""
    passed = _passed(game, position)
    if passed is None:
        return
    other, adapter, here = passed
    winning = (turn for turn, after in adapter.results(here) if adapter.verdict(after) == LOST)
    for turn in islice(winning, MOST_THREATS):
        text = adapter.text(here, turn)
        made = game.parse_turn(other, text)
        about = names_of(game, [each for step in steps_of(game, other, made)[:1] for each in step.about])
        yield {"turn": text, "shape": KNOWLEDGE.of(game).arrow_of(other, made), "about": about}


def announce(question: Json) -> Json:
    """The answer to `announce`. The second engine looks for the turn, the reference plays it."""
    game, position = read_position(question["position"])
    nothing: Json = {"threatens": False, "text": "", "turn": None, "mark": ""}
    passed = _passed(game, position)
    if passed is None:
        return nothing
    other, adapter, here = passed
    found = adapter.win_now(here)
    if found is None:
        return nothing
    text = adapter.text(here, found[0])
    after = game.outcome(game.play(other, game.parse_turn(other, text)))
    if after is None or after.winner != other.to_move:
        return nothing
    mover, call = str(other.to_move).capitalize(), KNOWLEDGE.of(game).CALL
    said = f"{call} {mover} would win if it were {mover}'s turn again.".lstrip()
    return {"threatens": True, "text": said, "turn": text, "mark": "+" if call else ""}


def reply(question: Json, say: Say) -> Json:
    """The answer to `reply`: the program chooses the turn, the reference explains it."""
    game, position = read_position(question["position"])
    if game.outcome(position):
        raise InputError("the game is over", "/position", "a position in which somebody is to move")
    adapter = adapter_for(game, position)
    here = adapter.read(position_to_json(game, position))
    found = Program(adapter, question["strength"]).reply(here, question["milliseconds"] / 1000)
    text = adapter.text(here, found.turn)
    turn = game.parse_turn(position, text)
    return {
        "turn": text,
        "shape": KNOWLEDGE.of(game).arrow_of(position, turn),
        "did": [step_to_json(game, position, step) for step in steps_of(game, position, turn)],
        "saw": " ".join(_seen(game, position.to_move, adapter, found)),
        "threat": found.threat or None,
    }


def _seen(game: AnyGame, side: str, adapter: SearchAdapter, found: Reply) -> Iterator[str]:
    """The reasons for the program's choice, in sentences."""
    other = next(each for each in game.SIDES if each != side).capitalize()
    if found.wins and adapter.verdict(found.after) == LOST:
        yield "This turn wins."
        return
    if found.wins:
        yield f"Whatever {other} replies, this wins in {counted(found.wins, 'turn')}."
        return
    if found.threat:
        yield f"{other} threatened {found.threat}."
    if found.loses:
        yield f"After every turn {other} wins, or has won."
        return
    if found.avoided:
        turns = "a turn" if found.avoided == 1 else f"{found.avoided} turns"
        yield f"{side.capitalize()} does not play {turns} after which {other} could win at once."
    ahead = "one turn" if found.depth == 1 else f"{found.depth} turns"
    yield f"It compared {found.positions:,} positions, {ahead} ahead."
