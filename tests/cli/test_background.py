import signal
import threading

import pytest

from mastermind_engine.solver.evaluate import Progress
from mastermind_service.cli import background
from tests.cli.running import run


def test_ctrl_c_cancels_the_work_and_waits_for_its_end() -> None:
    cancelled, ended = threading.Event(), threading.Event()

    def work() -> None:
        cancelled.wait(30)
        ended.set()

    with pytest.raises(KeyboardInterrupt):
        background.run(work, cancelled.set, lambda: signal.raise_signal(signal.SIGINT))
    assert ended.is_set()


def test_what_the_work_raises_is_raised() -> None:
    def work() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        background.run(work, lambda: None)


def test_ctrl_c_ends_an_evaluation_without_a_result(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: Progress) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "done", property(interrupt))
    result = run("evaluate", "--ruleset", "super", "--strategy", "entropy", "--json")
    assert result.exit_code == 130
    assert result.stdout == ""
