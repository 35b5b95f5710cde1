"""The managers' pages in a real browser: what htmx changes by itself, under the strict policy."""

from typing import Any

import pytest
from django.conf import settings
from django.urls import reverse

from reviewapp.jobs.actions import enqueue
from reviewapp.models import Job
from tests.factories import make_item, make_person
from tests.live import LiveApp
from tests.reviewapp.staff_desk import as_person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def sign_in(page: Any, app: LiveApp) -> None:
    """Give the page's browser the session of the manager."""
    cookie = as_person("sam").cookies[settings.SESSION_COOKIE_NAME]
    page.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": app.url}])


def test_a_job_s_page_follows_the_job_until_it_ends(page: Any, live_app: LiveApp) -> None:
    job = enqueue("import", title="Harbour records", args={}, actor=make_person("sam"))
    Job.objects.filter(pk=job.pk).update(state="running", progress=1, total=4)
    sign_in(page, live_app)
    page.goto(live_app.url + reverse("job", args=[job.code]))
    assert page.get_by_text("1 of 4 rows").is_visible()
    Job.objects.filter(pk=job.pk).update(state="running", progress=3)
    page.get_by_text("3 of 4 rows").wait_for(timeout=5_000)
    Job.objects.filter(pk=job.pk).update(state="done", progress=4)
    page.get_by_text("4 of 4 rows").wait_for(timeout=5_000)
    page.wait_for_timeout(1_200)
    assert page.locator("[hx-trigger]").count() == 0


def test_the_count_of_selected_items_follows_the_form(page: Any, live_app: LiveApp) -> None:
    for source in ("one", "one", "other"):
        make_item(source=source)
    sign_in(page, live_app)
    page.goto(live_app.url + reverse("campaign_new"))
    page.locator("#count strong", has_text="3").wait_for(timeout=5_000)
    page.get_by_label("one", exact=True).check()
    page.locator("#count strong", has_text="2").wait_for(timeout=5_000)
    assert page.locator("#id_name").input_value() == ""
