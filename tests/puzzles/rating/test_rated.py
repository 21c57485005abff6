"""The rated quality of puzzles, and its reasons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from puzzles.showcase import each_sample, rated
from shatterproof_properties.puzzles.claims.kind import Analysis, Answered
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.rating.kind_measures import QualityPart
from shatterproof_properties.puzzles.rating.measures import MeasuredThreat
from shatterproof_properties.puzzles.rating.rated import Rated
from shatterproof_properties.puzzles.rating.solver_model import FailedTry


def parts(found: Rated, analysis: Analysis | None = None) -> dict[str, QualityPart]:
    return {part.name: part for part in replace(found, analysis=analysis or Analysis()).parts}


@each_sample
def test_no_part_gets_more_than_there_is_and_all_together_make_a_hundred(name: str) -> None:
    found = rated(name)
    assert all(0 <= part.points <= part.most for part in found.parts)
    assert sum(part.most for part in found.parts) == 100
    assert 0 <= found.quality <= 100
    assert all(part.why in found.to_text() for part in found.parts)


def test_a_key_gets_more_the_worse_it_looks_the_less_it_takes_and_if_it_comes_back_and_shares_with_others() -> None:
    found = rated("nothing goes yet")

    def key(puzzle: Puzzle = found.puzzle, does: Mapping[str, int] = MappingProxyType({}), **solving: Any) -> int:
        features = replace(found.features, key={**(found.features.key or {}), **does})
        changed = replace(found, puzzle=puzzle, features=features, solving=replace(found.solving, **solving))
        return parts(changed)["key"].points

    assert key(tries=(), glances=0) < key()
    assert key(gains=1) < key(gains=0) < key(gains=-1) == key(does={"returns": 1})
    cooked = replace(found.puzzle, solution=(*found.puzzle.solution, "b2NE"))
    assert key(cooked) == round(key() / 2)


def test_a_try_that_fails_to_one_reply_gets_more() -> None:
    found = rated("an egg first")
    near = tuple(each._replace(one_defence=True) for each in found.solving.tries[:2])
    assert parts(replace(found, solving=replace(found.solving, tries=near)))["tries"].points == 8
    far = (FailedTry("a", 3, one_defence=False),) * 9
    assert parts(replace(found, solving=replace(found.solving, tries=far)))["tries"].points == 0


def test_answers_used_evenly_get_more_than_one_that_does_nearly_all() -> None:
    found = rated("an egg first")
    counts = [(9, 1), (5, 5), (4, 3, 3), (10,)]
    points = [
        parts(replace(found, features=replace(found.features, threats=threats)))["answers"].points
        for threats in [tuple(MeasuredThreat(count, {}) for count in each) for each in counts]
    ]
    assert points[3] == 0 < points[0] < points[1] < points[2]


def test_a_reply_with_several_answers_costs() -> None:
    found = rated("an egg first")
    one, all_of_them = ((Answered("a", ("b", "c")),) * count for count in (1, found.features.answered))
    assert parts(found)["duals"].points == 10
    assert parts(found, Analysis(duals=one))["duals"].points == 7
    assert parts(found, Analysis(duals=all_of_them))["duals"].points == 0


def test_a_piece_that_could_go_costs_and_is_named() -> None:
    part = parts(rated("four in a row"))["economy"]
    assert (part.why, part.points) == ("needless: d2", round(20 * (1 - 2 / 11)))
    whole = parts(rated("nothing goes yet"))["economy"]
    assert (whole.why, whole.points) == ("nothing can go", part.most)
