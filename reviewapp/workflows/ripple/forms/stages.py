"""Reads the form of each stage of ripple review into the body that its draft and return hold.

Fields name units, documents and proposed edges by number (`why-u3`: unit 3, `why-e2`: edge 2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.http import QueryDict

from reviewapp.records.ripple import EDIT
from reviewapp.rules.protocol import Incomplete
from reviewapp.work.forms import NOTE_CHARS, typed
from reviewapp.workflows.ripple.rules.closure import quotation
from reviewapp.workflows.ripple.rules.public import Public, Unit


def version_of(data: QueryDict) -> int:
    """Return the version of the draft that the form was made from; 0 where there was none."""
    version = data.get("version", "0")
    return int(version) if version.isascii() and version.isdecimal() and len(version) < 10 else 0


def check_texts(data: QueryDict) -> None:
    """Check that every text can be kept.

    :raises Incomplete: naming the fields that hold too much, or a NUL.
    """
    wrong = {}
    for name in data:
        for value in data.getlist(name):
            if "\0" in value:
                wrong[name] = "A text cannot hold the character NUL."
            elif len(value) > NOTE_CHARS + value.count("\r\n"):
                wrong[name] = f"A text holds {NOTE_CHARS:,} characters at the most."
    if wrong:
        raise Incomplete(wrong)


def blind_body(data: QueryDict, public: Public) -> dict[str, Any]:
    """Return the body of a form of blind recovery."""
    units = public.units
    return {
        "selected": [
            {"unit_id": unit.unit_id, "rationale": typed(data.get(f"why-u{unit.number}", ""))}
            for unit in units
            if f"select-u{unit.number}" in data
        ],
        "ambiguous": [
            {"unit_id": unit.unit_id, "reason": typed(data.get(f"reason-u{unit.number}", ""))}
            for unit in units
            if f"ambiguous-u{unit.number}" in data
        ],
        "checked": [paper.document_id for paper in public.papers if f"checked-d{paper.number}" in data],
        "notes": typed(data.get("notes", "")),
    }


def closure_body(
    data: QueryDict, public: Public, proposal: Mapping[str, Any], *, lenient: bool = False
) -> dict[str, Any]:
    """Return the body of a form of closure review, with the citations that it asks for by number or quote.

    :raises Incomplete: where a quote stands nowhere in the unit that it is said to be of, unless *lenient*.
    """
    wrong: dict[str, str] = {}
    units = _by_id(public)
    body = {
        "units": [
            {
                "unit_id": unit["unit_id"],
                **_judgement(data, f"u{units[unit['unit_id']].number}", public, wrong),
            }
            for unit in proposal["units"]
        ],
        "edges": [
            {"edge_id": edge["edge_id"], **_judgement(data, f"e{n}", public, wrong)}
            for n, edge in enumerate(proposal["edges"], start=1)
        ],
        "merges": [_merge(data, units[child].number, child, edges) for child, edges in merges_of(proposal)],
        "added_units": list(_added_units(data, public)),
        "added_edges": list(_added_edges(data, public)),
        "notes": typed(data.get("notes", "")),
    }
    if wrong and not lenient:
        raise Incomplete(wrong)
    return body


def merges_of(proposal: Mapping[str, Any]) -> list[tuple[str, list[tuple[int, dict[str, Any]]]]]:
    """Return each unit that more than one proposed edge leads to, with those edges and their numbers."""
    arriving: dict[str, list[tuple[int, dict[str, Any]]]] = {}
    for n, edge in enumerate(proposal["edges"], start=1):
        arriving.setdefault(edge["child"], []).append((n, edge))
    return [(child, edges) for child, edges in arriving.items() if len(edges) > 1]


def _by_id(public: Public) -> dict[str, Unit]:
    return {unit.unit_id: unit for unit in public.units}


def _judgement(data: QueryDict, key: str, public: Public, wrong: dict[str, str]) -> dict[str, Any]:
    return {
        "verdict": data.get(f"verdict-{key}", ""),
        "rationale": typed(data.get(f"why-{key}", "")),
        "citations": _citations(data, key, public, wrong),
    }


def _citations(data: QueryDict, key: str, public: Public, wrong: dict[str, str]) -> list[dict[str, Any]]:
    """Return the citations that stay and, where the form asks for one, a new one; each once."""
    dropped = set(data.getlist(f"drop-{key}"))
    sent = [value for n, value in enumerate(data.getlist(f"cite-{key}")) if str(n) not in dropped]
    citations = [cited for value in sent if (cited := citation(value, public))]
    if unit := public.numbered(data.get(f"add-{key}", "")):
        quote = typed(data.get(f"quote-{key}", "")).strip("\n")
        start = unit.text.find(quote)
        if start < 0:
            wrong[f"quote-{key}"] = f"“{quote[:60]}” stands nowhere in “{unit.short}”."
        else:
            citations.append(
                quotation(unit, start, start + len(quote)) if quote else {"unit_id": unit.unit_id}
            )
    return [cited for n, cited in enumerate(citations) if cited not in citations[:n]]


def citation(value: str, public: Public) -> dict[str, Any] | None:
    """Return the citation of `unit` or `unit:start:end` (numbers; code points), if there is such a place."""
    number, _, place = value.partition(":")
    unit = public.numbered(number)
    if unit is None or not place:
        return {"unit_id": unit.unit_id} if unit and value == number else None
    ends = [
        int(digits)
        for digits in place.split(":")
        if digits.isascii() and digits.isdecimal() and len(digits) < 10
    ]
    if len(ends) != 2 or not ends[0] < ends[1] <= len(unit.text):
        return None
    return quotation(unit, *ends)


def _merge(
    data: QueryDict, number: int, child: str, edges: Sequence[tuple[int, dict[str, Any]]]
) -> dict[str, Any]:
    answer = data.get(f"all-u{number}", "")
    needed = set(data.getlist(f"needed-u{number}"))
    return {
        "unit_id": child,
        "all_needed": {"yes": True, "no": False}.get(answer),
        "needed": [edge["edge_id"] for n, edge in edges if answer == "yes" or str(n) in needed],
        "rationale": typed(data.get(f"merge-why-u{number}", "")),
    }


def _rows(data: QueryDict, name: str) -> Iterator[str]:
    """Yield the numbers of the rows that the form holds of an addition, without those to be removed."""
    prefix = f"{name}-"
    numbers = [key.removeprefix(prefix) for key in data if key.startswith(prefix)]
    row_numbers = [
        number for number in numbers if number.isascii() and number.isdecimal() and len(number) < 4
    ]
    yield from (number for number in sorted(row_numbers, key=int) if f"remove-{name}-{number}" not in data)


def _added_units(data: QueryDict, public: Public) -> Iterator[dict[str, Any]]:
    for row in _rows(data, "added"):
        why = typed(data.get(f"added-why-{row}", ""))
        unit = public.numbered(data.get(f"added-{row}", ""))
        parents = [_end(name, public) for name in data.getlist(f"added-parents-{row}")]
        if unit or why.strip():
            yield {
                "unit_id": unit.unit_id if unit else "",
                "rationale": why,
                "parents": [parent for parent in parents if parent],
            }


def _added_edges(data: QueryDict, public: Public) -> Iterator[dict[str, Any]]:
    for row in _rows(data, "parent"):
        parent, child = (_end(data.get(f"{name}-{row}", ""), public) for name in ("parent", "child"))
        why = typed(data.get(f"edge-why-{row}", ""))
        if parent or child or why.strip():
            yield {"parent": parent, "child": child, "rationale": why}


def _end(value: str, public: Public) -> str:
    """Return what an end of an edge names: the edit record, a unit's id, or nothing."""
    if value == EDIT:
        return EDIT
    unit = public.numbered(value)
    return unit.unit_id if unit else ""
