"""A check on a Dask cluster: parts are given to workers, and their findings are put together."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from conformance.in_process import in_process, settings_of
from conformance.made import HOUR
from conformance.made_verdicts import refused, with_known
from conformance.made_verdicts import verdict as verdict_of
from on_dask import scheduling, working
from running import refusal
from shatterproof.errors import InputError
from shatterproof_properties.common import cluster as common_cluster
from shatterproof_properties.common.cluster import Cluster, News
from shatterproof_properties.common.interrupts import ClusterGone
from shatterproof_properties.conformance.generate.exhaustive import ALONE, Shard
from shatterproof_properties.conformance.run_settings import Budget
from shatterproof_properties.conformance.runs import on_cluster
from shatterproof_properties.conformance.runs.check import run_check
from shatterproof_properties.conformance.runs.on_cluster import ClusterRun, check_engines, run_on_cluster
from shatterproof_properties.conformance.runs.shard import RunProgress
from shatterproof_properties.conformance.verdicts.verdict import Verdict
from shatterproof_properties.engines.engine_settings import EngineSettings

RESULTS = 60


@pytest.mark.long
def test_workers_share_a_check(cluster_folder: Path, scheduler: str) -> None:
    with working(cluster_folder, scheduler, 2):
        asked = settings_of("honest", seconds=HOUR, results=RESULTS, scheduler=scheduler, examples=False)
        result = run_on_cluster(asked, 5)
        assert result.coverage.results >= RESULTS
        assert result.findings.differences == []
        assert not result.ending.interrupted
        assert f"--scheduler {scheduler}" in asked.repeated(5)
        found = run_on_cluster(replace(asked, engine=EngineSettings(in_process("refusing")), budget=Budget(HOUR)), 5)
        assert len(found.findings.differences) == 1


@pytest.mark.ci
def test_a_worker_killed_on_the_way_costs_nothing_but_time(
    cluster_folder: Path, scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with working(cluster_folder, scheduler, 2) as workers:

        def kill_one(watch: Any, results: int, doing: str = "") -> None:
            if results and workers[0].poll() is None:
                workers[0].kill()
                workers[0].wait()

        monkeypatch.setattr(RunProgress, "tell", kill_one)
        asked = settings_of("honest", seconds=HOUR, results=RESULTS, scheduler=scheduler, examples=False)
        result = run_on_cluster(asked, 5)
        assert [worker.poll() for worker in workers] == [-9, None]
        assert result.ending.gave_up == ""
        assert result.coverage.results > 0


@pytest.mark.ci
def test_an_interrupt_tells_what_the_workers_have_found(
    cluster_folder: Path, scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(watch: Any, results: int, doing: str = "") -> None:
        if results:
            raise KeyboardInterrupt

    with working(cluster_folder, scheduler):
        monkeypatch.setattr(RunProgress, "tell", interrupt)
        result = run_on_cluster(settings_of("honest", seconds=HOUR, scheduler=scheduler, examples=False), 5)
        assert result.ending.interrupted
        assert result.coverage.results > 0


def test_an_engine_that_is_not_on_a_worker_is_refused(cluster_folder: Path, scheduler: str) -> None:
    with working(cluster_folder, scheduler), pytest.raises(InputError) as error:
        run_on_cluster(replace(settings_of("honest", scheduler=scheduler), engine=EngineSettings("/no/such/engine")), 5)
    assert "worker tcp://" in str(error.value)
    assert "/no/such/engine" in str(error.value)
    assert "the command of the engine, and the same engine, on every worker" in str(error.value)


def test_a_job_that_fails_on_its_worker_is_news_like_others(
    cluster_folder: Path, scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with working(cluster_folder, scheduler), Cluster(scheduler, divmod) as cluster:
        cluster.give(0, 1)
        (raised,) = taken(cluster)
        assert (raised.number, raised.kind, type(raised.value)) == (0, "failed", TypeError)
        monkeypatch.setattr(common_cluster, "fingerprint", lambda: "other")
        cluster.give(1, 1)
        (unlike,) = taken(cluster)
        assert (unlike.number, unlike.kind, type(unlike.value)) == (1, "failed", InputError)
        assert "has other code there" in str(unlike.value)
        assert not cluster.under_way()


def taken(cluster: Cluster) -> list[News]:
    while not (news := cluster.take(1)):
        pass
    return news


class Pretended:
    """A pretended cluster of two workers, with the news that it gives."""

    def __init__(self, *news: News | BaseException, engines: tuple[tuple[str, bool], ...] = ()) -> None:
        self.news, self.engines = list(news), engines
        self.given: list[Any] = []
        self.stopped = False
        self.busy = 0

    def everywhere(self, ask: Any, *given: Any) -> dict[str, Any]:
        return {f"tcp://w:{number}": said for number, said in enumerate(self.engines)}

    def workers(self) -> int:
        return 2

    def under_way(self) -> int:
        return self.busy

    def give(self, number: int, job: Any) -> None:
        self.given.append(job)
        self.busy += 1

    def stop(self) -> None:
        self.stopped = True

    def take(self, seconds: float) -> list[News]:
        if not self.news:
            self.busy = 0
            return []
        each = self.news.pop(0)
        self.busy -= 1
        if isinstance(each, BaseException):
            raise each
        return [each]


def ran(*news: News | BaseException, seconds: float = HOUR, kind: Any = Pretended, shard: Shard = ALONE) -> ClusterRun:
    run = ClusterRun(settings_of("honest", seconds=seconds, scheduler="tcp://x"), 5, kind(*news), shard)
    run.finish()
    return run


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that only the cluster lets go on."""
    now = [0.0]
    monkeypatch.setattr(on_cluster, "time", SimpleNamespace(monotonic=lambda: now[0]))
    return now


