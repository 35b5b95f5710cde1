"""The list of items, one item's page, and what managers do about an item."""

import csv
import io
from typing import Any

import pytest
from django.urls import reverse

from reviewapp.bank.actions.indexing import index_words
from reviewapp.models import Event, EvidenceItem, Task
from reviewapp.staff.actions.campaigns import set_member
from reviewapp.work.actions.questions import ask
from tests.factories import make_campaign, make_document, make_item, make_person
from tests.reviewapp.staff_desk import adjudicate, as_person, claim, csv_text, judge

pytestmark = pytest.mark.django_db


def listed(query: str = "") -> list[str]:
    response = as_person("sam").get(f"{reverse('items')}{query}")
    return [item.item_id for item in response.context["page"]]


def page_of(item: EvidenceItem, username: str = "sam") -> str:
    return as_person(username).get(reverse("item", args=[item.code])).content.decode()


# The list


def test_the_latest_import_comes_first() -> None:
    make_item(item_id="a")
    make_item(item_id="b")
    assert listed() == ["b", "a"]


def test_without_items_it_says_how_they_come_in() -> None:
    assert "No item yet" in as_person("sam").get(reverse("items")).content.decode()


def test_words_are_looked_for_in_query_answer_and_id() -> None:
    make_item("Who founded the harbour?", "Ada", item_id="a")
    make_item("Who closed it?", "The harbour master", item_id="b")
    make_item("Who else?", "Nobody", item_id="c")
    index_words()
    assert listed("?q=harbour") == ["b", "a"]
    assert listed("?q=harbour+-founded") == ["b"]
    assert listed("?q=c") == ["c"]


def test_a_search_that_finds_nothing_says_so() -> None:
    make_item()
    assert "No item matches" in as_person("sam").get(f"{reverse('items')}?q=nowhere").content.decode()


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?state=in_review", ["b"]),
        ("?domain=law", ["a"]),
        ("?domain=(none)", ["c", "b"]),
        ("?flag=no_support", ["c"]),
        ("?width=multi", ["b"]),
        ("?width=single", ["c", "a"]),
        ("?sort=item_id", ["a", "b", "c"]),
        ("?sort=-domain", ["c", "b", "a"]),
        ("?state=in_review&q=wrote", ["b"]),
    ],
)
def test_it_is_narrowed_and_ordered_by_the_url(query: str, found: list[str]) -> None:
    make_item(item_id="a", domain="law")
    both = make_item(item_id="b", documents=[make_document(), make_document()])
    flagged = make_item(item_id="c")
    EvidenceItem.objects.filter(pk=flagged.pk).update(flags=["no_support"])
    make_campaign(items=[both])
    index_words()
    assert listed(query) == found


def test_it_is_narrowed_to_a_source_and_a_campaign() -> None:
    one, other = make_item(item_id="a", source="one"), make_item(item_id="b", source="other")
    campaign = make_campaign(items=[other])
    assert listed(f"?source={one.source_id}") == ["a"]
    assert listed(f"?campaign={campaign.code}") == ["b"]


@pytest.mark.parametrize("query", ["?state=lost", "?source=x", "?flag=y", "?sort=colour", "?page=x"])
def test_a_filter_that_makes_no_sense_narrows_nothing(query: str) -> None:
    make_item(item_id="a")
    assert listed(query) == ["a"]


def test_the_csv_holds_what_the_filter_leaves_byte_for_byte() -> None:
    make_item("A\r\nB, “c” 👩‍🚀\u2028", "=1+1", item_id="a", domain="law")
    make_item(item_id="b")
    response = as_person("sam").get(f"{reverse('items_csv')}?domain=law")
    rows = list(csv.DictReader(io.StringIO(csv_text(response), newline="")))
    assert [(row["item_id"], row["query"], row["answer"]) for row in rows] == [
        ("a", "A\r\nB, “c” 👩‍🚀\u2028", "=1+1")
    ]


def test_ten_items_cost_no_more_queries_than_one(django_assert_max_num_queries: Any) -> None:
    for _ in range(10):
        make_item(documents=[make_document(), make_document()])
    client = as_person("sam")
    with django_assert_max_num_queries(10):
        client.get(reverse("items"))


# One item


def test_it_shows_what_was_said_and_by_whom() -> None:
    item = make_item("Who built it?", "Ada 👩‍🚀", documents=[make_document("Ada built it.", title="Harbour")])
    campaign = make_campaign(items=[item], overlap=2)
    judge(campaign, "alice", "accept")
    judge(campaign, "bob", "reject", reason="other", note="Ada only paid for it.")
    adjudicate(campaign, "carol", "accept", rationale="She built it herself.")
    html = page_of(item)
    for text in ("Who built it?", "Harbour", "Alice", "Ada only paid for it.", "She built it herself."):
        assert text in html


def test_its_history_tells_everything_in_order() -> None:
    item = make_item()
    campaign = make_campaign(items=[item])
    judge(campaign, "alice", "accept")
    html = page_of(item)
    history = html[html.index('id="history"') :]
    assert history.index("committed") < history.index("took the task")


