"""What people set for themselves."""

from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.test import Client

from reviewapp.models import Event, Key, Person
from reviewapp.people.actions.people import invite_person, set_preferences
from reviewapp.rules.zones import zone_names, zones_by_region
from tests.factories import PASSWORD

BACKEND = "reviewapp.people.auth.PersonBackend"
NEW_PASSWORD = "seven lanterns at dusk"
RIGHT = {"name": "Al", "time_zone": "Asia/Kolkata", "theme": "dark", "keys_off": ["a", "/"]}


@pytest.fixture
def as_alice(alice):
    client = Client()
    client.force_login(alice, BACKEND)
    return client


# --- Preferences --------------------------------------------------------------------------------------


def test_account_offers_zones_and_every_key(as_alice):
    page = as_alice.get("/account/").text
    assert '<option value="Europe/Zurich">' in page
    assert all(f'name="keys_off" value="{key}"' in page for key in Key.values)


def test_account_keeps_what_is_chosen(as_alice, alice):
    response = as_alice.post("/account/", RIGHT)

    assert (response.status_code, response["Location"]) == (302, "/account/")
    alice.refresh_from_db()
    assert (alice.name, alice.time_zone, alice.theme, alice.keys_off) == tuple(RIGHT.values())


def test_account_works_for_htmx_as_well(as_alice, alice):
    assert as_alice.post("/account/", RIGHT, HTTP_HX_REQUEST="true").status_code == 302
    alice.refresh_from_db()
    assert alice.name == "Al"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("time_zone", "Atlantis/Poseidonis"),
        ("theme", "pink"),
        ("keys_off", ["A"]),
        ("name", "a\0b"),
        ("name", ""),
    ],
)
def test_bad_input_comes_back_with_its_error(as_alice, alice, field, value):
    response = as_alice.post("/account/", {**RIGHT, field: value})

    assert response.status_code == 200
    assert field in response.context["form"].errors
    assert 'class="errorlist' in response.text
    alice.refresh_from_db()
    assert alice.name == "Alice"


def test_the_theme_stands_in_the_page(as_alice, alice):
    as_alice.post("/account/", RIGHT)
    assert '<html lang="en" data-theme="dark">' in as_alice.get("/account/").text


def test_account_is_for_who_is_logged_in(client, db):
    assert client.get("/account/")["Location"] == "/login?next=/account/"


def test_account_knows_get_and_post_only(as_alice):
    assert as_alice.delete("/account/").status_code == 405


def test_the_task_page_gets_the_keys_as_its_script_compares_them():
    assert all(key == key.lower() for key in Key.values)


# --- Time zones ---------------------------------------------------------------------------------------


def test_times_are_shown_in_the_persons_zone(as_alice, alice):
    set_preferences(person=alice, name="Al", time_zone="Asia/Kolkata", theme="dark", keys_off=[], actor=alice)
    with time_machine.travel("2026-05-12T20:00:00Z", tick=False):
        assert "01:30, Asia/Kolkata" in as_alice.get("/account/").text


def test_a_zone_does_not_stay_for_the_next_person(as_alice, alice, bob):
    set_preferences(person=alice, name="Al", time_zone="Asia/Kolkata", theme="dark", keys_off=[], actor=alice)
    as_alice.get("/account/")
    other = Client()
    other.force_login(bob, BACKEND)
    with time_machine.travel("2026-05-12T20:00:00Z", tick=False):
        assert "20:00, UTC" in other.get("/account/").text


def test_a_zone_that_this_machine_lost_counts_as_utc(as_alice, alice):
    Person.objects.filter(pk=alice.pk).update(time_zone="Old/Name")
    with time_machine.travel("2026-05-12T20:00:00Z", tick=False):
        assert "20:00" in as_alice.get("/account/").text


def test_who_is_not_logged_in_costs_no_query_but_the_page(client, django_assert_num_queries, db):
    with django_assert_num_queries(0):
        client.get("/login")


def test_every_zone_offered_exists():
    assert len(zone_names()) > 300
    assert next(iter(zones_by_region())) == "UTC"
    assert all(ZoneInfo(name) for name in zone_names())


# --- Password -----------------------------------------------------------------------------------------


def change(client, old=PASSWORD, new=NEW_PASSWORD, again=None):
    fields = {"old_password": old, "new_password": new, "again": again or new}
    return client.post("/account/password/", fields)


def test_changing_the_password_keeps_this_session_and_ends_the_others(as_alice, alice):
    other = Client()
    other.force_login(Person.objects.get(pk=alice.pk), BACKEND)

    assert change(as_alice)["Location"] == "/account/"

    assert as_alice.get("/account/").status_code == 200
    assert other.get("/account/").status_code == 302
    assert other.post("/login", {"username": "alice", "password": NEW_PASSWORD}).status_code == 302


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"old": "nonsense"}, "not your password of now"),
        ({"again": "something else"}, "The two are not the same"),
        ({"new": "short"}, "too short"),
        ({"new": "73018264517"}, "entirely numeric"),
    ],
)
def test_a_wrong_or_poor_password_changes_nothing(as_alice, alice, fields, problem):
    response = change(as_alice, **fields)

    assert response.status_code == 200
    assert problem in response.text
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


def test_spaces_around_a_password_count(as_alice, alice):
    change(as_alice, new=f" {NEW_PASSWORD} ")
    alice.refresh_from_db()
    assert alice.check_password(f" {NEW_PASSWORD} ")


def test_who_has_no_password_is_not_asked_for_it(client, sam):
    dora = invite_person(username="dora", name="Dora", groups=[], actor=sam).person
    client.force_login(dora, BACKEND)
    assert "old_password" not in client.get("/account/password/").text

    change(client)

    dora.refresh_from_db()
    assert dora.check_password(NEW_PASSWORD)


def test_an_empty_post_comes_back(as_alice):
    response = as_alice.post("/account/password/")
    assert response.status_code == 200
    assert response.context["form"].errors


def test_the_password_page_is_for_who_is_logged_in(client, db):
    assert client.get("/account/password/").status_code == 302
    assert client.put("/account/password/").status_code == 405


# --- The token of one's programs ----------------------------------------------------------------------


def answers(token):
    return Client().get("/api/campaigns/", headers={"Authorization": f"Bearer {token}"}).status_code


def test_a_token_is_made_works_and_is_shown_this_once(as_alice, alice):
    page = as_alice.post("/account/token/")
    alice.refresh_from_db()

    assert alice.token in page.text
    assert "no-store" in page["Cache-Control"]
    assert answers(alice.token) == 200
    assert alice.token not in as_alice.get("/account/").text


def test_another_token_ends_the_one_before(as_alice, alice):
    before = alice.token
    assert answers(before) == 200
    as_alice.post("/account/token/")
    assert answers(before) == 401


def test_an_ended_token_lets_nobody_in_and_the_session_goes_on(as_alice, alice):
    assert "End it" in as_alice.get("/account/").text
    as_alice.post("/account/token/end/")

    alice.refresh_from_db()
    assert answers(alice.token) == 401  # also what it would be computed from now
    page = as_alice.get("/account/")
    assert page.status_code == 200
    assert "Make a token" in page.text


def test_who_has_made_no_token_has_none(db):
    person = Person.objects.create(username="ruth")
    assert answers(person.token) == 401


def test_making_and_ending_a_token_are_events_without_it(as_alice, alice):
    as_alice.post("/account/token/")
    as_alice.post("/account/token/end/")

    noted = Event.objects.filter(actor=alice).order_by("id").values_list("verb", "new")
    assert list(noted) == [("make_token", None), ("end_token", None)]
