"""Documents and items come in from files: what is new, what was there, what is refused."""

import io
import json
import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import orjson
import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from reviewapp.bank.actions.bringing import Options
from reviewapp.bank.actions.importing import import_documents, import_evidence
from reviewapp.bank.intake import items, staging
from reviewapp.bank.intake.report import Imported
from reviewapp.jobs.progress import JobStopped, Progress
from reviewapp.models import Document, Event, EvidenceItem, ItemDocument, ItemWords, Source, SourceFile
from reviewapp.records import InputFile, InvalidFile, majority_domain
from tests.factories import make_person, put_in_state

pytestmark = pytest.mark.django_db


def lines(*records: dict[str, Any]) -> bytes:
    return b"".join(orjson.dumps(record) + b"\n" for record in records)


def file_of(*records: dict[str, Any], name: str = "f.jsonl") -> InputFile:
    data = lines(*records)
    return InputFile(name, lambda: closing(io.BytesIO(data)))


def document(text: str, **fields: Any) -> dict[str, Any]:
    return {"title": "T", "text": text, "source": "s"} | fields


def item(item_id: str, ref_list: list[int], **fields: Any) -> dict[str, Any]:
    record = {"item_id": item_id, "query": "Who?", "answer": "Ada", "ref_list": ref_list, "source": "s"}
    return record | fields


def bring_documents(*records: dict[str, Any], **options: Any) -> Imported:
    return import_documents(file=file_of(*records), actor=None, options=Options(**options))


def bring_items(*records: dict[str, Any], **options: Any) -> Imported:
    return import_evidence(file=file_of(*records), actor=None, options=Options(**options))


def refused(*records: dict[str, Any], kind: Any = import_documents) -> list[str]:
    with pytest.raises(InvalidFile) as caught:
        kind(file=file_of(*records), actor=None)
    return list(caught.value.messages)


# --- Documents ----------------------------------------------------------------------------------------


def test_ids_are_given_densely_in_file_order() -> None:
    imported = bring_documents(document("a"), document("b", doc_id=7), document("c"))
    assert list(Document.objects.order_by("text").values_list("text", "doc_id")) == [
        ("a", 8),
        ("b", 7),
        ("c", 9),
    ]
    assert (imported.new_documents, imported.changed) == (3, True)


def test_an_empty_bank_begins_at_one() -> None:
    bring_documents(document("a"), document("b"))
    assert list(Document.objects.order_by("doc_id").values_list("doc_id", flat=True)) == [1, 2]


def test_a_document_is_kept_as_it_came_and_measured_as_canonical() -> None:
    text = "\ufeff é😀\r\n\u2028e\u0301 "
    bring_documents(document(text, external_id="wiki:1", domain="law"))
    kept = Document.objects.get()
    assert (kept.text, kept.external_id, kept.domain) == (text, "wiki:1", "law")
    assert (kept.n_chars, kept.n_bytes, kept.place) == (9, 18, "f.jsonl:1")
    assert kept.source.name == "s"


def test_the_same_text_is_one_document_and_its_copy_an_alias() -> None:
    bring_documents(document("a\r\nb", external_id="1"))
    imported = bring_documents(document("a\nb", external_id="2"), document("c"), document("c", title="U"))
    assert (imported.new_documents, imported.new_aliases) == (1, 2)
    aliases = list(Document.objects.exclude(alias_of=None).order_by("doc_id").values_list("alias_of", "text"))
    assert aliases == [(1, ""), (3, "")]


@pytest.mark.parametrize(
    "fields", [{}, {"external_id": "x"}, {"doc_id": 5}, {"doc_id": 5, "external_id": "x"}]
)
def test_the_same_file_again_changes_nothing(fields: dict[str, Any]) -> None:
    records = [document("a", **fields), document("b")]
    bring_documents(*records)
    again = bring_documents(*records)
    assert (again.changed, again.same_documents) == (False, 2)
    assert (Document.objects.count(), SourceFile.objects.count(), Event.objects.count()) == (2, 1, 1)
    assert again.sentence() == "f.jsonl: nothing changed; 2 documents were there already"


