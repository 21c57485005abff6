"""Commands that change a puzzle: edit by a piece, and improve until it is sound and light."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import click

from shatterproof.errors import InputError
from shatterproof_properties.commands import shell
from shatterproof_properties.common.files import STANDARD_INPUT, is_json, read_text
from shatterproof_properties.common.outputs import HANDMADE, may_write, write_file
from shatterproof_properties.common.progress import BAR, NOTE, OF, Bar
from shatterproof_properties.protocol.wording import Drawn
from shatterproof_properties.puzzles.claims.puzzle import Puzzle, claimed, terminal
from shatterproof_properties.puzzles.claims.words import board_to_text, listed
from shatterproof_properties.puzzles.edit.editor import LIMITS, Editor, Effect, effect_to_json
from shatterproof_properties.puzzles.edit.improve import Improver
from shatterproof_properties.puzzles.edit.piece_changes import PieceChange
from shatterproof_properties.puzzles.files.text import diagram_of, format_puzzle, read_puzzle
from shatterproof_properties.puzzles.proof.verification import check_undecided
from shatterproof_properties.solving.forcing import SearchLimits

EVERY = ""
"""The value of --all without a piece: every piece."""
KEYS = 4
"""The most keys that a line names; beyond that it gives their number."""
SHOWN = 10
"""Improvements that are listed."""
EXITS = {"holds": shell.FINE, "fails": shell.NO, "not allowed": shell.NO, "unknown": shell.HARNESS_FAILED}


@click.command()
@click.argument("file", type=shell.FileArgument)
@click.option("--without", metavar="PIECE", multiple=True, help="Take a piece away. Can be repeated.")
@click.option("--recolour", metavar="PIECE", multiple=True, help="Change the colour of a piece. Can be repeated.")
@click.option("--with", "added", metavar="PIECE", multiple=True,
              help="Add a piece: its letter and its place, like xc3. Can be repeated.")  # fmt: skip
@click.option(
    "--merge", metavar="PIECE PIECE", nargs=2, multiple=True, help="Join two pieces into one, where the game has that."
)
@click.option("--all", "piece", metavar="[PIECE]", is_flag=False, flag_value=EVERY,
              help="Print a table of all changes of one piece, or of every piece.")  # fmt: skip
@shell.file_option("--out", "OUT", "Write the changed puzzle to this file; - prints it.")
@shell.time_option(10.0, "Seconds for each change.")
@shell.force_option
@shell.json_option
def edit(
    file: Path, piece: str | None, out: Path | None, seconds: float, force: bool, as_json: bool, **asked: Any
) -> None:
    """Change a piece of a puzzle, and see what becomes of the claim.

    PIECE is a cell or a square like c3; in Crumble a letter of the diagram, or a location as turns have it. There
    --without joins the piece to each neighbour in turn. A piece is needless if the claim holds with the same keys
    without it. Exit code 0: the claim holds, or a table is printed; 1: it does not hold; 3: unknown.
    """
    its, typed = _read_draft(file, out, force)
    editor = Editor(its, SearchLimits(seconds=seconds), typed)
    wanted = _wanted(editor, piece, asked)
    is_table = piece is not None or len(wanted) > 1
    if is_table and out is not None:
        raise InputError(f"--out writes one puzzle, and there are {len(wanted)} changes", "--out", "one change")
    effects: list[Effect] = []
    diagram = ""
    with Bar("edit", len(wanted), BAR, OF) as bar:
        for changes in wanted:
            effect = editor.effect(*changes)
            effects.append(effect._replace(why=editor.why_failed(effect)) if effect.verdict == "fails" else effect)
            bar.show(len(effects))
    if out is not None:
        # If its claim holds, the changed puzzle has its keys as solution.
        solution = effects[0].keys if effects[0].verdict == "holds" else ()
        diagram = diagram_of(_write_puzzle(replace(editor.edited(*wanted[0]), solution=solution), file, out, force))
    elif not is_table and effects[0].position is not None:
        diagram = editor.changes.drawn(*wanted[0])
    if as_json:
        for effect in effects:
            shell.print_json(effect_to_json(effect))
    elif out != shell.STANDARD_OUTPUT:
        shell.print_text(_table(effects) if is_table else _described(editor, effects[0], diagram), nl=False)
    sys.exit(shell.FINE if is_table else EXITS[effects[0].verdict])


def _read_draft(file: Path, out: Path | None, force: bool) -> tuple[Puzzle, str]:
    """The puzzle in a file, without a proof of its claim, and its diagram as typed, "" if there is none.

    What may not be written to `out` is refused before.
    """
    if out not in (None, shell.STANDARD_OUTPUT):
        may_write(out, HANDMADE, inputs=[file], force=force)
    its = read_puzzle(file)
    check_undecided(its)
    text = "" if file == STANDARD_INPUT else read_text(file, "a puzzle")
    return its, "" if not text or is_json(text) else diagram_of(text)


def _wanted(editor: Editor, piece: str | None, asked: Mapping[str, tuple[Any, ...]]) -> list[tuple[PieceChange, ...]]:
    """The changes that the options ask for, each perhaps of several pieces at once. Raises InputError."""
    changes, without = editor.changes, asked["without"]
    if piece is not None:
        shell.refuse_together("--all", True, {"a change": any(asked.values())})
        every = changes.every() if piece == EVERY else changes.of(piece)
        if not every:
            raise InputError(
                f"shatterproof knows no changes of pieces in {editor.puzzle.game}", "--all", "another game"
            )
        return [(change,) for change in every]
    if not any(asked.values()):
        raise InputError("no change is named", expected="--without, --recolour, --with, --merge or --all")
    each = [
        *map(changes.without, without),
        *([changes.recoloured(name)] for name in asked["recolour"]),
        *([changes.merged(*names)] for names in asked["merge"]),
        *([changes.added(text, freed=without)] for text in asked["added"]),
    ]
    if not all(each):
        raise InputError("the piece cannot be merged with any neighbour", "--without", "--recolour, or another piece")
    return list(product(*each))


def _table(effects: list[Effect]) -> str:
    words, verdicts = max(len(e.change.words) for e in effects), max(len(e.verdict) for e in effects)
    lines = [f"{e.change.words:<{words}}  {e.verdict:<{verdicts}}  {_more(e)}".rstrip() for e in effects]
    needless = dict.fromkeys(effect.change.piece for effect in effects if effect.is_needless)
    pieces = dict.fromkeys(effect.change.piece for effect in effects if effect.change.is_fewer)
    if pieces:
        none = "no piece is needless" if len(pieces) > 1 else f"{next(iter(pieces))} is not needless"
        lines.append(f"needless: {', '.join(needless)}" if needless else none)
    return "".join(f"{line}\n" for line in lines)


def _more(effect: Effect) -> str:
    """The keys of a changed puzzle, and whether the piece was needless; or why there is no verdict."""
    if effect.why and not effect.keys:
        return effect.why
    more = len(effect.keys) - KEYS
    keys = listed(effect.keys[:KEYS]) + (f" and {more} more" if more > 0 else "")
    label = "the same key" if effect.is_same else "keys"
    said = [f"{label}{'s' * (effect.is_same and len(effect.keys) > 1)}: {keys}"] if keys else []
    return "; ".join([*said, *["needless"] * effect.is_needless, *filter(None, [effect.why])])


def _described(editor: Editor, effect: Effect, diagram: str) -> str:
    """One change: the verdict, and the changed position with the letters of `diagram`."""
    more = _more(effect)
    head = f"{effect.change.words}: {effect.verdict}: {claimed(editor.puzzle)}" + (f"\n{more}" if more else "")
    if effect.position is None:
        return f"{effect.change.words}: {effect.verdict}: {effect.why}\n"
    its = replace(editor.puzzle, position=effect.position)
    return f"{head}\n\n{board_to_text(Drawn(its.rules, its.reference_position(), diagram))}\n"


def _write_puzzle(its: Puzzle, file: Path, out: Path, force: bool) -> str:
    """Writes a puzzle that was made from the one in `file`, or prints it; returns its text. Raises InputError."""
    text = format_puzzle(its)
    if out == shell.STANDARD_OUTPUT:
        shell.print_text(text, nl=False)
    else:
        write_file(out, text, HANDMADE, inputs=[file], force=force)
    return text


@click.command()
@click.argument("file", type=shell.FileArgument)
@click.option("--any", "places", metavar="PLACE", multiple=True,
              help="Change this place only. Can be repeated.")  # fmt: skip
@shell.time_option(60.0, "Seconds in all; then, or on Ctrl-C, print the best so far.")
@shell.file_option("--out", "OUT", "Write the best to this file; - prints it.")
@shell.force_option
@shell.json_option
def improve(file: Path, places: tuple[str, ...], seconds: float, out: Path | None, force: bool, as_json: bool) -> None:
    """Make a draft sound and light.

    Try changes of one piece, then of two or three, and list those that make the claim true, the key the only one, or
    the position lighter. Then take needless pieces away from the best. PLACE is a cell or a square like c3; in
    Crumble a letter of the diagram, or a location. Verify the result with `puzzle verify`. Exit code 0: it is sound;
    1: nothing makes it so; 3: there was no time for all tries.
    """
    end = time.monotonic() + seconds
    its, diagram = _read_draft(file, out, force)
    improver = Improver(its, LIMITS, diagram, places)
    tried_all = _try(improver, end)
    result = improver.result(lambda: time.monotonic() > end)
    is_sound = result is not None
    said = [found.words for found in improver.best[:SHOWN]]
    if as_json:
        shell.print_json({"begun": improver.begun.becomes, "best": said, "sound": is_sound, "complete": tried_all})
    elif out != shell.STANDARD_OUTPUT:
        unfinished = [] if tried_all else ["not everything was tried: --time gives it longer"]
        tried = said or ["no change helps" if tried_all else "nothing that was tried helps"]
        shell.print_text("\n".join([f"as it is: {improver.begun.becomes}", *tried, *unfinished]))
        if result is not None:
            shell.print_text(f"\nthe best, without what is needless:\n\n{terminal(result)}", nl=False)
    if result is not None and out is not None:
        _write_puzzle(result, file, out, force)
    sys.exit(shell.FINE if is_sound else shell.NO if tried_all else shell.HARNESS_FAILED)


def _try(improver: Improver, end: float) -> bool:
    """Tries changes until none is left, time is over, or somebody interrupts. Returns whether none is left."""
    total = len(improver.singles)
    with Bar("improve", total, BAR, NOTE, note="") as bar, suppress(KeyboardInterrupt):
        for number in improver.tries():
            helped = len(improver.best)
            bar.show(min(number, total), note=f"{number:,} changes tried, {helped:,} help")
            if time.monotonic() > end:
                return False
        return True
    return False