def done(number: int) -> News:
    found = verdict_of("crumble").result
    found.coverage.results = 10
    return News(number, "done", found)


def test_later_parts_go_through_small_boards_from_elsewhere_each_with_a_number_of_its_own() -> None:
    shards: list[Shard] = []
    for part in range(3):
        shard = Shard(part=part, begins_run=not part)
        cluster: Any = ran(done(0), done(1), ClusterGone("gone"), shard=shard).cluster
        shards += [given.shard for given in cluster.given]
    assert shards[:4] == [Shard(index, 2, part=part, begins_run=not part) for part in (0, 1) for index in (0, 1)]
    assert all(shard.begins_run == (shard.part == 0) for shard in shards)
    assert len({(shard.index, shard.part) for shard in shards}) == len(shards) >= 12


def test_what_every_part_says_again_is_reported_once() -> None:
    run = ClusterRun(settings_of("honest", seconds=HOUR), 5, Pretended())  # type: ignore[arg-type]
    for number, results, walked in ((0, 90, "2x2: ply 7"), (1, 80, "2x2: ply 6"), (2, 5, ""), (3, 10, "")):
        found = with_known("crumble")
        found.coverage.results, found.coverage.small_boards = results, [walked] if walked else []
        found.coverage.small_boards_in_bulk = [f"2x3: ply {number}"]
        run.parts[number] = found.result
    result = run.result()
    assert len(result.findings.fixed) == 1
    assert result.coverage.small_boards == ["2x2: ply 6"]
    assert result.coverage.small_boards_in_bulk == ["2x3: ply 0", "2x3: ply 1"]


def test_workers_with_several_engines_are_refused() -> None:
    cluster: Any = Pretended(engines=(("one 1", True), ("one 2", True)))
    with pytest.raises(InputError, match="several engines: one 1 on tcp://w:0, one 2 on tcp://w:1"):
        check_engines(cluster, settings_of("honest"))


@pytest.mark.parametrize("gone", [ClusterGone("the scheduler at x is gone"), News(1, "lost")])
def test_what_was_found_until_the_cluster_is_lost_is_reported_as_after_an_interrupt(gone: News | ClusterGone) -> None:
    so_far = verdict_of("crumble").result
    so_far.coverage.results = 30
    result = ran(done(0), News(1, "progress", so_far), News(0, "progress", verdict_of("crumble").result), gone).result()
    assert result.coverage.results == 40
    assert result.ending.interrupted
    verdict = Verdict(settings_of("honest"), result, 5)
    assert (verdict.headline, verdict.exit_code) == ("interrupted", 3)
    assert "gave up: the " in verdict.to_text()


