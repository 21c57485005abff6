"""Files of several engines: what they may hold, and what is refused with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from shatterproof.errors import InputError
from shatterproof_properties.engines.engine_settings import EngineSettings, read_engines


def written(folder: Path, text: str) -> Path:
    file = folder / "engines.toml"
    file.write_text(text, "utf-8")
    return file


def test_an_engine_says_for_itself_what_is_not_as_for_all(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        """
        [[engine]]
        name = "mine"
        command = "./mine --fast"
        cwd = "build"
        known = "known.toml"
        slower = 3
        env = ["LEVEL=2"]

        [[engine]]
        name = "web"
        command = "node web.mjs"
        """,
    )
    mine, web = read_engines(file, EngineSettings(slower=2.0, variables=("SEED=1",)))
    assert mine.settings == EngineSettings(
        "./mine --fast", 3, variables=("SEED=1", "LEVEL=2"), cwd=str(tmp_path / "build")
    )
    assert (mine.name, mine.known) == ("mine", tmp_path / "known.toml")
    assert web.settings == EngineSettings("node web.mjs", 2.0, variables=("SEED=1",))
    assert web.known is None


ONE = '[[engine]]\nname = "a"\ncommand = "x"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = ", "not TOML"),
        ("x = 1\n", "no list of 1 to 100 engines"),
        ("engine = []\n", "no list of 1 to 100 engines"),
        ("engine = [1]\n", "engine 1: it is no table"),
        ('[[engine]]\nname = "a"\n', "engine 1: command is missing"),
        (ONE + ONE, "two engines are called 'a'"),
        (ONE + "speed = 1\n", "engine 1: unknown field 'speed'"),
        (ONE + "slower = true\n", "engine 1: slower is True; expected a number above 0"),
        (ONE + "memory = -1\n", "engine 1: memory is -1"),
        (ONE + 'env = "X=1"\n', "engine 1: env is 'X=1'"),
        (ONE + 'cwd = "a\\u001b"\n', "engine 1: cwd is"),
        ('[[engine]]\nname = "' + "a" * 50 + '"\ncommand = "x"\n', "a name of 50 characters"),
        (ONE * 101, "no list of 1 to 100 engines"),
    ],
)
def test_what_a_file_of_engines_should_not_hold_is_refused_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(InputError) as refusal:
        read_engines(written(tmp_path, text), EngineSettings())
    assert said in str(refusal.value)
    assert "\x1b" not in str(refusal.value)
    assert "engines.toml" in refusal.value.where
