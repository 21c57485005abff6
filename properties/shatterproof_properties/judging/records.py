"""Game records from elsewhere, judged in whole folders, and the readings under which they are legal."""

from __future__ import annotations

import os
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import OURS, IllegalPosition, describe_outcome, find_game
from shatterproof.judging import Judgement, judge
from shatterproof.record import Record, parse_record, read_tags
from shatterproof_properties.common.files import (
    Unreadable,
    games_in,
    is_folder,
    is_record,
    is_refused_record,
    read_text,
    record_in,
)
from shatterproof_properties.common.progress import Bar
from shatterproof_properties.common.prose import internal_error, printable
from shatterproof_properties.judging.legality import Legality, legal_under, legality_of

MOST_FILES = 10_000
NAMED = 10
"""Files that are no records, named in a summary."""


@dataclass(frozen=True)
class JudgedFile:
    """The verdict on a game in a file: `status` is legal, illegal, broken (it cannot be replayed) or other.

    Files that are no records are "other". `why` says what is wrong with a broken record, in a line with the place.
    `line` is where the game begins in a file of several, else 0.
    """

    path: Path
    status: str
    game: str = ""
    judgement: Judgement | None = None
    legality: Legality | None = None
    why: str = ""
    line: int = 0

    def to_text(self) -> str:
        about = judgement_to_text(self.judgement) if self.judgement else f"broken: {self.why}"
        names_readings = self.legality and (self.judgement or self.legality.departures)
        readings = self.legality.to_text() if self.legality and names_readings else ""
        remarks = [f"remark: {remark}" for remark in self.judgement.remarks] if self.judgement else []
        return "; ".join([about, *([readings] if readings else []), *remarks])

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"file": str(self.path), "status": self.status}
        data |= {"line": self.line} if self.line else {}
        if self.judgement:
            data |= {"game": self.game, **judgement_to_json(self.judgement)}
        if self.legality:
            data["readings"] = self.legality.to_json()
        return data | ({"error": self.why} if self.why else {})


@dataclass
class JudgedFolder:
    """The games in the files of a folder, or in one file, judged one by one, in their order."""

    folder: Path
    files: list[JudgedFile] = field(default_factory=list)

    @property
    def records(self) -> list[JudgedFile]:
        return [file for file in self.files if file.status != "other"]

    @property
    def exit_code(self) -> int:
        """0 if all are legal, 1 if some are illegal, 2 if any cannot be replayed."""
        statuses = {file.status for file in self.records}
        return 2 if "broken" in statuses else int("illegal" in statuses)

    def to_text(self) -> str:
        lines = [f"{self.name_of(file)}: {file.to_text()}" for file in self.records]
        return "".join(f"{printable(line)}\n" for line in (*lines, *self.summary()))

    def name_of(self, file: JudgedFile) -> str:
        """The path of a file within the folder, with the line of the game where it holds several."""
        name = file.path.name if file.path == self.folder else file.path.relative_to(self.folder).as_posix()
        return name + (f":{file.line}" if file.line else "")

    def summary(self) -> list[str]:
        """The number of games of each kind, and one reading that would make all records of a game legal."""
        counts = Counter(file.status for file in self.files)
        kinds = [f"{counts[status]} {status}" for status in ("legal", "illegal", "broken") if counts[status]]
        records = len(self.records)
        lines = [f"{records} record{'' if records == 1 else 's'}: {', '.join(kinds)}"]
        for game in dict.fromkeys(file.game for file in self.records if file.game):
            found = [file.legality for file in self.records if file.game == game]
            if all(each and each.legal for each in found):
                continue
            singles = ((name, value) for name, of in find_game(game).Readings.choices().items() for value in of)
            for reading, value in singles:
                if all(each and value in each.values.get(reading, ()) for each in found):
                    lines.append(f"all records of {game.capitalize()} are legal under {reading}={value}")
        others = [self.name_of(file) for file in self.files if file.status == "other"]
        if others:
            more = f" and {len(others) - NAMED} more" if len(others) > NAMED else ""
            be = "file is no record" if len(others) == 1 else "files are no records"
            lines.append(f"{len(others)} {be}: {', '.join(others[:NAMED])}{more}")
        return lines

    def to_json(self) -> dict[str, Any]:
        counts = Counter(file.status for file in self.files)
        of_each = {status: counts[status] for status in ("legal", "illegal", "broken", "other")}
        files = [file.to_json() for file in self.files]
        return {"files": files, "counts": of_each, "exit_code": self.exit_code}


