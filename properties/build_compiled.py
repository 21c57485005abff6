"""Makes the library in C that lists results quickly, where there is a compiler; without it everything works as well."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

SECOND = Path(__file__).parent / "shatterproof_properties" / "second"
OPTIONS = ("-O2", "-std=c11", "-shared", "-fPIC", "-fvisibility=hidden")


def make(compiler: str, *more: str) -> bool:
    """Makes the library beside its sources; whether that went well."""
    found = spec_from_file_location("compiled", SECOND / "compiled.py")
    assert found and found.loader
    compiled = module_from_spec(found)
    found.loader.exec_module(compiled)
    files = [str(path) for path in compiled.sources() if path.suffix == ".c"]
    made = compiled.LIBRARY.with_suffix(f".{os.getpid()}")
    fingerprint = f'-DSOURCES="{compiled.fingerprint()}"'
    try:
        done = subprocess.run([compiler, *OPTIONS, *more, fingerprint, *files, "-o", str(made)], stdin=subprocess.DEVNULL)
    except OSError:
        return False
    if done.returncode:
        return False
    made.replace(compiled.LIBRARY)
    return True


if __name__ == "__main__":
    sys.exit(not make(os.environ.get("CC") or shutil.which("cc") or "gcc", *sys.argv[1:]))
