"""Prepared statements: what the driver keeps of them, and instances made of their rows."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module

import pytest
from psycopg import _queries

import reviewapp
from reviewapp.models import Campaign, Event, Person, Task
from reviewapp.prepared import Columns, fetch_one, joined, link, split
from reviewapp.work.queries.desk import CAMPAIGN, TASK
from tests.factories import make_campaign

STATEMENT = re.compile(r"\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b")
PARAMETER = re.compile(r"%\((\w+)\)s")


def statements() -> Iterator[tuple[str, str]]:
    """Every statement that a module of a room names."""
    for module in pkgutil.walk_packages(reviewapp.__path__, "reviewapp."):
        if not {"management", "migrations"} & set(module.name.split(".")):
            for name, value in vars(import_module(module.name)).items():
                if isinstance(value, str) and name.isupper() and STATEMENT.match(value):
                    yield f"{module.name}.{name}", value


def test_every_statement_is_short_enough_for_the_driver_to_keep_its_parse():
    found = dict(statements())
    assert "reviewapp.work.actions.claiming.CLAIM_DESK" in found
    assert [name for name, text in found.items() if len(text) > _queries.MAX_CACHED_STATEMENT_LENGTH] == []
    many = _queries.MAX_CACHED_STATEMENT_PARAMS
    assert [name for name, text in found.items() if len(PARAMETER.findall(text)) > many] == []


@pytest.mark.django_db
def test_what_was_read_with_a_row_is_not_asked_for_again(django_assert_num_queries):
    code = make_campaign(items=1).tasks.get().code
    sql = f"""SELECT {joined(TASK, CAMPAIGN)} FROM reviewapp_task t
        JOIN reviewapp_campaign c ON c.id = t.campaign_id WHERE t.code = %(code)s"""
    with django_assert_num_queries(1):
        row = fetch_one(sql, {"code": code})
        assert row is not None
        task, campaign = split(row, TASK, CAMPAIGN)
        link(task, campaign=campaign)
        assert task.campaign is campaign
    assert (type(task), type(campaign)) == (Task, Campaign)


def test_a_column_of_json_may_hold_nothing():
    event = Columns(Event, "e", "id", "old", "new").make((1, None, '{"n": 2}'), 0)
    assert (event.old, event.new) == (None, {"n": 2})


@pytest.mark.django_db
def test_what_is_rarely_read_of_a_person_is_there_when_asked_for(client, alice):
    client.force_login(alice, backend="reviewapp.people.auth.PersonBackend")
    answer = client.get("/")
    seen = answer.wsgi_request.user
    assert isinstance(seen, Person)
    assert "date_joined" in seen.get_deferred_fields()
    assert seen.date_joined == alice.date_joined
