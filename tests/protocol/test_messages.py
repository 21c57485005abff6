from __future__ import annotations

import copy
import datetime
import json
import re
import shlex
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from conformance.made import run_settings
from miniatures import START
from shatterproof.errors import InputError
from shatterproof.game import OURS
from shatterproof.spec import spec_folder
from shatterproof_properties.conformance import mutants
from shatterproof_properties.conformance.causes.differences import KINDS
from shatterproof_properties.conformance.history.known_file import FIELDS, read_known
from shatterproof_properties.conformance.runs.check import ask_again
from shatterproof_properties.protocol import messages

FILES = sorted((spec_folder() / "protocol").glob("*.schema.json"))
SCHEMAS = {file.name.removesuffix(".schema.json"): json.loads(file.read_text()) for file in FILES}
PARTS = SCHEMAS["messages"]["$defs"]
POSITIONS = {f"{game}-position": SCHEMAS[f"{game}-position"] for game in OURS}
FORMS = {name: part for name, part in PARTS.items() if name.endswith(("-question", "-answer"))} | POSITIONS
PAGE = (spec_folder() / "protocol.md").read_text()
BLOCKS = [
    json.loads(line) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()
]


def refused(schema: str, value: Any) -> tuple[str, str]:
    with pytest.raises(InputError) as caught:
        messages.check(schema, value)
    assert "\n" not in str(caught.value)
    return caught.value.where, str(caught.value)


@pytest.mark.parametrize("name", SCHEMAS)
def test_each_schema_is_valid_and_has_a_name_and_a_title(name: str) -> None:
    jsonschema_rs.meta.validate(SCHEMAS[name])
    assert SCHEMAS[name]["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert SCHEMAS[name]["$id"].endswith(f"/protocol/1/{name}.schema.json")
    assert SCHEMAS[name]["title"]


@pytest.mark.parametrize("name", sorted(FORMS))
def test_each_form_has_examples_that_it_accepts(name: str) -> None:
    assert FORMS[name]["examples"]
    for example in FORMS[name]["examples"]:
        messages.check(name, example)


def fields(schema: Any) -> list[tuple[str, Any]]:
    if isinstance(schema, list):
        return [found for part in schema for found in fields(part)]
    if not isinstance(schema, dict):
        return []
    own = list(schema.get("properties", {}).items()) + list(schema.get("$defs", {}).items())
    parts = [part for key, part in schema.items() if key not in ("examples", "if", "then", "else", "allOf")]
    return own + [found for part in parts for found in fields(part)]


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_field_is_described(name: str) -> None:
    for field, schema in fields(SCHEMAS[name]):
        target = schema
        if isinstance(schema, dict) and "description" not in schema:
            inside = schema.get("$ref", "").removeprefix("#/$defs/")
            target = SCHEMAS[name].get("$defs", {}).get(inside, schema)
        described = target is False or "description" in target or field in ("ok", "items")
        assert described, f"{name}: {field}"


def test_there_is_a_question_and_an_answer_for_each_command_and_nothing_else() -> None:
    expected = {f"{do}-{kind}" for do in messages.COMMANDS for kind in ("question", "answer")}
    assert set(FORMS) == expected | POSITIONS.keys()
    assert set(SCHEMAS) == {"messages"} | POSITIONS.keys()


def test_the_page_has_the_closed_list_of_errors() -> None:
    listed = PARTS["error"]["properties"]["code"]["enum"]
    assert re.findall(r"^\| `([a-z-]+)` \|", section("Errors"), re.MULTILINE) == listed


def section(title: str) -> str:
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE)
    assert found, title
    return found.group(1)


def test_the_page_shows_every_question_and_answer_and_all_are_valid() -> None:
    shown: set[str] = set()
    asked: dict[int, str] = {}
    for message in BLOCKS:
        if "do" in message and "id" in message:
            asked[message["id"]] = message["do"]
            kind = f"{message['do']}-question"
        elif "id" in message:
            kind = "bye-answer" if message["id"] is None else f"{asked[message['id']]}-answer"
        else:
            kind = f"{message['game']}-position"
        messages.check(kind, message)
        shown.add(kind)
    assert shown == set(FORMS)


