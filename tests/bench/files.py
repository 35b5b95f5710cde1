"""Files of the paper's size: 39,860 items in 119 MB of JSON lines, and the documents that they name."""

from __future__ import annotations

import json
from pathlib import Path

from tests.bench.table import chunks

ITEM_BYTES = 2_985
WORDS = (
    "the clerk of the harbour counted the boats twice and wrote the number down in a book bound in sailcloth "
)


def write_documents(path: Path, n: int) -> None:
    """Write *n* short documents, so that the items' references exist."""
    with path.open("w", encoding="utf-8") as out:
        for doc_id in range(1, n + 1):
            out.write(
                _line(
                    doc_id=doc_id,
                    external_id=f"b:{doc_id}",
                    title=f"Document {doc_id}",
                    text=f"Document {doc_id}: {WORDS * 3}",
                    source="bench",
                    domain="law",
                )
            )


def write_items(path: Path, n: int, n_documents: int) -> None:
    """Write *n* items of about `ITEM_BYTES` bytes, most of it in the answer."""
    filler = WORDS * (ITEM_BYTES // len(WORDS))
    with path.open("w", encoding="utf-8") as out:
        for part in chunks(n, 1000):
            out.writelines(
                _line(
                    item_id=f"bench-{k}",
                    query=f"What did clerk {k} write down, and where?",
                    answer=f"{k}: {filler}"[: ITEM_BYTES - 230],
                    ref_list=[k % n_documents + 1, (k * 7 + 3) % n_documents + 1]
                    if k % n_documents != (k * 7 + 3) % n_documents
                    else [k % n_documents + 1],
                    hard_negatives=[],
                    domain="law",
                    task_type="qa",
                    source="bench",
                    track="single",
                )
                for k in part
            )


def _line(**record: object) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"
