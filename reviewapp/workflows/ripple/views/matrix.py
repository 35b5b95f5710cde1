"""The matrix of an adjudication as its page shows it: rows with what each said, questions first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from reviewapp.workflows.ripple.forms.outcome import NEW_EDGES, answers, keyed_edges
from reviewapp.workflows.ripple.queries.returns import Record
from reviewapp.workflows.ripple.rules.graph import depths, pairs
from reviewapp.workflows.ripple.rules.matrix import EdgeRow, Matrix, MergeRow, Opinion, UnitRow, unit_subject
from reviewapp.workflows.ripple.rules.public import Public, Unit
from reviewapp.workflows.ripple.views.graphs import Graph, graph_of

WORDS = {
    "selected": ("selected", "pill-chosen"),
    "ambiguous": ("? ambiguous", "pill-odd"),
    "supported": ("✓ supported", "pill-good"),
    "not_supported": ("✕ not supported", "pill-bad"),
    "added": ("+ missing", "pill-warn"),
}
MERGE_WORDS = {"supported": ("all needed", "pill-good"), "not_supported": ("only some", "pill-bad")}
FINALS = (("in", "In", "y"), ("out", "Out", "n"), ("", "open", ""))
MERGE_FINALS = (("all", "all needed", "y"), ("some", "some enough", "n"), ("", "open", ""))
UNIT_COLUMNS = ("Blind 1", "Blind 2", "Closure 1", "Closure 2")
CLOSURE_COLUMNS = UNIT_COLUMNS[2:]
ISSUES = {
    "disagreement": "disagreement",
    "not_supported": "not supported",
    "addition": "addition",
    "ambiguity": "ambiguity",
}


@dataclass(frozen=True, slots=True)
class Cell:
    """What one reviewer said at one stage: words in their colours."""

    who: str
    pills: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Note:
    """A rationale or quote behind a cell."""

    who: str
    text: str
    quotes: list[str]


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the page."""

    key: str
    subject: str
    text: str
    unit: Unit | None
    second: str
    rule: str
    proposed: str
    cells: list[Cell]
    notes: list[Note]
    issues: list[str]
    answer: str
    why: str
    finals: Sequence[tuple[str, str, str]]
    is_new: bool = False
    spans: list[tuple[str, str]] = field(default_factory=list)

    @property
    def is_question(self) -> bool:
        return bool(self.issues)

    @property
    def is_resolved(self) -> bool:
        return bool(self.answer and self.why.strip())

    @property
    def answer_title(self) -> str:
        return next((title for value, title, _ in self.finals if value == self.answer), "open")

    @property
    def answer_tone(self) -> str:
        return {"in": "pill-good", "all": "pill-good", "": "pill-odd"}.get(self.answer, "")


@dataclass(frozen=True, slots=True)
class Group:
    """The rows of one kind: open questions, agreed rows, and rows that nobody named."""

    name: str
    title: str
    rows: list[Entry]
    n_blind: int

    @property
    def questions(self) -> list[Entry]:
        return [row for row in self.rows if row.is_question]

    @property
    def agreed(self) -> list[Entry]:
        return [row for row in self.rows if not row.is_question and row.cells]

    @property
    def unnamed(self) -> list[Entry]:
        return [row for row in self.rows if not row.cells]


