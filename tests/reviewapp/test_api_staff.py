"""The API of adjudicators and managers: for others it does not exist."""

import json

import pytest
from django.urls import reverse

from reviewapp.api import staff
from reviewapp.models import Disagreement, Outcome
from reviewapp.rules.protocol import Role
from reviewapp.staff.actions.campaigns import set_member
from reviewapp.urls.api import urlpatterns
from reviewapp.work.actions.adjudication import claim_disagreement
from tests.factories import make_campaign, make_item, make_person

from .api_client import HOSTILE, send
from .desk import NOW, after, decide, dispute

pytestmark = pytest.mark.django_db

OF_ADJUDICATORS = [
    ("get", "adjudications", ()),
    ("get", "adjudication", ("x",)),
    ("post", "adjudication_claim", ("x",)),
    ("post", "outcome", ("x",)),
]
OF_MANAGERS = [("get", "all_campaigns", ()), ("get", "items", ()), ("get", "all_returns", ("x",))]


@pytest.fixture
def campaign(alice, bob, carol):
    return make_campaign(items=2, overlap=2, adjudicators=("carol", "clara"))


@pytest.fixture
def disagreement(campaign, alice, bob):
    return dispute(campaign, alice, bob)


def resolve(person, code, **values):
    return send(person, "post", "outcome", code, data={"decision": "accept", "rationale": "Clear."} | values)


@pytest.mark.parametrize(("method", "name", "args"), OF_ADJUDICATORS)
def test_for_others_there_is_no_adjudication(alice, sam, method, name, args):
    for person in (alice, sam):
        assert send(person, method, name, *args).status_code == 404


@pytest.mark.parametrize(("method", "name", "args"), OF_MANAGERS)
def test_for_others_there_is_no_management(alice, carol, method, name, args):
    for person in (alice, carol):
        assert send(person, method, name, *args).status_code == 404


def test_what_waits_is_listed(disagreement, carol):
    answer = send(carol, "get", "adjudications").json()
    assert answer["n"] == 1
    (one,) = answer["adjudications"]
    assert (one["code"], one["about"]) == (disagreement.code, ["decision", "reason"])
    assert one["item_id"] == disagreement.task.item.item_id


def test_what_another_is_at_does_not_wait(disagreement, carol):
    send(carol, "post", "adjudication_claim", disagreement.code)
    assert send(make_person("clara"), "get", "adjudications").json() == {"n": 0, "adjudications": []}
    assert send(carol, "get", "adjudications").json()["n"] == 1


def test_a_disagreement_is_shown_with_its_returns_and_without_names(disagreement, carol):
    response = send(carol, "get", "adjudication", disagreement.code)
    dispute = response.json()
    assert [one["decision"] for one in dispute["returns"]] == ["accept", "reject"]
    assert dispute["item"]["query"] == disagreement.task.item.query
    assert (dispute["state"], dispute["outcome"], len(dispute["documents"])) == ("open", None, 1)
    assert not {"alice", "bob"} & set(response.content.decode().lower().split('"'))


def test_a_claim_keeps_the_other_out(disagreement, carol):
    clara = make_person("clara")
    assert send(carol, "post", "adjudication_claim", disagreement.code).json()["lease_until"]
    assert send(clara, "post", "adjudication_claim", disagreement.code).status_code == 409
    assert resolve(clara, disagreement.code).status_code == 409
    assert resolve(carol, disagreement.code).status_code == 200


def test_an_outcome_said_twice_is_one(disagreement, carol):
    first = resolve(carol, disagreement.code, decision="reject", reason="other", domain="law")
    assert resolve(carol, disagreement.code).json() == first.json()
    outcome = Outcome.objects.get()
    assert (outcome.decision, outcome.reason, outcome.domain) == ("reject", "other", "law")
    shown = send(carol, "get", "adjudication", disagreement.code).json()
    assert (shown["state"], shown["outcome"]["code"]) == ("decided", outcome.code)


@pytest.mark.parametrize(("values", "field"), [
    ({"rationale": " "}, "rationale"), ({"decision": ""}, "decision"), ({"decision": "reject"}, "reason"),
])  # fmt: skip
def test_what_an_outcome_lacks_is_named(disagreement, carol, values, field):
    response = resolve(carol, disagreement.code, **values)
    assert (response.status_code, list(response.json()["missing"])) == (422, [field])


