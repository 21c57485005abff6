"""Starters: adapters that speak the protocol. Some have no rules yet, and bridges ask an existing program."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from shatterproof.errors import InputError
from shatterproof.game import find_game
from shatterproof.spec import spec_folder
from shatterproof_properties.common.outputs import may_write_folder, replace_file


@dataclass(frozen=True)
class Starter:
    """A language: how to build its engine, "" if there is nothing to build, and how to run it in the folder `{}`.

    `rules` is the file to fill in or, for a bridge, the file whose table you edit.
    """

    language: str
    build: str
    run: str
    rules: str
    bridge: str = ""

    @property
    def folder(self) -> Path:
        return spec_folder() / "starters" / self.language

    def files(self, game: str) -> dict[str, str]:
        """The files of a starter for a game, by their names within its folder."""
        paths = {
            path.relative_to(self.folder).as_posix(): path
            for path in sorted(self.folder.rglob("*"))
            if path.is_file() and "__pycache__" not in path.parts
        }
        if self.bridge:
            paths[self.rules] = self.folder.parent / "bridges" / self.bridge
        board = find_game(game).start().board
        texts = ((name, path.read_text(encoding="utf-8")) for name, path in paths.items())
        found = {name: text.replace("@GAME@", game).replace("@BOARD@", board) for name, text in texts}
        build = f"    {self.build}\n" if self.build else ""
        run = self.run.format("$PWD" if "{0}" in self.run else ".")
        task = (BRIDGE_TASK if self.bridge else TASK).format(self.rules)
        readme = README.format(title=game.capitalize(), game=game, task=task, build=build, run=run)
        return found | {"README.md": readme}


TASK = """\
It speaks the protocol and knows no rules: what is not written is skipped. The rules go into
`{}`; nothing else needs to be touched, unless for `count` and batches, which may be left out."""
BRIDGE_TASK = """\
It asks a program of yours. The table at the top of `{}` says how the program writes moves
and positions. What stands there is an example: edit it, and nothing else."""
README = """\
# An engine for {title}

{task}
In this folder:

{build}    shatterproof smoke --engine "{run}"

`smoke` walks through the protocol and says what to fix first. Once turns are played,

    shatterproof check {game} --engine "{run}"

says whether they are played by the rules. The messages are explained in `spec/protocol.md`, the rules in
`spec/{game}.md` and, in short, in `spec/for-programmers.md`.
"""


STARTERS = {
    starter.language: starter
    for starter in (
        Starter("python", "", "python3 {}/adapter.py", "rules.py"),
        Starter("javascript", "", "node {}/adapter.mjs", "rules.mjs"),
        Starter("c", "cc -std=c11 -O2 -Wall -o engine adapter.c json.c rules.c", "{}/engine", "rules.c"),
        Starter("cpp", "c++ -std=c++17 -O2 -Wall -o engine adapter.cpp", "{}/engine", "rules.hpp"),
        Starter("java", "javac Adapter.java", "java -cp {} Adapter", "Rules.java"),
        Starter("go", "go build -o engine .", "{}/engine", "rules.go"),
        Starter("rust", "cargo build --release --quiet", "{}/target/release/engine", "src/rules.rs"),
    )
}


BRIDGES = {
    "uci": replace(STARTERS["python"], bridge="uci.py"),
    "gtp": replace(STARTERS["python"], bridge="gtp.py"),
    "browser": replace(STARTERS["javascript"], bridge="browser.mjs"),
    "ludii": Starter(
        "java", "javac -cp .:Ludii.jar Adapter.java", "java -cp {0}:{0}/Ludii.jar Adapter", "Rules.java", "ludii.java"
    ),
}
"""Starters that ask a program of yours: one with lines like UCI's or GTP's, a game in a browser, Ludii."""


def write_starter(starter: Starter, game: str, folder: Path) -> None:
    """Writes a starter into a new or empty folder. Raises InputError with the folder."""
    may_write_folder(folder)
    try:
        for name, text in starter.files(game).items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            replace_file(folder / name, text)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", str(folder), "a new or an empty folder") from None
