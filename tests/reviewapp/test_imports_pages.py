"""The upload pages: checked in the request, imported by a job, refused with every bad line."""

from typing import Any

import orjson
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from reviewapp.bank import views as imports
from reviewapp.bank.actions.uploads import let_upload_go
from reviewapp.bank.jobs import UploadGone, import_upload
from reviewapp.jobs import runner as job_runner
from reviewapp.jobs.progress import Progress
from reviewapp.models import Document, Event, EvidenceItem, Job, Source, SourceFile, Upload, UploadPiece
from tests.factories import make_document, make_person, make_source
from tests.reviewapp.staff_desk import as_person

pytestmark = pytest.mark.django_db

GOOD = [{"title": "T", "text": "a", "source": "s"}, {"title": "T", "text": "b é😀\r\n", "source": "s"}]


def lines(*records: Any) -> bytes:
    return b"".join(orjson.dumps(record) + b"\n" for record in records)


def send(kind: str, data: bytes, name: str = "d.jsonl", client: Client | None = None, **fields: str) -> Any:
    file = SimpleUploadedFile(name, data)
    client = client or as_person("sam")
    return client.post(reverse("upload", args=[kind]), {"file": file, "source": "", **fields})


def import_sent(kind: str, data: bytes, **fields: str) -> Job:
    """Send, import, and let the job run in this process."""
    client = as_person("sam")
    checked = send(kind, data, client=client, **fields)
    upload = Upload.objects.get(code=checked["Location"].split("/")[-2])
    client.post(reverse("upload_import", args=[upload.code]))
    upload.refresh_from_db()
    assert upload.job is not None
    return upload.job


def test_a_good_file_is_checked_in_the_request_and_nothing_is_written() -> None:
    client = as_person("sam")
    answer = send("documents", lines(*GOOD), client=client)
    upload = Upload.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, reverse("upload_checked", args=[upload.code]))
    html = client.get(answer["Location"]).content.decode()
    assert "Ready to import" in html
    assert "<dt>New documents</dt><dd>2</dd>" in html
    assert (Document.objects.count(), Source.objects.count(), Job.objects.count()) == (0, 0, 0)


def test_the_import_of_a_checked_file_is_a_job() -> None:
    job = import_sent("documents", lines(*GOOD))
    assert (job.kind, job.title) == ("import_upload", "Import of documents: d.jsonl")
    result = import_upload(Progress(), **job.args)
    assert (result["changed"], result["new_documents"]) == (True, 2)
    assert list(Document.objects.order_by("doc_id").values_list("text", flat=True)) == ["a", "b é😀\r\n"]
    assert SourceFile.objects.get().imported_by == make_person("sam")
    assert not UploadPiece.objects.exists()


def test_importing_twice_asks_for_one_job() -> None:
    client = as_person("sam")
    code = send("documents", lines(*GOOD), client=client)["Location"].split("/")[-2]
    answers = [client.post(reverse("upload_import", args=[code])) for _ in range(2)]
    assert answers[0]["Location"] == answers[1]["Location"]
    assert Job.objects.count() == 1


def test_a_job_whose_worker_died_behind_the_import_can_run_again() -> None:
    job = import_sent("documents", lines(*GOOD))
    pieces = list(UploadPiece.objects.all())
    import_upload(Progress(), **job.args)
    UploadPiece.objects.bulk_create(pieces)
    assert import_upload(Progress(), **job.args)["changed"] is False
    with pytest.raises(UploadGone):
        import_upload(Progress(), **job.args)


def test_a_bad_file_is_refused_with_every_bad_line() -> None:
    answer = send("documents", lines(GOOD[0], {"title": 1}, {"text": "<b>"}) + b"{")
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "Nothing was written" in html
    assert "d.jsonl:2: title: expected a string, got an integer" in html
    assert "d.jsonl:4: cut off, expected a whole record" in html
    assert not Upload.objects.exists()


def test_items_are_checked_against_the_bank() -> None:
    record = {"item_id": "q", "query": "?", "answer": "a", "ref_list": [1], "source": "s"}
    assert "ref_list: 1 is no document of the bank" in send("evidence", lines(record)).content.decode()
    make_document()
    first = Document.objects.get().doc_id
    job = import_sent("evidence", lines(record | {"ref_list": [first]}))
    assert import_upload(Progress(), **job.args)["new_items"] == 1


def test_a_file_that_is_there_already_offers_no_import() -> None:
    job = import_sent("documents", lines(*GOOD))
    import_upload(Progress(), **job.args)
    client = as_person("sam")
    html = client.get(send("documents", lines(*GOOD), client=client)["Location"]).content.decode()
    assert "All of it is there already" in html
    assert "upload_import" not in html


def test_a_large_file_is_checked_by_its_job(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "CHECKED_BYTES", 10)
    answer = send("documents", lines({"title": 1}))
    job = Job.objects.get()
    assert answer["Location"] == reverse("job", args=[job.code])
    with pytest.raises(ValueError, match=r"d\.jsonl:1: title"):
        import_upload(Progress(), **job.args)


