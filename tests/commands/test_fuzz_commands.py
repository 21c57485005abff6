"""Damaged input: whatever it is, the exit code reports it, and the complaint takes one line."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from hypothesis import assume, given
from hypothesis import strategies as st

from ludii_trials import HEAD, WAYS, trial
from running import one_line
from shatterproof import crumble, scrunch, strict_json
from shatterproof.record import format_record
from shatterproof_properties.cli import main
from shatterproof_properties.play import games, positions

BOARDS = st.sampled_from(["2x2", "3x2", "2x4"])
PIECES_OF_TEXT = st.sampled_from([
    "", " ", "\n", "/", "[", "]", "{", "}", '"', "\\", "#", ",", "-", "+", "0", "1", "9" * 25, "1.5", "1e9", "null",
    "...", "*", "1)", "2)", "1-0", "1/2", "1/0", "HN-W", "V2-1E", "J1,1", "6x6", "White to move", "memory ",
    "readings ", "[Game", "[Move:", "[Remove:to=0]", "mover=", "Move=", '[Position "', '[Readings "draw=', "a" * 50,
    "\u0663", "\x1b", "\u2028", "\ufeff", "\U0001f600",
])  # fmt: skip


@st.composite
def damaged(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> bytes:
    """Texts with a few stretches dropped, doubled, moved or replaced; now and then not UTF-8 any more."""
    text = draw(texts)
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + draw(st.sampled_from([1, 3, 30])))))
        inserted = draw(PIECES_OF_TEXT | st.just(text[start:end] * 2) | st.text(max_size=3))
        text = text[:start] + inserted + text[end:]
    data = text.encode("utf-8", "surrogatepass")
    return data + draw(st.sampled_from([b"", b"", b"", b"\xff", b"\xc3"]))


def records() -> st.SearchStrategy[str]:
    played = games(crumble, boards=BOARDS, max_plies=6)
    return st.builds(
        lambda game, result: format_record(game[0], game[1], {"Event": "fuzz"}, result),
        played,
        st.sampled_from(["*", "1-0", "0-1", "1/2-1/2"]),
    )


def diagrams() -> st.SearchStrategy[str]:
    return positions(crumble, BOARDS, 4, decided=True).map(_diagram)


def _diagram(position: crumble.Position) -> str:
    assume(len(position.arrangement.pieces) < 40)
    return crumble.to_diagram(position)


def json_texts() -> st.SearchStrategy[str]:
    return positions(crumble, BOARDS, 4, decided=True).map(crumble.to_json).map(strict_json.encode)


def ends_well(*arguments: str, given: bytes) -> None:
    """Runs a command on the standard input. It may accept or refuse it, but must not fail."""
    result = CliRunner().invoke(main, [*arguments], input=given, prog_name="shatterproof")
    assert result.exit_code in (0, 1, 2), result.output
    # Of several games in a text each has its line.
    if result.exit_code == 2 and not result.stdout:
        one_line(result.stdout, result.stderr)
    else:
        assert result.stdout
        assert result.stderr == ""


def trials() -> st.SearchStrategy[str]:
    """Trials of Ludii, whose board is in their options or shown only by their steps."""
    options = st.sampled_from([[], ["Board Size/3"], ["Board/Limping 3"]])
    played = games(scrunch, boards=st.sampled_from(["2", "3"]), max_plies=8)
    return st.builds(
        lambda game, way, chosen: trial(game[0], game[1], way, chosen), played, st.sampled_from(WAYS), options
    )


POSITION = [("show", "-"), ("show", "-", "--json"), ("perft", "crumble", "1", "--position", "-"),
            ("perft", "crumble", "1", "--engine", "second", "--position", "-")]  # fmt: skip
DAMAGED = {
    "record": (records(), [("judge", "-"), ("judge", "-", "--json"), ("show", "-"), ("show", "-", "--svg", "-")]),
    "trial": (trials(), [("judge", "-"), ("judge", "-", "--board", "3", "--json"), ("show", "-")]),
    "diagram": (diagrams(), POSITION),
    "JSON": (json_texts(), POSITION),
}
"""Texts to be damaged, and the commands that read them."""
WRONG = {
    "record": [
        "[", "[]", '[Game "crumble"]\n1) ...', '[Game "crumble"]\n[Position ""]', '[Game "crumble"]\n[Readings " , "]',
        '[Game "crumble"]\n[Position "readings x"]', '[Game "crumble"]\nBoard "2x2"]\n[Readings ""]',
    ],
    "trial": [
        f"{HEAD}\nMove=", f"{HEAD}\nMove={'[Move:' * 5000}", f"{HEAD}\nMove={'[Move:mover=1,actions=[' * 5000}",
        f"{HEAD}\nwinner={'9' * 5000}", "game=", "Move=[",
    ],
    "diagram": ["memory x", "2x2\nAb\nbA\nreadings =", "#\n2x2\n#"],
}  # fmt: skip


@pytest.mark.parametrize("kind", DAMAGED)
@given(data=st.data())
def test_no_command_fails_on_damaged_input(kind: str, data: st.DataObject) -> None:
    texts, commands = DAMAGED[kind]
    given = data.draw(damaged(texts))
    for command in commands:
        ends_well(*command, given=given)


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in WRONG.items() for text in texts])
def test_no_command_fails_on_what_is_wrong_in_a_way_of_its_own(kind: str, text: str) -> None:
    for command in DAMAGED[kind][1]:
        ends_well(*command, given=text.encode())


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_any_bytes_at_all_never_fail(data: bytes) -> None:
    for command in (("judge", "-"), ("show", "-"), ("turns", "crumble", "--position", "-")):
        ends_well(*command, given=data)
