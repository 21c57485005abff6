"""The harness's side of the protocol: an engine that is asked questions."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Self

from shatterproof_properties.engines.errors import Breach, EngineError, ErrorAnswer, Skipped, bad_end
from shatterproof_properties.engines.exchange import Exchange
from shatterproof_properties.engines.limits import Limits
from shatterproof_properties.engines.reading import checked
from shatterproof_properties.protocol.messages import PROTOCOL

BatchAnswer = dict[str, Any] | ErrorAnswer | Skipped


class Opened(NamedTuple):
    """An open context: its name, and the opening position."""

    context: str
    start: dict[str, Any]


class EngineClient(Exchange):
    """An engine to be asked. Use it in a `with` statement, or call `start` and `close`.

    Every question raises Timeout, Died, Breach, ErrorAnswer or Skipped when there is no proper answer. After a restart
    contexts have to be opened again. `left_behind` names the processes that it had not ended when it exited.
    """

    def __init__(self, argv: Sequence[str], limits: Limits | None = None) -> None:
        super().__init__(argv, limits)
        self.introduction: dict[str, Any] = {}
        self.left_behind: tuple[str, ...] = ()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self.close()
        else:
            self.kill()

    def hello(self) -> dict[str, Any]:
        """Asks who it is; the answer is kept in `introduction`."""
        self.introduction = self.ask("hello", protocol=PROTOCOL)
        return self.introduction

    def open(self, game: str, board: str, readings: Mapping[str, str] | None = None) -> Opened:
        """Opens a context: a game on a board under readings, `{id: value}`."""
        answer = self.ask("open", game=game, board=board, readings=dict(readings or {}))
        return Opened(answer["context"], answer["start"])

    def apply(self, context: str, position: Any, turn: str) -> dict[str, Any]:
        """The verdict on a turn: `{"verdict": "legal", "position": .., "outcome": ..}` and so on."""
        return self.ask("apply", context=context, position=position, turn=turn)

    def apply_from_start(self, context: str, turns: Sequence[str]) -> dict[str, Any]:
        """The verdict on the last of the turns, played from the opening; not legal: `at` is the index of the turn."""
        return self.ask("apply", context=context, turns=list(turns))

    def turns(self, context: str, position: Any) -> list[dict[str, Any]]:
        """One `{"turn", "position", "outcome"}` for each distinct result."""
        found: list[dict[str, Any]] = self.ask("turns", context=context, position=position)["turns"]
        return found

    def count(self, context: str, position: Any, depth: int) -> dict[str, Any]:
        """`{"total": leaves, "by": [[turn, leaves below it], ...]}`."""
        return self.ask("count", context=context, position=position, depth=depth)

    def batch(self, items: Sequence[dict[str, Any]]) -> list[BatchAnswer]:
        """The answers to several questions, `{"do": "apply", ...}`, in order; errors and skips stand in their places.

        Asks one by one when the engine has announced no `batch`.
        """
        if self.introduction and "batch" not in self.introduction["can"]:
            return [self._alone(item) for item in items]
        question = {"do": "batch", "items": list(items)}
        bodies: list[dict[str, Any]] = self._exchange(question)
        answers: list[BatchAnswer] = []
        for index, (item, body) in enumerate(zip(items, bodies, strict=True)):
            try:
                answers.append(checked(item, {"id": 0, **body}))
            except (ErrorAnswer, Skipped) as error:
                answers.append(self._about(dict(item), error))
            except Breach as breach:
                raise self._about(question, Breach(breach.what, f"/ok/{index}{breach.where}")) from None
        return answers

    def close(self) -> None:
        """Says bye, waits for the exit, ends what is left. Raises nothing; `say_bye` says what went wrong."""
        with contextlib.suppress(EngineError):
            self.say_bye()

    def say_bye(self) -> None:
        """Says bye, waits for the exit, ends what is left. Raises EngineError when the engine does not go properly."""
        self.forget()
        if self._transport is None:
            return
        leaving = self._transport
        try:
            self.ask("bye")
            code = leaving.finish(self.limits.bye)
            self.left_behind = leaving.members()
            stray = leaving.unread()
        finally:
            self.kill()
        if fault := bad_end(code, stray, self.left_behind):
            raise self._about({"do": "bye"}, Breach(fault, line=stray, fatal=True))

    def _alone(self, item: dict[str, Any]) -> BatchAnswer:
        try:
            return dict(self._exchange(item))
        except (ErrorAnswer, Skipped) as error:
            return error
