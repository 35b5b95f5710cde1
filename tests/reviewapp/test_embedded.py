"""The embedded PostgreSQL: real clusters, killed and hindered in every way that we know of."""

import contextlib
import dataclasses
import os
import pwd
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from reviewapp.runtime import embedded, keeper, processes
from reviewapp.runtime.embedded import Cluster
from reviewapp.runtime.var import VarNotWritable, make_folder, read_secret_key
from tests.live import wait_for

FAST = {"fsync": "off"}


@contextlib.contextmanager
def a_var(folder: Path) -> Iterator[Path]:
    yield folder
    with contextlib.suppress(embedded.EmbeddedServerInUse):
        embedded.remove(folder)


@pytest.fixture
def var(tmp_path: Path) -> Iterator[Path]:
    """A var folder with a space in a path too long for any socket."""
    with a_var(tmp_path / "with a space" / ("long" * 30)) as folder:
        yield folder


@pytest.fixture(scope="module")
def shared_var(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A var folder whose cluster several tests use one after another."""
    with a_var(tmp_path_factory.mktemp("embedded")) as folder:
        yield folder


def ask(url: str, query: str) -> object:
    with psycopg.connect(url) as connection:
        row = connection.execute(query).fetchone()
    return row and row[0]


def postmaster(var: Path) -> int:
    cluster = Cluster.read(var)
    assert cluster
    return int(Path(cluster.data, "postmaster.pid").read_text().split("\n")[0])


def keeper_pid(var: Path) -> int:
    return psutil.Process(postmaster(var)).ppid()


def test_it_runs_for_as_long_as_it_is_used(var: Path) -> None:
    with embedded.server(var, FAST) as url:
        assert str(ask(url, "SELECT version()")).startswith("PostgreSQL 18")
        assert (
            ask(url, "SELECT datlocprovider::text || datlocale FROM pg_database WHERE datname = 'reviewapp'")
            == "bC.UTF-8"
        )
        pid = postmaster(var)
    assert not processes.is_postgres_of(pid, Path(Cluster.read(var).data))  # type: ignore[union-attr]
    assert not embedded.has_keeper(var)


def test_no_tcp_port_is_opened(shared_var: Path) -> None:
    with embedded.server(shared_var, FAST) as url:
        assert ask(url, "SHOW listen_addresses") == ""


def test_a_password_is_needed(shared_var: Path) -> None:
    with embedded.server(shared_var, FAST) as url:
        password = Cluster.read(shared_var).password  # type: ignore[union-attr]
        with pytest.raises(psycopg.OperationalError, match="password"):
            psycopg.connect(url.replace(password, "guess"))


def test_only_the_owner_reads_the_password(shared_var: Path) -> None:
    with embedded.server(shared_var, FAST):
        assert stat.S_IMODE((shared_var / "postgres.json").stat().st_mode) == 0o600


def test_writes_are_kept(shared_var: Path) -> None:
    with embedded.server(shared_var, FAST) as url, psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 7 AS n")
    with embedded.server(shared_var, FAST) as url:
        assert ask(url, "SELECT n FROM kept") == 7


def test_the_last_user_takes_the_server_along_not_the_first(shared_var: Path) -> None:
    first = embedded.Use(shared_var, FAST)
    pid = postmaster(shared_var)
    second = embedded.Use(shared_var, FAST)
    first.release()
    assert postmaster(shared_var) == pid
    assert ask(second.cluster.url(), "SELECT 1") == 1
    second.release()
    assert not embedded.has_keeper(shared_var)


def test_many_that_start_at_once_share_one_server(var: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from reviewapp.runtime import embedded\n"
        "with embedded.server(Path(sys.argv[1])) as url:\n"
        "    import psycopg; print(psycopg.connect(url).execute('SHOW data_directory').fetchone()[0])\n"
        "    sys.stdin.read()\n"
    )
    command = [sys.executable, "-c", script, str(var)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    starters = [subprocess.Popen(command, **pipes) for _ in range(4)]  # type: ignore[call-overload]
    answers = {starter.stdout.readline() for starter in starters}
    outputs = [starter.communicate() for starter in starters]
    assert len(answers) == 1
    assert len(outputs) == 4
    assert [starter.returncode for starter in starters] == [0] * 4


def test_a_killed_postgres_is_started_again(shared_var: Path) -> None:
    with embedded.server(shared_var, FAST) as url:
        old = postmaster(shared_var)
        os.kill(old, signal.SIGKILL)
        cluster = Cluster.read(shared_var)
        assert cluster
        wait_for(lambda: embedded.answers(cluster) and postmaster(shared_var) != old, 20)
        assert ask(url, "SELECT 1") == 1


def test_a_killed_keeper_is_replaced(shared_var: Path) -> None:
    use = embedded.Use(shared_var, FAST)
    old = keeper_pid(shared_var)
    os.kill(old, signal.SIGKILL)
    wait_for(lambda: not embedded.has_keeper(shared_var))
    use.revive()
    assert ask(use.cluster.url(), "SELECT 1") == 1
    assert keeper_pid(shared_var) != old
    use.release()
    assert not embedded.has_keeper(shared_var)


def test_a_killed_user_leaves_no_server_behind(shared_var: Path) -> None:
    script = (
        "import sys, time; from pathlib import Path; from reviewapp.runtime import embedded\n"
        "use = embedded.Use(Path(sys.argv[1])); print('up', flush=True); time.sleep(60)\n"
    )
    user = subprocess.Popen([sys.executable, "-c", script, str(shared_var)], stdout=subprocess.PIPE)
    assert user.stdout
    assert user.stdout.readline() == b"up\n"
    user.kill()
    user.communicate()
    wait_for(lambda: not embedded.has_keeper(shared_var))


def test_a_stale_pid_of_a_strangers_process_is_left_alone(shared_var: Path) -> None:
    stranger = subprocess.Popen(["sleep", "60"])
    try:
        with embedded.server(shared_var, FAST):
            cluster = Cluster.read(shared_var)
        assert cluster
        Path(cluster.data, "postmaster.pid").write_text(f"{stranger.pid}\n{cluster.data}\n")
        with embedded.server(shared_var, FAST) as url:
            assert ask(url, "SELECT 1") == 1
        assert stranger.poll() is None
    finally:
        stranger.kill()
        stranger.wait()


def test_a_server_whose_keeper_is_gone_is_ended_before_the_next(shared_var: Path) -> None:
    with embedded.server(shared_var, FAST):
        pass
    cluster = Cluster.read(shared_var)
    assert cluster
    cluster = dataclasses.replace(cluster, sockets=str(keeper._make_socket_folder(cluster.account)))
    orphan = keeper._start(cluster, FAST)
    wait_for(Path(cluster.data, "postmaster.pid").exists)
    keeper._end_leftovers(cluster)
    assert orphan.wait(10) == 0
    Path(cluster.sockets).rmdir()


def test_the_number_of_a_server_that_is_about_to_write_it_is_awaited(tmp_path: Path) -> None:
    pid_file = tmp_path / "postmaster.pid"
    pid_file.touch()
    late = threading.Timer(0.2, pid_file.write_text, ["4711\n/somewhere\n"])
    late.start()
    assert keeper._pid_in(pid_file) == 4711
    late.join()


def test_a_pid_file_that_stays_empty_names_nobody(tmp_path: Path) -> None:
    pid_file = tmp_path / "postmaster.pid"
    pid_file.touch()
    assert keeper._pid_in(pid_file) == 0


def test_the_socket_folder_goes_with_the_server(shared_var: Path) -> None:
    with embedded.server(shared_var, FAST):
        sockets = Path(Cluster.read(shared_var).sockets)  # type: ignore[union-attr]
        assert stat.S_IMODE(sockets.stat().st_mode) == 0o700
    assert not sockets.exists()


def test_a_socket_folder_that_others_may_enter_is_not_used(shared_var: Path) -> None:
    with embedded.server(shared_var, FAST):
        old = Path(Cluster.read(shared_var).sockets)  # type: ignore[union-attr]
    old.mkdir(mode=0o755)
    with embedded.server(shared_var, FAST) as url:
        assert Path(Cluster.read(shared_var).sockets) != old  # type: ignore[union-attr]
        assert ask(url, "SELECT 1") == 1
    old.rmdir()


def test_a_cluster_of_another_version_is_refused(shared_var: Path) -> None:
    with embedded.server(shared_var, FAST):
        cluster = Cluster.read(shared_var)
    assert cluster
    version = Path(cluster.data, "PG_VERSION")
    version.write_text("17\n")
    try:
        with pytest.raises(embedded.EmbeddedServerFailed, match="was made by PostgreSQL 17, installed is 18"):
            embedded.Use(shared_var, FAST)
    finally:
        version.write_text("18\n")


def test_a_wrong_option_is_told_with_the_end_of_the_log(
    shared_var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "START_SECONDS", 3.0)
    with pytest.raises(embedded.EmbeddedServerFailed, match="no_such_option"):
        embedded.Use(shared_var, {"no_such_option": "1"})


def test_a_running_cluster_is_not_removed(shared_var: Path) -> None:
    with embedded.server(shared_var, FAST), pytest.raises(embedded.EmbeddedServerInUse, match="is running"):
        embedded.remove(shared_var)


def test_a_var_that_cannot_be_made_is_told_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(VarNotWritable, match=f"cannot make the folder {tmp_path}/file/var: Not a directory"):
        make_folder(tmp_path / "file" / "var")


def test_the_secret_key_is_made_once_and_private(tmp_path: Path) -> None:
    key = read_secret_key(tmp_path / "var")
    assert len(key) > 50
    assert read_secret_key(tmp_path / "var") == key
    assert stat.S_IMODE((tmp_path / "var" / "secret_key").stat().st_mode) == 0o600


as_root = pytest.mark.skipif(os.geteuid() != 0, reason="what root does can only be seen as root")


@as_root
def test_root_runs_it_under_an_account_without_rights(shared_var: Path) -> None:
    with embedded.server(shared_var, FAST):
        owner = psutil.Process(postmaster(shared_var)).uids().real
    assert owner == pwd.getpwnam("nobody").pw_uid


@as_root
def test_root_changes_no_folder_that_was_there(tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o700)
    with a_var(locked / "var") as var, embedded.server(var, FAST) as url:
        assert ask(url, "SELECT 1") == 1
        assert not Path(Cluster.read(var).data).is_relative_to(locked)  # type: ignore[union-attr]
        assert (locked.stat().st_mode & 0o777, locked.stat().st_uid) == (0o700, 0)


@as_root
def test_binaries_that_the_account_cannot_reach_are_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "_can_reach", lambda account, path: False)
    binaries = keeper._reachable_binaries("nobody", tmp_path)
    assert binaries.is_relative_to(tmp_path)
    assert b"18." in subprocess.check_output([binaries / "bin" / "postgres", "--version"])
    assert b"18." in subprocess.check_output([binaries / "bin" / "initdb", "--version"])
