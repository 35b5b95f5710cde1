"""What every test can ask for: the database, the public records, real servers, a real browser."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import pytest_django
from django.conf import settings
from django.db import connection
from django.test import TransactionTestCase

from reviewapp.runtime import embedded
from tests import databases
from tests.live import Browser, LiveApp, find_chromium
from tests.people import alice, bob, carol, sam  # noqa: F401 - fixtures

if TYPE_CHECKING:
    from benchmark.construction.ripple.select import Collection

BASE_DIR = Path(__file__).resolve().parent.parent
MUST_RUN = {"browser", "redis", "data"}
SLOW = {"live_app", "browser", "page", "built_collection"}
FAST = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


collect_ignore = ["bench"]  # what measures holds no test, and loads what only measuring needs


# --- The run ------------------------------------------------------------------------------------------


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the modules that drive real servers come first: at the end no process waits for a long test."""
    slow = {str(item.path) for item in items if SLOW & {*getattr(item, "fixturenames", ())}}
    items.sort(key=lambda item: str(item.path) not in slow)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Spare a run without a property the loading of Hypothesis, whose plugin loads it for its summary."""
    if "hypothesis" not in sys.modules:
        session.config.pluginmanager.unregister(name="hypothesispytest")


# --- Skips --------------------------------------------------------------------------------------------


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Under CI=true, let a test fail that is skipped for want of a browser, a broker or the records."""
    report = yield
    wants = MUST_RUN & {mark.name for mark in item.iter_markers()}
    if report.skipped and wants and os.environ.get("CI") == "true" and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        report.outcome = "failed"
        report.longrepr = f"needs {', '.join(sorted(wants))}, and may not be skipped under CI=true: {reason}"
    return report


# --- Database -----------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
) -> Iterator[None]:
    """Keep one embedded server running for all processes of all runs; each has a database of its own."""
    database = settings.DATABASES["default"]
    if not settings.EMBEDDED:
        yield
        return
    use = embedded.Use(settings.VAR, FAST)
    database.update(HOST=use.cluster.sockets, PASSWORD=use.cluster.password)
    database["TEST"]["NAME"] = f"test_{os.getpid()}"
    databases.drop_left_behind(use.cluster.url("postgres"))
    yield
    use.release()


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None,
    django_db_blocker: pytest_django.DjangoDbBlocker,
    django_db_modify_db_settings: None,
) -> Iterator[None]:
    """Make the database of this process as an installation's own is made, and drop it at the end."""
    usual = connection.settings_dict["NAME"]
    name = connection.settings_dict["TEST"]["NAME"] or f"test_{usual}"
    with django_db_blocker.unblock():
        databases.make_database(name)
    yield
    with django_db_blocker.unblock():
        databases.use_database(usual)
        databases.drop_database(name)


@pytest.fixture(scope="session", autouse=True)
def _empty_what_is_filled() -> Iterator[None]:
    """Let what a test committed be taken out in our own way, which leaves the groups where they are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _: databases.empty_tables())
        yield


# --- Files --------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of public records beside the checkout."""
    folder = BASE_DIR.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip(f"the public records are not at {folder}")
    return folder


@pytest.fixture(scope="session")
def built_collection(shared_data: Path) -> "Collection":
    """The 150 candidates of the public records; built once for the code and the records as they are."""
    from tests.benchmark.ripple.collection import built_in

    return built_in(Path(settings.VAR), shared_data / "musique")


# --- Real servers and a real browser ------------------------------------------------------------------


@pytest.fixture(scope="session")
def _live_app(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveApp]:
    with LiveApp(tmp_path_factory.mktemp("live") / "var") as app:
        yield app


@pytest.fixture
def live_app(transactional_db: None, _live_app: LiveApp) -> Iterator[LiveApp]:
    """gunicorn, and on demand a Celery worker, as processes of their own on the database of this test.

    They are started once; each test finds processes that have served no other."""
    yield _live_app
    _live_app.settle()


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a Redis server, started for the tests, on a Unix socket of its own."""
    from tests.live import redis_server

    if not shutil.which("redis-server"):
        pytest.skip("redis-server is not installed (Debian: apt install redis-server)")
    with redis_server(tmp_path_factory.mktemp("redis")) as url:
        yield url


@pytest.fixture(scope="session")
def _chromium() -> Iterator[Browser]:
    executable = find_chromium()
    if not executable:
        pytest.skip("no Chromium is installed (Debian: apt install chromium)")
    with Browser(executable) as browser:
        yield browser


@pytest.fixture
def browser(_chromium: Browser) -> Any:
    """Chromium, driven by Playwright; ask it for ``new_context()`` to be a second person."""
    return _chromium.handle


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """One page in a fresh context; what its console calls an error fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    errors: list[str] = []
    context.on("weberror", lambda error: errors.append(str(error.error)))
    yield context.new_page()
    context.close()
    assert not errors
