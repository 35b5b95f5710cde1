"""Candidates from the managers' pages: asked for, built by a job, checked for shortcuts, handed on."""

import io
import json
import sys
from contextlib import closing
from functools import cache
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import IntegrityError, ProgrammingError, transaction
from django.test import Client
from django.urls import reverse

from benchmark.construction import building
from benchmark.construction.actions.constructing import store_construction
from benchmark.construction.building import construct
from benchmark.construction.ripple.output import TooFewSources
from benchmark.models import Construction, ConstructionPiece, Release, ReleaseRipple
from benchmark.tasks import run_construction
from reviewapp.bank.jobs import import_upload
from reviewapp.jobs.progress import JobStopped, Progress
from reviewapp.models import Event, Job, RippleItem, RippleSeen, UploadPiece
from reviewapp.records import InputFile, InvalidFile, sha256
from reviewapp.rules.protocol import JobState
from scoring.controls import actions as control_actions
from scoring.models import ControlReport
from scoring.tasks import check_stored_items
from tests.benchmark.ripple.records import record
from tests.factories import make_person
from tests.reviewapp.staff_desk import as_person
from tests.scoring.releases import make_release

pytestmark = pytest.mark.django_db

FIELDS = {"items": "5", "seed": "3", "reserves": "1", "split": "", "revision": "r <b>1</b>"}


def lines(records: list[Any]) -> bytes:
    return b"".join(json.dumps(one).encode() + b"\n" for one in records)


def ask(data: bytes, client: Client, **fields: Any) -> Any:
    file = SimpleUploadedFile("musique.jsonl", data)
    return client.post(reverse("construction_new"), {"file": file, **FIELDS, **fields})


def asked(client: Client, data: bytes, **fields: Any) -> Construction:
    ask(data, client, **fields)
    return Construction.objects.select_related("job", "upload").get()


SECRET = "0123456789abcdef" * 4


