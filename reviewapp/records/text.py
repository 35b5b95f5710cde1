"""Canonical bytes, their hashes, and offsets into text (contracts §1)."""

import hashlib
from typing import Any, NamedTuple

import orjson


def canonical_bytes(value: Any) -> bytes:
    """Return the canonical JSON of *value*, without a line end (contracts §1).

    UTF-8 without a mark; keys in the order of the mapping (the caller gives the documented one); no space
    between tokens; `"` and `\\` escaped by a backslash; U+0000–U+001F as `\\b \\t \\n \\f \\r` or `\\u00xx`
    with lower-case digits; every other character, DEL, U+0085, U+2028 and the astral ones included, as
    itself.

    >>> canonical_bytes({"text": "é\\u2028/\\x1f"}).decode()
    '{"text":"é\\u2028/\\\\u001f"}'

    :raises TypeError: for a lone surrogate, an integer beyond 64 bits, or what is no JSON."""
    return orjson.dumps(value)


def storable(text: str) -> str:
    r"""Return *text* as a database can hold it: NUL and lone surrogates, which it cannot, stand escaped.

    >>> storable("caf\udce9\0")
    'caf\\udce9\\x00'
    """
    return text.encode(errors="backslashreplace").decode().replace("\0", "\\x00")


def sha256(data: bytes) -> str:
    """Return the SHA-256 of *data* in lower-case hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def canonical_text(text: str) -> str:
    """Return *text* with CRLF read as LF, the text that offsets and hashes refer to (contracts §1).

    >>> canonical_text("a\\r\\nb\\rc")
    'a\\nb\\rc'
    """
    return text.replace("\r\n", "\n") if "\r" in text else text


def text_sha256(text: str) -> str:
    """Return the SHA-256 of the canonical text: documents that share it are one document (contracts §2)."""
    return sha256(canonical_text(text).encode())


class Span(NamedTuple):
    """A stretch of the canonical text: offsets in code points and in UTF-8 bytes, and the quote."""

    start: int
    end: int
    byte_start: int
    byte_end: int
    quote: str


class SpanOutOfText(ValueError):
    """A span that does not lie within its text, or holds nothing."""

    def __init__(self, start: int, end: int, length: int) -> None:
        super().__init__(f"the span {start}–{end} is not within the {length} characters of the text")


def span_offsets(text: str, start: int, end: int) -> Span:
    """Return the span of the canonical text from code point *start* up to *end* (contracts §1, §4).

    :param text: the document's text as it came.
    :param start: in code points of the canonical text (CRLF read as LF), from 0.
    :param end: in code points, past the last one.
    :raises SpanOutOfText: if the span is empty or leaves the text."""
    whole = canonical_text(text)
    if not 0 <= start < end <= len(whole):
        raise SpanOutOfText(start, end, len(whole))
    quote = whole[start:end]
    byte_start = len(whole[:start].encode())
    return Span(start, end, byte_start, byte_start + len(quote.encode()), quote)
