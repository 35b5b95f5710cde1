"""The managers' pages of people."""

import csv
import re
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from reviewapp.models import Membership, OneTimeLink, Person, Slot
from reviewapp.people.actions.links import find_link
from reviewapp.people.actions.people import deactivate_person
from reviewapp.work.actions.claiming import claim_next
from tests.factories import make_campaign, make_person

pytestmark = pytest.mark.django_db

BACKEND = "reviewapp.people.auth.PersonBackend"
TOKEN = re.compile(r"/link/([\w-]+)/")

READS = ["/people/", "/people.csv", "/people/invite/", "/people/{code}/"]
WRITES = [
    f"/people/{{code}}/{verb}/"
    for verb in (
        *("groups", "link", "link/revoke", "deactivate", "reactivate"),
        *("release", "reassign", "join", "leave"),
    )
]


@pytest.fixture
def as_sam(sam):
    client = Client()
    client.force_login(sam, BACKEND)
    return client


def names(response):
    return [person.username for person in response.context["page"]]


def url(person, verb=""):
    return f"/people/{person.code}/{verb}/" if verb else f"/people/{person.code}/"


# --- Who may come here --------------------------------------------------------------------------------


@pytest.mark.parametrize("path", READS)
@pytest.mark.parametrize("name", ["alice", "carol"])
def test_for_others_the_pages_do_not_exist(client, bob, path, name):
    client.force_login(make_person(name), BACKEND)
    assert client.get(path.format(code=bob.code)).status_code == 404


@pytest.mark.parametrize("path", WRITES)
def test_others_change_nothing(client, alice, bob, path):
    client.force_login(alice, BACKEND)
    before = Person.objects.filter(pk=bob.pk).values().get()
    assert client.post(path.format(code=bob.code)).status_code == 404
    assert Person.objects.filter(pk=bob.pk).values().get() == before


@pytest.mark.parametrize("path", READS)
def test_nobody_is_led_to_the_login(client, bob, path):
    assert client.get(path.format(code=bob.code))["Location"].startswith("/login?next=/people")


@pytest.mark.parametrize("path", WRITES)
def test_writes_need_a_post(as_sam, bob, path):
    assert as_sam.get(path.format(code=bob.code)).status_code == 405


@pytest.mark.parametrize("path", [READS[-1], *WRITES])
def test_a_person_who_is_not_there_is_not_found(as_sam, path):
    method = as_sam.get if path in READS else as_sam.post
    assert method(path.format(code="nobodyhere22")).status_code == 404


@pytest.mark.parametrize("path", READS)
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_manager_sees_the_pages(as_sam, bob, path, headers):
    assert as_sam.get(path.format(code=bob.code), headers=headers).status_code == 200


# --- The list -----------------------------------------------------------------------------------------


def test_the_list_shows_everybody_by_name(as_sam, alice, bob):
    response = as_sam.get("/people/")
    assert names(response) == ["alice", "bob", "sam"]
    assert url(alice) in response.text


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("q=LIC", ["alice"]),
        ("group=annotator", ["alice", "bob"]),
        ("state=deactivated", ["bob"]),
        ("state=active&group=annotator", ["alice"]),
        ("sort=-username", ["sam", "bob", "alice"]),
        ("sort=nonsense", ["alice", "bob", "sam"]),
        ("group=wizard", ["alice", "bob", "sam"]),
        ("q=100%25", []),
        ("page=99", ["alice", "bob", "sam"]),
    ],
)
def test_the_list_is_filtered_and_sorted_by_its_url(as_sam, sam, alice, bob, query, found):
    deactivate_person(person=bob, actor=sam)
    assert names(as_sam.get(f"/people/?{query}")) == found


def test_an_empty_list_says_what_to_do(as_sam):
    assert "Nobody matches" in as_sam.get("/people/?q=zzz").text


def test_a_long_list_is_paged_and_keeps_its_filter(as_sam):
    for number in range(60):
        make_person(f"p{number:02}", "annotator")

    first = as_sam.get("/people/?group=annotator")

    assert len(names(first)) == 50
    assert "?group=annotator&amp;page=2" in first.text
    assert len(names(as_sam.get("/people/?group=annotator&page=2"))) == 10


