"""How the tests of the pages of work act: a browser of somebody, with and without htmx."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from reviewapp.models import Campaign, Return, Task
from reviewapp.rules.protocol import Stage
from reviewapp.work.actions.claiming import claim_next
from reviewapp.workflows.screening.actions import ScreeningEntry, commit_screening
from tests.factories import make_person

HTMX = {"HX-Request": "true"}


def as_person(username: str) -> Client:
    """Return the browser of somebody who is signed in."""
    client = Client()
    client.force_login(make_person(username), backend="reviewapp.people.auth.PersonBackend")
    return client


def open_next(client: Client, campaign: Campaign) -> Task:
    """Let the person of *client* open the next task by its page."""
    response = client.get(reverse("next_task", args=[campaign.code]))
    assert response.status_code == 302, response.text
    code = response["Location"].split("/")[-2]
    assert client.get(response["Location"]).status_code == 200
    return Task.objects.select_related("item", "campaign").get(code=code)


def url(name: str, task: Task, *args: Any) -> str:
    return reverse(name, args=[task.code, *args])


def take(campaign: Campaign, username: str) -> Task:
    """Let somebody claim the next task without a page."""
    task_id = claim_next(
        campaign=campaign, actor=make_person(username), stage=Stage.SCREENING, now=timezone.now()
    )
    return Task.objects.select_related("item", "campaign").get(pk=task_id)


def judge(task: Task, username: str, decision: str = "accept", **entry: Any) -> Return:
    """Let somebody who holds *task* commit a decision on it."""
    held = ScreeningEntry(decision, **entry)
    person = make_person(username)
    return commit_screening(task_id=task.pk, actor=person, entry=held, now=timezone.now())


def normal(body: bytes) -> str:
    """Return a page without what differs from one request to the next: tokens and times."""
    text = body.decode()
    text = re.sub(r'(name="csrfmiddlewaretoken" value=)"[^"]*"', r"\1", text)
    text = re.sub(r"<time [^>]*>[^<]*</time>", "<time>", text)
    return re.sub(r"\b\d\d:\d\d\b", "hh:mm", text)
