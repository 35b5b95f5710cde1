"""The managers' pages of models asked here: start, follow, read, and score what is there."""

import io
import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from benchmark.models import Release
from reviewapp.asking.answers import Prices
from scoring.models import HostedAttempt, HostedRequest, HostedRun, RippleRun
from tests.reviewapp.staff_desk import as_person
from tests.scoring.ripple.asking.making import ENDPOINT, make_hosted_run
from tests.scoring.ripple.pages.making import make_ripple_release, sample_lines

pytestmark = pytest.mark.django_db
N_ITEMS = 4
FILLED = {
    "model": "tern-70b",
    "family": "language model",
    "temperature": "0",
    "top_p": "omit",
    "max_tokens": "4096",
    "max_tokens_field": "max_tokens",
    "thinking": "disabled",
    "extra": 'reasoning_effort="low"\r\nseed=7',
    "concurrency": "4",
    "retries": "4",
    "timeout_seconds": "120",
}


@pytest.fixture
def release(settings: Any) -> Release:
    settings.MODEL_BASE_URL = ENDPOINT
    return make_ripple_release(lines=sample_lines()[:N_ITEMS])


def page(name: str, *args: Any, client: Client | None = None) -> str:
    response = (client or as_person("sam")).get(reverse(name, args=args))
    assert response.status_code == 200
    return response.content.decode()


def send(release: Release, **changes: Any) -> Any:
    return as_person("sam").post(reverse("hosted_new", args=[release.code]), FILLED | changes)


def test_a_model_is_started_with_what_was_set(release: Release) -> None:
    response = send(release)
    run = HostedRun.objects.get()
    assert response.url == reverse("hosted_run", args=[run.code])
    sent = {name: value for name, value in run.request.items() if name != "messages"}
    assert sent == {
        "model": "tern-70b",
        "temperature": 0,
        "max_tokens": 4096,
        "thinking": {"type": "disabled"},
        "reasoning_effort": "low",
        "seed": 7,
    }
    assert (run.configuration.system, run.base_url) == ("tern-70b", ENDPOINT)
    assert run.job.args == {"run": run.code}


def test_a_template_file_is_taken_as_it_is(release: Release) -> None:
    text = "Rank.\r\n===\r\n{{edit}} {{documents}} "
    send(release, template=io.BytesIO(text.encode()))
    assert HostedRun.objects.get().template == text


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"temperature": "warm"}, "expected a number"),
        ({"max_tokens": "0"}, "expected a whole number"),
        ({"thinking": "off"}, "expected omit, disabled, enabled or JSON"),
        ({"thinking": '{"a": "\\u0000"}'}, "NUL"),
        ({"extra": "stream=true"}, "is no field that can be set"),
        ({"extra": "a=1\na=2"}, "stands twice"),
        ({"price_in": "3"}, "Give both prices"),
        ({"model": ""}, "required"),
        ({"concurrency": "1000"}, "less than or equal to 64"),
    ],
)
def test_what_cannot_be_sent_is_refused_in_place(release: Release, changes: Any, message: str) -> None:
    response = send(release, **changes)
    assert response.status_code == 200
    assert message in response.content.decode()
    assert not HostedRun.objects.exists()


def test_a_template_without_the_documents_is_refused(release: Release) -> None:
    response = send(release, template=io.BytesIO(b"{{edit}}"))
    assert "the template has no {{documents}}" in response.content.decode()


def test_the_same_twice_leads_to_the_one_under_way(release: Release) -> None:
    first, second = send(release), send(release)
    assert first.url == second.url
    assert HostedRun.objects.count() == 1


def test_without_an_endpoint_nothing_can_be_started(release: Release, settings: Any) -> None:
    settings.MODEL_BASE_URL = ""
    assert "RIPPLE_BASE_URL" in page("hosted_new", release.code)
    assert send(release).status_code == 200
    assert not HostedRun.objects.exists()


def test_the_page_says_how_far_it_is_and_what_it_took(release: Release) -> None:
    run = make_hosted_run(release, answered=2, prices=Prices(10, 100))
    html = page("hosted_run", run.code)
    assert "2 of 4 items answered" in html
    assert "2,400 in, 68 out" in html
    assert "0.0308" in html
    assert "server error 1" in html
    assert "Score what is there" in html
    assert 'hx-trigger="every 2s"' in html