def matrix_context(public: Public, record: Record, matrix: Matrix, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the page's context for *body*, of a draft or an outcome; an empty one decides nothing yet."""
    answered = answers(body, public, matrix)
    whys = {resolution["subject"]: resolution["rationale"] for resolution in body.get("resolutions", [])}
    groups = [
        Group("units", "Units", _unit_entries(public, record, matrix, body, answered, whys), 2),
        Group("edges", "Edges", _edge_entries(public, matrix, body, answered, whys), 0),
        Group("merges", "Merges", _merge_entries(public, matrix, answered, whys), 0),
    ]
    questions = [row for group in groups for row in group.questions]
    return {
        "groups": [group for group in groups if group.rows],
        "final": _final_graph(public, matrix, answered, body),
        "new_edges": _new_edges(matrix, body, whys),
        "progress": {"n": len(questions), "done": sum(row.is_resolved for row in questions)},
        "labels": labels(public, matrix),
    }


def labels(public: Public, matrix: Matrix) -> dict[str, str]:
    """Return the key of each row by its subject."""
    keys = {unit_subject(unit.unit_id): f"u{unit.number}" for unit in public.units}
    keys |= {row.subject: key for key, row in keyed_edges(matrix)}
    return keys | {row.subject: f"m{n}" for n, row in enumerate(matrix.merges, start=1)}


def _unit_entries(
    public: Public,
    record: Record,
    matrix: Matrix,
    body: Mapping[str, Any],
    answered: Mapping[str, str],
    whys: Mapping[str, str],
) -> list[Entry]:
    rows = {row.unit_id: row for row in matrix.units}
    entries = [
        _unit_entry(unit, rows.get(unit.unit_id), record, body, answered, whys) for unit in public.units
    ]
    return sorted(entries, key=lambda entry: not entry.is_question)


def _unit_entry(
    unit: Unit,
    row: UnitRow | None,
    record: Record,
    body: Mapping[str, Any],
    answered: Mapping[str, str],
    whys: Mapping[str, str],
) -> Entry:
    key, subject = f"u{unit.number}", unit_subject(unit.unit_id)
    proposed = row is not None and row.proposed
    opinions = (*row.blind, *row.closure) if row else ()
    spans = record.key.spans if proposed else body.get("spans", [])
    return Entry(
        key,
        subject,
        unit.text,
        unit,
        "",
        "",
        f"depth {row.depth}" if row and proposed else "–",
        _cells(opinions, UNIT_COLUMNS, WORDS),
        _notes(opinions, UNIT_COLUMNS),
        [ISSUES[issue] for issue in row.issues] if row else [],
        answered[key],
        whys.get(subject, ""),
        FINALS,
        not proposed,
        [_span(span, unit) for span in spans if span["unit_id"] == unit.unit_id],
    )


def _edge_entries(
    public: Public,
    matrix: Matrix,
    body: Mapping[str, Any],
    answered: Mapping[str, str],
    whys: Mapping[str, str],
) -> list[Entry]:
    rules = {(edge["parent"], edge["child"]): edge.get("rule", "") for edge in body.get("edges", [])}
    entries = [
        _edge_entry(key, row, public, rules.get((row.parent, row.child), row.rule), answered, whys)
        for key, row in keyed_edges(matrix)
    ]
    return sorted(entries, key=lambda entry: not entry.is_question)


def _edge_entry(
    key: str,
    row: EdgeRow,
    public: Public,
    rule: str,
    answered: Mapping[str, str],
    whys: Mapping[str, str],
) -> Entry:
    return Entry(
        key,
        row.subject,
        called(row.parent, public),
        None,
        called(row.child, public),
        row.rule or rule,
        "in" if row.proposed else "–",
        _cells(row.closure, CLOSURE_COLUMNS, WORDS),
        _notes(row.closure, CLOSURE_COLUMNS),
        [ISSUES[issue] for issue in row.issues],
        answered[key],
        whys.get(row.subject, ""),
        FINALS,
        not row.proposed,
    )


def _merge_entries(
    public: Public, matrix: Matrix, answered: Mapping[str, str], whys: Mapping[str, str]
) -> list[Entry]:
    entries = [
        _merge_entry(f"m{n}", row, public, matrix, answered, whys)
        for n, row in enumerate(matrix.merges, start=1)
    ]
    return sorted(entries, key=lambda entry: not entry.is_question)


def _merge_entry(
    key: str,
    row: MergeRow,
    public: Public,
    matrix: Matrix,
    answered: Mapping[str, str],
    whys: Mapping[str, str],
) -> Entry:
    parents = {edge.edge_id: called(edge.parent, public) for edge in matrix.edges}
    notes = _notes(row.closure, CLOSURE_COLUMNS)
    for n, (opinion, needed) in enumerate(zip(row.closure, row.needed, strict=True), start=1):
        if "not_supported" in opinion.words:
            named = [parents.get(edge, edge) for edge in needed]
            notes.append(Note(f"Closure {n} needs", " · ".join(named), []))
    return Entry(
        key,
        row.subject,
        f"{called(row.unit_id, public)} – needs all of its {len(row.edges)} parents",
        None,
        "",
        "",
        "all needed",
        _cells(row.closure, CLOSURE_COLUMNS, MERGE_WORDS),
        notes,
        [ISSUES[issue] for issue in row.issues],
        answered[key],
        whys.get(row.subject, ""),
        MERGE_FINALS,
    )


def called(name: str, public: Public) -> str:
    """Return how a row names an end of an edge."""
    unit = public.unit(name)
    return f"{unit.number} · {unit.short}" if unit else "the edit record"


def _cells(
    opinions: Sequence[Opinion], who: Sequence[str], titles: Mapping[str, tuple[str, str]]
) -> list[Cell]:
    return [
        Cell(name, [titles.get(word, (word, "")) for word in opinion.words])
        for name, opinion in zip(who, opinions, strict=False)
    ]


def _notes(opinions: Sequence[Opinion], who: Sequence[str]) -> list[Note]:
    return [
        Note(name, opinion.rationale, [cited["quote"] for cited in opinion.citations if "quote" in cited])
        for name, opinion in zip(who, opinions, strict=False)
        if opinion.rationale or any("quote" in cited for cited in opinion.citations)
    ]


def _span(span: Mapping[str, Any], unit: Unit) -> tuple[str, str]:
    """Return a span as the form sends it (code points), and as it is read."""
    data = unit.text.encode()
    before, inside = (data[a:b].decode() for a, b in ((0, span["start"]), (span["start"], span["end"])))
    title = "name" if span["kind"] == "entity" else span["kind"]
    return f"{span['kind']}:{len(before)}:{len(before) + len(inside)}", f"{title}: {inside}"


def _final_graph(
    public: Public, matrix: Matrix, answered: Mapping[str, str], body: Mapping[str, Any]
) -> Graph:
    """Return the drawing of the closure that the answers give, with recomputed depths."""
    members = [unit for unit in public.units if answered[f"u{unit.number}"] == "in"]
    edges: list[tuple[str, Mapping[str, Any]]] = [
        (key, {"parent": row.parent, "child": row.child, "rule": row.rule})
        for key, row in keyed_edges(matrix)
        if answered[key] == "in"
    ]
    edges += [(f"new-{n}", edge) for n, edge in enumerate(_adjudicator_edges(matrix, body))]
    inside = {unit.unit_id for unit in members} | {"edit"}
    reached = depths([pair for pair in pairs(edge for _, edge in edges) if inside.issuperset(pair)])
    depth_of = {unit.unit_id: reached.get(unit.unit_id) for unit in members}
    return graph_of(public, depth_of, edges, title="Final closure", verdicts={})


def _adjudicator_edges(matrix: Matrix, body: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the edges that only the adjudicator named."""
    matrix_edges = {(row.parent, row.child) for row in matrix.edges}
    return [edge for edge in body.get("edges", []) if (edge["parent"], edge["child"]) not in matrix_edges]


def _new_edges(matrix: Matrix, body: Mapping[str, Any], whys: Mapping[str, str]) -> list[Mapping[str, Any]]:
    named = [
        {**edge, "why": whys.get(f"edge:{edge['parent']}>{edge['child']}", "")}
        for edge in _adjudicator_edges(matrix, body)
    ]
    return [*named, *({} for _ in range(NEW_EDGES - len(named)))]
