"""Commands about the rules: rule, readings, witness, compare and site."""

from __future__ import annotations

import sys
from pathlib import Path
from textwrap import fill
from typing import Any, NoReturn

import click

from shatterproof.errors import InputError
from shatterproof.game import GAMES
from shatterproof.spec import Clause, find_clause
from shatterproof_properties.commands import shell
from shatterproof_properties.common.clauses import (
    clauses_under,
    listed_clauses,
    listed_readings,
    reading_named,
    readings_on,
)
from shatterproof_properties.common.editions import editions, set_named, two_sets
from shatterproof_properties.common.prose import plain_lines
from shatterproof_properties.invariants import registry


@click.command()
@click.argument("words", nargs=-1, metavar="[WORDS]...")
@click.option("--game", type=click.Choice(GAMES), help="Search the rules of this game only.")
@shell.file_option("--position", "FILE", "Explain a turn in the position, or after the game, in this file.")
@shell.readings_option
@shell.json_option
def rule(
    words: tuple[str, ...], game: str | None, position: Path | None, readings: tuple[str, ...], as_json: bool
) -> None:
    """Answer a question about the rules.

    WORDS are a question, like: can I pass; or the id of a clause like crumble.cut.own, which is printed with its
    examples, code, properties and readings; or, with --position, a turn, which is explained step by step. Without
    WORDS, list all clauses.
    """
    question = " ".join(words)
    if position is not None:
        _tell_explanation(position, question, game, readings, as_json)
    if readings:
        raise InputError("--readings bear on a turn in a position", "--readings", "--position FILE as well")
    if question.partition(".")[0] in GAMES and "." in question and len(words) == 1:
        _tell_clause(question, as_json)
    elif words:
        _tell_found(question, game, as_json)
    else:
        for name, title in listed_clauses(game):
            shell.print_json({"clause": name, "title": title}) if as_json else shell.print_line(f"{name:<36} {title}")


def _tell_explanation(file: Path, turn: str, game: str | None, readings: tuple[str, ...], as_json: bool) -> NoReturn:
    """Prints why a turn is legal or not, and ends the program. Raises InputError."""
    from shatterproof.judging import replay
    from shatterproof_properties.common.files import load_shown
    from shatterproof_properties.protocol.explaining import explain, to_json, to_text

    if not turn:
        raise InputError("there is no turn to explain", expected="a turn after --position FILE")
    shown = load_shown(file, readings)
    if game not in (None, shown.game.NAME):
        raise InputError(f"this is a position of {shown.game.NAME}", str(file), f"one of {game}")
    record = shown.record

    def last_under(readings: Any) -> Any:
        assert record is not None
        played = record.under(readings)
        return [played.position, *(after for _, _, after in replay(played))][-1]

    explained = explain(shown.game, shown.position, turn, last_under if record else None, shown.picture)
    shell.print_json(to_json(explained)) if as_json else shell.print_text(to_text(explained), nl=False)
    sys.exit(shell.FINE if explained.judged.verdict == "legal" else shell.NO)


def _tell_found(question: str, game: str | None, as_json: bool) -> None:
    """Prints the answer of each game to a question, the best one in full. Raises InputError if there is none."""
    from shatterproof_properties.common.search import drawn, rule_answers, search

    result = search(question, game)
    said = rule_answers(result)
    if as_json:
        for word, near in result.unknown.items():
            shell.print_json({"unknown": word, "near": list(near)})
        for answer in said:
            shell.print_json({"answer": answer.sentence, "clause": answer.found.place.id, "shown": answer.shown})
        for found in result.found:
            shell.print_json({"clause": found.place.id, "title": found.title, "sentence": found.sentence})
        return
    best = said[0]
    each_game = [f"{each.found.game.capitalize()}: {each.sentence} ({each.found.place.id})" for each in said]
    lines = [
        f"no clause has {word!r}: {f'read as {near[0]}' if near else 'it is passed over'}"
        for word, near in result.unknown.items()
    ]
    heads = each_game if len(said) > 1 else [best.sentence]
    lines += [fill(head, 120, break_on_hyphens=False) for head in heads]
    lines += ["", best.found.place.id]
    if best.shown:
        lines += ["", plain_lines(drawn(best)).removesuffix("\n")]
    if best.others:
        lines += ["", "See also:", *(f"    {found.place.id:<32} {found.title}" for found in best.others)]
    shell.print_text("\n".join(lines))


@click.command()
@click.argument("reading", required=False)
@shell.json_option
def readings(reading: str | None, as_json: bool) -> None:
    """Print a reading of the rules, or list all.

    READING is an id like crumble.draw. It is printed with its values, the default first, and games in which they
    differ.
    """
    if reading is not None:
        _tell_clause(reading_named(reading), as_json)
        return
    for name, values in listed_readings():
        entry = {"reading": name, "values": list(values)}
        shell.print_json(entry) if as_json else shell.print_line(f"{name:<32} {' / '.join(values)}")


