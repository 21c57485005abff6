"""Times with units on the command line."""

from __future__ import annotations

import click
import pytest

from shatterproof_properties.commands.shell import Duration

DAY = 86_400


@pytest.mark.parametrize(
    ("given", "seconds"), [("20", 20), ("20s", 20), ("1.5", 1.5), ("10m", 600), ("0.5h", 1800), ("8h", 28_800), (7, 7)]
)
def test_a_time_has_a_unit_or_is_in_seconds(given: str | int, seconds: float) -> None:
    assert Duration(1, DAY).convert(given, None, None) == seconds


@pytest.mark.parametrize("given", ["", "s", "8 h", "8d", "8hh", "0.1s", "25h", "-1m", "²m"])
def test_anything_else_is_refused(given: str) -> None:
    with pytest.raises(click.BadParameter):
        Duration(1, DAY).convert(given, None, None)
