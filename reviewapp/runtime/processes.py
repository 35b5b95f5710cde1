"""Processes that end with the one that started them, and recognising the leftovers of those that did not."""

import ctypes
import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path

PR_SET_PDEATHSIG = 1


def signal_on_parent_death(number: signal.Signals) -> Callable[[], None] | None:
    """Return a ``preexec_fn`` that has Linux signal the child when its parent dies; None elsewhere."""
    if sys.platform != "linux":
        return None
    prctl, parent = ctypes.CDLL(None).prctl, os.getpid()

    def before_exec() -> None:
        prctl(PR_SET_PDEATHSIG, int(number), 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)

    return before_exec


def end_when_closed(descriptor: int) -> None:
    """End this process, as if by SIGTERM, once the other end of the pipe *descriptor* is closed.

    The kernel closes it however the parent dies, on every platform.
    """

    def watch() -> None:
        os.read(descriptor, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="parent-watch", daemon=True).start()


def is_postgres_of(pid: int, data: Path) -> bool:
    """Tell whether the process *pid* is a PostgreSQL server that serves the folder *data*."""
    import psutil

    try:
        arguments = psutil.Process(pid).cmdline()
    except psutil.Error:
        return False
    return bool(arguments) and Path(arguments[0]).name == "postgres" and str(data) in arguments


def is_alive(pid: int) -> bool:
    """Tell whether *pid* is a process at all, whosever it is."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
