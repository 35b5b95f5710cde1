"""The documents beside a task, shown in pieces with marks; shared by every kind of review."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib import parse

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from reviewapp.models import Document, EvidenceItem, Task
from reviewapp.records import canonical_text
from reviewapp.rules.passages import (
    PIECE_CHARS,
    Mark,
    Piece,
    marked_html,
    occurrences,
    piece_around,
    piece_before,
    piece_from,
)
from reviewapp.rules.protocol import Incomplete
from reviewapp.web.quick_templates import render_quick
from reviewapp.web.requests import by_htmx
from reviewapp.work.actions.passages import EvidenceSpan
from reviewapp.work.queries.desk import read_references

FIRST_PAGE_CHARS = 24_000
FIND_CHARS = 500
GOLD = "gold evidence"
QUOTE_CHARS = 400


@dataclass(frozen=True, slots=True)
class Panel:
    """A document as it stands on a page: one piece of it, and what was found in all of it.

    *key* tells it from the others of its page, *name* says what it is there, *chips* what else is known.
    """

    url: str
    key: str
    name: str
    document: Document
    piece: Piece
    html: SafeString
    sought: str
    n_found: int
    nth: int | None
    chips: Sequence[str] = ()

    @property
    def next_url(self) -> str:
        """Where the occurrence after this one is shown, going round."""
        return self._address("i", (self.nth or 0) % self.n_found + 1)

    @property
    def previous_url(self) -> str:
        return self._address("i", (self.nth or 1) - 1 or self.n_found)

    @property
    def earlier_url(self) -> str:
        """Where the piece before this one is shown."""
        return self._address("before", self.piece.start)

    @property
    def more_url(self) -> str:
        return self._address("from", self.piece.end)

    @property
    def parts(self) -> int:
        return -(-self.piece.total // PIECE_CHARS) or 1

    @property
    def part(self) -> int:
        return min(self.parts, self.piece.start // PIECE_CHARS + 1)

    def _address(self, name: str, value: int) -> str:
        sought = f"q={parse.quote(self.sought)}&" if self.sought else ""
        return f"{self.url}?{sought}{name}={value}"


@dataclass(frozen=True, slots=True)
class DocumentView:
    """What a document is beside a task: its address and name there, and what is marked in it."""

    url: str
    key: str
    name: str
    needles: Sequence[str]
    marks: Sequence[Mark] = ()
    chips: Sequence[str] = ()


def document_panels(task: Task, evidence: Sequence[dict[str, Any]], *, route: str, code: str) -> list[Panel]:
    """Return the references of the task's item, each with its first piece; together about one page."""
    references = task.references
    if references is None:
        references = read_references(item_id=task.evidence_id)
    place = reverse(route, args=[code, 0]).removesuffix("0/")  # asked once: only the last part differs
    return reference_panels(
        task,
        references,
        lambda document: evidence_marks(document, evidence),
        address=lambda n: f"{place}{n}/",
    )


