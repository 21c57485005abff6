"""The verdict on an engine in one game: a judged result, also in words."""

from __future__ import annotations

from dataclasses import dataclass

from shatterproof_properties.conformance.verdicts import printout
from shatterproof_properties.conformance.verdicts.judgement import Judgement


@dataclass
class Verdict(Judgement):
    """A judgement in words."""

    @property
    def word(self) -> str:
        """The verdict in a word or two for people."""
        return printout.word(self)

    def first_line(self) -> str:
        """The answer in one line."""
        return printout.first_line(self)

    def to_text(self, verbose: bool = False) -> str:
        """The verdict for people: the answer first, then the clause and the picture; with `verbose` everything."""
        return printout.everything(self) if verbose else printout.terminal(self)
