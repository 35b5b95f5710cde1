"""Pages and downloads of scores: for managers, and for nobody else."""

import csv
import gzip
import io
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from benchmark.models import Erratum, Release
from scoring.models import StoredRun
from tests.factories import make_document, make_person
from tests.scoring.releases import make_release, make_run, make_scored_run, run_bytes, upload

pytestmark = pytest.mark.django_db

FORM = {"system": "", "scale": "", "k": "10", "replicates": "100", "seed": "1"}


@pytest.fixture
def release() -> Release:
    return make_release()


@pytest.fixture
def scored(release: Release) -> StoredRun:
    return make_scored_run(release)


@pytest.fixture
def sam(client: Client) -> Client:
    client.force_login(make_person("sam"))
    return client


def text(response: Any) -> str:
    content = b"".join(response.streaming_content) if response.streaming else response.content
    return str(content.decode())


def pages(run: StoredRun) -> dict[str, str]:
    release = run.release
    return {
        "scores": reverse("scores"),
        "release_scores": reverse("release_scores", args=[release.code]),
        "release_scores_csv": reverse("release_scores_csv", args=[release.code]),
        "upload_run": reverse("upload_run", args=[release.code]),
        "run": reverse("run", args=[run.code]),
        "run_csv": reverse("run_csv", args=[run.code]),
        "run_chart": reverse("run_chart", args=[run.code]),
        "run_file": reverse("run_file", args=[run.code]),
        "run_items": reverse("run_items", args=[run.code]),
        "run_items_csv": reverse("run_items_csv", args=[run.code]),
        "run_item": reverse("run_item", args=[run.code, 1]),
    }


def test_every_page_works_for_a_manager(sam: Client, scored: StoredRun) -> None:
    for name, url in pages(scored).items():
        assert sam.get(url).status_code == 200, name


@pytest.mark.parametrize("username", ["alice", "carol"])
def test_for_others_no_page_exists(client: Client, scored: StoredRun, username: str) -> None:
    client.force_login(make_person(username))
    for name, url in pages(scored).items():
        assert client.get(url).status_code == 404, name
    assert client.post(pages(scored)["upload_run"], FORM | {"file": upload()}).status_code == 404


def test_nobody_is_sent_to_the_login_page(client: Client, scored: StoredRun) -> None:
    for name, url in pages(scored).items():
        response = client.get(url)
        assert (response.status_code, reverse("login") in response["Location"]) == (302, True), name


def test_pages_are_read_only(sam: Client, scored: StoredRun) -> None:
    for name, url in pages(scored).items():
        response = sam.put(url) if name == "upload_run" else sam.post(url)
        assert response.status_code == 405, name


def test_what_is_not_there_is_404(sam: Client, scored: StoredRun) -> None:
    for name, url in pages(scored).items():
        if name != "scores":
            unknown = url.replace(scored.code, "x" * 12).replace(scored.release.code, "x" * 12)
            assert sam.get(unknown).status_code == 404, name
    assert sam.get(pages(scored)["run"] + "?rung=1M").status_code == 404
    assert sam.get(reverse("run_item", args=[scored.code, 99])).status_code == 404


def test_a_page_costs_the_same_whatever_it_lists(
    sam: Client, scored: StoredRun, django_assert_max_num_queries: Any
) -> None:
    for settings_seed in range(5):
        make_scored_run(make_release(f"other-{settings_seed}"))
        make_scored_run(scored.release, run_bytes() + b"\n" * (settings_seed + 1))
    for name, url in pages(scored).items():
        with django_assert_max_num_queries(32 if name == "release_scores_csv" else 12):
            text(sam.get(url))


# --- Uploading ------------------------------------------------------------------------------------------


def send(client: Client, release: Release, **changes: Any) -> Any:
    url = reverse("upload_run", args=[release.code])
    return client.post(url, FORM | {"file": upload()} | changes, follow=True)


def test_a_good_run_is_stored_and_its_report_told(sam: Client, release: Release) -> None:
    data = run_bytes() + b'{"item_id": "q9", "scale": "64K", "doc_ids": []}\n'
    response = send(sam, release, file=upload(data))
    run = StoredRun.objects.get()
    assert response.redirect_chain == [(reverse("run", args=[run.code]), 302)]
    page = text(response)
    assert "5 results read, on 2 rung(s): 512K, 64K." in page
    assert "1 of items not in this release are left out: &#x27;q9&#x27;." in page
    assert "waiting" in page
    assert (run.system, run.metadata, run.created_by) == (
        "BM25",
        {"system": "BM25", "group": "later"},
        make_person("sam"),
    )


def test_a_gzipped_trec_run_takes_the_rung_and_name_of_the_form(sam: Client, release: Release) -> None:
    data = gzip.compress(b"q1 Q0 1 1 0.5 tag\n")
    send(sam, release, file=upload(data, "run.trec.gz"), scale="30M", system="My system")
    run = StoredRun.objects.get()
    assert (run.kind, run.scale, run.system, run.file_name) == ("trec", "30M", "My system", "run.trec.gz")