@pytest.mark.parametrize("text", HOSTILE[:4])
def test_a_rationale_keeps_every_character(disagreement, carol, text):
    assert resolve(carol, disagreement.code, rationale=text).json()["rationale"] == text
    assert Outcome.objects.get().rationale == text


def test_a_reviewer_who_is_an_adjudicator_too_does_not_see_their_own(campaign, disagreement, sam):
    alice = make_person("alice", Role.ADJUDICATOR)
    set_member(campaign=campaign, person=alice, role=Role.ADJUDICATOR, active=True, actor=sam)
    assert send(alice, "get", "adjudications").json()["n"] == 0
    for method, name in (("get", "adjudication"), ("post", "adjudication_claim"), ("post", "outcome")):
        assert send(alice, method, name, disagreement.code).status_code == 404


def test_a_disagreement_of_another_campaign_does_not_exist(alice, bob, carol):
    elsewhere = dispute(make_campaign(items=1, overlap=2, adjudicators=("clara",)), alice, bob)
    assert send(carol, "get", "adjudication", elsewhere.code).status_code == 404


def test_managers_list_every_campaign(campaign, sam):
    other = make_campaign(items=0)
    codes = [one["code"] for one in send(sam, "get", "all_campaigns").json()["campaigns"]]
    assert codes == [other.code, campaign.code]


def test_managers_list_items_page_by_page(sam, monkeypatch):
    monkeypatch.setattr(staff, "ITEMS_A_PAGE", 2)
    items = [make_item() for _ in range(5)]
    seen, query = [], {}
    while query is not None:
        page = send(sam, "get", "items", **query).json()
        seen += [one["item_id"] for one in page["items"]]
        query = {"after": page["after"]} if page["after"] else None
    assert seen == [item.item_id for item in items]


def test_items_are_narrowed_by_state(sam, alice):
    item = make_item()
    decide(make_campaign(items=[item]), alice)
    make_item()
    (one,) = send(sam, "get", "items", state="accepted").json()["items"]
    assert (one["item_id"], one["state"]) == (item.item_id, "accepted")


def lines_of(person, campaign):
    response = send(person, "get", "all_returns", campaign.code)
    assert response["Content-Type"] == "application/x-ndjson"
    return [json.loads(line) for line in b"".join(response.streaming_content).split(b"\n")[:-1]]


def test_all_returns_are_lines_of_json(campaign, disagreement, alice, sam):
    first, second = lines_of(sam, campaign)
    assert (first["reviewer"], first["decision"], first["evidence"]) == ("alice", "accept", [])
    assert (second["reviewer"], second["reason"]) == ("bob", "ambiguous_question")
    assert first["committed_at"] == "2026-03-02T09:00:00.000Z"


def test_a_manager_who_reviews_too_is_blind_to_what_they_have_not_judged(campaign, alice, bob, sam):
    decide(campaign, alice, now=after(seconds=1))
    make_person("sam", Role.ANNOTATOR)
    set_member(campaign=campaign, person=sam, role=Role.ANNOTATOR, active=True, actor=sam)
    assert lines_of(sam, campaign) == []


def test_a_lapsed_claim_of_another_is_no_hindrance(disagreement, carol):
    long_ago = NOW.replace(year=2020)
    claim_disagreement(disagreement=disagreement, actor=carol, now=long_ago)
    assert resolve(make_person("clara"), disagreement.code).status_code == 200
    assert Disagreement.objects.get().outcome.adjudicator.username == "clara"


def test_nobody_is_told_anything(client):
    for pattern in urlpatterns:
        names = pattern.pattern.converters
        wanted = {name: 1 if name in {"doc_id", "number"} else "x" for name in names}
        url = reverse(pattern.name, kwargs=wanted)
        for method in ("get", "post", "put", "patch", "delete"):
            assert getattr(client, method)(url).status_code in {401, 403}, (method, url)


@pytest.mark.parametrize("who", ["alice", "carol", "sam"])
def test_what_does_not_exist_is_not_found(request, who):
    person = request.getfixturevalue(who)
    for method, name in [
        *(("post", name) for name in ("next", "undo", "commit", "skip", "adjudication_claim", "outcome")),
        *(("get", name) for name in ("task", "return", "adjudication", "all_returns")),
    ]:
        assert send(person, method, name, "nothing").status_code == 404, (method, name)