@cache
def built() -> tuple[dict[str, Any], list[tuple[str, list[bytes]]]]:
    """Return what the build of these records leaves, made once for all tests."""
    data = lines([record(number) for number in range(12)])
    file = InputFile("musique.jsonl", lambda: closing(io.BytesIO(data)))
    options: dict[str, Any] = {
        **FIELDS,
        "items": 5,
        "seed": 3,
        "reserves": 1,
        "exclude": [],
        "schedule": None,
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(building, "new_secret", lambda: SECRET)
        report, contents = construct([file], {**options, "skip_invalid": False, "partial": False}, Progress())
    return report, [(name, list(parts)) for name, parts in contents]


@pytest.fixture
def sam() -> Client:
    return as_person("sam")


@pytest.fixture
def made(sam: Client) -> Construction:
    construction = asked(sam, lines([record(number) for number in range(12)]))
    report, contents = built()
    return store_construction(construction=construction, report=report, contents=contents)


def page(client: Client, name: str, *args: str) -> str:
    return client.get(reverse(name, args=args)).content.decode()


def taken(client: Client, made: Construction, name: str) -> bytes:
    answer = client.get(reverse("construction_file", args=[made.code, name]))
    return b"".join(answer.streaming_content)  # type: ignore[attr-defined]


def test_a_build_keeps_the_bytes_that_the_command_writes(
    made: Construction, sam: Client, tmp_path: Any
) -> None:
    records = tmp_path / "musique.jsonl"
    records.write_bytes(lines([record(number) for number in range(12)]))
    (tmp_path / "key").write_text(SECRET)
    out = tmp_path / "out"
    call_command(
        "build_ripple",
        id_key=str(tmp_path / "key"),
        records=[str(records)],
        out=str(out),
        items=5,
        seed=3,
        reserves=1,
        revision="r <b>1</b>",
    )
    names = sorted(path.name for path in out.iterdir())
    assert names == ["isolation.json", "items.jsonl", "manifest.jsonl", "public.jsonl", "report.json"]
    assert {name: taken(sam, made, name) for name in names} == {
        name: (out / name).read_bytes() for name in names
    }


def test_the_page_tells_what_became_of_the_sources(made: Construction, sam: Client) -> None:
    html = page(sam, "construction", made.code)
    assert '<h2 id="state">5 candidates</h2>' in html
    assert "12 records, 0 of them again; 5 attempted, 5 mechanically valid, 5 selected." in html
    assert "1 at 5 places" in html
    assert "r &lt;b&gt;1&lt;/b&gt;" in html
    assert made.code in page(sam, "constructions")
    assert reverse("construction", args=[made.code]) in page(sam, "job", made.job.code)


def test_who_takes_a_file_with_the_key_is_noted_and_who_takes_another_is_not(
    made: Construction, sam: Client
) -> None:
    for name in ("public.jsonl", "isolation.json", "items.jsonl", "manifest.jsonl"):
        taken(sam, made, name)
    opened = Event.objects.filter(verb="construction_opened").order_by("pk")
    assert [(one.actor.username, one.new["file"]) for one in opened if one.actor and one.new] == [
        ("sam", "items.jsonl"),
        ("sam", "manifest.jsonl"),
    ]


def handed(client: Client, made: Construction) -> Any:
    """Hand the items over and let them be imported; return the page's answer."""
    answer = client.post(reverse("construction_hand", args=[made.code]))
    client.post(reverse("upload_import", args=[answer["Location"].split("/")[-2]]))
    import_upload(Progress(), **Job.objects.get(kind="import_upload").args)
    return answer


def test_items_go_on_to_their_import_and_who_held_the_key_is_on_record(
    made: Construction, sam: Client
) -> None:
    erin = make_person("erin", "manager")
    browser = Client()
    browser.force_login(erin, backend="reviewapp.people.auth.PersonBackend")
    taken(browser, made, "manifest.jsonl")
    answer = handed(sam, made)
    assert RippleItem.objects.count() == 5
    seen = RippleSeen.objects.values_list("person__username", "what").order_by("person__username").distinct()
    assert list(seen) == [("erin", "imported"), ("sam", "imported")]
    assert RippleSeen.objects.count() == 10

    assert sam.post(reverse("construction_hand", args=[made.code]))["Location"] == answer["Location"]
    late = make_person("frank", "manager")
    browser.force_login(late, backend="reviewapp.people.auth.PersonBackend")
    taken(browser, made, "public.jsonl")
    assert not RippleSeen.objects.filter(person=late).exists()
    taken(browser, made, "items.jsonl")
    assert RippleSeen.objects.filter(person=late, what="hidden").count() == 5


def test_who_takes_the_key_between_handing_over_and_import_is_on_record(
    made: Construction, sam: Client
) -> None:
    answer = sam.post(reverse("construction_hand", args=[made.code]))
    browser = Client()
    frank = make_person("frank", "manager")
    browser.force_login(frank, backend="reviewapp.people.auth.PersonBackend")
    taken(browser, made, "items.jsonl")
    assert not RippleSeen.objects.exists()
    sam.post(reverse("upload_import", args=[answer["Location"].split("/")[-2]]))
    import_upload(Progress(), **Job.objects.get(kind="import_upload").args)
    seen = RippleSeen.objects.filter(person=frank).values_list("what", flat=True)
    assert list(seen) == ["imported"] * 5


def test_no_other_file_can_be_taken(made: Construction, sam: Client) -> None:
    for name in ("settings.py", "items.jsonl.gz", "..%2Fitems.jsonl"):
        assert sam.get(f"/constructions/{made.code}/files/{name}").status_code == 404


@pytest.mark.parametrize("name", ["alice", "carol"])
def test_candidates_are_the_managers_alone(made: Construction, name: str) -> None:
    client = as_person(name)
    for route in ("construction", "construction_controls"):
        assert client.get(reverse(route, args=[made.code])).status_code == 404
    for file in ("items.jsonl", "public.jsonl", "manifest.jsonl"):
        assert client.get(reverse("construction_file", args=[made.code, file])).status_code == 404
    assert client.post(reverse("construction_hand", args=[made.code])).status_code == 404
    assert Event.objects.filter(verb="construction_opened").count() == 0


def test_the_job_builds_once_and_lets_the_upload_go(sam: Client) -> None:
    waiting = asked(sam, lines([record(number) for number in range(12)]))
    assert UploadPiece.objects.count() == 1
    told = run_construction(Progress(), construction=waiting.code)
    before = list(ConstructionPiece.objects.order_by("pk").values_list("name", "position", "data"))
    assert (told["candidates"], len(before), UploadPiece.objects.count()) == (5, 6, 0)
    assert run_construction(Progress(), construction=waiting.code) == told
    assert list(ConstructionPiece.objects.order_by("pk").values_list("name", "position", "data")) == before


def test_what_was_built_never_changes(made: Construction) -> None:
    with pytest.raises(ProgrammingError), transaction.atomic():
        ConstructionPiece.objects.update(data=b"")


def test_a_build_told_to_stop_leaves_nothing_and_can_be_tried_again(sam: Client) -> None:
    waiting = asked(sam, lines([record(number) for number in range(12)]))

    class Stopped(Progress):
        def at(self, done: int, total: int | None = None) -> None:
            super().at(done, total)
            if done > 2:
                raise JobStopped(JobState.CANCELLED)

    with pytest.raises(JobStopped):
        run_construction(Stopped(), construction=waiting.code)
    waiting.refresh_from_db()
    assert (waiting.built_at, ConstructionPiece.objects.count()) == (None, 0)
    assert UploadPiece.objects.count() == 1
    assert "Progress, log, cancel" in page(sam, "construction", waiting.code)


def damaged(**changes: Any) -> bytes:
    return lines([record(0), record(1, **changes), record(2)])


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "0 of 5 items.*0 records; turned down: none"),
        (b"\x00\xff\xfe", "musique.jsonl"),
        (b'{"id": 1', "musique.jsonl"),
        (b"[]", "0 of 5 items"),
        (damaged(paragraphs=None), "musique.jsonl:2: paragraphs: expected a list"),
        (damaged(paragraphs=[]), "2 of 5 items.*no_support 1"),
        (damaged(answerable=False), "2 of 5 items.*unanswerable 1"),
        (lines([record(0)])[:-40], "musique.jsonl"),
    ],
)
def test_what_cannot_be_built_from_is_refused_with_the_reason(sam: Client, data: bytes, told: str) -> None:
    waiting = asked(sam, data)
    with pytest.raises((InvalidFile, TooFewSources), match=told):
        run_construction(Progress(), construction=waiting.code)
    assert ConstructionPiece.objects.count() == 0


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"items": "0"}, "greater than or equal to 1"),
        ({"items": "2001"}, "less than or equal to 2000"),
        ({"seed": "-1"}, "greater than or equal to 0"),
        ({"split": "test"}, "not one of the available choices"),
        ({"items": "1", "split": "selection"}, "none of these places is of the split selection"),
        ({"exclude": SimpleUploadedFile("x", b"\xff")}, "no UTF-8: byte 0 cannot be read"),
        ({"schedule": SimpleUploadedFile("x", b"{")}, "Expecting"),
        ({"schedule": SimpleUploadedFile("x", b"[" * 200_000)}, "deep"),
        ({"schedule": SimpleUploadedFile("x", b'[{"split": "report"}]')}, "row 1: expected an object"),
    ],
)
def test_options_that_make_no_sense_are_refused_on_the_page(
    sam: Client, fields: dict[str, Any], told: str
) -> None:
    html = ask(lines([record(0)]), sam, **fields).content.decode()
    assert told in html
    assert Construction.objects.count() == 0


