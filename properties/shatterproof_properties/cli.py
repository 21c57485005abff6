"""The commands of shatterproof, put together."""

from __future__ import annotations

import click

from shatterproof_properties.commands import checking, engines, exploring, games, publishing, puzzles, rulebook, turns
from shatterproof_properties.commands import edition_comparison as comparing
from shatterproof_properties.commands.shell import Commands, tell_versions


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]}, no_args_is_help=False,
             invoke_without_command=True)  # fmt: skip
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


for command in (
    checking.check,
    comparing.compare,
    engines.engine,
    engines.new_engine,
    engines.profile,
    engines.smoke,
    exploring.explore,
    games.judge,
    games.show,
    publishing.site,
    puzzles.puzzle,
    rulebook.readings,
    rulebook.rule,
    rulebook.witness,
    turns.perft,
    turns.solve,
    turns.turns,
):
    main.add_command(command)
