"""A table of values that never outgrows its limit."""

from __future__ import annotations

from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")
LIMIT = 16_000_000
"""Values kept at most; of numbers and truth values, in about a gigabyte and a half."""


class TranspositionTable(Generic[Key, Value]):
    """Values by key. When half the limit has been stored anew, what was not asked for since is forgotten."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._half = max(1, limit // 2)
        self._young: dict[Key, Value] = {}
        self._old: dict[Key, Value] = {}

    def __len__(self) -> int:
        return len(self._young) + len(self._old)

    def get(self, key: Key) -> Value | None:
        """The value of a key, if it is still known."""
        value = self._young.get(key)
        if value is None and self._old:
            value = self._old.pop(key, None)
            if value is not None:
                self.put(key, value)
        return value

    def put(self, key: Key, value: Value) -> None:
        """Keeps a value."""
        if len(self._young) >= self._half:
            self._old, self._young = self._young, {}
        self._young[key] = value
