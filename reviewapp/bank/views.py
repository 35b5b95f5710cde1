"""The managers' pages of imports: send a file in, see what the check found, let a job import it."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import closing
from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import TemporaryUploadedFile, UploadedFile
from django.db.models import Count, Sum
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from reviewapp.bank.actions.uploads import describe_source, start_import, store_upload
from reviewapp.bank.forms import SourceForm, UploadForm
from reviewapp.bank.intake.report import Imported
from reviewapp.bank.kinds import UploadKind, options_of, upload_kinds
from reviewapp.jobs.progress import Progress
from reviewapp.models import Source, SourceFile, Upload
from reviewapp.records import InputFile, InvalidFile, storable_name
from reviewapp.web.paging import page_of
from reviewapp.web.permissions import managers_only, person_of

CHECKED_BYTES = 32 << 20  # a larger file is checked by the job that imports it


@require_safe
@managers_only
def imports(request: HttpRequest) -> HttpResponse:
    sources = Source.objects.annotate(
        n_files=Count("files"), n_documents=Sum("files__n_documents"), n_items=Sum("files__n_items")
    )
    files = SourceFile.objects.select_related("source", "imported_by").order_by("-pk")
    context = {
        "section": "imports",
        "kinds": upload_kinds().values(),
        "sources": sources.order_by("name")[:200],
        "page": page_of(request, files),
    }
    return render(request, "reviewapp/imports/imports.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def upload(request: HttpRequest, kind: str) -> HttpResponse:
    upload_kind = upload_kinds().get(kind)
    if upload_kind is None:
        raise Http404
    form = upload_kind.form()
    if request.method == "POST":
        form = upload_kind.form(request.POST, request.FILES)
        answer = _receive(request, upload_kind, form) if form.is_valid() else None
        if answer:
            return answer
    sources = Source.objects.order_by("name").values_list("name", flat=True)[:200]
    context = {"section": "imports", "kind": upload_kind, "form": form, "sources": sources}
    return render(request, "reviewapp/imports/upload.html", context)


def _receive(request: HttpRequest, kind: UploadKind, form: UploadForm) -> HttpResponse | None:
    """Check what was sent and keep it; None, and the report in the form, if it is refused."""
    person = person_of(request)
    files = [input_file(sent) for sent in form.files_sent]
    report: Imported | None = None
    if sum(sent.size or 0 for sent in form.files_sent) <= CHECKED_BYTES:
        try:
            report = kind.bring(files, form.settings, person, options_of(form.settings, dry=True), Progress())
        except InvalidFile as error:
            form.add_error("file", list(str(error).split("\n")))
            return None
    kept = store_upload(kind=kind.name, files=files, settings=form.settings, report=report, actor=person)
    if report:
        return redirect("upload_checked", kept.code)
    return redirect("job", start_import(upload=kept, title=_title(kept, kind), actor=person).code)


@require_safe
@managers_only
def upload_checked(request: HttpRequest, code: str) -> HttpResponse:
    kept = get_object_or_404(Upload.objects.select_related("job"), code=code)
    kind = _kind_of(kept)
    context = {
        "section": "imports",
        "upload": kept,
        "kind": kind,
        "facts": [(title, kept.report[name]) for title, name in kind.facts] if kept.report else [],
        "report": kept.report,
        "n_more_mapped": kept.report["n_mapped"] - len(kept.report["mapped"]) if kept.report else 0,
    }
    return render(request, "reviewapp/imports/checked.html", context)


@require_POST
@managers_only
def upload_import(request: HttpRequest, code: str) -> HttpResponse:
    kept = get_object_or_404(Upload, code=code)
    title = _title(kept, _kind_of(kept))
    return redirect("job", start_import(upload=kept, title=title, actor=person_of(request)).code)


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def source(request: HttpRequest) -> HttpResponse:
    registered = get_object_or_404(Source, name=request.GET.get("name", ""))
    form = SourceForm(request.POST if request.method == "POST" else None, instance=registered)
    if request.method == "POST" and form.is_valid():
        describe_source(source=registered, facts=form.cleaned_data, actor=person_of(request))
        messages.success(request, f"Saved what the registry says of {registered.name}.")
        return redirect("imports")
    context = {"section": "imports", "source": registered, "form": form}
    return render(request, "reviewapp/imports/source.html", context)


def _kind_of(kept: Upload) -> UploadKind:
    """Return the kind of an upload that is to be imported; other pages keep files here as well."""
    kind = upload_kinds().get(kept.kind)
    if kind is None:
        raise Http404
    return kind


def _title(kept: Upload, kind: UploadKind) -> str:
    return f"Import of {kind.title.lower()}: {kept}"


def input_file(sent: UploadedFile) -> InputFile:
    """Return an uploaded file so that it can be opened several times at once."""
    name = storable_name(sent.name or "file")
    if isinstance(sent, TemporaryUploadedFile):
        path = sent.temporary_file_path()
        opened: Callable[[], Any] = lambda: open(path, "rb")  # noqa: E731, SIM115 - closed by its reader
        return InputFile(name, opened)
    sent.seek(0)
    data = sent.read()
    return InputFile(name, lambda: closing(io.BytesIO(data)))