def test_what_is_lost_before_anything_is_found_leaves_a_verdict_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: Any) -> None:
        raise ClusterGone("the scheduler at x is gone")

    monkeypatch.setattr(on_cluster, "run_on_cluster", gone)
    verdict = run_check(settings_of("honest", seconds=HOUR, scheduler="tcp://x"))
    assert (verdict.headline, verdict.exit_code) == ("interrupted", 3)
    assert "was not compared" in verdict.first_line()
    assert "gave up: the scheduler at x is gone" in verdict.to_text()


def test_a_cluster_without_any_worker_left_is_not_waited_for_without_end(clock: list[float]) -> None:
    class Empty(Pretended):
        def workers(self) -> int:
            return 0 if self.given else 2

        def take(self, seconds: float) -> list[News]:
            clock[0] += 1
            return super().take(seconds) if self.news else []

    assert ran(done(0), kind=Empty).result().ending.gave_up == "no worker of tcp://x is left"


def test_a_worker_that_does_not_answer_is_not_waited_for_without_end(clock: list[float]) -> None:
    class Hangs(Pretended):
        def take(self, seconds: float) -> list[News]:
            clock[0] += 60
            return super().take(seconds) if self.news else []

    result = ran(done(0), seconds=20, kind=Hangs).result()
    assert result.coverage.results == 10
    assert result.ending.gave_up.endswith("long after their time was over")
    with pytest.raises(ClusterGone, match="long after their time was over"):
        ran(seconds=20, kind=Hangs)


@pytest.mark.long
@pytest.mark.parametrize("killed", ["the scheduler", "the workers"])
def test_a_check_whose_cluster_is_killed_keeps_what_it_has_found(
    tmp_path: Path, killed: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(on_cluster, "GRACE", 1.0)
    with ExitStack() as stack:
        process, address = stack.enter_context(scheduling(tmp_path))
        workers = stack.enter_context(working(tmp_path, address, 2))

        def kill(run: ClusterRun, news: News) -> None:
            take_in(run, news)
            for each in [process] if killed == "the scheduler" else workers:
                if run.parts:
                    each.kill()

        take_in = ClusterRun._take_in
        monkeypatch.setattr(ClusterRun, "_take_in", kill)
        verdict = run_check(settings_of("honest", seconds=HOUR, scheduler=address, examples=False))
    assert (verdict.headline, verdict.exit_code) == ("interrupted", 3)
    assert verdict.coverage.results > 0
    assert "gave up: " in verdict.to_text()
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    ("news", "said"),
    [
        (News(1, "failed", InputError("a worker has other code there")), "a worker has other code there"),
        (News(1, "failed", MemoryError()), "MemoryError: "),
    ],
)
def test_what_others_have_found_is_reported_where_a_worker_fails(news: News, said: str) -> None:
    result = ran(done(0), news).result()
    assert result.ending.gave_up == f"on a worker: {said}"
    assert result.coverage.results == 10


def test_without_any_result_the_failure_is_reported() -> None:
    with pytest.raises(InputError, match="no such engine"):
        ran(News(0, "failed", InputError("no such engine"))).result()
    with pytest.raises(ClusterGone, match="lost again and again"):
        ran(News(0, "lost"))
    with pytest.raises(RuntimeError, match="MemoryError"):
        ran(News(0, "failed", MemoryError())).result()


def test_the_first_difference_ends_the_run() -> None:
    cluster: Any = ran(News(0, "done", verdict_of("crumble", [refused()]).result), done(1)).cluster
    assert (cluster.stopped, len(cluster.given)) == (True, 2)


def test_a_scheduler_is_not_reported_beside_what_concerns_this_machine() -> None:
    for more in (("--jobs", "2"), ("--vectors-only",), ("--replay", "{}")):
        said = refusal("check", "crumble", "--scheduler", "tcp://127.0.0.1:9", *more)
        assert f"--scheduler and {more[0]} cannot be used together" in said
