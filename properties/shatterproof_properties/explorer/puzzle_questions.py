"""Questions about puzzles: tries are judged, hints and solutions given, and composed puzzles verified."""

from __future__ import annotations

import time
from dataclasses import replace
from importlib.util import find_spec

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.explorer.analysis_questions import SECONDS, Progress, Say
from shatterproof_properties.explorer.knowledge import KNOWLEDGE, Json
from shatterproof_properties.explorer.play_questions import things_named
from shatterproof_properties.explorer.puzzle_collection import kept
from shatterproof_properties.explorer.views import (
    draw,
    names_of,
    played,
    read_position,
    refusal_to_json,
    shown,
    step_to_json,
)
from shatterproof_properties.protocol.explaining import steps_of
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.claims.wins_claim import after_pass
from shatterproof_properties.puzzles.edit.improve import SOUND, Improver
from shatterproof_properties.puzzles.files.statement import puzzle_from
from shatterproof_properties.puzzles.files.text import format_puzzle
from shatterproof_properties.puzzles.proof.tree import solution_tree
from shatterproof_properties.puzzles.proof.tree_text import tree_to_lines
from shatterproof_properties.puzzles.proof.verdict_text import played_line, verdict_to_text
from shatterproof_properties.puzzles.proof.verification import check_undecided, prove_again, search_for
from shatterproof_properties.puzzles.proof.verification import verify as verify_puzzle
from shatterproof_properties.puzzles.sheet.sheet import render_sheet
from shatterproof_properties.puzzles.solve.judge import GOES_ON, SOLVED, WRONG, Judge
from shatterproof_properties.puzzles.solve.questions import PuzzleQuestion
from shatterproof_properties.solving.forcing import SearchLimits

LAST_HINT = 3
"""The number of the hint that gives the turn away."""
NO_ANSWER = "no-answer"
"""The verdict on a text that cannot be an answer, or that was found already."""
MOST_IMPROVEMENTS = 10


def try_turns(question: Json) -> Json:
    """The answer to `try`. Raises InputError for an illegal turn before the last one, and for an unknown puzzle."""
    turns, round = question.get("turns", []), question.get("round", 0)
    judge = _judge_of_turns(question)
    found = judge.judge(turns) if turns else judge.begin(round)
    is_over = found.verdict == SOLVED and round >= judge.rounds - 1
    game, answer, passed = judge.game, None, None
    if found.reply:
        here = judge.diagram if found.after is None else found.after
        turn = game.parse_turn(here, found.reply)
        answer = played(game, here, turn, game.play(here, turn))
    elif found.verdict == GOES_ON and found.after is not None:
        passed = shown(game, after_pass(game, found.after))
    did = [] if found.turn is None else steps_of(game, found.before, found.turn)
    return {
        "verdict": found.verdict,
        "answer": answer,
        "passed": passed,
        "refusal": None if found.refusal is None else refusal_to_json(game, judge.diagram, found.refusal),
        "text": f"{found.text} {found.remark}".rstrip(),
        "did": [step_to_json(game, judge.diagram, step) for step in did],
        "comment": judge.puzzle.comment if is_over else "",
    }


def _judge_of_turns(question: Json) -> Judge:
    """The judge of the puzzle that a question is about. Raises InputError if it does not ask for turns."""
    judge = kept(question["id"]).judge
    if judge.puzzle.claim.meaning.counts_answers:
        raise InputError("this puzzle asks for answers, not for a line of turns", "/id", "the question find")
    return judge


def find(question: Json) -> Json:
    """The answer to `find`: whether a value of a reading, or an answer, is right. Raises InputError."""
    judge, asking = kept(question["id"]).judge, _asking(question)
    before = asking.found
    said, failed, done = asking.answer(question["text"])
    is_over = done and judge.puzzle.claim.meaning.counts_answers
    right = SOLVED if is_over else GOES_ON if done or asking.found != before else NO_ANSWER
    begins = None
    if done and not is_over:
        begins = {"readings": judge.diagram.readings.to_mapping(), "start": shown(judge.game, judge.diagram)}
    return {
        "verdict": WRONG if failed else right,
        "text": said,
        "found": list(asking.found),
        "begins": begins,
        "comment": judge.puzzle.comment if is_over else "",
    }


def _asking(question: Json) -> PuzzleQuestion:
    """The other question of a puzzle, after some answers have been found. Raises InputError if it has none."""
    asking = kept(question["id"]).asking
    if asking is None:
        raise InputError("this puzzle asks for turns only", "/id", "a puzzle with something else to find")
    again = asking.fresh_copy()
    for text in question.get("found", ()):
        again.answer(text)
    return again


