"""The finds that a run keeps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from puzzles.generate.quick import files, ran
from puzzles.showcase import proved
from shatterproof import strict_json
from shatterproof_properties.puzzles.files.json_form import puzzle_to_json
from shatterproof_properties.puzzles.generate.archive import Archive
from shatterproof_properties.puzzles.generate.run_folder import Folder
from shatterproof_properties.puzzles.generate.run_state import NumberedFind, RunState

UNLIKE = ("a tie to win", "nothing goes yet", "four in a row", "one of many slides")
"""Samples of which no two are alike, each with a key."""
MATE = "no room to grow"


def find(number: int, quality: int, sample: str = UNLIKE[0], theme: str = "tie", difficulty: int = 2) -> NumberedFind:
    puzzle = replace(proved(sample)[0], themes=(theme, "sacrifice"), difficulty=difficulty)
    return NumberedFind(number, 0, strict_json.encode(puzzle_to_json(puzzle)), "{}", quality)


def archive(*finds: NumberedFind, most: int = 9, per_cell: int = 9, least: int = 0) -> Archive:
    made = Archive(most, per_cell, least)
    for each in finds:
        made.add(each)
    return made


def kept(of: Archive) -> list[int]:
    return [each.number for each in of.kept]


def test_of_finds_that_are_alike_the_better_is_kept_and_of_two_as_good_the_earlier() -> None:
    assert kept(archive(find(1, 30), find(2, 50), find(3, 40), find(4, 50))) == [2]


def test_one_that_is_better_than_all_it_is_like_takes_the_place_of_all() -> None:
    both = [find(1, 30), find(2, 40, UNLIKE[1])]
    made = archive(*both, find(3, 50))
    assert kept(made) == [2, 3]
    assert (made.alike, made.crowded, made.weak) == (1, 0, 0)


def test_a_full_cell_keeps_its_best() -> None:
    finds = [find(number, quality, UNLIKE[number]) for number, quality in enumerate((30, 20, 40, 10))]
    made = archive(*finds, per_cell=2)
    assert kept(made) == [0, 2]
    assert made.crowded == 2


def test_another_difficulty_or_another_first_theme_is_another_cell() -> None:
    finds = [find(0, 30), find(1, 20, UNLIKE[1], difficulty=3), find(2, 20, UNLIKE[2], theme="decoy")]
    made = archive(*finds, per_cell=1)
    assert kept(made) == [0, 1, 2]
    assert made.cells() == [
        {"theme": "decoy", "difficulty": 2, "found": 1, "kept": 1},
        {"theme": "tie", "difficulty": 2, "found": 1, "kept": 1},
        {"theme": "tie", "difficulty": 3, "found": 1, "kept": 1},
    ]


def test_too_little_quality_is_left_aside_and_counted() -> None:
    made = archive(with_idea(find(1, 30)), with_idea(find(2, 10, UNLIKE[1])), least=20)
    assert kept(made) == [1]
    aside = "left aside: 1 of too little quality, or without an idea"
    assert made.to_text() == f"  tie, difficulty 2: 1 kept of 2\n{aside}"


def with_idea(plain: NumberedFind) -> NumberedFind:
    said = {**strict_json.decode(plain.puzzle), "comment": "The key gives up more than it takes."}
    return plain._replace(puzzle=strict_json.encode(said))


def test_a_key_and_what_is_easy_has_to_have_an_idea_unless_everything_is_kept() -> None:
    key, mate, easy = find(1, 30), find(2, 30, MATE), find(2, 30, MATE, difficulty=1)
    assert not any(strict_json.decode(each.puzzle).get("comment") for each in (key, mate, easy))
    assert [kept(archive(each, least=20)) for each in (key, mate, easy)] == [[], [2], []]
    assert [kept(archive(each)) for each in (key, mate, easy)] == [[1], [2], [2]]
    assert [kept(archive(with_idea(each), least=20)) for each in (key, easy)] == [[1], [2]]


def test_what_comes_after_the_last_that_is_wanted_changes_nothing() -> None:
    full = archive(find(1, 30), find(2, 10, UNLIKE[1]), most=2)
    before = full.to_text()
    full.add(find(3, 99))
    assert full.is_full
    assert (kept(full), full.to_text()) == ([1, 2], before)


def test_a_run_tells_its_cells_and_its_folder_has_what_is_kept(tmp_path: Path) -> None:
    outcome = ran(tmp_path, count=6, per_cell=2, seed=10)
    index = strict_json.decode((tmp_path / "index.json").read_bytes())
    assert outcome.found == 6 == len(index["puzzles"]) == sum(cell["kept"] for cell in index["cells"])
    assert max(cell["kept"] for cell in index["cells"]) <= 2
    assert sum(cell["found"] for cell in index["cells"]) > 6
    numbers = {f"{entry['number']:03d}" for entry in index["puzzles"]}
    assert numbers == {name[:3] for name in files(tmp_path) if name.endswith(".puzzle")}
    assert "kept of" in outcome.to_text()
    assert outcome.to_json()["cells"] == index["cells"]


@pytest.mark.ci
def test_a_run_gone_on_with_keeps_what_one_run_would_have_kept(tmp_path: Path) -> None:
    ran(tmp_path / "whole", count=8, per_cell=2)
    ran(tmp_path / "parts", count=3, per_cell=1)
    ran(tmp_path / "parts", count=8, per_cell=2, resume=True)
    assert files(tmp_path / "parts") == files(tmp_path / "whole")


@pytest.mark.parametrize(("quality", "least"), [(50, 50), (None, 25)])
def test_the_least_quality_is_asked_of_every_find(tmp_path: Path, quality: int | None, least: int) -> None:
    ran(tmp_path, count=4, quality=quality)
    index = strict_json.decode((tmp_path / "index.json").read_bytes())
    assert min(entry["quality"] for entry in index["puzzles"]) >= least


def test_a_puzzle_that_somebody_has_changed_is_left_alone(tmp_path: Path) -> None:
    ran(tmp_path, count=6)
    one, other, *_ = sorted(tmp_path.glob("*.puzzle"))
    one.write_text(one.read_text() + "\n{ mine }\n")
    with RunState(tmp_path) as state:
        Folder(tmp_path).leave_out(state.numbered())
    assert "mine" in one.read_text()
    assert one.with_name(one.name.removesuffix(".puzzle") + ".certificate.json").exists()
    assert not other.exists()
