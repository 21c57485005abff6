"""What commands write. They replace or delete nothing of somebody else's, and a write that fails changes nothing."""

from __future__ import annotations

import errno
import os
import re
import secrets
import shutil
import stat
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from shatterproof.errors import InputError
from shatterproof.game import GAMES

MANIFEST = ".shatterproof-report"
"""The file that marks a folder as ours: the names of the files in it that we have written, one a line."""
HEAD = 4096
"""Bytes at the beginning of a file by which its kind is recognised."""
MOST_MANIFEST = 1024 * 1024
MOST_BESIDE = 1000
PART = ".shatterproof-part"
"""Ends the names of files that are being written."""


def cache_folder() -> Path:
    """The folder for files that can be made again; it need not exist."""
    return Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")) / "shatterproof"


@dataclass(frozen=True)
class Kind:
    """A kind of file that commands write: its name in errors, and the pattern by which our own are recognised."""

    name: str
    pattern: re.Pattern[str]


SVG = Kind("a picture of ours", re.compile(rf'\A<svg [^>]*aria-label="({"|".join(map(str.capitalize, GAMES))}) '))
PAGE = Kind("a page of ours", re.compile(r'<meta name="generator" content="shatterproof">'))
JUNIT = Kind("a JUnit file of ours", re.compile(r'<testsuite [^>]*package="shatterproof"'))
BADGE = Kind("a badge of ours", re.compile(r"\A<svg [^>]*aria-label=\"shatterproof; "))
HANDMADE = Kind("written over", re.compile(r"(?!)"))
"""Files that people may have written by hand, which are never taken for ours."""
CERTIFICATE = Kind("a certificate of ours", re.compile(r'"format":\s*"shatterproof-certificate"'))


def may_write(
    path: Path, kind: Kind, *, inputs: Iterable[Path] = (), force: bool = False, parents: bool = False
) -> None:
    """Raises InputError with the file if `write_file` would refuse it. Call it before the work is done."""
    with writing(path):
        if not parents and not path.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
        _refuse_inputs(path, inputs)
        if path.exists() and not force and _is_regular(path):
            with path.open("rb") as file:
                head = file.read(HEAD).decode("utf-8", "replace")
            if head and kind.pattern.search(head) is None:
                raise InputError(f"exists, and is not {kind.name}", str(path), "another name, or --force to replace it")
        # What `replace_file` could not write, as far as one can know without writing.
        target = _target(path)
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not target.exists() or _is_regular(target):
            _try_in(target.parent)
        elif not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def write_file(
    path: Path, text: str, kind: Kind, *, inputs: Iterable[Path] = (), force: bool = False, parents: bool = False
) -> None:
    """Writes a text file whole or not at all; the folders above it are made with `parents` only.

    A file that exists is replaced only where it is of the same kind and ours, or with `force`; an input never is.
    Raises InputError with the file.
    """
    may_write(path, kind, inputs=inputs, force=force, parents=parents)
    with writing(path):
        if parents:
            path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, text)


def write_beside(folder: Path, stem: str, text: str) -> Path:
    """Writes a text file under the first name stem-1.json, stem-2.json and so on that is free or has this text already.

    Returns its path. Raises InputError if it cannot be written, or if all names are taken.
    """
    for number in range(1, MOST_BESIDE + 1):
        path = folder / f"{stem}-{number}.json"
        with writing(path):
            try:
                file = path.open("x", encoding="utf-8")
            except FileExistsError:
                if path.is_file() and path.read_bytes() == text.encode():
                    return path
                continue
            with file:
                file.write(text)
            return path
    raise InputError(f"{MOST_BESIDE} files of this name are there", str(folder / f"{stem}-1.json"), "fewer of them")


def append_to_file(path: Path, text: str) -> None:
    """Append to a text file, which may not be there yet. Raises InputError with the file."""
    with writing(path), path.open("a", encoding="utf-8") as file:
        file.write(text)


