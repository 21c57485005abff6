"""Standard streams that are closed, and values of options: names that only look like names, numbers and times."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from sampling import only_in_ci, some
from shatterproof.errors import InputError
from shatterproof_properties.cli import main
from shatterproof_properties.commands.shell import Duration, Seconds, Whole
from shatterproof_properties.common.prose import read_decimal, read_whole

COMMAND = f"'{sys.executable}' -c 'from shatterproof_properties.cli import main; main()'"


def shell(line: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["sh", "-c", line.replace("shatterproof ", f"{COMMAND} ", 1)], capture_output=True, text=True)


@pytest.mark.parametrize("command", ["perft scrunch 1 --board 2", "rule", "puzzle show -"])
def test_without_a_standard_output_there_is_no_answer_and_no_success(command: str) -> None:
    found = shell(f"shatterproof {command} >&- </dev/null")
    assert found.returncode == 2
    assert "standard output: it is closed" in found.stderr


def test_without_a_standard_input_there_is_nothing_to_read() -> None:
    found = shell("shatterproof show - <&-")
    assert (found.returncode, "standard input: it is closed" in found.stderr) == (2, True)


def test_without_a_standard_error_the_answer_is_given_all_the_same() -> None:
    found = shell("shatterproof perft scrunch 1 --board 2 2>&-")
    assert (found.returncode, found.stdout) == (0, "7\n")


@pytest.mark.parametrize("command", ["--version", "--help", "rule", "perft scrunch 1 --board 2"])
def test_a_full_disk_is_one_line(command: str) -> None:
    found = shell(f"shatterproof {command} >/dev/full")
    assert (found.returncode, found.stderr) == (3, "shatterproof: cannot write: No space left on device\n")


def test_a_working_folder_that_is_gone_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    found = shell(f"cd {tmp_path}/gone && rmdir ../gone && shatterproof check splinter --engine ./mine")
    assert (found.returncode, found.stderr) == (
        2,
        "shatterproof: the working folder is gone; expected a start in one that exists\n",
    )


@pytest.mark.parametrize("encoding", some(["ascii", "cp1252", "cp437", "latin-1", "koi8-r", "shift_jis"], one_in=5))
def test_no_output_fails_for_an_encoding(encoding: str) -> None:
    for command in ("rule crumble.cut.own", "readings"):
        found = shell(f"PYTHONIOENCODING={encoding} shatterproof {command} | tail -c 300 | tr -d '\\200-\\377'")
        assert (found.returncode, found.stderr) == (0, "")


def test_colours_that_are_asked_for_bring_no_progress_into_a_file() -> None:
    found = shell("FORCE_COLOR=1 shatterproof perft scrunch 2 --board 3")
    assert (found.returncode, found.stderr) == (0, "")


def test_the_package_runs_as_a_module() -> None:
    found = subprocess.run([sys.executable, "-m", "shatterproof", "--version"], capture_output=True, text=True)
    assert found.stdout.startswith("shatterproof "), found.stderr


@pytest.mark.parametrize(
    "command",
    [
        ["show", ""],
        ["show", "a", "--svg", ""],
        ["check", "--report", ""],
        ["judge", ""],
        ["puzzle", "generate", "scrunch", "--claim", "wins-1", "--board", "3", "--out", ""],
    ],
)
def test_empty_names_are_refused(command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(main, command).exit_code == 2


@pytest.mark.parametrize(
    "command",
    [
        only_in_ci("check splinter --time 20 --results 300 --mutants 0"),
        "check splinter --vectors-only",
        only_in_ci("profile splinter"),
        "rule",
    ],
)
def test_a_command_leaves_nothing_in_the_working_folder(tmp_path: Path, command: str) -> None:
    folder, cache = tmp_path / "clean", tmp_path / "cache"
    folder.mkdir()
    variables = f"PYTHONPATH={':'.join(entry for entry in sys.path if entry)} XDG_CACHE_HOME={cache}"
    found = shell(f"cd {folder}; unset HYPOTHESIS_STORAGE_DIRECTORY; {variables} shatterproof {command}")
    assert found.stdout, found.stderr
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    "command",
    [
        "check scrunch --state -",
        "check scrunch --state a --merge -",
        "check scrunch --report -",
        "check scrunch --junit -",
        "site -",
        "new-engine - --language python",
        "puzzle solve x --record -",
        "puzzle import x --out -",
        "puzzle select x --out -",
        "puzzle generate scrunch --claim wins-1 --out -",
    ],
)
def test_where_nothing_is_streamed_no_file_is_called_by_a_dash(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x").write_text("")
    found = CliRunner().invoke(main, command.split())
    assert (found.exit_code, "- is no stream here" in found.stderr) == (2, True), found.output
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


@pytest.mark.parametrize("command", ["perft scrunch 1 --board 2", "check scrunch --time 1", "puzzle verify x", "rule"])
def test_a_library_that_is_mistyped_is_one_line(command: str) -> None:
    found = shell(f"SHATTERPROOF_COMPILED=/mistyped shatterproof {command}")
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr.startswith("shatterproof: SHATTERPROOF_COMPILED: /mistyped cannot be loaded: ")
    assert found.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [(KeyError("game"), 3, "itself failed: KeyError: 'game'"), (InputError("no page", "spec"), 2, "spec: no page")],
)
@pytest.mark.parametrize("command", ["--version", "rule", "puzzle", "perft scrunch 1"])
def test_whatever_goes_wrong_around_a_command_is_one_line(
    error: Exception, code: int, said: str, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("click.Context.invoke", fail)
    monkeypatch.setattr("shatterproof_properties.protocol.served.own_version", fail)
    found = CliRunner().invoke(main, command.split())
    assert (found.exit_code, found.stdout, found.stderr.count("\n")) == (code, "", 1)
    assert said in found.stderr


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
