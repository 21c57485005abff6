"""Damaged input: whatever it is, the exit code reports it, and the complaint takes one line."""

from __future__ import annotations

from click.testing import CliRunner
from hypothesis import assume, example, given
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


@example(b"[")
@example(b"[]")
@example(b'[Game "crumble"]\n1) ...')
@example(b'[Game "crumble"]\n[Position ""]')
@example(b'[Game "crumble"]\n[Position "readings x"]')
@example(b'[Game "crumble"]\n[Readings " , "]')
@example(b'[Game "crumble"]\nBoard "2x2"]\n[Readings ""]')
@given(damaged(records()))
def test_judge_never_fails(data: bytes) -> None:
    ends_well("judge", "-", given=data)
    ends_well("judge", "-", "--json", given=data)


def trials() -> st.SearchStrategy[str]:
    """Trials of Ludii, whose board is in their options or shown only by their steps."""
    options = st.sampled_from([[], ["Board Size/3"], ["Board/Limping 3"]])
    played = games(scrunch, boards=st.sampled_from(["2", "3"]), max_plies=8)
    return st.builds(
        lambda game, way, chosen: trial(game[0], game[1], way, chosen), played, st.sampled_from(WAYS), options
    )


@example(f"{HEAD}\nMove=".encode())
@example(f"{HEAD}\nMove={'[Move:' * 5000}".encode())
@example(f"{HEAD}\nMove={'[Move:mover=1,actions=' * 5000}".encode())
@example(f"{HEAD}\nwinner={'9' * 5000}".encode())
@example(b"game=")
@example(b"Move=[")
@given(damaged(trials()))
def test_judge_of_a_trial_never_fails(data: bytes) -> None:
    ends_well("judge", "-", given=data)
    ends_well("judge", "-", "--board", "3", "--json", given=data)
    ends_well("show", "-", given=data)


@given(damaged(records()))
def test_show_of_a_record_never_fails(data: bytes) -> None:
    ends_well("show", "-", given=data)
    ends_well("show", "-", "--svg", "-", given=data)


@example(b"memory x")
@example(b"2x2\nAb\nbA\nreadings =")
@example(b"#\n2x2\n#")
@given(damaged(diagrams()))
def test_a_damaged_diagram_never_fails(data: bytes) -> None:
    ends_well("show", "-", given=data)
    ends_well("perft", "crumble", "1", "--position", "-", given=data)


@given(damaged(json_texts()))
def test_damaged_json_never_fails(data: bytes) -> None:
    ends_well("show", "-", "--json", given=data)
    ends_well("perft", "crumble", "1", "--engine", "second", "--position", "-", given=data)


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_any_bytes_at_all_never_fail(data: bytes) -> None:
    for command in (("judge", "-"), ("show", "-"), ("turns", "crumble", "--position", "-")):
        ends_well(*command, given=data)
