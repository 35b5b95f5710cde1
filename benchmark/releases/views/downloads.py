"""Downloads of a release: each of its files, and all of them in one ZIP, streamed from the database."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import Http404, HttpRequest, StreamingHttpResponse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from benchmark.releases.exporting import folder_name, zip_pieces
from benchmark.releases.formats.canonical import CHECKS, DECISIONS, RIPPLE
from benchmark.releases.frozen import NoSuchFile, files_of, read_file
from benchmark.releases.views.releases import get_release
from benchmark.releases.views.releases_ripple import show_keys
from reviewapp.web.permissions import managers_only

TYPES = {
    "jsonl": "application/jsonl",
    "json": "application/json",
    "md": "text/markdown; charset=utf-8",
    "zip": "application/zip",
}
WITH_KEYS = (RIPPLE, DECISIONS, CHECKS)  # of ripple items


@require_safe
@managers_only
def release_file(request: HttpRequest, code: str, name: str) -> StreamingHttpResponse:
    release = get_release(code)
    try:
        pieces = read_file(release, name)
    except NoSuchFile as error:
        raise Http404 from error
    if release.kind == "ripple" and name in WITH_KEYS:
        show_keys(request, release)
    response = _download(pieces, name)
    facts = files_of(release)[name]
    if facts:  # a browser then shows how far it is, and knows a broken-off download for one
        response["Content-Length"] = str(facts.bytes)
    return response


@require_safe
@managers_only
def release_zip(request: HttpRequest, code: str) -> StreamingHttpResponse:
    release = get_release(code)
    if release.kind == "ripple":
        show_keys(request, release)
    return _download(zip_pieces(release), f"{folder_name(release)}.zip")


def _download(pieces: Iterator[bytes], name: str) -> StreamingHttpResponse:
    response = StreamingHttpResponse(pieces, content_type=TYPES[name.rsplit(".", 1)[-1]])
    response["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    return response
