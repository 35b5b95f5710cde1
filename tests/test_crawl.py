"""Every URL as every role and as nobody: the right status, and no other person's return on the way."""

import pytest
from django.test import Client

from reviewapp.models import Return
from tests.world import PEOPLE, ROUTES, SECRET, World, browser_of, routes

pytestmark = pytest.mark.django_db(transaction=True)  # a freeze reads one instant

PUBLIC = {"healthz", "readyz", "login", "logout", "link"}
OF_ONESELF = {"login", "logout", "account", "account_password", "api_token"}
OF_ONESELF |= {"account_token", "account_token_end"}


@pytest.fixture
def world() -> World:
    return World()


def body(answer: object) -> str:
    parts = answer.streaming_content if answer.streaming else [answer.content]  # type: ignore[attr-defined]
    return b"".join(parts).decode(errors="replace")


def test_every_route_stands_in_the_table() -> None:
    assert sorted(routes()) == sorted(ROUTES)


@pytest.mark.parametrize("person", PEOPLE)
def test_every_route_answers_as_it_should(world: World, person: str) -> None:
    client, nth = browser_of(person), PEOPLE.index(person)
    client.raise_request_exception = False
    wrong = {}
    for name, (_, expected) in ROUTES.items():
        answer = client.get(world.address(name))
        if str(answer.status_code) != expected.split()[nth]:
            wrong[name] = answer.status_code
    assert wrong == {}


@pytest.mark.parametrize("person", ["nobody", "bob"])
def test_who_has_no_part_in_it_can_post_nothing(world: World, person: str) -> None:
    client = browser_of(person)
    let_in = {}
    for name in set(ROUTES) - OF_ONESELF - PUBLIC:
        answer = client.post(world.address(name), {"tab": "t"}, content_type="application/json")
        to_login = answer.status_code == 302 and answer["Location"].startswith("/login")
        if answer.status_code not in {401, 403, 404, 405} and not to_login:
            let_in[name] = answer.status_code
    assert let_in == {}


def test_nobody_is_led_back_to_where_they_wanted_to_go(world: World) -> None:
    client = Client()
    for name, (_, expected) in ROUTES.items():
        if expected.startswith("302"):
            address = world.address(name)
            assert client.get(address)["Location"].startswith("/login?next=/"), name


@pytest.mark.parametrize("person", ["nobody", "alice", "bob"])
def test_no_page_holds_another_persons_return(world: World, person: str) -> None:
    client = browser_of(person)
    for name in ROUTES:
        address = world.address(name)
        for headers in ({}, {"HX-Request": "true"}):
            assert SECRET not in body(client.get(address, headers=headers)), name
    assert Return.objects.filter(note=SECRET).exists()


def test_a_manager_who_annotates_is_blind_too(world: World) -> None:
    """dave judged it; carol, made a manager and an annotator here, has not."""
    from reviewapp.staff.actions.campaigns import set_member
    from tests.factories import make_person

    carol = make_person("carol", "manager", "annotator")
    set_member(campaign=world.campaign, person=carol, role="annotator", active=True, actor=None)
    set_member(campaign=world.campaign, person=carol, role="adjudicator", active=False, actor=None)
    client = browser_of("carol")
    for name in ROUTES:
        assert SECRET not in body(client.get(world.address(name))), name
