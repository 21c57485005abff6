"""How long people wait for `puzzle verify` and `puzzle certificate`: the crumblemates of the collection, one by one.

`python tests/benchmarks/verifying.py` prints a line for each, seconds by the clock of the whole command, the median of
so many runs; beside them what starting Python and importing networkx and z3 takes alone, and what a puzzle of the whole
collection of Crumble takes where one command verifies them all. Nothing fails here.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

from shatterproof_properties.puzzles.files.text import read_puzzle

COLLECTION = Path(__file__).parents[2] / "spec" / "puzzles" / "crumble"
RUNS = 5
IMPORTS = ("-c", "import networkx, z3")
PUZZLE = ("-m", "shatterproof_properties", "puzzle")


def seconds(*arguments: str) -> float:
    """The seconds of a command of Python, by the clock."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
    return time.perf_counter() - begun


def usual(*arguments: str) -> float:
    """The median seconds of several runs of a command."""
    return median(seconds(*arguments) for _ in range(RUNS))


def main() -> None:
    """Prints the table, the medians, and what imports and a whole folder take."""
    with tempfile.TemporaryDirectory() as folder:
        measure(Path(shutil.copytree(COLLECTION, folder, dirs_exist_ok=True)))


def measure(folder: Path) -> None:
    """The seconds for the puzzles of a folder. Certificates are written beside them."""
    files = sorted(folder.glob("*.puzzle"))
    mates = [file for file in files if read_puzzle(file).claim.kind == "mated"]
    shown, verified, checked = Table("crumblemate", "verify, s", "certificate, s"), [], []
    for file in mates:
        verified.append(usual(*PUZZLE, "verify", str(file)))
        checked.append(usual(*PUZZLE, "certificate", str(file.with_suffix(".certificate.json"))))
        shown.add_row(file.stem, f"{verified[-1]:.2f}", f"{checked[-1]:.2f}")
    whole = seconds(*PUZZLE, "verify", str(folder)) / len(files)
    Console().print(
        shown,
        f"median: verify {median(verified):.2f} s, certificate {median(checked):.2f} s",
        f"Python with networkx and z3, nothing done: {usual(*IMPORTS):.2f} s",
        f"verify of the whole folder, of any claim: {whole:.2f} s a puzzle of {len(files)}",
        sep="\n",
    )


if __name__ == "__main__":
    main()
