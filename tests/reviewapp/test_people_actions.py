"""People and their links, written by actions."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.contrib.auth import authenticate
from django.db import connection
from django.utils import timezone

from reviewapp.models import Event, LinkPurpose, Membership, OneTimeLink, Person
from reviewapp.people.actions import links, people
from reviewapp.people.auth import PersonBackend
from tests.factories import PASSWORD, make_campaign, make_person

NEW_PASSWORD = "seven lanterns at dusk"


def events(verb):
    return list(Event.objects.filter(verb=verb).order_by("pk"))


# --- Invitations --------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_invite_adds_a_person_who_has_no_password_yet(sam):
    issued = people.invite_person(username="dora", name="Dora", groups=["annotator"], actor=sam)

    dora = Person.objects.get(username="dora")
    assert issued.person == dora
    assert not dora.has_usable_password()
    assert dora.roles == {"annotator"}
    assert [(event.actor, event.new["person"]) for event in events("invite")] == [(sam, dora.code)]


@pytest.mark.django_db
def test_pseudonyms_are_opaque_and_differ():
    names = [make_person(name).pseudonym for name in ("alice", "bob")]

    assert names[0] != names[1]
    assert all(re.fullmatch(r"reviewer-[0-9a-f]{8}", name) for name in names)


@pytest.mark.django_db
def test_only_the_hash_of_a_token_is_stored(sam):
    issued = people.invite_person(username="dora", name="Dora", groups=[], actor=sam)

    stored = OneTimeLink.objects.values().get()
    assert stored["token_sha256"] == links.hash_token(issued.token)
    assert issued.token not in str([stored, *Event.objects.values("old", "new")])


@pytest.mark.django_db
def test_invite_refuses_a_name_that_differs_by_case_only(alice, sam):
    with pytest.raises(people.UsernameTaken, match="ALICE"):
        people.invite_person(username="ALICE", name="Other", groups=[], actor=sam)


@pytest.mark.django_db
def test_invite_refuses_an_unknown_group(sam):
    with pytest.raises(people.UnknownGroup, match="wizard"):
        people.invite_person(username="dora", name="Dora", groups=["wizard"], actor=sam)
    assert not Person.objects.filter(username="dora").exists()


# --- Links --------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("purpose", "lifetime"),
    [("invitation", timedelta(days=7)), ("recovery", timedelta(hours=24)), ("login", timedelta(hours=12))],
)
def test_each_purpose_has_its_lifetime(alice, sam, purpose, lifetime):
    link = links.issue_link(person=alice, purpose=LinkPurpose(purpose), actor=sam).link

    assert abs(link.expires_at - timezone.now() - lifetime) < timedelta(minutes=1)


@pytest.mark.django_db
def test_redeeming_a_recovery_link_sets_the_password(alice, sam, rf):
    token = links.issue_link(person=alice, purpose=LinkPurpose.RECOVERY, actor=sam).token

    assert links.redeem_link(token=token, password=NEW_PASSWORD) == alice

    assert authenticate(rf.get("/"), username="alice", password=NEW_PASSWORD) == alice
    assert not authenticate(rf.get("/"), username="alice", password=PASSWORD)


@pytest.mark.django_db
def test_a_recovery_link_without_a_password_is_not_used_up(alice, sam):
    token = links.issue_link(person=alice, purpose=LinkPurpose.RECOVERY, actor=sam).token

    with pytest.raises(links.PasswordNeeded):
        links.redeem_link(token=token)
    assert links.find_link(token).person == alice


@pytest.mark.django_db
def test_a_login_link_leaves_the_password(alice, sam, rf):
    token = links.issue_link(person=alice, purpose=LinkPurpose.LOGIN, actor=sam).token

    links.redeem_link(token=token)

    assert authenticate(rf.get("/"), username="alice", password=PASSWORD) == alice


@pytest.mark.django_db
def test_a_link_works_once(alice, sam):
    token = links.issue_link(person=alice, purpose=LinkPurpose.LOGIN, actor=sam).token
    links.redeem_link(token=token)

    with pytest.raises(links.LinkUsed, match="log in"):
        links.redeem_link(token=token)


@pytest.mark.django_db
def test_a_link_expires(alice, sam):
    issued = links.issue_link(
        person=alice, purpose=LinkPurpose.LOGIN, actor=sam, lifetime=timedelta(seconds=-1)
    )
    with pytest.raises(links.LinkExpired, match="Ask a manager"):
        links.redeem_link(token=issued.token)


@pytest.mark.django_db
def test_a_new_recovery_link_replaces_the_old_one(alice, sam):
    old = links.issue_link(person=alice, purpose=LinkPurpose.RECOVERY, actor=sam)
    new = links.issue_link(person=alice, purpose=LinkPurpose.RECOVERY, actor=sam)

    with pytest.raises(links.LinkRevoked):
        links.find_link(old.token)
    assert links.find_link(new.token) == new.link


@pytest.mark.django_db
def test_revoke_takes_back_what_is_open(alice, bob, sam):
    mine = links.issue_link(person=alice, purpose=LinkPurpose.LOGIN, actor=sam)
    other = links.issue_link(person=bob, purpose=LinkPurpose.LOGIN, actor=sam)

    assert links.revoke_links(person=alice, actor=sam) == 1

    with pytest.raises(links.LinkRevoked):
        links.find_link(mine.token)
    assert links.find_link(other.token) == other.link


@pytest.mark.django_db
def test_revoking_is_on_record_where_there_was_something(alice, bob, sam):
    links.issue_link(person=alice, purpose=LinkPurpose.LOGIN, actor=sam)

    for person in (alice, bob):
        links.revoke_links(person=person, actor=sam)

    event = Event.objects.get(verb="revoke_links")
    assert (event.actor, event.new) == (sam, {"person": alice.code, "links": 1})


@pytest.mark.django_db
def test_a_stranger_token_is_unknown():
    with pytest.raises(links.LinkUnknown):
        links.find_link("\udcff not ours")


@pytest.mark.django_db(transaction=True)
def test_two_uses_at_once_make_one(alice, sam):
    token = links.issue_link(person=alice, purpose=LinkPurpose.LOGIN, actor=sam).token
    together = Barrier(8)

    def use(_):
        together.wait()
        try:
            return links.redeem_link(token=token).username
        except links.LinkUsed:
            return "used"
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(use, range(8))) == ["alice", *["used"] * 7]
    assert len(events("redeem_link")) == 1


# --- Groups, deactivation -----------------------------------------------------------------------------


@pytest.mark.django_db
def test_set_groups_replaces_them_and_writes_old_and_new(alice, sam):
    people.set_groups(person=alice, groups=["adjudicator"], actor=sam)

    assert Person.objects.get(pk=alice.pk).roles == {"adjudicator"}
    [event] = events("set_groups")
    assert (event.old["groups"], event.new["groups"]) == (["annotator"], ["adjudicator"])


@pytest.mark.django_db
def test_losing_a_group_ends_the_memberships_in_its_role(alice, sam):
    campaign = make_campaign(annotators=["alice"])

    people.set_groups(person=alice, groups=["adjudicator"], actor=sam)

    assert not Membership.objects.get(campaign=campaign, person=alice).active


@pytest.mark.django_db
def test_the_last_manager_stays_one(sam):
    with pytest.raises(people.LastManager, match="Sam"):
        people.set_groups(person=sam, groups=["annotator"], actor=sam)
    with pytest.raises(people.LastManager, match="Sam"):
        people.deactivate_person(person=sam, actor=sam)


@pytest.mark.django_db
def test_a_deactivated_manager_does_not_count(sam):
    tess = make_person("tess", "manager")
    people.deactivate_person(person=tess, actor=sam)

    with pytest.raises(people.LastManager):
        people.deactivate_person(person=sam, actor=sam)


@pytest.mark.django_db(transaction=True)
def test_two_managers_cannot_shut_each_other_out_at_once(sam):
    tess = make_person("tess", "manager")
    together = Barrier(2)

    def shut_out(pair):
        together.wait()
        try:
            people.deactivate_person(person=pair[0], actor=pair[1])
        except people.LastManager:
            return "refused"
        finally:
            connection.close()
        return "done"

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(shut_out, [(sam, tess), (tess, sam)])) == ["done", "refused"]


@pytest.mark.django_db
def test_deactivating_ends_sessions_and_links_for_good(client, alice, sam):
    client.force_login(alice, backend="reviewapp.people.auth.PersonBackend")
    token = links.issue_link(person=alice, purpose=LinkPurpose.RECOVERY, actor=sam).token

    people.deactivate_person(person=alice, actor=sam)

    assert client.get("/account/").status_code == 302
    with pytest.raises(links.PersonDeactivated):
        links.find_link(token)
    people.reactivate_person(person=alice, actor=sam)
    assert client.get("/account/").status_code == 302
    with pytest.raises(links.LinkRevoked):
        links.find_link(token)


@pytest.mark.django_db
def test_somebody_deactivated_is_nobody_even_where_a_session_is_left(client, alice):
    client.force_login(alice, backend="reviewapp.people.auth.PersonBackend")
    assert client.get("/account/").status_code == 200

    Person.objects.update(is_active=False)

    assert client.get("/account/").status_code == 302


@pytest.mark.django_db
def test_who_comes_back_has_the_old_password(alice, sam, rf):
    people.deactivate_person(person=alice, actor=sam)
    assert not authenticate(rf.get("/"), username="alice", password=PASSWORD)

    people.reactivate_person(person=alice, actor=sam)

    assert authenticate(rf.get("/"), username="alice", password=PASSWORD) == alice


@pytest.mark.django_db
def test_deactivating_twice_is_one_event(alice, sam):
    for _ in range(2):
        people.deactivate_person(person=alice, actor=sam)
    assert len(events("deactivate")) == 1


@pytest.mark.django_db
def test_no_link_for_the_deactivated(alice, sam):
    people.deactivate_person(person=alice, actor=sam)
    with pytest.raises(links.PersonDeactivated, match="Alice"):
        links.issue_link(person=alice, purpose=LinkPurpose.LOGIN, actor=sam)


# --- Password and preferences -------------------------------------------------------------------------


@pytest.mark.django_db
def test_change_password_asks_for_the_old_one(alice, rf):
    with pytest.raises(people.WrongPassword):
        people.change_password(person=alice, old_password="nonsense", new_password=NEW_PASSWORD)
    people.change_password(person=alice, old_password=PASSWORD, new_password=NEW_PASSWORD)

    assert authenticate(rf.get("/"), username="alice", password=NEW_PASSWORD) == alice


@pytest.mark.django_db
def test_who_has_no_password_needs_no_old_one(sam, rf):
    dora = people.invite_person(username="dora", name="Dora", groups=[], actor=sam).person

    people.change_password(person=dora, old_password="", new_password=NEW_PASSWORD)

    assert authenticate(rf.get("/"), username="dora", password=NEW_PASSWORD) == dora


@pytest.mark.django_db
def test_preferences_are_kept_in_the_order_of_the_keys(alice):
    people.set_preferences(
        person=alice, name="Al", time_zone="Asia/Kolkata", theme="dark", keys_off=["?", "a"], actor=alice
    )
    alice.refresh_from_db()
    assert (alice.name, alice.time_zone, alice.theme) == ("Al", "Asia/Kolkata", "dark")
    assert alice.keys_off == ["a", "?"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"time_zone": "Atlantis/Poseidonis"}, people.UnknownTimeZone),
        ({"keys_off": ["z"]}, people.UnknownKey),
    ],
)
def test_preferences_must_exist(alice, wrong, error):
    right = {"name": "Al", "time_zone": "UTC", "theme": "dark", "keys_off": []}
    with pytest.raises(error):
        people.set_preferences(person=alice, actor=alice, **(right | wrong))


# --- Who is asking ------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_one_query_brings_the_person_and_their_groups(alice, django_assert_num_queries):
    with django_assert_num_queries(1):
        found = PersonBackend().get_user(alice.pk)
        assert found.roles == {"annotator"}
        assert not found.is_manager


@pytest.mark.django_db
def test_a_request_costs_two_queries_to_know_who_asks(client, alice, django_assert_max_num_queries):
    client.force_login(alice, backend="reviewapp.people.auth.PersonBackend")
    with django_assert_max_num_queries(2):
        assert client.get("/account/").status_code == 200
