from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from puzzles.samples import needless
from shatterproof import strict_json
from shatterproof_properties.puzzles.checker.checker import check
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.files.text import read_puzzle
from shatterproof_properties.puzzles.generate.run import GenerationSettings, generate
from shatterproof_properties.puzzles.generate.run_folder import puzzle_of
from shatterproof_properties.puzzles.generate.run_state import NumberedFind
from shatterproof_properties.puzzles.generate.task import (
    Find,
    Job,
    PuzzleMaker,
    Task,
    TaskProgress,
    image_of,
    work,
)
from shatterproof_properties.puzzles.proof.acceptances import check_once
from shatterproof_properties.puzzles.proof.analysis import analyse
from shatterproof_properties.puzzles.proof.verification import Verification, search_for

JOBS = [
    Job("crumble", Claim("mated", 1), "4x4", {}, 3, candidates=2),
    Job("scrunch", Claim("wins", 2), "3", {"scrunch.isolated": "from-all"}, 3, candidates=4),
    Job("splinter", Claim("wins", 2, unique=True), "5x4", {}, 3, candidates=2),
]


@pytest.fixture(scope="module", autouse=True)
def _nothing_remembered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


def never_mind(_: TaskProgress) -> None:
    """A callback that does nothing."""


def named(job: Job) -> str:
    return f"{job.game} {job.claim}"


def puzzle_in(find: Find) -> Puzzle:
    return puzzle_of(NumberedFind(1, 0, find.puzzle, find.certificate))


@pytest.fixture(scope="module", params=JOBS, ids=named)
def result(request: pytest.FixtureRequest) -> tuple[Job, TaskProgress]:
    job: Job = request.param
    return job, next(done for number in range(9) if (done := work(Task(job, number), never_mind)).finds)


def test_every_find_has_a_certificate_that_the_checker_accepts_and_nobody_checks_again(
    result: tuple[Job, TaskProgress], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr("shatterproof_properties.puzzles.proof.acceptances.check", refuse)
    job, done = result
    for find in done.finds:
        certificate = strict_json.decode(find.certificate)
        puzzle = puzzle_in(find)
        check(certificate)
        check_once(certificate)
        assert (certificate["verdict"], certificate["position"]) == ("proved", puzzle.position)
        assert (certificate["claim"], certificate["unique"]) == (str(job.claim), job.claim.unique)
        assert certificate["readings"] == job.readings


def test_of_a_find_with_one_key_no_piece_can_go(result: tuple[Job, TaskProgress]) -> None:
    job, done = result
    found = [needless(puzzle_in(find)) for find in done.finds if job.claim.unique]
    assert found == [()] * len(found)
    assert found or not job.claim.unique


def test_finds_are_told_apart_and_none_is_won_sooner(result: tuple[Job, TaskProgress]) -> None:
    job, done = result
    assert len({find.image for find in done.finds}) == len(done.finds) <= done.looked_at <= job.candidates
    for find in done.finds:
        puzzle = puzzle_in(find)
        assert find.image == image_of(puzzle)
        analysis = analyse(puzzle, search_for(puzzle))
        assert analysis.short == ()
        assert set(analysis.keys) == set(puzzle.solution)
        assert len(puzzle.solution) == 1 or not job.claim.unique
        assert puzzle.difficulty in range(1, 6)
        assert puzzle.source == f"shatterproof puzzle generate {job.asked}, unit {done.task}"


def test_a_position_of_which_the_claim_is_not_so_makes_no_puzzle(result: tuple[Job, TaskProgress]) -> None:
    job, done = result
    position = dict(puzzle_in(done.finds[0]).position)
    other = replace(job, claim=Claim("defends", 1) if job.claim.kind == "mated" else Claim("mated", 1))
    assert PuzzleMaker(other).made_of(position) is None


@pytest.mark.ci
def test_the_same_seed_finds_the_same_in_other_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for number in "12":
        monkeypatch.setenv("PYTHONHASHSEED", number)
        out = tmp_path / number
        summary = generate(
            GenerationSettings("splinter", Claim("wins", 2), "5x4", 2, out, seed=4, candidates=2), quiet=True
        )
        assert summary.found == 2
        found.append([read_puzzle(file) for file in sorted(out.glob("*.puzzle"))])
    assert found[0] == found[1]


@pytest.mark.parametrize("job", JOBS[::2], ids=named)
def test_z3_proves_the_wins_of_a_find_again_only_on_small_boards_of_crumble(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def prove_again(verdict: Verification, *_: object) -> Verification:
        asked.append(verdict.puzzle.game)
        return verdict

    monkeypatch.setattr("shatterproof_properties.puzzles.proof.verification.prove_again", prove_again)
    assert next(done for number in range(9) if (done := work(Task(job, number), never_mind)).finds)
    assert set(asked) == ({"crumble"} if job.game == "crumble" else set())
