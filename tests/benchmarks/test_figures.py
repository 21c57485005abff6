"""The page of figures shows what was measured, by commands that exist, with a row for all that they measure today."""

from __future__ import annotations

import json
import shlex

import pytest

from benchmarks.all import MEASURED, PAGE, ROOT, Figure, figures, measured, missing_rows, page
from benchmarks.digest import IN_SHORT, UNMET, rows

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


def test_the_head_of_the_page_speaks_of_figures_that_there_are() -> None:
    assert IN_SHORT.keys() <= figures().keys()
    assert UNMET.keys() <= figures().keys()


@pytest.mark.parametrize(
    ("name", "met", "missed", "told"),
    [
        ("budgets", "│ fast │ 9 s │ at most 10 s │ yes │", "│ fast │ 12 s │ at most 10 s │ NO │", "12 s, at most 10 s"),
        ("harness", "│ crumble │ 1 │ 20 % │ 1 │ 1 │ 1 │", "│ crumble │ 1 │ 21 % │ 1 │ 1 │ 1 │", "21 %, 20 % wanted"),
        ("rare", "│ crumble │ a │ 1 │ 1 │ 1 │ crumble.ring │", "│ crumble │ a │ no │ │ 1 │ │", "is not found"),
        ("rare", "│ crumble │ a │ 1 │ 1 │ 1 │ crumble.ring │", "│ crumble │ a │ 1 │ 1 │ 1 │ (crumble.draw) │",
         "is told under `crumble.draw`"),
        ("causes", "│ crumble │ a │ b │ x │ right │ x │", "│ crumble │ a │ b │ right │ crumble.draw │ x │",
         "`a` of Crumble is told under `crumble.draw`"),
        ("strange", "│ crumble │ A │ b │ right │ 1 │", "│ crumble │ A │ b │ not found │ 1 │",
         "`A` of Crumble is not found"),
        ("steering", "│ crumble.win.even │ 3 │ 10 │", "│ crumble.win.even │ 30 │ 9 │", "crumble.win.even"),
        ("million", "│ crumble │ ours │ 1 │ 999,999 │ 0 │ agrees │ 9 │",
         "│ crumble │ ours │ 1 │ 999,998 │ 0 │ agrees │ 9 │", "agrees after 1 and 999,998"),
        ("million", "│ crumble │ ours │ 1 │ 999,999 │ 0 │ agrees │ 9 │",
         "│ crumble │ ours │ 1 │ 999,999 │ 0 │ differs │ 9 │", "differs after"),
        ("depth", "│ crumble │ wins-4 │ 8 │ 0 │ 0 │ 1 │ 1 │ 1 │ 1 │",
         "│ crumble │ wins-4 │ 8 │ 0 │ 32 │ 1 │ 1 │ 1 │ 1 │",
         "32 positions undecided"),
        ("certificates", "│ 0 │ proved │ 1 │ 1 │ 7 │ 1 │", "│ 0 │ refuted │ 1 │ 1 │ not done │ 1 │",
         "1 of 1 not checked"),
        ("yield", "│ a │ 4x4 │ 9 │ 60 │ 60 │", "│ a │ 4x4 │ 9 │ 59 │ 60 │", "59, 60 promised"),
        ("agreement", "9 positions\n0  disagreements", "9 positions\n1  disagreements", "1  disagreements"),
        ("lemmas", "1 s  a law: proved", "1 s  a law: refuted", "a law: refuted"),
    ],
)  # fmt: skip
def test_what_is_not_met_is_told_and_nothing_else(name: str, met: str, missed: str, told: str) -> None:
    assert list(UNMET[name](met)) == []
    (phrase,) = UNMET[name](missed)
    assert told in phrase


@pytest.mark.parametrize("figure", WITH_FIGURES, ids=lambda figure: figure.name)
def test_no_row_of_what_was_measured_is_broken(figure: Figure) -> None:
    found = measured(figure)
    assert found is not None
    assert all(row[0] for row in rows(found.output)), "COLUMNS is too few for this table"
