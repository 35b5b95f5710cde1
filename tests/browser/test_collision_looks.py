"""The states of the collision desk and its figures: no barrier, no scrolling sideways, light and dark."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from reviewapp.jobs.progress import Progress
from reviewapp.models import Disagreement, Job
from reviewapp.staff.jobs import compute_figures
from reviewapp.staff.queries import figures
from tests.browser.desk import sign_in
from tests.browser.test_pages import problems_of
from tests.factories import make_document, make_item, make_person
from tests.live import LiveApp
from tests.reviewapp.colliding import (
    bring,
    commit,
    decide,
    keep,
    line,
    make_candidates,
    make_collision_campaign,
    review,
    take,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

ODD = "<b>👩‍🔬</b> שלום e\u0301 " + "x" * 200


def test_no_state_of_collision_review_has_a_barrier(live_app: LiveApp, page: Any) -> None:
    alice = make_person("alice")
    item = make_item(f"How many berths? {ODD}", "1,204", documents=[make_document(f"In 1911: 1,204. {ODD}")])
    near = [
        make_document(f"In 1921 the Vell had 893 berths. {ODD}", title=ODD),
        make_document("A mole.", title=""),
    ]
    said = [("conflict", {"rationale": f"It says 893. {ODD}", "quote": "893 berths"}), (None, {})]
    rows = enumerate(zip(near, said, strict=True), start=1)
    bring(*(line(item, document, n, verdict, **more) for n, (document, (verdict, more)) in rows))
    campaign, now = make_collision_campaign([item]), timezone.now()
    task = take(campaign, alice, now)
    at = live_app.url + reverse("collision", args=[task.code])
    sign_in(page, live_app, "alice")

    decide(task, alice, near[0].doc_id, "conflict", now, rationale=f"It contradicts. {ODD}")
    page.goto(f"{at}?n=1")
    found = problems_of(page, "collision-reveal")
    page.locator("summary", has_text="Revise").click()
    found |= problems_of(page, "collision-revising")
    keep(task, alice, near[0].doc_id, now)
    decide(task, alice, near[1].doc_id, "hard_negative", now)
    keep(task, alice, near[1].doc_id, now)
    page.goto(at)
    found |= problems_of(page, "collision-end")
    commit(task, alice, now)
    page.goto(at)
    found |= problems_of(page, "collision-committed")

    disputed = make_item(f"How deep? {ODD}", "3 m", documents=[make_document(f"It is 3 m deep. {ODD}")])
    make_candidates(disputed, [None, None], [f"It is 4 m deep. {ODD}", f"No depth is told. {ODD}"])
    apart = make_collision_campaign([disputed], overlap=2)
    for name, decision in (("alice", "hard_negative"), ("bob", "cannot_tell")):
        review(apart, make_person(name), [decision] * 2, now)
    page.context.clear_cookies()
    sign_in(page, live_app, "carol")
    page.goto(live_app.url + reverse("adjudicate", args=[Disagreement.objects.get().code]))
    page.get_by_role("heading", name="Adjudication").wait_for()
    found |= problems_of(page, "collision-adjudication")

    result = compute_figures(Progress(), campaign=campaign.code)
    Job.objects.create(
        kind=figures.KIND, title="Figures", state="done", args={"campaign": campaign.code}, result=result
    )
    page.context.clear_cookies()
    sign_in(page, live_app, "sam")
    page.goto(live_app.url + reverse("campaign_collisions", args=[campaign.code]))
    page.get_by_role("heading", name="By similarity").wait_for()
    found |= problems_of(page, "collision-figures")
    assert found == {}
