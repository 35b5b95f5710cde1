"""Pages and downloads of ripple scores: for managers, and for nobody else."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from benchmark.models import Release
from benchmark.releases.actions.errata import add_erratum
from reviewapp.models import Event, Job, RippleSeen
from scoring.models import Board, Configuration, ManifestLine, RippleRun
from scoring.ripple.queries.choosing import TITLES
from scoring.tables.table import LATER_HEADING
from tests.factories import make_person
from tests.reviewapp.ripple.making import make_ripple_item
from tests.scoring.ripple.pages.making import (
    BOARD,
    make_ripple_release,
    make_ripple_run,
    make_scored_ripple_run,
    named,
    ripple_bytes,
    sample_lines,
    sample_run,
    upload_ripple_run,
)

pytestmark = pytest.mark.django_db
TABLE = re.compile(r"<tbody>.*?</tbody>", re.DOTALL)
LATER = "Later <b>&_model"


@pytest.fixture
def release() -> Release:
    return make_ripple_release()


@pytest.fixture
def scored(release: Release) -> RippleRun:
    return make_scored_ripple_run(release)


@pytest.fixture
def both(scored: RippleRun) -> RippleRun:
    """The first of two runs; the other one is of the later group."""
    make_scored_ripple_run(scored.release, named(LATER))
    return scored


@pytest.fixture
def sam(client: Client) -> Client:
    client.force_login(make_person("sam"))
    return client


def text(response: Any) -> str:
    assert response.status_code == 200, response
    content = b"".join(response.streaming_content) if response.streaming else response.content
    return str(content.decode())


def table(client: Client, release: Release, name: str, query: str = "") -> str:
    return text(client.get(reverse("recovery_table", args=[release.code, name]) + query))


# --- A release's tables ---------------------------------------------------------------------------------


def test_every_table_is_shown_and_sent_in_every_form_with_its_signature(sam: Client, both: RippleRun) -> None:
    for name in TITLES:
        page = table(sam, both.release, name)
        assert "Later &lt;b&gt;&amp;_model" in page, name
        assert "release ripple-pilot-1, 12 machine-validated items from 10 sources" in page, name
        for form in ("csv", "xlsx", "tex"):
            answer = sam.get(reverse("recovery_file", args=[both.release.code, name, form]))
            assert f"{name}.{form}" in answer["Content-Disposition"]
            if form == "csv":
                signed = [line for line in text(answer).split("\r\n")[1:] if line]
                assert all(both.release.manifest_sha256 in line for line in signed)


def test_complete_never_stands_without_recall_beside_it(sam: Client, both: RippleRun) -> None:
    release = both.release
    files = [reverse("recovery_file", args=[release.code, name, "csv"]) for name in TITLES]
    files += [reverse("recovery_run_table", args=[both.code, name, "csv"]) for name in ("measures", "slices")]
    seen = 0
    for url in files:
        rows = list(csv.reader(io.StringIO(text(sam.get(url)))))
        names = [name for name in rows[0] if not name.endswith((" low", " high"))] + [row[0] for row in rows]
        for place, name in enumerate(names):
            if "Complete@2G" in name and not name.startswith("p"):
                seen += 1
                assert any("Recall@2G" in beside for beside in names[place + 1 : place + 4]), url
    assert seen >= 6


def test_the_later_group_stands_apart(sam: Client, both: RippleRun) -> None:
    page = table(sam, both.release, "recovery").partition("<table")[2]
    assert page.index("Saltmarsh 7B") < page.index(LATER_HEADING) < page.index("Later &lt;b&gt;")
    assert page.count(f'rowgroup" colspan="5">{LATER_HEADING}') == 1


def test_published_figures_of_the_sample(sam: Client, scored: RippleRun) -> None:
    page = table(sam, scored.release, "recovery")
    assert "<b>50%</b>" in page
    assert "<b>0.64</b>" in page
    assert "8 of 12" in page
    assert (
        "primary parser. Brackets: 95 % source-cluster percentile intervals, 100 replicates, seed 1." in page
    )
    assert "<b>0.850</b>" in table(sam, scored.release, "copying")
    stripped = table(sam, scored.release, "recovery", "?parser=fence_stripped&part=report")
    assert "5 machine-validated report items from 5 sources; fence stripped parser" in stripped


def test_both_parsers_stand_side_by_side_with_counts_and_fences(sam: Client, scored: RippleRun) -> None:
    rows = list(
        csv.DictReader(
            io.StringIO(text(sam.get(reverse("recovery_file", args=[scored.release.code, "parsers", "csv"]))))
        )
    )
    assert [(row["Parse"], row["Parsed"], row["Fences removed"], row["parser"]) for row in rows[:2]] == [
        ("Primary", "8", "0", "primary"),
        ("Fence stripped", "9", "1", "fence_stripped"),
    ]


def test_rows_are_sorted_and_filtered_by_the_url_within_their_groups(sam: Client, both: RippleRun) -> None:
    rows = [{"run": {"system": "Abc"}}, {"item_id": sample_run()[1]["item_id"], "response": ""}]
    make_scored_ripple_run(both.release, rows)
    page = table(sam, both.release, "recovery", "?sort=-recall").partition("<table")[2]
    assert page.index("Saltmarsh") < page.index("Later &lt;b&gt;") < page.index(">Abc<")
    page = table(sam, both.release, "recovery", "?sort=system").partition("<table")[2]
    assert page.index("Saltmarsh") < page.index(">Abc<") < page.index("Later &lt;b&gt;")
    page = table(sam, both.release, "recovery", "?system=saltmarsh").partition("<table")[2]
    assert "Saltmarsh 7B" in page
    assert ">Abc<" not in page
    assert "Nothing passes" in table(sam, both.release, "recovery", "?system=nobody")


def test_what_is_not_there_is_404(sam: Client, scored: RippleRun) -> None:
    code = scored.release.code
    for url in (
        reverse("recovery_table", args=[code, "nonsense"]),
        reverse("recovery_file", args=[code, "nonsense", "csv"]),
        reverse("recovery_file", args=[code, "recovery", "pdf"]),
        reverse("recovery_chart", args=[code, "nonsense"]),
        reverse("recovery_run_table", args=[scored.code, "nonsense", "csv"]),
        reverse("recovery_item", args=[scored.code, 99]),
        reverse("recovery_run", args=["x" * 12]),
        reverse("recovery", args=["x" * 12]),
    ):
        assert sam.get(url).status_code == 404, url


def test_a_release_without_scores_says_what_comes_first(sam: Client, release: Release) -> None:
    assert "Register the configurations of all systems first" in table(sam, release, "recovery")
    assert sam.get(reverse("recovery_file", args=[release.code, "recovery", "csv"])).status_code == 404


def test_the_figure_is_sent_as_drawn(sam: Client, scored: RippleRun) -> None:
    url = reverse("recovery_chart", args=[scored.release.code, "report"])
    answer = sam.get(url + "?theme=dark&download")
    assert answer["Content-Type"] == "image/svg+xml"
    assert "1 systems, report, dark" in text(answer)
    assert f"recovery-{scored.release.code}-report.svg" in answer["Content-Disposition"]


def test_pages_cost_the_same_whatever_is_stored(
    sam: Client, scored: RippleRun, django_assert_max_num_queries: Any
) -> None:
    for number in range(4):
        make_scored_ripple_run(scored.release, named(f"S{number}"))
    urls = [reverse("recovery_table", args=[scored.release.code, name]) for name in TITLES]
    urls += [reverse(name, args=[scored.code]) for name in ("recovery_run", "recovery_items")]
    urls += [reverse("recovery_item", args=[scored.code, 0]), reverse("scores")]
    urls += [reverse(name, args=[scored.release.code]) for name in ("recovery_manifest", "configurations")]
    for url in urls:
        with django_assert_max_num_queries(18):
            text(sam.get(url))


# --- Coming in ------------------------------------------------------------------------------------------


def send(client: Client, release: Release, rows: Any, **fields: str) -> Any:
    sent = SimpleUploadedFile("run.jsonl", rows if isinstance(rows, bytes) else ripple_bytes(rows))
    return client.post(reverse("recovery_upload", args=[release.code]), {"file": sent, **BOARD, **fields})


def test_a_run_is_shown_as_a_report_first_and_stored_on_request(sam: Client, release: Release) -> None:
    url = reverse("recovery_checked", args=[upload_ripple_run(sam, release)])
    page = text(sam.get(url))
    for words in ("12, of which 1 in a code fence", "8 by the primary parser, 9 by the", "not json"):
        assert words in page
    assert not RippleRun.objects.exists()
    answer = sam.post(url)
    run = RippleRun.objects.get()
    assert answer["Location"] == reverse("recovery_run", args=[run.code])
    assert (run.configuration.system, Board.objects.get().replicates) == ("Saltmarsh 7B (invented)", 100)
    page = text(sam.get(answer["Location"]))
    assert reverse("job", args=[run.job.code]) in page
    again = upload_ripple_run(sam, release)
    assert sam.post(reverse("recovery_checked", args=[again]))["Location"] == answer["Location"]
    assert RippleRun.objects.count() == 1
    assert "imported or let go" in text(sam.post(url))


def test_a_bad_run_is_refused_with_every_bad_line(sam: Client, release: Release) -> None:
    data = ripple_bytes(sample_run()[:3]) + b"x\n" + b'{"item_id": "rk-1", "response": 3}\n'
    page = text(send(sam, release, data))
    assert "run.jsonl:4: no JSON: Expecting value at character 0" in page
    assert "run.jsonl:5: response: expected a string, got 3" in page


def test_a_run_that_contradicts_its_configuration_is_refused(sam: Client, release: Release) -> None:
    fields = {"system": "S", "family": "", "sampling": '{"temperature": 0}'}
    sam.post(reverse("configurations", args=[release.code]), fields)
    chosen = Configuration.objects.get()
    page = text(send(sam, release, named("Other"), configuration=chosen.code))
    assert "registered with &#x27;S&#x27;" in page
    answer = send(sam, release, sample_run()[1:], configuration=chosen.code)
    sam.post(answer["Location"])
    assert RippleRun.objects.get().configuration == chosen


@pytest.mark.parametrize(
    ("field", "value"),
    [("target", "0"), ("target", "x"), ("replicates", "1"), ("seed", "-1"), ("system", "\0")],
)
def test_bad_settings_come_back_with_the_form(sam: Client, release: Release, field: str, value: str) -> None:
    assert "errorlist" in text(send(sam, release, sample_run(), **{field: value}))


def test_baselines_are_registered_and_asked_for(sam: Client, release: Release) -> None:
    url = reverse("recovery_baselines", args=[release.code])
    assert "errorlist" in text(sam.post(url, {"ranking_seed": "1", **BOARD}))
    answer = sam.post(url, {"names": ["random", "bm25_embeddings"], "ranking_seed": "3", **BOARD})
    assert answer["Location"] == reverse("recovery", args=[release.code])
    assert [(row.system, row.initial) for row in Configuration.objects.order_by("pk")] == [
        ("random", True),
        ("bm25_embeddings (wordllama l2_supercat 256)", True),
    ]
    assert Job.objects.get(kind="score_baselines").args["seed"] == 3
    assert "Baselines on ripple-pilot-1" in text(sam.get(answer["Location"]))


def test_document_position_is_offered_where_it_can_learn_and_has_what_to_rank(
    sam: Client, release: Release
) -> None:
    def offer(of: Release) -> bool:
        return 'value="document_position"' in text(sam.get(reverse("recovery_baselines", args=[of.code])))

    learned = [line for line in sample_lines() if json.loads(line)["split"] == "development"]
    assert (offer(release), offer(make_ripple_release("small", learned))) == (True, False)


@pytest.mark.parametrize("sampling", ["x", "[1]", '{"a": NaN}', '{"a": "\\u0000"}'])
def test_a_configuration_needs_sampling_settings_that_can_be_kept(
    sam: Client, release: Release, sampling: str
) -> None:
    fields = {"system": "S", "sampling": sampling}
    assert "errorlist" in text(sam.post(reverse("configurations", args=[release.code]), fields))
    assert not Configuration.objects.exists()


def test_a_rerun_is_put_in_place_with_a_reason(sam: Client, scored: RippleRun) -> None:
    rerun = make_scored_ripple_run(scored.release, sample_run()[:9])
    page = text(sam.get(reverse("recovery_run", args=[rerun.code])))
    assert "A rerun that does not stand in the tables" in page
    url = reverse("recovery_replace", args=[rerun.code])
    assert "A reason is needed" in text(sam.post(url, {"reason": ""}, follow=True))
    sam.post(url, {"reason": "cut off"})
    assert ManifestLine.objects.get(run=rerun).replaces is not None
    assert "Replaced in the tables" in text(sam.get(reverse("recovery_run", args=[scored.code])))
    manifest = text(sam.get(reverse("recovery_manifest", args=[scored.release.code])))
    assert "cut off" in manifest
    assert "replaced by line 2" in manifest


def test_scores_with_other_settings_are_asked_for_once(sam: Client, scored: RippleRun) -> None:
    url = reverse("recovery_board", args=[scored.release.code])
    assert "scored with these settings already" in text(sam.post(url, BOARD))
    sam.post(url, {**BOARD, "target": "0.5"})
    assert Job.objects.get(kind="rescore_ripple").args == {"release": scored.release.code, "board": 2}


# --- One run and its items ------------------------------------------------------------------------------


def test_a_run_shows_its_census_with_links_and_what_it_rests_on(sam: Client, scored: RippleRun) -> None:
    page = text(sam.get(reverse("recovery_run", args=[scored.code])))
    items = reverse("recovery_items", args=[scored.code])
    assert f"{items}?parser=primary&amp;cause=miss:absent" in page
    for fact in (
        scored.sha256,
        scored.release.manifest_sha256,
        "8 of 12 responses are read",
        "1 stand in a code fence",
    ):
        assert fact in page


def test_slices_of_a_run_come_with_their_counts_on_a_page_of_their_own(
    sam: Client, scored: RippleRun
) -> None:
    url = reverse("recovery_run", args=[scored.code])
    assert "Lexical overlap with the edit" not in text(sam.get(url))
    page = text(sam.get(url + "?show=slices&parser=fence_stripped"))
    for words in (
        "Lexical overlap with the edit",
        "too few sources for an interval",
        "fence stripped parser.",
    ):
        assert words in page


def test_items_are_filtered_by_the_url(sam: Client, scored: RippleRun) -> None:
    expected = {
        "": 12,
        "?outcome=complete": 6,
        "?outcome=malformed": 4,
        "?outcome=malformed&parser=fence_stripped": 3,
        "?split=selection": 3,
        "?cause=copy:case": 1,
        "?cause=miss:absent": 1,
        "?item=rk-0": 2,
        "?outcome=nonsense&split=x&sort=y&parser=z": 12,
    }
    for query, n in expected.items():
        page = sam.get(reverse("recovery_items", args=[scored.code]) + query)
        assert len(page.context["page"].object_list) == n, query
        sent = text(sam.get(reverse("recovery_items_csv", args=[scored.code]) + query))
        rows = list(csv.DictReader(io.StringIO(sent)))
        assert len(rows) == n
        assert {row["run_sha256"] for row in rows} == {scored.sha256}


def test_an_item_shows_cutoffs_depths_misses_and_copies(sam: Client, scored: RippleRun) -> None:
    page = text(sam.get(reverse("recovery_item", args=[scored.code, 4])))
    assert page.index("Recall@G is taken down to here") < page.index("The reviewed prefix, 2|G|, ends here")
    assert "affected, depth 4" in page
    assert "<del>6·nurses.</del><ins>…</ins>" in page
    fenced = text(sam.get(reverse("recovery_item", args=[scored.code, 1])))
    assert "No ranking: fenced" in fenced
    assert "Missed: 5 affected units" in fenced
    assert "The ranking as submitted" in text(
        sam.get(reverse("recovery_item", args=[scored.code, 1]) + "?parser=fence_stripped")
    )


def test_hostile_responses_are_shown(sam: Client, release: Release) -> None:
    item = json.loads(release.ripple_items.get(position=0).line)
    unit = item["documents"][0]["units"][0]["unit_id"]
    ranking: list[Any] = [{"unit_id": unit, "text": "\ud800 \u202e<script>\0"}, 7, {"unit_id": "\ud800"}]
    ranking += [{"unit_id": f"<i>{n}", "text": "x" * 4_000} for n in range(320)]
    rows = [
        {"run": {"system": "H"}},
        {"item_id": item["item_id"], "response": json.dumps({"ranking": ranking})},
    ]
    run = make_scored_ripple_run(release, rows)
    page = text(sam.get(reverse("recovery_item", args=[run.code, 0])))
    assert "⟨U+D800⟩" in page
    assert "<script>⟨" not in page
    assert "23 more entries are not shown" in page
    assert "No response" in text(sam.get(reverse("recovery_item", args=[run.code, 1])))


def test_the_key_of_an_item_under_review_is_shown_only_to_who_gives_up_reviewing_it(
    sam: Client, scored: RippleRun
) -> None:
    frozen = scored.release.ripple_items.get(position=4)
    make_ripple_item(frozen.item_id)
    url = reverse("recovery_item", args=[scored.code, 4])
    page = text(sam.get(url))
    assert "still under review" in page
    assert "affected" not in page
    listed = sam.get(reverse("recovery_items", args=[scored.code]))
    assert frozen.item_id not in [row.item_name for row in listed.context["page"].object_list]
    assert frozen.item_id not in text(sam.get(reverse("recovery_items_csv", args=[scored.code])))
    assert "affected, depth" in text(sam.post(url, follow=True))
    assert RippleSeen.objects.get().person == make_person("sam")
    assert Event.objects.filter(verb="see_hidden").count() == 1
    assert "affected, depth" in text(sam.get(url))


def test_a_run_without_scores_waits_with_its_job(sam: Client, release: Release) -> None:
    run = make_ripple_run(release)
    page = text(sam.get(reverse("recovery_run", args=[run.code])))
    assert 'hx-trigger="every 1s"' in page
    run.job.state, run.job.error = "failed", "a <reason>"
    run.job.save(update_fields=["state", "error"])
    page = text(sam.get(reverse("recovery_run", args=[run.code])))
    assert "a &lt;reason&gt;" in page
    assert "hx-trigger" not in page
    for name in ("recovery_items", "recovery_items_csv"):
        assert sam.get(reverse(name, args=[run.code])).status_code == 404


def test_a_hosted_run_that_is_half_done_says_so_wherever_it_stands(sam: Client, release: Release) -> None:
    half = make_scored_ripple_run(release, sample_run()[:7], origin="hosted")
    assert "half done; 6 of 12 items without a response score as empty" in table(sam, release, "recovery")
    assert "half done: 6 of 12 items not asked yet" in text(
        sam.get(reverse("recovery_run", args=[half.code]))
    )


def test_the_file_is_sent_as_it_came(sam: Client, release: Release) -> None:
    run = make_ripple_run(release)
    answer = sam.get(reverse("recovery_run_file", args=[run.code]))
    assert b"".join(answer.streaming_content) == ripple_bytes(sample_run())


def test_items_withdrawn_by_an_erratum_are_told_and_scored_all_the_same(
    scored: RippleRun, sam: Client
) -> None:
    release = scored.release
    url = reverse("recovery", args=[release.code])
    before = text(sam.get(url))
    assert "withdrawn by an" not in before
    add_erratum(
        release=release, item=release.ripple_items.first(), withdraws=True, note="Retracted.", actor=None
    )
    after = text(sam.get(url))
    assert "1 item of this release is withdrawn by an" in after
    assert TABLE.findall(after) == TABLE.findall(before)
