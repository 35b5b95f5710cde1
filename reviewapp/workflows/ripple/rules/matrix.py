"""The matrix of an adjudication: the proposal beside both reviewers' opinions (RKB App. D). Pure.

One row a unit that anybody selected, proposed or questioned, then one an edge, then one a merge (RKB App. D).
A row is agreed when the proposal and all opinions on it are the same; every other row must be resolved.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from reviewapp.workflows.ripple.rules.bodies import units_by_id
from reviewapp.workflows.ripple.rules.graph import merges
from reviewapp.workflows.ripple.rules.public import read_public
from reviewapp.workflows.ripple.rules.words import Judgement

ADDED = "added"
SELECTED = "selected"
AMBIGUOUS = "ambiguous"


class Issue(StrEnum):
    """Why a row must be resolved."""

    DISAGREEMENT = "disagreement"
    NOT_SUPPORTED = "not_supported"
    ADDITION = "addition"
    AMBIGUITY = "ambiguity"


@dataclass(frozen=True, slots=True)
class Opinion:
    """One reviewer's opinion on a row at one stage; `words` is empty where they did not mention it."""

    words: tuple[str, ...] = ()
    rationale: str = ""
    citations: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """What all rows have: `prefilled` is the final answer where both closure reviews agree, else None."""

    subject: str
    issues: tuple[Issue, ...]
    proposed: bool
    closure: tuple[Opinion, ...]
    prefilled: bool | None

    @property
    def must_resolve(self) -> bool:
        return bool(self.issues)


@dataclass(frozen=True, slots=True)
class UnitRow(Row):
    """A unit: is it affected?"""

    unit_id: str
    depth: int | None
    blind: tuple[Opinion, ...]


@dataclass(frozen=True, slots=True)
class EdgeRow(Row):
    """An edge: does the child follow from the parent? `edge_id` and `rule` are empty where it was added."""

    parent: str
    child: str
    edge_id: str
    rule: str


@dataclass(frozen=True, slots=True)
class MergeRow(Row):
    """A merge: is every parent needed? `edges` are the proposed ones, `needed` those each reviewer named."""

    unit_id: str
    edges: tuple[str, ...]
    needed: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Matrix:
    """All rows: units in the order of the file, edges and merges in that of the proposal, added ones last."""

    units: tuple[UnitRow, ...]
    edges: tuple[EdgeRow, ...]
    merges: tuple[MergeRow, ...]

    @property
    def rows(self) -> tuple[Row, ...]:
        return (*self.units, *self.edges, *self.merges)

    @property
    def open_rows(self) -> tuple[Row, ...]:
        """The rows that an outcome must resolve."""
        return tuple(row for row in self.rows if row.must_resolve)

    def row(self, subject: str) -> Row | None:
        """Return the row of that subject, if there is one."""
        return next((row for row in self.rows if row.subject == subject), None)


def unit_subject(unit_id: str) -> str:
    """Return what a question about a unit's membership is filed under."""
    return f"unit:{unit_id}"


def edge_subject(parent: str, child: str) -> str:
    """Return what a question about an edge is filed under."""
    return f"edge:{parent}>{child}"


def merge_subject(unit_id: str) -> str:
    """Return what a question about whether a merge needs every parent is filed under."""
    return f"merge:{unit_id}"


def build_matrix(
    public: Mapping[str, Any],
    closure: Mapping[str, Any],
    *,
    blinds: Sequence[Mapping[str, Any]],
    closures: Sequence[Mapping[str, Any]],
) -> Matrix:
    """Set the returns of both reviewers beside the proposal (RKB App. D, "joint adjudication").

    :param blinds: the bodies of the blind returns, reviewer 1 first; *closures*: in the same order.
    """
    proposed = {unit["unit_id"]: unit["depth"] for unit in closure["units"]}
    return Matrix(
        tuple(_unit_rows(public, proposed, blinds, closures)),
        tuple(_edge_rows(closure, closures)),
        tuple(_merge_rows(closure, closures)),
    )


def issues_of(proposed: bool, memberships: Iterable[bool], opinions: Iterable[Opinion]) -> tuple[Issue, ...]:
    """Return why a row must be resolved.

    :param memberships: whether it belongs to the closure, by each reviewer and stage.
    :param opinions: of each reviewer and stage, in words.
    """
    words = {word for opinion in opinions for word in opinion.words}
    issues = []
    if len({proposed, *memberships}) > 1:
        issues.append(Issue.DISAGREEMENT)
    if Judgement.NOT_SUPPORTED in words:
        issues.append(Issue.NOT_SUPPORTED)
    if ADDED in words:
        issues.append(Issue.ADDITION)
    if AMBIGUOUS in words:
        issues.append(Issue.AMBIGUITY)
    return tuple(issues)