def test_an_exclusion_list_and_a_schedule_are_followed(sam: Client) -> None:
    ids = [record(number)["id"] for number in range(8)]
    places = [{"split": "report", "shape": "deep_branch", "size": 6, "depth": 5, "documents": 3}]
    waiting = asked(
        sam,
        lines([record(number) for number in range(8)]),
        exclude=SimpleUploadedFile("ids.txt", "\r\n".join(ids[:3]).encode()),
        schedule=SimpleUploadedFile("s.json", json.dumps(places).encode()),
    )
    run_construction(Progress(), construction=waiting.code)
    item = json.loads(taken(sam, waiting, "items.jsonl"))
    assert (item["shape"], item["split"], item["source_id"] in ids[3:]) == ("deep_branch", "report", True)


def test_controls_follow_a_build_by_themselves_and_come_in_every_form(
    made: Construction, sam: Client
) -> None:
    assert "Not checked yet" in page(sam, "construction_controls", made.code)
    check_stored_items(Progress(), **Job.objects.get(kind="check_shortcuts").args)
    kept = ControlReport.objects.get()
    html, rows, composition = (
        page(sam, "construction_controls", made.code),
        kept.report["rows"],
        kept.report["composition"],
    )
    assert html.count('<th scope="row">') == len(rows) + len(composition) + 1
    assert html.count(">broken<") == sum(not one["passed"] for one in [*rows, *composition])
    assert kept.chart_light.startswith("<svg")
    assert kept.chart_dark != kept.chart_light
    assert "Identifier max., development" in kept.chart_light

    told = {
        form: sam.get(reverse("controls_file", args=[kept.code, form])) for form in ("txt", "json", "csv")
    }
    assert json.loads(told["json"].content) == kept.report
    assert told["txt"].content.decode() == kept.text
    table = b"".join(told["csv"].streaming_content).decode().split("\r\n")  # type: ignore[attr-defined]
    assert table[0].startswith("control,split,n,complete_percent,recall_at_2g,limit_complete")
    assert len(table) == 1 + len(rows) + len(composition) + 1
    assert sam.get(reverse("controls_file", args=[kept.code, "exe"])).status_code == 404
    chart = sam.get(reverse("controls_chart", args=[kept.code]) + "?theme=dark&download")
    assert chart.content.decode() == kept.chart_dark
    assert "attachment" in chart["Content-Disposition"]


