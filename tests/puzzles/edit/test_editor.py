"""Puzzles after one change, and which of their pieces are needless."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzles.samples import (
    CRUMBLE_CORNER,
    CRUMBLEMATE,
    SCRUNCH_KEY,
    SCRUNCH_OPEN,
    SCRUNCH_THREATS,
    SPLINTER_KEYED,
    SPLINTER_SERIES,
    SPLINTER_WIN,
    is_true,
    needless,
    puzzle,
)
from sampling import some
from shatterproof.errors import InputError
from shatterproof_properties.puzzles.edit.editor import (
    FAILS,
    HOLDS,
    LIMITS,
    NOT_ALLOWED,
    UNCHANGED,
    UNKNOWN,
    Editor,
    effect_to_json,
)
from shatterproof_properties.puzzles.proof.verification import verify
from shatterproof_properties.solving.forcing import Forcing, OutOfLimits, SearchLimits

SAMPLES = {
    "crumble wins": puzzle("crumble", CRUMBLE_CORNER, "wins-1"),
    "crumble mated": puzzle("crumble", CRUMBLEMATE, "mated-1"),
    "scrunch wins": puzzle("scrunch", SCRUNCH_KEY, "wins-2"),
    "splinter wins": puzzle("splinter", SPLINTER_WIN, "wins-1", unique=True),
    "splinter defends": puzzle("splinter", SPLINTER_WIN, "defends-1"),
}


@pytest.mark.parametrize("name", some([name for name in SAMPLES if name != "crumble mated"], one_in=2))
def test_what_an_edit_does_to_a_claim_is_what_its_definition_says(name: str) -> None:
    editor = Editor(SAMPLES[name])
    verdicts = set()
    for effect in list(map(editor.effect, editor.changes.every()[:: 1 if "splinter" in name else 4])):
        verdicts.add(effect.verdict)
        if effect.position is not None:
            assert (effect.verdict == HOLDS) == is_true(replace(editor.puzzle, position=effect.position))
        else:
            assert effect.verdict == NOT_ALLOWED
            assert effect.why
    assert {HOLDS, FAILS} & verdicts


def test_a_piece_is_needless_if_the_claim_holds_with_the_same_key_without_it() -> None:
    editor = Editor(puzzle("splinter", SPLINTER_KEYED, "wins-2", unique=True))
    keys = {key for change in editor.changes.without("a3") for key in editor.effect(change).keys}
    names = needless(editor.puzzle)
    for name in ("a3", "b3", "e2", "d4"):
        (effect,) = map(editor.effect, editor.changes.without(name))
        assert (name in names) == effect.is_needless
        assert effect.is_needless == (effect.verdict == HOLDS and effect.keys == ("c2NW",))
    assert names
    assert keys


def test_a_key_is_the_same_one_where_a_merge_has_changed_its_text() -> None:
    its = puzzle(
        "crumble", "4x4, White to move\nAABC\nabDE\ncdDe\ncdfF\n", "wins-2", unique=True, solution=("3,1HNNWW",)
    )
    editor = Editor(its)
    effect = editor.effect(editor.changes.merged("c", "d"))
    assert (effect.keys, effect.is_same, effect.is_needless) == (("2,1HNNWW",), True, True)
    assert needless(its) == ("c at 0", "d at 1")
    assert effect.change.piece == "c at 0 with d at 1"


def test_keys_besides_or_in_place_of_the_key_are_not_the_same() -> None:
    editor = Editor(puzzle("splinter", SPLINTER_KEYED, "wins-2"))
    effects = [each for each in map(editor.effect, editor.changes.every()) if each.verdict == HOLDS]
    assert any(not each.is_same and "c2NW" in each.keys for each in effects)
    assert all(each.is_same == (each.keys == ("c2NW",)) for each in effects)


def test_pieces_of_crumble_are_named_by_the_letters_that_were_typed_and_by_location() -> None:
    typed = CRUMBLE_CORNER.replace("D", "Z").replace("C", "B")
    editor = Editor(SAMPLES["crumble wins"], diagram=typed)
    assert editor.changes.recoloured("Z").piece.startswith("Z at ")
    assert editor.changes.recoloured("f").words == "f at 1 in the other colour"
    assert editor.changes.recoloured("1").words == "f at 1 in the other colour"
    with pytest.raises(InputError, match="no piece 'D'"):
        editor.changes.recoloured("D")
    with pytest.raises(InputError, match="pieces 'B'; expected a location"):
        editor.changes.recoloured("B")


@pytest.mark.parametrize(
    ("game", "kind", "given", "said"),
    [
        ("crumble", "added", "Xc3", "cover the board"),
        ("crumble", "without", "q", "no piece 'q'"),
        ("crumble", "merged", "f B", "make no piece"),
        ("scrunch", "without", "a1", "a1 is empty"),
        ("scrunch", "without", "z9", "z9"),
        ("scrunch", "added", "Zc3", "names no stone"),
        ("scrunch", "merged", "b1 c1", "in scrunch no pieces become one"),
        ("splinter", "without", "c1", "c1 is empty"),
        ("splinter", "added", "Yc2", "names no piece"),
        ("splinter", "added", "Xz99", "z99"),
        ("splinter", "recoloured", "-", "no square '-'"),
    ],
)
def test_what_cannot_be_changed_is_refused(game: str, kind: str, given: str, said: str) -> None:
    changes = Editor(SAMPLES[f"{game} wins"]).changes
    with pytest.raises(InputError, match=said):
        getattr(changes, kind)(*given.split())


def test_letters_stay_where_they_were_after_a_change() -> None:
    changes = Editor(SAMPLES["crumble mated"], diagram=CRUMBLEMATE).changes
    before, after = CRUMBLEMATE.splitlines(), changes.drawn(changes.merged("I", "J")).splitlines()
    assert after[:6] == before[:6]
    assert after[6][2:] == before[6][2:]
    assert len(changes.every()) == len({repr(change.make(changes.position)) for change in changes.every()})


def test_several_changes_at_once_make_one_puzzle_without_the_old_solution() -> None:
    keyed = puzzle("splinter", SPLINTER_KEYED, "wins-2", unique=True)
    editor = Editor(replace(keyed, solution=("c2NW",), themes=("push-off",), difficulty=3, title="Two"))
    both = editor.changes.added("Xa4"), *editor.changes.without("a3")
    effect, edited = editor.effect(*both), editor.edited(*both)
    assert effect.change.words == "with Xa4 and without a3"
    assert not effect.change.is_fewer
    assert edited.position == effect.position
    assert (edited.title, edited.solution, edited.themes, edited.difficulty) == ("Two", (), (), None)


def test_an_empty_place_has_its_additions_and_a_piece_all_others() -> None:
    splinter, scrunch = Editor(SAMPLES["splinter wins"]).changes, Editor(SAMPLES["scrunch wins"]).changes
    assert [each.words for each in splinter.of("a1")] == [f"with {letter}a1" for letter in "SXOsxo"]
    assert len(splinter.of("a4")) == 6
    assert [each.words for each in scrunch.of("a1")] == ["with xa1", "with oa1"]


@pytest.mark.parametrize(
    ("game", "diagram", "claim"),
    [
        ("splinter", SPLINTER_WIN, "passes-1"),
        ("splinter", SPLINTER_SERIES, "series-2"),
        ("scrunch", SCRUNCH_OPEN, "differs-2 scrunch.first-wriggle=bare-placement"),
        ("scrunch", SCRUNCH_THREATS, "threats-2"),
    ],
)
def test_every_kind_of_claim_can_be_edited(game: str, diagram: str, claim: str) -> None:
    editor = Editor(puzzle(game, diagram, claim))
    effects = list(map(editor.effect, editor.changes.every()))
    assert {each.verdict for each in effects} >= {FAILS}
    for each in effects:
        if each.verdict == HOLDS and each.position is not None:
            assert verify(replace(editor.puzzle, position=each.position)).verdict == "proved"


def test_what_is_not_decided_within_the_limits_is_unknown_and_counts_as_needed() -> None:
    its = puzzle("splinter", SPLINTER_KEYED, "wins-2", unique=True)
    few = SearchLimits(positions=1)
    editor = Editor(its, few)
    effects = [each for each in map(editor.effect, editor.changes.fewer()) if each.verdict != NOT_ALLOWED]
    assert {each.verdict for each in effects} == {UNKNOWN}
    assert "not decided within 1 positions" in effect_to_json(effects[0])["why"]
    assert needless(its, few) == () != needless(its, LIMITS)


def test_a_puzzle_too_hard_for_its_limits_leaves_only_the_keys_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    editor = Editor(puzzle("splinter", SPLINTER_KEYED, "wins-2"))
    asked: list[object] = []

    def too_hard(forcing: Forcing, here: object) -> list[tuple[object, object]]:
        asked.append(here)
        assert forcing.limits is LIMITS
        if here == begun:
            raise OutOfLimits("not decided within a test")
        return []

    begun = editor._adapter.read(dict(editor.puzzle.position))
    monkeypatch.setattr(editor, "_solutions", too_hard)
    effects = [each for each in map(editor.effect, editor.changes.every()) if each.verdict == HOLDS]
    assert len(effects) > 1
    assert {each.why for each in effects} == {f"{UNCHANGED}: not decided within a test"}
    assert not any(each.is_same for each in effects)
    assert asked.count(begun) == 1


def test_a_change_after_which_nothing_of_the_kind_can_be_claimed_is_not_allowed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    editor = Editor(puzzle("splinter", SPLINTER_WIN, "differs-1 splinter.step-off=forbidden"))

    def refuse(*_: object) -> None:
        raise InputError("over under the other value")

    monkeypatch.setattr(type(editor.puzzle.claim.meaning), "refuse", refuse)
    effects = list(map(editor.effect, editor.changes.every()))
    assert {effect.verdict for effect in effects} == {NOT_ALLOWED}
    assert "over under the other value" in {effect.why for effect in effects}
