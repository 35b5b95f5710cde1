"""Public data sets' own files, read into one form: one small adapter a format (EMB §3.2). Pure."""

from . import autorag, frames, hotpotqa, longbench, musique, squad, table
from .base import (
    ANSWER_ABSENT,
    NO_SUPPORT,
    UNANSWERABLE,
    Adapter,
    RawDocument,
    RawItem,
    RawRecord,
    occurs,
)
from .table import FIELDS, UnknownColumns, check_columns, parse_columns

FORMATS: dict[str, Adapter] = {
    adapter.name: adapter
    for adapter in (
        musique.ADAPTER,
        hotpotqa.HOTPOTQA,
        hotpotqa.WIKIMULTIHOP,
        squad.ADAPTER,
        longbench.ADAPTER,
        autorag.ADAPTER,
        frames.ADAPTER,
        table.ADAPTER,
    )
}


def formats_text() -> str:
    """Return the list of formats, one a line, and the fields that a table's columns can be named for."""
    lines = [f"{adapter.name:<16} {adapter.summary}" for adapter in FORMATS.values()]
    fields = [f"  {field:<16} {meaning}" for field, meaning in FIELDS.items()]
    return "\n".join([*lines, "", "Fields of a table:", *fields])


__all__ = [
    "ANSWER_ABSENT",
    "FIELDS",
    "FORMATS",
    "NO_SUPPORT",
    "UNANSWERABLE",
    "Adapter",
    "RawDocument",
    "RawItem",
    "RawRecord",
    "UnknownColumns",
    "check_columns",
    "formats_text",
    "occurs",
    "parse_columns",
]