@click.command()
@click.argument("reading")
@click.argument("one")
@click.argument("other")
@shell.time_option(60, "Seconds to search for a smaller game than is known.", 1, 86_400)
@click.option("--shipped", is_flag=True, help="Do not search: print the game that comes with the spec.")
@shell.json_option
def witness(reading: str, one: str, other: str, seconds: float, shipped: bool, as_json: bool) -> None:
    """Find the smallest game in which two readings differ.

    READING is an id like crumble.draw, ONE and OTHER are two of its values. The answer says whether the game is proved
    to be the smallest, and up to what bound.
    """
    from shatterproof_properties.witnesses.pair import pair_to_text
    from shatterproof_properties.witnesses.pair_search import look_up

    pair, source = look_up(reading, one, other, None if shipped else seconds, quiet=as_json)
    shell.print_json(pair.to_json()) if as_json else shell.print_text(f"{pair_to_text(pair)}{source}")
    sys.exit(shell.NO if pair.witness is None else shell.FINE)


def _tell_clause(name: str, as_json: bool) -> None:
    """Prints a clause, and what guards it. Raises InputError for an unknown one."""
    clause = find_clause(name)
    guards = registry().get(clause.id, [])
    if as_json:
        shell.print_json(_clause_to_json(clause, guards))
    else:
        _print_clause(clause, guards)


def _print_clause(clause: Clause, guards: list[str]) -> None:
    from shatterproof_properties.common.search import as_said

    bearing = readings_on(clause)
    lines = [clause.id, "", plain_lines(clause.text).strip(), ""]
    if clause.values:
        lines.append(f"Bears on: {', '.join(clauses_under(clause)) or 'no rule'}.")
    if bearing:
        lines.append("Readings that bear on it:")
    for name, (default, *others) in bearing.items():
        lines.append(f"    {name:<32} {default} (default) / {' / '.join(others)}")
    lines += [f"Guarded by: {', '.join(guards) or 'no property'}.", f"In full: {clause.file}, line {clause.line}."]
    if clause.asked:
        lines.append(fill(f"Asked: {' · '.join(map(as_said, clause.asked))}", 120, break_on_hyphens=False))
    shell.print_text("\n".join(lines))


def _clause_to_json(clause: Clause, guards: list[str]) -> dict[str, Any]:
    return {
        "clause": clause.id,
        "title": clause.title,
        "text": clause.text,
        "formally": clause.formally,
        "source": clause.source,
        "reference": list(clause.references),
        "values": list(clause.values),
        "readings": {name: list(values) for name, values in readings_on(clause).items()},
        "bears_on": clauses_under(clause) if clause.values else [],
        "asked": [each._asdict() for each in clause.asked],
        "examples": [example.text for example in clause.examples],
        "properties": guards,
    }


@click.command()
@click.argument("one", metavar="[A]", required=False)
@click.argument("other", metavar="[B]", required=False)
@shell.time_option(60, "Seconds to search for games that do not come with the spec.", 1, 86_400)
@click.option("--shipped", is_flag=True, help="Do not search: print only games that come with the spec.")
@shell.json_option
def compare(one: str | None, other: str | None, seconds: float, shipped: bool, as_json: bool) -> None:
    """Compare two editions of the rules.

    Print the readings and clauses in which they differ, each with its smallest game. A and B are editions like rules-a
    or 2026, sets of readings like draw=draw-turns,win-stops=end-of-turn, or both, like rules-a,draw-descent=partly;
    "default" stands for all defaults. With A alone, print that edition; without both, list all. Exit code 1 if no game
    is found in which they differ.
    """
    if one is None:
        for edition in editions().values():
            entry = {"edition": edition.name, "game": edition.game, "title": edition.title, "source": edition.source}
            line = f"{edition.name:<14} {edition.title}: {edition.source}"
            shell.print_json(entry) if as_json else shell.print_line(line)
        return
    if other is None:
        chosen = set_named(one)
        if as_json:
            shell.print_json(chosen.to_json())
            return
        head = f"{chosen.edition.title}: {chosen.edition.source}\n\n" if chosen.edition else ""
        values = chosen.readings.to_mapping().items()
        said = (f"{reading}={value}\n    {chosen.by(reading)}" for reading, value in values)
        shell.print_text(head + "\n".join(said))
        return

    from shatterproof_properties.witnesses.comparer import compare as compare_sets
    from shatterproof_properties.witnesses.set_comparison import comparison_to_text

    found = compare_sets(*two_sets(one, other), None if shipped else seconds, quiet=as_json)
    shell.print_json(found.to_json()) if as_json else shell.print_text(comparison_to_text(found), nl=False)
    sys.exit(shell.FINE if found.whole is not None else shell.NO)


@click.command()
@click.argument("folder", type=shell.FileOnDisk)
@click.option("--without-explorer", is_flag=True, help="Leave out the board.")
@click.option("--force", is_flag=True, help="Write into a folder with other files.")
def site(folder: Path, without_explorer: bool, force: bool) -> None:
    """Make a site of the rules, guides, puzzles and board.

    FOLDER is new, empty, or has the site of an earlier run. Any web server can serve it; you can open the pages, but
    not the board, from the disk. Needs: pip install 'shatterproof[site]'.
    """
    from shatterproof_properties.site.build import build_site

    def say(line: str) -> None:
        if sys.stderr.isatty():
            shell.print_line(f"{line} ...", err=True)

    pages = build_site(folder, explorer=not without_explorer, force=force, say=say)
    shell.print_line(f"{pages} pages in {folder}: open {folder / 'index.html'}")
