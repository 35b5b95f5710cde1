"""Passages of documents as evidence: what a page sends are offsets, what is kept is read from the text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reviewapp.models import Document
from reviewapp.records import SpanOutOfText, span_offsets
from reviewapp.rules.protocol import Incomplete


@dataclass(frozen=True, slots=True)
class EvidenceSpan:
    """A passage of a document: *start* and *end* in code points of its canonical text."""

    doc_id: int
    start: int
    end: int


def located(
    spans: Sequence[EvidenceSpan], *, within: Iterable[int], missing: str
) -> list[dict[str, int | str]]:
    """Return the spans with byte offsets and quotes, read from the documents themselves.

    :raises Incomplete: saying *missing* for a document not *within*; for a span that is not in its text.
    """
    wanted = {span.doc_id for span in spans}
    if not wanted <= set(within):
        raise Incomplete({"evidence": missing})
    texts = dict(Document.objects.filter(pk__in=wanted).values_list("pk", "text"))
    try:
        return [_located(span, texts[span.doc_id]) for span in spans]
    except SpanOutOfText as error:
        raise Incomplete({"evidence": f"A selected passage is not in its document: {error}"}) from error


def _located(span: EvidenceSpan, text: str) -> dict[str, int | str]:
    offsets = span_offsets(text, span.start, span.end)
    return {
        "doc_id": span.doc_id,
        "start": span.start,
        "end": span.end,
        "start_byte": offsets.byte_start,
        "end_byte": offsets.byte_end,
        "quote": offsets.quote,
    }
