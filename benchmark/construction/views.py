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
    made = Construction.objects.select_related("upload", "job", "created_by").order_by("-pk")
    context = {"section": "imports", "page": page_of(request, made)}
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
    files = [input_file(sent) for sent in form.files_sent]
    kept = store_upload(kind=BUILD, files=files, settings={}, report=None, actor=person)
    made = start_construction(upload=kept, options=form.settings, actor=person)
    return redirect("construction", made.code)


@require_safe
@managers_only
def construction(request: HttpRequest, code: str) -> HttpResponse:
    made = _found(code)
    context: dict[str, Any] = {"section": "imports", "made": made, "options": _options(made)}
    if made.report:
        sizes = dict(
            ConstructionPiece.objects.filter(construction=made)
            .values_list("name")
            .annotate(size=Sum(Length("data")))
        )
        context |= {
            "report": made.report,
            "assigned": [(one, made.report["isolation"]["assigned"].get(one, 0)) for one in SPLITS],
            "files": [(name, sizes.get(name, 0), TOLD[name], name in HIDDEN) for name in FILES],
            "rejected": _rejected(made.report["attempts"]),
            "tables": _tables(made.report["composition"]),
        }
    return render(request, "benchmark/construction.html", context)


def _found(code: str) -> Construction:
    related = Construction.objects.select_related("upload", "job", "created_by", "handed")
    return get_object_or_404(related, code=code)


def _options(made: Construction) -> list[tuple[str, Any]]:
    """Return what was asked for, as far as it says something."""
    told = dict(made.options)
    excluded, schedule = told.pop("exclude"), told.pop("schedule")
    if schedule:
        told["items"] = f"{len(schedule):,} places of a schedule of one's own"
    told["excluded sources"] = len(excluded)
    return [(name, value) for name, value in told.items() if value not in ("", None, False)]


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
    made = _found(code)
    if name not in FILES or made.built_at is None:
        raise Http404
    if name in HIDDEN:
        try:
            _open(made, name, person_of(request))
        except NotAllowed as refusal:
            messages.error(request, str(refusal))
            return redirect("construction", code)
    kind = TYPES[name[name.index(".") :]]
    response = StreamingHttpResponse(_bytes_of(made, name), content_type=kind)
    response["Content-Disposition"] = content_disposition_header(True, f"{made.code}-{name}")
    return response


def _open(made: Construction, name: str, person: Person) -> None:
    lines = b"".join(_bytes_of(made, MANIFEST)).split(b"\n")
    item_ids = [orjson.loads(line)["item_id"] for line in lines if line]
    open_keys(construction=made, name=name, item_ids=item_ids, actor=person)


def _bytes_of(made: Construction, name: str) -> Iterator[bytes]:
    pieces = ConstructionPiece.objects.filter(construction=made, name=name).order_by("position")
    for data in pieces.values_list("data", flat=True).iterator(chunk_size=8):
        yield bytes(data)


@require_POST
@managers_only
def construction_hand(request: HttpRequest, code: str) -> HttpResponse:
    made = _found(code)
    if made.built_at is None:
        messages.error(request, "Nothing has been built yet.")
        return redirect("construction", code)
    try:
        kept = _handed(made, person_of(request))
    except InvalidFile as error:
        messages.error(request, f"The items are refused: {str(error)[:500]}")
        return redirect("construction", code)
    return redirect("upload_checked", kept.code)


def _handed(made: Construction, person: Person) -> Upload:
    """Send the items in as if they had been uploaded: checked first, imported when that is asked for.

    :raises InvalidFile: if the check refuses them."""
    if made.handed:
        return made.handed
    data = b"".join(_bytes_of(made, ITEMS))
    file = InputFile(f"{made.code}-{ITEMS}", lambda: closing(io.BytesIO(data)))
    kind = upload_kinds()[RIPPLE]
    report = kind.bring([file], {}, person, options_of({}, dry=True), Progress())
    kept = store_upload(kind=kind.name, files=[file], settings={"readers": []}, report=report, actor=person)
    return note_handed(construction=made, upload=kept, actor=person).handed or kept
