"""The pages about use: links, commands and options exist, outputs and numbers are those shown, records are legal."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from shatterproof.game import find_game
from shatterproof.judging import judge
from shatterproof.movetext import MOST_TURNS, RESULTS
from shatterproof.record import TAGS, parse_record
from shatterproof.spec import anchor, clauses, spec_folder
from shatterproof_properties.cli import main
from shatterproof_properties.protocol.served import second_engine, second_readings

FOLDER = spec_folder()
GUIDES = sorted(f"guide/{page.name}" for page in (FOLDER / "guide").glob("*.md"))
PAGES = [*GUIDES, "for-programmers.md", "plug-in.md", "unchanged-engines.md"]
README = "../README.md"
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?:\]\(|^\[[^\]\n]+\]: )([\w./-]*)(?:#([^)\s]+))?(?=\)|$)", re.MULTILINE)
COMMAND = re.compile(r"shatterproof ([a-z][a-z-]*(?: [a-z][a-z-]*)?)([^`|\n]*)")


def text_of(page: str) -> str:
    return (FOLDER / page).read_text("utf-8")


def sessions(page: str) -> Iterator[tuple[dict[str, str], str, str]]:
    """The sessions of a page: the files shown before, the command, and its output."""
    for kind, body in FENCE.findall(text_of(page)):
        files: dict[str, str] = {}
        for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:] if not kind else ():
            line, _, rest = part.partition("\n")
            if line.startswith("cat "):
                files[line.removeprefix("cat ")] = rest.rstrip("\n") + "\n"
            elif rest.strip():
                yield dict(files), line.removeprefix("shatterproof "), rest.rstrip("\n")


SESSIONS = [pytest.param(*each, id=f"{page} {each[1]}") for page in (README, *GUIDES) for each in sessions(page)]


@pytest.mark.parametrize(("files", "command", "printed"), SESSIONS)
def test_what_a_guide_prints_is_what_is_printed(
    files: dict[str, str], command: str, printed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    for name, text in files.items():
        Path(name).write_text(text)
    found = CliRunner().invoke(main, shlex.split(command), prog_name="shatterproof").output
    assert found.startswith(printed)


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    for target, heading in LINK.findall(FENCE.sub("", text_of(page))):
        file = (FOLDER / page).parent / target if target else FOLDER / page
        assert file.exists(), target
        headings = re.findall(r"^#+ (.*)$", file.read_text("utf-8"), re.MULTILINE) if heading else []
        assert not heading or heading in map(anchor, headings), (target, heading)


@pytest.mark.parametrize("page", PAGES)
def test_commands_and_options_exist(page: str) -> None:
    bodies = [body for _, body in FENCE.findall(text_of(page))]
    asked = [line for body in bodies for line in body.splitlines() if line.startswith("$ ") or "$ " not in body]
    prose = FENCE.sub("", text_of(page))
    code = re.findall(r"`([^`\n]+)`", prose) + re.findall(r"^ {4}(.+)$", prose, re.MULTILINE) + asked
    for words, rest in COMMAND.findall("\n".join(code)):
        name, _, more = words.partition(" ")
        command = main.commands.get(name)
        assert command is not None, words
        if isinstance(command, click.Group) and more:
            command = command.commands[more]
        known = {option for param in command.params for option in (*param.opts, *param.secondary_opts)}
        assert set(re.findall(r"(?<!\S)(--[a-z-]+)", rest)) <= known | {"--help"}, (words, rest)


@pytest.mark.parametrize("place", [0, 1])
def test_the_players_of_the_guide_play(place: int, capsys: pytest.CaptureFixture[str]) -> None:
    code = [body for kind, body in FENCE.findall(text_of("guide/python.md")) if kind == "python"][place]
    exec(compile(code, "guide/python.md", "exec"), {})
    # One of them plays at random, and a game may be over in two turns.
    assert len(capsys.readouterr().out.splitlines()) > 1


PROGRAMMERS = text_of("for-programmers.md")
ROW = re.compile(r"^\| (crumble|scrunch|splinter) \| (\w+) \| ([0-9, ]+) \|$", re.MULTILINE)
MOST_LEAVES = 20_000


def test_the_clauses_that_are_named_exist_and_are_links() -> None:
    named = set(re.findall(r"\[((?:crumble|scrunch|splinter)\.[a-z.-]+)\]", PROGRAMMERS))
    known = {clause.id for game in ("crumble", "scrunch", "splinter") for clause in clauses(game)}
    assert named <= known
    assert named == set(re.findall(r"^\[([a-z.-]+)\]: ", PROGRAMMERS, re.MULTILINE))


@pytest.mark.parametrize(("game", "board", "numbers"), ROW.findall(PROGRAMMERS))
def test_the_numbers_of_leaves_are_right(game: str, board: str, numbers: str) -> None:
    table = second_engine(game).on_board(board, {name: values[0] for name, values in second_readings(game).items()})
    for depth, leaves in enumerate((int(number.replace(",", "")) for number in numbers.split(", ")), start=1):
        assert leaves < MOST_LEAVES
        assert table.count(table.start(), depth)["total"] == leaves


def test_the_standard_boards_are_among_them() -> None:
    shown = {(game, board) for game, board, _ in ROW.findall(PROGRAMMERS)}
    for game in ("crumble", "scrunch", "splinter"):
        assert (game, find_game(game).start().board) in shown


PAGE = text_of("README.md")
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
