"""Modules of the explorer's pages, run without a browser."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from engines.node import node
from shatterproof_properties import explorer

PAGES = Path(explorer.__file__).with_name("pages")


def run(*lines: str) -> Any:
    """The JSON that lines of JavaScript print, with the modules of the pages at hand."""
    script = "\n".join(lines).replace('from "./', f'from "{PAGES.as_uri()}/')
    argv = [node(), "--input-type=module", "--eval", script]
    found = subprocess.run(argv, capture_output=True, text=True, timeout=300, check=False)
    assert found.returncode == 0, found.stderr
    return json.loads(found.stdout)


def test_a_browser_whose_storage_is_full_keeps_the_record_as_it_was() -> None:
    assert (
        run(
            'import { note, record } from "./solving.mjs";',
            "const full = () => { throw new Error('full'); };",
            "globalThis.localStorage = { getItem: () => null, setItem: full };",
            'note({ digest: "d", title: "t" }, true, { tries: 0, hints: 0 });',
            "console.log(JSON.stringify(record()));",
        )
        == []
    )


def test_lines_with_a_pass_are_no_game_that_can_be_played_again() -> None:
    assert run(
        'import { Lines, PASSES } from "./lines.mjs";',
        "const played = (turn) => { const lines = new Lines({}); lines.add(turn); return lines; };",
        "console.log(JSON.stringify(['d3E', PASSES].map((turn) => played(turn).isGame)));",
    ) == [True, False]


def test_of_a_turn_that_was_built_only_what_has_not_been_shown_is_left() -> None:
    assert run(
        'import { rest } from "./animation.mjs";',
        "const [cut, swap, other] = ['cut', 'swapped', 'joined'].map((did) => [{ did, at: ['0,0'] }]);",
        "const left = [rest([], [cut]), rest([cut], [cut, swap]), rest([cut], [cut]), rest([other], [cut])];",
        "console.log(JSON.stringify(left.map((phases) => phases.map(([{ did }]) => did))));",
    ) == [["cut"], ["swapped"], [], ["cut"]]


def test_a_key_means_nothing_while_something_is_typed_and_arrows_go_over_a_board_that_has_the_focus() -> None:
    assert run(
        'import { actOf } from "./keyboard.mjs";',
        "const arrow = 'ArrowLeft';",
        "const keys = [[arrow], [arrow, true], [arrow, false, true], ['f'], ['f', false, true], ['x']];",
        "console.log(JSON.stringify(keys.map(([key, ...where]) => actOf({ key }, ...where))));",
    ) == ["back", "", "", "flip", "flip", ""]


def test_a_game_is_over_by_agreement_at_the_end_of_its_main_line_alone() -> None:
    assert run(
        'import { concluded } from "./opponent.mjs";',
        'import { Lines } from "./lines.mjs";',
        "const turns = [{ turn: 'a1' }, { turn: 'b2' }], tags = { Result: '0-1', Termination: 'resignation' };",
        "const lines = Lines.opened({ start: { position: {} }, turns, variations: [[1, 'c3']], tags });",
        "console.log(JSON.stringify([0, 1, 2, 3].map((at) => {",
        "  lines.go(at);",
        "  return concluded(lines, ['black', 'white'])?.text ?? '';",
        "})));",
    ) == ["", "", "White wins: Black resigns.", ""]


def test_lines_are_asked_about_with_their_main_line_first_and_come_back_from_what_is_kept() -> None:
    assert run(
        'import { Lines } from "./lines.mjs";',
        "const lines = Lines.opened({ game: 'scrunch', start: { position: {} }, turns: [{ turn: 'a' }, { turn: 'b' }],",
        "  variations: [[0, 'c'], [3, 'd']], marks: { 4: [['x']] }, comments: { 1: 'hm' }, at: 4 });",
        "lines.promote();",
        "const again = Lines.restored(JSON.parse(JSON.stringify(lines.kept())));",
        "const { turns, variations, marks, comments, at } = again.asked();",
        "console.log(JSON.stringify([turns, variations, marks, comments, at]));",
    ) == [["c", "d"], [[0, "a"], [3, "b"]], {"2": [["x"]]}, {"3": "hm"}, 2]


def test_a_removal_is_taken_back_with_all_that_followed() -> None:
    assert run(
        'import { Lines } from "./lines.mjs";',
        "const turns = [{ turn: 'a' }, { turn: 'b' }];",
        "const lines = Lines.opened({ start: { position: {} }, turns, variations: [[1, 'c']] });",
        "const before = lines.snapshot();",
        "lines.remove(1);",
        "const left = lines.nodes.length;",
        "lines.back(before);",
        "console.log(JSON.stringify([left, lines.nodes.map(({ turn }) => turn), lines.at]));",
    ) == [1, [None, "a", "b", "c"], 2]