def test_a_bad_run_is_refused_whole_with_every_bad_line(sam: Client, release: Release) -> None:
    response = send(sam, release, file=upload(run_bytes() + b"x\n" + b'{"item_id": "q1"}\n'))
    assert response.status_code == 200
    assert "run.jsonl:6: no JSON: Expecting value at character 0" in text(response)
    assert "run.jsonl:7: doc_ids: missing: expected doc_ids or response" in text(response)
    assert StoredRun.objects.count() == 0


def test_only_the_first_hundred_bad_lines_are_named(sam: Client, release: Release) -> None:
    page = text(send(sam, release, file=upload(b"{}\n" * 250)))
    assert page.count("run.jsonl:") == 100
    assert "… and 150 more bad records" in page


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\n", "no results, expected at least one"),
        (b'{"item_id": "other", "doc_ids": []}\n', "no result is of an item of this release"),
        (b'{"item_id": "q1", "doc_ids": [], "scale": "a\\u0000"}\n', "scale: "),
        (b'{"run": {"notes": "\\ud800"}}\n{"item_id": "q1", "doc_ids": []}\n', "lone surrogate"),
        (b'{"run": {"t": 1e999}}\n{"item_id": "q1", "doc_ids": []}\n', "run: inf"),
        (b"".join(b'{"item_id": "q1", "doc_ids": [], "scale": "%d"}\n' % n for n in range(41)), "40 rungs"),
        (gzip.compress(run_bytes())[:-9], "damaged gzip data"),
    ],
)
def test_a_run_of_no_use_is_refused(sam: Client, release: Release, data: bytes, message: str) -> None:
    assert message in text(send(sam, release, file=upload(data)))
    assert StoredRun.objects.count() == 0


@pytest.mark.parametrize(
    "changes", [{"k": "0"}, {"k": "x"}, {"replicates": "1"}, {"seed": "-1"}, {"file": ""}, {"system": "a\0"}]
)
def test_bad_settings_come_back_with_the_form(sam: Client, release: Release, changes: dict[str, str]) -> None:
    response = send(sam, release, **changes)
    assert (response.status_code, "errorlist" in text(response)) == (200, True)
    assert StoredRun.objects.count() == 0


def test_the_same_file_again_leads_to_the_run_that_is_there(sam: Client, release: Release) -> None:
    send(sam, release)
    response = send(sam, release)
    assert "stored already, with the same settings: nothing has changed" in text(response)
    assert StoredRun.objects.count() == 1


# --- One run --------------------------------------------------------------------------------------------


def test_a_run_that_waits_shows_its_job(sam: Client, release: Release) -> None:
    run = make_run(release)
    page = text(sam.get(reverse("run", args=[run.code])))
    assert reverse("job", args=[run.job.code]) in page
    assert 'hx-trigger="every 1s"' in page
    assert sam.get(reverse("run_items", args=[run.code])).status_code == 404


def test_a_run_whose_job_failed_says_why(sam: Client, release: Release) -> None:
    run = make_run(release)
    run.job.state, run.job.error = "failed", "a <reason>"
    run.job.save(update_fields=["state", "error"])
    page = text(sam.get(reverse("run", args=[run.code])))
    assert "a &lt;reason&gt;" in page
    assert "hx-trigger" not in page


def test_a_run_shows_figures_intervals_and_what_they_rest_on(sam: Client, scored: StoredRun) -> None:
    page = text(sam.get(reverse("run", args=[scored.code]) + "?rung=512K"))
    assert "<b>0.375</b>" in page
    assert "undefined" in page
    for fact in (
        "4 items",
        "K = 10",
        "100 replicates, seed 1",
        scored.sha256[:12],
        "later group",
        "scorer 1.0.0",
    ):
        assert fact in page
    assert "1 of 4 items have no result on this rung" in page


def test_withdrawn_items_are_told(sam: Client, scored: StoredRun) -> None:
    item = scored.release.items.get(item_id="q1")
    Erratum.objects.create(release=scored.release, item=item, withdraws=True, note="wrong")
    assert "1 items of this release are withdrawn" in text(sam.get(reverse("run", args=[scored.code])))


@pytest.mark.parametrize(
    ("theme", "dark", "source"), [("system", False, True), ("dark", True, False), ("light", False, False)]
)
def test_the_figure_goes_with_the_theme(
    client: Client, scored: StoredRun, theme: str, dark: bool, source: bool
) -> None:
    sam = make_person("sam")
    sam.theme = theme
    sam.save(update_fields=["theme"])
    client.force_login(sam)
    page = text(client.get(reverse("run", args=[scored.code])))
    image = page[page.index("<img") :]
    assert ("theme=dark" in image, "prefers-color-scheme" in page) == (dark, source)


def test_the_figure_is_sent_as_drawn(sam: Client, scored: StoredRun) -> None:
    url = reverse("run_chart", args=[scored.code])
    response = sam.get(url + "?rung=512K&theme=dark&download")
    assert response["Content-Type"] == "image/svg+xml"
    assert response["Content-Disposition"] == f'attachment; filename="scores-{scored.code}.svg"'
    assert "6 slices, dark" in text(response)


