"""Files are read if they are regular or the standard input; nobody waits for anything else."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from shatterproof.errors import InputError
from shatterproof_properties.common.files import is_folder, read_text


def test_a_regular_file_is_read_through_links(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes("2x2\né".encode())
    (tmp_path / "b").symlink_to("a")
    assert read_text(tmp_path / "b") == "2x2\né"


def test_a_pipe_that_nobody_writes_into_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(InputError, match="this is a pipe or a device; expected a regular file, or -"):
        read_text(tmp_path / "fifo")


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null", "/dev/tty"])
def test_a_device_is_not_read(device: str) -> None:
    with pytest.raises(InputError, match=device):
        read_text(Path(device))


@pytest.mark.skipif(not Path("/proc/kmsg").exists(), reason="a file of Linux that never ends")
def test_a_file_that_never_ends_is_not_waited_for() -> None:
    with pytest.raises(InputError, match="/proc/kmsg: "):
        read_text(Path("/proc/kmsg"))


@pytest.mark.parametrize("name", ["loop", "x" * 300, "nothing", "a\0b", "."])
def test_what_cannot_be_opened_is_said_in_a_line(tmp_path: Path, name: str) -> None:
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(InputError, match="cannot be read"):
        read_text(tmp_path / name)
    assert is_folder(tmp_path / name) == (name == ".")


def test_a_standard_input_that_is_closed_is_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match="standard input: it is closed"):
        read_text(Path("-"))