def test_the_list_asks_the_same_number_of_queries_for_more_people(as_sam):
    def cost():
        with CaptureQueriesContext(
            connection,
        ) as queries:
            as_sam.get("/people/")
        return len(queries)

    cost()  # whose the session is, the process has learned from here on
    few = cost()
    for number in range(20):
        make_person(f"p{number:02}", "annotator")
    assert cost() == few


def test_the_list_counts_open_tasks(as_sam, alice):
    claim(alice)
    assert [person.n_open for person in as_sam.get("/people/?q=alice").context["page"]] == [1]


def test_the_list_as_csv_has_the_same_filter(as_sam, alice, bob):
    response = as_sam.get("/people.csv?q=alice")
    rows = list(csv.DictReader(StringIO(response.getvalue().decode())))
    assert [(row["name"], row["groups"], row["state"]) for row in rows] == [("Alice", "annotator", "active")]


# --- Inviting and links -------------------------------------------------------------------------------


def invite(client, **fields):
    return client.post(
        "/people/invite/", {"username": "dora", "name": "Dora", "groups": ["annotator"], **fields}
    )


def test_inviting_shows_a_link_that_works(as_sam, client):
    response = invite(as_sam)

    assert "shown only now" in response.text
    assert "no-store" in response["Cache-Control"]
    token = TOKEN.search(response.text)[1]
    assert find_link(token).person.username == "dora"
    assert "Welcome, Dora" in client.get(f"/link/{token}/").text


@pytest.mark.parametrize(
    "fields",
    [
        {"username": ""},
        {"username": "two words"},
        {"username": "ALICE"},
        {"name": ""},
        {"groups": ["wizard"]},
    ],
)
def test_a_bad_invitation_comes_back(as_sam, alice, fields):
    response = invite(as_sam, **fields)
    assert response.status_code == 200
    assert list(response.context["form"].errors) == list(fields)
    assert not OneTimeLink.objects.exists()


def test_a_hostile_name_is_shown_as_text(as_sam):
    invite(as_sam, name="<script>alert(1)</script>\u202e🦜")
    page = as_sam.get(url(Person.objects.get(username="dora"))).text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;\u202e🦜" in page


def test_a_recovery_link_is_issued(as_sam, alice):
    response = as_sam.post(url(alice, "link"))
    assert "Recovery link for Alice" in response.text
    assert find_link(TOKEN.search(response.text)[1]).purpose == "recovery"


def test_who_never_chose_a_password_gets_a_new_invitation(as_sam):
    invite(as_sam)
    response = as_sam.post(url(Person.objects.get(username="dora"), "link"))
    assert "Invitation for Dora" in response.text


def test_no_link_for_the_deactivated(as_sam, sam, alice):
    deactivate_person(person=alice, actor=sam)
    response = as_sam.post(url(alice, "link"), follow=True)
    assert "“Alice” is deactivated" in response.text
    assert not OneTimeLink.objects.exists()


def test_open_links_are_listed_without_their_token_and_taken_back(as_sam, alice):
    token = TOKEN.search(as_sam.post(url(alice, "link")).text)[1]
    page = as_sam.get(url(alice)).text
    assert "Recovery link by Sam" in page
    assert token not in page

    assert "1 link taken back" in as_sam.post(url(alice, "link/revoke"), follow=True).text

    assert "No link is open" in as_sam.get(url(alice)).text


# --- Groups and deactivation --------------------------------------------------------------------------


def test_groups_are_set(as_sam, alice):
    response = as_sam.post(url(alice, "groups"), {"groups": ["annotator", "adjudicator"]}, follow=True)
    assert "Alice is now in: annotator, adjudicator." in response.text
    assert Person.objects.get(pk=alice.pk).roles == {"annotator", "adjudicator"}


def test_an_unknown_group_comes_back(as_sam, alice):
    response = as_sam.post(url(alice, "groups"), {"groups": ["wizard"]})
    assert response.status_code == 200
    assert "wizard is not one of the available choices" in response.text


def test_the_last_manager_cannot_step_down(as_sam, sam):
    response = as_sam.post(url(sam, "groups"), {"groups": []})
    assert response.status_code == 200
    assert "last active manager" in response.text


def test_a_manager_who_steps_down_lands_on_a_page_that_is_theirs(as_sam, sam):
    make_person("tess", "manager")
    response = as_sam.post(url(sam, "groups"), {"groups": ["annotator"]}, follow=True)
    assert response.redirect_chain == [("/account/", 302)]
    assert response.status_code == 200


