"""The commands of shatterproof, put together."""

from __future__ import annotations

import click

from shatterproof_properties.commands.shell import CommandModules, Commands

COMMANDS = CommandModules(
    {
        "check": ("checking", "Check that an engine plays by the rules."),
        "compare": ("rulebook", "Compare two editions of the rules."),
        "engine": ("engines", "Serve our own engine on stdin and stdout."),
        "explore": ("games", "Open a board in the browser."),
        "judge": ("games", "Say whether a recorded game was legal."),
        "new-engine": ("engines", "Write the start of an engine, or a bridge to one, into DIR."),
        "perft": ("games", "Count the games of DEPTH turns."),
        "profile": ("engines", "Find out which readings an engine follows."),
        "puzzle": ("puzzles", "Verify, solve, rate, improve, print and make puzzles."),
        "readings": ("rulebook", "Print a reading of the rules, or list all."),
        "rule": ("rulebook", "Answer a question about the rules."),
        "show": ("games", "Draw a position, or the last position of a game."),
        "site": ("rulebook", "Make a site of the rules, guides, puzzles and board."),
        "smoke": ("engines", "Try every command of the protocol once."),
        "solve": ("games", "Find out who wins with perfect play."),
        "turns": ("games", "List the legal turns of a position."),
        "witness": ("rulebook", "Find the smallest game in which two readings differ."),
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
