"""Questions asked in tests: each held against its schema, and its answer against that of answers."""

from __future__ import annotations

from typing import Any

from shatterproof_properties.explorer.messages import check_answer, check_error, check_question
from shatterproof_properties.explorer.service import Explorer


def ask(do: str, **fields: Any) -> Any:
    """What `ok` holds in the answer to a question."""
    answer = Explorer(check=check_question).answer({"do": do, **fields})
    assert "ok" in answer, answer
    check_answer(do, answer["ok"])
    return answer["ok"]


def error(do: str, **fields: Any) -> Any:
    """The error in the answer to a question."""
    answer = Explorer(check=check_question).answer({"do": do, **fields})
    assert "error" in answer, answer
    check_error(answer["error"])
    return answer["error"]


def opening(game: str, board: str, **readings: str) -> Any:
    """The opening position of a game, as JSON."""
    chosen = {f"{game}.{name.replace('_', '-')}": value for name, value in readings.items()}
    return ask("open", game=game, board=board, readings=chosen)["start"]["position"]


def position(text: str) -> Any:
    """The position of a diagram, as JSON."""
    return ask("open", text=text)["start"]["position"]
