"""A difference as a report shows it: its clause, its game, both answers, and how to go on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from shatterproof import strict_json
from shatterproof.spec import find_clause
from shatterproof_properties.common.prose import Block, blocks, plain
from shatterproof_properties.conformance.declared import entry_of
from shatterproof_properties.conformance.difference import KINDS, Difference
from shatterproof_properties.conformance.report.pictures import Frame, Side, film, shortened, sides


class Remark(NamedTuple):
    """What is known of a difference beyond itself.

    `vector` is the line that would keep it as a vector; `readings` are pairs of a reading and its value, each of which
    alone would make the engine's answer right.
    """

    vector: str = ""
    readings: tuple[tuple[str, str], ...] = ()


Remarks = Callable[[Difference], Remark]


@dataclass(frozen=True)
class Shown:
    """A difference as the page shows it; `witness` is the file that the replay command names."""

    number: int
    difference: Difference
    witness: Path
    again: str
    remark: Remark

    @property
    def title(self) -> str:
        """The clause, or the page that stands for it."""
        return self.difference.clause or "spec/protocol.md"

    @property
    def kind(self) -> str:
        """In which way the engine differs, in words."""
        return KINDS[self.difference.kind]

    @property
    def rule(self) -> str:
        """What the clause says, on one line."""
        return plain(find_clause(self.difference.clause).title) if self.difference.clause else ""

    @property
    def clause(self) -> list[Block]:
        """The clause in full."""
        return list(blocks(find_clause(self.difference.clause).text)) if self.difference.clause else []

    @property
    def film(self) -> list[Frame]:
        """The game that leads to the question."""
        return film(self.difference)

    @property
    def sides(self) -> list[Side]:
        """Both answers, that of the rules first."""
        return sides(self.difference)

    @property
    def answers(self) -> list[tuple[str, str]]:
        """Both answers as the protocol has them."""
        answers = (("The rules", self.difference.expected), ("The engine", self.difference.got))
        return [(whose, shortened(strict_json.encode(answer))) for whose, answer in answers]

    @property
    def declaration(self) -> str:
        """The entry that would declare the difference."""
        return entry_of(self.difference)
