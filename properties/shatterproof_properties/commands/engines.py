"""Commands about engines: engine, new-engine, smoke and profile; and how a command asks several engines."""

from __future__ import annotations

import functools
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from shatterproof.errors import InputError
from shatterproof.game import GAMES, OURS
from shatterproof_properties.commands import shell
from shatterproof_properties.engines.starters import BRIDGES, STARTERS, write_starter

if TYPE_CHECKING:
    from shatterproof_properties.engines.engine_settings import EngineSettings, ListedEngine

Found = TypeVar("Found")
Row = TypeVar("Row")
NOT_BEGUN = "not looked at: somebody interrupted the run before"

_ENGINE_OPTIONS = (
    click.option("--slower", metavar="X", type=shell.Seconds(0.01, 1000), default=1.0,
                 help="Give the engine X times as long for every answer."),
    click.option("--engine-memory", "memory", metavar="MIB", type=shell.Whole(1, 2**20),
                 help="Memory for the engine and its children; 2048 by default."),
    click.option("--engine-disk", "disk", metavar="MIB", type=shell.Whole(1, 2**20),
                 help="What the engine may write to its folder; 256 by default."),
    click.option("--engine-processes", "processes", metavar="N", type=shell.Whole(1, 2**20),
                 help="Processes for the engine, itself included; 64 by default."),
    click.option("--engine-env", "variables", metavar="NAME[=VALUE]", multiple=True,
                 help="Pass a variable to the engine; can be repeated."),
    click.option("--engine-cwd", "cwd", metavar="DIR", cls=shell.Once, type=shell.FileName(),
                 help="Run the engine in this folder; by default in an empty one."),
    click.option("--transcript", metavar="FILE", cls=shell.Once, type=shell.FileName(),
                 help="Append each question and answer to this file, with its time."),
    click.option("--stderr", "errors", metavar="FILE", cls=shell.Once, type=shell.FileName(),
                 help="Append what the engine writes to stderr to this file."),
)  # fmt: skip


def engine_options(help: str, required: bool = False, several: bool = False) -> shell.Decorator:
    """Gives a command the options of an engine; it gets them as one EngineSettings, its argument `engine`.

    A command for `several` also gets `engines`: a list of ListedEngine if more than one is named, else an empty one.
    """

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(command)
        def wrapped(*args: Any, **asked: Any) -> None:
            from shatterproof_properties.engines.engine_settings import EngineSettings, ListedEngine, read_engines

            commands, listed = asked.pop("commands", ()), asked.pop("listed", None)
            names = [field.name for field in fields(EngineSettings) if not several or field.name != "command"]
            engine = EngineSettings(**{name: asked.pop(name) for name in names})
            if several:
                settings = [replace(engine, command=each) for each in commands]
                named = [ListedEngine(each, number=number) for number, each in enumerate(settings, 1)]
                named += read_engines(listed, engine) if listed is not None else []
                asked["engines"] = named if listed is not None or len(named) > 1 else []
                engine = settings[0] if settings else engine
            command(*args, engine=engine, **asked)

        for option in reversed(_ENGINE_OPTIONS):
            wrapped = option(wrapped)
        if not several:
            one = click.option("--engine", "command", metavar="CMD", cls=shell.Once, required=required, help=help)
            return one(wrapped)
        about = "A TOML file with the names and commands of several engines."
        with_list = shell.file_option("--engines", "FILE", about, into="listed")(wrapped)
        return click.option("--engine", "commands", metavar="CMD", multiple=True, help=help)(with_list)

    return decorate


@click.command()
@shell.optional_game_argument
@click.option("--second", is_flag=True, help="Answer by the second engine instead.")
def engine(game: str | None, second: bool) -> None:
    """Serve our own engine on stdin and stdout.

    It answers the questions of spec/protocol.md, one JSON object a line, by the reference. Without GAME, it plays all
    games.
    """
    from shatterproof_properties.protocol.served import serve_games

    serve_games((game,) if game else (), second)


@click.command()
@engine_options("The command of the engine.", required=True)
@click.option("--failures", is_flag=True, help="List only the steps that failed or were not reached.")
@shell.json_option
def smoke(engine: EngineSettings, failures: bool, as_json: bool) -> None:
    """Try every command of the protocol once.

    The steps come in the order in which you build an adapter. What to fix first is explained in full.
    """
    from shatterproof_properties.conformance.smoke.smoke_run import run_smoke

    report = run_smoke(engine)
    shell.print_json(report.to_json(failures)) if as_json else shell.print_text(report.to_text(failures), nl=False)
    sys.exit(report.exit_code)


