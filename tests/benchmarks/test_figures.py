"""The page of figures shows what was measured, by commands that exist, with a row for all that they measure today."""

from __future__ import annotations

import json
import shlex

import pytest

from benchmarks.all import MEASURED, PAGE, ROOT, Figure, figures, measured, missing_rows, page

WITH_FIGURES = [figure for figure in figures().values() if measured(figure)]


def test_the_page_is_what_was_measured() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python tests/benchmarks/all.py --write"


@pytest.mark.parametrize("figure", figures().values(), ids=lambda figure: figure.name)
def test_each_command_is_there_and_has_its_options(figure: Figure) -> None:
    program, *arguments = shlex.split(figure.command)
    assert program in ("python", "shatterproof")
    script = ROOT / arguments[0] if program == "python" else None
    if script is not None and script.suffix == ".py":
        text = script.read_text(encoding="utf-8")
        assert all(f'"{option}"' in text for option in arguments if option.startswith("--"))


@pytest.mark.parametrize("figure", WITH_FIGURES, ids=lambda figure: figure.name)
def test_what_was_measured_has_a_row_for_each(figure: Figure) -> None:
    found = measured(figure)
    assert found is not None
    assert not missing_rows(figure, found)


def test_nothing_is_kept_of_figures_that_are_no_more() -> None:
    kept = {file.stem: json.loads(file.read_text(encoding="utf-8"))["command"] for file in MEASURED.glob("*.json")}
    assert kept == {figure.name: figure.command for figure in WITH_FIGURES}
