"""A release's files: the same bytes here, elsewhere, and after coming back."""

from __future__ import annotations

import hashlib
import io
import json
import math
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection, transaction
from hypothesis import given
from hypothesis import strategies as st

from benchmark.models import Erratum, Release
from benchmark.releases.actions.errata import add_erratum
from benchmark.releases.actions.freezing import Plan, freeze
from benchmark.releases.actions.importing import import_release
from benchmark.releases.exporting import FolderNotFree, write_folder, zip_pieces
from benchmark.releases.formats.canonical import (
    DecisionRecord,
    InvalidManifest,
    manifest_bytes,
    read_manifest,
)
from benchmark.releases.formats.datacard import one_line
from benchmark.releases.formats.folder import InvalidRelease, open_release
from benchmark.releases.frozen import NotAsFrozen, read_file
from benchmark.releases.selection import Documents, Selection
from reviewapp.models import Document, Event, EvidenceItem, Source
from reviewapp.records import canonical_bytes
from reviewapp.rules.protocol import Role
from tests.benchmark.reviewing import HOSTILE, accept_all, adjudicate, decide_next, span
from tests.benchmark.threads import in_thread
from tests.factories import make_campaign, make_document, make_item, make_person

BASE_DIR = Path(__file__).resolve().parent.parent.parent
pytestmark = pytest.mark.django_db(transaction=True)


def make_release(name: str = "v1", *, documents: Documents = Documents.ALL) -> Release:
    """Freeze two items of hostile texts: one accepted by two, one after an adjudication."""
    reference = make_document(HOSTILE, title=HOSTILE)
    near = make_document()
    make_document("in no item")
    Source.objects.filter(name="made-up").update(licence="CC | BY\n<b>", citation=HOSTILE)
    items = [
        make_item(HOSTILE, HOSTILE, documents=[reference], hard_negatives=[near], item_id=HOSTILE),
        make_item(item_id="q2", domain="law"),
    ]
    EvidenceItem.objects.filter(item_id="q2").update(answer_aliases=[HOSTILE])
    campaign = make_campaign(items=items, overlap=2)
    decide_next(campaign, "alice", evidence=[span(reference.doc_id, 3, 30)], note=HOSTILE)
    decide_next(campaign, "alice")
    decide_next(campaign, "bob")
    decide_next(campaign, "bob", "ambiguous_question")
    adjudicate(campaign)
    plan = Plan(name, HOSTILE, Selection(documents=documents))
    return freeze(plan=plan, actor=make_person("sam"))


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    """The folder of a release with an erratum, and no trace of it left in the database."""
    release = make_release()
    add_erratum(
        release=release, item=release.items.first(), withdraws=True, note=HOSTILE, actor=make_person("sam")
    )
    write_folder(release, tmp_path / "v1")
    call_command("flush", interactive=False, verbosity=0)
    Group.objects.bulk_create(Group(name=role) for role in Role)
    return tmp_path / "v1"


def test_the_same_release_exports_to_the_same_bytes(tmp_path: Path) -> None:
    release = make_release()
    write_folder(release, tmp_path / "one")
    write_folder(release, tmp_path / "two")
    assert files_in(tmp_path / "one") == files_in(tmp_path / "two")


def test_import_and_export_again_give_the_same_bytes(exported: Path, tmp_path: Path) -> None:
    imported = import_release(path=exported, actor=None)
    assert (imported.was_there, imported.n_new_documents, imported.n_new_errata) == (False, 4, 1)
    write_folder(imported.release, tmp_path / "again")
    assert files_in(tmp_path / "again") == files_in(exported)
    assert list(files_in(exported)) == [
        "README.md",
        "answer_aliases.jsonl",
        "decisions.jsonl",
        "documents.jsonl",
        "errata.jsonl",
        "evidence_items.jsonl",
        "manifest.json",
    ]


