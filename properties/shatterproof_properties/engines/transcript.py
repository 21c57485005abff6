"""Transcripts: the last lines between the harness and an engine, and files that keep all of them.

The standard library's rotating handlers write the files, so they are bounded; the older half stays as FILE.1.
"""

from __future__ import annotations

import logging
from collections import deque
from functools import cache
from logging.handlers import RotatingFileHandler

from shatterproof.errors import InputError

MOST_BYTES = 64 * 1024**2
"""Bytes of a file before it becomes FILE.1, and a new one begins."""
LINES_KEPT = 20
LONGEST_KEPT = 400
"""Bytes of a line that is kept for a verdict."""
TO_ENGINE, FROM_ENGINE, NOTE = ">", "<", "#"


class _KeptFile(RotatingFileHandler):
    def handleError(self, record: logging.LogRecord) -> None:
        """A full disk ends no run: it loses the transcript, not the findings."""


@cache
def kept_file(path: str, form: str = "%(message)s") -> logging.Handler:
    """Opens a file to append to, once for each process. Raises InputError if that cannot be done."""
    try:
        handler = _KeptFile(path, maxBytes=MOST_BYTES, backupCount=1, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path, "a file that can be written") from None
    handler.setFormatter(logging.Formatter(form))
    return handler


def write(handler: logging.Handler, text: str) -> None:
    handler.emit(logging.LogRecord("shatterproof", logging.INFO, "", 0, text, None, None))


class Transcript:
    """The lines between the harness and one engine, and perhaps a file for all of them.

    The last ones are kept for the verdict on an engine that dies.
    """

    def __init__(self, path: str | None) -> None:
        self._file = kept_file(path, "%(asctime)s %(process)d %(message)s") if path else None
        self._last: deque[tuple[str, bytes]] = deque(maxlen=LINES_KEPT)

    def add(self, direction: str, line: bytes) -> None:
        """Keep a line, without its newline."""
        self._last.append((direction, line[: LONGEST_KEPT + 1]))
        if self._file:
            write(self._file, f"{direction} {line.decode('utf-8', 'replace')}")

    def last_lines(self) -> tuple[str, ...]:
        """The last lines, oldest first, each with its direction. Long lines are cut."""
        cut = ((direction, line[:LONGEST_KEPT], "..." * (len(line) > LONGEST_KEPT)) for direction, line in self._last)
        return tuple(f"{direction} {line.decode('utf-8', 'replace')}{dots}" for direction, line, dots in cut)
