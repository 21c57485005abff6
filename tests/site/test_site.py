"""The site: every link works, every example is drawn, every clause keeps its address."""

from __future__ import annotations

import html
import os
import re
import zipfile
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from running import refusal, run
from sampling import some
from shatterproof.examples import read_cases
from shatterproof.game import GAMES
from shatterproof.spec import clauses, page_examples, spec_folder
from shatterproof_properties.site import build
from shatterproof_properties.site.sources import Places, all_chapters, chapter_of_clauses, written

pytest.importorskip("sphinx", reason="the site needs pip install 'shatterproof[site]'")


@pytest.mark.parametrize("game", some(reversed(GAMES), one_in=3))
def test_every_example_shows_its_position_its_turns_and_what_is_refused(game: str) -> None:
    from shatterproof_properties.site.directive import drawn

    for example in page_examples(game):
        shown = drawn(example, "clauses.html", "board/")
        _, cases = read_cases(example)
        for text, _ in (turn for case in cases for turn in case.turns):
            assert f"<code>{html.escape(text)}</code>" in shown, example.name
        claims = " ".join(claim.words for case in cases for claim in case.claims)
        for clause in re.findall(r"(?<=illegal )[a-z]+\.[a-z.-]+", claims):
            assert f'href="clauses.html#{clause}"' in shown, example.name
            assert 'class="refused"' in shown, example.name
        assert "<svg" in shown or "refused" in shown, example.name


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_stands_on_one_page(game: str) -> None:
    assert list(chapter_of_clauses(game)) == [clause.id for clause in clauses(game)]


def test_a_link_that_leads_nowhere_is_not_passed_over() -> None:
    spec = spec_folder()
    places = Places(all_chapters(spec), spec)
    assert places.of("crumble.md", "#crumblecutown", "crumble/swaps.md") == "../crumble/cuts.md#crumblecutown"
    assert places.of("puzzles/README.md", "../protocol.md#limits", "puzzles/files.md") == "../protocol.md#limits"
    assert places.of("README.md", "../elsewhere.md", "reading.md") == ""
    for broken in ("#crumblecutsown", "nowhere.json", "scrunch.md#crumblecutown"):
        with pytest.raises(KeyError):
            places.of("crumble.md", broken, "crumble/swaps.md")


@pytest.mark.parametrize("game", GAMES)
def test_the_first_page_of_a_game_begins_with_the_game_and_loses_nothing(game: str) -> None:
    first = next(chapter for chapter in all_chapters(spec_folder()) if chapter.name == f"{game}/index.md")
    lines = [line for _, line in first.lines if line]
    assert lines[0].startswith("# ")
    assert lines[2].startswith(f"{game.capitalize()} is a game")
    about = lines.index("## About this page")
    assert lines.index("## The game on one page") < about < len(lines) - 3
    whole = (spec_folder() / f"{game}.md").read_text("utf-8")
    assert set(whole.partition("\n## The game on one page\n")[0].splitlines()) <= {line for _, line in first.lines}


@cache
def written_pages() -> dict[str, str]:
    """Every page of the spec in the site, by its name, as Sphinx reads it."""
    chapters = all_chapters(spec_folder())
    places = Places(chapters, spec_folder())
    return {chapter.name: written(chapter, places) for chapter in chapters}


def test_the_text_of_an_example_stays_as_it_is_on_its_page() -> None:
    pages = "\n".join(written_pages().values())
    for example in (example for game in GAMES for example in page_examples(game)):
        shown = rf"\{{rule-example\}} {re.escape(example.name)}\n(:pictured:\n)?{re.escape(example.text)}"
        assert re.search(shown, pages)


def test_what_players_ask_is_folded_away_with_its_answers() -> None:
    pages = [page for name, page in written_pages().items() if name.startswith("splinter/")]
    assert not any(line.startswith("Asked: ") for page in pages for line in page.splitlines())
    folded = '<details class="asked"><summary>Questions that this answers</summary><ul>'
    assert any(folded in page and "<li>may I skip my go <em>No.</em></li>" in page for page in pages)


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    assert "files of somebody else's" in refusal("site", tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.txt"]


class Links(HTMLParser):
    """The anchors of a page, and the targets of its links."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.anchors: list[str] = []
        self.links: list[str] = []
        self.feed(file.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value for name, value in attrs if value}
        self.anchors += [given["id"]] if "id" in given else []
        self.links += [given[name] for name in ("href", "src") if name in given]


def test_what_runs_in_the_browser_has_the_pictures_that_its_pages_show(tmp_path: Path) -> None:
    build.pack(tmp_path / "packages.zip")
    with zipfile.ZipFile(tmp_path / "packages.zip") as archive:
        names = set(archive.namelist())
    for game in GAMES:
        shown = re.findall(r"\((pictures/[\w-]+\.svg)\)", (spec_folder() / f"{game}.md").read_text())
        assert shown
        assert {f"shatterproof/_spec/{picture}" for picture in shown} <= names


@pytest.mark.long
def test_the_site_is_built_without_a_warning_and_without_a_broken_link(tmp_path: Path) -> None:
    # CI has built it already, by the same command.
    folder = Path(os.environ.get("SHATTERPROOF_SITE") or tmp_path / "site")
    assert folder.is_dir() or "pages in" in run("site", folder)
    pages = {file: Links(file) for file in folder.rglob("*.html")}
    broken = [
        f"{file.relative_to(folder)}: {link}"
        for file, found in pages.items()
        for link in found.links
        if not re.match(r"[a-z]+:", link) and not _leads_somewhere(file, link, pages)
    ]
    assert not broken
    for game in GAMES:
        for clause in clauses(game):
            assert clause.id in pages[folder / "clauses.html"].anchors
            page = folder / chapter_of_clauses(game)[clause.id].replace(".md", ".html")
            assert clause.id in pages[page].anchors


@pytest.mark.long
def test_what_searching_finds_says_of_which_game_and_has_its_words_on_a_disk(tmp_path: Path) -> None:
    folder = Path(os.environ.get("SHATTERPROOF_SITE") or tmp_path / "site")
    assert folder.is_dir() or "pages in" in run("site", "--without-explorer", folder)
    texts = (folder / "_static/texts.js").read_text("utf-8")
    titles = re.findall(r'"titles":(\[.*?\])', (folder / "searchindex.js").read_text("utf-8"))[-1]
    for game in GAMES:
        assert f'"{game.capitalize()}: ' in titles
        assert f'"{game}/index": "' in texts
    assert "Two pieces are neighbours" in texts
    assert "texts.js" not in (folder / "index.html").read_text("utf-8")


def _leads_somewhere(file: Path, link: str, pages: dict[Path, Links]) -> bool:
    path, _, anchor = unquote(link).partition("#")
    target = (file.parent / path.partition("?")[0]).resolve() if path else file
    if target.is_dir():
        target /= "index.html"
    # What leads into the explorer is the code of a game, which is no anchor.
    is_code = target.parent.name == "explorer"
    return target.is_file() and (not anchor or is_code or target.suffix != ".html" or anchor in pages[target].anchors)
