"""The commands of shatterproof, put together."""

from __future__ import annotations

import click

from shatterproof_properties.commands.shell import CommandModules, Commands

COMMANDS = CommandModules(
    {
        "check": "checking",
        "compare": "rulebook",
        "engine": "engines",
        "explore": "games",
        "judge": "games",
        "new-engine": "engines",
        "perft": "games",
        "profile": "engines",
        "puzzle": "puzzles",
        "readings": "rulebook",
        "rule": "rulebook",
        "show": "games",
        "site": "rulebook",
        "smoke": "engines",
        "solve": "games",
        "turns": "games",
        "witness": "rulebook",
    }
)


def tell_versions(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Prints the four versions (package, protocol, spec, vectors), and ends the program."""
    if not wanted or context.resilient_parsing:
        return
    from shatterproof.game import GAMES
    from shatterproof.spec import has_page, spec_version
    from shatterproof_properties.conformance.vectors.vector import read_index
    from shatterproof_properties.protocol.messages import PROTOCOL
    from shatterproof_properties.protocol.served import own_version

    click.echo(f"shatterproof {own_version()}")
    click.echo(f"protocol {PROTOCOL}")
    click.echo(f"spec {', '.join(f'{game} {spec_version(game)}' for game in GAMES if has_page(game))}")
    click.echo(f"vectors {read_index()['version']}")
    context.exit()


@click.group(cls=Commands, commands=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]},
             no_args_is_help=False, invoke_without_command=True)  # fmt: skip
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=tell_versions,
              help="Print the versions of the package, the protocol, the spec and the vectors.")  # fmt: skip
@click.pass_context
def main(context: click.Context) -> None:
    """Executable rules for games about things that break, and a harness that checks anyone's implementation.

    FILE may be - for the standard input. Exit codes: 0 fine; 1 the answer is no; 2 bad usage or input; 3 no
    answer: a limit came first, somebody interrupted, or shatterproof itself failed.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
