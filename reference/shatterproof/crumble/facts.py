"""What the examples of the spec may say about a position of Crumble, beyond what every game knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from shatterproof.crumble.captures import chains, enclosed, ring_around
from shatterproof.crumble.diagram import lettered
from shatterproof.crumble.notation import follow, locations, next_crossings
from shatterproof.crumble.pieces import Piece
from shatterproof.crumble.position import Position, is_crumblemate, results

Names = dict[str, Piece]


def named_pieces(picture: str) -> Names:
    """The pieces of a diagram by their letters; letters that stand for several pieces are left out."""
    letters = lettered(picture)
    times = Counter(letters.values())
    return {letter: piece for piece, letter in letters.items() if times[letter] == 1}


def _unlike(names: Names, said: Iterable[str], found: Iterable[Piece]) -> str | None:
    """None if the words `said` name exactly the pieces `found` by their letters, else who they are."""
    letters = {piece: letter for letter, piece in names.items()}
    there = {letters.get(piece, "?") for piece in found} or {"nothing"}
    return None if set(said) == there else f"it is {' '.join(sorted(there))}"


def _neighbours(position: Position, names: Names, words: list[str]) -> str | None:
    """`neighbours A b c`: the neighbours of A are b and c and no others."""
    return _unlike(names, words[1:], position.arrangement.neighbours[names[words[0]]])


def _complete_sides(position: Position, names: Names, words: list[str]) -> str | None:
    """`complete-sides A b c`: A shares a complete side with b and c and no others."""
    return _unlike(names, words[1:], position.arrangement.complete_sides(names[words[0]]).values())


def _chain(position: Position, names: Names, words: list[str]) -> str | None:
    """`chain A B C`: these pieces are a chain that no other piece belongs to."""
    home = next(chain for chain in chains(position.arrangement, position.black) if names[words[0]] in chain)
    return _unlike(names, words, home)


def _enclosed(position: Position, names: Names, words: list[str]) -> str | None:
    """`enclosed a b` or `enclosed nothing`: exactly these pieces stand inside rings."""
    return _unlike(names, words, enclosed(position.arrangement, position.black))


def _ring(position: Position, names: Names, words: list[str]) -> str | None:
    """`ring a A B C`: the chain that shuts a in does so with A, B and C; `ring a nothing`: no ring does."""
    chain = next(chain for chain in chains(position.arrangement, position.black) if names[words[0]] in chain)
    return _unlike(names, words[1:], ring_around(position.arrangement, position.black, chain))


def _locates(position: Position, names: Names, words: list[str]) -> str | None:
    """`locates 3,1 K`: travelling so leads to the lower-left corner of K; `locates 3,1 nothing`: to no such corner."""
    counts = tuple(int(number) for number in words[0].split(","))
    corner = follow(next_crossings(position.arrangement), (0, 0), counts)
    found = [piece for piece in position.arrangement.pieces if (piece.x, piece.y) == corner]
    return _unlike(names, words[1:], found)


def _shortest(position: Position, names: Names, words: list[str]) -> str | None:
    """`shortest 3,1 K`: this is how the location of K is printed."""
    printed = ",".join(map(str, locations(position.arrangement)[names[words[1]]]))
    return None if printed == words[0] else f"it is {printed}"


def _whether(found: bool, words: list[str]) -> str | None:
    """None if the words, none or `no`, say whether it is so, else what is the case."""
    if words not in ([], ["no"]):
        return "only the word no may follow"
    return None if found == (words == []) else f"that is {found}"


def _crumblemate(position: Position, _: Names, words: list[str]) -> str | None:
    """`crumblemate` or `crumblemate no`: whether the side to move is lost whatever it does."""
    return _whether(is_crumblemate(position), words)


def _can_win(position: Position, _: Names, words: list[str]) -> str | None:
    """`can-win` or `can-win no`: whether the side to move has a turn that wins."""
    return _whether(any(after.winner == position.to_move for _, after in results(position)), words)


def changed(before: Position, position: Position, picture: str) -> list[str]:
    """The letters, in a diagram of the position, of the pieces that are new or have changed colour.

    There is a `?` where a letter does not tell: it stands for other pieces too, or nowhere in the diagram.
    """
    letters = lettered(picture) if picture else {}
    standing = {(piece, piece in before.black) for piece in before.arrangement.pieces}
    pieces = set(position.arrangement.pieces)
    kept = {piece for piece in pieces if (piece, piece in position.black) in standing}
    doubtful = {letters.get(piece, "?") for piece in kept}
    found = {letters.get(piece, "?") for piece in pieces - kept}
    return sorted("?" if letter in doubtful else letter for letter in found)


_KINDS: dict[str, Callable[[Position, Names, list[str]], str | None]] = {
    "neighbours": _neighbours,
    "complete-sides": _complete_sides,
    "chain": _chain,
    "enclosed": _enclosed,
    "ring": _ring,
    "locates": _locates,
    "shortest": _shortest,
    "crumblemate": _crumblemate,
    "can-win": _can_win,
}


def _fact(kind: str) -> Callable[[Position, str, str], str | None]:
    def check(position: Position, picture: str, words: str) -> str | None:
        names = named_pieces(picture) if picture else {}
        try:
            return _KINDS[kind](position, names, words.split())
        except KeyError as letter:
            return f"no single piece is lettered {letter}"

    return check


FACTS = {kind: _fact(kind) for kind in _KINDS}
"""By name: functions of a position, its diagram and the words said; None if they are true, else what is the case."""