def replace_file(path: Path, text: str) -> None:
    """Writes a text file, whatever is there: beside the old one, and renamed when it is whole on the disk.

    Raises OSError if it cannot be written, and leaves the old one.
    """
    target = _target(path)
    if target.exists() and not _is_regular(target):
        # A pipe or a terminal cannot be replaced, and nothing in it can be lost.
        target.write_text(text, encoding="utf-8")
        return
    part = target.with_name(f".{secrets.token_hex(6)}{PART}")
    try:
        with part.open("x", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, part)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def may_write_folder(folder: Path, *, force: bool = False) -> None:
    """Raises InputError for a folder with files of somebody else's, unless `force`. Call it before the work is done."""
    with writing(folder):
        if folder.exists() and not folder.is_dir():
            raise InputError("cannot be written: this is no folder", str(folder), "a new or an empty folder")
        if folder.is_dir() and _written_before(folder) is None and any(folder.iterdir()) and not force:
            wish = "a new or an empty folder, or --force to write into this one"
            raise InputError("there are files of somebody else's in this folder", str(folder), wish)
        _try_in(folder)


def write_folder(folder: Path, texts: Mapping[str, str], *, inputs: Iterable[Path] = (), force: bool = False) -> None:
    """Writes a folder of text files, by their names relative to it, and deletes what an earlier run wrote besides.

    The folder is new, empty, or has been written by us before, as `MANIFEST` shows, unless `force` is given. Only files
    that we have written, or that `texts` names, are touched. Raises InputError with the folder or file.
    """
    _fill(folder, texts, lambda name, file: replace_file(file, texts[name]), inputs, force)


def write_tree(folder: Path, made: Path, *, force: bool = False) -> None:
    """Copies a folder that was made elsewhere, files of any kind, under the conditions of `write_folder`."""
    names = sorted(file.relative_to(made).as_posix() for file in made.rglob("*") if file.is_file())
    _fill(folder, names, lambda name, file: shutil.copyfile(made / name, file), (), force)


def _fill(
    folder: Path, names: Collection[str], put: Callable[[str, Path], object], inputs: Iterable[Path], force: bool
) -> None:
    """Puts files of these names into a folder, under the conditions of `write_folder`."""
    may_write_folder(folder, force=force)
    with writing(folder):
        known = _written_before(folder) or []
        for name in names:
            file = folder / name
            _refuse_inputs(file, inputs)
            if file.exists() and name not in known and not force:
                raise InputError("exists, and is none of ours", str(file), "another folder, or --force to replace it")
        folder.mkdir(parents=True, exist_ok=True)
        stale = [name for name in known if name not in names]
        # What is about to be written is ours from now on, even if the run is killed in between.
        replace_file(folder / MANIFEST, "".join(f"{name}\n" for name in (*names, *stale)))
        for name in names:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            put(name, folder / name)
        for name in stale:
            (folder / name).unlink(missing_ok=True)
        replace_file(folder / MANIFEST, "".join(f"{name}\n" for name in names))


def _written_before(folder: Path) -> list[str] | None:
    """The names in the manifest of a folder; None where it has none. Names that lead out of the folder are dropped."""
    manifest = folder / MANIFEST
    if not manifest.is_file():
        return None
    with manifest.open("rb") as file:
        names = file.read(MOST_MANIFEST).decode("utf-8", "replace").splitlines()
    return [name for name in names if name and not Path(name).is_absolute() and ".." not in Path(name).parts]


def _refuse_inputs(path: Path, inputs: Iterable[Path]) -> None:
    for given in inputs:
        with suppress(OSError):
            # One that is not there yet is known by its name.
            if os.path.realpath(given) == os.path.realpath(path) or given.samefile(path):
                raise InputError("this command reads the file, so it does not write over it", str(path), "another name")


def _try_in(folder: Path) -> None:
    """Raises OSError if no file can be made in a folder, or in the nearest folder above it that exists."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    trial = folder / f".{secrets.token_hex(6)}{PART}"
    try:
        trial.touch(exist_ok=False)
    finally:
        trial.unlink(missing_ok=True)


def _is_regular(path: Path) -> bool:
    return stat.S_ISREG(path.stat().st_mode)


def _target(path: Path) -> Path:
    with suppress(FileNotFoundError):
        path.stat()  # a link in a circle is an error, a file that is not there yet is none
    return Path(os.path.realpath(path))


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turns errors of the system into InputErrors that name the file."""
    try:
        yield
    except InputError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        name = getattr(error, "filename", None)
        where = str(path) if name is None or str(name).endswith(PART) else str(name)
        raise InputError(f"cannot be written: {reason}", where, "a file or folder that can be written") from None