def test_an_alias_comes_again_without_change() -> None:
    records = [document("a", external_id="1"), document("a", external_id="2")]
    bring_documents(*records)
    assert not bring_documents(*records).changed


def test_the_same_id_with_other_content_names_both_places() -> None:
    bring_documents(document("x", doc_id=1), document("a", doc_id=5), document("b", external_id="e"))
    assert refused(document("other", doc_id=5), document("other", external_id="e")) == [
        "f.jsonl:1: doc_id: 5 is another document, imported from f.jsonl:2",
        "f.jsonl:2: external_id: e is document 6, imported from f.jsonl:3 with other content",
    ]


def test_the_same_document_under_another_id_is_refused() -> None:
    bring_documents(document("a", doc_id=5, external_id="e"))
    assert refused(document("a", doc_id=6, external_id="e")) == [
        "f.jsonl:1: external_id: e is document 5, imported from f.jsonl:1"
    ]


def test_ids_repeated_in_a_file_name_both_lines() -> None:
    first = document("a", doc_id=5, external_id="e")
    assert refused(first, document("b", doc_id=5), document("c", external_id="e")) == [
        "f.jsonl:2: doc_id: 5 stands at f.jsonl:1 already, expected it once",
        "f.jsonl:3: external_id: e stands at f.jsonl:1 already, expected it once",
    ]


def test_an_external_id_is_unique_within_its_source_only() -> None:
    imported = bring_documents(document("a", external_id="e"), document("b", external_id="e", source="t"))
    assert imported.new_documents == 2
    assert set(Source.objects.values_list("name", flat=True)) == {"s", "t"}
    assert SourceFile.objects.get().source is None


def test_a_bad_line_refuses_the_whole_file() -> None:
    assert refused(document("a"), {"title": 1}, document("b"))[0].startswith("f.jsonl:2: title: expected")
    assert (Document.objects.count(), Source.objects.count(), Event.objects.count()) == (0, 0, 0)


def test_a_check_writes_nothing() -> None:
    imported = bring_documents(document("a"), document("a"), dry=True)
    assert (imported.new_documents, imported.new_aliases) == (1, 1)
    assert (Document.objects.count(), Source.objects.count(), Event.objects.count()) == (0, 0, 0)


def test_the_file_and_the_event_are_on_record() -> None:
    sam = make_person("sam")
    import_documents(file=file_of(document("a")), actor=sam)
    file = SourceFile.objects.get()
    assert (file.name, file.n_documents, file.n_items, file.imported_by) == ("f.jsonl", 1, 0, sam)
    assert (file.n_bytes, file.source and file.source.name) == (len(lines(document("a"))), "s")
    event = Event.objects.get(verb="import_documents")
    assert (event.actor, event.new["new_documents"]) == (sam, 1)


def test_an_import_stops_where_its_job_is_told_to() -> None:
    class Stopping(Progress):
        def at(self, done: int, total: int | None = None) -> None:
            raise JobStopped(None)

    with pytest.raises(JobStopped):
        import_documents(file=file_of(document("a")), actor=None, progress=Stopping())
    assert not Document.objects.exists()


# --- Items --------------------------------------------------------------------------------------------


@pytest.fixture
def bank() -> None:
    """Documents 1 to 5 of the domains law, math, math, law and none; 6 is a copy of 1."""
    domains = ["law", "math", "math", "law", None]
    records = [document(f"text {n}", domain=domain) for n, domain in enumerate(domains, 1)]
    bring_documents(*records, document("text 1", external_id="copy"))


def documents_of(item_id: str, role: str = "reference") -> list[int]:
    rows = ItemDocument.objects.filter(item__item_id=item_id, role=role).order_by("position")
    return [row.document_id for row in rows]