@pytest.fixture
def other_database() -> Iterator[str]:
    """The URL of an empty database beside the test's own, dropped afterwards."""
    db, name = connection.settings_dict, f"{connection.settings_dict['NAME']}_other"
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{name}"')
        cursor.execute(f'CREATE DATABASE "{name}"')
    login = f"{quote(db['USER'])}:{quote(db['PASSWORD'], safe='')}"
    yield f"postgresql://{login}@{quote(db['HOST'], safe='')}:{db['PORT'] or 5432}/{quote(name)}"
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def test_a_second_installation_gives_the_same_bytes(tmp_path: Path, other_database: str) -> None:
    write_folder(make_release(), tmp_path / "here")
    manage = [sys.executable, str(BASE_DIR / "manage.py")]
    env = {**os.environ, "DATABASE_URL": other_database, "TZ": "Asia/Kathmandu", "LC_ALL": "C"}
    env["REVIEWAPP_VAR"] = str(tmp_path / "var")
    for command in (
        ["migrate", "-v0"],
        ["import_release", str(tmp_path / "here")],
        ["export_release", "v1", "--out", str(tmp_path / "there")],
    ):
        done = subprocess.run(manage + command, env=env, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
    assert files_in(tmp_path / "there") == files_in(tmp_path / "here")


def test_a_release_of_named_documents_comes_back_whole(tmp_path: Path) -> None:
    write_folder(make_release(documents=Documents.NAMED), tmp_path / "v1")
    call_command("flush", interactive=False, verbosity=0)
    assert import_release(path=tmp_path / "v1", actor=None).release.n_documents == 3


def test_the_same_release_a_second_time_changes_nothing(exported: Path) -> None:
    import_release(path=exported, actor=None)
    n_events = Event.objects.count()
    again = import_release(path=exported, actor=None)
    assert (again.was_there, again.n_new_errata) == (True, 0)
    assert (Release.objects.count(), Document.objects.count(), Event.objects.count()) == (1, 4, n_events)


def test_later_errata_of_the_same_release_are_added(exported: Path) -> None:
    errata = (exported / "errata.jsonl").read_bytes()
    (exported / "errata.jsonl").unlink()
    import_release(path=exported, actor=None)
    (exported / "errata.jsonl").write_bytes(errata)
    assert import_release(path=exported, actor=None).n_new_errata == 1
    assert Erratum.objects.get().note == HOSTILE


@pytest.mark.parametrize(
    "name",
    ["evidence_items.jsonl", "documents.jsonl", "decisions.jsonl", "answer_aliases.jsonl", "README.md"],
)
def test_a_changed_byte_is_refused(exported: Path, name: str) -> None:
    data = bytearray((exported / name).read_bytes())
    data[20] ^= 1
    (exported / name).write_bytes(data)
    with pytest.raises(InvalidRelease, match=f"{name}: .* SHA-256 .*the manifest says"):
        import_release(path=exported, actor=None)
    assert not Document.objects.exists()


def test_a_missing_file_is_named(exported: Path) -> None:
    (exported / "documents.jsonl").unlink()
    with pytest.raises(InvalidRelease, match=r"documents\.jsonl: No such file"):
        import_release(path=exported, actor=None)


def test_a_folder_without_a_manifest_is_no_release(tmp_path: Path) -> None:
    with pytest.raises(InvalidRelease, match=r"manifest\.json: No such file"):
        import_release(path=tmp_path, actor=None)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data[:-1], "not in canonical form"),
        (lambda data: data.replace(b'"format_version":1', b'"format_version":2'), "format"),
        (lambda data: b"[]\n", "expected an object"),
        (lambda data: data.replace(b'"README.md"', b'"../README"'), "unknown ../README"),
        (lambda data: b"\xff" + data, "UTF-8"),
    ],
)
def test_a_manifest_that_is_none_is_refused(exported: Path, change: object, message: str) -> None:
    path = exported / "manifest.json"
    path.write_bytes(change(path.read_bytes()))  # type: ignore[operator]
    with pytest.raises(InvalidRelease, match=message):
        import_release(path=exported, actor=None)


def resealed(folder: Path, name: str, data: bytes) -> Path:
    """Write *data* as a file of the release, and a manifest that agrees with it."""
    manifest = json.loads((folder / "manifest.json").read_bytes())
    (folder / name).write_bytes(data)
    manifest["files"][name] = {
        "lines": data.count(b"\n"),
        "bytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
    }
    (folder / "manifest.json").write_bytes(manifest_bytes(manifest))
    return folder


def test_a_line_that_is_not_canonical_is_refused_by_its_place(exported: Path) -> None:
    data = (exported / "evidence_items.jsonl").read_bytes().replace(b'","answer"', b'", "answer"')
    with pytest.raises(InvalidRelease, match=r"evidence_items\.jsonl:1: it is not in canonical form"):
        import_release(path=resealed(exported, "evidence_items.jsonl", data), actor=None)
    assert not Document.objects.exists()


def test_an_item_whose_document_is_not_there_is_refused(exported: Path) -> None:
    lines = (exported / "documents.jsonl").read_bytes().split(b"\n")
    folder = resealed(exported, "documents.jsonl", b"\n".join(lines[1:]))
    with pytest.raises(InvalidRelease, match="names document"):
        import_release(path=folder, actor=None)


def test_a_hard_negative_that_is_not_there_is_refused(exported: Path) -> None:
    item = json.loads((exported / "evidence_items.jsonl").read_bytes().split(b"\n")[0])
    [near] = item["hard_negatives"]
    lines = (exported / "documents.jsonl").read_bytes().split(b"\n")
    kept = [line for line in lines if not line or json.loads(line)["doc_id"] != near]
    with pytest.raises(InvalidRelease, match=f"names document {near}, which is not in it"):
        import_release(path=resealed(exported, "documents.jsonl", b"\n".join(kept)), actor=None)


