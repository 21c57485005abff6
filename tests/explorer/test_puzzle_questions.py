"""Puzzles solved by questions."""

from __future__ import annotations

import json
import re
from itertools import takewhile
from typing import Any

import pytest

from explorer.asking import ask, error, opening, worked
from puzzles.samples import CRUMBLE_CORNER
from sampling import some
from shatterproof.game import GAMES, find_game
from shatterproof.spec import spec_folder
from shatterproof_properties.explorer.puzzle_collection import STIPULATIONS, kept
from shatterproof_properties.explorer.service import Explorer
from shatterproof_properties.puzzles.claims.claim import KINDS
from shatterproof_properties.puzzles.solve import questions as asking_module
from shatterproof_properties.solving.forcing import SearchLimits

PUZZLES = ask("puzzles")["puzzles"]


def named(game: str, claim: str) -> str:
    return str(next(each["id"] for each in PUZZLES if each["game"] == game and each["claim"] == claim))


def opened(name: str) -> Any:
    """The position in the file of a puzzle, whatever the file's number is."""
    game, _, title = name.partition("/")
    file = next((spec_folder() / "puzzles" / game).glob(f"*-{title}.puzzle"))
    return ask("open", text=file.read_text())["start"]["position"]


def tried(name: str, *turns: str, round: int = 0) -> Any:
    return ask("try", id=name, turns=list(turns), round=round)


def hinted(name: str, **fields: Any) -> str:
    """The turn in the last hint."""
    text: str = ask("hint", id=name, number=3, **fields)["text"]
    return text.removeprefix("It is ").removeprefix("One is ").removesuffix(".")


def found(name: str) -> list[str]:
    """All answers that a puzzle asks for besides turns, each taken from the last hint."""
    asks: Any = ask("puzzle", id=name)["asks"]
    answer: Any = {"found": []}
    for number in range(asks["number"] if asks else 0):
        hint = hinted(name, found=answer["found"])
        text = hint.partition("=")[2].partition(",")[0] if asks["values"] else hint
        answer = ask("find", id=name, found=answer["found"], text=text)
        is_last = number + 1 == asks["number"] and not asks["values"]
        assert answer["verdict"] == ("solved" if is_last else "goes-on"), answer
    return list(answer["found"])


def solved(name: str, round: int = 0) -> list[str]:
    """The turns that solve a round, each taken from the last hint."""
    turns = list[str]()
    answer = tried(name, round=round)
    for _ in range(10):
        if answer["verdict"] == "solved":
            return turns
        assert answer["verdict"] == "goes-on"
        turns += [answer["answer"]["turn"]] if answer["answer"] else []
        turns.append(hinted(name, turns=turns))
        answer = tried(name, *turns, round=round)
    raise AssertionError("not solved")


def test_the_collection_names_its_puzzles_with_what_is_to_be_done() -> None:
    assert {each["game"] for each in PUZZLES} == set(GAMES)
    assert len({each["id"] for each in PUZZLES}) == len({each["digest"] for each in PUZZLES}) == len(PUZZLES) >= 120
    assert all(each["statement"].endswith((".", "?")) for each in PUZZLES)


def test_a_puzzle_is_named_by_its_game_and_title_wherever_it_stands_in_the_collection() -> None:
    for each in PUZZLES:
        words = re.findall("[a-z0-9]+", each["title"].lower().replace("'", ""))
        assert each["id"] == f"{each['game']}/{'-'.join(words)}"
    files = [file for game in GAMES for file in (spec_folder() / "puzzles" / game).glob("*.puzzle")]
    assert len(PUZZLES) == len(files)


def test_every_kind_of_claim_has_its_words_for_lists() -> None:
    assert STIPULATIONS.keys() == KINDS.keys()
    assert len(set(STIPULATIONS.values())) == len(KINDS)
    assert {each["claim"].partition("-")[0] for each in PUZZLES} == KINDS.keys()


@pytest.mark.parametrize(("game", "claim"), sorted({(each["game"], each["claim"]) for each in PUZZLES}))
def test_whoever_follows_the_last_hints_solves_a_puzzle(game: str, claim: str) -> None:
    name = named(game, claim)
    asks = ask("puzzle", id=name)["asks"]
    answers = found(name)
    if asks and not asks["values"]:
        assert len(answers) == asks["number"]
        return
    for round in range(ask("puzzle", id=name)["rounds"]):
        assert solved(name, round) or claim == "mated-1"


