from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from shatterproof_properties.common.interrupts import SIGNALS, Interrupted, held, orderly_end


@pytest.fixture(autouse=True)
def _heeded() -> Iterator[None]:
    """Signals as in a terminal, even if `nohup` has changed them for this process."""
    before = {number: signal.signal(number, signal.SIG_DFL) for number in (signal.SIGTERM, signal.SIGHUP)}
    before[signal.SIGINT] = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_is_an_interrupt_that_names_it(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    with pytest.raises(Interrupted) as caught, orderly_end():
        signal.raise_signal(number)
    assert str(caught.value) == {signal.SIGINT: "interrupted"}.get(number, f"interrupted by {number.name}")
    assert signal.getsignal(number) is before


def test_an_interrupt_waits_for_what_must_not_be_done_by_half() -> None:
    done = []

    def work() -> None:
        with held(), held():
            signal.raise_signal(signal.SIGTERM)
            done.append("inside")
        done.append("after")

    with pytest.raises(Interrupted), orderly_end():
        work()
    assert done == ["inside"]


def test_an_interrupt_that_waited_is_not_lost_to_an_error() -> None:
    def fail() -> None:
        with held():
            signal.raise_signal(signal.SIGTERM)
            raise ValueError

    with pytest.raises(Interrupted), orderly_end():
        fail()


def test_two_signals_at_once_are_one_interrupt() -> None:
    with orderly_end():
        with pytest.raises(Interrupted):
            signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGINT)


COLLECTED = """
import gc, os, signal, subprocess, sys
from shatterproof_properties.common.interrupts import Interrupted, orderly_end

class Collected:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

hook = sys.unraisablehook
with subprocess.Popen(["sleep", "20"]) as too_late:
    try:
        with orderly_end():
            Collected()
            gc.collect()
            os.waitpid(too_late.pid, 0)
    except Interrupted:
        print("interrupted", too_late.poll(), sys.unraisablehook is hook)
    too_late.kill()
"""


def test_an_interrupt_while_something_is_collected_comes_again() -> None:
    # In a process of its own: what other tests have left may take an interrupt for itself while it is collected.
    run = subprocess.run([sys.executable, "-c", COLLECTED], capture_output=True, text=True)
    assert (run.stdout, run.stderr) == ("interrupted None True\n", "")


def test_other_threads_are_left_alone() -> None:
    def in_thread() -> None:
        with orderly_end(), held():
            seen.append(signal.getsignal(signal.SIGTERM))

    seen: list[object] = []
    before = signal.getsignal(signal.SIGTERM)
    thread = threading.Thread(target=in_thread)
    thread.start()
    thread.join()
    assert seen == [before]