def test_an_item_comes_in_with_its_documents_in_order(bank: None) -> None:
    record = item("q", [3, 1], hard_negatives=[5], domain="history", task_type="k", track="rewriting")
    assert bring_items(record).new_items == 1
    kept = EvidenceItem.objects.get()
    assert (kept.imported_domain, kept.domain, kept.task_type, kept.track) == (
        "history",
        "history",
        "k",
        "rewriting",
    )
    assert (kept.n_references, kept.state, kept.flags, len(kept.code)) == (2, "proposed", [], 12)
    assert documents_of("q") == [3, 1]
    assert documents_of("q", "hard_negative") == [5]


@pytest.mark.parametrize("refs", [[1], [2, 1], [1, 2], [1, 2, 3], [5, 4], [5], [4, 2, 3, 1], [6, 5]])
def test_the_domain_is_that_of_most_references(bank: None, refs: list[int]) -> None:
    domains = {1: "law", 2: "math", 3: "math", 4: "law", 5: None, 6: "law"}
    bring_items(item("q", refs))
    kept = EvidenceItem.objects.get()
    assert (kept.domain, kept.imported_domain) == (majority_domain([domains[ref] for ref in refs]), None)


def test_a_copy_in_a_ref_list_is_mapped_and_the_list_made_distinct(bank: None) -> None:
    imported = bring_items(item("q", [6, 2, 1]))
    assert documents_of("q") == [1, 2]
    assert EvidenceItem.objects.get().n_references == 2
    assert (imported.n_mapped, imported.mapped) == (1, ["q: document 6 is a copy of 1"])
    assert "1 reference to a copy was mapped" in imported.sentence()


def test_the_same_items_again_change_nothing_whatever_review_has_done(bank: None) -> None:
    records = [item("q", [6, 2]), item("r", [], domain="law")]
    bring_items(*records)
    put_in_state(EvidenceItem.objects.get(item_id="r"), "accepted")
    EvidenceItem.objects.filter(item_id="r").update(domain="math")
    again = bring_items(*records)
    assert (again.changed, again.same_items) == (False, 2)
    assert (EvidenceItem.objects.count(), ItemDocument.objects.count()) == (2, 2)


def test_an_item_without_references_is_flagged(bank: None) -> None:
    imported = bring_items(item("q", []))
    assert EvidenceItem.objects.get().flags == ["no_support"]
    assert imported.sentence() == "Imported 1 item (1 no_support) from f.jsonl"


def test_what_is_wrong_with_items_is_told_together(bank: None) -> None:
    bring_items(item("old", [1]))
    wrong = [
        item("old", [2]),
        item("a", [1, 77], hard_negatives=[78]),
        item("b", [1], hard_negatives=[6]),
        item("c", [1]),
        item("c", [1]),
    ]
    assert refused(*wrong, kind=import_evidence) == [
        "f.jsonl:1: item_id: old is another item, imported from f.jsonl:1",
        "f.jsonl:5: item_id: c stands at f.jsonl:4 already, expected it once",
        "f.jsonl:2: hard_negatives: 78 is no document of the bank",
        "f.jsonl:2: ref_list: 77 is no document of the bank",
        "f.jsonl:3: hard_negatives: 6 is the same document as 1 in ref_list, expected another one",
    ]
    assert EvidenceItem.objects.count() == 1