def test_the_page_s_cost_does_not_grow_with_the_requests(
    release: Release, django_assert_max_num_queries: Any
) -> None:
    run = make_hosted_run(release, answered=4)
    client = as_person("sam")
    with django_assert_max_num_queries(9):
        client.get(reverse("hosted_run", args=[run.code]))


def test_one_item_shows_what_was_sent_and_came_back(release: Release) -> None:
    run = make_hosted_run(release, answered=1)
    html = page("hosted_item", run.code, 0)
    assert "ranking" in html
    assert "answered (200)" in html
    assert "server error (503)" in page("hosted_item", run.code, 1)
    assert "Not asked yet" in page("hosted_item", run.code, 3)
    assert as_person("sam").get(reverse("hosted_item", args=[run.code, 99])).status_code == 404


def test_hidden_parts_are_on_no_page_of_it(release: Release) -> None:
    run = make_hosted_run(release, answered=4)
    item = json.loads(sample_lines()[0])
    shown = page("hosted_item", run.code, 0) + page("hosted_run", run.code)
    shown += "".join(HostedRequest.objects.values_list("body", flat=True))
    hidden = [item["source_id"], item["shape"], *(edge["rule"] for edge in item["closure"]["edges"])]
    assert not [part for part in hidden if part in shown]


def test_hostile_bytes_are_shown_and_not_run(release: Release) -> None:
    run = make_hosted_run(release, answered=0)
    attempt = HostedAttempt.objects.get()
    HostedAttempt.objects.create(
        request=attempt.request,
        number=1,
        kind="refused",
        status=400,
        seconds=0.1,
        body=b"<script>alert(1)</script>\x00\xff",
        cut=False,
    )
    html = page("hosted_item", run.code, 0)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;␀�" in html


def test_what_is_there_is_stored_as_half_done(release: Release) -> None:
    run = make_hosted_run(release, answered=2)
    client = as_person("sam")
    response = client.post(reverse("hosted_store", args=[run.code]), follow=True)
    assert "2 of 4 answers are stored as" in response.content.decode()
    stored = RippleRun.objects.get()
    assert (stored.partial, stored.n_results, stored.configuration) == (True, 2, run.configuration)
    again = client.post(reverse("hosted_store", args=[run.code]), follow=True)
    assert "nothing has changed" in again.content.decode()
    assert RippleRun.objects.count() == 1


def test_nothing_answered_is_nothing_to_score(release: Release) -> None:
    run = make_hosted_run(release, answered=0)
    response = as_person("sam").post(reverse("hosted_store", args=[run.code]), follow=True)
    assert "Nothing is answered yet" in response.content.decode()


def test_requests_and_answers_come_as_a_file(release: Release) -> None:
    run = make_hosted_run(release, answered=2)
    response = as_person("sam").get(reverse("hosted_journal", args=[run.code]))
    lines = [json.loads(line) for line in b"".join(response.streaming_content).split(b"\n") if line]
    assert [line["attempts"][0]["kind"] for line in lines] == ["answered", "answered", "server_error"]


def test_only_a_post_stores(release: Release) -> None:
    run = make_hosted_run(release)
    assert as_person("sam").get(reverse("hosted_store", args=[run.code])).status_code == 405


@pytest.mark.parametrize("name", ["hosted_run", "hosted_journal"])
def test_none_but_managers_may_look(release: Release, name: str) -> None:
    run = make_hosted_run(release)
    for person in ("alice", "carol"):
        assert as_person(person).get(reverse(name, args=[run.code])).status_code == 404


def test_a_release_without_ripple_items_has_no_models(release: Release) -> None:
    bare = make_ripple_release("bare", lines=[])
    assert as_person("sam").get(reverse("hosted_new", args=[bare.code])).status_code == 404


def test_an_unknown_code_is_not_found(release: Release) -> None:
    assert as_person("sam").get(reverse("hosted_run", args=["nothing"])).status_code == 404
