"""Long lists of cases: every run tries a sample, and CI and `--long` try the rest, which is marked `ci`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet


def some(cases: Iterable[Any], one_in: int, always: Callable[[Any], bool] = lambda case: False) -> list[Any]:
    """Cases for `parametrize`: each `one_in`-th from the first on is tried in every run, and those that `always` names.

    A tuple holds a value for each argument; parameters of pytest keep their names and marks.
    """
    return [case if index % one_in == 0 or always(case) else only_in_ci(case) for index, case in enumerate(list(cases))]


def only_in_ci(case: Any) -> Any:
    """A case that only CI and `--long` try."""
    if isinstance(case, ParameterSet):
        return pytest.param(*case.values, id=case.id, marks=(*case.marks, pytest.mark.ci))
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.ci)
