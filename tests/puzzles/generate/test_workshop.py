from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from shatterproof import strict_json
from shatterproof_properties.puzzles.analysis import analyse
from shatterproof_properties.puzzles.checker import check
from shatterproof_properties.puzzles.claim import Claim
from shatterproof_properties.puzzles.compose import image_key
from shatterproof_properties.puzzles.confirm import Win
from shatterproof_properties.puzzles.files.text import read_puzzle
from shatterproof_properties.puzzles.generate.folder import puzzle_of
from shatterproof_properties.puzzles.generate.plan import Plan, Quest
from shatterproof_properties.puzzles.generate.run import generate
from shatterproof_properties.puzzles.generate.state import Numbered
from shatterproof_properties.puzzles.generate.unit import Find, Harvest, Unit, work
from shatterproof_properties.puzzles.generate.workshop import Workshop
from shatterproof_properties.puzzles.puzzle import Puzzle
from shatterproof_properties.puzzles.verify import searching

QUESTS = [
    Quest("crumble", Claim("mated", 1), "4x4", {}, 3, candidates=2),
    Quest("scrunch", Claim("wins", 2), "3", {"scrunch.isolated": "from-all"}, 3, candidates=4),
    Quest("splinter", Claim("wins", 2, unique=True), "5x4", {}, 3, candidates=2),
]


def named(quest: Quest) -> str:
    return f"{quest.game} {quest.claim}"


def puzzle_in(find: Find) -> Puzzle:
    return puzzle_of(Numbered(1, 0, find.puzzle, find.certificate))


@pytest.fixture(scope="module", params=QUESTS, ids=named)
def harvest(request: pytest.FixtureRequest) -> tuple[Quest, Harvest]:
    quest: Quest = request.param
    return quest, next(done for number in range(9) if (done := work(Unit(quest, number))).finds)


def test_every_find_has_a_certificate_that_the_checker_accepts(harvest: tuple[Quest, Harvest]) -> None:
    quest, done = harvest
    for find in done.finds:
        certificate = strict_json.decode(find.certificate)
        puzzle = puzzle_in(find)
        check(certificate)
        assert (certificate["verdict"], certificate["position"]) == ("proved", puzzle.position)
        assert (certificate["claim"], certificate["unique"]) == (str(quest.claim), quest.claim.unique)
        assert certificate["readings"] == quest.readings


def test_finds_are_told_apart_and_none_is_won_sooner(harvest: tuple[Quest, Harvest]) -> None:
    quest, done = harvest
    assert len({find.image for find in done.finds}) == len(done.finds) <= done.looked_at <= quest.candidates
    for find in done.finds:
        puzzle = puzzle_in(find)
        assert find.image == image_key(quest.game, puzzle.position)
        analysis = analyse(puzzle, searching(puzzle))
        assert analysis.short == ()
        assert set(analysis.keys) == set(puzzle.solution)
        assert len(puzzle.solution) == 1 or not quest.claim.unique
        assert puzzle.difficulty in range(1, 6)
        assert puzzle.source == f"shatterproof puzzle generate {quest.asked}, unit {done.unit}"


def test_a_position_of_which_the_claim_is_not_so_makes_no_puzzle(harvest: tuple[Quest, Harvest]) -> None:
    quest, done = harvest
    position = dict(puzzle_in(done.finds[0]).position)
    other = replace(quest, claim=Claim("defends", 1) if quest.claim.kind == "mated" else Claim("mated", 1))
    workshop = Workshop(other)
    assert workshop.finished(position) is None


def test_the_same_seed_finds_the_same_in_other_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for number in "12":
        monkeypatch.setenv("PYTHONHASHSEED", number)
        out = tmp_path / number
        outcome = generate(Plan("splinter", Claim("wins", 2), "5x4", 2, out, seed=4, candidates=2), quiet=True)
        assert outcome.found == 2
        found.append([read_puzzle(file) for file in sorted(out.glob("*.puzzle"))])
    assert found[0] == found[1]


@pytest.mark.parametrize("quest", QUESTS[::2], ids=named)
def test_z3_proves_the_wins_of_a_find_again_only_on_small_boards_of_crumble(
    quest: Quest, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def confirm(game: str, wins: list[Win], told: object = None) -> int:
        asked.append(game)
        return len(wins)

    monkeypatch.setattr("shatterproof_properties.puzzles.verify.confirm", confirm)
    assert next(done for number in range(9) if (done := work(Unit(quest, number))).finds)
    assert set(asked) == ({"crumble"} if quest.game == "crumble" else set())
