"""The files of a check: report, JUnit XML, badge, summary, long questions, and known differences brought up to date.

The badge, for a README, names the games that an engine plays by the rules, their versions, and the coverage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from markupsafe import escape

from shatterproof.errors import InputError
from shatterproof.spec import spec_version
from shatterproof_properties.common import outputs
from shatterproof_properties.common.prose import printable
from shatterproof_properties.conformance.history.known import KnownDifference
from shatterproof_properties.conformance.history.known_file import KnownFile, updated
from shatterproof_properties.conformance.report import is_name_of_ours, write_index, write_report, write_table
from shatterproof_properties.conformance.report.engine_table import EngineTable, EngineVerdicts
from shatterproof_properties.conformance.report.junit import junit_of
from shatterproof_properties.conformance.verdicts.covered import clauses_met
from shatterproof_properties.conformance.verdicts.verdict import Verdict

BADGE_LABEL = "shatterproof"
COLOURS = {"agrees": "#17693f", "differs": "#a81f36"}
DOUBT = "#7d5200"
CHARACTER = 6.6
"""The average width of a character of 11 pixels height, in pixels."""


@dataclass(frozen=True)
class Output:
    """The places for verdicts: a folder for the report, and files; None for those that are not wanted.

    Existing files that are not ours are replaced with `force` only; the files `inputs` never are. With `update`, files
    of known differences are updated. With `as_json` the command prints JSON, which has
    whole questions.
    """

    report: Path | None
    junit: Path | None
    badge: Path | None
    summary: Path | None
    as_json: bool
    force: bool = False
    inputs: tuple[Path, ...] = ()
    update: bool = False

    def may_be_written(self, known: Iterable[KnownFile]) -> None:
        """Raises InputError if a file could not be written after the run, the files `known` among them."""
        if self.report:
            outputs.may_write_folder(self.report, force=self.force)
            for given in self.inputs:
                if is_name_of_ours(self.report, given):
                    raise InputError("this command reads the file, so it does not write over it", str(given),
                                     "another folder for --report")  # fmt: skip
        for file, kind in ((self.junit, outputs.JUNIT), (self.badge, outputs.BADGE)):
            if file:
                outputs.may_write(file, kind, inputs=self.inputs, force=self.force)
        updates = [Path(each.name) for each in known if self.update and each.name]
        for file in (*updates, *([self.summary] if self.summary else [])):
            outputs.may_write(file, outputs.HANDMADE, force=True)

    def save(
        self, verdicts: Sequence[Verdict], alone: bool, table: EngineTable | None
    ) -> InputError | KeyboardInterrupt | None:
        """Writes all files about verdicts, one for each game, or about the table of several engines.

        Returns a failure, to be raised after the verdict is printed, so that the verdict is not lost.
        """
        failure: InputError | KeyboardInterrupt | None = None
        columns = table or EngineTable([EngineVerdicts(verdicts[0].result.engine.title, verdicts)])
        steps: dict[Callable[[], object], object] = {
            lambda: self._write_report(verdicts, alone, table): self.report,
            lambda: self._keep_questions(verdicts): not self.as_json or self.junit,
            lambda: self._write(self.junit, junit_of(table.engines if table else [EngineVerdicts("", verdicts)]),
                                outputs.JUNIT): self.junit,
            lambda: self._write(self.badge, badge_of(verdicts), outputs.BADGE): self.badge,
            lambda: self._update_known(verdicts): self.update,
            lambda: outputs.append_to_file(self.summary or Path(), columns.to_markdown()): self.summary,
        }  # fmt: skip
        for write in (write for write, is_wanted in steps.items() if is_wanted):
            try:
                write()
            except InputError as error:
                failure = failure or error
            except KeyboardInterrupt as interrupt:
                return failure or interrupt
        return failure

    def _write(self, file: Path | None, text: str, kind: outputs.Kind) -> None:
        assert file
        outputs.write_file(file, text, kind, inputs=self.inputs, force=self.force)

    def _write_report(self, verdicts: Sequence[Verdict], alone: bool, table: EngineTable | None) -> None:
        assert self.report
        given = self.inputs, self.force
        try:
            if table:
                write_table(self.report, table, *given)
            elif alone:
                write_report(self.report, verdicts[0], *given)
            else:
                write_index(self.report, verdicts, *given)
        except (InputError, KeyboardInterrupt):
            for verdict in verdicts:
                verdict.report = ""
            raise

    def _keep_questions(self, verdicts: Sequence[Verdict]) -> None:
        """Writes into the working folder what is too long for a command, and in no report; in JSON it is at hand."""
        for verdict in verdicts:
            # A folder that cannot be written is no reason for another exit code: the verdict says what to do.
            with suppress(InputError):
                for text in verdict.too_long:
                    verdict.files[text] = str(outputs.write_beside(Path(), "difference", f"{text}\n"))

    def _update_known(self, verdicts: Sequence[Verdict]) -> None:
        # One of several engines may have no file.
        files = {verdict.settings.known.name: verdict.settings.known for verdict in verdicts}
        for known in (known for known in files.values() if known.name):
            findings = [verdict.result.findings for verdict in verdicts if verdict.settings.known.name == known.name]
            fixed = [entry for each in findings for entry in each.fixed]
            differences = (difference for each in findings for difference in each.differences)
            new = [KnownDifference.of(difference) for difference in differences if difference.is_reproduced]
            with outputs.writing(Path(known.name)):
                outputs.replace_file(Path(known.name), updated(known, fixed, new))


def badge_words(verdict: Verdict) -> str:
    """A verdict for a badge, like `Splinter 1.1.2 agrees, 37 of 37 clauses`, with readings that are not at defaults."""
    game = verdict.settings.game
    departures = verdict.result.engine.departures.items()
    readings = "".join(f" {name.partition('.')[2]}={value}" for name, value in departures)
    seen = ", {} of {} clauses".format(*clauses_met(game, verdict.coverage)) if verdict.agrees else ""
    return f"{game.capitalize()} {spec_version(game)}{readings} {verdict.word.lower()}{seen}"


def badge_of(verdicts: Sequence[Verdict]) -> str:
    parts = [(BADGE_LABEL, "#1f2a31"), *((badge_words(each), COLOURS.get(each.headline, DOUBT)) for each in verdicts)]
    widths = [round(CHARACTER * len(text)) + 12 for text, _ in parts]
    shapes, left = [], 0
    for (text, colour), width in zip(parts, widths, strict=True):
        shapes.append(f'<rect x="{left}" width="{width}" height="20" fill="{colour}"/>')
        shapes.append(f'<text x="{left + width / 2:g}" y="14" fill="#fff" text-anchor="middle">{escape(text)}</text>')
        left += width
    title = escape("; ".join(text for text, _ in parts))
    font = 'font-family="Verdana,DejaVu Sans,sans-serif" font-size="11"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{left}" height="20" role="img" aria-label="{title}" {font}>'
    return "\n".join([head, f"<title>{title}</title>", *shapes, "</svg>"]) + "\n"


def readme_line(verdicts: Sequence[Verdict], file: str) -> str:
    """The line that shows the badge in a README in Markdown."""
    return f"![{printable(BADGE_LABEL)}: {'; '.join(map(badge_words, verdicts))}]({file})"
