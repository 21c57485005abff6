"""Runs an engine over vectors: python read_vectors.py FILE engine.py, where engine.py has a function `answer`.

`answer(question)` gets a vector without its answer, and returns the answer, or None for what it does not cover.
"""

import json
import runpy
import sys

ANY_ORDER = {"pieces", "memory", "worked", "dark", "light", "creating", "turns", "by"}


def plain(said, memory):
    """What matters in an answer: no order of pieces, no clauses, no texts; no memory if the engine keeps none."""
    if isinstance(said, list):
        return [plain(item, memory) for item in said]
    if not isinstance(said, dict):
        return said
    left_out = {"clause", "means", "turn"} if memory else {"clause", "means", "turn", "memory"}
    kept = {key: plain(value, memory) for key, value in said.items() if key not in left_out}
    for key in ANY_ORDER & kept.keys():
        if isinstance(kept[key], list):
            texts = [json.dumps(item[1] if key == "by" else item, sort_keys=True) for item in kept[key]]
            kept[key] = sorted(texts if memory else set(texts))
    return kept


def failures(lines, answer):
    """Each vector that the engine answers wrongly, with the right answer and its own."""
    for vector in map(json.loads, lines):
        expected = vector.pop("answer")
        said = answer(vector)
        memory = '"memory"' in json.dumps(said) or "total" in expected
        if said is not None and plain(said, memory) != plain(expected, memory):
            yield vector, expected, said


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        wrong = list(failures(file, runpy.run_path(sys.argv[2])["answer"]))
    for vector, expected, said in wrong:
        print(vector["id"], "\n  expected", json.dumps(expected), "\n  said    ", json.dumps(said))
    sys.exit(1 if wrong else 0)
