"""A draft becomes a sound puzzle: helpful changes, the best first, and no needless piece."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from puzzles.samples import CRUMBLE_CORNER, CRUMBLEMATE, SCRUNCH_KEY, needless, puzzle
from shatterproof_properties.cli import main
from shatterproof_properties.puzzles.checker.certificate import PROVED
from shatterproof_properties.puzzles.edit.improve import COOKED, NOTHING, SOUND, Improver, lightened
from shatterproof_properties.puzzles.files.text import read_puzzle
from shatterproof_properties.puzzles.proof.verification import verify

SOUND_ONE = "Splinter 5x5, Blue to move\n.....\n.XsO.\n.o...\n.So..\n..x..\n"
HEAVY = SOUND_ONE.replace(".So..", ".Soo.")
SPOILT = SOUND_ONE.replace(".So..", ".S...")
DRAFT = "Splinter 5x5, Blue to move\n.....\n.XsO.\n.ox..\n.Soo.\n..X..\n"
FAR = "Splinter 7x7, Blue to move\n.......\n..XO...\n..xs...\n.So.o..\n..x.X..\n.......\n.......\n"
COOKED_ONE = "Splinter 4x4, Blue to move\no.xO\nS..x\ns.sX\nXX.x\n"


def improved(diagram: str, claim: str) -> Improver:
    found = Improver(puzzle("splinter", diagram, claim))
    assert list(found.tries())[-1] >= len(found.singles)
    return found


def improve(tmp_path: Path, diagram: str, *options: str) -> Result:
    """Runs the command on a draft."""
    draft = tmp_path / "draft.puzzle"
    draft.write_text(f'[Puzzle "Draft"]\n[Game "splinter"]\n[Claim "wins-1"]\n\n{diagram}', encoding="utf-8")
    return CliRunner().invoke(main, ["puzzle", "improve", str(draft), *options])


def test_a_piece_that_is_missing_is_found_and_makes_the_claim_true_by_one_key() -> None:
    found = Improver(puzzle("splinter", SPOILT, "wins-1"), places=["c2", "e5"])
    tried = sum(1 for _ in found.tries())
    assert found.begun.reached < SOUND
    assert tried == len(found.singles) == 12
    best = found.best[0]
    assert best.reached == SOUND
    assert verify(found.changed(best)).verdict == PROVED


def test_changes_of_two_pieces_are_tried_where_none_of_one_piece_is_enough() -> None:
    found = improved(DRAFT, "wins-1")
    assert found.begun.reached == NOTHING
    assert found.best[0].reached == SOUND
    assert {len(each.changes) for each in found.best if each.reached == SOUND} == {2}
    assert [each.rank for each in found.best] == sorted(each.rank for each in found.best)


def test_what_two_changes_bring_near_a_third_makes_sound() -> None:
    found = Improver(puzzle("splinter", FAR, "wins-2"), places=["c4", "c5", "d3"])
    assert list(found.tries())
    assert {len(each.changes) for each in found.best if each.reached == SOUND} == {3}
    result = found.result()
    assert result is not None
    assert verify(result).verdict == PROVED


def test_of_several_keys_those_changes_help_that_leave_fewer() -> None:
    found = improved(COOKED_ONE, "wins-1")
    assert found.begun.reached == COOKED
    assert all(each.reached == SOUND or len(each.keys) < len(found.begun.keys) for each in found.best)
    assert all(verify(found.changed(each)).verdict == PROVED for each in found.best if each.reached == SOUND)


def test_where_all_is_sound_what_makes_it_lighter_with_the_same_key_helps() -> None:
    found = improved(HEAVY, "wins-1")
    assert found.begun.reached == SOUND
    assert found.best
    assert all(each.lighter and each.keys == found.begun.keys for each in found.best)


def test_a_mate_is_not_asked_for_a_single_key() -> None:
    found = Improver(puzzle("crumble", CRUMBLEMATE, "mated-1"))
    assert not found.puzzle.claim.unique
    assert found.begun.reached == SOUND


@pytest.mark.parametrize(
    ("game", "diagram"), [("splinter", HEAVY), pytest.param("crumble", CRUMBLE_CORNER, marks=pytest.mark.ci)]
)
def test_what_is_lightened_has_nothing_needless_and_the_same_key(game: str, diagram: str) -> None:
    heavy = puzzle(game, diagram, "wins-1", unique=True)
    light = lightened(heavy)
    assert needless(heavy)
    assert needless(light) == ()
    assert verify(light).verdict == PROVED
    assert lightened(heavy, is_over=lambda: True) == lightened(heavy, lambda position: False) == heavy


def test_the_command_makes_a_draft_a_puzzle_that_is_verified(tmp_path: Path) -> None:
    better = tmp_path / "better.puzzle"
    found = improve(tmp_path, SPOILT, "--any", "c2", "--out", str(better))
    assert found.exit_code == 0, found.output
    assert found.output.startswith("as it is: ")
    assert "with oc2: sound, " in found.output
    its = read_puzzle(better)
    assert its.claim.unique
    assert verify(its).verdict == PROVED
    assert needless(its) == ()
    found = improve(tmp_path, SPOILT, "--any", "c2", "--out", str(better))
    assert (found.exit_code, "better.puzzle" in found.output) == (2, True)


def test_what_there_was_and_what_helps_is_said_as_json(tmp_path: Path) -> None:
    said = json.loads(improve(tmp_path, SPOILT, "--any", "c2", "--json").output)
    assert (said["begun"], said["sound"], said["complete"]) == ("4 keys", True, True)
    assert "with oc2: sound, b2SE" in said["best"]


def test_what_is_not_made_sound_is_said_and_what_was_not_tried(tmp_path: Path) -> None:
    found = improve(tmp_path, SPOILT, "--any", "a1")
    assert (found.exit_code, "sound" in found.output) == (1, False)
    found = improve(tmp_path, DRAFT, "--time", "0.1")
    assert found.exit_code == 3
    assert "not everything was tried: --time gives it longer" in found.output


def test_every_empty_cell_of_a_draft_of_scrunch_may_get_a_stone_of_either_side() -> None:
    its = puzzle("scrunch", SCRUNCH_KEY, "wins-2")
    dark, light = its.position["dark"], its.position["light"]
    added = [change.pieces for change in Improver(its).singles if change.pieces[0] not in dark + light]
    assert len(added) == 2 * (19 - len(dark) - len(light))