def judge_folder(folder: Path) -> JudgedFolder:
    """Judges every game record in a folder and its subfolders. The first line of a file tells whether it is a record.

    Hidden files and folders are passed over, and links to folders are not followed. Raises InputError for a folder that
    cannot be read, has no record in it, or more than MOST_FILES files.
    """
    paths = files_of(folder)
    judged = JudgedFolder(folder)
    with Bar("judging", len(paths)) as bar:
        for number, path in enumerate(paths, start=1):
            judged.files += judge_file(path)
            bar.show(number)
    if not judged.records:
        raise InputError("no file in it is a game record", str(folder), f'a first line like [Game "{OURS[0]}"]')
    return judged


def files_of(folder: Path) -> list[Path]:
    """The files in a folder and the folders in it, in order. Raises InputError."""
    if not is_folder(folder):
        raise InputError("this is no folder", str(folder), "a folder with game records")
    found: list[Path] = []
    for base, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        paths = [Path(base, name) for name in names if not name.startswith(".")]
        found += filter(_is_file, paths)
        if len(found) > MOST_FILES:
            raise InputError("there are too many files in it", str(folder), f"at most {MOST_FILES:,}")
    return sorted(found)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        # Judging it will say why it cannot be read.
        return True


def judge_file(path: Path) -> list[JudgedFile]:
    """Judges the games in one file. Any fault of the file becomes part of the verdict."""
    try:
        return judge_games(path, read_text(path))
    except Unreadable as error:
        return [JudgedFile(path, "broken", why=str(error))]
    except InputError as error:
        status = "other"
        with suppress(OSError):
            status = "broken" if is_refused_record(path) else "other"
        return [JudgedFile(path, status, why=str(error))]


def judge_games(path: Path, text: str) -> list[JudgedFile]:
    if not is_record(text):
        return [JudgedFile(path, "other")]
    games = games_in(text)
    return [replace(_judge_game(path, line, game), line=line if len(games) > 1 else 0) for line, game in games]


def _judge_game(path: Path, line: int, text: str) -> JudgedFile:
    try:
        return judge_record(path, record_in(text, line))
    except IllegalPosition as error:
        tags = read_tags(text)
        game = find_game(tags["Game"])
        readings = game.Readings.from_text(tags["Readings"]) if "Readings" in tags else game.Readings()
        legality = legality_of(game, readings, lambda readings: parse_record(text, readings))
        return JudgedFile(path, "broken", game.NAME, legality=legality, why=str(error))
    except InputError as error:
        return JudgedFile(path, "broken", why=str(error))
    except Exception as error:
        return JudgedFile(path, "broken", why=internal_error(error))


def judge_record(path: Path, record: Record) -> JudgedFile:
    """Judges a record, and finds the readings under which it is legal."""
    game, legality = record.game.NAME, legal_under(record)
    try:
        judgement = judge(record)
    except InputError as error:
        return JudgedFile(path, "broken", game, legality=legality, why=str(error))
    return JudgedFile(path, "legal" if judgement.legal else "illegal", game, judgement, legality)


def judgement_to_text(judgement: Judgement) -> str:
    """A judgement in a line, without its remarks."""
    if judgement.at is not None:
        at = judgement.at
        return f"illegal: {at.where}, {at.text}: {judgement.reason} ({judgement.clause})"
    ending = "drawn by agreement" if judgement.agreed else describe_outcome(judgement.outcome)
    return f"legal: {judgement.played:,} turn{'' if judgement.played == 1 else 's'}, {ending}"


def judgement_to_json(judgement: Judgement) -> dict[str, Any]:
    from shatterproof_properties.protocol.answers import outcome_to_json

    data: dict[str, Any] = {"legal": judgement.legal, "played": judgement.played, "remarks": list(judgement.remarks)}
    if judgement.at is None:
        return data | {"agreed": judgement.agreed, "outcome": outcome_to_json(judgement.outcome)}
    at = judgement.at
    shown = {"number": at.number, "side": at.side, "line": at.line, "turn": at.text}
    return data | {"at": shown, "clause": judgement.clause, "reason": judgement.reason}
