"""A fourth workflow, defined here alone: ratings from 0 to 10, adjudicated where two are far apart."""

from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.urls import path, reverse
from django.utils import timezone
from rest_framework.response import Response

from reviewapp.api.base import Operation, person_of, task_id_of, task_of
from reviewapp.models import Disagreement, Event, EvidenceItem, Outcome, Return, Task
from reviewapp.rules.protocol import Incomplete, NotYours, Role, Verdict
from reviewapp.staff.actions.campaigns import add_items, create_campaign, set_member
from reviewapp.staff.queries.figures import compute_figures
from reviewapp.urls import urlpatterns as application_urls
from reviewapp.work import registry
from reviewapp.work.actions.adjudication import close_case, open_case
from reviewapp.work.actions.claiming import claim_next, resume_claim, run_upkeep
from reviewapp.work.actions.committing import begin_return, draft_return, write_return
from reviewapp.work.actions.drafts import save_draft
from reviewapp.work.actions.settling import current_returns, decide, dispute
from reviewapp.work.workflow import Workflow
from tests.factories import make_item, make_person
from tests.reviewapp.staff_desk import as_person, csv_text

KIND = "rating"
NOW = timezone.now()


def commit_rating(*, task_id, actor, rating, note, now):
    """Commit a rating; with the second one, decide the item or open a disagreement."""
    opened = begin_return(task_id, actor=actor, stage=KIND, now=now)
    if isinstance(opened, Return):
        return opened
    if rating not in range(11):
        raise Incomplete({"rating": "A rating is a whole number from 0 to 10."})
    committed = draft_return(opened, actor=actor, now=now)
    committed.decision, committed.note = str(rating), note
    write_return(committed, task=opened.task, slot=opened.slot, actor=actor, earlier=opened.earlier)
    ratings = [int(row.decision) for row in current_returns(opened.task, KIND, committed)]
    if len(ratings) == opened.task.campaign.overlap:
        if max(ratings) - min(ratings) > 2:
            dispute(opened.task, ("rating",))
        else:
            decide(opened.task, Verdict("accept"), guideline_id=committed.guideline_id, now=now)
    return committed


class RatingReturn(Operation):
    def post(self, request, code):
        task_id, actor = task_id_of(code, KIND), person_of(request)
        return Response({"code": commit_rating(task_id=task_id, actor=actor, now=NOW, **request.data).code})


class Rating(Workflow):
    kind, title, stages, page = KIND, "Rating", (KIND,), "rating"
    agreement_fields = {"decision": "Rating"}

    def api_task(self, task, person):
        task = task_of(person, pk=task.pk, kind=KIND)
        return {"code": task.code, "query": task.evidence.query, "slot": task.my_slot.state}

    def show_adjudication(self, request, disagreement, errors=None):
        ratings = disagreement.task.returns.order_by("pk").values_list("decision", flat=True)
        return HttpResponse(" against ".join(ratings))

    def resolve(self, request, disagreement):
        case = open_case(disagreement, request.user, NOW)
        if not isinstance(case, Outcome):
            verdict = Verdict(request.POST["rating"])
            close_case(case, request.user, verdict, rationale="Read both.", seconds=5.0, now=NOW)
            decide(case.task, Verdict("accept"), guideline_id=None, now=NOW)


urlpatterns = [
    *application_urls,
    path("ratings/<str:code>/", lambda request, code: HttpResponse(code), name="rating"),
    path("api/ratings/<str:code>/return/", RatingReturn.as_view(), name="api_rating"),
]


@pytest.fixture
def campaign(monkeypatch, settings, db):
    monkeypatch.setitem(registry.registered(), KIND, Rating())
    settings.ROOT_URLCONF = __name__
    campaign = create_campaign(name="Ratings", kind=KIND, overlap=2, guidelines="Rate it.", actor=None)
    add_items(campaign=campaign, item_ids=[make_item().pk, make_item().pk], actor=None)
    for name, role in (("alice", Role.ANNOTATOR), ("bob", Role.ANNOTATOR), ("carol", Role.ADJUDICATOR)):
        set_member(campaign=campaign, person=make_person(name), role=role, active=True, actor=None)
    return campaign


def rate(campaign, name, rating):
    person = make_person(name)
    task_id = claim_next(campaign=campaign, actor=person, stage=KIND, now=NOW)
    return commit_rating(task_id=task_id, actor=person, rating=rating, note="", now=NOW).task


def test_a_claim_keeps_its_draft_lapses_and_is_taken_up_again(campaign, alice, bob):
    task = Task.objects.get(pk=claim_next(campaign=campaign, actor=alice, stage=KIND, now=NOW))
    save_draft(task=task, actor=alice, stage=KIND, version=0, body={"rating": 4}, now=NOW)
    run_upkeep(now=NOW + timedelta(hours=1))
    assert Event.objects.filter(verb="lapse", task=task, actor=alice).exists()
    assert resume_claim(task=task, actor=alice, stage=KIND, now=NOW).person == alice
    assert task.drafts.get(person=alice).body == {"rating": 4}
    with pytest.raises(NotYours):
        resume_claim(task=task, actor=bob, stage=KIND, now=NOW)


def test_ratings_that_are_near_decide_the_item(campaign):
    rate(campaign, "alice", 7)
    task = rate(campaign, "bob", 5)
    assert (task.state, EvidenceItem.objects.get(pk=task.item_id).state) == ("decided", "accepted")


def test_ratings_that_are_far_apart_go_to_an_adjudicator(campaign):
    rate(campaign, "alice", 1)
    task = rate(campaign, "bob", 9)
    assert (task.state, EvidenceItem.objects.get(pk=task.item_id).state) == ("disputed", "in_review")
    carol, address = as_person("carol"), reverse("adjudicate", args=[Disagreement.objects.get().code])
    assert "1 against 9" in carol.get(address).content.decode()
    assert carol.post(address, {"rating": "6"}).status_code == 302
    assert Outcome.objects.get().decision == "6"
    assert EvidenceItem.objects.get(pk=task.item_id).state == "accepted"


def test_agreement_figures_and_the_export_of_decisions_know_it(campaign):
    for rating in (3, 8):
        rate(campaign, "alice", rating)
        rate(campaign, "bob", rating)
    measures = compute_figures(campaign, at=lambda *_: None)["agreement"]["decision"]["overall"]
    sam = as_person("sam")
    assert measures["raw"]["value"] == 1.0
    assert "Rating" in sam.get(reverse("campaign_agreement", args=[campaign.code])).content.decode()
    rows = csv_text(sam.get(reverse("campaign_csv", args=[campaign.code, "returns"])))
    assert rows.count(",rating,") == 4


def test_it_is_done_over_the_api(campaign, client):
    client.force_login(make_person("alice"), backend="reviewapp.people.auth.PersonBackend")
    given = client.post(reverse("api_next", args=[campaign.code]), {}, "application/json").json()
    address = reverse("api_rating", args=[given["code"]])
    refused = client.post(address, {"rating": 11, "note": ""}, "application/json")
    assert (given["slot"], refused.status_code, *refused.json()["missing"]) == ("claimed", 422, "rating")
    assert client.post(address, {"rating": 10, "note": ""}, "application/json").status_code == 200
    assert [row["decision"] for row in client.get(reverse("api_returns")).json()["returns"]] == ["10"]
