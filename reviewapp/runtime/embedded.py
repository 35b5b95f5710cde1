"""The embedded PostgreSQL of the default set-up: started for whoever needs it, stopped after the last one.

Who uses the server holds a shared lock on ``var/postgres.use``. A *keeper* process (keeper.py),
marked by the lock ``var/postgres.keeper``, makes the cluster, runs ``postgres`` as its child, and stops it
when nobody holds the first lock any more. Locks go with their process, however it ends: there is no pid
file to trust, and nothing to clean up after a kill -9.
"""

import atexit
import contextlib
import fcntl
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from reviewapp.runtime.var import make_folder

ROLE = "reviewapp"
PORT = 5432  # only a part of the socket's name: no TCP port is opened
START_SECONDS = 60.0
STOP_SECONDS = 30.0
POLL_SECONDS = 0.02

_KEEPERS_OF_OTHERS: list["subprocess.Popen[bytes]"] = []
_STARTING: dict[Path, "Use"] = {}


class EmbeddedServerFailed(ValueError):
    """The embedded PostgreSQL server could not be started."""


class EmbeddedServerInUse(ValueError):
    """The embedded PostgreSQL server is running, and is not to be touched."""


@dataclass(frozen=True)
class Cluster:
    """Where one cluster lives; kept in ``var/postgres.json``, which its owner alone can read."""

    data: str
    sockets: str
    binaries: str
    account: str  # under which it runs; empty: the account of the caller
    password: str

    @classmethod
    def read(cls, var: Path) -> "Cluster | None":
        try:
            return cls(**json.loads((var / "postgres.json").read_text(encoding="utf-8")))
        except FileNotFoundError:
            return None

    def to_json(self) -> str:
        return json.dumps(asdict(self), indent=2)

    def url(self, database: str = ROLE) -> str:
        return f"postgresql://{ROLE}:{self.password}@{quote(self.sockets, safe='')}:{PORT}/{quote(database)}"


def django_database(var: Path) -> dict[str, Any]:
    """Return Django's description of the embedded database under *var*, whether it runs or not."""
    cluster = Cluster.read(var)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": ROLE,
        "USER": ROLE,
        "PASSWORD": cluster.password if cluster else "",
        "HOST": cluster.sockets if cluster else str(var / "no-server-yet"),
        "PORT": str(PORT),
    }


class Use:
    """One process's use of the embedded server, which runs as long as any process uses it.

    :param wait: whether to return only when the server answers; if not, `wait` must be called."""

    def __init__(self, var: Path, options: Mapping[str, str] | None = None, *, wait: bool = True) -> None:
        self.var = make_folder(var)
        self.options = dict(options or {})
        self.keeper: subprocess.Popen[bytes] | None = None
        self._lock = (var / "postgres.use").open("a")
        deadline = time.monotonic() + START_SECONDS
        while not try_lock(self._lock, fcntl.LOCK_SH):  # a keeper is just stopping
            if time.monotonic() > deadline:
                raise EmbeddedServerFailed(f"the PostgreSQL server under {var} does not finish stopping")
            time.sleep(POLL_SECONDS)
        if wait:
            self.wait()
        else:
            self._see_keeper()

    def wait(self) -> None:
        """Return once the server answers.

        :raises EmbeddedServerFailed: if it does not start; nothing is held then."""
        try:
            self.cluster = self._wait(time.monotonic() + START_SECONDS)
        except BaseException:
            self.release()
            raise

    def revive(self) -> None:
        """Start a keeper again if the last one was killed."""
        if self.keeper:
            self.keeper.poll()
        if not has_keeper(self.var):
            self.cluster = self._wait(time.monotonic() + START_SECONDS)

    def release(self) -> None:
        """Let go, and wait for the server to stop unless somebody else uses it."""
        if self._lock.closed:
            return
        fcntl.flock(self._lock, fcntl.LOCK_UN)
        deadline = time.monotonic() + STOP_SECONDS
        while has_keeper(self.var) and time.monotonic() < deadline:
            if is_used(self.var):
                break
            time.sleep(POLL_SECONDS)
        self._lock.close()
        if self.keeper and has_keeper(self.var):
            _KEEPERS_OF_OTHERS.append(self.keeper)  # it is their server now
        elif self.keeper:
            self.keeper.wait(STOP_SECONDS)

    def _wait(self, deadline: float) -> Cluster:
        while time.monotonic() < deadline:
            self._see_keeper()
            cluster = Cluster.read(self.var)
            if cluster and answers(cluster):
                return cluster
            time.sleep(POLL_SECONDS)
        raise EmbeddedServerFailed(f"PostgreSQL did not start in {START_SECONDS:.0f} s{self._log_tail()}")

    def _see_keeper(self) -> None:
        if self.keeper and (self.keeper.poll() or 0) > 0:  # a negative one was killed, and is replaced
            raise EmbeddedServerFailed(f"PostgreSQL did not start{self._log_tail()}")
        if (self.keeper is None or self.keeper.returncode is not None) and not has_keeper(self.var):
            command = [
                sys.executable,
                "-m",
                "reviewapp.runtime.keeper",
                str(self.var),
                json.dumps(self.options),
            ]
            with (self.var / "postgres.log").open("ab") as log:
                self.keeper = subprocess.Popen(
                    command,
                    cwd=Path(__file__).resolve().parents[2],
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,  # Ctrl-C reaches those who use the server, not the server
                )

    def _log_tail(self) -> str:
        path = self.var / "postgres.log"
        lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
        return "; the end of {}:\n{}".format(path, "\n".join(lines[-12:]))