def hint(question: Json) -> Json:
    """The answer to `hint`: the motif of the turn, then its place, then the turn. Raises InputError."""
    number, turns = question["number"], question.get("turns", [])
    if "found" in question:
        answer = _asking(question).hint(number)
        return {"text": answer.text, "about": names_of(kept(question["id"]).judge.game, answer.about), "shape": None}
    judge = _judge_of_turns(question)
    found = judge.hint(turns)
    if found is None:
        nothing = "There is nothing to find here: the program is to move, or the game is over."
        return {"text": nothing, "about": [], "shape": None}
    game, shape = judge.game, None
    if number == LAST_HINT:
        here = judge.situation(turns).position
        shape = KNOWLEDGE.of(game).arrow_of(here, game.parse_turn(here, found.turn))
    about = names_of(game, found.about) if number > 1 else []
    return {"text": found.said(number, ", here"), "about": about, "shape": shape}


def solution(question: Json) -> Json:
    """The answer to `solution`: the certificate's play in lines as problemists write it. Raises InputError."""
    found = kept(question["id"])
    its, tree = found.puzzle, solution_tree(found.puzzle, found.certificate)
    said = found.asking.solution if found.asking else ""
    return {
        "said": f"{said[0].upper()}{said[1:]}." if said else "",
        "lines": [line._asdict() for line in tree_to_lines(tree)],
        "turns": list(tree.series or filter(None, [tree.key])),
        "comment": its.comment,
        "source": its.source,
    }


def improve(question: Json, say: Say) -> Json:
    """The answer to `improve`: changes that help a draft. Raises InputError for a bad claim or place."""
    game, position = read_position(question["position"])
    puzzle = puzzle_from(game, position, {"claim": question["claim"]}, lambda name, index=None: f"/{name}")
    check_undecided(puzzle)
    places = things_named(game, position, question.get("places", []))
    improver, progress = Improver(puzzle, places=places), Progress(say)
    end, text = time.monotonic() + SECONDS, improver.begun.becomes
    for number in improver.tries():
        progress.report(f"{number:,} changes tried, {len(improver.best):,} help", lambda: {"best": _best(improver)})
        if time.monotonic() > end:
            text += "; there was no time for all changes"
            break
    best, result = _best(improver), improver.result(lambda: time.monotonic() > end)
    lightest = None if result is None else _improved("the best, without what is needless", True, result)
    if lightest and lightest["position"] not in (game.to_json(position), *(each["position"] for each in best[:1])):
        best.insert(0, lightest)
    return {"text": text, "sound": improver.begun.reached == SOUND, "best": best}


def _best(improver: Improver) -> list[Json]:
    return [
        _improved(found.words, found.reached == SOUND, improver.changed(found))
        for found in improver.best[:MOST_IMPROVEMENTS]
    ]


def _improved(text: str, is_sound: bool, its: Puzzle) -> Json:
    return {"text": text, "sound": is_sound, "position": its.rules.to_json(its.reference_position())}


def verify(question: Json, say: Say) -> Json:
    """The answer to `verify`: a composed puzzle proved or refuted, with its certificate and a page to print.

    Raises InputError for a claim that is not valid.
    """
    game, position = read_position(question["position"])
    said = {name: question[name] for name in ("unique", "title", "author") if question.get(name)}
    said["claim"] = question["claim"]
    puzzle = puzzle_from(game, position, said, lambda name, index=None: f"/{name}")
    progress = Progress(say)
    forcing = search_for(puzzle, SearchLimits(seconds=SECONDS, kept=500_000), progress)

    def on_checked(number: int) -> None:
        progress.report(f"{number:,} results made by the checker")

    found = verify_puzzle(puzzle, forcing=forcing, on_checked=on_checked)
    # In a browser there is no z3: there the checker alone has the last word.
    if find_spec("z3") is not None:
        found = prove_again(found, forcing, lambda number: progress.report(f"{number:,} wins proved again by z3"))
    its = puzzle
    if found.verdict == "proved" and found.line and puzzle.claim.kind == "wins":
        its = replace(puzzle, solution=found.line.turns[:1])
    sealed = None if found.certificate is None else strict_json.encode(found.certificate) + "\n"
    steps = [] if found.line is None else list(played_line(puzzle, found.line))
    return {
        "verdict": found.verdict,
        "text": verdict_to_text(found, with_diagram=False).strip(),
        "line": [step.text for step in steps],
        "drawing": draw(game, steps[-1].after, last=steps[-1].turn) if steps else None,
        "passes": any(step.passed for step in steps),
        "certificate": sealed,
        "puzzle": format_puzzle(its),
        "sheet": render_sheet([(its, found.certificate)]) if found.verdict == "proved" else None,
    }
