"""Ripple items come in whole or not at all, go out as the same bytes, and keep their keys apart."""

from __future__ import annotations

import gzip
import io
import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.urls import reverse

from reviewapp.bank.actions.bringing import DEFAULT, Options
from reviewapp.bank.intake.report import Imported
from reviewapp.bank.jobs import import_upload
from reviewapp.jobs.actions import enqueue
from reviewapp.jobs.progress import Progress
from reviewapp.models import (
    Event,
    Job,
    Person,
    RippleBatch,
    RippleExclusion,
    RippleItem,
    RippleKey,
    RippleSeen,
    SourceFile,
    Upload,
)
from reviewapp.records import InputFile, InvalidFile, canonical_bytes, sha256
from reviewapp.rules.protocol import ItemState
from reviewapp.workflows.ripple.actions.importing import import_ripple
from reviewapp.workflows.ripple.queries.lines import ripple_lines
from tests.factories import make_person
from tests.reviewapp.ripple_records.making import SAMPLE, changed, item, sample_lines
from tests.reviewapp.staff_desk import as_person

pytestmark = pytest.mark.django_db


def file_of(data: bytes, name: str = "r.jsonl") -> InputFile:
    return InputFile(name, lambda: closing(io.BytesIO(data)))


def lines(*items: dict[str, Any]) -> bytes:
    return b"".join(canonical_bytes(one) + b"\n" for one in items)


def bring(
    data: bytes, *, options: Options = DEFAULT, actor: Person | None = None, name: str = "r.jsonl"
) -> Imported:
    return import_ripple(file=file_of(data, name), actor=actor, options=options)


def refused(data: bytes) -> list[str]:
    with pytest.raises(InvalidFile) as caught:
        bring(data)
    assert not RippleItem.objects.exists()
    return str(caught.value).split("\n")


def test_a_canonical_file_goes_out_as_the_same_bytes(tmp_path: Path) -> None:
    call_command("import_ripple", SAMPLE)
    call_command("export_ripple", out=tmp_path / "out.jsonl")
    assert (tmp_path / "out.jsonl").read_bytes() == SAMPLE.read_bytes()


def test_public_and_hidden_parts_are_kept_apart() -> None:
    bring(sample_lines()[0])
    row = RippleItem.objects.get()
    whole = item()
    assert row.public == {name: whole[name] for name in ("item_id", "edit", "documents")}
    assert (row.n_documents, row.n_units, row.state) == (3, 15, ItemState.PROPOSED)
    assert row.record_sha256 == sha256(sample_lines()[0])
    assert row.place == "r.jsonl:1"
    assert (row.key.split, row.key.source_id, row.key.shape) == ("development", "vell-s01", "branched_merge")
    assert (row.key.closure, row.key.spans) == (whole["closure"], whole["spans"])
    assert (row.key.supporting_units, row.key.warnings) == (whole["supporting_units"], [])
    assert (row.key.record, row.key.as_imported) == (sample_lines()[0].decode(), None)


def test_an_import_is_a_batch_and_is_registered() -> None:
    sam = make_person("sam")
    data = lines(item(0), item(1))
    found = bring(data, actor=sam)
    assert found.sentence() == "Imported 2 ripple items from r.jsonl"
    batch = RippleBatch.objects.get()
    assert (batch.name, batch.sha256, batch.n_items, batch.imported_by) == ("r.jsonl", sha256(data), 2, sam)
    assert list(batch.items.order_by("id").values_list("item_id", flat=True)) == [
        "rk-bf5a1cdb",
        "rk-15a5224b",
    ]
    kept = SourceFile.objects.get()
    assert (kept.format, kept.n_items, kept.source) == ("ripple", 2, None)


