"""Forms sent from a page's own session without drawing the pages: for the bulk of what a browser began."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any


class Read(HTMLParser):
    """What a page says: its forms by id, with what each would send, and the text of what is marked in it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: dict[str, dict[str, str]] = {}
        self.actions: dict[str, str] = {}
        self.query = ""
        self.doc_id = 0
        self._form = ""
        self._in_query = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held = dict(attrs)
        if tag == "form":
            self._form = held.get("id") or ""
            self.forms[self._form] = {}
            self.actions[self._form] = held.get("action") or ""
        elif tag == "input" and held.get("type") == "hidden":
            self.forms.setdefault(self._form, {})[held["name"] or ""] = held.get("value") or ""
        elif tag == "select":
            self.forms.setdefault(self._form, {})[held["name"] or ""] = ""
        elif tag == "p":
            self._in_query = held.get("class") == "query"
        elif held.get("id") == "document-candidate":
            self.doc_id = int(held["data-doc-id"] or 0)

    def handle_endtag(self, tag: str) -> None:
        self._in_query = self._in_query and tag != "p"

    def handle_data(self, data: str) -> None:
        if self._in_query:
            self.query += data


def sent_form(page: Any, url: str, read: Read, form: str, **filled: str) -> Any:
    """Send a form that was *read* at *url* from the session of *page*; return the answer it leads to."""
    answer = page.context.request.post(url + read.actions[form], form=read.forms[form] | filled)
    assert answer.ok, (answer.status, answer.text()[:500])
    return answer
