"""Several engines of one command, asked one after the other. If one cannot be asked, the others still are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from shatterproof.errors import InputError
from shatterproof_properties.commands.shell import print_line
from shatterproof_properties.engines.engine_settings import ListedEngine

Found = TypeVar("Found")
NOT_BEGUN = "not looked at: somebody interrupted the run before"


@dataclass(frozen=True)
class Unasked:
    """The reason why nothing is known of an engine; `interrupted` if nobody has asked it."""

    why: str
    interrupted: bool = False


def ask_each(
    engines: Sequence[ListedEngine],
    ask: Callable[[ListedEngine], Found],
    is_interrupted: Callable[[Found], bool] = lambda found: False,
) -> list[Found | Unasked]:
    """The outcome of each engine, or why there is none. After an interrupt the rest are not asked.

    Raises KeyboardInterrupt if the interrupt comes before anything is known.
    """
    found: list[Found | Unasked] = []
    for number, engine in enumerate(engines, start=1):
        print_line(f"{engine.called()} ({number} of {len(engines)})", err=True)
        try:
            asked = ask(engine)
        except InputError as error:
            found.append(Unasked(str(error)))
        except KeyboardInterrupt:
            if not found:
                raise
            break
        else:
            found.append(asked)
            if is_interrupted(asked):
                break
    return [*found, *[Unasked(NOT_BEGUN, interrupted=True)] * (len(engines) - len(found))]
