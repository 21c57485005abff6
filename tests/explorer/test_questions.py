"""Questions about positions, turns, rules and files, each answer held against its schema."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from explorer.asking import ask, check_answer, error, opening, position
from shatterproof.api import from_json, turns
from shatterproof.game import GAMES, game_of
from shatterproof.spec import clauses, spec_folder
from shatterproof_properties.explorer.service import QUESTIONS, WORK, Explorer, check_question

PAGE = (spec_folder() / "explorer.md").read_text(encoding="utf-8")
BOARDS = {"crumble": "4x4", "scrunch": "3", "splinter": "6x5"}


def line(game: str, plies: int, seed: int = 1) -> list[str]:
    """Some random turns from the opening."""
    chance, where, found = random.Random(seed), from_json(opening(game, BOARDS[game])), list[str]()
    adapter = game_of(where)
    while len(found) < plies and not adapter.outcome(where):
        turn = chance.choice(list(turns(where)))
        found.append(adapter.format_turn(where, turn))
        where = adapter.play(where, turn)
    return found


def test_each_question_has_schemas_and_a_section_and_nothing_else_has() -> None:
    defined = json.loads((spec_folder() / "explorer.schema.json").read_text(encoding="utf-8"))["$defs"]
    kinds = {name for name in defined if name.endswith(("-question", "-answer"))}
    assert kinds == {f"{do}-{kind}" for do in (*QUESTIONS, *WORK) for kind in ("question", "answer")} | {"error-answer"}
    assert {*QUESTIONS, *WORK} <= set(re.findall(r"^### ([a-z]+)$", PAGE, re.MULTILINE))


EXAMPLES = [
    json.loads(text) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL) for text in block.splitlines()
]


@pytest.mark.parametrize("question", EXAMPLES, ids=[example["do"] for example in EXAMPLES])
def test_what_the_page_asks_is_answered(question: Any) -> None:
    explorer = Explorer(check=check_question)
    working = question["do"] in WORK
    answer = explorer.work(question, lambda message: None) if working else explorer.answer(question)
    assert "ok" in answer, answer
    check_answer(question["do"], answer["ok"])


@pytest.mark.parametrize("game", GAMES)
def test_every_piece_cell_and_square_of_a_drawing_has_a_name(game: str) -> None:
    shown = ask("open", game=game, board=BOARDS[game])["start"]
    names = re.findall(r'data-at="([^"]+)"', shown["drawing"])
    assert len(names) == len(set(names)) == {"crumble": 16, "scrunch": 19, "splinter": 30}[game]
    marked = ask("show", position=shown["position"], marked=[names[3], "zz99"])["drawing"]
    assert re.findall(r'data-at="([^"]+)"[^>]* data-mark="marked"', marked) == [names[3]]


@pytest.mark.parametrize("game", GAMES)
def test_a_legal_turn_is_played_and_told(game: str) -> None:
    start = opening(game, BOARDS[game])
    text = line(game, 1)[0]
    answer = ask("play", position=start, turn=f" {text} ")
    assert answer["refusal"] is None
    assert answer["played"]["turn"] == text
    assert answer["did"]
    assert 'data-mark="new"' in answer["played"]["shown"]["drawing"]


@pytest.mark.parametrize(
    ("game", "turn", "clause", "about"),
    [
        ("crumble", "0V", "crumble.cut.own", ["0,0"]),
        ("scrunch", "a9", "scrunch.notation.cell", ["a9"]),
        ("splinter", "b1N", "splinter.turn.own", ["b1"]),
    ],
)
def test_an_illegal_turn_is_refused_with_its_clause_and_what_forbids_it(
    game: str, turn: str, clause: str, about: list[str]
) -> None:
    refusal = ask("play", position=opening(game, BOARDS[game]), turn=turn)["refusal"]
    assert (refusal["verdict"], refusal["clause"], refusal["about"]) == ("illegal", clause, about)
    assert refusal["title"] == ask("rule", clause=clause)["title"]


def test_nonsense_is_malformed() -> None:
    refusal = ask("play", position=opening("crumble", "2x2"), turn="hello")["refusal"]
    assert (refusal["verdict"], refusal["clause"]) == ("malformed", "")


@pytest.mark.parametrize("game", GAMES)
def test_a_shared_address_leads_back_to_the_same_game(game: str) -> None:
    start, texts = opening(game, BOARDS[game]), line(game, 6)
    code = ask("share", start=start, turns=texts, at=2)["code"]
    again = ask("open", code=code)
    assert again["start"]["position"] == start
    assert [turn["turn"] for turn in again["turns"]] == texts
    assert again["at"] == 2
    later = again["turns"][-1]["shown"]["position"]
    assert ask("open", code=ask("share", start=later)["code"])["start"]["position"] == later


def test_what_is_shared_of_a_series_is_the_part_between_two_passes() -> None:
    start = position("Splinter 6x4, Blue to move\n......\n.osX..\n.xSO..\n......\n")
    series = ["d3E", "passes", "e3W", "passes", "c2S"]
    for at, played, left in ((1, [], ["d3E"]), (2, ["d3E"], ["e3W"]), (5, ["d3E", "e3W"], ["c2S"])):
        again = ask("open", code=ask("share", start=start, turns=series, at=at)["code"])
        assert [turn["turn"] for turn in again["turns"]] == left
        assert again["at"] == at - 2 * len(played)
        assert again["start"]["to_move"] == "blue"
        assert again["start"]["position"] == in_a_row(start, played)
    assert error("share", start=start, turns=["d3E", "nothing", "passes"])["text"].startswith("turn 2: ")


def in_a_row(start: Any, texts: list[str]) -> Any:
    """The position after turns in a row, after each of which the other side passes."""
    for text in texts:
        start = ask("play", position=start, turn=text)["played"]["shown"]["position"] | {"to_move": start["to_move"]}
        start["memory"] = []
    return start


def test_a_record_of_a_series_begins_after_the_last_pass() -> None:
    start = position("Splinter 6x4, Blue to move\n......\n.osX..\n.xSO..\n......\n")
    said = {"1": "Before the pass.", "2": "After it.", "3": "Back again."}
    for form in ("record", "json", "diagram", "svg"):
        file = ask("export", start=start, turns=["d3E", "passes", "e3W"], form=form, comments=said)
        assert "Before" not in file["text"]
    record = ask("export", start=start, turns=["d3E", "passes", "e3W"], form="record", comments=said)
    again = ask("open", text=record["text"])
    assert [turn["turn"] for turn in again["turns"]] == ["e3W"]
    assert again["comments"] == {"0": "After it.", "1": "Back again."}


def test_readings_travel_with_an_address() -> None:
    start = opening("splinter", "6x5", step_off="forbidden")
    again = ask("open", code=ask("share", start=start)["code"])
    assert again["start"]["position"] == start
    assert again["readings"]["splinter.step-off"] == "forbidden"


def test_the_page_shows_how_each_question_is_asked() -> None:
    assert {example["do"] for example in EXAMPLES} == {*QUESTIONS, *WORK} - {"compare"}


def test_every_damaged_address_is_refused() -> None:
    code = ask("share", start=opening("scrunch", "3"), turns=line("scrunch", 4))["code"]
    chance = random.Random(1)
    for index in range(len(code)):
        other = chance.choice([sign for sign in "ABCxyz019-_" if sign != code[index]])
        damaged = code[:index] + other + code[index + 1 :]
        answer = Explorer(check=check_question).answer({"do": "open", "code": damaged})
        assert "error" in answer, damaged
    for short in range(1, len(code)):
        assert error("open", code=code[:short])["code"] == "bad-input"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("form", ["diagram", "json", "record"])
def test_a_file_that_was_exported_opens_again(game: str, form: str) -> None:
    start, texts = opening(game, BOARDS[game]), line(game, 5)
    said = {"0": "To begin with.", "3": "Well {played}!"}
    file = ask("export", start=start, turns=texts, form=form, comments=said)
    again = ask("open", text=file["text"])
    if form == "record":
        assert [turn["turn"] for turn in again["turns"]] == texts
        assert again["comments"] == {"0": "To begin with.", "3": "Well (played)!"}
        assert again["refusal"] is None
    else:
        played = ask("open", code=ask("share", start=start, turns=texts)["code"])["turns"]
        assert again["start"]["position"] == played[-1]["shown"]["position"]


def test_a_record_that_becomes_illegal_is_opened_up_to_there() -> None:
    text = '[Game "crumble"]\n[Board "2x2"]\n\n1) 1H 0H\n2) 7V *\n'
    answer = ask("open", text=text)
    assert [turn["turn"] for turn in answer["turns"]][:1] in (["1H"], [])
    assert answer["refusal"]["reason"].startswith("turn ")


@pytest.mark.parametrize(
    ("text", "clause", "about"),
    [
        ("3x2, Black to move\nAAb\nAAc\nddd", "", []),
        ("2x2, Black to move\nAABc\nAABc\nddBe\nddBe", "crumble.pieces.shape", []),
        ("2, Dark to move\nx x\nx x .\n. .", "scrunch.start.mutants", []),
        ("Splinter 5x2, Blue to move\nS...s\nX....", "splinter.group.one", ["e2"]),
    ],
)
def test_a_position_that_is_not_allowed_is_told_with_its_clause(text: str, clause: str, about: list[str]) -> None:
    problem = error("open", text=text)["problem"]
    assert problem["clause"] == clause
    assert set(about) <= set(problem["about"])


def test_what_is_beyond_the_limits_is_refused_as_such() -> None:
    rows = ["".join("Ab"[(column + row) % 2] for column in range(128)) for row in range(128)]
    assert error("open", text="16x16, Black to move\n" + "\n".join(rows))["code"] == "too-many"
    turns = " ".join(f"{number}) a1 a1" for number in range(1, 502))
    assert error("open", text=f'[Game "scrunch"]\n\n{turns}\n')["code"] == "too-many"


def test_a_question_in_words_finds_clauses_and_a_clause_can_be_read() -> None:
    found = ask("search", words="cut only my own pieces", game="crumble")["found"]
    assert "crumble.cut.own" in [each["clause"] for each in found]
    blocks = ask("rule", clause="crumble.cut.own")["blocks"]
    assert {"p", "example"} <= {block["kind"] for block in blocks}
    assert "<script" not in "".join(block["html"] for block in blocks)


@pytest.mark.parametrize("game", GAMES)
def test_each_game_is_taught_on_one_page_whose_examples_can_be_opened(game: str) -> None:
    blocks = ask("lesson", game=game)["blocks"]
    assert {"p", "picture", "example"} <= {block["kind"] for block in blocks}
    assert not any("```" in block["html"] or "![" in block["html"] for block in blocks)
    cases = [case for block in blocks for case in block.get("cases", [])]
    assert cases
    for case in cases:
        opened = ask("open", code=case["code"])
        assert len(opened["turns"]) == opened["at"] == len(case["turns"])
        if case["try"]:
            last = (opened["turns"] or [{"shown": opened["start"]}])[-1]["shown"]["position"]
            assert ask("play", position=last, turn=case["try"])["refusal"]


def test_every_clause_can_be_read_and_every_example_opened() -> None:
    chance = random.Random(1)
    for clause in [clause for game in GAMES for clause in clauses(game)]:
        blocks = ask("rule", clause=clause.id)["blocks"]
        cases = [case for block in blocks for case in block.get("cases", [])]
        for case in chance.sample(cases, min(1, len(cases))):
            assert len(ask("open", code=case["code"])["turns"]) == len(case["turns"]), (clause.id, case)


def test_what_comes_next_can_be_had_with_the_turn_played() -> None:
    answer = ask("play", position=opening("scrunch", "2"), turn="a1", then=True)
    after = answer["played"]["shown"]["position"]
    assert answer["then"] == ask("next", position=after, parts=[])


@pytest.mark.parametrize(
    ("diagram", "text"),
    [
        ("2x2, White to move\nAA\nAA", "Black wins: Black's chain touches all four sides of the board."),
        ("2, Dark to move\n. .\n. . .\n. x", "Dark wins: Light has no snake left."),
        ("Splinter 3x2, Blue to move\nSXO\nsx.", "Blue wins: White has no circle left."),
        ("Splinter 3x2, Blue to move\nSX.\nsx.", "The game is drawn: both sides lack a kind"),
    ],
)
def test_the_end_of_a_game_is_told_with_its_reason(diagram: str, text: str) -> None:
    outcome = ask("open", text=diagram)["start"]["outcome"]
    assert outcome["text"].startswith(text)
    assert outcome["clause"] not in outcome["text"]


def test_what_a_turn_takes_from_the_board_is_named() -> None:
    edge = ask("play", position=opening("splinter", "6x5"), turn="a1SE")["played"]["gone"]
    assert [(each["at"], each["what"].split(", ")[1]) for each in edge] == [("a1", "over the edge")]
    start = position("Splinter 7x4, Blue to move\n.......\n...O...\nSXO.SXO\nsxo.sxo")
    cut_off = ask("play", position=start, turn="d3W")["played"]["gone"]
    assert [each["at"] for each in cut_off] == ["e1", "e2", "f1", "f2", "g1", "g2"]
    assert cut_off[0]["what"] == "white square, cut off"
    quiet = ask("play", position=opening("crumble", "3x3"), turn="0,1V")
    assert quiet["played"] is None or quiet["played"]["gone"] == []


def test_a_captured_piece_is_named_and_one_that_was_swapped_is_not() -> None:
    for clause in ("crumble.capture.enclosed", "crumble.capture.every-step", "crumble.capture.either"):
        for block in ask("rule", clause=clause)["blocks"]:
            for case in block.get("cases", []):
                last = ask("open", code=case["code"])["turns"][-1:]
                taken = [each for turn in last for each in turn["gone"]]
                if taken:
                    assert all(each["what"].endswith("captured") for each in taken)
                    assert 'data-at="' + taken[0]["at"] + '"' in last[0]["shown"]["drawing"]
                    return
    raise AssertionError("no example captures anything")


def test_the_rules_of_a_game_are_listed_by_section() -> None:
    listed = ask("rules", game="crumble")["rules"]
    assert [each["clause"] for each in listed] == [clause.id for clause in clauses("crumble")]
    assert all(each["section"] and each["title"] for each in listed)


def test_a_numbered_list_is_one_and_what_is_for_programmers_is_left_out() -> None:
    blocks = ask("lesson", game="splinter")["blocks"]
    assert [block["number"] for block in blocks if "number" in block] == [1, 2]
    read = ask("rule", clause="splinter.slide.push")["blocks"]
    assert not any("Formally" in block["html"] or "grey boxes" in block["html"] for block in [*blocks, *read])


def test_readings_and_claims_are_told_in_plain_words() -> None:
    for game in ask("games")["games"]:
        for words in [*(each["title"] for each in game["readings"]), *(each["text"] for each in game["claims"])]:
            assert words[0].isupper()
            assert "`" not in words
            assert "..." not in words


def test_readings_that_would_change_a_turn_are_named() -> None:
    start = opening("splinter", "6x5")
    changes = ask("explain", position=start, turn="a1S")["changes"]
    assert ("splinter.step-off", "illegal") in [(change["reading"], change["verdict"]) for change in changes]


def test_turns_are_counted_and_listed_up_to_a_number() -> None:
    answer = ask("turns", position=opening("scrunch", "3"), most=4)
    assert (answer["total"], len(answer["turns"])) == (19, 4)


def test_crumble_is_announced() -> None:
    where = position("3x3, White to move\nabc\nDEF\ngHi")
    answer = ask("announce", position=where)
    assert answer["threatens"]
    assert answer["text"].startswith("Crumble! Black")


@pytest.mark.parametrize(
    "question",
    [
        None, [], "games", {}, {"do": None}, {"do": []}, {"do": "games", "more": 1}, {"do": "play"}, {"do": "nothing"},
        {"do": "play", "position": {}, "turn": "0V"}, {"do": "open"}, {"do": "open", "code": "1", "text": "x"},
        {"do": "next", "position": [], "parts": []},
        {"do": "next", "position": {"game": "crumble", "board": "2x2", "to_move": "x"}},
        {"do": "open", "game": "chess"}, {"do": "open", "game": "crumble", "board": "99x99"},
        {"do": "open", "text": "\0"},
        {"do": "show", "position": {"game": "x", "board": "1", "to_move": "black"}},
    ],
)  # fmt: skip
def test_a_bad_question_is_answered_by_an_error_without_a_trace(question: Any) -> None:
    answer = Explorer(check=check_question).answer(question)
    assert answer["error"]["code"] in ("bad-question", "bad-input")
    assert "Traceback" not in answer["error"]["text"]
    assert not re.search(r"\.py|/[a-z]+/[a-z]+/", answer["error"]["text"])
