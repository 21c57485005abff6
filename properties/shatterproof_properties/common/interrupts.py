"""Interrupts: Ctrl-C and the other signals that ask a program to end, as one exception, held while it would do harm."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
SAME = 0.5
"""Seconds for which more signals count as the same: `timeout` sends one to the process and one to its group."""
_AGAIN = 0.05

_Handler = Callable[[int, FrameType | None], Any]


class Interrupted(KeyboardInterrupt):
    """Somebody wants the program to end, and has sent the signal of this number. Raised in the main thread."""

    def __init__(self, number: int = signal.SIGINT) -> None:
        super().__init__(number)
        self.number = number

    def __str__(self) -> str:
        return "interrupted" if self.number == signal.SIGINT else f"interrupted by {signal.Signals(self.number).name}"


class ClusterGone(KeyboardInterrupt):
    """The scheduler or the workers of a cluster are gone, which ends a run as an interrupt does."""


@contextmanager
def orderly_end() -> Iterator[None]:
    """Raises Interrupted in this block for each of SIGNALS, except ignored ones (nohup ignores SIGHUP).

    Outside the main thread it does nothing.
    """
    last, raised, is_over, is_lost = -SAME, 0, False, False

    def interrupt(number: int, _: FrameType | None) -> None:
        nonlocal last, raised
        if is_lost:
            # Raised here it would be lost as the one before it was: it is sent again.
            return
        raised += 1
        now = time.monotonic()
        if now - last >= SAME:
            last = now
            raise Interrupted(number)

    def on_unraisable(lost: Any) -> None:
        nonlocal last, is_lost
        if not isinstance(lost.exc_value, KeyboardInterrupt):
            hook(lost)
            return
        is_lost = True
        # It came while something was being collected, where no exception gets out: once more, elsewhere.
        last = -SAME
        number = getattr(lost.exc_value, "number", signal.SIGINT)
        threading.Thread(target=send_again, args=(number, raised), daemon=True).start()
        is_lost = False

    def send_again(number: int, before: int) -> None:
        # One signal is not enough: Python may not look at it before it waits for something, and then wait on.
        main = threading.main_thread().ident
        time.sleep(_AGAIN)
        while main and raised == before and not is_over:
            signal.pthread_kill(main, number)
            time.sleep(_AGAIN)

    hook, sys.unraisablehook = sys.unraisablehook, on_unraisable
    try:
        with _handled_by(interrupt):
            yield
    finally:
        is_over = True
        sys.unraisablehook = hook


@contextmanager
def held() -> Iterator[None]:
    """Holds back interrupts until the end of this block, for work that must not stop half-way. Keep it short."""
    waiting: list[tuple[int, FrameType | None]] = []
    before: dict[int, Any] = {}
    try:
        with _handled_by(lambda number, frame: waiting.append((number, frame))) as before:
            yield
    finally:
        for number, frame in waiting[:1]:
            if callable(handler := before[number]):
                handler(number, frame)
            else:
                signal.raise_signal(number)


@contextmanager
def _handled_by(handler: _Handler) -> Iterator[dict[int, Any]]:
    """Have SIGNALS handled by a function, except ignored ones; yield the earlier handlers."""
    before: dict[int, Any] = {}
    try:
        for number in SIGNALS if threading.current_thread() is threading.main_thread() else ():
            was = signal.getsignal(number)
            if was not in (signal.SIG_IGN, None):
                before[number] = was
                signal.signal(number, handler)
        yield before
    finally:
        for number, was in before.items():
            if signal.getsignal(number) is handler:
                signal.signal(number, was)


def ignore_interrupts() -> None:
    """Ignores interrupts from now on, so that the end of the program is not disturbed."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def never() -> bool:
    """A stop callback that never stops."""
    return False


def obey_parent() -> None:
    """Leaves interrupts to the parent, and ends this process when the parent is gone.

    Worker processes call it first.
    """

    def leave_with_parent() -> None:
        # Imported here because few processes have one.
        import multiprocessing

        parent = multiprocessing.parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=leave_with_parent, daemon=True).start()
