"""A campaign's guidelines: versions, a new one, and what it makes due again."""

import pytest
from django.urls import reverse

from reviewapp.jobs.progress import Progress
from reviewapp.models import Campaign, GuidelineVersion, Job, Task
from reviewapp.staff.actions.campaigns import publish_guidelines
from reviewapp.staff.jobs import requeue_older
from tests.factories import make_campaign, make_person
from tests.reviewapp.staff_desk import as_person, judge

pytestmark = pytest.mark.django_db


def post(name: str, campaign: Campaign, form: dict[str, object]) -> str:
    response = as_person("sam").post(reverse(name, args=[campaign.code]), form, follow=True)
    return response.content.decode()


def decided(n: int = 2) -> Campaign:
    """Return a campaign of n items, decided under version 1; version 2 is in force."""
    campaign = make_campaign(items=n)
    for _ in range(n):
        judge(campaign, "alice", "accept")
    publish_guidelines(campaign=campaign, body="Stricter.", actor=None)
    return campaign


def test_a_new_version_holds_from_now_on() -> None:
    campaign = make_campaign(items=1)
    html = post("campaign_guidelines", campaign, {"body": "# Stricter\r\n\r\n- _more_"})
    campaign.refresh_from_db()
    assert campaign.guideline is not None
    assert (campaign.guideline.number, campaign.guideline.body) == (2, "# Stricter\r\n\r\n- _more_")
    assert "<h2>Stricter</h2>" in html


def test_a_preview_publishes_nothing() -> None:
    campaign = make_campaign(items=1)
    html = post("campaign_guidelines", campaign, {"body": "# Stricter", "preview": "1"})
    assert "<h2>Stricter</h2>" in html
    assert GuidelineVersion.objects.count() == 1


def test_an_empty_version_is_refused() -> None:
    campaign = make_campaign(items=1)
    assert "This field is required." in post("campaign_guidelines", campaign, {"body": ""})


def test_html_in_guidelines_is_only_shown() -> None:
    campaign = make_campaign(items=1)
    html = post("campaign_guidelines", campaign, {"body": "<script>alert(1)</script>"})
    assert "<script>alert" not in html


def test_an_older_version_can_be_read() -> None:
    campaign = decided()
    url = reverse("campaign_guideline", args=[campaign.code, 1])
    html = as_person("sam").get(url).content.decode()
    assert "Accept what is supported." in html
    assert "an older version" in html


def test_a_version_that_does_not_exist_is_not_found() -> None:
    url = reverse("campaign_guideline", args=[make_campaign(items=1).code, 7])
    assert as_person("sam").get(url).status_code == 404


def test_nothing_older_says_so() -> None:
    url = reverse("campaign_older", args=[make_campaign(items=1).code])
    assert "Nothing is older" in as_person("sam").get(url).content.decode()


def test_what_was_decided_under_an_older_version_is_listed() -> None:
    campaign = decided(2)
    response = as_person("sam").get(reverse("campaign_older", args=[campaign.code]))
    assert len(response.context["page"]) == 2
    guidelines = as_person("sam").get(reverse("campaign_guidelines", args=[campaign.code]))
    assert "decided under an earlier version" in guidelines.content.decode()


def test_the_chosen_ones_are_asked_for_again() -> None:
    campaign = decided(2)
    first, _ = Task.objects.filter(campaign=campaign).order_by("pk")
    html = post("campaign_older", campaign, {"task": [first.code]})
    assert "1 item is back in the queue." in html
    states = Task.objects.filter(campaign=campaign).order_by("pk").values_list("state", "round")
    assert list(states) == [("open", 2), ("decided", 1)]


def test_without_a_choice_it_asks_for_one() -> None:
    assert "Choose at least one item." in post("campaign_older", decided(1), {})


def test_a_task_of_another_campaign_is_left_alone() -> None:
    other = Task.objects.get(campaign=decided(1))
    html = post("campaign_older", decided(1), {"task": [other.code]})
    other.refresh_from_db()
    assert "Choose at least one item." in html
    assert other.state == "decided"


def test_all_of_them_are_asked_for_by_a_job() -> None:
    campaign = decided(3)
    post("campaign_older", campaign, {"all": "1"})
    job = Job.objects.get(kind="requeue_older")
    result = requeue_older(Progress(), **job.args)
    assert result == {"n_tasks": 3}
    assert not Task.objects.filter(campaign=campaign, state="decided").exists()


def test_the_job_run_twice_does_it_once() -> None:
    campaign = decided(2)
    sam = make_person("sam")
    requeue_older(Progress(), campaign=campaign.code, actor=sam.code)
    assert requeue_older(Progress(), campaign=campaign.code, actor=sam.code) == {"n_tasks": 0}
