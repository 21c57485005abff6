from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from commands import refusal, run
from conformance.made import REFUSES_JOINS, made
from conformance.test_difference import led_elsewhere, refused
from shatterproof import crumble, strict_json
from shatterproof.errors import InputError
from shatterproof_properties.conformance.census import Census
from shatterproof_properties.conformance.difference import Difference
from shatterproof_properties.conformance.plan import Plan
from shatterproof_properties.conformance.report import write_report
from shatterproof_properties.conformance.seat import Mishap
from shatterproof_properties.conformance.verdict import Tried, Verdict

HOSTILE = "<script>alert('&')</script>\x1b[2J"


def verdict(difference: Difference | None = None, engine: str = "tiny 1") -> Verdict:
    census = Census(1234, 5, 67, 0, Counter({"10x2": 1, "2x2": 4}), Counter({"crumble.cut.own": 9}))
    counts = Counter(agree=98, differ=bool(difference))
    tried = [Tried("no-gaps", True, 1.5)]
    readings = crumble.Readings().to_mapping()
    return Verdict(Plan("crumble", "tiny --flag"), engine, readings, 77, difference, counts, [], census, tried, 2.0)


def page(folder: Path, of: Verdict) -> str:
    return write_report(folder, of).read_text()


class Outline(HTMLParser):
    """Checks that tags are closed in order, and notes tags and addresses."""

    VOID = frozenset({"meta", "br", "rect", "circle", "polyline"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.addresses: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.addresses += [f"{name}={value}" for name, value in attrs if name in ("src", "href", "action", "data")]
        if tag not in self.VOID or tag == "rect":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_report_begins_with_the_verdict_and_ends_with_the_seed(tmp_path: Path) -> None:
    text = page(tmp_path / "new" / "folder", verdict(refused()))
    parts = [
        "DIFFERS: tiny 1 and the rules of Crumble, shown in 2 turns on 2x2",
        "The engine refuses a turn that the rules allow",
        "The question",
        "Both answers",
        "The rule at issue",
        "What to try next",
        "What was looked at",
        "Seed 77",
    ]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)


def test_a_difference_is_drawn_with_the_differing_pieces_marked(tmp_path: Path) -> None:
    text = page(tmp_path, verdict(led_elsewhere()))
    outline = Outline(text)
    assert outline.tags["svg"] == 3
    assert "They differ in: 1x1/2 at (1, 1/2); 1x1 at (1, 1)" in text
    assert crumble.to_svg(led_elsewhere().position) in text


def test_the_clause_is_quoted_as_readable_text(tmp_path: Path) -> None:
    text = page(tmp_path, verdict(refused()))
    assert "<code>crumble.swap.optional</code>" in text
    clause = text[text.index("The rule at issue") : text.index("What to try next")]
    assert "**" not in clause
    assert "```" not in clause


def test_the_page_asks_for_nothing_and_runs_nothing(tmp_path: Path) -> None:
    text = page(tmp_path, verdict(refused()))
    outline = Outline(text)
    assert not outline.open
    assert not outline.addresses
    assert not outline.tags.keys() & {"script", "link", "img", "iframe", "object", "embed", "form", "base"}
    assert "url(" not in text
    assert not re.search(r"\son\w+=", text)


def test_nothing_that_an_engine_says_gets_out_of_its_place(tmp_path: Path) -> None:
    found = replace(
        led_elsewhere(),
        got={"verdict": "legal", "note": HOSTILE, "position": {"x": HOSTILE}, "outcome": None},
        turn=HOSTILE,
    )
    shown = verdict(found, engine=HOSTILE)
    shown.troubles = [Mishap("error", HOSTILE, {"do": "apply", "turn": HOSTILE})]
    shown.gave_up = HOSTILE
    text = page(tmp_path, shown)
    assert "script" not in Outline(text).tags
    assert "\x1b" not in text
    assert "&lt;script&gt;" in text


def test_witness_and_verdict_stand_beside_the_page(tmp_path: Path) -> None:
    found = verdict(refused())
    written = write_report(tmp_path, found)
    assert written == tmp_path / "index.html"
    assert strict_json.decode((tmp_path / "witness.json").read_text()) == refused().witness()
    assert strict_json.decode((tmp_path / "verdict.json").read_text()) == found.to_json()
    assert f"--replay {tmp_path / 'witness.json'}" in written.read_text()


def test_agreement_has_a_page_without_a_witness(tmp_path: Path) -> None:
    page(tmp_path, verdict(refused()))
    text = page(tmp_path, verdict())
    assert not (tmp_path / "witness.json").exists()
    assert "AGREES: tiny 1 and the rules of Crumble, over 1,234 compared results" in text
    assert text.index("2x2") < text.index("10x2")
    assert "no-gaps" in text


def test_a_missed_planted_mistake_is_said_at_the_top(tmp_path: Path) -> None:
    shown = verdict()
    shown.controls = [Tried("no-gaps", False, 60)]
    text = page(tmp_path, shown)
    assert "The planted mistake <code>no-gaps</code> was not found." in text


def test_troubles_are_shown_with_their_questions(tmp_path: Path) -> None:
    shown = verdict()
    shown.counts["error"] = 1
    shown.troubles = [Mishap("error", "it died", {"do": "turns", "context": "c1"})]
    text = page(tmp_path, shown)
    assert "error at turns: it died" in text
    assert "c1" in text


def test_a_folder_that_cannot_be_written_is_bad_input(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(InputError, match="cannot be written"):
        write_report(file, verdict())
    with pytest.raises(InputError, match="cannot be written"):
        write_report(file / "below", verdict())


def test_check_writes_a_report_and_says_where(tmp_path: Path) -> None:
    command = made(tmp_path, REFUSES_JOINS)
    options = ("check", "crumble", "--engine", command, "--controls", 0, "--seed", 5)
    assert f"report: {tmp_path / 'r' / 'index.html'}" in run(*options, "--report", tmp_path / "r", code=1)
    assert "cannot be written" in refusal(*options, "--report", "/proc/nowhere")
