"""Puzzles to look at: the sheet as a page, and the diagram for the terminal."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from puzzles.showcase import SAMPLES, halved_board, proved
from shatterproof.errors import InputError
from shatterproof_properties.puzzles.claim import Claim
from shatterproof_properties.puzzles.puzzle import Puzzle, claimed, svg, terminal
from shatterproof_properties.puzzles.sheet import MOST_PICTURES, solved, write_sheet
from shatterproof_properties.puzzles.solution import proved_play

HOSTILE = "</h3><script>document.title='owned'</script>&amp;\x1b[2J{{ 7*7 }}"


def page(tmp_path: Path, *names: str, **fields: Any) -> str:
    puzzles = [proved(name) for name in names]
    return write_sheet(
        [(replace(puzzle, **fields), proof) for puzzle, proof in puzzles], tmp_path / "s.html"
    ).read_text()


def text_of(html: str) -> str:
    return " ".join(re.sub("<[^>]*>", " ", re.sub("<(style|svg).*?</\\1>", "", html, flags=re.DOTALL)).split())


def test_every_puzzle_has_a_number_a_picture_and_its_claim_and_solutions_come_after(tmp_path: Path) -> None:
    html = page(tmp_path, *SAMPLES)
    cards, solutions = html.split('id="solutions"')
    for number, name in enumerate(SAMPLES, start=1):
        card = cards.split(f'id="puzzle-{number}"')[1].split("</article>")[0]
        assert card.count("<svg") == 1
        assert name.capitalize() in card
        assert f"{claimed(proved(name)[0])}." in card
        assert f'id="solution-{number}"' in solutions
        assert f'id="solution-{number}"' not in cards
    assert f"{len(SAMPLES)} puzzles" in text_of(html)


def test_a_card_says_nothing_of_the_solution(tmp_path: Path) -> None:
    cards, solutions = page(tmp_path, "two ways to answer", note="The last cut.", comment="Twice.").split(
        'id="solutions"'
    )
    for secret in ("two threats", "The last cut.", "Twice.", "2N-N"):
        assert secret not in cards
        assert secret in solutions


def test_readings_difficulty_and_makers_stand_on_the_card(tmp_path: Path) -> None:
    puzzle = replace(proved("a capture wins")[0], author="Anna", date="1999", difficulty=3)
    puzzle = replace(puzzle, readings={"crumble.draw": "agreement-only"}, solution=("1,1HS",))
    text = text_of(write_sheet([(puzzle, None)], tmp_path / "s.html").read_text())
    assert "Under crumble.draw = agreement-only" in text
    assert "●●●○○ Anna, 1999" in text
    assert "Not verified: there is no certificate." in text
    assert "1,1HS" not in text


def test_without_readings_and_difficulty_nothing_is_said_of_them(tmp_path: Path) -> None:
    text = text_of(page(tmp_path, "a capture wins"))
    assert "Under" not in text
    assert "●" not in text


@pytest.mark.parametrize("name", SAMPLES)
def test_the_answers_of_a_solution_cover_all_replies_that_need_one(name: str) -> None:
    puzzle, certificate = proved(name)
    replies = proved_play(puzzle, certificate).replies
    shown = solved(1, puzzle, certificate)
    threats = {reply.answer.text for reply in replies if reply.answer}
    drawn = [figure for figure in shown.figures if figure.caption.startswith("after ")]
    assert len(drawn) == min(len(threats), MOST_PICTURES)
    assert all("stroke=" in figure.picture for figure in shown.figures)
    covered = sum(1 + int((re.search(r"and (\d+) more", figure.caption) or [0, 0])[1]) for figure in drawn)
    if len(threats) <= MOST_PICTURES:
        assert covered == sum(reply.answer is not None for reply in replies)


def test_a_solution_says_the_key_and_how_many_replies_there_are() -> None:
    words = solved(1, *proved("two ways to answer")).words
    assert words == [
        "Key: 1H2-2N-N.",
        "21 turns of the defender, 5 of them lose at once; 2 answers, each winning at once.",
    ]
    assert solved(1, *proved("all around")).words[1] == "It wins at once."
    assert solved(1, *proved("no more eggs")).words[1] == "Whatever the defender does loses at once."
    assert "each winning in 2 turns at most, itself counted" in solved(1, *proved("an egg first")).words[1]


def test_the_answer_to_most_replies_is_drawn_first() -> None:
    captions = [figure.caption for figure in solved(1, *proved("two ways to answer")).figures]
    assert captions == ["the key", "after 3,2V, and 14 more", "after 3,2VW-S"]


def test_a_defence_shows_what_saves() -> None:
    shown = solved(1, *proved("a corner to keep"))
    assert shown.words[0] == "Saved by: b3."
    assert shown.figures[0][1:] == ("b3", "saves")


def test_further_answers_are_named_where_there_are_many() -> None:
    shown = solved(1, *proved("nothing goes yet"))
    assert shown.words[-1].startswith("Further answers: ")


def test_nothing_in_a_file_can_steer_the_page(tmp_path: Path) -> None:
    puzzle, certificate = proved("a quiet join")
    hostile = replace(
        puzzle,
        title=HOSTILE,
        author=HOSTILE,
        date=HOSTILE,
        source=HOSTILE,
        dedication=HOSTILE,
        comment=HOSTILE,
        note=HOSTILE,
        themes=(HOSTILE,),
    )
    html = write_sheet([(hostile, certificate)], tmp_path / "s.html", HOSTILE).read_text()
    assert "<script" not in html
    assert "\x1b" not in html
    assert "{{ 7*7 }}" in html


def test_the_page_is_whole_in_itself(tmp_path: Path) -> None:
    html = page(tmp_path, "a quiet join")
    assert not re.findall(r'(?:src|href)="(?!#)', html)
    assert "@page" in html
    assert "default-src 'none'" in html


def test_how_many_are_drawn_is_told(tmp_path: Path) -> None:
    numbers: list[int] = []
    write_sheet(
        [proved("a capture wins"), proved("a tie to win")], tmp_path / "new" / "s.html", on_progress=numbers.append
    )
    assert numbers == [1, 2]


def test_a_sheet_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no puzzle to print"):
        write_sheet([], tmp_path / "s.html")
    with pytest.raises(InputError, match="cannot be written"):
        write_sheet([proved("a tie to win")], tmp_path)
    with pytest.raises(InputError, match=r"^puzzle 1: the certificate does not prove the claim of this puzzle"):
        write_sheet([(proved("a tie to win")[0], proved("four in a row")[1])], tmp_path / "s.html")


@pytest.mark.parametrize("name", SAMPLES)
def test_the_picture_is_an_svg_document(name: str) -> None:
    assert ElementTree.fromstring(svg(proved(name)[0])).tag.endswith("svg")


def test_the_terminal_shows_what_is_asked_above_the_diagram() -> None:
    puzzle = replace(proved("a quiet join")[0], author="Anna", difficulty=2, note="Look twice.")
    assert terminal(puzzle) == (
        "A quiet join\nBlack to move wins in 2 turns.\nAnna; difficulty 2 of 5; join, quiet key\n\n"
        "2x2, Black to move\nAAaa\nAAbb\nBCCc\nBCCc\n\nLook twice.\n"
    )


def test_the_terminal_shows_readings_that_depart() -> None:
    puzzle = replace(proved("a quiet join")[0], readings={"crumble.draw": "agreement-only"})
    assert terminal(puzzle).splitlines()[2] == "under crumble.draw = agreement-only"


def test_the_terminal_says_so_where_letters_will_not_do() -> None:
    assert "too fine for letters" in terminal(halved_board())


def test_a_crumblemate_is_called_so() -> None:
    position = proved("a quiet join")[0].position
    assert claimed(Puzzle("crumble", position, Claim("mated", 1))) == "Black to move is in crumblemate"
    assert claimed(Puzzle("crumble", position, Claim("mated", 2))) == "Black to move is mated in 2 turns"
