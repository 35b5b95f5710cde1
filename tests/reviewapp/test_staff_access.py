"""Who gets to the managers' pages, and by which method."""

import pytest
from django.test import Client
from django.urls import reverse

from reviewapp.jobs.actions import enqueue
from reviewapp.models import Task
from reviewapp.work.actions.questions import ask
from tests.factories import make_campaign, make_person
from tests.reviewapp.staff_desk import as_person

pytestmark = pytest.mark.django_db

READ = [
    *["items", "items_csv", "campaigns", "campaigns_csv", "inbox", "inbox_csv", "jobs", "jobs_csv"],
]
READ_ONE = [
    *["item", "campaign", "campaign_progress", "campaign_agreement", "campaign_effort", "campaign_claims"],
    *["job", "job_log"],
]
FORMS = ["campaign_items", "campaign_people", "campaign_guidelines", "campaign_older", "thread"]
POSTED = [
    *["item_domain", "item_withdraw", "campaign_move", "campaign_compute", "job_cancel", "job_retry"],
]


def url_of(name: str) -> str:
    """Return the URL of the page of that name, its object made on the way."""
    if name in [*READ, "campaign_new"]:
        return reverse(name)
    campaign = make_campaign(items=1)
    task = Task.objects.select_related("item").get(campaign=campaign)
    if name.startswith("item"):
        return reverse(name, args=[task.item.code])
    if name.startswith("job"):
        return reverse(name, args=[enqueue("figures", title="Figures", args={}, actor=None).code])
    if name == "thread":
        alice = make_person("alice")
        return reverse(name, args=[ask(task=task, asker=alice, author=alice, body="Is it?").code])
    return reverse(name, args=[campaign.code])


@pytest.mark.parametrize("name", [*READ, *READ_ONE, *FORMS, "campaign_new"])
def test_a_manager_can_open_it(name: str) -> None:
    assert as_person("sam").get(url_of(name)).status_code == 200


@pytest.mark.parametrize("name", [*READ, *READ_ONE, *FORMS, "campaign_new"])
def test_for_an_annotator_it_does_not_exist(name: str) -> None:
    assert as_person("alice").get(url_of(name)).status_code == 404


@pytest.mark.parametrize("name", [*POSTED, *FORMS, "campaign_new"])
def test_an_annotator_cannot_post_to_it(name: str) -> None:
    assert as_person("alice").post(url_of(name)).status_code == 404


@pytest.mark.parametrize("name", [*READ, *READ_ONE, *FORMS, "campaign_new"])
def test_nobody_is_sent_to_the_login(name: str) -> None:
    response = Client().get(url_of(name))
    assert response.status_code == 302
    assert response["Location"].startswith(reverse("login"))


@pytest.mark.parametrize("name", POSTED)
def test_what_changes_something_is_not_got(name: str) -> None:
    assert as_person("sam").get(url_of(name)).status_code == 405


@pytest.mark.parametrize("name", [*READ, *READ_ONE])
def test_what_only_shows_is_not_posted_to(name: str) -> None:
    assert as_person("sam").post(url_of(name)).status_code == 405


@pytest.mark.parametrize(
    "name", ["item", "campaign", "campaign_people", "campaign_guidelines", "campaign_older", "thread", "job"]
)
def test_an_unknown_code_is_not_found(name: str) -> None:
    assert as_person("sam").get(reverse(name, args=["nosuchcode"])).status_code == 404


def test_an_unknown_table_is_not_found() -> None:
    campaign = make_campaign(items=1)
    assert as_person("sam").get(reverse("campaign_csv", args=[campaign.code, "secrets"])).status_code == 404
