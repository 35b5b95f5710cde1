"""Adding an erratum to a release."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from benchmark.releases.actions.errata import add_erratum
from benchmark.releases.forms.releases import ErratumForm
from benchmark.releases.views.releases import get_release
from reviewapp.rules.protocol import ProtocolError
from reviewapp.web.permissions import managers_only, person_of


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def erratum_new(request: HttpRequest, code: str) -> HttpResponse:
    release = get_release(code)
    form = ErratumForm(
        release, request.POST if request.method == "POST" else None, initial=request.GET.dict()
    )
    if request.method == "POST" and form.is_valid():
        try:
            add_erratum(
                release=release,
                item=form.item,
                withdraws=form.cleaned_data["withdraws"],
                note=form.cleaned_data["note"],
                actor=person_of(request),
            )
        except ProtocolError as problem:
            form.add_error(None, str(problem))
        else:
            messages.success(request, "The erratum is on record.")
            return redirect("release", release.code)
    context = {"section": "releases", "release": release, "form": form}
    return render(request, "benchmark/erratum.html", context)
