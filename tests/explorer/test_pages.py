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
    """What lines of JavaScript print as JSON, beside the modules of the pages."""
    script = "\n".join(lines).replace('from "./', f'from "{PAGES.as_uri()}/')
    argv = [node(), "--input-type=module", "--eval", script]
    found = subprocess.run(argv, capture_output=True, text=True, timeout=300, check=False)
    assert found.returncode == 0, found.stderr
    return json.loads(found.stdout)


def test_a_browser_whose_storage_is_full_keeps_the_record_as_it_was() -> None:
    assert (
        run(
            'import { note, record } from "./solved.mjs";',
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
