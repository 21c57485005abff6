"""Questions on their way when an engine is lost: they are asked again, on whatever boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from miniatures import engine
from shatterproof.game import find_game
from shatterproof_properties.engines.client import EngineClient
from shatterproof_properties.engines.limits import Limits
from shatterproof_properties.engines.pipeline import Pipeline
from shatterproof_properties.engines.session import Session
from shatterproof_properties.protocol.answers import Answer
from shatterproof_properties.protocol.question import Question

BOARDS = ("2x2", "2x3")
TURNS = tuple(f"{number}VE" for number in range(12))
ANSWER = """
do = question["do"]
if do == "hello":
    ok(question, protocol=1, engine={"name": "tiny", "version": "1", "language": "Python"},
       games={"crumble": {"boards": ["2x2", "2x3"], "readings": {}}}, can=["apply"], **{"from": ["start"]})
elif do == "open":
    ok(question, context=question["board"], start={**START, "board": question["board"]})
elif do == "apply" and question["turns"][-1] == FATAL and not os.path.exists(MARK):
    open(MARK, "w").close()
    DEED
else:
    usual(question)
"""
DEEDS = ("os._exit(3)", "time.sleep(60)", "os.close(0); time.sleep(60)", "os.close(0); os.close(1); time.sleep(60)")


@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.parametrize("fatal", [TURNS[0], TURNS[5]])
def test_what_is_lost_with_a_process_is_asked_of_the_next_whatever_its_board(
    tmp_path: Path, fatal: str, deed: str
) -> None:
    mark = repr(str(tmp_path / "mark"))
    argv = engine(tmp_path, ANSWER.replace("FATAL", repr(fatal)).replace("MARK", mark).replace("DEED", deed))
    readings = find_game("crumble").Readings()
    reported: list[tuple[str, str]] = []

    def heard(board: str, turn: str) -> Callable[[Answer], Iterator[None]]:
        def compare(answer: Answer) -> Iterator[None]:
            reported.append((board, turn))
            yield from ()

        return compare

    with EngineClient(argv, replace(Limits(), apply=1.0, pipeline=4)) as started:
        session = Session.begin(started, "crumble")
        pipeline = Pipeline[None](session)
        for turn in TURNS:
            for board in BOARDS:
                asked = Question("crumble", board, readings, None).asking("apply", turn)
                assert not list(pipeline.ask(asked, heard(board, turn)))
        assert not list(pipeline.arrived())
        session.leave()
    everything = {(board, turn) for turn in TURNS for board in BOARDS}
    missing = everything - set(reported)
    assert len(reported) == len(set(reported)), "nothing is compared twice"
    assert 0 < len(missing) <= len(BOARDS), "what the engine was lost at has no answer"
    assert sum(session.counts[outcome] for outcome in ("error", "timeout", "breach")) == len(missing)
