"""The promise of `check`: a newly started process confirms everything that is reported.

Every command that it prints to ask again exits with 1 in a shell, or the verdict says that the answer depends on
earlier questions. A right engine gets AGREES or TOO LITTLE SEEN, whatever it announces and however slow it is.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.made import run_settings, shrinking_briefly
from miniatures import MINIATURES
from shatterproof import strict_json
from shatterproof.game import OURS
from shatterproof_properties.conformance.mutants import self_check_mutants
from shatterproof_properties.conformance.runs.check import run_check
from shatterproof_properties.conformance.verdicts.verdict import Verdict

TESTS = Path(__file__).parents[1]
SMALL = {"crumble": ["2x2..3x3"], "scrunch": ["2..3"], "splinter": ["2x4..6x5"]}
ONE = {"crumble": ["3x2"], "scrunch": ["3"], "splinter": ["5x5"]}
HABITS: dict[str, dict[str, Any]] = {
    "announces all": {},
    "wrong after 30 questions": {"after": 30},
    "wrong after 300 questions": {"after": 300},
    "checks no turns": {"refusals": "none"},
    "has one word for turns that are not legal": {"refusals": "one"},
    "applies only": {"can": ["apply"]},
    "applies from the start only": {"can": ["apply"], "from": ["start"]},
    "takes positions only": {"from": ["position"]},
    "says nothing of readings": {"left_out": True},
    "keeps no memory": {"forgetful": True, "from": ["position"]},
    "writes turns in its own way": {"own": True},
    "lists backwards": {"backwards": True},
    "plays small boards": {"boards": SMALL},
    "plays one board": {"boards": ONE},
}
"""What an engine announces or does besides its one mistake."""
FIELDS = {"crumble": ("to_move", "memory"), "scrunch": ("to_move", "creating"), "splinter": ("to_move", "memory")}
"""Fields that the key of a cache may leave out."""
PACES: dict[str, dict[str, Any]] = {"slow to begin": {"begins": 1.5}, "slow": {"slow": 0.05}}

Traits = dict[str, Any]


def engine(game: str, **traits: Any) -> str:
    """The command of an engine of a game."""
    if "boards" in traits:
        traits["boards"] = traits["boards"][game]
    return shlex.join([sys.executable, str(TESTS / "conformance/follower.py"), json.dumps({"game": game, **traits})])


def mistaken() -> Iterator[tuple[str, Traits]]:
    """All engines with one mistake: each mutant with each habit, and caches with an incomplete key."""
    for habit, traits in HABITS.items():
        for game in OURS:
            for mutant in self_check_mutants(game):
                yield f"{game}, {mutant.name}, {habit}", {"game": game, "mistake": mutant.name, **traits}
    for game, fields in FIELDS.items():
        for field in fields:
            yield f"{game}, a cache without {field}", {"game": game, "cache": field}


def right() -> Iterator[tuple[str, Traits]]:
    """All right engines."""
    for name, traits in (HABITS | PACES).items():
        if "after" not in traits:
            for game in OURS:
                # That it has a second engine inside makes it as quick as one with a mistake.
                yield f"{game}, {name}", {"game": game, "slow": 0, **traits}


def sampled(cases: Iterator[tuple[str, Traits]], one_in: int, first: int) -> list[Any]:
    """One case for every run, each `one_in`-th for CI, and the rest for long runs."""
    marks = {first: [], **{place: [pytest.mark.ci] for place in range(first + one_in, 2000, one_in)}}
    return [pytest.param(traits, id=name, marks=marks.get(place, [pytest.mark.long]))
            for place, (name, traits) in enumerate(cases)]  # fmt: skip


def checked(command: str, game: str, seconds: float = 8, results: int | None = 60) -> Verdict:
    with shrinking_briefly():
        return run_check(run_settings(game, command, seconds, results, seed=1))


def confirm(verdict: Verdict, folder: Path) -> None:
    """Fails unless a newly started process confirms all differences of a verdict."""
    assert verdict.counts["flaky"] == 0, verdict.to_text(verbose=True)
    assert verdict.headline != "internal-error", verdict.to_text()
    for number, difference in enumerate(verdict.differences, start=1):
        file = folder / f"difference-{number}.json"
        file.write_text(strict_json.encode(difference.counterexample()))
        command = verdict.replay(difference, str(file))
        if difference.is_reproduced:
            ours = f"{shlex.join([sys.executable, '-m', 'shatterproof_properties'])} "
            pasted = ["sh", "-c", command.replace("shatterproof ", ours, 1)]
            done = subprocess.run(pasted, cwd=folder, capture_output=True, timeout=120)
            assert done.returncode == 1, verdict.to_text(verbose=True)
        else:
            assert command == ""
            assert "perhaps it depends on" in " ".join(verdict.to_text().split())


@pytest.mark.parametrize("traits", sampled(mistaken(), one_in=193, first=94))
def test_every_replay_that_is_printed_shows_the_difference_in_a_new_process(traits: Traits, tmp_path: Path) -> None:
    confirm(checked(engine(**traits), traits["game"]), tmp_path)


@pytest.mark.parametrize("traits", sampled(right(), one_in=7, first=3))
def test_a_right_engine_is_never_said_to_be_wrong(traits: Traits) -> None:
    verdict = checked(engine(**traits), traits["game"], seconds=4)
    assert verdict.headline in ("agrees", "too-little-seen"), verdict.to_text(verbose=True)
    assert verdict.counts["flaky"] == 0


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(MINIATURES))
def test_what_is_said_of_a_miniature_is_so_in_a_new_process(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(TESTS), *filter(None, sys.path)]))
    confirm(checked(shlex.join([sys.executable, "-m", "miniatures", name]), "crumble", seconds=20), tmp_path)
