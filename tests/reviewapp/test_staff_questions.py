"""The managers' inbox and the answers."""

from typing import Any

import pytest
from django.urls import reverse

from reviewapp.models import Campaign, Question, Task
from reviewapp.work.actions.questions import ask
from tests.factories import make_campaign, make_person
from tests.reviewapp.staff_desk import as_person

pytestmark = pytest.mark.django_db


def asked(campaign: Campaign, username: str = "alice", body: str = "Is Ada meant?") -> Question:
    task, person = Task.objects.filter(campaign=campaign).earliest("pk"), make_person(username)
    return ask(task=task, asker=person, author=person, body=body)


def inbox(query: str = "") -> list[str]:
    return [message.body for message in as_person("sam").get(f"{reverse('inbox')}{query}").context["page"]]


def test_without_questions_it_says_where_they_come_from() -> None:
    assert "Nobody has asked anything" in as_person("sam").get(reverse("inbox")).content.decode()


def test_a_thread_stands_once_by_its_last_message() -> None:
    campaign = make_campaign(items=1)
    asked(campaign, body="First?")
    asked(campaign, "bob", body="Another person's")
    asked(campaign, body="Second?")
    assert inbox() == ["Second?", "Another person's"]


def test_it_is_narrowed_to_a_campaign_and_to_what_waits() -> None:
    one, other = make_campaign(items=1), make_campaign(items=1)
    question = asked(one, body="one")
    asked(other, body="other")
    assert inbox(f"?campaign={one.code}") == ["one"]
    ask(task=question.task, asker=question.asker, author=make_person("sam"), body="Yes.")
    assert inbox("?show=waiting") == ["other"]


def test_an_answer_goes_into_the_asker_s_thread() -> None:
    question = asked(make_campaign(items=1))
    url = reverse("thread", args=[question.code])
    response = as_person("sam").post(url, {"body": "Yes,\r\nAda 👩‍🚀."}, follow=True)
    answer = Question.objects.latest("pk")
    assert (answer.task, answer.asker, answer.author.username) == (question.task, question.asker, "sam")
    assert answer.body == "Yes,\r\nAda 👩‍🚀."
    assert "Yes," in response.content.decode()


@pytest.mark.parametrize("body", ["", "  "])
def test_an_empty_answer_is_refused(body: str) -> None:
    question = asked(make_campaign(items=1))
    response = as_person("sam").post(reverse("thread", args=[question.code]), {"body": body})
    assert response.status_code == 200
    assert "errorlist" in response.content.decode()
    assert Question.objects.count() == 1


def test_a_thread_shows_nobody_else_s() -> None:
    campaign = make_campaign(items=1)
    question = asked(campaign)
    asked(campaign, "bob", body="bob's own")
    html = as_person("sam").get(reverse("thread", args=[question.code])).content.decode()
    assert "bob&#x27;s own" not in html


def test_ten_threads_cost_no_more_queries_than_one(django_assert_max_num_queries: Any) -> None:
    campaign = make_campaign(items=10)
    alice = make_person("alice")
    for task in Task.objects.filter(campaign=campaign):
        ask(task=task, asker=alice, author=alice, body="?")
    client = as_person("sam")
    with django_assert_max_num_queries(8):
        client.get(reverse("inbox"))
