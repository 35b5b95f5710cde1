"""Stored runs as downloads, whatever they are runs on."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import StreamingHttpResponse
from django.utils.http import content_disposition_header


def stored_file(pieces: Iterator[bytes], name: str, size: int) -> StreamingHttpResponse:
    """Send a stored file, byte for byte as it came."""
    response = StreamingHttpResponse(pieces, content_type="application/octet-stream")
    response["Content-Length"] = str(size)
    response["Content-Disposition"] = content_disposition_header(True, name)
    return response