def test_a_document_that_stands_twice_is_refused_by_its_line(exported: Path) -> None:
    first, *rest = (exported / "documents.jsonl").read_bytes().split(b"\n")
    doc_id = json.loads(first)["doc_id"]
    folder = resealed(exported, "documents.jsonl", b"\n".join([first, first, *rest]))
    message = rf"documents\.jsonl:2: doc_id: {doc_id}, expected more than {doc_id}"
    with pytest.raises(InvalidRelease, match=message):
        import_release(path=folder, actor=None)


def test_answer_aliases_of_no_item_are_refused(exported: Path) -> None:
    data = (exported / "answer_aliases.jsonl").read_bytes()
    stray = canonical_bytes({"item_id": "zz", "answer_aliases": ["A"]}) + b"\n"
    with pytest.raises(InvalidRelease, match="“zz” is no item, or stands out of order"):
        import_release(path=resealed(exported, "answer_aliases.jsonl", data + stray), actor=None)


def test_a_last_line_without_an_end_is_refused(exported: Path) -> None:
    data = (exported / "errata.jsonl").read_bytes()
    (exported / "errata.jsonl").write_bytes(data[:-1])
    with pytest.raises(InvalidRelease, match=r"errata\.jsonl: a line without an end"):
        import_release(path=exported, actor=None)


def test_documents_are_taken_in_by_one_importer_at_a_time(exported: Path) -> None:
    refused: list[bool] = []

    def write_meanwhile() -> None:
        with pytest.raises(OperationalError, match="could not obtain lock"), transaction.atomic():
            connection.cursor().execute("LOCK TABLE reviewapp_document IN ROW EXCLUSIVE MODE NOWAIT")
        refused.append(True)

    import_release(path=exported, actor=None, tick=lambda done: in_thread(write_meanwhile))
    assert refused
    assert refused == [True] * len(refused)


def test_a_decision_about_no_item_is_refused(exported: Path) -> None:
    data = (exported / "decisions.jsonl").read_bytes().replace(b'"item_id":"q2"', b'"item_id":"q3"')
    with pytest.raises(InvalidRelease, match="“q3” is no item of the release"):
        import_release(path=resealed(exported, "decisions.jsonl", data), actor=None)


def test_counts_that_are_not_the_lines_are_refused(exported: Path) -> None:
    data = (exported / "decisions.jsonl").read_bytes()
    folder = resealed(exported, "decisions.jsonl", data[data.index(b"\n") + 1 :])
    with pytest.raises(InvalidRelease, match="counts of decisions"):
        import_release(path=folder, actor=None)


def test_another_document_under_the_same_id_is_refused_naming_both_places(exported: Path) -> None:
    first = json.loads((exported / "documents.jsonl").read_bytes().split(b"\n")[0])
    mine = make_document("quite another text")
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE reviewapp_document DISABLE TRIGGER USER")
        cursor.execute("UPDATE reviewapp_document SET doc_id = %s", [first["doc_id"]])
        cursor.execute("ALTER TABLE reviewapp_document ENABLE TRIGGER USER")
    with pytest.raises(InvalidRelease, match=rf"documents\.jsonl:1: doc_id: .*{mine.place}"):
        import_release(path=exported, actor=None)
    assert not Release.objects.exists()


def test_the_same_text_under_another_id_is_refused(exported: Path) -> None:
    make_document(HOSTILE)
    with pytest.raises(InvalidRelease, match="text: that of document"):
        import_release(path=exported, actor=None)


def test_a_name_that_is_taken_is_refused(exported: Path) -> None:
    accept_all(make_campaign(items=1))
    freeze(plan=Plan("v1"), actor=None)
    with pytest.raises(InvalidRelease, match="is named “v1” here"):
        import_release(path=exported, actor=None)


def test_documents_that_are_here_already_are_left_alone(tmp_path: Path) -> None:
    release = make_release()
    write_folder(release, tmp_path / "v1")
    with connection.cursor() as cursor:
        cursor.execute(
            "TRUNCATE benchmark_release, benchmark_releaseitem, benchmark_releasedocument, "
            "benchmark_releasedecision, benchmark_erratum CASCADE"
        )
    assert import_release(path=tmp_path / "v1", actor=None).n_new_documents == 0


