"""Answers and positions for people: in a few words, and as diagrams for a terminal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.examples import changed
from shatterproof.game import AnyGame
from shatterproof_properties.common.prose import printable
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.answers import Answer, canonical

MOST_ROWS = 40
"""The most rows of a diagram on a terminal."""


def answer_in_words(answer: Answer) -> str:
    words = [str(answer.get("verdict", "")), *([answer["clause"]] if answer.get("clause") else [])]
    if "total" in answer:
        words.append(f"{answer['total']:,} leaves at depth {answer['depth']}")
    if answer.get("means"):
        words.append(f"it can mean {' or '.join(answer['means'])}")
    if answer.get("note"):
        words.append(answer["note"])
    if answer.get("outcome"):
        winner = answer["outcome"]["winner"]
        words.append(f"{winner.capitalize()} wins" if winner else "drawn")
    elif answer.get("verdict") == "legal" and "position" in answer:
        words.append("the game goes on")
    return printable(", ".join(word for word in words if word))


def answer_position(game: AnyGame, asked: Any, answer: Answer) -> Any | None:
    """The position in an answer, legal or not; None if it has none.

    `asked` is the position of the reference that the question was about; its readings are those of the answer.
    """
    if answer.get("position") is None:
        return None
    position = canonical(answer["position"])
    for strict in (True, False):
        try:
            return game.from_json(position, asked.readings, strict)
        except InputError:
            continue
    return None


@dataclass(frozen=True)
class Drawn:
    """A position of the reference with its diagram, "" if there is none that one can type.

    `changed` lists what differs from the position drawn before it: cells, squares or letters of pieces. It is None if
    there is no position before, or if letters do not show it.
    """

    game: AnyGame
    position: Any
    diagram: str
    changed: tuple[str, ...] | None = None

    @classmethod
    def of(cls, game: AnyGame, position: Any, before: Drawn | None = None) -> Drawn:
        """A drawn position that keeps the letters of the one drawn before it."""
        try:
            diagram = game.to_diagram(position, before.diagram if before else "")
        except InputError:
            return cls(game, position, "")
        if before is None:
            return cls(game, position, diagram)
        found = changed(game, before.position, position, diagram)
        return cls(game, position, diagram, None if "?" in found else tuple(found))

    @property
    def text(self) -> str:
        """The diagram, with a comment on what has changed, if anything."""
        return self.diagram + (f"# changed {' '.join(self.changed)}\n" if self.changed else "")

    def indented(self, without: tuple[str, ...] = ()) -> list[str]:
        """The indented lines of the diagram; for too large a diagram, those of a drawing not to scale.

        Lines that begin with a word of `without`, such as "memory", are left out.
        """
        lines = self.text.splitlines()
        is_too_large = not self.diagram or self.diagram.count("\n") > MOST_ROWS
        if is_too_large and (drawing := features.of(self.game).not_to_scale(self.position)):
            data = self.game.to_json(self.position)
            more = (f"{name} {strict_json.encode(data[name])}" for name in ("memory", "readings") if data.get(name))
            lines = [*drawing, *more]
        hidden = tuple(f"{word} " for word in without)
        return [f"    {line}" for line in lines if not line.startswith(hidden)]

    def results(self) -> list[str]:
        """The lines in which an example states that turns lead to this position, and what they have changed."""
        first, *rows = [line for line in self.diagram.splitlines() if not line.startswith(("readings ", "memory "))]
        mark = [] if self.changed is None else [f"-> changed {' '.join(self.changed) or 'nothing'}"]
        return [f"-> {first}", *rows, *mark]


def answer_diagram(asked: Drawn, answer: Answer) -> list[str]:
    """The lines that draw the position in an answer to a question about `asked`; none if it has no position."""
    if answer.get("position") is None:
        return []
    position = answer_position(asked.game, asked.position, answer)
    if position is None:
        return [f"    no position of the game: {strict_json.encode(answer['position'])[:200]}"]
    return Drawn.of(asked.game, position, asked).indented()