@click.command()
@shell.optional_game_argument
@engine_options("The command of the engine, repeated for several; without it, our own second engine.", several=True)
@shell.json_option
def profile(game: str | None, engine: EngineSettings, engines: list[ListedEngine], as_json: bool) -> None:
    """Find out which readings an engine follows.

    For each point that the rules leave open, print the value that the engine plays, or that it plays none, with the
    smallest game that shows it. An engine that announces several values is asked to play each.
    """
    from shatterproof_properties.conformance.profile.profiler import run_profile

    if engines:
        profile_several(engines, game, as_json)
    profiles = run_profile(engine, game)
    if as_json:
        shell.print_json(profiles[0].to_json() if game else {"games": [each.to_json() for each in profiles]})
    else:
        shell.print_text("\n\n".join(each.to_text() for each in profiles), nl=False)
    sys.exit(max(each.exit_code for each in profiles))


def profile_several(engines: list[ListedEngine], game: str | None, as_json: bool) -> NoReturn:
    """Print which engine follows which reading, and end the program with the gravest exit code."""
    from shatterproof_properties.conformance.profile.profile_report import EngineProfiles, Profile, table_to_text
    from shatterproof_properties.conformance.profile.profiler import run_profile
    from shatterproof_properties.conformance.verdicts.judgement import gravest

    def profiles_of(engine: ListedEngine) -> tuple[str, list[Profile]]:
        profiles = run_profile(engine.settings, game)
        return profiles[0].engine, profiles

    found = ask_each(engines, profiles_of, EngineProfiles)
    table = {"engines": [each.to_json() for each in found]}
    shell.print_json(table) if as_json else shell.print_text(table_to_text(found), nl=False)
    sys.exit(gravest(each.exit_code for each in found))


def ask_each(
    engines: Sequence[ListedEngine],
    ask: Callable[[ListedEngine], tuple[str, list[Found]]],
    row: Callable[[str, list[Found], str, bool], Row],
    is_interrupted: Callable[[list[Found]], bool] = lambda found: False,
) -> list[Row]:
    """A row for each engine: its name, its findings, and why there are none. After an interrupt the rest are not asked.

    `ask` returns the title that an engine gives itself, and the findings. Raises KeyboardInterrupt if the interrupt
    comes before anything is known.
    """
    rows: list[Row] = []
    for number, engine in enumerate(engines, start=1):
        shell.print_line(f"{engine.called()} ({number} of {len(engines)})", err=True)
        try:
            title, found = ask(engine)
        except InputError as error:
            rows.append(row(engine.called(), [], str(error), True))
            continue
        except KeyboardInterrupt:
            if not rows:
                raise
            break
        rows.append(row(engine.called(title), found, "", True))
        if is_interrupted(found):
            break
    return [*rows, *(row(engine.called(), [], NOT_BEGUN, False) for engine in engines[len(rows) :])]


@click.command("new-engine")
@click.argument("folder", metavar="DIR", type=shell.FileOnDisk)
@click.option("--language", type=click.Choice(tuple(STARTERS)), help="The language of the engine.")
@click.option(
    "--bridge", type=click.Choice(tuple(BRIDGES)), help="Instead of --language: the kind of program that you have."
)
@click.option("--game", type=click.Choice(GAMES), default=OURS[-1], show_default=True, help="The game that it plays.")
@shell.json_option
def new_engine(folder: Path, language: str | None, bridge: str | None, game: str, as_json: bool) -> None:
    """Write the start of an engine, or a bridge to one, into DIR.

    With --language you get an engine that speaks the protocol, in which you fill in the rules. With --bridge you get a
    program that asks yours; you edit its table. The README in DIR has the commands that come next.
    """
    if (language is None) == (bridge is None):
        raise click.UsageError("say either --language, for rules of your own, or --bridge, for a program that you have")
    starter = BRIDGES[bridge] if bridge else STARTERS[language or ""]
    write_starter(starter, game, folder)
    run = starter.run.format(shlex.quote(str(folder)))
    build = f"cd {shlex.quote(str(folder))} && {starter.build}" if starter.build else ""
    smoke = shlex.join(["shatterproof", "smoke", "--engine", run])
    if as_json:
        shell.print_json({"folder": str(folder), "rules": starter.rules, "build": build, "smoke": smoke})
        return
    todo = "has a table to edit" if bridge else "is to be filled in"
    shell.print_line(f"written for {game.capitalize()} (--game): {folder}, where {starter.rules} {todo}")
    shell.print_text("\n".join(f"    {line}" for line in (build, smoke) if line))
