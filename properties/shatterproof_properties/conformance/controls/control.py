"""What a planted mistake is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Control:
    """A planted mistake: its name, the engine that makes it, and the clauses of which a witness may speak."""

    name: str
    engine: type[Any]
    clauses: tuple[str, ...]

    @property
    def says(self) -> str:
        return (self.engine.__doc__ or "").strip()
