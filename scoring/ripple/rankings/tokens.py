"""What the lexical baselines and slices see of a text: its tokens, and the edit as a query (contracts §6)."""

from __future__ import annotations

import re

from scoring.ripple.scorer.items import RippleItem

_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|\w+")


def tokens(text: str) -> list[str]:
    """Return the tokens of a text in order: numbers whole, other runs of letters and digits, case folded.

    Nothing is stemmed and no word is left out.

    >>> tokens("The 1,204 boats of Callow's pier.")
    ['the', '1,204', 'boats', 'of', 'callow', 's', 'pier']
    """
    return _TOKEN.findall(text.casefold())


def query_of(item: RippleItem) -> str:
    """Return the edit as shown: description, old and new value, and the edited sentence (contracts §6)."""
    edit = item.edit
    return "\n".join([edit.description, edit.old, edit.new, item.unit(edit.unit_id).text])