def test_a_hostile_text_is_only_text() -> None:
    html = page_of(make_item('<script>alert("q")</script>', "</div>\r\n‮x", item_id="<b>&"))
    assert "<script>alert" not in html
    assert "&lt;script&gt;alert" in html


def test_its_cost_does_not_grow_with_its_history(django_assert_max_num_queries: Any) -> None:
    item = make_item(documents=[make_document(), make_document(), make_document()])
    campaign = make_campaign(items=[item], overlap=3, annotators=("alice", "bob", "dave"))
    for name in ("alice", "bob", "dave"):
        judge(campaign, name, "accept")
    client = as_person("sam")
    with django_assert_max_num_queries(17):
        client.get(reverse("item", args=[item.code]))


# Blindness


def blind_sam() -> tuple[Any, EvidenceItem]:
    """Sam is an annotator too; alice has judged the item, sam has not."""
    item = make_item()
    campaign = make_campaign(items=[item], overlap=2, annotators=("alice",))
    sam = make_person("sam", "manager", "annotator")
    set_member(campaign=campaign, person=sam, role="annotator", active=True, actor=None)
    judge(campaign, "alice", "reject", reason="other", note="alice's secret note")
    return campaign, item


def test_a_manager_who_reviews_sees_nothing_of_what_they_have_not_judged() -> None:
    _, item = blind_sam()
    html = page_of(item)
    assert "alice&#x27;s secret note" not in html
    assert "Alice" not in html
    assert "stays hidden from you until you have committed" in html


def test_another_manager_sees_it() -> None:
    _, item = blind_sam()
    make_person("mia", "manager")
    assert "alice&#x27;s secret note" in page_of(item, "mia")


def test_once_they_have_judged_it_they_see_it() -> None:
    campaign, item = blind_sam()
    judge(campaign, "sam", "accept")
    assert "alice&#x27;s secret note" in page_of(item)


def test_the_csv_leaves_out_what_its_reader_may_not_see() -> None:
    campaign, _ = blind_sam()
    for table in ("returns", "effort", "events"):
        response = as_person("sam").get(reverse("campaign_csv", args=[campaign.code, table]))
        assert ",alice," not in csv_text(response)


def test_the_inbox_leaves_out_threads_on_it() -> None:
    _, item = blind_sam()
    alice = make_person("alice")
    question = ask(task=Task.objects.get(item=item), asker=alice, author=alice, body="Is Ada meant?")
    client = as_person("sam")
    assert "Is Ada meant?" not in client.get(reverse("inbox")).content.decode()
    assert client.get(reverse("thread", args=[question.code])).status_code == 404


# Setting the domain


def test_a_manager_sets_the_domain() -> None:
    item = make_item(domain="law")
    response = as_person("sam").post(reverse("item_domain", args=[item.code]), {"domain": "history"})
    item.refresh_from_db()
    event = Event.objects.get(item=item, verb="set_domain")
    assert response.status_code == 302
    assert (item.domain, item.imported_domain) == ("history", "law")
    assert (event.old, event.new, str(event.actor)) == ({"domain": "law"}, {"domain": "history"}, "Sam")


def test_a_manager_takes_the_domain_away() -> None:
    item = make_item(domain="law")
    as_person("sam").post(reverse("item_domain", args=[item.code]), {"domain": ""})
    item.refresh_from_db()
    assert item.domain is None


def test_an_unknown_domain_is_refused() -> None:
    item = make_item(domain="law")
    response = as_person("sam").post(reverse("item_domain", args=[item.code]), {"domain": "astrology"})
    item.refresh_from_db()
    assert response.status_code == 200
    assert "astrology is not one of the available choices" in response.content.decode()
    assert item.domain == "law"


def test_the_same_domain_again_is_no_event() -> None:
    item = make_item(domain="law")
    as_person("sam").post(reverse("item_domain", args=[item.code]), {"domain": "law"})
    assert not Event.objects.filter(verb="set_domain").exists()


# Withdrawing


def test_a_manager_withdraws_an_item_with_a_reason() -> None:
    item = make_item()
    make_campaign(items=[item])
    as_person("sam").post(reverse("item_withdraw", args=[item.code]), {"reason": "A duplicate."})
    item.refresh_from_db()
    assert item.state == "withdrawn"
    assert "A duplicate." in page_of(item)


def test_without_a_reason_it_is_not_withdrawn() -> None:
    item = make_item()
    response = as_person("sam").post(reverse("item_withdraw", args=[item.code]), {"reason": " "})
    item.refresh_from_db()
    assert "Say why the item is withdrawn" in response.content.decode()
    assert item.state == "proposed"


def test_a_withdrawn_item_s_domain_stays() -> None:
    item = make_item(domain="law")
    client = as_person("sam")
    client.post(reverse("item_withdraw", args=[item.code]), {"reason": "A duplicate."})
    response = client.post(reverse("item_domain", args=[item.code]), {"domain": "history"})
    item.refresh_from_db()
    assert item.domain == "law"
    assert response.status_code == 200


def test_a_claim_shows_as_taken() -> None:
    item = make_item()
    claim(make_campaign(items=[item]), "alice")
    assert "took the task" in page_of(item)
