from __future__ import annotations

from typing import Any

import pytest

from shatterproof import crumble
from shatterproof.errors import InputError
from shatterproof_properties.protocol.answers import position_to_json
from shatterproof_properties.protocol.table import ReferenceTable

TABLE = ReferenceTable(crumble, "2x2", crumble.Readings())
WON: Any = position_to_json(crumble, crumble.from_diagram("2x2, White to move\nAa\nBC\n"))


@pytest.mark.parametrize(
    ("turn", "answer"),
    [
        ("0H", {"verdict": "illegal", "clause": "crumble.cut.own"}),
        ("1HS", {"verdict": "illegal", "clause": "crumble.swap.complete-side"}),
        ("so be it", {"verdict": "malformed"}),
    ],
)
def test_a_turn_that_is_not_legal_comes_with_the_reason(turn: str, answer: dict[str, Any]) -> None:
    assert TABLE.apply(TABLE.start(), turn) == answer


def test_a_decided_position_has_no_turns() -> None:
    assert TABLE.apply(WON, "1V") == {"verdict": "illegal", "clause": "crumble.turn.finished"}
    assert list(TABLE.turns(WON)) == []
    assert TABLE.count(WON, 1) == {"total": 0, "by": []}


def test_every_listed_turn_leads_to_its_listed_position() -> None:
    listed = list(TABLE.turns(TABLE.start()))
    assert len(listed) == 8
    for entry in listed:
        assert {"turn": entry["turn"], **TABLE.apply(TABLE.start(), entry["turn"])} == {"verdict": "legal", **entry}


def test_counts_are_sorted_and_add_up() -> None:
    counted = TABLE.count(TABLE.start(), 2)
    assert counted["total"] == 72 == sum(leaves for _, leaves in counted["by"])
    assert counted["by"] == sorted(counted["by"])
    assert TABLE.count(TABLE.start(), 0) == {"total": 1, "by": []}


def test_a_position_that_breaks_the_rules_is_refused() -> None:
    with pytest.raises(InputError):
        TABLE.apply({**TABLE.start(), "pieces": []}, "1H")
