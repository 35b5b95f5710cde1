"""FRAMES (Krishna et al., 2024): questions with links to Wikipedia pages, whose texts are not there."""

from collections.abc import Iterator, Mapping, Sequence

from reviewapp.records import Finding, InputFile, InvalidFile, Problems

from .base import Adapter, RawRecord
from .rows import read_rows

COLUMNS = ("Prompt", "Answer")


def _read(files: Sequence[InputFile], problems: Problems, _: Mapping[str, str]) -> Iterator[RawRecord]:
    """Refuse every question with the pages whose texts it would need."""
    for file in files:
        for place, data, row in read_rows(file, problems):
            if missing := [name for name in COLUMNS if name not in row]:
                raise InvalidFile([f"{file.name}: no column {', '.join(missing)}, found {', '.join(row)}"])
            problems.reject(place, data, [_missing_texts(row)])
    yield from ()


def _missing_texts(row: Mapping[str, str]) -> Finding:
    links = [value for name, value in row.items() if name.startswith("wikipedia_link") and value]
    pages = f"{len(links)} linked pages" if len(links) != 1 else "1 linked page"
    first = f", the first is {links[0]}" if links else ""
    message = f"the texts of its {pages} are missing{first}; expected them in the file"
    return Finding("wiki_links", f"{message} (import them with the questions as a table)")


ADAPTER = Adapter("frames", "FRAMES questions: refused with the pages whose texts are missing", _read)
