from __future__ import annotations

from collections.abc import Iterator

import pytest

from shatterproof_properties.conformance import fast_lane


@pytest.fixture(autouse=True)
def _one_lane(request: pytest.FixtureRequest) -> Iterator[None]:
    """Runs inside these tests keep to the slow lane, which is what they are about; `test_fast_lane` has both."""
    with pytest.MonkeyPatch.context() as patch:
        if request.path.stem != "test_fast_lane":
            patch.setattr(fast_lane, "FOR_EACH", dict.fromkeys(fast_lane.FOR_EACH, 0))
        yield
