"""Mutants that no list of the harness has, as a stranger might make them. Some have a cache with an incomplete key."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")


def remembered(engine: Any, key: Hashable, work_out: Callable[[], T]) -> T:
    """The result that an engine stored when it first met a key."""
    results: dict[Hashable, T] = engine.__dict__.setdefault("results_by_key", {})
    if key not in results:
        results[key] = work_out()
    return results[key]
