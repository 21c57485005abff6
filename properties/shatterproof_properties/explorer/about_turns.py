"""Positions and turns: shown, built, played, explained, listed."""

from __future__ import annotations

from itertools import islice

from shatterproof.game import REFUSALS, MalformedTurn, describe_outcome
from shatterproof_properties.explorer.building import next_parts
from shatterproof_properties.explorer.showing import (
    Json,
    outcome_to_json,
    played,
    read_position,
    refusal_to_json,
    shown,
    step_to_json,
)
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.explaining import Change, steps_of
from shatterproof_properties.protocol.explaining import explain as explain_turn

MOST_LISTED, MOST_COUNTED = 500, 2000


def show(question: Json) -> Json:
    """The answer to `show`."""
    game, position = read_position(question["position"])
    last = None
    if "last" in question:
        _, before = read_position(question["last"]["position"])
        last = game.parse_turn(before, question["last"]["turn"])
    return shown(game, position, question.get("marked", ()), last)


def next_part(question: Json) -> Json:
    """The answer to `next`."""
    return next_parts(*read_position(question["position"]), question.get("parts", []))


def play(question: Json) -> Json:
    """The answer to `play`."""
    game, position = read_position(question["position"])
    text = " ".join(question["turn"].split())
    try:
        turn = game.parse_turn(position, text, published=False)
        after = game.play(position, turn)
    except REFUSALS as error:
        return {"played": None, "refusal": refusal_to_json(game, error), "did": []}
    did = [step_to_json(game, step) for step in steps_of(game, position, turn)]
    found = {"played": played(game, position, turn, after), "refusal": None, "did": did}
    return found | ({"then": next_parts(game, after, [])} if question.get("then") else {})


def explain(question: Json) -> Json:
    """The answer to `explain`."""
    game, position = read_position(question["position"])
    try:
        found = explain_turn(game, position, question["turn"])
    except MalformedTurn as error:
        return {"verdict": "malformed", "did": [], "refusal": refusal_to_json(game, error), "changes": []}
    refusal = None
    if found.judged.verdict != "legal":
        refusal = play(question)["refusal"]
    return {
        "verdict": found.judged.verdict,
        "did": [step_to_json(game, step) for step in found.steps],
        "refusal": refusal,
        "changes": [_change_to_json(change) for change in found.changes],
    }


def _change_to_json(change: Change) -> Json:
    judged = change.judged
    if judged is None:
        verdict, clause, text = None, "", change.reason
    elif judged.position is None:
        verdict, clause, text = judged.verdict, judged.clause, judged.reason
    else:
        verdict, clause, text = judged.verdict, "", describe_outcome(judged.outcome)
    return {"reading": change.reading, "value": change.value, "verdict": verdict, "clause": clause, "text": text}


def turns(question: Json) -> Json:
    """The answer to `turns`."""
    game, position = read_position(question["position"])
    results, most = game.results(position), question.get("most", MOST_LISTED)
    listed = [
        {
            "turn": game.format_turn(position, turn),
            "outcome": outcome_to_json(game, after),
            "summary": features.summarise(game, after),
        }
        for turn, after in islice(results, most)
    ]
    # In Crumble there can be more than anybody would wait for.
    counted = sum(1 for _ in islice(results, MOST_COUNTED - len(listed)))
    return {"total": len(listed) + counted, "more": next(results, None) is not None, "turns": listed}