def test_a_raw_data_set_comes_in_by_several_files() -> None:
    rows = b"id,q,a,p\r\n1,Who?,Ada,Ada wrote.\r\n"
    files = [
        SimpleUploadedFile(name, rows.replace(b"1", one)) for name, one in (("a.csv", b"1"), ("b.csv", b"2"))
    ]
    columns = "item_id=id,query=q,answer=a,text=p"
    fields = {"file": files, "format": "table", "columns": columns, "source": "mine"}
    answer = as_person("sam").post(reverse("upload", args=["raw"]), fields)
    upload = Upload.objects.get()
    assert answer["Location"] == reverse("upload_checked", args=[upload.code])
    assert (upload.names, upload.report["new_items"]) == (["a.csv", "b.csv"], 2)
    as_person("sam").post(reverse("upload_import", args=[upload.code]))
    assert import_upload(Progress(), upload=upload.code)["new_items"] == 2
    assert EvidenceItem.objects.count() == 2


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"format": "table", "columns": "", "source": "s"}, "expected FIELD=COLUMN"),
        ({"format": "musique", "columns": "query=q", "source": "s"}, "takes no columns"),
        ({"format": "musique", "columns": "", "source": ""}, "This field is required"),
        ({"format": "nonsense", "columns": "", "source": "s"}, "Select a valid choice"),
    ],
)
def test_a_raw_form_says_what_is_wrong(fields: dict[str, str], message: str) -> None:
    html = send("raw", b"x", **fields).content.decode()
    assert message in html
    assert not Upload.objects.exists()


def test_forms_without_a_file_say_so() -> None:
    for kind in ("documents", "evidence", "raw"):
        answer = as_person("sam").post(reverse("upload", args=[kind]), {})
        assert "This field is required" in answer.content.decode()


def test_a_file_larger_than_memory_allows_goes_through_disk() -> None:
    records = [{"title": "T", "text": f"{n} " + "x" * 1000, "source": "s"} for n in range(2500)]
    job = import_sent("documents", lines(*records))
    assert UploadPiece.objects.count() > 5
    assert import_upload(Progress(), **job.args)["new_documents"] == 2500


def test_a_source_is_described() -> None:
    make_source("Ha/rb & ?")
    client = as_person("sam")
    url = reverse("source", query={"name": "Ha/rb & ?"})
    assert url in client.get(reverse("imports")).content.decode().replace("&amp;", "&").replace("%20", "+")
    facts = {"version": "1", "licence": "CC BY 4.0", "citation": "Who, 2020", "scope": "", "url": ""}
    assert client.post(url, facts)["Location"] == reverse("imports")
    assert Source.objects.get().licence == "CC BY 4.0"
    assert Event.objects.get(verb="source_described").old["licence"] == ""
    assert client.get(reverse("source", query={"name": "none"})).status_code == 404


def test_the_overview_lists_sources_and_files() -> None:
    client = as_person("sam")
    assert "Nothing has come in yet" in client.get(reverse("imports")).content.decode()
    import_upload(Progress(), **import_sent("documents", lines(*GOOD)).args)
    html = client.get(reverse("imports")).content.decode()
    assert "d.jsonl" in html
    assert "Public data set" in html


PAGES = ["imports", "source", ("upload", "documents"), ("upload_checked", "x"), ("upload_import", "x")]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("name", ["alice", "carol"])
def test_for_others_the_pages_do_not_exist(page: Any, name: str) -> None:
    url = reverse(page) if isinstance(page, str) else reverse(page[0], args=page[1:])
    assert as_person(name).post(url).status_code in (404, 405)
    assert as_person(name).get(url).status_code in (404, 405)
    assert Client().get(url).status_code in (302, 405)


def test_wrong_methods_and_unknown_kinds() -> None:
    sam = as_person("sam")
    assert sam.get(reverse("upload", args=["nonsense"])).status_code == 404
    assert sam.get(reverse("upload_checked", args=["nonsense"])).status_code == 404
    assert sam.get(reverse("upload_import", args=["nonsense"])).status_code == 405
    assert sam.post(reverse("imports")).status_code == 405


def test_uploads_let_go_are_dropped_once() -> None:
    send("documents", lines(*GOOD))
    upload = Upload.objects.get()
    for _ in range(2):
        let_upload_go(upload=upload, actor=None)
    assert Event.objects.filter(verb="upload_let_go").count() == 1


def test_hostile_names_are_told_not_run() -> None:
    file = SimpleUploadedFile("<script>.jsonl", lines(*GOOD))
    client = as_person("sam")
    answer = client.post(reverse("upload", args=["documents"]), {"file": file, "source": ""})
    assert b"<script>.jsonl" not in client.get(answer["Location"]).content


@pytest.mark.django_db(transaction=True)
def test_a_worker_runs_the_job_to_its_end() -> None:
    job = import_sent("documents", lines(*GOOD))
    job_runner.run(job.code, job.attempt)
    job.refresh_from_db()
    assert (job.state, job.progress, job.total) == ("done", 2, 2)
    assert job.result["new_documents"] == 2
    assert "Imported 2 documents from d.jsonl" in [line.text for line in job.lines.all()]


@pytest.mark.django_db(transaction=True)
def test_a_job_that_refuses_its_file_fails_with_the_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "CHECKED_BYTES", 10)
    send("documents", lines({"title": 1}))
    job = Job.objects.get()
    job_runner.run(job.code, job.attempt)
    job.refresh_from_db()
    assert (job.state, Document.objects.count()) == ("failed", 0)
    assert job.error.startswith("d.jsonl:1: title: expected a string")
