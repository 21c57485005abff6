"""The commands `rule` and `readings`: clauses listed, quoted, found by questions, and explained on turns."""

from __future__ import annotations

from pathlib import Path

import pytest

from running import refusal, run, run_for_json
from shatterproof_properties.common.editions import editions

# rule and readings


def test_rule_lists_every_clause_with_what_it_is_about() -> None:
    lines = run("rule").splitlines()
    assert all(
        line.startswith(("crumble.", "scrunch.", "splinter.")) and len(line.split(maxsplit=1)[1]) <= 120
        for line in lines
    )
    assert [entry["clause"] for entry in run_for_json("rule")] == [line.split()[0] for line in lines]
    assert run("rule", "--game", "scrunch").splitlines() == [line for line in lines if line.startswith("scrunch.")]


def test_rule_prints_a_clause_with_its_examples_code_and_guards() -> None:
    text = run("rule", "crumble.swap.complete-side")
    assert text.startswith("crumble.swap.complete-side\n\n")
    for part in (
        "Formally: ",
        "Source: ",
        "Reference: `shatterproof.crumble.",
        "    turn ",
        "Guarded by: ",
        "In full: spec/",
    ):
        assert part in text
    assert "```" not in text
    (data,) = run_for_json("rule", "crumble.swap.complete-side")
    assert data["clause"] == "crumble.swap.complete-side"
    assert data["examples"]
    assert data["properties"]


def test_rule_tells_the_readings_that_bear_on_a_clause_and_on_what_a_reading_bears() -> None:
    said = "Readings that bear on it:\n    crumble.standing-enclosure       reject (default) / "
    assert said in run("rule", "crumble.ring")
    assert next(iter(run_for_json("rule", "crumble.ring")[0]["readings"])) == "crumble.standing-enclosure"
    (reading,) = run_for_json("rule", "crumble.standing-enclosure")
    assert "crumble.ring" in reading["bears_on"]
    reported = f"Bears on: {', '.join(reading['bears_on'])}.\n"
    assert reported in run("rule", "crumble.standing-enclosure") == run("readings", "standing-enclosure")
    assert "Readings that bear" not in run("rule", "crumble.cut.own")


def test_rule_begins_with_the_answer_then_the_clause_an_example_the_near_miss_and_runners_up() -> None:
    text = run("rule", "may I skip my go", "--game", "splinter")
    assert text.startswith("May I skip my go? No. A player may not pass: in every turn they slide a piece.")
    assert "\n\nsplinter.turn.no-pass\n\n    Splinter " in text
    assert "\nNear miss" in text
    assert len(text.partition("See also:\n")[2].splitlines()) == 2
    entries = run_for_json("rule", "may my split run through a gap?")
    assert entries[0]["clause"] == "crumble.cut.along-edges"
    assert set(entries[0]) == {"answer", "clause", "shown"}
    assert set(entries[-1]) == {"clause", "title", "sentence"}


def test_an_opening_is_drawn_in_an_answer() -> None:
    assert "start 6x6" not in run("rule", "what does the opening layout look like", "--game", "crumble")


def test_a_question_for_every_game_is_answered_for_each_and_one_for_a_single_game_for_that_alone() -> None:
    heads = run("rule", "can", "I", "pass?").partition("\n\n")[0]
    assert all(f"{game.capitalize()}: Can I pass? No." in heads for game in ("crumble", "scrunch", "splinter"))
    assert run("rule", "may I lay an egg beside my own snake").startswith(
        "Can i spawn an egg next to my own snake? No."
    )


def test_a_reading_is_said_to_decide_and_what_is_left_open_bears_on_a_rule() -> None:
    assert "depends on a reading: scrunch.loops, by default allowed." in run("rule", "may a snake bite its tail")
    assert "Readings bear on it: splinter.passing." in run(
        "rule", "what is the notation for a pass", "--game", "splinter"
    )


@pytest.mark.parametrize(
    ("question", "known"),
    [
        ("what is level 2 crumble", "once at level 1"),
        ("how does Children's Crumble work", "Children's Crumble has no joins"),
        ("splinter for four players", "two squares, two crosses and five circles"),
        ("does splinter have a version with a king", "two\nknockouts win"),
        ("is there a chess clock in scrunch", "set no time for turns"),
    ],
)
def test_what_no_rule_says_is_not_covered_with_what_is_known_of_it(question: str, known: str) -> None:
    text = run("rule", question)
    assert text.startswith("Not covered by these rules. ")
    assert " ".join(known.split()) in " ".join(text.split())


def test_both_run_out_at_the_same_time_finds_its_clause() -> None:
    found = [entry["clause"] for entry in run_for_json("rule", "both run out at the same time") if "title" in entry]
    assert "splinter.win.both-out" in found[:3]


def test_rule_reads_a_slip_as_the_nearest_word_and_says_so() -> None:
    assert run("rule", "capure").startswith("no clause has 'capure': read as capture\n")
    assert run_for_json("rule", "capure")[0]["near"][0] == "capture"
    assert run("rule", "qqqq", "corner").startswith("no clause has 'qqqq': it is passed over\n")


def test_what_players_ask_stands_last_in_a_clause() -> None:
    last = run("rule", "splinter.turn.no-pass").partition("In full: ")[2].splitlines()[1]
    assert last.startswith("Asked: Can I pass? No. · May I skip my go? No. · ")
    (data,) = run_for_json("rule", "splinter.turn.no-pass")
    assert {"question": "may I skip my go", "answer": "No."} in data["asked"]


