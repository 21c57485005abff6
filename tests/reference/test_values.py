"""Values of the reference cannot change: positions, turns, outcomes and all others."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
from typing import Any

import pytest

import shatterproof
from shatterproof.game import ReadingsBase

CLASSES = {ReadingsBase} | {
    value
    for module in pkgutil.walk_packages(shatterproof.__path__, "shatterproof.")
    for value in vars(importlib.import_module(module.name)).values()
    if isinstance(value, type)
    and dataclasses.is_dataclass(value)
    and value.__module__.startswith("shatterproof.")
    and value.__module__ != "shatterproof.examples"
    and not value.__name__.startswith("_")
}
"""All dataclasses except those that collect something: the parts of an example, the lines of a record."""


@pytest.mark.parametrize("kind", sorted(CLASSES, key=str), ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_a_value_cannot_be_changed(kind: Any) -> None:
    name = dataclasses.fields(kind)[0].name if dataclasses.fields(kind) else "any"
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(object.__new__(kind), name, None)
