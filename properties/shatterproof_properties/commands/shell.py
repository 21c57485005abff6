"""What all commands share: options, exit codes, and errors in one line."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import re
import sys
from collections import UserDict
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import IO, Any, NoReturn

import click

from shatterproof.errors import InputError
from shatterproof.game import GAMES
from shatterproof_properties.common.interrupts import Interrupted, orderly_end
from shatterproof_properties.common.outputs import cache_folder
from shatterproof_properties.common.prose import internal_error, printable, read_decimal, read_whole, visible

FINE, NO, BAD_INPUT, HARNESS_FAILED = 0, 1, 2, 3


class _Number(click.types._NumberRangeBase):  # type: ignore[type-arg]
    """A number within a range, as `read` takes it."""

    read: Callable[[str], float]

    def _describe_range(self) -> str:
        return "" if self.min is None and self.max is None else super()._describe_range()

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(self.read(value) if isinstance(value, str) else value, param, ctx)
        except InputError as error:
            self.fail(str(error), param, ctx)


class Whole(_Number, click.IntRange):
    read = staticmethod(read_whole)


class Seconds(_Number, click.FloatRange):
    read = staticmethod(read_decimal)


class Duration(Seconds):
    """Seconds within a range: a number, perhaps with a unit."""

    name = "duration"

    @staticmethod
    def read(text: str) -> float:
        unit = {"s": 1, "m": 60, "h": 3600}.get(text[-1:])
        try:
            return read_decimal(text[:-1] if unit else text) * (unit or 1)
        except InputError as error:
            raise InputError(f"{error}, perhaps with a unit: s, m or h") from None


class FileName(click.Path):
    """The name of a file or folder. It may not be empty, since that would stand for the working folder.

    Where no stream can stand, `-` is refused: whoever types it means one.
    """

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("the name is empty", param, ctx)
        if value == "-" and not self.allow_dash:
            self.fail("- is no stream here; expected the name of a file or folder", param, ctx)
        return super().convert(value, param, ctx)


class Once(click.Option):
    def __init__(self, *names: Any, **settings: Any) -> None:
        settings["multiple"] = True
        super().__init__(*names, **settings)

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        found = super().process_value(ctx, value) or (None,)
        if len(found) > 1:
            raise click.BadParameter(f"given {len(found)} times; expected one of them", ctx, self)
        return found[0]


FileArgument = FileName(path_type=Path, allow_dash=True)
FileOnDisk = FileName(path_type=Path)
Decorator = Callable[[Callable[..., None]], Callable[..., None]]


def file_option(
    name: str, metavar: str, help: str, into: str | None = None, streams: bool = True, required: bool = False
) -> Decorator:
    """An option that names one file or folder, for the parameter `into`; with `streams`, - is a stream."""
    kind = FileArgument if streams else FileOnDisk
    names = (name,) if into is None else (name, into)
    return click.option(*names, metavar=metavar, cls=Once, type=kind, required=required, help=help)


def time_option(default: float, help: str, least: float | None = 0.1, most: float | None = 1e6) -> Decorator:
    kind = Seconds(least, most)
    return click.option("--time", "seconds", metavar="S", type=kind, default=default, show_default=True, help=help)


STANDARD_OUTPUT = Path("-")
game_argument = click.argument("game", type=click.Choice(GAMES), metavar="GAME")
optional_game_argument = click.argument("game", type=click.Choice(GAMES), metavar="[GAME]", required=False)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
board_option = click.option("--board", metavar="B", cls=Once, help="The board, like 6x6, or 7 for a hexagon of side 7.")
position_option = file_option("--position", "FILE", "A position to begin from.")
svg_option = file_option("--svg", "OUT", "Write a picture to this file instead; - prints it.")
force_option = click.option("--force", is_flag=True, help="Replace files that shatterproof did not write.")
readings_option = click.option(
    "--readings",
    metavar="ID=VALUE",
    multiple=True,
    help="Choose a value of a reading other than the default; can be repeated.",
)


def refuse_together(name: str, given: Any, others: Mapping[str, Any]) -> None:
    """Raises InputError if an option is given together with others that it excludes."""
    for other, value in others.items() if given else ():
        if value:
            raise InputError(f"{name} and {other} cannot be used together", expected="only one of them")


def stop(code: int, line: str) -> NoReturn:
    """Ends the program with a line on stderr, whatever characters it is about."""
    # The terminal may have gone, which is why we end.
    with contextlib.suppress(OSError):
        print_line(f"shatterproof: {line}", err=True)
    sys.exit(code)


def print_no_more() -> None:
    """Drops what could not be printed, which Python would try again at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def stop_failed(error: Exception) -> NoReturn:
    """Ends the program because nothing can be written, because its folder is gone, or because of an internal error."""
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO):
        print_no_more()
        stop(HARNESS_FAILED, f"cannot write: {error.strerror}")
    try:
        os.getcwd()
    except FileNotFoundError:
        stop(BAD_INPUT, "the working folder is gone; expected a start in one that exists")
    stop(HARNESS_FAILED, internal_error(error))


