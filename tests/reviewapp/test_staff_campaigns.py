"""The list of campaigns, a new one, how one stands, its queue and its people."""

from typing import Any

import pytest
from django.urls import reverse

from reviewapp.models import Campaign, Event, EvidenceItem, Job, Membership, Person, Task
from reviewapp.staff.views import campaigns as views
from tests.factories import make_campaign, make_item, make_person, make_source
from tests.reviewapp.staff_desk import adjudicate, as_person, csv_text, judge

pytestmark = pytest.mark.django_db


def filled(**changes: Any) -> dict[str, Any]:
    """Return a form that makes a campaign."""
    return {
        "name": "Harbour pool",
        "overlap": "2",
        "domains": "law\r\nsea\r\n\r\nlaw",
        "guidelines": "# Be *strict*\r\n",
        "only_proposed": "on",
        **changes,
    }


def html_of(name: str, *args: str) -> str:
    return as_person("sam").get(reverse(name, args=args)).content.decode()


# The list


def test_without_campaigns_the_list_says_what_one_is() -> None:
    assert "No campaign yet" in html_of("campaigns")


def test_the_list_shows_how_far_each_is() -> None:
    campaign = make_campaign(items=4, overlap=2)
    judge(campaign, "alice", "accept")
    html = html_of("campaigns")
    assert campaign.name in html
    assert "1 of 8" in html


def test_the_list_s_cost_does_not_grow_with_it(django_assert_max_num_queries: Any) -> None:
    for _ in range(6):
        make_campaign(items=1)
    client = as_person("sam")
    with django_assert_max_num_queries(8):
        client.get(reverse("campaigns"))


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("?q=HARB", ["Harbour"]),
        ("?state=paused", ["Mole"]),
        ("?sort=name", ["Harbour", "Mole"]),
        ("?sort=-name", ["Mole", "Harbour"]),
        ("?sort=items", ["Mole", "Harbour"]),
        ("?sort=colour&state=lost", ["Mole", "Harbour"]),
        ("?q=nowhere", []),
    ],
)
def test_the_list_is_narrowed_and_ordered_by_the_url(query: str, names: list[str]) -> None:
    make_campaign(items=2, annotators=(), adjudicators=())
    make_campaign(items=1, annotators=(), adjudicators=())
    first, second = Campaign.objects.order_by("pk")
    Campaign.objects.filter(pk=first.pk).update(name="Harbour")
    Campaign.objects.filter(pk=second.pk).update(name="Mole", state="paused")
    page = as_person("sam").get(f"{reverse('campaigns')}{query}").context["page"]
    assert [campaign.name for campaign in page] == names


def test_the_list_is_a_file_too() -> None:
    campaign = make_campaign(items=4, overlap=2)
    judge(campaign, "alice", "accept")
    text = csv_text(as_person("sam").get(reverse("campaigns_csv")))
    assert f"{campaign.name},open,screening,4,2,1,3,1," in text


# A new one


def test_a_manager_makes_a_campaign_with_items_and_people() -> None:
    make_item()
    make_item()
    people = {name: make_person(name) for name in ("alice", "carol")}
    form = filled(annotators=people["alice"].code, adjudicators=people["carol"].code)
    response = as_person("sam").post(reverse("campaign_new"), form)
    campaign = Campaign.objects.get()
    assert response["Location"] == reverse("campaign", args=[campaign.code])
    assert (campaign.name, campaign.overlap, campaign.domains) == ("Harbour pool", 2, ["law", "sea"])
    assert campaign.guideline is not None
    assert campaign.guideline.body == "# Be *strict*\r\n"
    assert campaign.n_tasks == 2
    roles = set(Membership.objects.values_list("person__username", "role"))
    assert roles == {("alice", "annotator"), ("carol", "adjudicator")}


def test_the_selection_narrows_by_source_flag_and_number() -> None:
    wanted = [make_item(source="wanted") for _ in range(3)]
    make_item(source="other")
    EvidenceItem.objects.filter(pk=wanted[0].pk).update(flags=["no_support"])
    form = filled(sources=str(make_source("wanted").pk), exclude_flags="no_support", limit="1")
    as_person("sam").post(reverse("campaign_new"), form)
    assert [task.item for task in Task.objects.all()] == [wanted[1]]


