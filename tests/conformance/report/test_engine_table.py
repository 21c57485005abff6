"""Several engines in one table: what each cell says, and the forms of the table."""

from __future__ import annotations

import re
from pathlib import Path

from conformance.made_verdicts import led_elsewhere, refused, verdict, with_errors, with_known
from shatterproof_properties.conformance.report import write_table
from shatterproof_properties.conformance.report.engine_table import EngineTable, EngineVerdicts, chapters


def table() -> EngineTable:
    wrong = verdict("splinter", [refused("splinter", 0), led_elsewhere("splinter", 2)])
    return EngineTable(
        [
            EngineVerdicts("right", [verdict("splinter"), verdict("scrunch")]),
            EngineVerdicts("wrong | <b>", [wrong]),
            EngineVerdicts("known", [with_known()]),
            EngineVerdicts("dead", failure="hello: the engine ended with code 1"),
        ]
    )


def test_each_section_has_a_row_and_each_engine_a_column_in_which_a_difference_stands_by_its_last_word() -> None:
    found = table()
    for game in found.games:
        rows = found.rows(game)
        assert [row.section for row in rows][: 1 + len(chapters(game))] == ["", *(name for name, _ in chapters(game))]
        assert {len(row.cells) for row in rows} == {4}
    assert [cell.text for cell in found.rows("scrunch")[1].cells][1:] == ["not played", "not played", "not looked at"]
    clause = found.engines[1].verdicts[0].differences[0].reported
    section = next(name for name, group in chapters("splinter") if clause in {each.id for each in group})
    cell = next(row for row in found.rows("splinter") if row.section == section).cells[1]
    assert (cell.state, cell.text[:9]) == ("differs", "DIFFERS  ")
    assert clause.rpartition(".")[2] in cell.text


def test_the_gravest_engine_decides_the_exit_code() -> None:
    found = table()
    assert [engine.exit_code for engine in found.engines] == [0, 1, found.engines[2].exit_code, 1]
    assert found.exit_code == 1
    assert EngineTable(found.engines[:1]).exit_code == 0


def test_the_sentence_counts_the_engines_that_differ() -> None:
    found = EngineTable(table().engines[:2])
    assert found.summary() == "1 of 2 differs from the rules and from what is known."
    found.engines.append(EngineVerdicts("dead", failure="hello: the engine ended with code 1"))
    found.engines += [EngineVerdicts("waiting", failure="not looked at", is_begun=False)] * 2
    said = "1 of 5 differs from the rules and from what is known. 1 did not answer every question properly."
    assert found.summary() == f"{said} 2 have no verdict yet."


def test_what_an_engine_did_not_answer_stands_below_the_table() -> None:
    lines = EngineTable([EngineVerdicts("dies", [with_errors()])]).to_text().splitlines()
    (line,) = (line for line in lines if "it died" in line)
    assert line.startswith("dies: Crumble  ENGINE ERRORS  tiny 1 agrees where it could be compared, but ")


def test_every_link_of_the_report_leads_to_a_page_and_to_a_place_on_it(tmp_path: Path) -> None:
    page = write_table(tmp_path / "report", table()).read_text("utf-8")
    assert "<b>" not in page
    assert "engine-4" not in page
    for link in ("engine-1/splinter/index.html#coverage", "engine-2/splinter/index.html#difference-1"):
        assert f'href="{link}"' in page
    pages = {file: file.read_text("utf-8") for file in (tmp_path / "report").rglob("*.html")}
    links = [(file, link) for file, text in pages.items() for link in re.findall('href="([^"]*)"', text)]
    assert len(links) > 40
    for file, link in links:
        path, _, place = link.partition("#")
        target = (file.parent / path).resolve() if path else file
        assert target.is_file(), f"{file}: {link}"
        assert not place or f'id="{place}"' in pages[target], f"{file}: {link}"


def test_engines_of_one_name_get_numbers() -> None:
    found = EngineTable([EngineVerdicts("a"), EngineVerdicts("b"), EngineVerdicts("a")])
    found.tell_apart()
    assert [engine.name for engine in found.engines] == ["a (1)", "b", "a (2)"]


def test_in_markdown_the_words_of_an_engine_are_words() -> None:
    text = table().to_markdown()
    assert "wrong \\| \\<b\\>" in text
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert {line.replace("\\|", "").count("|") for line in rows} == {6}


def test_a_report_is_written_over_one_of_ours(tmp_path: Path) -> None:
    page = tmp_path / "report" / "engine-2" / "splinter" / "index.html"
    for engines, is_there in ((table().engines, True), (table().engines[:1], False)):
        write_table(tmp_path / "report", EngineTable(engines))
        assert page.exists() is is_there
