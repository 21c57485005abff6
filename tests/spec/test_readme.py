"""The statements of the spec's first page about files and game records are true."""

from __future__ import annotations

import re

import pytest

from shatterproof.judging import judge
from shatterproof.movetext import MOST_TURNS, RESULTS
from shatterproof.record import TAGS, parse_record
from shatterproof.spec import spec_folder

PAGE = (spec_folder() / "README.md").read_text("utf-8")
RECORDS = re.findall(r"```record\n(.*?)```", PAGE, re.DOTALL)
SECTION = PAGE.partition("## Game records")[2]


@pytest.mark.parametrize("text", RECORDS, ids=lambda text: str(text.partition("\n")[0]))
def test_the_records_on_the_page_are_legal_and_end_as_they_say(text: str) -> None:
    judgement = judge(parse_record(text))
    assert judgement.legal
    assert judgement.played > 0
    assert judgement.remarks == ()


def test_the_page_names_all_tags_and_results_that_a_record_can_have() -> None:
    assert len(RECORDS) > 1
    for name in (*TAGS, *RESULTS, "*"):
        assert f"`{name}`" in SECTION, name
    assert f"{MOST_TURNS:,} turns" in SECTION


def test_the_page_leads_to_everything_that_is_here() -> None:
    links = {link.partition("/")[0] for link in re.findall(r"\]\(([^)#]+)", PAGE)}
    assert links == {path.name for path in spec_folder().iterdir()} - {"README.md"}
