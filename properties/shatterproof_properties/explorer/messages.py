"""Questions checked against the schemas in spec/explorer."""

from __future__ import annotations

from typing import Any

from shatterproof_properties.protocol import messages


def check_question(question: dict[str, Any]) -> None:
    """Raises InputError, with a JSON pointer in `where`, unless a question of a known `do` is as its schema says."""
    messages.check(f"explorer/{question['do']}-question", question)


def check_error(error: Any) -> None:
    """Raises InputError, with a JSON pointer in `where`, unless `error` is what an answer holds that is none."""
    messages.check("explorer/error-answer", error)


def check_answer(do: str, answer: Any) -> None:
    """Raises InputError, with a JSON pointer in `where`, unless `answer` is what `ok` holds for a question `do`."""
    messages.check(f"explorer/{do}-answer", answer)
