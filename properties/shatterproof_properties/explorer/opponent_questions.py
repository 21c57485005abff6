"""The question that asks for the program's turn."""

from __future__ import annotations

from collections.abc import Iterator

from shatterproof.errors import InputError
from shatterproof.game import AnyGame
from shatterproof_properties.explorer.analysis_questions import Say, adapter_for
from shatterproof_properties.explorer.knowledge import KNOWLEDGE, Json
from shatterproof_properties.explorer.views import read_position, step_to_json
from shatterproof_properties.players.program import Program, Reply
from shatterproof_properties.protocol.explaining import steps_of
from shatterproof_properties.protocol.reference_table import position_to_json
from shatterproof_properties.solving.adapters import LOST, SearchAdapter


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
    if found.wins:
        yield _winning(adapter, other, found)
        return
    if found.threat:
        yield f"{other} threatened {found.threat}."
    if found.loses:
        yield f"After every turn {other} wins, or has won."
        return
    if found.avoided:
        turns = "a turn" if found.avoided == 1 else f"{found.avoided} turns"
        yield f"{side.capitalize()} does not play {turns} after which {other} could win at once."
    yield f"It compared {found.positions:,} positions, {_ahead(found.depth)}."


def _winning(adapter: SearchAdapter, other: str, found: Reply) -> str:
    if adapter.verdict(found.after) == LOST:
        return "This turn wins."
    return f"Whatever {other} replies, this wins in {found.wins} turn{'s' if found.wins > 1 else ''}."


def _ahead(depth: int) -> str:
    return "one turn ahead" if depth == 1 else f"{depth} turns ahead"
