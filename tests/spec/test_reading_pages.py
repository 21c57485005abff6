"""The reading of rule pages: clauses, their labelled lines and examples, and the names of clauses."""

from __future__ import annotations

from pathlib import Path
from string import ascii_letters

import pytest

from play.search import refused
from shatterproof import spec
from shatterproof.game import GAMES, find_game
from shatterproof.spec import (
    Clause,
    Example,
    SpecError,
    anchor,
    clauses,
    find_clause,
    page,
    page_examples,
    parse_page,
    spec_folder,
    spec_version,
)
from shatterproof_properties.protocol import features

LABELLED = "Formally: *f*\n\nSource: rules B.\n\nReference: `a.b_c`, `d`.\n"
PAGE = f"""# Crumble

```crumble
# no heading
start 2x2
-> goes on
```

## Cuts and joins

```scrunch
start 2
-> goes on
```

### crumble.cut.own
A player cuts only
their own pieces.

Words.

Formally: *c(p) = m*
for every *p*.\\
Source: ours, since
nobody says it.\\
Reference: `a.b`, `c.d_e`
Values: `so-on`, `not`

```crumble
start 3x2
-> goes on
```
  ```crumble
```crumble  \nstart 4x2
-> goes on

-> drawn
```

### crumble.draw
It ends.

{LABELLED}
### crumble.Draw.no

### crumble.a.b.c

###~crumble.draw

### scrunch.cut.own
"""


def clause_read(text: str) -> Clause:
    (found,) = parse_page("crumble", text)
    return found


def test_a_clause_is_all_that_stands_under_its_heading() -> None:
    first, second = parse_page("crumble", PAGE)
    assert (first.id, first.file, first.line) == ("crumble.cut.own", "spec/crumble.md", 16)
    assert first.title == "A player cuts only their own pieces."
    assert first.text.startswith("A player cuts only\ntheir own pieces.\n\nWords.\n")
    assert first.text.endswith("-> drawn\n```\n")
    assert (first.formally, first.source) == ("*c(p) = m* for every *p*.", "ours, since nobody says it.")
    assert (first.references, first.values) == (("a.b", "c.d_e"), ("so-on", "not"))
    assert first.is_ours
    assert (second.id, second.line, second.title, second.text) == (
        "crumble.draw",
        41,
        "It ends.",
        f"It ends.\n\n{LABELLED}",
    )
    assert (second.formally, second.source, second.references) == ("*f*", "rules B.", ("a.b_c", "d"))
    assert (second.values, second.examples) == ((), ())
    assert not second.is_ours


def test_examples_know_their_clause_their_number_and_their_line() -> None:
    first, _ = parse_page("crumble", PAGE)
    texts = "start 3x2\n-> goes on\n", "start 4x2\n-> goes on\n\n-> drawn\n"
    assert first.examples == (
        Example("crumble.cut.own", 1, "crumble", "spec/crumble.md", 30, texts[0]),
        Example("crumble.cut.own", 2, "crumble", "spec/crumble.md", 35, texts[1]),
    )
    assert [PAGE.splitlines()[example.line - 1] for example in first.examples] == ["start 3x2", "start 4x2"]
    assert [example.name for example in first.examples] == ["crumble.cut.own-1", "crumble.cut.own-2"]


def test_examples_that_stand_in_no_clause_are_named_by_the_heading_above(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spec, "page", lambda _: PAGE.replace("```scrunch", "```crumble"))
    found = page_examples.__wrapped__("crumble")
    assert [(example.name, example.line) for example in found] == [
        ("crumble#crumble-1", 4),
        ("crumble#cuts-and-joins-1", 12),
        ("crumble.cut.own-1", 30),
        ("crumble.cut.own-2", 35),
    ]


def test_what_stands_before_every_heading_is_of_no_clause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spec, "page", lambda _: "\n```splinter\nstart 5x2\n-> goes on\n```\n")
    (found,) = page_examples.__wrapped__("splinter")
    assert (found.name, found.line) == ("splinter#-1", 3)


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("The Game, on one page!", "the-game-on-one-page"),
        ("crumble.cut.own", "crumblecutown"),
        ("a_b-c 12", "a_b-c-12"),
    ],
)
def test_links_lead_to_a_heading_by_its_letters(heading: str, name: str) -> None:
    assert anchor(heading) == name


@pytest.mark.parametrize("label", ["Formally", "Source", "Reference"])
def test_a_clause_without_one_of_its_lines_is_an_error(label: str) -> None:
    lines = [line for line in LABELLED.splitlines() if not line.startswith(label)]
    text = "\n".join(["# Rules", "", "### crumble.draw", "It ends.", "", *lines])
    with pytest.raises(SpecError, match=rf"^spec/crumble\.md:3: crumble\.draw has no line {label}:$"):
        clause_read(text)


@pytest.mark.parametrize("end", ["", "   ", "Source: b", "```text\n```"])
def test_a_line_of_a_clause_ends_where_something_else_begins(end: str) -> None:
    text = f"### crumble.draw\nIt ends.\n\nSource: a\n\nReference: `a`\n\nFormally: one\nTwo: no\n{end}\nthree\n"
    assert clause_read(text.replace("Two: no", "Two words")).formally == "one Two words"
    assert clause_read(text).formally == "one"


def test_a_game_has_a_page_and_nothing_else_has() -> None:
    for game in GAMES:
        assert page(game).startswith("# ")
    for other in ("chess", "../spec/crumble", "Crumble", "crumble.md", "x" * 50):
        assert refused(page, other).what == f"the spec has no page for {other[:40]!r}"


# Names of clauses


