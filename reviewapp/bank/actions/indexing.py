"""Indexes the words of new items for search: after the import, in pieces, by any free worker."""

from __future__ import annotations

from django.db import connection, transaction

WORDS_CHARS = 2_000
PIECE_ITEMS = 1_000

# Long texts by their beginning: a tsvector holds 1 MB at most.
INDEX_PIECE = """
UPDATE reviewapp_itemwords w
SET words = to_tsvector(
    'simple', i.item_id || ' ' || left(i.query, %(chars)s) || ' ' || left(i.answer, %(chars)s))
FROM reviewapp_evidenceitem i
WHERE i.id = w.item_id AND w.item_id IN (
    -- Lock order: alone; rows that another worker is indexing are skipped, not waited for.
    SELECT item_id FROM reviewapp_itemwords WHERE words IS NULL
    ORDER BY item_id LIMIT %(items)s FOR UPDATE SKIP LOCKED)
"""


def index_words() -> int:
    """Index all items not indexed yet, long texts by their beginning; return how many.

    A tsvector holds 1 MB at the most. Safe to run by any number of workers.
    """
    n_indexed = 0
    while n_piece := _index_piece():
        n_indexed += n_piece
    return n_indexed


@transaction.atomic(durable=True)
def _index_piece() -> int:
    with connection.cursor() as cursor:
        cursor.execute(INDEX_PIECE, {"chars": WORDS_CHARS, "items": PIECE_ITEMS})
        return int(cursor.rowcount)
