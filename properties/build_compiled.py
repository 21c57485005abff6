"""Makes the library of compiled functions, where there is a C compiler; without it Python does everything.

`python properties/build_compiled.py [OPTION OF THE COMPILER ...]` makes it anew after a change; exit code 1: not made.
"""

from __future__ import annotations

import os
import runpy
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

SECOND = Path(__file__).parent / "shatterproof_properties" / "second"
OPTIONS = ("-O3", "-std=c11", "-shared", "-fPIC", "-fvisibility=hidden")


def make(*more: str, library: Path | None = None) -> Path | None:
    """Makes the library, beside its sources unless said otherwise; None if that cannot be done.

    `more` are options besides the usual ones. CC in the environment is a compiler, perhaps with options.
    """
    compiled = runpy.run_path(str(SECOND / "compiled.py"))
    library = library or Path(compiled["library_path"]())
    usual = shutil.which("cc") or shutil.which("gcc") or "clang"
    compiler = shlex.split(os.environ.get("CC", "")) or [usual]
    made = library.with_suffix(f".{os.getpid()}")
    files = [str(path) for path in compiled["sources"]() if path.suffix == ".c"]
    try:
        subprocess.run([*compiler, *OPTIONS, *more, *files, "-o", str(made)], check=True, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"no compiled functions: {error}", file=sys.stderr)
        return None
    for earlier in library.parent.glob("compiled-*.library"):
        earlier.unlink(missing_ok=True)
    made.replace(library)
    return library


if __name__ == "__main__":
    sys.exit(0 if make(*sys.argv[1:]) else 1)
