"""Makes the files of spec/vectors anew: `python tests/conformance/vectors/make.py [GAME ...]`."""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[2]))

from conformance.vectors.candidates import CandidateMaker, VectorCandidate, core, more
from conformance.vectors.drafts import Draft, drafts
from shatterproof import strict_json
from shatterproof.game import OURS, find_game
from shatterproof.spec import clauses
from shatterproof_properties.common.progress import Bar
from shatterproof_properties.conformance.vectors.vector import SETS, Vector, Which, file_name, folder, read_file
from shatterproof_properties.protocol.announced import covers
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.served import boards_of

BYTES = {"crumble": 2_100_000, "scrunch": 1_300_000, "splinter": 1_700_000}
"""The bytes shipped for each game, the core included."""
FORMAT = 1
"""The major version: the form of a line."""
MEANING = {"major": "the form of the lines", "minor": "which questions there are", "patch": "answers that were wrong"}

SLICES = 24
"""The number of parts in which questions are answered. The choice of vectors depends on it."""

Files = dict[tuple[str, Which], list[Vector]]


def make(game: str) -> dict[Which, list[Vector]]:
    """The sets of a game: the core, and the rest of the full set."""
    pool = candidates(game)
    chosen = core(pool)
    rest = more(pool, chosen, BYTES[game] - sum(len(found.vector.line) + 1 for found in chosen))
    sets: dict[Which, list[VectorCandidate]] = {"core": chosen, "full": rest}
    return {which: sorted((each.vector for each in found), key=lambda each: each.id) for which, found in sets.items()}


def candidates(game: str) -> list[VectorCandidate]:
    """All candidates of a game, with their worth."""
    found: dict[Question, Draft] = {}
    for draft in drafts(find_game(game)):
        # Other boards have no opening, and so no context in which they could be asked about.
        if covers(boards_of(game), draft.question.board):
            found.setdefault(draft.question, draft)
    pool: list[VectorCandidate] = []
    with (
        Bar(f"vectors of {game}", SLICES) as bar,
        ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as processes,
    ):
        slices = [list(found.values())[start::SLICES] for start in range(SLICES)]
        for number, answered in enumerate(processes.map(_answered, repeat(game), slices), start=1):
            pool += answered
            bar.show(number)
    return pool


def _answered(game: str, drafts_of_slice: list[Draft]) -> list[VectorCandidate]:
    of_game = CandidateMaker(game)
    return [found for draft in drafts_of_slice if (found := of_game.candidate(draft))]


def write(folder: Path, files: Files) -> dict[str, Any]:
    """Writes all files and their index. The version rises by what has changed. Returns the index."""
    version = next_version(folder, files)
    for (game, which), vectors in files.items():
        (folder / file_name(game, which)).write_text(_text(vectors), encoding="ascii", newline="\n")
    index = index_of(files, version)
    (folder / "index.json").write_text(_readable(index), encoding="ascii", newline="\n")
    return index


def _text(vectors: Iterable[Vector]) -> str:
    return "".join(f"{vector.line}\n" for vector in vectors)


def index_of(files: Files, version: str) -> dict[str, Any]:
    """The contents of index.json for the files."""
    entries, named = [], dict[tuple[str, Which], Counter[str]]()
    for (game, which), vectors in files.items():
        data = _text(vectors).encode("ascii")
        entries.append({"name": file_name(game, which), "game": game, "set": which, "vectors": len(vectors),
                        "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()})  # fmt: skip
        named[game, which] = Counter(clause for vector in vectors for clause in vector.clauses)
    # The number of vectors of each set that exercise each clause.
    exercised: dict[str, dict[str, dict[str, int]]] = {game: {} for game in OURS}
    for game in OURS:
        for clause in clauses(game):
            small, rest = named[game, "core"][clause.id], named[game, "full"][clause.id]
            exercised[game][clause.id] = {"core": small, "full": small + rest}
    return {
        "version": version,
        "changes": MEANING,
        "sets": {"core": "the files core", "full": "the files core and full: nothing is stored twice"},
        "files": entries,
        "clauses": exercised,
    }


def _readable(index: dict[str, Any]) -> str:
    """The index as JSON, with each file and each clause on its own line."""
    encode = strict_json.encode
    games = [
        f'"{game}": ' + _block("{}", (f'"{name}": {encode(count)}' for name, count in found.items()), 6)
        for game, found in index["clauses"].items()
    ]
    parts = [f'"{name}": {encode(index[name])}' for name in ("version", "changes", "sets")]
    parts += ['"files": ' + _block("[]", map(encode, index["files"]), 4), '"clauses": ' + _block("{}", games, 4)]
    return _block("{}", parts, 2) + "\n"


def _block(brackets: str, lines: Iterable[str], indent: int) -> str:
    """Lines in brackets, so many spaces from the margin."""
    margin = "\n" + " " * indent
    return brackets[0] + margin + f",{margin}".join(lines) + margin[:-2] + brackets[1]


def next_version(folder: Path, files: Files) -> str:
    """The version of new files, by their changes against the folder."""
    if not (folder / "index.json").is_file():
        return f"{FORMAT}.0.0"
    major, minor, patch = map(int, strict_json.decode_file(folder / "index.json")["version"].split("."))
    if major != FORMAT:
        return f"{FORMAT}.0.0"
    known = [file for game, which in files if (file := folder / file_name(game, which)).is_file()]
    before = {vector.id: vector for file in known for vector in read_file(file)}
    after = {vector.id: vector for vectors in files.values() for vector in vectors}
    if before.keys() != after.keys():
        return f"{major}.{minor + 1}.0"
    corrected = any(before[name].to_json() != vector.to_json() for name, vector in after.items())
    return f"{major}.{minor}.{patch + corrected}"


def main(arguments: Sequence[str]) -> None:
    """Makes the vectors of some games anew, or of all, and writes everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*OURS, []], help="make only these anew; the others stay")
    games, into = parser.parse_args(arguments).games or OURS, folder()
    files: Files = {}
    for game in OURS:
        made = make(game) if game in games else {which: read_file(into / file_name(game, which)) for which in SETS}
        files |= {(game, which): vectors for which, vectors in made.items()}
    index = write(into, files)
    for entry in index["files"]:
        print(f"{entry['name']}: {entry['vectors']:,} vectors, {entry['bytes']:,} bytes")
    print(f"version {index['version']}")


if __name__ == "__main__":
    main(sys.argv[1:])