def of_id(name: str) -> Clause:
    return Clause(name, "", 0, "", "", "", "", (), (), ())


KNOWN = {
    "crumble": ["cut.own", "cut.halves", "draw", *(f"join.{letter}" for letter in "abcdef"), "ring.own"],
    "scrunch": ["growth.place", "growth.step"],
    "splinter": ["slide.own", "slide.return"],
}


@pytest.mark.parametrize(
    ("name", "wish"),
    [
        (
            "crumble.cut.owner",
            "crumble.cut.own or crumble.cut.halves or crumble.ring.own or crumble.join.e or crumble.join.f",
        ),
        ("growth", "scrunch.growth.place or scrunch.growth.step"),
        (" join.", "crumble.join.a or crumble.join.b or crumble.join.c or crumble.join.d or crumble.join.e"),
        ("scrunch.grwth.plce", "scrunch.growth.place or scrunch.growth.step"),
        ("slide.retrun", "splinter.slide.return or splinter.slide.own"),
        ("own", "crumble.cut.own or crumble.ring.own or splinter.slide.own"),
        ("~own", "one of those that shatterproof rule lists"),
        ("zzz", "one of those that shatterproof rule lists"),
        (" . ", "one of those that shatterproof rule lists"),
    ],
)
def test_a_name_of_no_clause_is_refused_with_those_near_it(
    name: str, wish: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spec, "clauses", lambda game: tuple(of_id(f"{game}.{each}") for each in KNOWN[game]))
    error = refused(find_clause, name)
    assert error.what == f"there is no clause {name!r}"
    assert error.expected == wish


@pytest.mark.parametrize("head", ["", "crumble."])
@pytest.mark.parametrize(("alike", "unlike", "is_near"), [(43, 0, True), (42, 0, False), (45, 6, False)])
def test_names_are_compared_by_their_first_hundred_characters(
    head: str, alike: int, unlike: int, is_near: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    same = head + ascii_letters[: alike - len(head)]
    known = of_id(f"{same}{'-' * unlike}" if head else f"crumble.{same}{'-' * unlike}")
    monkeypatch.setattr(spec, "clauses", lambda game: (known,) if game == "crumble" else ())
    assert (refused(find_clause, same + "0" * 100).expected == known.id) == is_near


def test_a_title_may_begin_with_any_sign() -> None:
    assert clause_read(f"### crumble.draw\n~It ends.\n\n{LABELLED}").title == "~It ends."


def test_the_version_of_a_page_stands_on_a_line_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ("# Rules\n\nVersion 1.20.3.\n\nWords.", "Version 1.20.3."):
        monkeypatch.setattr(spec, "page", lambda _, text=text: text)
        assert spec_version("crumble") == "1.20.3"
    for text in ("Version 1.2.\n", "Version 1.2.3. Words.\n", "It is Version 1.2.3.\n"):
        monkeypatch.setattr(spec, "page", lambda _, text=text: text)
        with pytest.raises(SpecError, match=r"^spec/crumble\.md has no line like: Version 1\.0\.0\.$"):
            spec_version("crumble")


def test_the_pages_stand_in_the_package_or_beside_the_reference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package, beside = tmp_path / "reference" / "shatterproof" / "_spec", tmp_path / "spec"
    monkeypatch.setattr(spec, "__file__", str(package.parent / "spec.py"))
    with pytest.raises(FileNotFoundError, match="the installation is incomplete"):
        spec_folder.__wrapped__()
    for folder in (beside, package):
        folder.mkdir(parents=True)
        (folder / "protocol.md").touch()
        assert spec_folder.__wrapped__() == folder


@pytest.mark.parametrize("game", GAMES)
def test_a_clause_is_found_by_its_name(game: str) -> None:
    for clause in spec.clauses(game):
        assert find_clause(clause.id) == clause


def test_a_long_name_of_no_clause_is_cut() -> None:
    assert refused(find_clause, "crumble." + "x" * 100).what == f"there is no clause 'crumble.{'x' * 49}...'"


@pytest.mark.parametrize("name", GAMES)
def test_the_clauses_that_a_game_names_are_in_the_spec(name: str) -> None:
    game = find_game(name)
    known = {clause.id for clause in clauses(name)}
    starts = {features.start_clause(game), features.start_clause(game, "3x3")}
    assert {*starts, features.of(game).WIN_CLAUSE, features.of(game).DRAW_CLAUSE} - {""} <= known


def test_another_board_of_splinter_begins_by_another_clause() -> None:
    splinter = find_game("splinter")
    assert features.start_clause(splinter, "10x9") == features.start_clause(splinter) == "splinter.start.block"
    assert features.start_clause(splinter, "7x6") == "splinter.start.other-boards"


def test_a_line_of_a_clause_goes_on_until_the_next_or_an_empty_one() -> None:
    text = "# Rules\n### crumble.a.rule\nThe\nrule.\n\nFormally: one\ntwo\\\nSource: three\n\nReference: `a.b`,\n`c`\n"
    (clause,) = parse_page("crumble", text)
    assert (clause.title, clause.formally, clause.source) == ("The rule.", "one two", "three")
    assert clause.references == ("a.b", "c")


def test_an_example_ends_at_a_line_that_begins_with_its_fence() -> None:
    block = "```crumble\nstart 2x2 ```\n-> goes on\n```\n"
    text = f"### crumble.a.rule\nIt is.\n\nFormally: a\n\nSource: b\n\nReference: `c`\n\n{block}\nMore.\n\n{block}"
    (clause,) = parse_page("crumble", text)
    assert [example.text for example in clause.examples] == ["start 2x2 ```\n-> goes on\n"] * 2