def test_the_same_file_again_changes_nothing_and_says_so() -> None:
    data = lines(item(0), item(1))
    bring(data)
    again = bring(gzip.compress(b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n\r\n")), name="r2.jsonl.gz")
    assert not again.changed
    assert again.sentence() == "r2.jsonl.gz: nothing changed; 2 ripple items were there already"
    assert (RippleBatch.objects.count(), RippleItem.objects.count()) == (1, 2)


def test_what_is_new_of_a_file_is_a_batch_of_its_own() -> None:
    bring(lines(item(0)))
    assert bring(lines(item(0), item(1)), name="more.jsonl").new_ripple_items == 1
    assert dict(RippleBatch.objects.values_list("name", "n_items")) == {"r.jsonl": 1, "more.jsonl": 1}


def test_the_same_id_with_another_content_names_both_places() -> None:
    bring(lines(item(0)))
    with pytest.raises(InvalidFile) as caught:
        bring(lines(item(1), item(0, shape="chain_with_branch")), name="other.jsonl")
    assert str(caught.value) == (
        "other.jsonl:2: item_id: rk-bf5a1cdb is another item, imported from r.jsonl:1"
    )
    assert RippleItem.objects.count() == 1


def test_one_bad_item_keeps_all_out_and_all_are_told() -> None:
    told = refused(lines(item(0), changed("edit.old", "?"), item(1), item(0)))
    assert told == [
        "r.jsonl:2: edit.old: does not occur in the edited unit",
        "r.jsonl:4: item_id: rk-bf5a1cdb stands at r.jsonl:1 already, expected it once",
    ]


def test_the_command_leaves_bad_items_out_and_keeps_them_beside_the_file(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    bad = changed("edit.old", "?", item(1))
    path.write_bytes(lines(item(0), bad, item(0)))
    with pytest.raises(CommandError, match="Nothing was written"):
        call_command("import_ripple", path)
    out = io.StringIO()
    call_command("import_ripple", path, skip_invalid=True, stdout=out)
    assert "1 ripple item from r.jsonl; 2 bad records were left out" in out.getvalue()
    kept = [json.loads(line) for line in (tmp_path / "r.jsonl.rejects.jsonl").read_bytes().splitlines()]
    assert [one["line"] for one in kept] == [2, 3]
    assert json.loads(kept[0]["record"]) == bad
    assert json.loads(kept[1]["record"]) == item(0)


def test_a_line_that_is_not_canonical_is_kept_as_it_came(tmp_path: Path) -> None:
    whole = item(0, provenance={"units": {}, "seed": 0.1})
    spelled = json.dumps(whole, indent=None).replace("0.1}", "1.00000000000000000001e-1}").encode()
    bring(b"  " + spelled + b" \r\n")
    assert RippleKey.objects.get().as_imported == spelled.decode()
    assert list(ripple_lines()) == [canonical_bytes(whole)]
    call_command("export_ripple", out=tmp_path / "o", as_imported=True)
    assert (tmp_path / "o").read_bytes() == spelled + b"\n"


def test_texts_are_kept_to_the_byte() -> None:
    awkward = "e\u0301 \u202e עברית \u2028 🛢\r\n\t <b>{{ x }}</b> \x85 \x7f"
    whole = item(0)
    whole["documents"][0]["title"] = whole["edit"]["description"] = awkward
    whole["provenance"]["units"][awkward] = {"origin": "generated", "z": 1, "a": [awkward, 1.0, None]}
    bring(lines(whole))
    assert b"".join(line + b"\n" for line in ripple_lines()) == lines(whole)
    assert RippleItem.objects.get().public["edit"]["description"] == awkward


def test_a_batch_is_exported_alone(tmp_path: Path) -> None:
    bring(lines(item(0)))
    bring(lines(item(1)), name="second.jsonl")
    code = RippleBatch.objects.get(name="second.jsonl").code
    out = io.StringIO()
    call_command("export_ripple", out=tmp_path / "o", batch=code, json=True, stdout=out)
    assert json.loads(out.getvalue())["items"] == 1
    assert (tmp_path / "o").read_bytes() == lines(item(1))
    with pytest.raises(CommandError, match="there already"):
        call_command("export_ripple", out=tmp_path / "o")
    with pytest.raises(CommandError, match=r"no batch 'x', expected one of: \w+ \(r\.jsonl\)"):
        call_command("export_ripple", out=tmp_path / "p", batch="x")


# Warnings


def test_warnings_are_told_and_kept_with_the_key() -> None:
    out = io.StringIO()
    bring(lines(item(0)))
    RippleExclusion.objects.create(list="other-project", source_id="vell-s02")
    odd = item(1, shape="my_own", split="report")
    more = item(2, source_id="vell-s01", split="report")
    found = bring(lines(odd, more), name="odd.jsonl")
    assert found.warnings == [
        "odd.jsonl:1: shape: 'my_own' is none of the paper's 8",
        "odd.jsonl:1: source_id: vell-s02 is excluded by the list other-project",
        "odd.jsonl:2: source_id: vell-s01 is of split development too: rk-bf5a1cdb",
    ]
    assert found.n_warnings == 3
    assert RippleKey.objects.get(item__item_id=more["item_id"]).warnings == [
        ["source_id", "vell-s01 is of split development too: rk-bf5a1cdb"]
    ]
    assert out.getvalue() == ""


def test_one_source_in_two_splits_of_a_file_is_warned_of() -> None:
    found = bring(lines(item(0), item(1, source_id="vell-s01", split="report")))
    assert [one.split(": ", 2)[2] for one in found.warnings] == [
        "vell-s01 is of split report too: rk-15a5224b",
        "vell-s01 is of split development too: rk-bf5a1cdb",
    ]


def test_the_log_of_events_keeps_no_warning() -> None:
    bring(lines(item(0, shape="my_own")), actor=make_person("sam"))
    event = Event.objects.get(verb="import_ripple")
    assert event.new is not None
    assert (event.new["n_warnings"], event.new["warnings"]) == (1, [])
    assert "my_own" not in json.dumps(event.new)


def test_the_command_prints_them(tmp_path: Path) -> None:
    path, out = tmp_path / "r.jsonl", io.StringIO()
    path.write_bytes(lines(item(0, shape="my_own")))
    call_command("import_ripple", path, dry_run=True, stdout=out)
    assert "warning: r.jsonl:1: shape: 'my_own' is none" in out.getvalue()
    assert "Checked only. Imported 1 ripple item from r.jsonl; 1 warning" in out.getvalue()
    assert not RippleItem.objects.exists()


# Who has seen the keys


def test_who_sends_the_file_has_seen_the_keys() -> None:
    sam = make_person("sam")
    bring(lines(item(0), item(1)), actor=sam)
    assert set(RippleSeen.objects.values_list("person", "what")) == {(sam.pk, "imported")}
    assert RippleSeen.objects.count() == 2


def test_the_command_line_is_nobody() -> None:
    call_command("import_ripple", SAMPLE)
    assert not RippleSeen.objects.exists()


# The pages


def send(data: bytes, client: Any) -> Any:
    return client.post(reverse("upload", args=["ripple"]), {"file": SimpleUploadedFile("r.jsonl", data)})


def test_a_file_is_checked_on_its_page_and_imported_by_a_job() -> None:
    client = as_person("sam")
    checked = send(lines(item(0, shape="my_own"), item(1)), client)["Location"]
    page = client.get(checked).content.decode()
    assert "<dt>New ripple items</dt><dd>2</dd>" in page
    assert "New documents" not in page
    assert "r.jsonl:1: shape: &#x27;my_own&#x27; is none" in page
    assert "will be on record for it" in page
    assert not RippleItem.objects.exists()
    client.post(reverse("upload_import", args=[Upload.objects.get().code]))
    job = Job.objects.get()
    result = import_upload(Progress(), **job.args)
    assert (result["new_ripple_items"], "warnings" in result) == (2, False)
    assert RippleItem.objects.count() == 2


def test_another_manager_sees_how_many_warnings_and_not_which() -> None:
    checked = send(lines(item(0, shape="my_own")), as_person("sam"))["Location"]
    make_person("nora", "manager")
    page = as_person("nora").get(checked).content.decode()
    assert "<dt>Warnings</dt><dd>1</dd>" in page
    assert "my_own" not in page


def test_a_bad_file_is_refused_on_its_page() -> None:
    page = send(lines(changed("edit.old", "?")), as_person("sam")).content.decode()
    assert "r.jsonl:1: edit.old: does not occur in the edited unit" in page
    assert not Upload.objects.exists()


@pytest.mark.parametrize("name", ["alice", "carol"])
def test_only_managers_find_the_page(name: str) -> None:
    assert send(lines(item(0)), as_person(name)).status_code == 404


def test_why_a_large_file_was_refused_is_for_its_sender() -> None:
    job = enqueue("import_upload", title="Import", args={}, actor=make_person("sam"))
    Job.objects.filter(pk=job.pk).update(state="failed", error="r.jsonl:1: edges: u7 is no parent of u9")
    Upload.objects.create(kind="ripple", n_bytes=1, job=job, created_by=make_person("sam"))
    make_person("nora", "manager")
    pages = (reverse("job", args=[job.code]), reverse("jobs_csv"))
    for name, told in (("sam", True), ("nora", False)):
        for url in pages:
            response = as_person(name).get(url)
            shown = b"".join(response).decode()
            assert ("u7 is no parent" in shown, "may tell hidden parts" in shown) == (told, not told)
