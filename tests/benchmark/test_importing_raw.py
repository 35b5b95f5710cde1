"""Public data sets come in: paragraphs into the bank, questions as items, oddities flagged."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from benchmark.construction.actions.importing_raw import NoSource, import_raw
from reviewapp.bank.actions.bringing import Options
from reviewapp.models import Document, EvidenceItem, ItemDocument, SourceFile
from reviewapp.records import InputFile, InvalidFile

from .rawfiles import json_lines, raw_file

pytestmark = pytest.mark.django_db


def musique(item_id: str = "2hop__1", **changes: Any) -> dict[str, Any]:
    paragraphs = [
        {"title": "A", "paragraph_text": f"Ada {item_id}.", "is_supporting": True},
        {"title": "B", "paragraph_text": "The same everywhere.", "is_supporting": True},
        {"title": "C", "paragraph_text": f"Other {item_id}.", "is_supporting": False},
    ]
    record = {
        "id": item_id,
        "question": "Who?",
        "answer": "Ada",
        "answer_aliases": ["A."],
        "answerable": True,
    }
    return record | {"paragraphs": paragraphs} | changes


def bring(*files: InputFile, format_name: str = "musique", **options: Any) -> Any:
    chosen = Options(**({"source": "M"} | options))
    return import_raw(files=files, format_name=format_name, actor=None, options=chosen)


def test_paragraphs_enter_the_bank_and_supporting_ones_are_references() -> None:
    imported = bring(raw_file(json_lines(musique("2hop__1"), musique("2hop__2"))))
    assert (imported.new_documents, imported.new_aliases, imported.new_items) == (5, 1, 2)
    second = EvidenceItem.objects.get(item_id="2hop__2")
    rows = ItemDocument.objects.filter(item=second).order_by("position")
    assert [row.document.text for row in rows] == ["Ada 2hop__2.", "The same everywhere."]
    assert (second.answer_aliases, second.task_type, second.source.name) == (["A."], "2hop", "M")
    assert imported.mapped == ["2hop__2: 2hop__2:1 (document 5) is a copy of 2"]


def test_flags_are_kept_with_the_item() -> None:
    imported = bring(raw_file(json_lines(musique(answerable=False, answer="Eve", answer_aliases=[]))))
    assert EvidenceItem.objects.get().flags == ["unanswerable", "answer_absent"]
    assert imported.flags == {"unanswerable": 1, "answer_absent": 1}


def test_the_same_record_in_two_files_is_one_item() -> None:
    files = [raw_file(json_lines(musique()), name) for name in ("a.jsonl", "b.jsonl")]
    imported = bring(*files)
    assert (imported.new_items, imported.same_items, imported.same_documents) == (1, 1, 3)
    assert SourceFile.objects.count() == 2
    assert not bring(*files).changed
    assert not bring(files[1]).changed


def test_each_file_is_on_record_with_what_was_new_in_it() -> None:
    one = raw_file(json_lines(musique("a"), musique("b")), "a.jsonl")
    same_name = raw_file(json_lines(musique("b"), musique("c")), "a.jsonl")
    bring(one, same_name)
    rows = SourceFile.objects.order_by("pk").values_list("name", "source__name", "n_documents", "n_items")
    assert list(rows) == [("a.jsonl", "M", 6, 2), ("(2) a.jsonl", "M", 3, 1)]


def test_the_same_id_with_other_content_names_both_places() -> None:
    one = raw_file(json_lines(musique()), "a.jsonl")
    other = raw_file(json_lines(musique(question="When?")), "b.jsonl")
    expected = "b.jsonl:1: item_id: 2hop__1 stands at a.jsonl:1 already, expected it once"
    with pytest.raises(InvalidFile) as caught:
        bring(one, other)
    assert caught.value.messages == (expected,)
    bring(one)
    with pytest.raises(
        InvalidFile, match=r"b\.jsonl:1: item_id: 2hop__1 is another item, imported from a\.jsonl:1"
    ):
        bring(other)


def test_an_id_twice_in_one_file_is_told() -> None:
    with pytest.raises(InvalidFile, match=r"f\.jsonl:2: item_id: 2hop__1 stands at f\.jsonl:1 already"):
        bring(raw_file(json_lines(musique(), musique())))


def test_a_reference_to_a_document_nowhere_is_told() -> None:
    rows = json_lines({"q": "?", "a": "Ada", "d": ["x1"]})
    with pytest.raises(InvalidFile, match=r"t\.jsonl:1: ref_list: x1 is no document of the bank"):
        import_raw(
            files=[raw_file(rows, "t.jsonl")],
            format_name="table",
            actor=None,
            columns={"query": "q", "answer": "a", "references": "d"},
            options=Options("M"),
        )


def test_a_source_must_be_named() -> None:
    with pytest.raises(NoSource):
        bring(raw_file(b""), source=None)


def run(*arguments: object) -> str:
    out = io.StringIO()
    call_command("import_raw", *map(str, arguments), stdout=out)
    return out.getvalue().strip()


def test_the_command_lists_formats() -> None:
    assert "2wikimultihopqa" in run("--list-formats")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "required: FILE, --format, --source"),
        (("f", "--source", "s"), "required: --format"),
        (("f", "--source", "s", "--format", "table"), "the format table needs --columns"),
        (("f", "--source", "s", "--format", "squad", "--columns", "query=q"), "takes no --columns"),
        (("f", "--source", "s", "--format", "table", "--columns", "query=q"), "without an answer column"),
    ],
)
def test_wrong_usage_ends_with_status_two(arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(CommandError, match=message) as caught:
        run(*arguments)
    assert caught.value.returncode == 2


def test_skip_invalid_leaves_out_the_bad_records(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    path.write_bytes(json_lines(musique("a"), {"id": "b"}, musique("c")))
    assert "Imported 5 documents, 1 copy of a document, 2 items from m.jsonl" in run(
        path, "--format", "musique", "--source", "M", "--skip-invalid"
    )
    [line] = (tmp_path / "m.jsonl.rejects.jsonl").read_text().splitlines()
    assert json.loads(line)["problems"] == ["paragraphs: the key is missing"]


@pytest.mark.data
def test_all_of_musique_comes_in_once(shared_data: Path) -> None:
    files = sorted((shared_data / "musique").glob("**/*.json*"))
    arguments = [*files, "--format", "musique", "--source", "MuSiQue"]
    told = json.loads(run(*arguments, "--json"))
    assert (told["new_items"], told["same_items"]) == (732, 28)
    assert told["flags"] == {"unanswerable": 50, "no_support": 17, "answer_absent": 26}
    assert Document.objects.count() == told["new_documents"] + told["new_aliases"]
    assert "nothing changed" in run(*arguments)


@pytest.mark.data
@pytest.mark.parametrize(
    ("format_name", "pattern", "items"),
    [
        ("hotpotqa", "hotpotqa/*", 300),
        ("2wikimultihopqa", "2wikimultihopqa/*", 500),
        ("autorag", "autorag-parquet/gen_*", 20),
        ("autorag", "autorag-parquet/sample_*", 10),
    ],
)
def test_the_other_sets_come_in(shared_data: Path, format_name: str, pattern: str, items: int) -> None:
    files = sorted(shared_data.glob(pattern))
    told = json.loads(run(*files, "--format", format_name, "--source", format_name, "--json"))
    assert told["new_items"] == items
    assert EvidenceItem.objects.count() == items


@pytest.mark.data
def test_frames_is_refused(shared_data: Path) -> None:
    with pytest.raises(CommandError, match="and 724 more bad records") as caught:
        run(shared_data / "frames" / "test.tsv", "--format", "frames", "--source", "FRAMES")
    assert caught.value.returncode == 1