@pytest.mark.parametrize("game", GAMES)
def test_a_try_that_fails_is_answered_by_the_turn_that_refutes_it(game: str) -> None:
    name = named(game, "wins-2")
    start = ask("puzzle", id=name)["start"]["position"]
    [key] = ask("solution", id=name)["turns"]
    adapter = find_game(game)
    position = adapter.from_json(start)
    wrong = 0
    for turn, _ in list(adapter.results(position))[:8]:
        text = adapter.format_turn(position, turn)
        answer = tried(name, text)
        assert text == key or answer["verdict"] in ("goes-on", "solved", "wrong")
        if answer["verdict"] == "wrong" and answer["answer"]:
            wrong += 1
            assert answer["answer"]["turn"] in answer["text"]
            assert answer["did"]
    assert wrong


def test_an_illegal_try_is_refused_with_its_clause() -> None:
    answer = tried(named("crumble", "wins-1"), "40V")
    assert answer["verdict"] == "illegal"
    assert answer["refusal"]["clause"]


def test_hints_come_in_three_steps() -> None:
    name = named("crumble", "wins-1")
    kind, where, turn = (ask("hint", id=name, number=number) for number in (1, 2, 3))
    assert kind["about"] == []
    assert where["about"]
    assert (kind["shape"], where["shape"], turn["shape"]["kind"]) == (None, None, "arrow")
    assert ask("solution", id=name)["turns"][0] in turn["text"]


def test_a_series_goes_on_after_a_pass_and_ends_with_its_comment() -> None:
    name = next(each["id"] for each in PUZZLES if each["claim"] == "series-2")
    first, last = ask("solution", id=name)["turns"]
    answer = tried(name, first)
    assert (answer["verdict"], answer["answer"], answer["comment"]) == ("goes-on", None, "")
    assert answer["passed"]["to_move"] == ask("puzzle", id=name)["solver"]
    answer = tried(name, first, last)
    assert (answer["verdict"], answer["passed"]) == ("solved", None)
    assert answer["comment"] == ask("solution", id=name)["comment"] != ""


def test_a_win_after_a_pass_begins_after_it() -> None:
    puzzle = ask("puzzle", id=next(each["id"] for each in PUZZLES if each["claim"] == "passes-1"))
    assert puzzle["puzzle"]["statement"].partition(" ")[0].lower() != puzzle["solver"] == puzzle["start"]["to_move"]


def test_the_value_that_decides_is_asked_for_before_turns() -> None:
    name = next(each["id"] for each in PUZZLES if each["claim"].startswith("differs"))
    asks = ask("puzzle", id=name)["asks"]
    answers = {value: ask("find", id=name, text=value) for value in asks["values"]}
    wrong, right = sorted(answers.values(), key=lambda answer: answer["verdict"] == "goes-on")
    assert wrong["verdict"] == "wrong"
    assert wrong["begins"] is None
    [value] = [value for value in asks["values"] if answers[value] is right]
    assert right["begins"]["readings"][asks["reading"]] == value
    assert ask("find", id=name, text="neither")["verdict"] == "no-answer"


@pytest.mark.parametrize("game", GAMES)
def test_answers_are_counted_once_and_what_answers_nothing_fails(game: str) -> None:
    name = named(game, "threats-2")
    its = ask("puzzle", id=name)
    first, second = found(name)
    answer = ask("find", id=name, text=first)
    assert (answer["verdict"], answer["found"]) == ("goes-on", [first])
    assert ask("find", id=name, found=[first], text=first)["verdict"] == "no-answer"
    assert ask("find", id=name, text=f"{second}; {first}")["verdict"] == "solved"
    assert its["asks"]["passed"]["to_move"] == its["solver"] != its["start"]["to_move"]
    rules = find_game(game)
    here = rules.from_json(its["asks"]["passed"]["position"])
    texts = (rules.format_turn(here, turn) for turn, after in rules.results(here) if rules.outcome(after) is None)
    assert any(ask("find", id=name, text=text)["verdict"] == "wrong" for text in texts)


def test_what_a_puzzle_does_not_ask_for_is_refused() -> None:
    threats, wins = named("crumble", "threats-2"), named("crumble", "wins-2")
    assert error("try", id=threats, turns=[])["code"] == "bad-input"
    hinted = error("hint", id=threats, turns=[], number=1)
    assert (hinted["code"], hinted["text"]) == ("bad-input", error("try", id=threats, turns=[])["text"])
    assert error("find", id=wins, text="0V")["code"] == "bad-input"
    assert error("hint", id=wins, found=[], number=1)["code"] == "bad-input"
    for name in ("", "none", "crumble/../../README", "/etc/passwd"):
        assert error("puzzle", id=name)["code"] == "bad-input"


