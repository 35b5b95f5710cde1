"""The floor that the desk is measured against: a bare Django view without login, CSRF, audit or page.

It claims a row, reads its text and inserts a decision: what no review tool can do without. Served by the same
gunicorn, on the same PostgreSQL, in the same minute.
"""

from __future__ import annotations

import json
import os

import dj_database_url
import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path

CLAIM = """
UPDATE floor_task SET claimed = true WHERE id = (
    SELECT id FROM floor_task WHERE NOT claimed ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING id, body
"""
TABLES = """
DROP TABLE IF EXISTS floor_decision, floor_task;
CREATE TABLE floor_task (id bigint PRIMARY KEY, claimed boolean NOT NULL DEFAULT false, body text NOT NULL);
CREATE TABLE floor_decision (id bigserial PRIMARY KEY, task_id bigint UNIQUE, decision text NOT NULL);
INSERT INTO floor_task (id, body) SELECT g, repeat('the clerk counted the boats. ', 100)
    FROM generate_series(1, %s) g;
CREATE INDEX floor_queue ON floor_task (id) WHERE NOT claimed;
ANALYZE floor_task;
"""


def take(request: HttpRequest) -> HttpResponse:
    with connection.cursor() as cursor:
        cursor.execute(CLAIM)
        row = cursor.fetchone()
    return JsonResponse({"id": row[0], "body": row[1]} if row else {})


def commit(request: HttpRequest) -> HttpResponse:
    sent = json.loads(request.body)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO floor_decision (task_id, decision) VALUES (%s, %s)", [sent["id"], sent["decision"]]
        )
    return HttpResponse(status=204)


urlpatterns = [path("next", take), path("commit", commit)]


def make_application() -> WSGIHandler:
    """Return the floor's application, on the server that DATABASE_URL names."""
    database = dj_database_url.parse(os.environ["DATABASE_URL"])
    database.setdefault("OPTIONS", {})["pool"] = True
    settings.configure(
        ROOT_URLCONF=__name__,
        ALLOWED_HOSTS=["*"],
        DATABASES={"default": database},
        SECRET_KEY="the floor signs nothing",
        USE_TZ=True,
    )
    django.setup()
    return WSGIHandler()


if "DATABASE_URL" in os.environ and not settings.configured:
    application = make_application()
