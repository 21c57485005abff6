"""The second engine of Crumble: the finest pieces, and what it refuses."""

from __future__ import annotations

from typing import Any

from shatterproof_properties.second.crumble import Engine

Json = dict[str, Any]
START = Engine(6, 6).start()
REFUSALS: list[tuple[Json, str, dict[str, str], str]] = [
    (START, "0V", {}, "crumble.cut.own"),
    (START, "6V", {}, "crumble.notation.location"),
    (START, "0,7V", {}, "crumble.notation.location"),
    (START, "1V2", {}, "crumble.cut.blocked"),
    (START, "0,5V2", {}, "crumble.notation.multi-cut"),
    (START, "0J1,1", {}, "crumble.join.own"),
    (START, "1J1,1", {}, "crumble.join.several"),
    (START, "1J1,9", {}, "crumble.notation.join"),
    (START, "1J0,1", {}, "crumble.notation.join"),
    (START, "0,5VW", {}, "crumble.swap.complete-side"),
    (START, "1VE-W", {}, "crumble.swap.opponent"),
    (START, "1VE-N", {}, "crumble.swap.complete-side"),
]


MALFORMED = [
    "", "V", "1VN", "00V", "1,V", "1v", "1VNS", "1V-E", "1VE-", "1HE", "1V0", "1V02", "1V2-", "1V2-1", "1V2-1E",
    "1V2-3E-E", "1V12EE", "1J1", "1J1,1-W", "1J01,1", " 1V", "1V ", "1V++", "\u0661V", "1V2-1N-N", "1VE-E\n",
]  # fmt: skip


def test_numbers_without_end_are_malformed() -> None:
    engine = Engine(6, 6)
    nines = "9" * 100_000
    for text in (
        f"{nines}V",
        f"0,5V{nines}",
        f"0,5V{nines}-{nines}E-E",
        f"0,5V{nines}EE",
        "1000000V",
        "0,5V1000000000",
    ):
        assert engine.apply(START, text) == {"verdict": "malformed"}
    assert engine.apply(START, "999999V")["clause"] == "crumble.notation.location"
    assert engine.apply(START, "0,5V999999999")["clause"] == "crumble.notation.multi-cut"


def test_pieces_can_be_halved_twenty_times_in_each_direction() -> None:
    engine = Engine(2, 2, {"crumble.draw": "agreement-only"})
    position = engine.start()
    for ply in range(40):
        for turn in ("0,1" + "VH"[ply % 2], ["0V", "0J2,1"][ply % 2]):
            position = engine.apply(position, turn)["position"]
    tiny = f"1/{2**20}"
    assert ["0", "1", tiny, tiny, "black"] in position["pieces"]
    assert engine.read(position)
    assert engine.apply(position, "0,1V") == {"verdict": "illegal", "clause": "crumble.board.limits"}


GOOD = Engine(2, 2).start()


def remembered(target: list[str] | None, *worked: list[str]) -> Json:
    return {"target": target, "worked": list(worked)}


REMEMBERED = remembered(["0", "0", "1", "1"], ["1", "1", "1", "1"])
BAD = [
    ({"game": "scrunch"}, "/game", "game"),
    ({"board": "3x3"}, "/board", "board"),
    ({"to_move": "red"}, "/to_move", "to_move"),
    ({"readings": {}}, "", "unknown field"),
    ({"pieces": None}, "/pieces", "expected a list"),
    ({"pieces": GOOD["pieces"][:3]}, "/pieces", "gap"),
    ({"pieces": [*GOOD["pieces"], ["1", "1", "1", "1", "white"]]}, "/pieces", "sorted"),
    ({"pieces": [*GOOD["pieces"], ["3/2", "1", "1/2", "1/2", "white"]]}, "/pieces", "overlap"),
    ({"pieces": GOOD["pieces"][::-1]}, "/pieces", "sorted"),
    ({"pieces": [["0", "0", "2", "2", "green"]]}, "/pieces", "colour"),
    ({"pieces": [["0", "0", "2", "2/1", "white"]]}, "/pieces", "lowest terms"),
    ({"pieces": [["0", "0", "2", "4/2", "white"]]}, "/pieces", "lowest terms"),
    ({"pieces": [["0", "0", "2", "1/3", "white"]]}, "/pieces", "power of two"),
    ({"pieces": [["0", "0", "2", "1/2097152", "white"]]}, "/pieces", "power of two"),
    ({"pieces": [["0", "0", "2", "1/0", "white"]]}, "/pieces", "not a coordinate"),
    ({"pieces": [["0", "0", 2.0, "2", "white"]]}, "/pieces", "not a coordinate"),
    ({"pieces": [["-1", "0", "2", "2", "white"]]}, "/pieces", "not a coordinate"),
    ({"pieces": [["0", "0", "2", "1/2", "white"]]}, "/pieces", "shape"),
    ({"pieces": [["0", "0", "0", "0", "white"]]}, "/pieces", "shape"),
    ({"pieces": [["1", "0", "2", "2", "white"]]}, "/pieces", "edge"),
    ({"memory": {"recent": [], "renewals": 0}}, "/memory", "one to four"),
    ({"memory": {"recent": [None], "renewals": 0}}, "/memory", "leave this"),
    ({"memory": {"recent": [remembered(None, ["0", "0", "1", "1"])], "renewals": 0}}, "/memory", "leave this"),
    ({"memory": {"recent": [remembered(["0", "0", "1", "1"])], "renewals": 0}}, "/memory", "worked"),
    ({"memory": {"recent": [REMEMBERED], "renewals": 1}}, "/memory", "leave this"),
    ({"memory": {"recent": [REMEMBERED], "renewals": True}}, "/memory", "renewals"),
]
