"""Numbers and times on the command line: every option takes ASCII digits, and refuses anything else in one line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shatterproof.errors import InputError
from shatterproof_properties.cli import main
from shatterproof_properties.commands.shell import Duration, Seconds, Whole
from shatterproof_properties.common.prose import read_decimal, read_whole

NO_NUMBERS = ("", " ", "1_0", " 1", "1 ", "1\n", "\u0661", "\uff11", "\u00b2", "0x1", "9" * 5000, "nan", "inf", "1e999",
              "--1")  # fmt: skip
TYPED = st.text(st.sampled_from("0123456789+-._eE \u0661\uff11nainf"), max_size=25)
DAY = 86_400


def numbers(command: click.Command, name: str = "") -> Iterator[tuple[str, click.Parameter]]:
    """All values of commands that are read as numbers, with their names."""
    for each in getattr(command, "commands", {}).values():
        yield from numbers(each, f"{name} {each.name}")
    for parameter in command.params:
        if isinstance(parameter.type, click.types.IntParamType | click.types.FloatParamType):
            yield f"{name} {parameter.name}", parameter


EVERY = dict(numbers(main))


@pytest.mark.parametrize("name", EVERY)
def test_every_number_of_a_command_is_read_strictly(name: str) -> None:
    kind = EVERY[name].type
    assert isinstance(kind, Whole | Seconds)
    for text in NO_NUMBERS:
        with pytest.raises(click.BadParameter) as refused:
            kind.convert(text, EVERY[name], None)
        assert len(refused.value.message) < 100
        assert refused.value.message.isprintable()


def test_there_are_numbers_to_be_read() -> None:
    assert {" check seconds", " perft depth", " puzzle generate count"} <= EVERY.keys()


@given(text=TYPED)
def test_what_is_read_is_what_is_written(text: str) -> None:
    with suppress(InputError):
        assert read_whole(text) == int(text)
        assert text.isascii()
        assert "_" not in text
        assert text == text.strip()
    with suppress(InputError):
        assert read_decimal(text) == float(text)
        assert text.isascii()
        assert "_" not in text
        assert text == text.strip()


@pytest.mark.parametrize("text", ["5", "05", "0.5", ".5", "5.", "1e3", "+7"])
def test_usual_ways_to_write_a_number_are_taken(text: str) -> None:
    assert read_decimal(text) == float(text)


@pytest.mark.parametrize(
    ("given", "seconds"), [("20", 20), ("20s", 20), ("1.5", 1.5), ("10m", 600), ("0.5h", 1800), ("8h", 28_800), (7, 7)]
)
def test_a_time_has_a_unit_or_is_in_seconds(given: str | int, seconds: float) -> None:
    assert Duration(1, DAY).convert(given, None, None) == seconds


@pytest.mark.parametrize("given", ["", "s", "8 h", "8d", "8hh", "0.1s", "25h", "-1m", "²m"])
def test_any_other_time_is_refused(given: str) -> None:
    with pytest.raises(click.BadParameter):
        Duration(1, DAY).convert(given, None, None)