def test_counting_says_how_many_and_makes_nothing() -> None:
    make_campaign(items=1)
    make_item()
    response = as_person("sam").post(reverse("campaign_new"), filled(count="1"))
    assert response.context["n_selected"] == 1
    assert "Harbour pool" in response.content.decode()
    assert Campaign.objects.count() == 1


def test_htmx_gets_the_count_alone_before_the_form_is_whole() -> None:
    make_item()
    form = {"count": "1", "only_proposed": "on"}
    response = as_person("sam").post(reverse("campaign_new"), form, headers={"HX-Request": "true"})
    assert response.content.decode().strip().startswith('<p id="count"')
    assert "this field is required" not in response.content.decode().lower()


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"name": ""}, "This field is required."),
        ({"overlap": "0"}, "greater than or equal to 1"),
        ({"overlap": "10"}, "less than or equal to 9"),
        ({"domains": " \r\n "}, "This field is required."),
        ({"domains": "x" * 61}, "longer than 60 characters"),
        ({"limit": "0"}, "greater than or equal to 1"),
        ({"sources": "99999"}, "not one of the available choices"),
        ({"annotators": "nobody"}, "not one of the available choices"),
    ],
)
def test_a_form_that_lacks_something_comes_back_with_it(changes: dict[str, str], problem: str) -> None:
    response = as_person("sam").post(reverse("campaign_new"), filled(**changes))
    assert response.status_code == 200
    assert problem in response.content.decode()
    assert not Campaign.objects.exists()


def test_a_name_is_given_once() -> None:
    campaign = make_campaign(items=1)
    response = as_person("sam").post(reverse("campaign_new"), filled(name=campaign.name))
    assert "There is a campaign of this name." in response.content.decode()


def test_many_items_go_in_by_a_job(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "ADDED_AT_ONCE", 1)
    for _ in range(2):
        make_item()
    response = as_person("sam").post(reverse("campaign_new"), filled())
    job = Job.objects.get(kind="fill_campaign")
    assert response["Location"] == reverse("job", args=[job.code])
    assert not Task.objects.exists()


# How one stands


def test_an_empty_queue_says_what_to_do() -> None:
    assert "The queue is empty" in html_of("campaign", make_campaign(items=0).code)


def test_the_funnel_counts_what_was_decided() -> None:
    campaign = make_campaign(items=5, overlap=2)
    for decision, reason in (("accept", ""), ("reject", "ambiguous_question")):
        judge(campaign, "alice", decision, reason=reason)
        judge(campaign, "bob", decision, reason=reason)
    judge(campaign, "alice", "accept")
    judge(campaign, "bob", "reject", reason="noisy_reference")
    adjudicate(campaign, "carol", "reject", reason="noisy_reference")
    judge(campaign, "alice", "accept")
    judge(campaign, "bob", "reject", reason="noisy_reference")
    response = as_person("sam").get(reverse("campaign", args=[campaign.code]))
    funnel = response.context["counts"].funnel
    assert (funnel.pool, funnel.screened, funnel.accepted, funnel.rejected) == (5, 3, 1, 2)
    assert funnel.reasons == {"ambiguous_question": 1, "noisy_reference": 1}
    assert (funnel.disputed, funnel.open, funnel.withdrawn) == (1, 1, 0)