def test_deactivating_shuts_out_at_once(as_sam, alice):
    theirs = Client()
    theirs.force_login(alice, BACKEND)

    response = as_sam.post(url(alice, "deactivate"), follow=True)

    assert "Alice is deactivated and logged out everywhere." in response.text
    assert theirs.get("/account/").status_code == 302
    as_sam.post(url(alice, "reactivate"))
    assert Person.objects.get(pk=alice.pk).is_active


def test_the_last_manager_cannot_be_deactivated(as_sam, sam):
    response = as_sam.post(url(sam, "deactivate"), follow=True)
    assert "last active manager" in response.text
    assert Person.objects.get(pk=sam.pk).is_active


# --- Campaigns and open tasks -------------------------------------------------------------------------


def claim(person):
    campaign = make_campaign()
    claim_next(campaign=campaign, actor=person, stage="screening", now=timezone.now())
    return campaign


def test_open_tasks_are_shown_and_put_back(as_sam, alice):
    campaign = claim(alice)
    assert campaign.name in as_sam.get(url(alice)).text

    response = as_sam.post(url(alice, "release"), follow=True)

    assert "1 task put back for others" in response.text
    assert not Slot.objects.filter(person=alice).exists()


def test_open_tasks_are_reassigned(as_sam, alice, bob):
    claim(alice)
    response = as_sam.post(url(alice, "reassign"), {"to": bob.code}, follow=True)
    assert "1 task given to Bob" in response.text
    assert Slot.objects.filter(person=bob).exists()


def test_what_cannot_be_reassigned_is_told(as_sam, alice):
    claim(alice)
    response = as_sam.post(url(alice, "reassign"), {"to": make_person("dave").code}, follow=True)
    assert "1 task stayed: Dave may not take them" in response.text


@pytest.mark.parametrize("to", ["", "nobodyhere22", "a\0b"])
def test_reassigning_to_nobody_comes_back(as_sam, alice, to):
    response = as_sam.post(url(alice, "reassign"), {"to": to})
    assert response.status_code == 200
    assert response.context["reassign_form"].errors


def test_joining_and_leaving_a_campaign(as_sam, alice):
    campaign = make_campaign(annotators=[])
    part = {"campaign": campaign.code, "role": "annotator"}

    assert "Alice is annotator" in as_sam.post(url(alice, "join"), part, follow=True).text
    assert Membership.objects.get(person=alice).active

    assert "Alice left" in as_sam.post(url(alice, "leave"), part, follow=True).text
    assert not Membership.objects.get(person=alice).active


def test_joining_in_a_role_without_its_group_comes_back(as_sam, alice):
    part = {"campaign": make_campaign(annotators=[]).code, "role": "adjudicator"}
    response = as_sam.post(url(alice, "join"), part)
    assert response.status_code == 200
    assert "not in the group “adjudicator”" in response.text


@pytest.mark.parametrize("verb", ["join", "leave"])
def test_an_empty_membership_comes_back(as_sam, alice, verb):
    response = as_sam.post(url(alice, verb))
    assert response.status_code == 200
    assert set(response.context["member_form"].errors) == {"campaign", "role"}


# --- invite, the command ------------------------------------------------------------------------------


def printed(*args):
    out = StringIO()
    call_command("invite", *args, stdout=out, stderr=StringIO())
    return TOKEN.search(out.getvalue())[1], out.getvalue()


def test_the_command_invites_the_first_manager():
    token, out = printed("sam", "--name", "Sam", "--groups", "manager", "--url", "https://desk.example/")

    link = find_link(token)
    assert out == f"https://desk.example/link/{token}/\n"
    assert (link.person.name, link.person.roles, link.purpose) == ("Sam", {"manager"}, "invitation")
    assert link.expires_at > timezone.now() + timedelta(days=6)


def test_the_command_recovers_who_exists(alice):
    token, _ = printed("alice", "--groups", "manager")
    link = find_link(token)
    assert (link.person.roles, link.purpose) == ({"annotator"}, "recovery")


@pytest.mark.parametrize("args", [("two words",), ("dora", "--groups", "wizard"), ("ALICE",), ("bob",)])
def test_the_command_says_what_is_wrong(alice, bob, sam, args):
    deactivate_person(person=bob, actor=sam)
    with pytest.raises(CommandError):
        printed(*args)
