"""A verdict for people: at most forty lines for a terminal, or everything."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, islice
from textwrap import wrap

from shatterproof.errors import shorten
from shatterproof.spec import find_clause, spec_version
from shatterproof_properties.common.prose import first_sentence, printable, visible
from shatterproof_properties.conformance.causes import is_convention
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.mutants import self_check_mutants
from shatterproof_properties.conformance.verdicts import covered
from shatterproof_properties.conformance.verdicts.judgement import Judgement
from shatterproof_properties.conformance.verdicts.terminal import LABEL, WIDTH, picture, rounded, wrapped_command
from shatterproof_properties.engines.session import LEGAL_ONLY

WORDS = {
    "agrees": "AGREES",
    "agrees-on-part": "AGREES ON PART",
    "differs": "DIFFERS",
    "interrupted": "INTERRUPTED",
    "engine-errors": "ENGINE ERRORS",
    "too-little-seen": "TOO LITTLE SEEN",
}
"""The words of verdicts for people. Any other headline is NO VERDICT."""
MOST_OTHERS, MOST_KNOWN, MOST_ERRORS, MOST_LAST_LINES = 4, 3, 2, 6
"""How many of each a terminal shows: further differences, known ones of each kind, engine errors, last lines."""
MOST_CLAUSES = 8
"""How many clauses of `--clauses` a terminal lists, with how often each was exercised."""
LONGEST_TITLE = 60
SHORT = {
    "ask the engine again": "again",
    "ask all the questions before it again": "all again",
    "ask again about the position that the engine refuses": "again",
    "the rule at issue": "the rule",
    "what to fix first": "fix first",
    "with more time for every answer": "slower",
    "next, with more time for each mutant, or a machine less busy": "more time",
}
"""The next steps that a terminal shows, and the word for each."""


@dataclass
class Verdict(Judgement):
    """A judgement in words."""

    @property
    def word(self) -> str:
        return WORDS.get(self.headline, "NO VERDICT")

    def first_line(self) -> str:
        return f"{self.settings.game.capitalize()}  {self.word}  {sentence(self)}"

    def to_text(self, verbose: bool = False) -> str:
        """The verdict for people: the answer first, then the clause and the picture; with `verbose` everything."""
        lines = _everything(self) if verbose else _terminal(self)
        return visible("\n".join(line.rstrip() if not verbose else line for line in lines).rstrip("\n")) + "\n"


def sentence(verdict: Verdict) -> str:
    """The sentence after the word of a verdict, in one line."""
    result, engine = verdict.result, shorten(verdict.result.engine.title, LONGEST_TITLE)
    compared = bool(verdict.coverage.results)
    match verdict.headline:
        case "internal-error":
            return f"on {engine}: {result.ending.internal_error}"
        case "differs":
            return f"{engine} {_differs(verdict)}"
        case "withheld":
            missed = next(mutant.name for mutant in verdict.self_check if not mutant.found)
            return f"on {engine}: this run missed the mutant {missed}, which it was to find first"
        case "interrupted" | "too-little-seen":
            return f"{engine} {'agrees so far' if compared else 'was not compared'}"
        case "engine-errors":
            where = "agrees where it could be compared, but " if compared else ""
            return f"{engine} {where}did not answer every question properly"
    if verdict.one_question:
        return f"{engine} answers this question as the rules do"
    expected = len(result.findings.expected)
    but = f", but for {expected} known difference{'' if expected == 1 else 's'}" if expected else ""
    settings, part = verdict.settings, "the rules"
    if settings.clauses:
        met = len(+verdict.coverage.all_clauses)
        part = f"{met} of {len(settings.only)} clauses of {', '.join(settings.clauses)}"
    departures = ", ".join(f"{name}={value}" for name, value in result.engine.departures.items())
    edition = f"spec {spec_version(settings.game)}, {departures or 'default readings'}"
    return f"{engine} follows {part}{but} ({edition})"


def _differs(verdict: Verdict) -> str:
    difference = verdict.differences[0]
    if difference.earlier is not None:
        return "answers differently after earlier questions"
    if is_convention(difference.reported, difference.question.turn):
        return f"reads texts otherwise than {difference.title}, a convention of the spec and no rule of the game"
    return f"breaks {difference.reported}" if difference.reported else f"differs from {difference.title}"


def _terminal(verdict: Verdict) -> list[str]:
    lines = _wrapped(verdict.first_line(), "    ")
    if verdict.differences:
        lines += _difference(verdict, verdict.differences[0])
        for number, difference in enumerate(verdict.differences[1 : MOST_OTHERS + 1], start=2):
            lines += _wrapped(f"  difference {number}: {difference.title}: {difference.what}", "    ")
        if (more := len(verdict.differences) - MOST_OTHERS - 1) > 0:
            lines.append(f"  and {more} more differences: --verbose")
    errors = [shorten(f"engine error: {error}", 3 * WIDTH) for error in verdict.result.questions.errors[:MOST_ERRORS]]
    errors += [shorten(line, 4 * WIDTH) for line in verdict.error_lines(MOST_LAST_LINES)[:20]]
    by_kind = groupby(verdict.known_lines(), key=lambda line: line.partition(":")[0])
    known = [shorten(line, WIDTH - 2) for _, of_kind in by_kind for line in islice(of_kind, MOST_KNOWN)]
    parts = (_lacking(verdict), known, errors, _seen(verdict), _notes(verdict))
    lines += [f"  {line}" for part in parts for each in part for line in _wrapped(each, "  ", WIDTH - 2)]
    lines += ["" for _ in lines[-1:] if verdict.differences and lines[-1]]
    for what, how in verdict.next_steps.items():
        if word := "readings" if what.startswith("which") else SHORT.get(what):
            first, *rest = wrapped_command(how, WIDTH - LABEL - 2)
            lines += [f"  {word:<{LABEL}}{first}", *(" " * (LABEL + 2) + line for line in rest)]
    return [*lines, *_hints(verdict)]


def _everything(verdict: Verdict) -> list[str]:
    lines = [verdict.first_line(), ""]
    for number, difference in enumerate(verdict.differences, start=1):
        lines += [f"difference {number} of {len(verdict.differences)}", ""] if len(verdict.differences) > 1 else []
        lines += [difference.to_text(), *_readings(verdict, number - 1), ""]
    errors = [f"engine error: {error}" for error in verdict.result.questions.errors]
    for part in (list(_lacking(verdict)), verdict.known_lines(), [*errors, *verdict.error_lines()]):
        lines += [*part, ""] if part else []
    rows = [*(verdict.vectors.lines() if verdict.vectors else []), *covered.lines(verdict.result)]
    lines += [*(line for line in _notes(verdict) if line not in rows), *rows]
    for mutant in verdict.self_check:
        lines.append(f"mutant {mutant.name}: {f'found in {mutant.seconds:.1f} s' if mutant.found else 'MISSED'}")
    lines += covered.caught_line(verdict.result)
    lines += [f"report: {verdict.report}"] if verdict.report else []
    lines += ["", *(f"{what}:\n    {how}" for what, how in verdict.next_steps.items()), ""]
    lines += [] if verdict.seed is None else [f"seed {verdict.seed}; this run again:\n    {verdict.repeated()}"]
    return lines


def _difference(verdict: Verdict, difference: Difference) -> Iterator[str]:
    said = difference.explained()
    if difference.earlier is None:
        title = first_sentence(find_clause(difference.reported).title) if difference.reported else f"{difference.what}."
        said = [title, *said, *_readings(verdict, 0)]
    for each in said:
        yield from (f"  {line}" for line in _wrapped(shorten(each, 4 * WIDTH), "  ", WIDTH - 2))
    question = difference.question
    if question.played:
        played = printable(" ".join(question.played))
        yield from ("", *_wrapped(f"      after {shorten(played, 2 * WIDTH)}", "      "))
    yield from ("", *(f"      {line}" for line in picture(difference)), "")
    if differing := difference.differing():
        yield from _wrapped(f"  They differ in: {shorten(differing, 2 * WIDTH)}", "  ")


def _readings(verdict: Verdict, index: int) -> list[str]:
    """The readings under which the engine would be right, unless its cause names them."""
    found = verdict.explanations[index] if index < len(verdict.explanations) else ()
    cause = verdict.differences[index].cause
    named = [f"{name}={value}" for name, value in found if not cause or f"{name}={value}" not in cause.as_if]
    return [f"It would be right under the reading {' or '.join(named)}."] if named else []


def _lacking(verdict: Verdict) -> Iterator[str]:
    if verdict.result.ending.interrupted:
        yield "interrupted: this is what was found until then"
    if verdict.differences and not verdict.result.findings.is_asked_afresh:
        yield "not confirmed in a new process: none could import the engine"
    if verdict.result.findings.stopped_short:
        yield "shrinking stopped short, for lack of time: a smaller question may show the same"
    if verdict.headline == "too-little-seen":
        yield from verdict.lacking
        if needed := verdict.seconds_needed:
            yield f"at this rate that takes about {rounded(needed)}: --time {rounded(needed)}"
        if verdict.result.engine.not_announced:
            yield f"the run would see more if the engine announced {' and '.join(verdict.result.engine.not_announced)}"
    settings = verdict.settings
    if verdict.agrees and not verdict.one_question and not self_check_mutants(settings.game, settings.only):
        of = ", ".join(settings.clauses) or settings.game.capitalize()
        yield f"nothing was self-checked: no mutants of {of} are known"


def _seen(verdict: Verdict) -> Iterator[str]:
    coverage, result, game = verdict.coverage, verdict.result, verdict.settings.game
    if verdict.differences or verdict.one_question:
        return
    yield from verdict.vectors.lines()[:1] if verdict.vectors else ()
    met, of = covered.clauses_met(game, coverage)
    every = coverage.results + coverage.bulk_results
    judged = f", {coverage.results:,} of them by the reference" if coverage.bulk_results else ""
    yield f"{every:,} results compared in {result.ending.seconds:.0f} s{judged}; {met} of {of} clauses exercised"
    if verdict.agrees:
        yield from covered.caught_line(result)


def _notes(verdict: Verdict) -> Iterator[str]:
    for each in verdict.result.findings.beside[:MOST_OTHERS]:
        about = f" ({shorten(printable(each.question.turn), 60)})" if each.question.turn else ""
        yield f"another answer about this position is not right: {each.title}: {each.what}{about}"
    if verdict.settings.clauses:
        met, named = verdict.coverage.all_clauses, sorted(verdict.settings.only)
        yield f"asked only what exercises {', '.join(verdict.settings.clauses)} (--clauses)"
        if met and len(named) <= MOST_CLAUSES:
            yield f"how often: {', '.join(f'{name} {met[name]:,}' for name in named if met[name])}"
        if never := [name for name in named if not met[name]]:
            more = f" and {len(never) - MOST_OTHERS} more" if len(never) > MOST_OTHERS else ""
            yield f"no question exercised {', '.join(never[:MOST_OTHERS])}{more}"
    gaps = verdict.result.questions.gaps
    if verdict.counts["skip"]:
        yield f"{verdict.counts['skip']:,} questions were not answered"
    yield from (f"not answered: {count:,}, for {shorten(why, WIDTH)}" for why, count in gaps.most_common(MOST_KNOWN))
    if LEGAL_ONLY in verdict.result.engine.spared:
        yield LEGAL_ONLY
    most = verdict.settings.budget.results
    if most and verdict.coverage.results < most and verdict.headline in ("agrees", "too-little-seen"):
        yield f"its time was over before the {most:,} results that were asked for (--time)"
    if verdict.saved:
        if verdict.saved.changed:
            yield f"the engine has changed since the parts before: {shorten(verdict.saved.changed, WIDTH)}"
        yield verdict.saved.to_text()


def _hints(verdict: Verdict) -> Iterator[str]:
    """Options to add to the same command, and their effect, as many on a line as fit."""
    headline, is_run = verdict.headline, verdict.seed is not None
    is_short = headline == "too-little-seen" and verdict.seconds_needed is None and not verdict.result.ending.gave_up
    is_reproduced = any(each.is_reproduced for each in verdict.differences)
    is_one = verdict.settings.budget.differences == 1 and not verdict.one_question
    hints = {
        "more differences: --differences 5": headline == "differs" and is_one,
        f"accept it: {verdict.accepting}": headline == "differs" and is_reproduced and verdict.accepting,
        f"more time: --time {rounded(10 * verdict.settings.budget.seconds)}":
            is_run and (verdict.agrees or headline == "interrupted" or is_short),
        "take out what is fixed: --update-known": verdict.may_take_out,
        "everything: --verbose": True,
        f"report: {verdict.report}" if verdict.report else "as a page: --report DIR": True,
        f"again: --seed {verdict.seed}": is_run,
    }  # fmt: skip
    line = ""
    for hint in (hint for hint, is_given in hints.items() if is_given):
        if line and len(line) + len(hint) + 4 > WIDTH:
            yield line
            line = ""
        line += f"{'    ' if line else '  '}{hint}"
    yield from [line] if line else []


def _wrapped(text: str, indent: str, width: int = WIDTH) -> list[str]:
    if len(text) <= width:
        return [text]
    begin = text[: len(text) - len(text.lstrip())]
    return wrap(text, width, subsequent_indent=begin + indent, break_on_hyphens=False, drop_whitespace=True)