def test_sources_that_take_turns_and_many_pieces_keep_the_files_order(
    bank: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reviewapp.bank.intake.items.PIECE_ITEMS", 5)
    records = [item(f"q{n}", [n % 5 + 1], source=f"source {n % 3 // 2}") for n in range(10)]
    assert bring_items(*records).new_items == 10
    kept = EvidenceItem.objects.order_by("id").values_list("item_id", "source__name", "place")
    assert list(kept) == [(f"q{n}", f"source {n % 3 // 2}", f"f.jsonl:{n + 1}") for n in range(10)]
    assert [documents_of(f"q{n}") for n in range(10)] == [[n % 5 + 1] for n in range(10)]
    assert [source.name for source in Source.objects.order_by("id")][1:] == ["source 0", "source 1"]


def test_a_piece_ends_where_its_texts_grow_long(bank: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A piece is held in memory whole, so it is measured by its texts as well."""
    sent = []
    monkeypatch.setattr("reviewapp.bank.intake.items.PIECE_CHARS", 1_000)
    monkeypatch.setattr(
        "reviewapp.bank.intake.items._take_ids", lambda n, take=items._take_ids: sent.append(n) or take(n)
    )
    assert bring_items(*(item(f"q{n}", [1], answer="x" * 300) for n in range(10))).new_items == 10
    assert sent == [4, 4, 2]


def test_an_import_that_is_stopped_halfway_leaves_nothing(
    bank: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stopped(Progress):
        def at(self, done: int, total: int | None = None) -> None:
            if done >= 7:
                raise JobStopped(None)

    monkeypatch.setattr("reviewapp.bank.intake.items.PIECE_ITEMS", 3)
    monkeypatch.setattr("reviewapp.bank.intake.staging.STEP", 1)
    file = file_of(*(item(f"q{n}", [1]) for n in range(20)))
    with pytest.raises(JobStopped):
        import_evidence(file=file, actor=None, progress=Stopped())
    assert not EvidenceItem.objects.exists()
    assert bring_items(item("q1", [1])).new_items == 1


@pytest.mark.parametrize("times", [1, 2])
def test_what_goes_wrong_while_rows_are_sent_is_raised_by_who_sends_them(times: int) -> None:
    def send() -> None:
        with transaction.atomic(), staging.Sender() as sender:
            for _ in range(times):
                sender.send(("nowhere", {"text": "text"}, [("a",)]))

    with pytest.raises(psycopg.errors.UndefinedTable):
        send()
    bring_documents(document("a"))  # the connection is whole, and its own again


def test_what_is_left_out_leaves_nothing_behind(bank: None, tmp_path: Path) -> None:
    bring_items(item("old", [1]))
    records = [
        item("old", [1]),
        item("a", [1]),
        item("a", [2]),
        item("b", [99]),
        item("c", [2], domain="law"),
    ]
    imported = bring_items(*records, rejects=tmp_path / "rejects.jsonl")
    assert (imported.new_items, imported.same_items, imported.left_out) == (2, 1, 2)
    assert sorted(EvidenceItem.objects.values_list("item_id", flat=True)) == ["a", "c", "old"]
    assert ItemWords.objects.count() == 3
    assert documents_of("a") == [1]
    told = orjson.loads((tmp_path / "rejects.jsonl").read_bytes().split(b"\n")[0])
    assert orjson.loads(told["record"]) == {
        "item_id": "a",
        "query": "Who?",
        "answer": "Ada",
        "answer_aliases": [],
        "refs": [2],
        "negatives": [],
        "names": [],
        "domain": None,
        "task_type": None,
        "source": "s",
        "track": "single",
    }


def test_the_planner_knows_how_much_came_in(bank: None) -> None:
    """Else a statement behind the import can be planned for an empty table, and take minutes."""
    bring_items(*(item(f"q{n}", [1]) for n in range(700)))
    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT relname, reltuples::int FROM pg_class
            WHERE relname IN ('reviewapp_evidenceitem', 'reviewapp_document')"""
        )
        assert dict(cursor.fetchall()) == {"reviewapp_evidenceitem": 700, "reviewapp_document": 6}


def test_hostile_strings_come_back_as_they_went_in(bank: None) -> None:
    texts = ["😀e\u0301", "\u202eאב", "a\r\nb\rc\n", "\u2028\u0085\ufeff", "\x7f\x01", "%s %% {x}", "'; --"]
    bring_items(*(item(text, [1], query=text, answer=text) for text in texts))
    kept = EvidenceItem.objects.order_by("id").values_list("item_id", "query", "answer")
    assert list(kept) == [(text, text, text) for text in texts]


# --- Commands -----------------------------------------------------------------------------------------


def run(name: str, path: Path, *arguments: str) -> str:
    out = io.StringIO()
    call_command(name, str(path), *arguments, stdout=out)
    return out.getvalue().strip()


def test_a_command_says_what_it_did(tmp_path: Path) -> None:
    path = tmp_path / "d.jsonl"
    path.write_bytes(lines({"title": "T", "text": "a"}, {"title": "T", "text": "b"}))
    assert run("import_documents", path, "--source", "mine") == "Imported 2 documents from d.jsonl"
    told = json.loads(run("import_documents", path, "--source", "mine", "--json"))
    assert (told["changed"], told["same_documents"]) == (False, 2)


def test_a_command_refuses_with_status_one(tmp_path: Path) -> None:
    path = tmp_path / "e.jsonl"
    path.write_bytes(lines(item("q", [1])))
    with pytest.raises(CommandError, match=r"e\.jsonl:1: ref_list: 1 is no document") as caught:
        run("import_evidence", path)
    assert caught.value.returncode == 1
    with pytest.raises(CommandError, match="No such file"):
        run("import_evidence", tmp_path / "absent.jsonl")


def test_a_bad_source_name_is_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="--source"):
        run("import_documents", tmp_path, "--source", "")


