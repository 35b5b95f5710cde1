"""Files of the paper's size: 39,860 items in 119 MB of JSON lines, and the documents that they name."""

from __future__ import annotations

import json
import random
from itertools import product
from pathlib import Path

from tests.bench.table import chunks

ITEM_BYTES = 2_985
_SYLLABLES = ("ka", "ro", "min", "tel", "su", "vor", "den", "li", "gat", "be", "nor", "chi", "pal", "ux")


def _sentences(n: int) -> list[str]:
    """Return *n* sentences of invented words, few of them frequent, so that they compress as prose does."""
    choose = random.Random(1)
    words = ["".join(parts) for size in (1, 2, 3) for parts in product(_SYLLABLES, repeat=size)]
    weights = [1 / rank for rank in range(1, len(words) + 1)]
    return [" ".join(choose.choices(words, weights, k=12)).capitalize() + ". " for _ in range(n)]


def write_documents(path: Path, n: int) -> None:
    """Write *n* short documents, so that the items' references exist."""
    sentences, choose = _sentences(2_000), random.Random(2)
    with path.open("w", encoding="utf-8") as out:
        for doc_id in range(1, n + 1):
            out.write(
                _line(
                    doc_id=doc_id,
                    external_id=f"b:{doc_id}",
                    title=f"Document {doc_id}",
                    text=f"Document {doc_id}: {''.join(choose.choices(sentences, k=4))}",
                    source="bench",
                    domain="law",
                )
            )


def write_items(path: Path, n: int, n_documents: int) -> None:
    """Write *n* items of about `ITEM_BYTES` bytes, most of it in the answer."""
    sentences, choose = _sentences(2_000), random.Random(3)
    with path.open("w", encoding="utf-8") as out:
        for part in chunks(n, 1000):
            out.writelines(
                _line(
                    item_id=f"bench-{k}",
                    query=f"What did clerk {k} write down, and where?",
                    answer=f"{k}: {''.join(choose.choices(sentences, k=60))}"[: ITEM_BYTES - 230],
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
