"""What the database itself refuses of a release."""

from __future__ import annotations

import hashlib

import pytest
from django.db import IntegrityError, ProgrammingError, connection, transaction

from benchmark.models import Erratum, Release, ReleaseDecision, ReleaseDocument, ReleaseItem, ReleaseRipple
from benchmark.releases.actions.freezing import Plan, freeze
from reviewapp.models import Document
from tests.benchmark.reviewing import accept_all
from tests.factories import make_campaign, make_document

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def release() -> Release:
    accept_all(make_campaign(items=1))
    made = freeze(plan=Plan("v1"), actor=None)
    Erratum.objects.create(release=made, note="A note.")
    return made


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def item_row(release: Release, **changes: object) -> ReleaseItem:
    row = {"release": release, "position": 7, "item_id": "q7", "source": "s", "ref_list": [1], "line": "{}"}
    return ReleaseItem(**{**row, "sha256": sha256("{}"), **changes})


def ripple_row(release: Release) -> ReleaseRipple:
    return ReleaseRipple.objects.create(
        release=release, position=0, item_id="r0", split="report", line="{}", sha256=sha256("{}")
    )


def new_release(name: str = "v2", manifest: str = "{}\n") -> Release:
    return Release.objects.create(
        name=name, manifest=manifest, manifest_sha256=sha256("{}\n"), n_items=1, n_documents=0, n_decisions=0
    )


TABLES = [Release, ReleaseItem, ReleaseDocument, ReleaseDecision, Erratum]


@pytest.mark.parametrize("model", TABLES)
def test_no_row_is_changed(release: Release, model: type) -> None:
    column = "note" if model in (Release, Erratum) else "sha256"
    with pytest.raises(ProgrammingError, match="Cannot update or delete"):
        model.objects.update(**{column: "x"})  # type: ignore[attr-defined]


@pytest.mark.parametrize("model", TABLES)
def test_no_row_is_deleted(release: Release, model: type) -> None:
    table = model._meta.db_table  # type: ignore[attr-defined]
    with pytest.raises(ProgrammingError, match="Cannot update or delete"), connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {table}")


def test_the_text_of_a_frozen_document_is_not_changed(release: Release) -> None:
    with pytest.raises(ProgrammingError, match="Cannot update or delete"):
        Document.objects.update(text="another")


def test_an_item_that_is_not_its_bytes_is_refused() -> None:
    with pytest.raises(IntegrityError, match="sha256 is not that of its line"), transaction.atomic():
        item_row(new_release(), sha256=sha256("{ }")).save(force_insert=True)


def test_a_decision_that_is_not_its_bytes_is_refused() -> None:
    with pytest.raises(IntegrityError, match="sha256 is not that of its line"), transaction.atomic():
        ReleaseDecision.objects.create(
            release=new_release(), position=0, item_id="q", line="{}", sha256=sha256("[]")
        )


def test_a_release_that_is_not_its_manifest_is_refused() -> None:
    with pytest.raises(IntegrityError, match="manifest_sha256 is not that of its manifest"):
        new_release(manifest="[]\n")


def test_rows_made_with_their_release_are_taken() -> None:
    with transaction.atomic():
        item_row(new_release()).save(force_insert=True)
    assert ReleaseItem.objects.count() == 1


def test_nothing_is_added_to_a_release_once_it_is_made(release: Release) -> None:
    rows = (
        item_row(release),
        ReleaseDocument(release=release, document=make_document(), sha256=sha256("")),
        ReleaseDecision(release=release, position=7, item_id="q7", line="{}", sha256=sha256("{}")),
    )
    for row in rows:
        with pytest.raises(IntegrityError, match="nothing is added to it"):
            row.save(force_insert=True)


def test_an_erratum_is_about_an_item_of_its_own_release(release: Release) -> None:
    with transaction.atomic():
        other = new_release()
        item = item_row(other)
        item.save(force_insert=True)
    with pytest.raises(IntegrityError, match="the item is of another release"):
        Erratum.objects.create(release=release, item=item, note="x")


def test_an_erratum_is_about_a_ripple_item_of_its_own_release(release: Release) -> None:
    with transaction.atomic():
        other = new_release()
        item = ripple_row(other)
    with pytest.raises(IntegrityError, match="the item is of another release"):
        Erratum.objects.create(release=release, ripple=item, note="x")
    Erratum.objects.create(release=other, ripple=item, withdraws=True, note="x")
    with pytest.raises(IntegrityError, match="erratum_withdraws_ripple_once"):
        Erratum.objects.create(release=other, ripple=item, withdraws=True, note="y")


def test_an_erratum_is_about_one_item(release: Release) -> None:
    with transaction.atomic():
        other = new_release()
        ripple, item = ripple_row(other), item_row(other)
        item.save(force_insert=True)
    with pytest.raises(IntegrityError, match="erratum_of_one_item"):
        Erratum.objects.create(release=other, ripple=ripple, item=item, note="x")


def test_an_item_is_withdrawn_once(release: Release) -> None:
    item = release.items.get()
    Erratum.objects.create(release=release, item=item, withdraws=True, note="x")
    with pytest.raises(IntegrityError, match="erratum_withdraws_once"):
        Erratum.objects.create(release=release, item=item, withdraws=True, note="y")


def test_a_withdrawal_names_an_item(release: Release) -> None:
    with pytest.raises(IntegrityError, match="erratum_withdraws_an_item"):
        Erratum.objects.create(release=release, withdraws=True, note="x")
