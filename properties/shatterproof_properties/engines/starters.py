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
        """Where its files are."""
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
        marks = {"@GAME@": game, "@BOARD@": find_game(game).start().board}
        found = {}
        for name, path in paths.items():
            text = path.read_text(encoding="utf-8")
            for mark, value in marks.items():
                text = text.replace(mark, value)
            found[name] = text
        return found | {"README.md": self._readme(game)}

    def _tasks(self) -> tuple[str, ...]:
        if self.bridge:
            return (
                f"It asks a program of yours. The table at the top of `{self.rules}` says how the program writes moves",
                "and positions. What stands there is an example: edit it, and nothing else.",
            )
        return (
            "It speaks the protocol and knows no rules: what is not written is skipped. The rules go into",
            f"`{self.rules}`; nothing else needs to be touched, unless for `count` and batches, which may be left out.",
        )

    def _readme(self, game: str) -> str:
        build = [f"    {self.build}"] if self.build else []
        run = self.run.format("$PWD" if "{0}" in self.run else ".")
        smoke = f'    shatterproof smoke --engine "{run}"'
        check = f'    shatterproof check {game} --engine "{run}"'
        lines = [
            f"# An engine for {game.capitalize()}",
            "",
            *self._tasks(),
            "In this folder:",
            "",
            *build,
            smoke,
            "",
            "`smoke` walks through the protocol and says what to fix first. Once turns are played,",
            "",
            check,
            "",
            "says whether they are played by the rules. The messages are explained in `spec/protocol.md`, the rules in",
            f"`spec/{game}.md` and, in short, in `spec/for-programmers.md`.",
        ]
        return "\n".join(lines) + "\n"


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