def test_skip_invalid_imports_the_rest_and_writes_the_bad_ones(tmp_path: Path, bank: None) -> None:
    path = tmp_path / "e.jsonl"
    good = [item("a", [1]), item("b", [2])]
    path.write_bytes(lines(good[0]) + b'{"item_id":"\xff"}\n' + lines(item("c", [99]), good[1]))
    closing_line = run("import_evidence", path, "--skip-invalid")
    rejects = tmp_path / "e.jsonl.rejects.jsonl"
    assert closing_line == f"Imported 2 items from e.jsonl; 2 bad records were left out (see {rejects})"
    told = [json.loads(line) for line in rejects.read_bytes().split(b"\n") if line]
    assert [(one["line"], one["problems"]) for one in told] == [
        (2, [f"byte {len(lines(good[0])) + 12}: 0xff is no UTF-8 text, expected UTF-8"]),
        (3, ["ref_list: 99 is no document of the bank"]),
    ]
    assert told[0]["record"] == '{"item_id":"\\xff"}\n'
    assert json.loads(told[1]["record"])["item_id"] == "c"


def test_skip_invalid_leaves_no_file_where_nothing_was_bad(tmp_path: Path) -> None:
    path = tmp_path / "d.jsonl"
    path.write_bytes(lines(document("a")))
    run("import_documents", path, "--skip-invalid")
    assert [one.name for one in tmp_path.iterdir()] == ["d.jsonl"]


def test_a_file_name_that_is_no_text_is_shown_by_its_bytes(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"caf\xe9.jsonl")
    path.write_bytes(lines(document("a")))
    assert run("import_documents", path) == "Imported 1 document from caf\\udce9.jsonl"
    assert Document.objects.get().place == "caf\\udce9.jsonl:1"


def test_dry_run_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "d.jsonl"
    path.write_bytes(lines(document("a")))
    assert run("import_documents", path, "--dry-run") == "Checked only. Imported 1 document from d.jsonl"
    assert not Document.objects.exists()


# --- Two at once --------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["documents", "evidence"])
def test_the_same_file_by_two_people_at_once_comes_in_once(kind: str) -> None:
    bring_documents(document("text"))
    records = [document(f"text {n}") for n in range(300)]
    if kind == "evidence":
        records = [item(f"q{n}", [1]) for n in range(300)]
    action = import_documents if kind == "documents" else import_evidence

    def bring(_: int) -> Imported:
        try:
            return action(file=file_of(*records), actor=None)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(bring, range(4)))
    assert sorted(imported.new_documents + imported.new_items for imported in done) == [0, 0, 0, 300]
    assert Document.objects.count() + EvidenceItem.objects.count() == 301