def test_rule_explains_a_turn_step_by_step_with_the_position_before_and_after(file: Path) -> None:
    file.write_text("3x2, Black to move\naAb\nBCc\n")
    assert run("rule", "--position", file, "0J2,1E") == (
        "legal: 0J2,1E\n"
        "  1. B (1x1 at (0, 0)) and C (1x1 at (1, 0)) become one piece, D (2x1 at (0, 0)).\n"
        "     crumble.join.outline\n"
        "  2. D (2x1 at (0, 0)), which is new, begins to swap.\n"
        "     crumble.swap.start\n"
        "  3. Swap 1, east: D (2x1 at (0, 0)) and c (1x1 at (2, 0)) share a complete side. "
        "They exchange colours: c (1x1 at (2, 0)) is Black's now, D (2x1 at (0, 0)) White's.\n"
        "     crumble.swap.complete-side, crumble.swap.exchange\n"
        "before:\n    3x2, Black to move\n    aAb\n    BCc\n"
        "after:\n    3x2, White to move\n    aAb\n    ddC\n    # changed C d\n"
        "the game goes on\n"
        "no other value of a reading, alone, changes any of this\n"
    )


def test_rule_tells_why_a_turn_is_not_allowed_and_under_which_reading_it_would_be(file: Path) -> None:
    file.write_text("Splinter 3x2, Blue to move\nSXO\nsxo\nreadings step-off=forbidden\n")
    text = run("rule", "--position", file, "a2N", code=1)
    assert text.startswith("illegal: a2N\n  1. The blue square on a2 slides one square north.\n")
    assert "  no: the piece on a2 would leave the board by itself (splinter.step-off)\n     May the sliding" in text
    assert text.endswith(
        "    splinter.step-off=allowed: legal, with 2 blue, 3 white; White wins (splinter.win.type-out)\n"
    )
    (data,) = run_for_json("rule", "--position", file, "a2N", code=1)
    assert (data["verdict"], data["clause"]) == ("illegal", "splinter.step-off")
    assert [step["about"] for step in data["steps"]] == [["a2"], ["a2"]]
    (change,) = data["readings"]
    assert (change["reading"], change["value"], change["verdict"]) == ("splinter.step-off", "allowed", "legal")


def test_rule_explains_a_turn_of_several_words_on_the_standard_input(file: Path) -> None:
    start = b"Scrunch 2, Dark to move, creating Light\n . .\n. o .\n x .\n"
    assert run("rule", "--position", "-", "x", "a1", given=start).startswith("legal: x a1\n")
    assert run("rule", "--position", "-", "x a1", given=start).startswith("legal: x a1\n")


def test_rule_explains_a_turn_after_a_game_which_other_readings_play_again(file: Path) -> None:
    file.write_text('[Game "splinter"]\n[Position "Splinter 2x4, Blue to move/.o/x./Os/SX"]\n\n1) b1N *\n')
    text = run("rule", "--position", file, "b4S", code=1)
    assert "splinter.no-return=moved-piece: legal, with " in text
    assert "splinter.no-return=whole-position: legal, with " in text
    assert "something else" not in text


def test_rule_does_not_know_what_a_position_remembers_under_another_reading(file: Path) -> None:
    file.write_text('Splinter 2x4, White to move\n.o\nxs\nOX\nS.\nmemory [["b2","b1"],["b3","b2"]]\n')
    text = run("rule", "--position", file, "b4S", code=1)
    assert "splinter.no-return=moved-piece: what is remembered would be something else" in text


def test_readings_are_listed_with_the_default_first_and_explained() -> None:
    assert (
        run("readings").splitlines()[0] == "crumble.draw                     same-target / draw-turns / agreement-only"
    )
    assert run_for_json("readings")[0]["values"] == ["same-target", "draw-turns", "agreement-only"]
    assert run("readings", "draw") == run("readings", "crumble.draw") == run("rule", "crumble.draw")
    assert run_for_json("readings", "crumble.draw")[0]["values"] == ["same-target", "draw-turns", "agreement-only"]


def test_without_names_the_editions_are_listed() -> None:
    lines = run("compare").splitlines()
    assert [line.split()[0] for line in lines] == list(editions())
    assert [entry["edition"] for entry in run_for_json("compare")] == list(editions())


def test_with_one_name_it_is_said_what_gives_each_reading_its_value() -> None:
    said = run("compare", "2026")
    assert said.startswith("Scrunch, its designer's later words of 2026: ")
    assert "scrunch.loops=forbidden\n    his program of 2026" in said
    assert "scrunch.isolated=from-own\n    as in 2025: " in said
    (data,) = run_for_json("compare", "2026")
    assert (data["edition"], data["readings"]["scrunch.loops"]) == ("2026", "forbidden")
    assert "scrunch.first-wriggle" in data["open"]


def test_two_editions_are_compared() -> None:
    said = run("compare", "2025", "2026")
    assert "1. scrunch.creation-end: What ends a player's creation?\n    2025: own-growth (" in said
    assert "The smallest game in which the two sets differ:" in said
    (data,) = run_for_json("compare", "2025", "2026", "--shipped")
    assert data["differences"][0]["values"] == ["own-growth", "own-growth-or-full"]
    assert data["differences"][0]["in_play"] == "yes"
    assert data["whole"]["witness"]["turn"] == "b2"


def test_sets_that_do_not_differ_are_reported_by_the_exit_code() -> None:
    assert "no game differs" in run("compare", "default", "draw=same-target", code=1)
    assert run_for_json("compare", "default", "draw=same-target", code=1)[0]["whole"] is None


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        (("rules-c",), "there is no edition 'rules-c'"),
        (("rules-a\x1b[31m", "rules-b"), "there is no edition"),
        (("draw=" + "x" * 5000, "rules-b"), "crumble.draw has no value"),
    ],
)
def test_bad_sets_are_refused_in_one_line(arguments: tuple[str, ...], reported: str) -> None:
    assert reported in refusal("compare", *arguments)
