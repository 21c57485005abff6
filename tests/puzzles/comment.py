"""A sentence on the motif of a puzzle, made of what is measured of it: what the key does, and what it leaves."""

from __future__ import annotations

from collections.abc import Iterator

from shatterproof_properties.puzzles.rating.measures import Features, TurnFeatures

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def comment_of(features: Features) -> str:
    """The sentence. It says nothing that has not been measured, and names no turn."""
    begins = "The key" if features.key is not None else "The main answer"
    does = _listed(list(_DOES[features.game](features.attacks[0]))) if features.attacks else ""
    said = [f"{begins} {does}" if does else "", _left(features), _nearly(features)]
    sentence = "; ".join(filter(None, said))
    return f"{sentence[:1].upper()}{sentence[1:]}."


def _crumble(does: TurnFeatures) -> Iterator[str]:
    if does["cut"]:
        yield f"cuts {_many(does['cut'], 'piece')}"
    if does["joined"]:
        yield f"joins {_many(does['joined'], 'piece')}" + (", fewer than it could" if does.get("smaller") else "")
    back = ", back through where it has been" if does.get("returns") else ""
    yield f"walks {_many(does['steps'], 'step')}{back}" if does["steps"] else "takes no walk"
    if does["captured"]:
        own = f" ({_number(does['own captured'])} of its own)" if does["own captured"] else ""
        yield f"captures {_many(does['captured'], 'piece')}{own}"


def _scrunch(does: TurnFeatures) -> Iterator[str]:
    if does["eggs"]:
        yield "lays an egg" + (", the last there is room for" if does.get("last egg") else "")
    if does["removed"]:
        yield f"removes {_many(does['removed'], 'snake')} of {_many(does['stones lost'], 'stone')} in all"
    elif not does["eggs"]:
        if does["placed"]:
            yield "places a stone"
        if does["moved"]:
            yield "moves another" + (", which cures a mutant" if does["cured"] else "")
    if does["merged"]:
        yield f"makes one snake of {_number(does['merged'])}"
    if does["stepped"]:
        yield "leaves a stone on its own"
    if does["leaves creation"]:
        yield "ends the mover's creation"
    if does.get("shuts out"):
        yield "takes the last cell for an egg"
    if does["strangles"]:
        yield "leaves the other side nothing to grow"


def _splinter(does: TurnFeatures) -> Iterator[str]:
    yield f"slides {_many(does['line'], 'piece')}"
    if does["off board"]:
        yield "pushes one over the edge"
    if does["splintered"]:
        yield f"splits off {_many(does['splintered'], 'piece')}" + (", chosen among equals" if does["tie"] else "")
    if does["own lost"]:
        taken = _number(does["theirs lost"]) if does["theirs lost"] else "nothing"
        yield f"gives up {_number(does['own lost'])} of its own for {taken}"
    if not does["off board"] and not does["splintered"]:
        yield "takes nothing"


_DOES = {"crumble": _crumble, "scrunch": _scrunch, "splinter": _splinter}


def _left(features: Features) -> str:
    """What becomes of the replies."""
    if features.saving:
        number = features.replies - features.saving
        return f"of {_many(features.replies, 'turn')} {_number(number)} lose{'s' if number == 1 else ''}"
    if not features.answered:
        return ""
    lose = f", {_number(features.lost_at_once)} more lose at once" if features.lost_at_once > 1 else ""
    answers = _many(len(features.threats), "turn")
    return f"{answers} answer{'s' if len(features.threats) == 1 else ''} {_many(features.answered, 'reply')}{lose}"


def _nearly(features: Features) -> str:
    """How many other turns nearly do it."""
    ending = "s" if features.tries == 1 else ""
    tries = _many(features.tries, "first turn")
    return f"{tries} that look{ending} as good fail{ending} to one reply only" if features.tries else ""


def _listed(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _number(number: int) -> str:
    return NUMBERS[number] if number < len(NUMBERS) else f"{number:,}"


def _many(number: int, noun: str) -> str:
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{_number(number)} {noun if number == 1 else plural}"
