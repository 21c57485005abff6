from __future__ import annotations

from collections.abc import Iterator

import pytest

from conformance.made import little_is_enough, nothing_in_the_shadow, shrinking_briefly
from shatterproof_properties.conformance.compare import bulk as bulk
from shatterproof_properties.conformance.runs import shard as share
from shatterproof_properties.conformance.vectors import first as vectors_first


@pytest.fixture(autouse=True)
def _one_lane(request: pytest.FixtureRequest) -> Iterator[None]:
    """Runs inside these tests keep to the slow lane, which is what they are about; two modules have what is fast."""
    with pytest.MonkeyPatch.context() as patch:
        if request.path.stem != "test_fast_lane":
            patch.setattr(bulk, "FOR_EACH", dict.fromkeys(bulk.FOR_EACH, 0))
        if request.path.stem != "test_vectors_first":
            patch.setattr(vectors_first, "read", lambda *_: ())
        yield


@pytest.fixture
def random_cases_briefly(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Runs try random cases alone: short ones would end among the examples of the spec, which have their own tests."""
    monkeypatch.setattr(share, "known_cases", lambda *_: [])
    with little_is_enough(), nothing_in_the_shadow(), shrinking_briefly():
        yield
