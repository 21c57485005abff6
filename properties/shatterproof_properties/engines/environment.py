"""What engines know of the environment: a short list of variables, and those that somebody names."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from shatterproof.errors import InputError

GIVEN = (
    "PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "SYSTEMROOT",
    "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH",
    "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "NODE_PATH", "JAVA_HOME", "CLASSPATH", "DOTNET_ROOT",
    "GEM_HOME", "GEM_PATH", "RUBYLIB", "PERL5LIB", "LUA_PATH", "LUA_CPATH", "GOROOT", "GOPATH",
    "CARGO_HOME", "RUSTUP_HOME",
)  # fmt: skip
"""The variables of ours that every engine is given, where they are set; besides them LC_*."""
_SEARCH_PATHS = ("PATH", "PYTHONPATH", "NODE_PATH", "CLASSPATH")


def environment_of(folder: str, more: Mapping[str, str]) -> dict[str, str]:
    """The environment of an engine in a folder: the short list, `more`, and the folder as PWD and TMPDIR.

    Relative entries of search paths are made absolute, since the folder is another than ours.
    """
    given = {name: value for name, value in os.environ.items() if name in GIVEN or name.startswith("LC_")}
    given.update(more)
    for name in _SEARCH_PATHS:
        if name in given:
            entries = given[name].split(os.pathsep)
            given[name] = os.pathsep.join(os.path.abspath(entry) if entry else entry for entry in entries)
    return {**given, "PWD": folder, "TMPDIR": folder}


def read_variables(words: Sequence[str]) -> dict[str, str]:
    """Variables written as NAME=VALUE, or as NAME for one of ours. Raises InputError."""
    found = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not name or (not equals and name not in os.environ):
            what = f"{name} is not set here" if name else f"no name in {word!r}"
            raise InputError(what, "--engine-env", "NAME=VALUE, or the NAME of a variable that is set")
        found[name] = value if equals else os.environ[name]
    return found
