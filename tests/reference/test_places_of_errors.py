from __future__ import annotations

import pytest

from shatterproof import crumble, strict_json
from shatterproof.record import format_record, parse_record
from shatterproof.strict_json import BadJson


@pytest.mark.parametrize(
    ("data", "place"),
    [(b'["\xff"]', "line 1, byte 3"), (b'[1,\n"a\xff"]', "line 2, byte 3"), (b"\xff", "line 1, byte 1")],
)
def test_bytes_that_are_not_utf_8_are_reported_by_line_and_byte(data: bytes, place: str) -> None:
    with pytest.raises(BadJson) as refused:
        strict_json.decode(data)
    assert refused.value.where == place


def test_a_position_that_remembers_stands_in_a_record_as_json() -> None:
    deed = {"target": ["1", "1", "1", "1"], "worked": [["1", "0", "1", "1"]]}
    data = {**crumble.to_json(crumble.start("2x2")), "memory": {"recent": [deed], "renewals": 0}}
    position = crumble.from_json(data, crumble.Readings())
    assert "/" not in crumble.to_diagram(position).splitlines()[-1]
    record = parse_record(f'[Game "crumble"]\n[Position "{_quoted(strict_json.encode(data))}"]\n\n*\n')
    text = format_record(record.position, [])
    assert parse_record(text).position == record.position == position
    assert '[Position "{' in text


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
