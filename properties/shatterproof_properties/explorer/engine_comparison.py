"""An engine's answers beside those of the rules, position by position."""

from __future__ import annotations

import threading

from shatterproof.errors import InputError
from shatterproof.game import GAMES
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.engines.errors import EngineError, GaveUp
from shatterproof_properties.engines.session import Session, introduced
from shatterproof_properties.explorer.addresses import between_passes, replayed
from shatterproof_properties.explorer.knowledge import Json
from shatterproof_properties.explorer.views import answer_to_json, read_position
from shatterproof_properties.protocol.answers import result, result_key, same
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.table import verdict_on as reference_answer

MOST_NAMED = 200
"""The most turns of each kind that an answer names."""


class ComparedEngine:
    """An engine started by a command. Questions wait for one another.

    Raises InputError for a command that cannot be read, and for an engine that does not complete `hello`.
    """

    def __init__(self, settings: EngineSettings) -> None:
        self._settings = settings
        with settings.engine(GAMES[0]) as engine:
            self.name = introduced(engine).title
        self._lock = threading.RLock()
        self._of: tuple[str, tuple[tuple[str, str], ...]] | None = None
        self._session: Session | None = None

    def close(self) -> None:
        """Ends the engine."""
        with self._lock:
            if self._session is not None:
                self._session.engine.close()

    def compare(self, question: Json) -> Json:
        """The answer to `compare`. Raises InputError for turns that are not legal one after another."""
        game, start = read_position(question["start"])
        texts = question.get("turns", [])
        start, turns, *_ = between_passes(game, start, texts, len(texts))
        replayed(game, start, turns)
        asked = Question.at(game, start, played=tuple(turns)).abridged()
        with self._lock:
            return self._compared(asked, question.get("turn", ""))

    def _compared(self, asked: Question, turn: str) -> Json:
        found: Json = {"engine": "", "turns": None, "turn": None, "engine_error": ""}
        try:
            session = self._session_of(asked)
        except (InputError, EngineError, GaveUp) as error:
            return found | {"engine_error": str(error)}
        found["engine"] = session.announced.title
        if not session.can_be_asked(asked):
            return found | {"engine_error": "the engine does not take this board, these readings or this beginning"}
        try:
            # What the engine remembers is known once a game is open.
            session.open(asked.board)
            if turn:
                found["turn"] = _of_turn(session, asked.asking("apply", turn))
            if session.can_list(asked):
                found["turns"] = _of_turns(session, asked.asking("turns"))
        except (EngineError, GaveUp) as error:
            found["engine_error"] = str(error)
            try:
                if isinstance(error, GaveUp):
                    raise error
                session.record_engine_error(error)
            except GaveUp:
                # It cannot be revived: the next question starts another.
                session.engine.kill()
                self._session = None
        return found

    def _session_of(self, asked: Question) -> Session:
        """The session for a game and a set of readings. The engine is started anew for others."""
        key = (asked.game, asked.readings)
        if self._session is None or self._of != key:
            self.close()
            self._session, self._of = None, key
            engine = self._settings.engine(asked.game)
            engine.start()
            try:
                self._session = Session.begin(engine, asked.game, asked.chosen.to_mapping())
            except BaseException:
                engine.kill()
                raise
        return self._session


def _of_turn(session: Session, asked: Question) -> Json | None:
    """Both answers about a turn, in words and drawn; None if the engine cannot be asked about it."""
    asked, announced = session.fair(asked, "apply"), session.announced
    game, position = asked.rules, asked.position
    ours = reference_answer(game, position, asked.turn)
    if announced.own_texts or not (announced.refuses or ours["verdict"] == "legal"):
        return None
    theirs = session.ask(asked)
    agree = same("apply", ours, theirs, memory=session.remembers, refusals=announced.tells_kinds)
    return {
        "agree": agree,
        "rules": answer_to_json(game, position, ours),
        "engine": answer_to_json(game, position, theirs),
    }


def _of_turns(session: Session, asked: Question) -> Json:
    """The differences between the results that the engine lists and those of the rules."""
    asked = session.fair(asked, "turns")
    game, position, memory = asked.rules, asked.position, session.remembers
    ours = {game.format_turn(position, turn): result(game, after) for turn, after in game.results(position)}
    theirs = {entry["turn"]: entry for entry in session.ask(asked)["turns"]}
    our_results = {result_key(each, memory=memory) for each in ours.values()}
    their_results = {result_key(each, memory=memory) for each in theirs.values()}
    lacking = [text for text, each in ours.items() if result_key(each, memory=memory) not in their_results]
    beyond = [text for text, each in theirs.items() if result_key(each, memory=memory) not in our_results]
    otherwise = set() if session.announced.own_texts else set(lacking) & set(beyond)
    return {
        "only_rules": [text for text in lacking if text not in otherwise][:MOST_NAMED],
        "only_engine": [text for text in beyond if text not in otherwise][:MOST_NAMED],
        "otherwise": sorted(otherwise)[:MOST_NAMED],
    }