@contextlib.contextmanager
def server(var: Path, options: Mapping[str, str] | None = None) -> Iterator[str]:
    """Keep the server under *var* running for the block, and give its URL.

    *options* are server parameters for the one who starts it; a server that runs already keeps its own.

    :raises EmbeddedServerFailed: if it does not start; the end of its log is in the message.
    :raises VarNotWritable: if *var* cannot be written."""
    use = Use(var, options)
    try:
        yield use.cluster.url()
    finally:
        use.release()


def begin(var: Path) -> None:
    """Let the server start while this process still loads what it needs; `ensure_running` takes it over.

    :raises VarNotWritable: if *var* cannot be written."""
    _STARTING[var] = Use(var, wait=False)


def ensure_running(options: Mapping[str, str] | None = None) -> Use | None:
    """Keep the embedded server running until this process ends, and point Django at it.

    Does nothing and returns None where the settings name a server of their own.
    """
    from django.conf import settings

    if not settings.EMBEDDED:
        return None
    use = _STARTING.pop(settings.VAR, None) or Use(settings.VAR, options, wait=False)
    atexit.register(use.release)
    use.wait()
    settings.DATABASES["default"].update(django_database(settings.VAR))
    return use


def remove(var: Path) -> None:
    """Remove the cluster of *var* with everything in it, wherever it lives.

    :raises EmbeddedServerInUse: if its server runs."""
    if var.is_dir() and has_keeper(var):
        raise EmbeddedServerInUse(f"the PostgreSQL server under {var} is running: stop what uses it first")
    if cluster := Cluster.read(var):
        shutil.rmtree(Path(cluster.data).parent)
        shutil.rmtree(cluster.sockets, ignore_errors=True)


def answers(cluster: Cluster) -> bool:
    """Tell whether *cluster* answers for the application's database; the first call makes that database."""
    import psycopg
    from psycopg import errors, sql

    if not (Path(cluster.sockets) / f".s.PGSQL.{PORT}").exists():
        return False
    try:
        psycopg.connect(cluster.url(), connect_timeout=5).close()
    except psycopg.OperationalError as error:
        if f'database "{ROLE}" does not exist' not in str(error):
            return False
        # Another user of the server may make it in the same moment.
        with (
            contextlib.suppress(psycopg.OperationalError, errors.DuplicateDatabase, errors.UniqueViolation),
            psycopg.connect(cluster.url("postgres"), autocommit=True, connect_timeout=5) as connection,
        ):
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(ROLE)))
        return False
    return True


def try_lock(stream: Any, kind: int) -> bool:
    """Take the lock *kind* on the open file *stream* if it is free now."""
    try:
        fcntl.flock(stream, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def has_keeper(var: Path) -> bool:
    """Tell whether a keeper is at work under *var*."""
    with (var / "postgres.keeper").open("a") as stream:
        return not try_lock(stream, fcntl.LOCK_SH)


def is_used(var: Path) -> bool:
    """Tell whether somebody uses the server under *var*; a keeper that is stopping it is no user."""
    with (var / "postgres.use").open("a") as stream:
        return not try_lock(stream, fcntl.LOCK_EX) and try_lock(stream, fcntl.LOCK_SH)
