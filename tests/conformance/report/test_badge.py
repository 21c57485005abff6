"""Badges: their words, and that they are pictures."""

from __future__ import annotations

from xml.etree import ElementTree

from conformance.made_verdicts import refused, verdict
from shatterproof.spec import clauses, spec_version
from shatterproof_properties.conformance.report.badge import badge_of, readme_line, words


def test_a_badge_says_version_and_coverage_of_what_was_agreed_on() -> None:
    said = words(verdict("splinter"))
    assert said.startswith(f"Splinter {spec_version('splinter')} agrees, ")
    assert said.endswith(f" of {len(clauses('splinter'))} clauses")


def test_a_badge_of_an_engine_that_differs_says_no_more_than_that() -> None:
    said = words(verdict("splinter", [refused("splinter", 0)]))
    assert said == f"Splinter {spec_version('splinter')} differs"


def test_a_badge_is_a_picture_with_its_words_for_those_who_do_not_see_it() -> None:
    both = [verdict("splinter"), verdict("scrunch")]
    root = ElementTree.fromstring(badge_of(both))
    assert root.attrib["aria-label"] == "; ".join(["shatterproof", *map(words, both)])
    rectangles = [each for each in root if each.tag.endswith("rect")]
    assert sum(int(each.attrib["width"]) for each in rectangles) == int(root.attrib["width"])
    assert readme_line(both, "badge.svg").endswith("](badge.svg)")
