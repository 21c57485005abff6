"""The adapter of plug-in.md, grown: it plays from any position and lists turns. Put it beside my_splinter.py."""

import json
import sys

import my_splinter as game

contexts = {}


def error(code, text):
    return {"error": {"code": code, "text": text}}


def answer(question):
    command = commands.get(question["do"], lambda question: error("unknown-command", "not done here"))
    return {"id": question["id"], **command(question)}


def hello(question):
    return {
        "ok": {
            "protocol": 1,
            "engine": {"name": "my splinter", "version": "1", "language": "Python"},
            "games": {"splinter": {"boards": game.BOARDS, "readings": game.READINGS}},
            "can": ["apply", "turns"],
            "from": ["start", "position"],
        }
    }


def open_board(question):
    readings = question.get("readings", {}).items()
    unknown = any(value not in game.READINGS.get(name, []) for name, value in readings)
    if question["game"] != "splinter" or question["board"] not in game.BOARDS or unknown:
        return error("unsupported", "no such game, board or reading here")
    contexts[question["board"]] = position = game.start(question["board"])
    return {"ok": {"context": question["board"], "start": game.to_json(position)}}


def apply(question):
    if question["context"] not in contexts:
        return error("bad-question", "no such context is open")
    if "position" in question:
        return apply_to_position(question)
    position = contexts[question["context"]]
    for index, text in enumerate(question["turns"]):
        verdict, found = game.play(position, text)
        if verdict != "legal":
            return {"ok": {"verdict": verdict, "at": index, **({"means": found} if found else {})}}
        position = found
    return {"ok": {"verdict": "legal", "position": game.to_json(position), "outcome": game.outcome(position)}}


def set_up(question):
    data = question["position"]
    pieces = {game.named(square): (colour, kind) for square, colour, kind in data["pieces"]}
    memory = [[game.named(now), game.named(before)] for now, before in data.get("memory", [])]
    if (
        data["board"] != question["context"]
        or data["to_move"] not in ("blue", "white")
        or len(game.groups(pieces)) != 1
    ):
        return None
    return game.Position(data["board"], data["to_move"], pieces, memory)


def apply_to_position(question):
    position = set_up(question)
    if position is None:
        return error("bad-position", "no position of this board")
    verdict, found = game.play(position, question["turn"])
    if verdict != "legal":
        return {"ok": {"verdict": verdict, **({"means": found} if found else {})}}
    return {"ok": {"verdict": "legal", "position": game.to_json(found), "outcome": game.outcome(found)}}


def turns(question):
    position = set_up(question)
    if position is None:
        return error("bad-position", "no position of this board")
    results = {}
    for text in [game.name(square) + step for square in position.pieces for step in game.STEPS]:
        verdict, found = game.play(position, text)
        for turn in found if verdict == "ambiguous" else [text]:
            verdict, after = game.play(position, turn)
            if verdict == "legal":
                result = {"position": game.to_json(after), "outcome": game.outcome(after)}
                results.setdefault(json.dumps(result), {"turn": turn, **result})
    return {"ok": {"turns": list(results.values())}}


commands = {"hello": hello, "open": open_board, "apply": apply, "turns": turns, "bye": lambda question: {"ok": {}}}
for line in sys.stdin:
    try:
        question = json.loads(line)
    except ValueError:
        print(json.dumps({"id": None, **error("bad-json", "this is no JSON")}), flush=True)
        continue
    print(json.dumps(answer(question)), flush=True)
