"""Pages and downloads of ripple scores: for managers, and for nobody else."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from benchmark.models import Release
from scoring.models import RippleRun
from scoring.recovery.choosing import TITLES
from tests.factories import make_person
from tests.scoring.recovery.making import make_ripple_release, make_scored_ripple_run, named

pytestmark = pytest.mark.django_db


@pytest.fixture
def release() -> Release:
    return make_ripple_release()


@pytest.fixture
def scored(release: Release) -> RippleRun:
    run = make_scored_ripple_run(release)
    make_scored_ripple_run(release, named("Later <b>&_model"))
    return run


@pytest.fixture
def sam(client: Client) -> Client:
    client.force_login(make_person("sam"))
    return client


def text(response: Any) -> str:
    assert response.status_code == 200, response
    content = b"".join(response.streaming_content) if response.streaming else response.content
    return str(content.decode())


def test_every_table_is_shown_and_sent_in_every_form(sam: Client, scored: RippleRun) -> None:
    code = scored.release.code
    for name in TITLES:
        page = text(sam.get(reverse("recovery_table", args=[code, name])))
        assert "Later &lt;b&gt;&amp;_model" in page, name
        for form in ("csv", "xlsx", "tex"):
            answer = sam.get(reverse("recovery_file", args=[code, name, form]))
            assert answer.status_code == 200
            if form == "csv":
                assert scored.sha256 in text(answer)
