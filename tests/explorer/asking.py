"""Questions in tests: each question and each answer is checked against its schema."""

from __future__ import annotations

import json
import random
import re
from typing import Any

from shatterproof.game import find_game
from shatterproof.spec import spec_folder
from shatterproof_properties.explorer.service import Explorer, check_question
from shatterproof_properties.protocol import messages

PAGE = (spec_folder() / "explorer.md").read_text(encoding="utf-8")
EXAMPLES = [
    json.loads(text) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL) for text in block.splitlines()
]
"""The questions on the page about the explorer, at least one of every kind."""
BOARDS = {"crumble": "3x3", "scrunch": "3", "splinter": "6x5"}
"""Boards on which a game is short."""


def check_error(error: Any) -> None:
    messages.check("explorer/error-answer", error)


def check_answer(do: str, answer: Any) -> None:
    messages.check(f"explorer/{do}-answer", answer)


def checked(do: str, answer: Any) -> Any:
    """The `ok` part of an answer."""
    assert "ok" in answer, answer
    check_answer(do, answer["ok"])
    return answer["ok"]


def ask(do: str, explorer: Explorer | None = None, **fields: Any) -> Any:
    """The `ok` part of the answer to a question."""
    explorer = explorer or Explorer(check=check_question)
    return checked(do, explorer.answer({"do": do, **fields}))


def worked(do: str, **fields: Any) -> Any:
    """The `ok` part of the answer to a long question."""
    return checked(do, Explorer(check=check_question).work({"do": do, **fields}, lambda message: None))


def error(do: str, **fields: Any) -> Any:
    """The error in the answer to a question."""
    answer = Explorer(check=check_question).answer({"do": do, **fields})
    assert "error" in answer, answer
    check_error(answer["error"])
    return answer["error"]


def opening(game: str, board: str = "", **readings: str) -> Any:
    """The opening position of a game, as JSON."""
    chosen = {f"{game}.{name.replace('_', '-')}": value for name, value in readings.items()}
    return ask("open", game=game, board=board or BOARDS[game], readings=chosen)["start"]["position"]


def position(text: str) -> Any:
    """The position of a diagram, as JSON."""
    return ask("open", text=text)["start"]["position"]


def played(game: str, plies: int, seed: int = 1, board: str = "") -> tuple[list[str], Any]:
    """Some random turns from the opening, and the undecided position after them as JSON."""
    chance, rules, texts = random.Random(seed), find_game(game), list[str]()
    here = rules.start(board or BOARDS[game])
    for _ in range(plies):
        turn = chance.choice(list(rules.turns(here)))
        after = rules.play(here, turn)
        if rules.outcome(after) is None:
            texts.append(rules.format_turn(here, turn))
            here = after
    return texts, rules.to_json(here)
