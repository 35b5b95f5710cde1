"""One process tree: starts its children, starts again what dies, and ends with all of them."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

BASE_DIR = Path(__file__).resolve().parents[2]
GRACE_SECONDS = 12.0
POLL_SECONDS = 0.1
DEATHS = 5
DEATH_WINDOW_SECONDS = 30.0


class ChildKeepsDying(ValueError):
    """A child process died too often within a short time."""


class NoFreePort(ValueError):
    """No port is free where one was looked for."""


@dataclass
class Child:
    """One kind of child process, and its process at present."""

    name: str
    arguments: Sequence[str]
    sockets: Sequence[socket.socket] = ()
    process: subprocess.Popen[bytes] | None = None
    deaths: list[float] = field(default_factory=list)

    @property
    def pid(self) -> int:
        return self.process.pid if self.process else 0


class Supervisor:
    """Runs children of ``python -m reviewapp.runtime.serving`` until told to stop."""

    def __init__(
        self, environment: Mapping[str, str], tell: Callable[[str], object], check: Callable[[], object]
    ) -> None:
        self.environment = dict(environment)
        self.tell = tell
        self.check = check
        self.children: list[Child] = []
        self.stopping = False
        # Open for as long as this process lives, however it ends; the children watch the other end.
        self._watched, self._write_end = os.pipe()

    def start(self, child: Child) -> Child:
        """Start *child* and watch over it from now on."""
        if child not in self.children:
            self.children.append(child)
        descriptors = [self._watched, *(sock.fileno() for sock in child.sockets)]
        child.process = subprocess.Popen(
            [sys.executable, "-m", "reviewapp.runtime.serving", *child.arguments],
            cwd=BASE_DIR,
            env=self.environment | {"REVIEWAPP_PARENT": str(self._watched)},
            stdin=subprocess.DEVNULL,
            pass_fds=descriptors,
            start_new_session=True,  # Ctrl-C is ours to pass on, in order
        )
        return child

    def run(self) -> None:
        """Watch until a signal says stop.

        :raises ChildKeepsDying: if one cannot be kept alive."""
        while not self.stopping:
            self.look()
            self.check()
            time.sleep(POLL_SECONDS)

    def look(self) -> None:
        """Start again what has died.

        :raises ChildKeepsDying: if one cannot be kept alive."""
        for child in self.children:
            self._restart_if_dead(child)

    def stop_on_signals(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._note_signal)

    def stop(self) -> None:
        """End every child: ask it first, then kill it."""
        running = [child.process for child in self.children if child.process]
        for process in running:
            process.terminate()
        deadline = time.monotonic() + GRACE_SECONDS
        for process in running:
            try:
                process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def close(self) -> None:
        """Let go of the pipe that the children watch: what is left of them ends."""
        os.close(self._write_end)
        os.close(self._watched)

    def _restart_if_dead(self, child: Child) -> None:
        if child.process is None or child.process.poll() is None:
            return
        now = time.monotonic()
        child.deaths = [moment for moment in child.deaths if now - moment < DEATH_WINDOW_SECONDS] + [now]
        ending = f"the {child.name} (process {child.pid}) ended with {child.process.returncode}"
        if len(child.deaths) >= DEATHS:
            raise ChildKeepsDying(f"{ending}, for the {DEATHS}th time within {DEATH_WINDOW_SECONDS:.0f} s")
        self.tell(f"{ending}; it is started again")
        self.start(child)

    def _note_signal(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True


def listen_on(host: str, port: int, tries: int = 100) -> socket.socket:
    """Return a socket that listens on the first free port of *host* from *port* on.

    :raises NoFreePort: if *tries* ports in a row are taken."""
    for candidate in range(port, min(port + tries, 65536)):
        listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
            listener.listen(512)
        except OSError:
            listener.close()
            continue
        return listener
    raise NoFreePort(f"no port from {port} to {port + tries - 1} of {host} is free")