@transaction.atomic
def released(lines: list[bytes]) -> Release:
    release = Release.objects.create(
        name="ripples",
        kind="ripple",
        review_status="machine_validated",
        manifest="{}\n",
        manifest_sha256=sha256(b"{}\n"),
        n_items=len(lines),
        n_documents=0,
        n_decisions=0,
    )
    for position, line in enumerate(lines):
        item = json.loads(line)
        ReleaseRipple.objects.create(
            release=release,
            position=position,
            item_id=item["item_id"],
            split=item["split"],
            line=line.decode(),
            sha256=sha256(line),
        )
    return release


def test_a_release_of_ripple_items_has_its_controls_too(sam: Client) -> None:
    data = b"".join(dict(built()[1])["items.jsonl"])
    release = released(data.rstrip(b"\n").split(b"\n"))
    sam.post(reverse("release_controls_check", args=[release.code]))
    check_stored_items(Progress(), **Job.objects.get(kind="check_shortcuts").args)
    kept = ControlReport.objects.get(release=release)
    assert kept.report["items"] == 5
    html = page(sam, "release_controls", release.code)
    assert "Can anything but reading find the affected units?" in html
    assert html.count("</tr>") == len(kept.report["rows"]) + len(kept.report["composition"]) + 3


def test_a_release_of_evidence_has_none(sam: Client) -> None:
    assert sam.get(reverse("release_controls", args=[make_release().code])).status_code == 404


def test_without_its_library_the_learned_control_is_left_out_and_asked_for_again(
    made: Construction, sam: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        for name in [name for name in sys.modules if name.startswith("sklearn")]:
            patch.delitem(sys.modules, name)
        patch.setitem(sys.modules, "sklearn.linear_model", None)
        patch.setitem(sys.modules, "sklearn", None)
        check_stored_items(Progress(), construction=made.code)
    assert [one.learned for one in ControlReport.objects.all()] == [False]
    assert "The learned control has not run" in page(sam, "construction_controls", made.code)
    sam.post(reverse("construction_controls_check", args=[made.code]))
    for _ in range(2):
        check_stored_items(Progress(), **Job.objects.filter(kind="check_shortcuts").latest("pk").args)
    assert "has not run" not in page(sam, "construction_controls", made.code)
    assert ControlReport.objects.count() == 2
    with pytest.raises(ProgrammingError), transaction.atomic():
        ControlReport.objects.update(passed=True)


def test_a_report_is_of_one_thing(made: Construction) -> None:
    row = {"learned": True, "passed": True, "report": {}, "text": "", "chart_light": "", "chart_dark": ""}
    with pytest.raises(IntegrityError), transaction.atomic():
        ControlReport.objects.create(**row)
    assert control_actions.name_of(made) == "construction"
