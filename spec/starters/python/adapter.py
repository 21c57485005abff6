"""The engine's side of the protocol: lines of JSON in, lines of JSON out. The rules are in rules.py."""

import json
import sys

import rules

contexts = {}


class Refusal(Exception):
    """An error answer: its code and its text."""


def hello(question):
    if question.get("protocol") != 1:
        raise Refusal("unsupported", "only protocol 1 is spoken here")
    engine = {"name": rules.NAME, "version": rules.VERSION, "language": "Python"}
    games = {rules.GAME: {"boards": rules.BOARDS, "readings": rules.READINGS}}
    return {"protocol": 1, "engine": engine, "games": games, **rules.HELLO}


def open_board(question):
    board, readings = question["board"], question.get("readings", {})
    if question["game"] != rules.GAME or board not in rules.BOARDS:
        raise Refusal("unsupported", "this game or board is not played here")
    if any(value not in rules.READINGS.get(name, []) for name, value in readings.items()):
        raise Refusal("unsupported", "these readings are not played here")
    opening = rules.start(board, readings)
    context = f"c{len(contexts) + 1}"
    contexts[context] = (board, readings)
    return {"context": context, "start": opening}


def opened(question):
    if question["context"] not in contexts:
        raise Refusal("bad-question", "no such context is open")
    return contexts[question["context"]]


def position_of(question):
    position, (board, _) = question["position"], opened(question)
    if "position" not in rules.HELLO["from"]:
        raise Refusal("unsupported", "play begins at the opening here")
    if not isinstance(position, dict) or (position.get("game"), position.get("board")) != (rules.GAME, board):
        raise Refusal("bad-position", "it belongs to another game or board")
    return position


def play_from_start(board, readings, turns):
    said = {"position": rules.start(board, readings)}
    for at, turn in enumerate(turns):
        said = rules.apply(board, readings, said["position"], turn)
        if said["verdict"] != "legal":
            return {**said, "at": at}
    return said


def apply(question):
    board, readings = opened(question)
    if "turns" in question:
        return play_from_start(board, readings, question["turns"])
    return rules.apply(board, readings, position_of(question), question["turn"])


def turns(question):
    board, readings = opened(question)
    asked = play_from_start(board, readings, question["turns"]) if "turns" in question else None
    return {"turns": rules.turns(board, readings, asked["position"] if asked else position_of(question))}


def answer(question):
    """The answer to a question, without its id."""
    commands = {"hello": hello, "open": open_board, "apply": apply, "turns": turns, "bye": lambda question: {}}
    command = commands.get(question.get("do"))
    if command is None:
        return error("unknown-command", "this is not done here")
    try:
        return {"ok": command(question)}
    except rules.NotWritten as reason:
        return {"skip": {"why": str(reason)}}
    except rules.BadPosition as reason:
        return error("bad-position", str(reason))
    except Refusal as refusal:
        return error(*refusal.args)
    except KeyError as missing:
        return error("bad-question", f"a field is missing: {missing}")


def error(code, text):
    return {"error": {"code": code, "text": text}}


def main():
    for line in sys.stdin:
        question = None
        try:
            question = json.loads(line)
            said = answer(question)
        except ValueError:
            said = error("bad-json", "this is no JSON")
        # An answer that stays in a buffer is an answer that nobody sees.
        print(json.dumps({"id": question.get("id") if isinstance(question, dict) else None, **said}), flush=True)
        if isinstance(question, dict) and question.get("do") == "bye":
            return


if __name__ == "__main__":
    main()