def test_a_folder_that_holds_something_is_not_written_to(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("keep")
    with pytest.raises(FolderNotFree, match="is there already and is no empty folder"):
        write_folder(make_release(), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_a_failed_export_leaves_nothing_behind(tmp_path: Path) -> None:
    release = make_release()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        write_folder(release, tmp_path / "out", full)
    assert list(tmp_path.iterdir()) == []


def test_rows_that_are_not_those_frozen_are_never_exported_whole(tmp_path: Path) -> None:
    release = make_release()
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE reviewapp_document DISABLE TRIGGER USER")
        cursor.execute("UPDATE reviewapp_document SET title = 'forged' WHERE title = 'Title'")
        cursor.execute("ALTER TABLE reviewapp_document ENABLE TRIGGER USER")
    with pytest.raises(NotAsFrozen, match=r"documents\.jsonl"):
        write_folder(release, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_the_zip_holds_the_files_and_is_always_the_same(tmp_path: Path) -> None:
    release = make_release()
    write_folder(release, tmp_path / "v1")
    data = b"".join(zip_pieces(release))
    assert data == b"".join(zip_pieces(release))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        assert {Path(name).name: archive.read(name) for name in archive.namelist()} == files_in(
            tmp_path / "v1"
        )


def test_reading_half_a_file_leaves_the_connection_usable() -> None:
    release = make_release()
    pieces = read_file(release, "documents.jsonl")
    next(pieces)
    pieces.close()  # type: ignore[attr-defined]
    assert Release.objects.count() == 1


def test_the_data_card_verifies_as_it_says(tmp_path: Path) -> None:
    write_folder(make_release(), tmp_path / "v1")
    card = (tmp_path / "v1/README.md").read_text("utf-8")
    start = card.index("    python3 -c")
    script = card[start : card.index("\n\n", start)].replace("python3", sys.executable, 1)
    done = subprocess.run(script, shell=True, cwd=tmp_path / "v1", capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_the_commands_say_what_they_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    accept_all(make_campaign(items=2))
    call_command("freeze", "v1", "--dry-run")
    assert "2 items would go in, 0 would not" in capsys.readouterr().out
    call_command("freeze", "v1", "--json")
    assert json.loads(capsys.readouterr().out)["items"] == 2
    call_command("export_release", "v1", out=str(tmp_path / "v1"))
    assert "2 items, 2 documents, 2 decisions" in capsys.readouterr().out
    call_command("import_release", str(tmp_path / "v1"))
    assert "is here already" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (("freeze", "v1"), "No item of this selection is accepted"),
        (("freeze", "v1", "--campaign", "none"), "no campaign named 'none'"),
        (("freeze", "v1", "--replaces", "v0"), "no release named 'v0'"),
        (("freeze", "v1", "--by", "nobody"), "nobody named 'nobody'"),
        (("export_release", "v0", "--out", "/nowhere"), "no release named 'v0'"),
        (("import_release", "/nowhere"), "manifest.json"),
    ],
)
def test_a_command_refuses_bad_input_in_words(command: tuple[str, ...], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        call_command(*command)


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    accept_all(make_campaign(items=1))
    freeze(plan=Plan("v1"), actor=None)
    (tmp_path / "file").write_text("")
    with pytest.raises(CommandError, match="file"):
        call_command("export_release", "v1", out=str(tmp_path / "file" / "out"))


def test_open_release_checks_without_a_database(exported: Path) -> None:
    shutil.copytree(exported, exported.parent / "copy")
    assert open_release(exported.parent / "copy").sha256 == open_release(exported).sha256


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_a_table_cell_is_one_line(text: str) -> None:
    cell = one_line(text)
    assert len(cell.split("\n")) == 1
    assert "|" not in cell.replace("\\|", "")


def test_a_manifest_is_read_as_written() -> None:
    with pytest.raises(ValueError, match="format"):
        read_manifest(canonical_bytes({"format": "another"}) + b"\n")


@pytest.mark.parametrize(
    "change",
    [
        {"name": 1},
        {"note": None},
        {"frozen_at": "yesterday"},
        {"counts": {"items": 1, "documents": 1}},
        {"sources": [{"name": "made-up"}]},
        {"replaces": {"name": "v0"}},
        {"files": {}},
    ],
)
def test_a_manifest_lacks_no_part(exported: Path, change: dict[str, object]) -> None:
    manifest = json.loads((exported / "manifest.json").read_bytes())
    with pytest.raises(InvalidManifest, match=r"expected strings|missing"):
        read_manifest(manifest_bytes(manifest | change))


def test_a_decision_whose_time_is_not_finite_has_none() -> None:
    facts: dict[str, Any] = dict.fromkeys(DecisionRecord.__dataclass_fields__, "")
    facts |= {"round": 1, "evidence": (), "adjudicates": (), "committed_at": datetime(2026, 1, 2, tzinfo=UTC)}
    for seconds, written in ((1.5, 1.5), (math.inf, None), (math.nan, None)):
        assert DecisionRecord(**facts | {"active_seconds": seconds}).as_object()["active_seconds"] == written
