"""The managers' pages of ripple candidates: ask for them, see what came of it, take or hand on the files."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import orjson
from django.contrib import messages
from django.db.models import Sum
from django.db.models.functions import Length
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from benchmark.construction.actions.constructing import BUILD, note_handed, open_keys, start_construction
from benchmark.construction.forms.constructions import ConstructionForm
from benchmark.construction.ripple.output import FILES, HIDDEN, ISOLATION, ITEMS, MANIFEST, PUBLIC, REPORT
from benchmark.construction.ripple.schedule import SPLITS
from benchmark.models import Construction, ConstructionPiece
from reviewapp.bank.actions.uploads import store_upload
from reviewapp.bank.kinds import options_of, upload_kinds
from reviewapp.bank.views import input_file
from reviewapp.jobs.progress import Progress
from reviewapp.models import Person, Upload
from reviewapp.records import InputFile, InvalidFile
from reviewapp.rules.protocol import NotAllowed
from reviewapp.web.paging import page_of
from reviewapp.web.permissions import managers_only, person_of

RIPPLE = "ripple"  # the kind of upload that takes items in
TYPES = {".jsonl": "application/x-ndjson", ".json": "application/json"}
TOLD = {
    ITEMS: "the items with their answer key (contracts §4)",
    PUBLIC: "what a system under test may see",
    ISOLATION: "which sources went to which split, and the hashes of all files",
    REPORT: "attempts, rejections, composition, diversity",
    MANIFEST: "private: which unit was planned as what",
}


@require_safe
@managers_only
def constructions(request: HttpRequest) -> HttpResponse:
    rows = Construction.objects.select_related("upload", "job", "created_by").order_by("-pk")
    context = {"section": "imports", "page": page_of(request, rows)}
    return render(request, "benchmark/constructions.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def construction_new(request: HttpRequest) -> HttpResponse:
    form = ConstructionForm()
    if request.method == "POST":
        form = ConstructionForm(request.POST, request.FILES)
        if form.is_valid():
            return _start(request, form)
    return render(request, "benchmark/construction_new.html", {"section": "imports", "form": form})


def _start(request: HttpRequest, form: ConstructionForm) -> HttpResponse:
    person = person_of(request)
    files = [input_file(file) for file in form.files_sent]
    upload = store_upload(kind=BUILD, files=files, settings={}, report=None, actor=person)
    construction = start_construction(upload=upload, options=form.settings, actor=person)
    return redirect("construction", construction.code)


@require_safe
@managers_only
def construction(request: HttpRequest, code: str) -> HttpResponse:
    row = find_construction(code)
    context: dict[str, Any] = {"section": "imports", "made": row, "options": _options(row)}
    if row.report:
        sizes = dict(
            ConstructionPiece.objects.filter(construction=row)
            .values_list("name")
            .annotate(size=Sum(Length("data")))
        )
        context |= {
            "report": row.report,
            "assigned": [(split, row.report["isolation"]["assigned"].get(split, 0)) for split in SPLITS],
            "files": [(name, sizes.get(name, 0), TOLD[name], name in HIDDEN) for name in FILES],
            "rejected": _rejected(row.report["attempts"]),
            "tables": _tables(row.report["composition"]),
        }
    return render(request, "benchmark/construction.html", context)


def find_construction(code: str) -> Construction:
    related = Construction.objects.select_related("upload", "job", "created_by", "handed")
    return get_object_or_404(related, code=code)


def _options(construction: Construction) -> list[tuple[str, Any]]:
    """Return the options of a construction that are not empty."""
    options = dict(construction.options)
    excluded, schedule = options.pop("exclude"), options.pop("schedule")
    if schedule:
        options["items"] = f"{len(schedule):,} places of a schedule of one's own"
    options["excluded sources"] = len(excluded)
    return [(name, value) for name, value in options.items() if value not in ("", None, False)]


def _rejected(attempts: dict[str, Any]) -> list[tuple[str, str, int]]:
    """Return every reason for which a source was turned down, with where and how often."""
    stages = (
        ("before any text", "preflight_rejected"),
        ("wording", "generation_failed"),
        ("checks", "mechanically_rejected"),
    )
    return [(stage, reason, count) for stage, name in stages for reason, count in attempts[name].items()]


def _tables(composition: dict[str, Any]) -> list[tuple[str, list[tuple[str, int]]]]:
    """Return the counts of RKB Tables 4 and 5, and what else the items are made of, in order."""
    order = ("split", "shape", "documents", "affected_units", "maximum_depth", "units", "edited_kind")
    named = {name: composition[name] for name in order if name in composition}
    return [(name.replace("_", " "), list(counts.items())) for name, counts in named.items()]


@require_safe
@managers_only
def construction_file(request: HttpRequest, code: str, name: str) -> HttpResponseBase:
    row = find_construction(code)
    if name not in FILES or row.built_at is None:
        raise Http404
    if name in HIDDEN:
        try:
            _open(row, name, person_of(request))
        except NotAllowed as refusal:
            messages.error(request, str(refusal))
            return redirect("construction", code)
    kind = TYPES[name[name.index(".") :]]
    response = StreamingHttpResponse(_bytes_of(row, name), content_type=kind)
    response["Content-Disposition"] = content_disposition_header(True, f"{row.code}-{name}")
    return response


def _open(construction: Construction, name: str, person: Person) -> None:
    lines = b"".join(_bytes_of(construction, MANIFEST)).split(b"\n")
    item_ids = [orjson.loads(line)["item_id"] for line in lines if line]
    open_keys(construction=construction, name=name, item_ids=item_ids, actor=person)


def _bytes_of(construction: Construction, name: str) -> Iterator[bytes]:
    pieces = ConstructionPiece.objects.filter(construction=construction, name=name).order_by("position")
    for data in pieces.values_list("data", flat=True).iterator(chunk_size=8):
        yield bytes(data)


@require_POST
@managers_only
def construction_hand(request: HttpRequest, code: str) -> HttpResponse:
    construction = find_construction(code)
    if construction.built_at is None:
        messages.error(request, "Nothing has been built yet.")
        return redirect("construction", code)
    try:
        upload = _hand_over(construction, person_of(request))
    except InvalidFile as error:
        messages.error(request, f"The items are refused: {str(error)[:500]}")
        return redirect("construction", code)
    return redirect("upload_checked", upload.code)


def _hand_over(construction: Construction, person: Person) -> Upload:
    """Send the items in as if they had been uploaded: checked first, imported when that is asked for.

    :raises InvalidFile: if the check refuses them."""
    if construction.handed:
        return construction.handed
    data = b"".join(_bytes_of(construction, ITEMS))
    file = InputFile(f"{construction.code}-{ITEMS}", lambda: closing(io.BytesIO(data)))
    kind = upload_kinds()[RIPPLE]
    report = kind.bring([file], {}, person, options_of({}, dry=True), Progress())
    upload = store_upload(kind=kind.name, files=[file], settings={"readers": []}, report=report, actor=person)
    return note_handed(construction=construction, upload=upload, actor=person).handed or upload