def test_the_file_is_sent_as_it_came(sam: Client, scored: StoredRun) -> None:
    response = sam.get(reverse("run_file", args=[scored.code]))
    assert b"".join(response.streaming_content) == run_bytes()
    assert response["Content-Length"] == str(len(run_bytes()))


def rows(response: Any) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text(response))))


def test_the_csv_holds_every_figure(sam: Client, scored: StoredRun) -> None:
    found = rows(sam.get(reverse("run_csv", args=[scored.code])))
    assert len(found) == 2 * 6 * 4
    one = next(
        row for row in found if (row["scale"], row["items"], row["metric"]) == ("512K", "all", "sr_at_10")
    )
    assert (one["system"], one["value"], one["n"]) == ("BM25", "0.375", "4")
    assert len(rows(sam.get(reverse("release_scores_csv", args=[scored.release.code])))) == len(found)


# --- Items ----------------------------------------------------------------------------------------------


def names(response: Any) -> list[str]:
    return [result.item_name for result in response.context["page"].rows]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", ["q1", "q2", "q3", "q4"]),
        ("&sort=-position", ["q4", "q3", "q2", "q1"]),
        ("&sort=sr", ["q3", "q4", "q2", "q1"]),
        ("&sort=-sr", ["q1", "q2", "q4", "q3"]),
        ("&sort=nonsense", ["q1", "q2", "q3", "q4"]),
        ("&outcome=all", ["q1"]),
        ("&outcome=some", ["q2"]),
        ("&outcome=none", ["q4"]),
        ("&outcome=missing", ["q3"]),
        ("&outcome=nonsense", ["q1", "q2", "q3", "q4"]),
        ("&sources=multi", ["q2", "q4"]),
        ("&sources=single", ["q1", "q3"]),
        ("&domain=law", ["q1", "q2"]),
        ("&domain=(none)", ["q4"]),
        ("&item=q2", ["q2"]),
        ("&item=%25", []),
        ("&domain=law&sources=multi&outcome=some&item=q", ["q2"]),
        ("&page=2", []),
        ("&page=-1", ["q1", "q2", "q3", "q4"]),
        ("&page=99999999999999999999", []),
    ],
)
def test_items_are_filtered_and_sorted_by_the_url(
    sam: Client, scored: StoredRun, query: str, expected: list[str]
) -> None:
    assert names(sam.get(reverse("run_items", args=[scored.code]) + "?rung=512K" + query)) == expected


def test_items_are_paged(sam: Client) -> None:
    items = [
        {"item_id": f"q{number:03}", "ref_list": (1,), "hard_negatives": (), "domain": None}
        for number in range(120)
    ]
    run = make_scored_run(make_release("long", items), b'{"item_id": "q001", "doc_ids": [1]}\n')
    url = reverse("run_items", args=[run.code])
    assert len(names(sam.get(url))) == 50
    last = sam.get(url + "?outcome=missing&page=3")
    assert names(last) == [f"q{number:03}" for number in range(101, 120)]
    assert "?outcome=missing&amp;page=2" in text(last)
    assert 'rel="next"' not in text(last)


def test_the_items_csv_follows_the_filter(sam: Client, scored: StoredRun) -> None:
    found = rows(sam.get(reverse("run_items_csv", args=[scored.code]) + "?rung=512K&sources=multi"))
    assert [(row["item_id"], row["found"], row["missed"], row["doc_ids"]) for row in found] == [
        ("q2", "2", "1", "2 7"),
        ("q4", "", "1 2 3 4", "5 9 8"),
    ]


def test_one_item_shows_gold_ranks_and_hard_negatives(sam: Client, scored: StoredRun) -> None:
    response = sam.get(reverse("run_item", args=[scored.code, 0]) + "?rung=512K")
    assert response.context["gold"] == [(1, None, 1)]
    assert response.context["ranking"] == [(1, "1", None, "gold"), (2, "9", None, "hard negative")]
    page = text(response)
    assert "What is the question of q1?" in page
    assert "at rank 1" in page
    assert 'rel="next"' in page
    assert 'rel="prev"' not in page


def test_one_item_names_the_documents_that_the_bank_has(sam: Client) -> None:
    document = make_document(title="A <title>")
    item = {"item_id": "q1", "ref_list": (document.doc_id,), "hard_negatives": (), "domain": None}
    run = make_scored_run(make_release(items=[item]), b'{"item_id": "q1", "doc_ids": []}\n')
    page = text(sam.get(reverse("run_item", args=[run.code, 0])))
    assert "A &lt;title&gt;" in page
    assert "missed" in page
    assert "names no document for this item" in page


def test_an_item_without_a_result_says_so(sam: Client, scored: StoredRun) -> None:
    page = text(sam.get(reverse("run_item", args=[scored.code, 2]) + "?rung=512K"))
    assert "has no line for this item" in page