class BadUsage(click.ClickException):
    """A usage error, on one line like all other errors."""

    exit_code = BAD_INPUT

    def __init__(self, error: click.UsageError) -> None:
        message = " ".join(error.format_message().rstrip(".").split())
        hint = f"; see {error.ctx.command_path} --help" if error.ctx else ""
        if error.ctx and error.ctx.params.get("readings") and re.search(r"extra argument.*=", message):
            hint = "; expected --readings before each reading" + hint
        super().__init__(message + hint)

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"shatterproof: {printable(self.message)}", file=file, err=True)


@contextlib.contextmanager
def in_good_order() -> Iterator[None]:
    """Ends the program with one line, and without a verdict, for what is raised in this block."""
    try:
        yield
    except InputError as error:
        stop(BAD_INPUT, str(error))
    except click.UsageError as error:
        raise BadUsage(error) from None
    except (click.ClickException, click.Abort, click.exceptions.Exit):
        raise
    except BrokenPipeError:
        # Nobody reads what is printed, as with `head`: it ends without a word.
        print_no_more()
        sys.exit(HARNESS_FAILED)
    except KeyboardInterrupt as interrupted:
        stop(HARNESS_FAILED, str(interrupted) if isinstance(interrupted, Interrupted) else "interrupted")
    except Exception as error:
        stop_failed(error)


class CommandModules(UserDict[str, Any]):
    """Commands by name, given by their modules and short help. Each is imported only when it is asked for."""

    def __getitem__(self, name: str) -> Any:
        found = super().__getitem__(name)
        if isinstance(found, tuple):
            there = vars(import_module(f"{__package__}.{found[0]}")).values()
            return next(each for each in there if isinstance(each, click.Command) and each.name == name)
        return found

    def short_help(self) -> list[tuple[str, str]]:
        """The names with their short help, for which nothing is imported."""
        listed = sorted(self.data.items())
        return [(name, each[1] if isinstance(each, tuple) else each.get_short_help_str(200)) for name, each in listed]


class Commands(click.Group):
    """Commands that end in good order, whatever happens before, in or after them."""

    commands: CommandModules

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(self.commands.short_help())

    def main(self, *args: Any, **extra: Any) -> Any:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                # A character that an encoding lacks is spelled out; no verdict is lost for it.
                stream.reconfigure(errors="backslashreplace")
        if "hypothesis" not in sys.modules:
            # It keeps what it has worked out in the user's cache, not in the working folder, unless it has a place.
            os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(cache_folder() / "hypothesis"))
        with orderly_end(), in_good_order():
            return super().main(*args, **extra)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with in_good_order():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        if sys.stderr is None:
            # Whoever closes it wants no progress and no errors, but the answer all the same.
            sys.stderr = io.StringIO()
        if sys.stdout is None:
            stop(BAD_INPUT, "standard output: it is closed; expected somewhere to print the answer")
        with in_good_order():
            if os.environ.get("SHATTERPROOF_COMPILED", "no") not in ("no", ""):
                from shatterproof_properties.second.compiled import library

                # Raises InputError for a library of compiled functions that cannot be used.
                library()
            return super().invoke(ctx)


def print_json(value: Any) -> None:
    from shatterproof import strict_json

    # The one sign in canonical JSON that is not to be seen.
    click.echo(strict_json.encode(value).replace("\x7f", r"\u007f"))


def tell(found: Any, as_json: bool) -> None:
    print_json(found.to_json()) if as_json else print_text(found.to_text(), nl=False)


def print_line(text: object, err: bool = False) -> None:
    """Prints one line. It may quote any file, so control characters are spelled out, line ends too."""
    click.echo(printable(str(text)), err=err)


def print_text(text: str = "", nl: bool = True) -> None:
    """Prints lines. Other control characters are spelled out.

    Text from a file in which lines may end must have gone through `printable` before.
    """
    click.echo(visible(text), nl=nl)