def reference_panels(
    task: Task,
    references: Sequence[Document],
    marks: Callable[[Document], list[Mark]],
    *,
    address: Callable[[int], str],
    chips: Sequence[str] = (),
) -> list[Panel]:
    """Return the *references* of the task's item, marked by *marks*, each at its *address*."""
    size = max(1_500, min(PIECE_CHARS, FIRST_PAGE_CHARS // max(1, len(references))))
    return [
        first_panel(document, _reference(task, n, address(n), marks(document), chips), size)
        for n, document in enumerate(references, start=1)
    ]


def _reference(
    task: Task, position: int, url: str, marks: Sequence[Mark], chips: Sequence[str] = ()
) -> DocumentView:
    return DocumentView(url, str(position), f"Reference {position}", answers_of(task.evidence), marks, chips)


def first_panel(document: Document, beside: DocumentView, size: int = PIECE_CHARS) -> Panel:
    """Return the document with its first piece of *size* code points."""
    text = canonical_text(document.text)
    places = occurrences(text, beside.needles)
    piece = piece_from(text, 0, size)
    html = mark_safe(marked_html(text, piece, [*_marks(places, "answer", None), *beside.marks]))
    return Panel(
        beside.url, beside.key, beside.name, document, piece, html, "", len(places), None, beside.chips
    )


def show_piece(
    request: HttpRequest,
    task: Task,
    position: int,
    evidence: Sequence[dict[str, Any]],
    *,
    page: str,
    route: str,
    code: str,
) -> HttpResponse:
    """Answer with a piece of the document at *position*, *evidence* marked.

    `?q=` looks for a string instead of the answer, `?i=` goes to one occurrence, `?from=` and `?before=`
    to an offset in code points. *page*, *route* and *code* address the page of the work and its documents.
    `?part=1` writes the piece alone, to be put beside what is already there.
    """
    document = reference_at(task, position)
    beside = _reference(
        task, position, reverse(route, args=[code, position]), evidence_marks(document, evidence)
    )
    section = "work" if page == "task" else "adjudication"
    return piece_response(request, task, document, beside, back=reverse(page, args=[code]), section=section)


def reference_at(task: Task, position: int) -> Document:
    """Return the reference at *position*; where there is none, the page does not exist."""
    references = read_references(item_id=task.evidence_id, place=min(position, 1_000_000))
    if not references:
        raise Http404
    return references[0]


def piece_response(
    request: HttpRequest,
    task: Task,
    document: Document,
    beside: DocumentView,
    *,
    back: str,
    section: str = "work",
) -> HttpResponse:
    """Answer with the piece of *document* that the request asks for; *back* is the page it stands on."""
    text = canonical_text(document.text)
    sought = request.GET.get("q", "")[:FIND_CHARS]
    places = occurrences(text, [sought] if sought else beside.needles)
    nth = _nth(request, len(places))
    piece = _piece(request, text, places, nth)
    marks = [*_marks(places, "found" if sought else "answer", nth), *beside.marks]
    if sought:
        marks += _marks(occurrences(text, beside.needles), "answer", None)
    html = mark_safe(marked_html(text, piece, marks))
    panel = Panel(
        beside.url, beside.key, beside.name, document, piece, html, sought, len(places), nth, beside.chips
    )
    if by_htmx(request):
        part = "reviewapp/piece.html" if request.GET.get("part") else "reviewapp/document.html"
        response = HttpResponse(render_quick(part, {"panel": panel}, request))
    else:
        page = {"task": task, "panel": panel, "back": back, "section": section}
        response = render(request, "reviewapp/work/document.html", page)
    response["Vary"] = "HX-Request"
    return response


def quoted(panels: Sequence[Panel], evidence: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the spans with the text that stands there, cut where it is long."""
    texts = {panel.document.pk: canonical_text(panel.document.text) for panel in panels}
    return [
        {**span, "quote": _shortened(texts.get(span["doc_id"], "")[span["start"] : span["end"]])}
        for span in evidence
    ]


def spans_of_quote(task: Task, quote: str) -> tuple[EvidenceSpan, ...]:
    """Return where *quote* stands in the task's references: how evidence is given without a script.

    :raises Incomplete: if it stands nowhere, or in more than one place.
    """
    return (
        find_quote(read_references(item_id=task.evidence_id), quote, "in no reference")
        if quote.strip()
        else ()
    )


def find_quote(documents: Iterable[Document], quote: str, nowhere: str) -> tuple[EvidenceSpan, ...]:
    """Return where *quote* stands in *documents*.

    :raises Incomplete: if it stands *nowhere*, or in more than one place.
    """
    places: list[EvidenceSpan] = []
    for document in documents:
        text = canonical_text(document.text)
        start = text.find(quote)
        while start >= 0 and len(places) < 2:
            places.append(EvidenceSpan(document.pk, start, start + len(quote)))
            start = text.find(quote, start + 1)
    if not places:
        raise Incomplete({"evidence": f"The quoted passage stands {nowhere}, letter for letter."})
    if len(places) > 1:
        raise Incomplete({"evidence": "The quoted passage stands in several places: quote more of it."})
    return tuple(places)


def answers_of(item: EvidenceItem) -> list[str]:
    """Return every answer that counts as right, the first one first."""
    return [item.answer, *item.answer_aliases]


def _shortened(quote: str) -> str:
    return quote if len(quote) <= QUOTE_CHARS else f"{quote[:QUOTE_CHARS]}…"


def _nth(request: HttpRequest, n_found: int) -> int | None:
    wanted = request.GET.get("i", "")
    if not n_found or not wanted.isdecimal():
        return 1 if n_found and request.GET.get("q") else None
    return max(1, min(n_found, int(wanted[:6])))


def _piece(request: HttpRequest, text: str, places: Sequence[tuple[int, int]], nth: int | None) -> Piece:
    start, before = request.GET.get("from", ""), request.GET.get("before", "")
    if start.isdecimal():
        return piece_from(text, int(start[:9]))
    if before.isdecimal():
        return piece_before(text, min(len(text), int(before[:9])))
    if nth:
        return piece_around(text, places[nth - 1][0])
    return piece_from(text, 0)


def _marks(places: Sequence[tuple[int, int]], kind: str, nth: int | None) -> list[Mark]:
    return [
        Mark(start, end, f"{kind} here" if n == nth else kind)
        for n, (start, end) in enumerate(places, start=1)
    ]


def evidence_marks(document: Document, evidence: Sequence[dict[str, Any]]) -> list[Mark]:
    """Return the marks of what is kept as evidence in *document*."""
    return [
        Mark(span["start"], span["end"], "evidence") for span in evidence if span["doc_id"] == document.pk
    ]
