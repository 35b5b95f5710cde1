"""Coming in and going out: login, logout, one-time links, sessions that end."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from reviewapp.models import LinkPurpose, OneTimeLink
from reviewapp.people.actions.links import issue_link
from reviewapp.people.actions.people import invite_person
from tests.factories import PASSWORD

pytestmark = pytest.mark.django_db

BACKEND = "reviewapp.people.auth.PersonBackend"
NEW_PASSWORD = "seven lanterns at dusk"


def who(client):
    return client.get("/account/").context["request"].user.username


def is_out(client):
    return client.get("/account/").status_code == 302


def log_in(client, password=PASSWORD, url="/login", **extra):
    return client.post(url, {"username": "alice", "password": password}, **extra)


# --- Login and logout ---------------------------------------------------------------------------------


def test_login_shows_a_form(client):
    response = client.get("/login")
    assert response.status_code == 200
    assert "<h1>Log in</h1>" in response.text


def test_login_lets_in_and_leads_home(client, alice):
    response = log_in(client)
    assert (response.status_code, response["Location"]) == (302, "/")
    assert who(client) == "alice"


def test_login_leads_back_to_where_one_was(client, alice):
    page = client.get("/account/?tab=1")
    assert page["Location"] == "/login?next=/account/%3Ftab%3D1"
    form = client.get(page["Location"])
    action = re.search(r'action="(/login\?[^"]*)"', form.text)[1].replace("&amp;", "&")

    assert log_in(client, url=action)["Location"] == "/account/?tab=1"


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.example/",
        "//evil.example/",
        "javascript:alert(1)",
        "/\\evil.example",
        "http:///evil.example",
    ],
)
def test_login_never_leads_elsewhere(client, alice, elsewhere):
    from urllib.parse import quote

    assert log_in(client, url=f"/login?next={quote(elsewhere)}")["Location"] == "/"


def test_a_wrong_password_is_told_plainly(client, alice):
    response = log_in(client, "wrong")
    assert response.status_code == 200
    assert "Nobody who may log in has this name and this password" in response.text
    assert is_out(client)


def test_a_deactivated_person_is_told_no_more_than_a_stranger(client, alice):
    alice.is_active = False
    alice.save(update_fields=["is_active"])
    deactivated = log_in(client).context["form"].non_field_errors()
    stranger = client.post("/login", {"username": "nobody", "password": "x"}).context["form"]

    assert deactivated == stranger.non_field_errors()


@pytest.mark.parametrize("username", ["", "a\0b", "x" * 200, "élodie\u202e"])
def test_bad_names_come_back_with_the_form(client, username):
    assert client.post("/login", {"username": username, "password": "x"}).status_code == 200


def test_login_moves_on_who_is_in_already(client, alice):
    client.force_login(alice, BACKEND)
    assert client.get("/login?next=/account/")["Location"] == "/account/"


def test_login_knows_get_and_post_only(client):
    assert client.put("/login").status_code == 405


def test_logout_ends_the_session(client, alice):
    client.force_login(alice, BACKEND)
    assert client.post("/logout")["Location"] == "/login"
    assert is_out(client)


def test_logout_needs_a_post(client, alice):
    client.force_login(alice, BACKEND)
    assert client.get("/logout").status_code == 405
    assert not is_out(client)


# --- Brute force --------------------------------------------------------------------------------------


def test_ten_wrong_passwords_close_the_name_for_a_while(client, alice):
    for _ in range(9):
        assert log_in(client, "wrong").status_code == 200
    tenth, eleventh, right = log_in(client, "wrong"), log_in(client, "wrong"), log_in(client)

    assert [answer.status_code for answer in (tenth, eleventh, right)] == [429, 429, 429]
    assert "Try again in 15 minutes" in eleventh.text
    assert 0 < int(right["Retry-After"]) <= 900
    assert is_out(client)


def test_the_time_that_is_told_is_true_although_one_tries_on(client, alice):
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _ in range(10):
            log_in(client, "wrong")
        clock.shift(timedelta(minutes=10))
        assert "Try again in 5 minutes" in log_in(client).text
        clock.shift(timedelta(minutes=5, seconds=1))
        assert log_in(client).status_code == 302


def test_a_locked_name_is_locked_for_one_address_only(client, alice):
    for _ in range(10):
        log_in(client, "wrong", REMOTE_ADDR="192.0.2.1")
    assert log_in(client, REMOTE_ADDR="192.0.2.2").status_code == 302


def test_a_recovery_link_works_for_a_locked_name(client, alice, sam):
    for _ in range(10):
        log_in(client, "wrong")
    token = issue_link(person=alice, purpose=LinkPurpose.RECOVERY, actor=sam).token

    client.post(f"/link/{token}/", {"new_password": NEW_PASSWORD, "again": NEW_PASSWORD})

    assert who(client) == "alice"
    client.post("/logout")
    assert log_in(client, NEW_PASSWORD).status_code == 302


# --- One-time links -----------------------------------------------------------------------------------


def test_looking_at_a_link_does_not_use_it_up(client, alice, sam):
    path = issue_link(person=alice, purpose=LinkPurpose.LOGIN, actor=sam).path
    for _ in range(3):
        page = client.get(path)
    client.head(path)

    assert "Log in as Alice" in page.text
    assert "no-store" in page["Cache-Control"]
    assert OneTimeLink.objects.get().used_at is None


def test_a_login_link_goes_straight_in(client, alice, sam):
    path = issue_link(person=alice, purpose=LinkPurpose.LOGIN, actor=sam).path
    assert client.post(path)["Location"] == "/"
    assert who(client) == "alice"


def test_an_invitation_asks_for_a_password_and_leads_to_the_preferences(client, sam):
    path = invite_person(username="dora", name="Dora", groups=["annotator"], actor=sam).path
    assert "Welcome, Dora" in client.get(path).text

    response = client.post(path, {"new_password": NEW_PASSWORD, "again": NEW_PASSWORD})

    assert response["Location"] == "/account/"
    assert who(client) == "dora"


@pytest.mark.parametrize(
    ("password", "again", "problem"),
    [
        ("short", "short", "too short"),
        ("password1234", "password1234", "too common"),
        ("73018264517", "73018264517", "entirely numeric"),
        ("dorathedoor", "dorathedoor", "too similar to the name"),
        (NEW_PASSWORD, NEW_PASSWORD + "!", "The two are not the same"),
        ("", "", "This field is required"),
    ],
)
def test_a_poor_password_does_not_use_the_link_up(client, sam, password, again, problem):
    path = invite_person(username="dd", name="Dora the Door", groups=[], actor=sam).path

    response = client.post(path, {"new_password": password, "again": again})

    assert response.status_code == 200
    assert problem in response.text
    assert client.get(path).status_code == 200
    assert is_out(client)


def test_a_used_link_says_what_to_do(client, alice, sam):
    path = issue_link(person=alice, purpose=LinkPurpose.LOGIN, actor=sam).path
    client.post(path)

    for response in (Client().get(path), Client().post(path)):
        assert response.status_code == 410
        assert "If that was you, log in" in response.text
        assert 'href="/login"' in response.text


def test_an_expired_link_says_what_to_do(client, alice, sam):
    path = issue_link(person=alice, purpose=LinkPurpose.RECOVERY, actor=sam).path
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        response = client.get(path)
    assert response.status_code == 410
    assert "expired. Ask a manager for a new one" in response.text


def test_a_made_up_link_is_not_found(client):
    response = client.get("/link/no-such-token/")
    assert response.status_code == 404
    assert "not one of ours" in response.text


def test_a_link_lets_its_person_in_instead_of_who_is_there(client, alice, bob, sam):
    client.force_login(bob, BACKEND)
    path = issue_link(person=alice, purpose=LinkPurpose.LOGIN, actor=sam).path
    assert "You are logged in as Bob" in client.get(path).text

    client.post(path)

    assert who(client) == "alice"


def test_links_know_get_and_post_only(client):
    assert client.delete("/link/some/").status_code == 405


# --- Sessions -----------------------------------------------------------------------------------------


def test_an_ended_session_leads_htmx_to_login_and_back_to_the_page(client, alice):
    response = client.post(
        "/account/", HTTP_HX_REQUEST="true", HTTP_HX_CURRENT_URL="http://testserver/account/?draft=7"
    )
    assert response.status_code == 204
    assert response["HX-Redirect"] == "/login?next=/account/%3Fdraft%3D7"

    assert log_in(client, url=response["HX-Redirect"])["Location"] == "/account/?draft=7"


def test_an_ended_session_never_follows_htmx_to_another_site(client, alice):
    response = client.post("/account/", HTTP_HX_REQUEST="true", HTTP_HX_CURRENT_URL="https://evil.example/x")
    assert response["HX-Redirect"] == "/login?next=/"


def test_an_ended_session_leads_a_plain_form_back_to_its_page(client):
    response = client.post("/account/", HTTP_REFERER="http://testserver/account/")
    assert response.status_code == 302
    assert response["Location"].startswith("/login?next=")


def test_the_page_works_after_login_has_made_a_new_csrf_token(alice):
    client = Client(enforce_csrf_checks=True)

    def token(url):
        return re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', client.get(url).text)[1]

    def post(url, **data):
        return client.post(url, {"csrfmiddlewaretoken": token(url), **data})

    assert post("/login", username="alice", password=PASSWORD).status_code == 302
    client.cookies.pop("reviewapp_session")
    assert post("/login?next=/account/", username="alice", password=PASSWORD)["Location"] == "/account/"
    saved = post("/account/", name="Al", time_zone="UTC", theme="dark")
    assert (saved.status_code, saved["Location"]) == (302, "/account/")


def test_a_form_without_a_csrf_token_is_refused(alice):
    response = log_in(Client(enforce_csrf_checks=True))
    assert response.status_code == 403
    assert "The page was too old" in response.text
