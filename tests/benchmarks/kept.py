"""What engines keep that look up what they have worked out, by too small a key."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")


def kept(engine: Any, key: Hashable, work_out: Callable[[], T]) -> T:
    """What an engine has worked out when it first met a key."""
    known: dict[Hashable, T] = engine.__dict__.setdefault("known", {})
    if key not in known:
        known[key] = work_out()
    return known[key]
