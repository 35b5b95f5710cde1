"""The words of new items, indexed behind the import."""

import pytest
from django.db import connection

from reviewapp.bank.actions import indexing
from reviewapp.bank.actions.indexing import index_words
from reviewapp.models import EvidenceItem, ItemWords
from tests.factories import make_item

pytestmark = pytest.mark.django_db


def found(word: str) -> list[str]:
    return list(EvidenceItem.objects.filter(search__words=word).values_list("item_id", flat=True))


def test_a_new_item_awaits_its_words_and_gets_them_once() -> None:
    make_item("Who founded the harbour?", item_id="a")
    assert ItemWords.objects.get().words is None
    assert index_words() == 1
    assert found("harbour") == ["a"]
    assert index_words() == 0


def test_items_are_indexed_in_pieces_until_none_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(indexing, "PIECE_ITEMS", 2)
    for _ in range(5):
        make_item()
    assert index_words() == 5
    assert not ItemWords.objects.filter(words=None).exists()


def test_texts_too_long_for_a_tsvector_are_indexed_by_their_beginning() -> None:
    make_item("harbour " + " ".join(str(n) for n in range(300_000)), item_id="long")
    assert index_words() == 1
    assert found("harbour") == ["long"]


def test_a_decision_leaves_the_words_alone() -> None:
    item = make_item()
    index_words()
    with connection.cursor() as cursor:
        cursor.execute("SELECT xmin::text FROM reviewapp_itemwords")
        before = cursor.fetchone()
        EvidenceItem.objects.filter(pk=item.pk).update(state="in_review")
        cursor.execute("SELECT xmin::text FROM reviewapp_itemwords")
        assert cursor.fetchone() == before
