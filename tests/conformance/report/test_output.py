"""The files of a check: the verdict by its schema, the folder, the badge, and the messages of the command."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from conformance.made import made_here
from conformance.made_verdicts import (
    REFUSES_ALL,
    check_schema,
    led_elsewhere,
    refused,
    verdict,
    with_errors,
)
from conformance.report.test_report import KINDS_OF_VERDICT, Outline, page
from running import run
from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.spec import clauses, spec_folder, spec_version
from shatterproof_properties.cli import main
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.history.known_file import KnownFile
from shatterproof_properties.conformance.report import write_index, write_report
from shatterproof_properties.conformance.report.output import Output, badge_of, badge_words, readme_line
from shatterproof_properties.engines.session import OUTCOMES


@pytest.mark.parametrize("kind", KINDS_OF_VERDICT)
def test_a_verdict_is_as_its_schema_says(kind: str) -> None:
    data = strict_json.decode(strict_json.encode(KINDS_OF_VERDICT[kind]().to_json()))
    check_schema(data)
    check_schema({"games": [data]})


SCHEMA = Path("report", "verdict.schema.json")


def test_the_schema_describes_every_field_and_no_other() -> None:
    schema = json.loads((spec_folder() / SCHEMA).read_text())
    made = verdict("crumble", [refused()])
    made.result.questions.errors = with_errors().result.questions.errors
    data = made.to_json()
    parts = {"verdict": data, "difference": data["differences"][0], "engine_error": data["engine_errors"][0]}
    for name, part in parts.items():
        assert schema["$defs"][name]["properties"].keys() == part.keys()
        assert set(schema["$defs"][name]["required"]) == part.keys()
    assert list(schema["$defs"]["verdict"]["properties"]["questions"]["required"]) == list(OUTCOMES)


def test_the_schema_has_a_description_for_everything() -> None:
    def described(part: object) -> None:
        if isinstance(part, dict) and "properties" in part:
            for name, each in part["properties"].items():
                assert "$ref" in each or each.get("description"), name
        for each in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
            described(each)

    described(json.loads((spec_folder() / SCHEMA).read_text()))


def test_a_folder_that_cannot_be_written_is_bad_input(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(InputError, match="cannot be written"):
        write_report(file, verdict())
    with pytest.raises(InputError, match="cannot be written"):
        write_index(file / "below", [verdict()])


def test_a_file_that_cannot_be_written_after_the_run_loses_no_verdict(tmp_path: Path) -> None:
    made = verdict("crumble", [refused()])
    made.settings = replace(made.settings, known=KnownFile(str(tmp_path / "gone" / "known.toml")))
    failure = Output(None, None, None, None, False, update=True).save([made], True, None)
    assert isinstance(failure, InputError)
    assert failure.where == made.settings.known.name


def test_check_writes_a_report_and_says_where(tmp_path: Path) -> None:
    counterexample = strict_json.encode(refused().question.to_json())
    options = ("check", "crumble", "--engine", made_here(REFUSES_ALL), "--replay", counterexample)
    assert f"report: {tmp_path / 'r' / 'index.html'}" in run(*options, "--report", tmp_path / "r", code=1)
    assert "nothing was drawn at random" in (tmp_path / "r" / "index.html").read_text()
    # A place that cannot be written is refused before anything is asked.
    failed = CliRunner().invoke(main, [str(each) for each in (*options, "--report", "/proc/nowhere")])
    assert (failed.exit_code, failed.stdout) == (2, "")
    assert "cannot be written" in failed.stderr


def test_every_kind_of_difference_has_a_page(tmp_path: Path) -> None:
    def of(kind: str) -> Difference:
        return replace(led_elsewhere(), kind=kind)

    unknown = replace(of("omits"), got={}, earlier=())
    text = page(tmp_path, verdict("crumble", [of("start"), of("twice"), of("text"), unknown]))
    assert all(f"<p>{sentence}</p>" in text for sentence in unknown.explained())
    assert not Outline(text).open
    assert text.count("<h3>Both answers</h3>") == 4


def test_a_badge_says_what_was_agreed_on_and_of_an_engine_that_differs_no_more_than_that() -> None:
    said = badge_words(verdict("splinter"))
    assert said.startswith(f"Splinter {spec_version('splinter')} agrees, ")
    assert said.endswith(f" of {len(clauses('splinter'))} clauses")
    differing = badge_words(verdict("splinter", [refused("splinter", 0)]))
    assert differing == f"Splinter {spec_version('splinter')} differs"


def test_a_badge_is_a_picture_with_its_words_for_those_who_do_not_see_it() -> None:
    both = [verdict("splinter"), verdict("scrunch")]
    root = ElementTree.fromstring(badge_of(both))
    assert root.attrib["aria-label"] == "; ".join(["shatterproof", *map(badge_words, both)])
    rectangles = [each for each in root if each.tag.endswith("rect")]
    assert sum(int(each.attrib["width"]) for each in rectangles) == int(root.attrib["width"])
    assert readme_line(both, "badge.svg").endswith("](badge.svg)")
