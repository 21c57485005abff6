from __future__ import annotations

from collections.abc import Iterator

import pytest

from conformance.made import little_is_enough, shrinking_briefly, without_mutant_probes
from shatterproof_properties.conformance.compare import bulk
from shatterproof_properties.conformance.reduce import reproduction
from shatterproof_properties.conformance.runs import inquiry, shard
from shatterproof_properties.conformance.vectors import first


@pytest.fixture(autouse=True)
def _without_bulk(request: pytest.FixtureRequest) -> Iterator[None]:
    """Runs compare case by case only. The bulk comparison and vectors have their own tests."""
    with pytest.MonkeyPatch.context() as patch:
        if request.path.stem != "test_bulk":
            patch.setattr(bulk, "FOR_EACH", dict.fromkeys(bulk.FOR_EACH, 0))
        if request.path.stem not in ("test_first", "test_result"):
            patch.setattr(first, "read", lambda *_: ())
        if request.path.stem not in ("test_reproduction", "test_promise"):
            # It takes a second each time, and has its own tests.
            patch.setattr(reproduction, "is_in_process", lambda argv: False)
        yield


@pytest.fixture
def random_cases_briefly(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Runs try random cases only. Otherwise short ones would end among the examples of the spec."""
    monkeypatch.setattr(shard, "known_cases", lambda *_: [])
    monkeypatch.setattr(inquiry, "_with_cause", lambda search, smallest, *_: smallest)
    with little_is_enough(), without_mutant_probes(), shrinking_briefly():
        yield
