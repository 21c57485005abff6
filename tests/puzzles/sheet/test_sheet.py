"""Puzzles to look at: the sheet as a page, and the diagram for the terminal."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from html import unescape
from typing import Any
from xml.etree import ElementTree

import pytest

from puzzles.certified import BARE
from puzzles.certified import proved as certified
from puzzles.samples import SCRUNCH_OPEN
from puzzles.showcase import SAMPLES, halved_board, proved
from shatterproof.errors import InputError
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.claims.puzzle import Puzzle, asked, claimed, svg, terminal
from shatterproof_properties.puzzles.proof.proved_play import proved_play
from shatterproof_properties.puzzles.sheet.layout import (
    LABEL,
    LEAST_DIAGRAM,
    PAPERS,
    WIDTHS,
    Layout,
    layout,
)
from shatterproof_properties.puzzles.sheet.sheet import Card, render_sheet, sentence, solved, sources_of

MOST_LINES = 12
HOSTILE = "</h3><script>document.title='owned'</script>&amp;\x1b[2J{{ 7*7 }}"


def page(*names: str, **fields: Any) -> str:
    return render_sheet([(replace(puzzle, **fields), proof) for puzzle, proof in map(proved, names)])


def text_of(html: str) -> str:
    return " ".join(re.sub("<[^>]*>", " ", re.sub("<(style|svg).*?</\\1>", "", html, flags=re.DOTALL)).split())


def test_every_puzzle_has_a_number_a_picture_and_its_claim_and_solutions_come_after() -> None:
    html = page(*SAMPLES)
    cards, solutions = html.split('id="solutions"')
    for number, name in enumerate(SAMPLES, start=1):
        card = cards.split(f'id="puzzle-{number}"')[1].split("</article>")[0]
        assert card.count("<svg") == 1
        assert name.capitalize() in card
        assert sentence(asked(proved(name)[0])) in unescape(card)
        assert f'id="solution-{number}"' in solutions
        assert f'id="solution-{number}"' not in cards
    assert f"{len(SAMPLES)} puzzles" in text_of(html)


def test_a_card_says_nothing_of_the_solution() -> None:
    cards, solutions = page("two ways to answer", note="The last cut.", comment="Twice.").split('id="solutions"')
    for secret in ("long cut", "The last cut.", "Twice.", "2N-N"):
        assert secret not in cards
        assert secret in solutions


def test_readings_and_dedications_stand_on_the_card_difficulty_and_themes_with_the_solution() -> None:
    puzzle = replace(proved("a capture wins")[0], difficulty=3, dedication="to Ben")
    puzzle = replace(puzzle, readings={"crumble.draw": "agreement-only"}, solution=("1,1HS",))
    html = render_sheet([(puzzle, None)])
    card, solution = map(text_of, html.split('id="solutions"'))
    assert "Under crumble.draw = agreement-only" in card
    assert "to Ben" in card
    assert "●●●○○" in solution
    assert "sacrifice" in solution
    assert "●" not in card
    assert "sacrifice" not in card
    assert "Not verified: there is no certificate." in solution
    assert "1,1HS" not in html


def test_a_card_tells_how_many_pieces_there_are_and_whether_a_program_has_tested_it() -> None:
    puzzle, certificate = proved("a tie to win")
    tested, untested = (
        text_of(render_sheet([(puzzle, proof)]).split('id="solutions"')[0]) for proof in (certificate, None)
    )
    assert "Blue 3, White 4, computer-tested" in tested
    assert "Blue 3, White 4, not verified" in untested


def test_the_notation_is_explained_for_each_game_on_the_sheet() -> None:
    solutions = text_of(page("a quiet join", "a tie to win").split('id="solutions"')[1])
    assert "Crumble: 2,1 names the piece" in solutions
    assert "Splinter: d4NE slides the piece" in solutions
    assert "Scrunch:" not in solutions
    assert "! marks the key" in solutions


def test_nobody_is_asked_about_a_reading_on_paper() -> None:
    puzzle, certificate = certified("scrunch", SCRUNCH_OPEN, f"differs-2 {BARE}")
    card = text_of(render_sheet([(puzzle, certificate)]).split('id="solutions"')[0])
    assert "under one value" not in card
    assert "Dark to move: find the turn that wins in 2 turns" in card
    with pytest.raises(InputError, match="puzzle 1: it asks which value of a reading decides"):
        render_sheet([(puzzle, None)])


def test_an_author_of_all_puzzles_is_named_once() -> None:
    (first, _), (second, _) = proved("a quiet join"), proved("a tie to win")
    by_anna = [(replace(puzzle, author="Anna"), None) for puzzle in (first, second)]
    assert text_of(render_sheet(by_anna)).count("Anna") == 1
    by_two = [(replace(first, author="Anna; Ben"), None), (replace(second, author="Carl"), None)]
    text = text_of(render_sheet(by_two))
    assert text.count("Anna and Ben") == text.count("Carl") == 1
    # Nothing is said of readings and a difficulty that there are not.
    assert "Under" not in text
    assert "●" not in text_of(page("a capture wins"))


def test_where_puzzles_are_from_is_said_once_a_page() -> None:
    puzzle = proved("a quiet join")[0]
    here, there = replace(puzzle, source="Shards 12", date="1999"), replace(puzzle, source="a letter")
    assert sources_of([7, 8], [here, here]) == ["Shards 12, 1999"]
    assert sources_of([1, 2, 3, 4], [here, there, puzzle, here]) == ["1, 4: Shards 12, 1999", "2: a letter"]
    assert sources_of([1], [puzzle]) == []


def test_without_readings_and_difficulty_nothing_is_said_of_them() -> None:
    text = text_of(page("a capture wins"))
    assert "Under" not in text
    assert "●" not in text


@pytest.mark.parametrize("name", SAMPLES)
def test_a_solution_is_short_and_has_one_picture(name: str) -> None:
    shown = solved(*proved(name))
    assert shown.figure
    assert "stroke=" in shown.figure.picture
    assert len(shown.lines) <= MOST_LINES


def test_after_the_first_answers_only_the_main_line_goes_on() -> None:
    lines = solved(*proved("a long squeeze")).lines
    assert next(line.text for line in lines if line.depth == 0).startswith("1.")
    assert sum(line.depth == 1 for line in lines) == 1
    assert any("3." in line.text for line in lines)


def test_a_solution_is_a_tree_as_problemists_read_it() -> None:
    lines = solved(*proved("two ways to answer")).lines
    assert lines == [
        (0, "1.1H2-2N-N! (threat: 2.3HN-W; 5 replies lose at once)"),
        (0, "1...3,2VW-S 2.0,1VE"),
    ]


def test_of_a_mate_the_answer_to_most_replies_is_drawn() -> None:
    figure = solved(*proved("no room to grow")).figure
    assert figure
    replies = proved_play(*proved("no room to grow")).replies
    answers = Counter(reply.answer.text for reply in replies if reply.answer)
    assert figure.caption.startswith("after ")
    assert answers[figure.turn] == max(answers.values())


def test_a_defence_shows_what_saves() -> None:
    shown = solved(*proved("a corner to keep"))
    assert "1.b3!" in {line.text for line in shown.lines}
    assert shown.figure
    assert shown.figure[1:] == ("b3", "saves")


def test_nothing_in_a_file_can_steer_the_page() -> None:
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
    html = render_sheet([(hostile, certificate)], HOSTILE)
    assert "<script" not in html
    assert "\x1b" not in html
    assert "{{ 7*7 }}" in html


def test_the_page_is_whole_in_itself() -> None:
    html = page("a quiet join")
    assert not re.findall(r'(?:src|href)="(?!#)', html)
    assert "@page" in html
    assert "default-src 'none'" in html


def test_how_many_are_drawn_is_reported() -> None:
    numbers: list[int] = []
    render_sheet([proved("a capture wins"), proved("a tie to win")], on_progress=numbers.append)
    assert numbers == [1, 2]


def test_a_sheet_that_cannot_be_made_is_refused() -> None:
    with pytest.raises(InputError, match="there is no puzzle to print"):
        render_sheet([])
    with pytest.raises(InputError, match=r"^puzzle 1: the certificate does not prove the claim of this puzzle"):
        render_sheet([(proved("a tie to win")[0], proved("four in a row")[1])])


@pytest.mark.parametrize("name", SAMPLES)
def test_the_picture_is_an_svg_document(name: str) -> None:
    assert ElementTree.fromstring(svg(proved(name)[0])).tag.endswith("svg")


def test_the_terminal_shows_what_is_asked_above_the_diagram() -> None:
    puzzle = replace(
        proved("a quiet join")[0], author="Anna", difficulty=2, note="Look twice.", themes=("join", "quiet")
    )
    assert terminal(puzzle) == (
        "A quiet join\nBlack to move wins in 2 turns.\nAnna; difficulty 2 of 5; join, quiet\n\n"
        "2x2, Black to move\n    AAaa\n 1  AAbb\n    BCCc\n 0  BCCc\n    0  2\n\nLook twice.\n"
    )
    puzzle = replace(proved("a quiet join")[0], readings={"crumble.draw": "agreement-only"})
    assert terminal(puzzle).splitlines()[2] == "under crumble.draw = agreement-only"
    assert "not to scale" in terminal(halved_board())


def test_a_crumblemate_is_called_so() -> None:
    position = proved("a quiet join")[0].position
    assert claimed(Puzzle("crumble", position, Claim("mated", 1))) == "Black to move is in crumblemate"
    assert claimed(Puzzle("crumble", position, Claim("mated", 2))) == "Black to move is mated in 2 turns"


def filled(count: int, paper: str = "a4", title: str = "A title", source: str = "", dedication: str = "") -> Layout:
    card = Card(1, title, "", "White to move: win.", "", "", dedication, "")
    return layout(PAPERS[paper], [card.text_height] * count, lambda _: source)


def test_diagrams_are_smaller_where_there_is_more_to_write() -> None:
    a4 = filled(6)
    assert a4.room.height > 150
    assert filled(6, "letter").room.height < a4.room.height
    assert filled(6, source="a source " * 20).room.height < a4.room.height
    assert filled(6, title="A title " * 9, dedication="to Anna").room.height < a4.room.height


def test_few_puzzles_stand_one_below_another_and_are_larger() -> None:
    rooms = [filled(count).room for count in range(1, 7)]
    assert [filled(count).columns for count in range(1, 8)] == [1, 1, 1, 2, 2, 2, 2]
    assert rooms[0].height == WIDTHS[1]
    assert rooms[0].height > rooms[1].height > rooms[2].height >= rooms[4].height == rooms[5].height
    assert rooms[0].unit > rooms[5].unit
    assert {room.label for room in rooms} == {LABEL}


def test_long_sources_stand_with_the_solutions() -> None:
    assert filled(6, source="x" * 250).has_sources
    long = filled(6, source="x" * 9000)
    assert not long.has_sources
    assert long.room == filled(6).room
    puzzle = proved("a quiet join")[0]
    for source in ("Shards 12", f"Shards {'12 ' * 90}"):
        html = render_sheet([(replace(puzzle, source=source), None)])
        card, solution = map(text_of, html.split('id="solutions"'))
        assert ("Shards" in card, "Shards" in solution) == ((True, False) if len(source) < 20 else (False, True))


def test_where_much_is_written_fewer_puzzles_stand_on_a_page() -> None:
    assert filled(6, title="A title " * 37).sizes == [3, 3]
    assert filled(6, title="A title " * 37, dedication="to Anna " * 90).sizes == [2, 2, 2]
    assert filled(6, title="x" * 9000).sizes == [1] * 6
    assert filled(6, title="x" * 9000).room.height == LEAST_DIAGRAM


@pytest.mark.parametrize(
    ("titles", "shown"),
    [(("No. 1", "No. 2", ""), ("", "", "")), (("No. 1", "No. 7", ""), ("No. 1", "No. 7", ""))],
)
def test_titles_that_are_only_the_numbers_are_not_said_beside_them(
    titles: tuple[str, ...], shown: tuple[str, ...]
) -> None:
    puzzle = proved("a quiet join")[0]
    html = render_sheet([(replace(puzzle, title=title), None) for title in titles])
    for part in html.split('id="solutions"'):
        found = re.findall(r'<span class="number">(\d)</span>([^<\n]*)', part)
        assert found == [(str(number), title) for number, title in enumerate(shown, start=1)]


def test_turns_of_several_words_or_with_hyphens_stay_on_one_line() -> None:
    html = page("the last space", "back through the start")
    whole = re.findall(r'<span class="turn">((?:<span class="ply">[0-9.]+</span>)?[^<]+)</span>', html)
    turns = {re.sub(r'<span class="ply">[0-9.]+</span>|[!?]$', "", each) for each in whole}
    assert not any("repl" in each or " lose" in each for each in turns)
    lines = [text_of(line) for line in re.findall(r'<p class="line"[^>]*>(.*?)</p>', html)]
    written = {each for line in lines for each in re.findall(r"\([a-z0-9]+ [a-z0-9-]+\)|\S+-[NESW]+\S*", line)}
    assert {each for each in written if each.startswith("(")}
    assert {each.rstrip("!?") for each in written} <= turns
    assert '<span class="turn"><span class="ply">1.</span>(' in html


def test_the_game_is_named_once_or_with_every_puzzle() -> None:
    quiet, tie = proved("a quiet join"), proved("a tie to win")
    assert "Crumble · 2 puzzles" in text_of(render_sheet([quiet, quiet]))
    mixed = render_sheet([quiet, tie])
    assert "Crumble ·" not in mixed
    assert re.findall(r'<span class="soft">(\w+)</span></h3>', mixed) == ["Crumble", "Splinter"]
