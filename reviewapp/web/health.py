"""Probes: whether this process answers, and whether everything it needs does."""

from collections.abc import Callable
from datetime import timedelta

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Q
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from reviewapp.celery import app
from reviewapp.models import Job, WorkerHeartbeat
from reviewapp.rules.protocol import JobState

WORKER_SILENCE = timedelta(seconds=60)


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"status": "ok"})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    parts = {name: outcome(check) for name, check in CHECKS.items()}
    ready = all(part == "ok" for part in parts.values())
    return JsonResponse({"status": "ok" if ready else "failing", **parts}, status=200 if ready else 503)


def check_database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "ok"


def check_migrations() -> str:
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return f"{len(missing)} not applied" if missing else "ok"


def check_worker() -> str:
    """Check that a worker has given a sign of life lately, through the broker or from within a long job."""
    since = timezone.now() - WORKER_SILENCE
    if WorkerHeartbeat.objects.filter(at__gte=since).exists():
        return "ok"
    busy = Q(state=JobState.RUNNING, beat_at__gte=since)
    return "ok" if Job.objects.filter(busy).exists() else "no sign of life within a minute"


def check_broker() -> str:
    with app.connection_for_write() as broker:
        broker.ensure_connection(max_retries=1, timeout=2, interval_start=0)
    return "ok"


CHECKS: dict[str, Callable[[], str]] = {
    "database": check_database,
    "migrations": check_migrations,
    "worker": check_worker,
    "broker": check_broker,
}


def outcome(check: Callable[[], str]) -> str:
    """Return the answer of *check*, or the name of the error that it ended in."""
    try:
        return check()
    except (DatabaseError, OSError) as error:
        return type(error).__name__