def test_the_page_names_every_schema_and_limit() -> None:
    from shatterproof_properties.engines.limits import GIVEN, Limits

    assert all(file.name in PAGE for file in FILES)
    limits = Limits()
    times = [f"{do}, {limits.seconds({'do': do}):g} s" for do in messages.COMMANDS if do != "batch"]
    sizes = [f"{limits.line:,} bytes", f"{(limits.memory or 0) // 2**30} GiB", f"{limits.restarts} times"]
    sizes += [f"{limits.pipeline} questions", f"{(limits.disk or 0) // 2**20} MiB", f"processes, {limits.processes} at"]
    sizes += [f"`{name}`" for name in (*GIVEN, "LC_*", "TMPDIR", "PWD")]
    for words in times + sizes:
        assert words in section("Limits"), words


def test_the_known_difference_of_the_page_is_one(tmp_path: Path) -> None:
    file = tmp_path / "known.toml"
    file.write_text(re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)[0])
    (entry,) = read_known(file).entries
    assert entry.until == datetime.date(2027, 1, 31)
    engine = shlex.join(mutants.argv("splinter", "step-off-refused"))
    verdict = ask_again(run_settings("splinter", engine), entry.counterexample)
    assert [entry.covers(difference) for difference in verdict.differences] == [True]


def test_the_page_names_every_field_and_kind_of_a_known_difference() -> None:
    for name in (*FIELDS, *KINDS):
        assert f"`{name}`" in section("Known differences"), name


POSITION: dict[str, Any] = {
    **START,
    "memory": {"recent": [{"target": ["0", "0", "1", "1/2"], "worked": [["0", "0", "1", "1"]]}, None], "renewals": 1},
}


def changed(path: str, value: Any) -> dict[str, Any]:
    position = copy.deepcopy(POSITION)
    place: Any = position
    *steps, last = [int(step) if step.isdigit() else step for step in path.split("/")]
    for step in steps:
        place = place[step]
    if value is KeyError:
        del place[last]
    else:
        place[last] = value
    return position


def test_a_position_of_crumble_is_accepted() -> None:
    messages.check("crumble-position", POSITION)
    for number in ("0", "7", "16", "1/2", "31/2", "1/1048576", "16777215/1048576"):
        messages.check("crumble-position", changed("pieces/0/0", number))
    for board in ("2x2", "16x16", "3x5", "10x2"):
        messages.check("crumble-position", changed("board", board))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        *(("pieces/0/0", bad) for bad in (0, None, "", "00", "01", "-1", "+1", "1.5", "2/4", "2/2", "0/2", "1/3", "1/0",
                                          "1/1", "1/2097152", "1 /2", "½", "1/2\n", "9" * 30, "99999999999/2", "٣")),
        *(("pieces/0/2", bad) for bad in ("0", "0/2", "")),
        ("pieces/0/4", "red"),
        ("pieces/0", ["0", "0", "1", "1"]),
        ("pieces/0", ["0", "0", "1", "1", "white", 1]),
        ("pieces", []),
        ("pieces", {}),
        *(("board", bad) for bad in ("1x2", "17x2", "2x17", "2", "02x2", "2x2 ", 22, "2X2")),
        ("to_move", "White"),
        ("game", "crumbel"),
        ("memory", {}),
        ("memory/recent", []),
        ("memory/recent", [None] * 6),
        ("memory/renewals", 7),
        ("memory/renewals", -1),
        ("memory/renewals", True),
        ("memory/recent/0/worked", []),
        ("memory/recent/0/target", ["0", "0", "1"]),
        ("memory/recent/0/target/0", "1/3"),
        ("memory/recent/0/colour", "white"),
        *((key, KeyError) for key in ("game", "board", "to_move", "pieces", "memory/recent/0/target")),
        ("readings", {}),
    ],
)  # fmt: skip
def test_a_position_of_another_form_is_refused(path: str, value: Any) -> None:
    with pytest.raises(InputError):
        messages.check("crumble-position", changed(path, value))


