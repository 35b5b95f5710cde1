"""Collision candidates from a file: what is refused by its line, and what several models may say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from reviewapp.bank.actions.bringing import Options
from reviewapp.models import CollisionCandidate, CollisionVerdict, Document, Event, EvidenceItem, SourceFile
from reviewapp.records import InvalidFile
from tests.factories import make_document, make_item, make_source
from tests.reviewapp.colliding import bring, line

pytestmark = pytest.mark.django_db


@pytest.fixture
def item(db: None) -> EvidenceItem:
    return make_item(item_id="q-1")


def refused(*lines: bytes) -> str:
    with pytest.raises(InvalidFile) as error:
        bring(*lines, name="c.jsonl")
    assert not CollisionVerdict.objects.exists()
    return str(error.value)


def alias_of(document: Document) -> Document:
    return Document.objects.create(
        doc_id=900_000 + document.doc_id,
        alias_of=document,
        source=make_source(),
        title="A copy",
        text="",
        text_sha256=document.text_sha256,
        record_sha256="0" * 64,
        n_chars=document.n_chars,
        n_bytes=document.n_bytes,
        n_tokens=document.n_tokens,
        place="copies.jsonl:1",
    )


def test_candidates_and_verdicts_come_in_and_the_file_is_registered(item: EvidenceItem) -> None:
    near, far = make_document(), make_document()
    found = bring(line(item, near, 1, "conflict", quote="x"), line(item, far, 2, None))
    assert (found.new_candidates, found.new_verdicts) == (2, 2)
    assert "2 collision candidates, 2 verdicts" in found.sentence()
    assert list(item.candidates.order_by("rank").values_list("document_id", flat=True)) == [
        near.doc_id,
        far.doc_id,
    ]
    said = CollisionVerdict.objects.get(candidate__document=near)
    assert (said.verdict, said.rationale, said.quote, said.place) == (
        "conflict",
        "because",
        "x",
        "collisions.jsonl:1",
    )
    assert SourceFile.objects.get().format == "collisions"
    assert Event.objects.filter(verb="import_collisions").count() == 1


def test_the_same_file_again_changes_nothing(item: EvidenceItem) -> None:
    rows = [line(item, make_document(), 1, "conflict")]
    bring(*rows)
    again = bring(*rows)
    assert not again.changed
    assert again.same_verdicts == 1
    assert "nothing changed; 1 verdict was there already" in again.sentence()


def test_several_models_and_prompt_versions_speak_on_one_candidate(item: EvidenceItem) -> None:
    near = make_document()
    bring(
        line(item, near, 1, "conflict"),
        line(item, near, 1, "hard_negative", prompt_version="p2"),
        line(item, near, 1, None, model="other"),
    )
    assert CollisionCandidate.objects.count() == 1
    assert CollisionVerdict.objects.count() == 3


def test_a_reference_or_a_copy_of_one_is_no_candidate(item: EvidenceItem) -> None:
    reference = item.item_documents.get().document
    copy = alias_of(reference)
    told = refused(line(item, reference, 1), line(item, copy, 2))
    assert f"c.jsonl:1: doc_id: {reference.doc_id} is a reference of the item" in told
    assert f"c.jsonl:2: doc_id: {copy.doc_id} is a copy of the item's reference {reference.doc_id}" in told


def test_a_copy_of_another_document_is_mapped_and_told(item: EvidenceItem) -> None:
    near = make_document()
    copy = alias_of(near)
    found = bring(line(item, copy, 1))
    assert item.candidates.get().document_id == near.doc_id
    assert found.mapped == [f"q-1: document {copy.doc_id} is a copy of {near.doc_id}"]


def test_two_ranks_for_one_document_are_refused(item: EvidenceItem) -> None:
    near = make_document()
    told = refused(line(item, near, 1), line(item, near, 2, prompt_version="p2", similarity=0.99))
    assert f"c.jsonl:2: rank: 2, but document {near.doc_id} of q-1 has 1 at c.jsonl:1" in told


def test_a_copy_cannot_bring_a_second_rank_either(item: EvidenceItem) -> None:
    near = make_document()
    told = refused(line(item, near, 1), line(item, alias_of(near), 2, prompt_version="p2", similarity=0.99))
    assert "c.jsonl:2: rank" in told


def test_two_documents_at_one_rank_are_refused(item: EvidenceItem) -> None:
    near, other = make_document(), make_document()
    told = refused(line(item, near, 1), line(item, other, 1))
    assert f"c.jsonl:2: rank: 1 of q-1 is that of document {near.doc_id} at c.jsonl:1" in told


def test_the_same_model_twice_on_one_candidate_is_refused(item: EvidenceItem) -> None:
    near = make_document()
    told = refused(line(item, near, 1), line(item, near, 1))
    assert f"c.jsonl:2: doc_id: {near.doc_id} stands at c.jsonl:1 already" in told


def test_an_unknown_item_document_or_verdict_is_refused_in_one_go(item: EvidenceItem) -> None:
    near = make_document()
    stranger = json.loads(line(item, near)) | {"item_id": "q-0"}
    nowhere = json.loads(line(item, near)) | {"doc_id": 10**12}
    told = refused(
        json.dumps(stranger).encode(), json.dumps(nowhere).encode(), line(item, near, 1, "perhaps")
    )
    assert "c.jsonl:1: item_id: q-0 is no item here" in told
    assert f"c.jsonl:2: doc_id: {10**12} is no document of the bank" in told
    assert "c.jsonl:3: verdict: 'perhaps' is unknown" in told


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("rank", 0, "rank: expected an integer from 1, got 0"),
        ("rank", True, "rank: expected an integer from 1, got a boolean"),
        ("rank", 1.0, "rank: expected an integer from 1, got 1.0"),
        ("similarity", "0.8", "similarity: expected a number, got a string"),
        ("model", "", "model: expected text, got an empty string"),
        ("rationale", "a\0", "rationale: a NUL character"),
        ("score", 1, "score: an unknown key"),
    ],
)
def test_a_field_that_is_wrong_is_named(item: EvidenceItem, field: str, value: Any, message: str) -> None:
    assert f"c.jsonl:1: {message}" in refused(
        json.dumps(json.loads(line(item, make_document())) | {field: value}).encode()
    )


def test_another_word_of_the_same_model_names_both_places(item: EvidenceItem) -> None:
    near = make_document()
    bring(line(item, near, 1, "conflict"), name="first.jsonl")
    with pytest.raises(InvalidFile, match=r"second\.jsonl:1: verdict: .* from first\.jsonl:1"):
        bring(line(item, near, 1, "hard_negative"), name="second.jsonl")


def test_another_rank_than_the_one_that_is_here_names_both_places(item: EvidenceItem) -> None:
    near = make_document()
    bring(line(item, near, 1), name="first.jsonl")
    moved = line(item, near, 2, None, prompt_version="p2", similarity=0.99)
    with pytest.raises(InvalidFile, match=r"second\.jsonl:1: rank: 2, .* has 1, .* first\.jsonl:1"):
        bring(moved, name="second.jsonl")


def test_hostile_text_comes_back_as_it_went_in(item: EvidenceItem) -> None:
    hostile = "emoji 👩‍👩‍👧 · עברית \u202e · CRLF\r\n · \u2028 \x85 · <script> · %s"
    bring(line(item, make_document(), 1, "conflict", rationale=hostile, quote=hostile, model=hostile))
    said = CollisionVerdict.objects.get()
    assert (said.rationale, said.quote, said.model) == (hostile, hostile, hostile)


def test_a_check_alone_writes_nothing(item: EvidenceItem) -> None:
    found = bring(line(item, make_document()), options=Options(dry=True))
    assert found.new_candidates == 1
    assert not CollisionCandidate.objects.exists()


def test_what_is_shared_and_what_differs_is_marked_once_on_import() -> None:
    evidence = make_document("The Vell harbours were counted in 1911.")
    item = make_item(documents=[evidence])
    near = make_document("The Vell harbours were counted again in 1921.")
    bring(line(item, near))
    marks = item.candidates.get().marks
    assert marks["shared"] == [[4, 8]]
    assert marks["differs"] == [[40, 44]]
    assert marks["references"][str(evidence.doc_id)] == {"shared": [[4, 8]], "differs": [[34, 38]]}


def test_the_command_says_what_it_did_and_refuses_with_status_1(
    item: EvidenceItem, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "c.jsonl"
    path.write_bytes(line(item, make_document(), 1, "conflict") + b"\n")
    call_command("import_collisions", path)
    assert "Imported 1 collision candidate, 1 verdict from" in capsys.readouterr().out
    path.write_bytes(b"{}\n")
    with pytest.raises(CommandError, match="Nothing was written") as error:
        call_command("import_collisions", path)
    assert error.value.returncode == 1
    call_command("import_collisions", path, "--skip-invalid", "--json")
    assert json.loads(capsys.readouterr().out)["left_out"] == 1