def test_a_large_campaign_is_counted_by_its_job(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reviewapp.staff.queries.figures.COUNTED_LIVE", 0)
    html = html_of("campaign", make_campaign(items=1).code)
    assert "The figures of a large campaign are computed by the worker." in html


def test_its_cost_does_not_grow_with_it(django_assert_max_num_queries: Any) -> None:
    campaign = make_campaign(items=8, overlap=2, annotators=("alice", "bob", "dave"))
    for name in ("alice", "bob", "dave"):
        for _ in range(3):
            judge(campaign, name, "accept")
    client = as_person("sam")
    with django_assert_max_num_queries(15):
        client.get(reverse("campaign", args=[campaign.code]))


# Open, pause, close


def test_a_manager_pauses_and_opens_it() -> None:
    campaign = make_campaign(items=1)
    client = as_person("sam")
    for state in ("paused", "open", "closed", "open"):
        client.post(reverse("campaign_move", args=[campaign.code]), {"state": state})
        campaign.refresh_from_db()
        assert campaign.state == state


def test_with_a_disagreement_open_it_is_not_closed() -> None:
    campaign = make_campaign(items=1, overlap=2)
    judge(campaign, "alice", "accept")
    judge(campaign, "bob", "reject", reason="noisy_reference")
    response = as_person("sam").post(
        reverse("campaign_move", args=[campaign.code]), {"state": "closed"}, follow=True
    )
    campaign.refresh_from_db()
    assert campaign.state == "open"
    assert "adjudicate them before closing" in response.content.decode()


@pytest.mark.parametrize("state", ["open", "lost", ""])
def test_a_move_that_does_not_exist_is_said(state: str) -> None:
    campaign = make_campaign(items=1)
    response = as_person("sam").post(
        reverse("campaign_move", args=[campaign.code]), {"state": state}, follow=True
    )
    assert "flash-error" in response.content.decode()
    assert not Event.objects.filter(verb="move_campaign").exists()


# Its queue


def test_more_items_are_put_into_the_queue() -> None:
    campaign = make_campaign(items=1)
    make_item()
    client = as_person("sam")
    response = client.post(
        reverse("campaign_items", args=[campaign.code]), {"only_proposed": "on"}, follow=True
    )
    campaign.refresh_from_db()
    assert "1 item is new in the queue." in response.content.decode()
    assert campaign.n_tasks == 2


def test_the_count_of_more_items_is_shown_alone_to_htmx() -> None:
    campaign = make_campaign(items=1)
    make_item()
    response = as_person("sam").post(
        reverse("campaign_items", args=[campaign.code]), {"count": "1"}, headers={"HX-Request": "true"}
    )
    assert '<strong class="big">1</strong>' in response.content.decode()
    assert "<h1" not in response.content.decode()


def test_a_bad_limit_is_said() -> None:
    campaign = make_campaign(items=1)
    response = as_person("sam").post(reverse("campaign_items", args=[campaign.code]), {"limit": "-1"})
    assert "greater than or equal to 1" in response.content.decode()


# Its people


def test_a_manager_adds_and_removes_somebody() -> None:
    campaign = make_campaign(items=1, annotators=())
    alice = make_person("alice")
    client = as_person("sam")
    form = {"person": alice.code, "role": "annotator", "active": "on"}
    client.post(reverse("campaign_people", args=[campaign.code]), form)
    assert Membership.objects.get(person=alice).active
    client.post(reverse("campaign_people", args=[campaign.code]), {**form, "active": ""})
    assert not Membership.objects.get(person=alice).active


def test_somebody_outside_the_group_is_refused() -> None:
    campaign = make_campaign(items=1)
    form = {"person": make_person("alice").code, "role": "adjudicator", "active": "on"}
    response = as_person("sam").post(reverse("campaign_people", args=[campaign.code]), form)
    assert "Alice is not in the group" in response.content.decode()


def test_somebody_deactivated_is_refused() -> None:
    campaign = make_campaign(items=1)
    dave = make_person("dave")
    Person.objects.filter(pk=dave.pk).update(is_active=False)
    form = {"person": dave.code, "role": "annotator", "active": "on"}
    response = as_person("sam").post(reverse("campaign_people", args=[campaign.code]), form)
    assert "Dave is deactivated." in response.content.decode()
    assert not Membership.objects.filter(person=dave).exists()


@pytest.mark.parametrize("form", [{}, {"person": "nobody", "role": "annotator"}, {"role": "king"}])
def test_a_member_that_makes_no_sense_is_said(form: dict[str, str]) -> None:
    campaign = make_campaign(items=1)
    response = as_person("sam").post(reverse("campaign_people", args=[campaign.code]), form)
    assert response.status_code == 200
    assert "errorlist" in response.content.decode()


def test_without_people_it_says_whom_to_add() -> None:
    campaign = make_campaign(items=1, annotators=(), adjudicators=())
    assert "Nobody takes part yet" in html_of("campaign_people", campaign.code)