def _unit_rows(
    public: Mapping[str, Any],
    proposed: Mapping[str, int],
    blinds: Sequence[Mapping[str, Any]],
    closures: Sequence[Mapping[str, Any]],
) -> Iterable[UnitRow]:
    for unit_id in units_by_id(read_public(public)):
        blind = tuple(_blind(body, unit_id) for body in blinds)
        judged = tuple(_judged(body["units"], body["added_units"], unit_id=unit_id) for body in closures)
        is_in = unit_id in proposed
        if not is_in and not any(opinion.words for opinion in (*blind, *judged)):
            continue
        memberships = [
            *(SELECTED in opinion.words for opinion in blind),
            *(_is_in(opinion) for opinion in judged),
        ]
        issues = issues_of(is_in, memberships, (*blind, *judged))
        subject, depth = unit_subject(unit_id), proposed.get(unit_id)
        yield UnitRow(subject, issues, is_in, judged, _prefilled(judged), unit_id, depth, blind)


def _edge_rows(closure: Mapping[str, Any], closures: Sequence[Mapping[str, Any]]) -> Iterable[EdgeRow]:
    added = [_edges_added(body) for body in closures]
    proposed = {(edge["parent"], edge["child"]): edge for edge in closure["edges"]}
    for parent, child in dict.fromkeys([*proposed, *(pair for by_pair in added for pair in by_pair)]):
        edge = proposed.get((parent, child))
        edge_id = edge["edge_id"] if edge else ""
        judged = tuple(
            _judged(body["edges"], (), edge_id=edge_id) if edge else additions.get((parent, child), Opinion())
            for body, additions in zip(closures, added, strict=True)
        )
        issues = issues_of(edge is not None, map(_is_in, judged), judged)
        rule = edge["rule"] if edge else ""
        subject = edge_subject(parent, child)
        yield EdgeRow(
            subject, issues, edge is not None, judged, _prefilled(judged), parent, child, edge_id, rule
        )


def _merge_rows(closure: Mapping[str, Any], closures: Sequence[Mapping[str, Any]]) -> Iterable[MergeRow]:
    for unit_id, edges in merges(closure["edges"]).items():
        rows = [_row(body["merges"], unit_id=unit_id) or {} for body in closures]
        judged = tuple(
            Opinion(
                (Judgement.SUPPORTED if row.get("all_needed") else Judgement.NOT_SUPPORTED,),
                row.get("rationale", ""),
            )
            for row in rows
        )
        needed = tuple(tuple(row.get("needed", ())) for row in rows)
        issues = issues_of(True, map(_is_in, judged), judged)
        if len(set(needed)) > 1 and Issue.DISAGREEMENT not in issues:
            issues = (Issue.DISAGREEMENT, *issues)
        subject = merge_subject(unit_id)
        yield MergeRow(subject, issues, True, judged, _prefilled(judged), unit_id, tuple(edges), needed)


def _blind(body: Mapping[str, Any], unit_id: str) -> Opinion:
    selected, ambiguous = _row(body["selected"], unit_id=unit_id), _row(body["ambiguous"], unit_id=unit_id)
    words = (*([SELECTED] if selected else []), *([AMBIGUOUS] if ambiguous else []))
    texts = [row[why] for row, why in ((selected, "rationale"), (ambiguous, "reason")) if row]
    return Opinion(words, "\n".join(texts))


def _judged(rows: Iterable[Mapping[str, Any]], added: Iterable[Mapping[str, Any]], **key: str) -> Opinion:
    if row := _row(rows, **key):
        return Opinion((row["verdict"],), row["rationale"], tuple(row["citations"]))
    if row := _row(added, **key):
        return Opinion((ADDED,), row["rationale"])
    return Opinion()


def _edges_added(body: Mapping[str, Any]) -> dict[tuple[str, str], Opinion]:
    """Return the edges that one reviewer added: those they named, and those to the units they added."""
    named = {
        (addition["parent"], addition["child"]): Opinion((ADDED,), addition["rationale"])
        for addition in body["added_edges"]
    }
    ways = {
        (parent, addition["unit_id"]): Opinion((ADDED,), addition["rationale"])
        for addition in body["added_units"]
        for parent in addition["parents"]
    }
    return ways | named


def _row(rows: Iterable[Mapping[str, Any]], **key: str) -> Mapping[str, Any] | None:
    ((name, value),) = key.items()
    return next((row for row in rows if row[name] == value), None)


def _is_in(opinion: Opinion) -> bool:
    return Judgement.SUPPORTED in opinion.words or ADDED in opinion.words


def _prefilled(judged: Sequence[Opinion]) -> bool | None:
    """Return what both closure reviews agree on; None where they differ or one calls it ambiguous."""
    memberships = {_is_in(opinion) for opinion in judged}
    unclear = any(AMBIGUOUS in opinion.words for opinion in judged)
    return None if unclear or len(memberships) > 1 else memberships.pop()
