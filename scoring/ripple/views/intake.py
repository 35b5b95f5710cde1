"""How runs on ripple items come in: configurations registered, files uploaded, baselines started."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from reviewapp.bank.actions.uploads import let_upload_go, store_upload
from reviewapp.bank.jobs import UploadGone, files_of
from reviewapp.models import Upload
from reviewapp.records import InvalidFile
from reviewapp.web.paging import page_of
from reviewapp.web.permissions import managers_only, person_of
from scoring.models import Configuration, RippleRun
from scoring.ripple.actions.baselines import start_baselines
from scoring.ripple.actions.configurations import BoardSettings, register_configuration
from scoring.ripple.actions.runs import RippleAlreadyStored, store_ripple_run
from scoring.ripple.forms.scoring import BaselinesForm, ConfigurationForm, RippleRunForm
from scoring.ripple.scorer.configuring import OtherSettings, settings_words
from scoring.ripple.views.release import find_release

KIND = "ripple_run"


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def recovery_upload(request: HttpRequest, code: str) -> HttpResponse:
    """Check a run as a whole: show the report of a good one, refuse a bad one with every bad line."""
    release = find_release(code)
    form = RippleRunForm(
        request.POST if request.method == "POST" else None,
        request.FILES if request.method == "POST" else None,
        release=release,
    )
    if request.method == "POST" and form.is_valid():
        return redirect("recovery_checked", _keep(request, form).code)
    context = {"section": "scores", "release": release, "form": form}
    return render(request, "scoring/ripple/upload.html", context)


def _keep(request: HttpRequest, form: RippleRunForm) -> Upload:
    board = form.board
    settings = {
        "release": form.release.code,
        "configuration": form.cleaned_data["configuration"],
        "metadata": form.metadata,
        "board": None if board is None else [board.replicates, board.seed, board.target],
        "report": form.report.as_json(),
    }
    return store_upload(
        kind=KIND, files=[form.sent], settings=settings, report=None, actor=person_of(request)
    )


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def recovery_checked(request: HttpRequest, code: str) -> HttpResponse:
    """Show what the check found; on request store the run and let it be scored."""
    upload = get_object_or_404(Upload, code=code, kind=KIND)
    release = find_release(upload.settings["release"])
    configuration = Configuration.objects.filter(
        release=release, code=upload.settings["configuration"]
    ).first()
    error = ""
    if request.method == "POST":
        try:
            run = _store(request, upload, release, configuration)
        except RippleAlreadyStored as before:
            messages.info(request, "This file is stored already: nothing has changed.")
            return redirect("recovery_run", before.run.code)
        except (InvalidFile, OtherSettings, UploadGone) as refused:
            error = str(refused)
        else:
            let_upload_go(upload=upload, actor=person_of(request))
            return redirect("recovery_run", run.code)
    context: dict[str, Any] = {
        "section": "scores",
        "release": release,
        "upload": upload,
        "report": upload.settings["report"],
        "metadata": upload.settings["metadata"],
        "configuration": configuration,
        "error": error,
    }
    return render(request, "scoring/ripple/checked.html", context)


def _store(
    request: HttpRequest, upload: Upload, release: Any, configuration: Configuration | None
) -> RippleRun:
    board = upload.settings["board"]
    with files_of(upload) as files, files[0].open() as raw:
        return store_ripple_run(
            release=release,
            metadata=upload.settings["metadata"],
            origin=RippleRun.Origin.UPLOAD,
            file=raw,
            file_name=files[0].name,
            actor=person_of(request),
            configuration=configuration,
            settings=BoardSettings(*board) if board else None,
        )


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def recovery_baselines(request: HttpRequest, code: str) -> HttpResponse:
    """Start deterministic rankings: all of them are registered before one of them is scored."""
    release = find_release(code)
    form = BaselinesForm(request.POST if request.method == "POST" else None, release=release)
    if request.method == "POST" and form.is_valid():
        job = start_baselines(
            release=release,
            names=form.cleaned_data["names"],
            seed=form.cleaned_data["ranking_seed"],
            settings=form.board or BoardSettings(),
            actor=person_of(request),
        )
        messages.success(request, f"{job.title}: the scores appear here when they are there.")
        return redirect("recovery", release.code)
    context = {"section": "scores", "release": release, "form": form}
    return render(request, "scoring/ripple/baselines.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def configurations(request: HttpRequest, code: str) -> HttpResponse:
    """List what is registered for a release, and register more."""
    release = find_release(code)
    form = ConfigurationForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        configuration = register_configuration(
            release=release, metadata=form.metadata, actor=person_of(request)
        )
        group = "the initial group" if configuration.initial else "the later group: scores were there before"
        messages.success(request, f"{configuration.system} is registered for {group}.")
        return redirect("configurations", release.code)
    rows = Configuration.objects.filter(release=release).select_related("registered_by").order_by("-pk")
    page = page_of(request, rows)
    context = {
        "section": "scores",
        "release": release,
        "form": form,
        "page": page,
        "rows": [(row, *settings_words(row.settings, row.family)) for row in page.object_list],
    }
    return render(request, "scoring/ripple/configurations.html", context)
