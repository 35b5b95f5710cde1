"""Documents beside a task: pieces, find and stepping over the whole text, and who may read them."""

import re
from html import unescape

import pytest
from django.utils.html import escape

from tests.factories import make_campaign, make_document, make_item
from tests.reviewapp.workdesk import HTMX, as_person, take, url

pytestmark = pytest.mark.django_db

MEGABYTE = (
    "".join(f"Line {n} says nothing of it. " for n in range(36_000)) + "Here Ada stands, at the end. 🧪"
)


def task_of(*documents, answer="Ada"):
    return take(make_campaign(items=[make_item(answer=answer, documents=list(documents))]), "alice")


def get(task, position=1, name="alice", headers=HTMX, **query):
    return as_person(name).get(url("document", task, position), query, headers=headers)


def piece_of(answer):
    """Return where the shown piece begins, and its text without marks."""
    start, html = re.search(
        r'<span class="piece" data-start="(\d+)">(.*?)</span>', answer.text, re.S
    ).groups()
    return int(start), re.sub(r"</?mark[^>]*>", "", html)


def test_a_long_document_comes_in_pieces_that_tile_it():
    text = MEGABYTE[-90_000:]
    task = task_of(make_document(text))
    at, parts = 0, []
    while True:
        answer = get(task, part=1, **{"from": at})
        start, shown = piece_of(answer)
        assert start == at
        parts.append(shown)
        at += len(shown)
        if "more text" not in answer.text:
            break
    assert "".join(parts) == escape(text)
    assert max(map(len, parts)) <= 12_000


def test_the_task_page_holds_only_the_first_piece():
    task = task_of(make_document(MEGABYTE))
    page = as_person("alice").get(url("task", task)).text
    assert len(page) < 40_000
    assert "answer 1 time" in page
    assert "part 1 of" in page


def test_find_looks_at_the_whole_text():
    task = task_of(make_document(MEGABYTE))
    answer = get(task, q="line 35999 says")
    start, text = piece_of(answer)
    assert "found 1 of 1" in re.sub(r"\s+", " ", answer.text)
    assert '<mark class="found here">Line 35999 says</mark>' in answer.text
    assert MEGABYTE[start : start + 40] == text[:40]


def test_stepping_goes_through_all_occurrences_and_round():
    task = task_of(make_document("Ada. " + "x " * 20_000 + "Ada! " + "y " * 20_000 + "Ada?"))
    third = get(task, i=3)
    assert "Ada</mark>?" in third.text
    assert "answer 3 of 3" in re.sub(r"\s+", " ", third.text)
    assert 'i=1"' in third.text
    assert 'i=2"' in third.text
    first = get(task, i=1)
    assert piece_of(first)[0] == 0
    assert 'i=3"' in first.text


def test_what_is_not_there_is_said():
    task = task_of(make_document("Nothing."))
    assert "not found" in get(task, q="zebra").text
    assert "answer not found here" in get(task).text


def test_find_marks_the_answer_too():
    task = task_of(make_document("Ada and Bea."))
    assert (
        '<mark class="answer">Ada</mark> and <mark class="found here">Bea</mark>' in get(task, q="bea").text
    )


def test_an_occurrence_of_an_alias_counts():
    item = make_item(answer="Ada Lovelace", documents=[make_document("Lovelace, Countess")])
    item.answer_aliases = ["Lovelace"]
    item.save(update_fields=["answer_aliases"])
    task = take(make_campaign(items=[item]), "alice")
    assert '<mark class="answer">Lovelace</mark>' in as_person("alice").get(url("task", task)).text


def test_earlier_text_ends_where_the_piece_began():
    task = task_of(make_document(MEGABYTE))
    start, text = piece_of(get(task, part=1, before=500_000))
    assert start + len(text) == 500_000
    assert "earlier text" in get(task, before=500_000).text


@pytest.mark.parametrize(
    "query",
    [
        {"i": "0"},
        {"i": "x"},
        {"i": "99999999999999999"},
        {"i": "²"},
        {"from": "99999999999"},
        {"from": "-1"},
        {"before": "0"},
        {"before": "999999999"},
        {"q": "("},
        {"q": "\\"},
        {"q": "x" * 5000},
        {"q": "   "},
        {"q": "\u2028"},
        {"q": "<script>"},
        {"q": "ada", "i": "5", "part": "1"},
    ],
)
@pytest.mark.parametrize("text", ["Ada.", "", "(\\<script>\u2028"])
def test_odd_questions_get_an_answer(query, text):
    assert get(task_of(make_document(text)), **query).status_code == 200


def test_crlf_is_read_as_lf_and_offsets_follow_it():
    task = task_of(make_document("one\r\ntwo Ada\r\n" + "x " * 10_000))
    _, text = piece_of(get(task))
    assert text.startswith("one\ntwo Ada\n")
    assert piece_of(get(task, part=1, **{"from": 4}))[1].startswith("two Ada")


def test_without_htmx_it_is_a_page_that_leads_back():
    task = task_of(make_document("Ada."))
    page = get(task, headers={}).text
    assert "<html" in page
    assert f'href="{url("task", task)}"' in page


def test_with_htmx_it_is_the_panel_or_the_piece_alone():
    task = task_of(make_document("Ada."))
    assert get(task).text.lstrip().startswith("<section")
    assert get(task, part=1).text.lstrip().startswith("<span")
    assert get(task)["Vary"].startswith("HX-Request")


def test_the_evidence_of_ones_draft_is_marked_in_every_piece():
    document = make_document("x " * 10_000 + "proof " + "y " * 9_000)
    task = task_of(document)
    as_person("alice").post(url("draft", task), {"evidence": f"{document.doc_id}:20000:20005"})
    assert '<mark class="evidence">proof</mark>' in get(task, part=1, **{"from": 19_000}).text


@pytest.mark.parametrize("position", [0, 3, 999_999_999_999])
def test_a_reference_that_is_not_there_is_not_found(position):
    assert get(task_of(make_document(), make_document()), position).status_code == 404


def test_hard_negatives_are_no_references():
    item = make_item(documents=[make_document()], hard_negatives=[make_document("decoy")])
    task = take(make_campaign(items=[item]), "alice")
    assert get(task, 2).status_code == 404
    assert "decoy" not in as_person("alice").get(url("task", task)).text


@pytest.mark.parametrize("name", ["bob", "carol", "sam"])
def test_a_document_does_not_exist_for_who_never_held_the_task(name):
    assert get(task_of(make_document()), name=name).status_code == 404


def test_a_document_is_not_posted_to():
    task = task_of(make_document())
    assert as_person("alice").post(url("document", task, 1)).status_code == 405


@pytest.mark.parametrize("hostile", ["<script>alert(1)</script>", "\u202eשלום", "a\u2028b", '"><img src=x>'])
def test_texts_titles_and_questions_are_escaped(hostile):
    task = task_of(make_document(f"A {hostile} B", title=hostile))
    for answer in (get(task, q=hostile), get(task, q=hostile, headers={})):
        assert f'<mark class="found here">{escape(hostile)}</mark>' in answer.text
        assert hostile in map(unescape, re.findall('value="([^"]*)"', answer.text))
        assert "<script>alert" not in answer.text
        assert "<img" not in answer.text


def test_a_piece_costs_few_queries(django_assert_num_queries):
    task = task_of(*[make_document() for _ in range(5)])
    client = as_person("alice")
    client.get(url("document", task, 1), headers=HTMX)  # whose the session is, the process knows from here on
    with django_assert_num_queries(3):  # session with person, desk, the one document
        client.get(url("document", task, 3), headers=HTMX)