def test_a_refusal_points_at_the_place_and_says_what_was_expected() -> None:
    where, said = refused("crumble-position", changed("pieces/3/1", "2/4"))
    assert where == "/pieces/3/1"
    assert said == '/pieces/3/1: "2/4"; expected a number of units, as a string in lowest terms: 0, 2, 3/2'
    assert refused("hello-question", {"id": 0, "do": "hello"})[1].startswith('lacks "protocol"')
    assert refused("bye-question", {"id": 0, "do": "bye", "a/b": 1})[1] == 'unknown field "a/b"; expected id, do'
    assert refused("apply-answer", {"id": 0, "ok": {"verdict": "maybe"}}) == (
        "/ok/verdict",
        '/ok/verdict: "maybe"; expected one of legal, illegal, malformed, ambiguous',
    )


def hello(**changes: Any) -> dict[str, Any]:
    """The answer to hello that the page shows, changed."""
    message = next(message for message in BLOCKS if "games" in message.get("ok", {}))
    return {"id": message["id"], "ok": message["ok"] | changes}


@pytest.mark.parametrize(
    ("schema", "message", "expected"),
    [
        ("hello-answer", hello(engine={"name": "", "version": "", "language": ""}),
         '"" is shorter than 1 character; expected the name of the engine'),
        ("hello-answer", hello(can=["turns"]), '["turns"]; expected "apply" in the list'),
        ("hello-answer", hello(can=["apply", "apply"]), "has non-unique elements; expected the commands"),
        ("hello-answer", hello(**{"from": []}), "[] has less than 1 item; expected where play can begin"),
        ("hello-answer", hello(**{"from": "start"}), '"start"; expected a JSON array: where play can begin'),
        ("open-answer", {"id": 1, "ok": {"context": "c" * 101, "start": START}},
         "ccc... is longer than 100 characters; expected the name"),
        ("count-question", {"id": 1, "do": "count", "context": "c", "position": START, "depth": 65},
         "65 is greater than the maximum of 64; expected the depth"),
        ("explorer/open-question", {"do": "open"}, '{"do": "open"}; expected a game from its opening, from a text or'),
        ("bye-answer", {"id": -1, "ok": {}}, "-1 is less than the minimum of 0; expected the id"),
        ("apply-answer", {"id": 1, "ok": {"verdict": "ambiguous", "means": ["0H"]}},
         '["0H"] has less than 2 items; expected every legal meaning'),
        ("open-question", {"id": 1, "do": "open", "game": "Go", "board": "2x2"},
         '"Go"; expected the name of a game: crumble, scrunch or splinter'),
        ("apply-answer", {"id": 1, "ok": {"verdict": "legal", "position": changed("pieces/0", ["0"]), "outcome": None}},
         '["0"] has less than 5 items; expected a piece: [x, y, width, height, colour]'),
        ("hello-answer", hello(games={60 * "g" + "h" * 5000: {}}), 'gg: lacks "boards"; expected boards'),
        ("apply-answer", {"id": 1, "ok": {"verdict": "legal", "position": START, "outcome": {"winner": 1}}},
         '1; expected a JSON null or string: the side that won'),
    ],
)  # fmt: skip
def test_a_refusal_says_which_demand_was_not_met(schema: str, message: Any, expected: str) -> None:
    assert expected in refused(schema, message)[1]


def test_only_an_error_goes_with_a_null_id() -> None:
    messages.check("apply-answer", {"id": None, "error": {"code": "bad-json", "text": "?"}})
    assert refused("apply-answer", {"id": None, "ok": {"verdict": "malformed"}})
    assert refused("apply-answer", {"id": None, "skip": {"why": "?"}})


def test_schemas_refer_only_to_shipped_files() -> None:
    references = set(re.findall(r'"\$ref": "([^"#]+)', "".join(file.read_text() for file in FILES)))
    assert references <= {Path(file).name for file in FILES}