def test_a_search_that_comes_to_its_limit_says_so_and_the_next_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    wins, threats = named("crumble", "wins-2"), named("crumble", "threats-2")
    monkeypatch.setattr(kept(wins).judge, "_limits", SearchLimits(positions=1))
    assert error("hint", id=wins, number=1)["code"] == "too-many"
    monkeypatch.delitem(vars(kept(threats)), "asking", raising=False)
    with monkeypatch.context() as narrow:
        narrow.setattr(asking_module, "LIMITS", SearchLimits(positions=20))
        answers = (Explorer().answer({"do": "find", "id": threats, "text": "0V"}) for _ in range(20))
        codes = list(takewhile(bool, (answer.get("error", {}).get("code") for answer in answers)))
    assert 1 < len(codes) < 20
    assert set(codes) == {"too-many"}


def test_a_composed_puzzle_is_proved_and_can_be_kept() -> None:
    start, claim = opened("scrunch/ropes-end"), ask("puzzle", id="scrunch/ropes-end")["puzzle"]["claim"]
    found = worked("verify", position=start, claim=claim, title="Mine <b>", author="Me")
    assert found["verdict"] == "proved"
    assert ask("open", text=found["puzzle"])["start"]["position"] == start
    assert json.loads(found["certificate"])["verdict"] == "proved"
    assert "Mine &lt;b&gt;" in found["sheet"]


@pytest.mark.parametrize("kind", some(["threats", "passes", "series", "differs"], one_in=2))
def test_puzzles_of_every_kind_are_composed(kind: str) -> None:
    claims = [each["claim"] for game in ask("games")["games"] for each in game["claims"]]
    its = next(each for each in PUZZLES if each["claim"].startswith(kind) and each["game"] != "crumble")
    assert its["claim"].partition(" ")[0] in claims
    found = worked("verify", position=opened(its["id"]), claim=its["claim"], unique=True, title="Mine")
    assert found["verdict"] == "proved"
    assert its["claim"] in found["puzzle"]


def test_what_makes_a_draft_sound_is_said_with_the_position_that_comes_of_it() -> None:
    rules = find_game("splinter")
    draft = rules.from_diagram("Splinter 5x5, Blue to move\n.....\n.XsO.\n.o...\n.S...\n..x..\n")
    position = {name: value for name, value in rules.to_json(draft).items() if name != "readings"}
    found = worked("improve", position=position, claim="wins-1", places=["c2"])
    assert not found["sound"]
    best = found["best"][0]
    assert (best["sound"], best["text"]) == (True, "with sc2: sound, b2SE")
    assert worked("verify", position=best["position"], claim="wins-1", unique=True)["verdict"] == "proved"


def test_places_that_may_change_are_named_as_in_the_drawing_and_the_best_so_far_comes_with_the_progress() -> None:
    rules, said = find_game("crumble"), list[Any]()
    draft = rules.to_json(rules.from_diagram(CRUMBLE_CORNER))
    question = {"do": "improve", "position": draft, "claim": "wins-1"}
    lightest, best = Explorer().work(question | {"places": ["3/2,0"]}, said.append)["ok"]["best"]
    assert (lightest["text"], lightest["sound"]) == ("the best, without what is needless", True)
    assert best["text"] == "F at 2 made one with g at 2,1: sound, 1,1HS"
    assert said[-1]["progress"]["best"] in ([], [best])
    refused = Explorer().work(question | {"places": ["9,9"]}, said.append)["error"]
    assert (refused["code"], refused["text"].startswith("nothing is called")) == ("bad-input", True)


def test_what_refutes_a_false_claim_is_drawn_and_not_put_into_words() -> None:
    found = worked("verify", position=opening("crumble", "2x2"), claim="wins-1", title="No")
    assert found["verdict"] == "refuted"
    one, reply = found["line"]
    assert found["text"].splitlines()[1:] == [f"no turn wins in time: {one}, for one, is met by {reply}"]
    assert 'data-mark="new"' in found["drawing"]
    assert found["passes"] is False


def test_puzzles_begin_with_easy_wins_at_once_and_end_with_tasks_other_than_a_turn_to_find() -> None:
    listed = [(each["claim"].partition("-")[0], each["difficulty"] or 6) for each in PUZZLES]
    at_once = [each["claim"] == "wins-1" and each["difficulty"] <= 3 for each in PUZZLES]
    assert at_once == sorted(at_once, reverse=True)
    assert at_once[0]
    turns = [kind in ("wins", "defends") for kind, _ in listed]
    assert turns == sorted(turns, reverse=True)
    for part in (listed[sum(at_once) : sum(turns)], listed[sum(turns) :]):
        assert part == sorted(part, key=lambda each: each[1])


def test_a_sheet_has_the_puzzles_that_were_named() -> None:
    page = ask("sheet", ids=[each["id"] for each in PUZZLES[:2]])["sheet"]
    assert all(each["title"] in page for each in PUZZLES[:2])
    assert page.count("<svg") >= 2
