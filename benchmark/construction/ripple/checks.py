"""The mechanical checks of a candidate, each by its name (RKB §3.1, B.2, C.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from reviewapp.records import canonical_text, sha256
from reviewapp.records.ripple import EDIT
from reviewapp.records.ripple.limits import LEAST_ELSEWHERE, LEAST_NON_SUPPORTING, non_supporting_percent

from . import oracle
from .candidate import ENTITY_SPAN, Candidate, spans_of
from .plan import AFFECTED, EDITED, HELD, LEAST_UNITS, MOST_UNITS, REAL
from .quantities import find_quantity
from .render import edited_text
from .shapes import depths_of
from .tokens import tokens_of

MORE_HELD = 2


class Failure(NamedTuple):
    """A check that a candidate fails, and in what."""

    check: str
    detail: str


Check = Callable[[Candidate], Iterator[str]]


def planned_slots(candidate: Candidate) -> Iterator[str]:
    """Every planned unit is there, no other is, and none is empty."""
    planned = {slot.name for slot in candidate.plan.slots}
    yield from (f"{name} is missing" for name in sorted(planned - candidate.texts.keys()))
    yield from (f"{name} is not planned" for name in sorted(candidate.texts.keys() - planned))
    yield from (f"{name} is empty" for name, text in candidate.texts.items() if not text.strip())


def planned_edges(candidate: Candidate) -> Iterator[str]:
    """The closure's edges are the plan's, and the one from the edit record."""
    by_node = {slot.node: slot.name for slot in candidate.plan.slots if slot.role in (EDITED, AFFECTED)}
    planned = {(by_node[parent], by_node[child]) for parent, child in candidate.plan.edges} | {(EDIT, EDITED)}
    found = [(edge.parent, edge.child) for edge in candidate.edges]
    yield from (f"{parent} to {child} is missing" for parent, child in sorted(planned - set(found)))
    yield from (f"{parent} to {child} is not planned" for parent, child in sorted(set(found) - planned))
    if len(set(found)) < len(found):
        yield "an edge stands twice"


def planned_documents(candidate: Candidate) -> Iterator[str]:
    """Documents are as many as scheduled, have distinct titles, and hold the units planned for them."""
    titles = [title for title, _ in candidate.documents]
    if len(titles) != candidate.plan.coordinate.documents:
        yield f"{len(titles)} documents, expected {candidate.plan.coordinate.documents}"
    if len({title.casefold() for title in titles}) < len(titles):
        yield "two documents have one title"
    for place, (_, names) in enumerate(candidate.documents):
        planned = {slot.name for slot in candidate.plan.slots if slot.document == place}
        if set(names) != planned:
            yield f"document {place} holds {len(names)} units, expected its {len(planned)}"


def planned_counts(candidate: Candidate) -> Iterator[str]:
    """Units and affected units are as many as contracted and as scheduled (RKB §2)."""
    units, affected = len(candidate.texts), len(candidate.depths)
    if not LEAST_UNITS <= units <= MOST_UNITS:
        yield f"{units} units, expected {LEAST_UNITS}–{MOST_UNITS}"
    if affected != candidate.plan.coordinate.size:
        yield f"{affected} affected units, expected {candidate.plan.coordinate.size}"


def review_budget(candidate: Candidate) -> Iterator[str]:
    """More than 2|G| units: otherwise every full ranking completes (RKB E.1)."""
    if len(candidate.texts) <= 2 * len(candidate.depths):
        yield f"{len(candidate.texts)} units for {len(candidate.depths)} affected"


def source_grounding(candidate: Candidate) -> Iterator[str]:
    """The edited and the real units are sentences of the source's paragraphs, byte for byte."""
    source = candidate.plan.source
    if candidate.texts.get(EDITED) != source.sentence.text:
        yield "the edited unit is not the source's sentence"
    for slot in candidate.plan.slots:
        if slot.role == REAL and slot.sentence:
            document, sentence = slot.sentence
            real = candidate.plan.documents[document].real
            known = real is not None and source.documents[real].sentences[sentence].text
            if candidate.texts.get(slot.name) != known:
                yield f"{slot.name} is not the source's sentence"


def edit_substring(candidate: Candidate) -> Iterator[str]:
    """The old value stands once in the edited unit, the new one nowhere, and the kind is kept."""
    plan, text = candidate.plan, candidate.texts.get(EDITED, "")
    old, new = plan.source.quantity.text, plan.source.new
    if text.count(old) != 1:
        yield f"{old!r} stands {text.count(old)} times in the edited unit"
    if old == new or new in text:
        yield f"the new value {new!r} stands in the edited unit"
    found = find_quantity(edited_text(plan, plan.after["n0"]))
    if not found or (found.kind, found.text) != (plan.source.quantity.kind, new):
        yield f"{new!r} is not read as a {plan.source.quantity.kind}"


def reachability(candidate: Candidate) -> Iterator[str]:
    """Each affected unit is reached from the edit record, and nothing else is."""
    reached, frontier = {EDIT}, [EDIT]
    while frontier:
        parent = frontier.pop()
        children = [
            edge.child for edge in candidate.edges if edge.parent == parent and edge.child not in reached
        ]
        reached |= set(children)
        frontier += children
    yield from (f"{name} is not reached" for name in sorted(candidate.depths.keys() - reached))
    yield from (f"{name} is reached" for name in sorted(reached - candidate.depths.keys() - {EDIT}))


def depth(candidate: Candidate) -> Iterator[str]:
    """Depths are shortest paths, the edited unit's is 1, the greatest is the coordinate's."""
    depths = dict(
        zip((node.name for node in candidate.plan.chain), depths_of(candidate.plan.graph), strict=True)
    )
    for slot in candidate.plan.slots:
        if slot.role in (EDITED, AFFECTED) and candidate.depths.get(slot.name) != depths[slot.node]:
            yield f"{slot.name} has depth {candidate.depths.get(slot.name)}, expected {depths[slot.node]}"
    if max(candidate.depths.values(), default=0) != candidate.plan.coordinate.depth:
        yield f"the greatest depth is not {candidate.plan.coordinate.depth}"


def cross_document(candidate: Candidate) -> Iterator[str]:
    """At least two affected units stand outside of the edited document (RKB C.2)."""
    home = set(candidate.documents[0][1])
    away = [name for name in candidate.depths if name not in home]
    if len(away) < LEAST_ELSEWHERE:
        yield f"{len(away)} affected units outside of the edited document, expected {LEAST_ELSEWHERE}"


def unaffected_everywhere(candidate: Candidate) -> Iterator[str]:
    """Every document holds an unaffected unit."""
    for title, names in candidate.documents:
        if not any(name not in candidate.depths for name in names):
            yield f"{title!r} holds affected units alone"


def support_coverage(candidate: Candidate) -> Iterator[str]:
    """The edited unit is of the question's support; most affected units are not (RKB C.2)."""
    if EDITED not in candidate.supporting:
        yield "the edited unit is not among the supporting ones"
    if non_supporting_percent(candidate.depths, candidate.supporting) < LEAST_NON_SUPPORTING:
        beyond = sum(name not in candidate.supporting for name in candidate.depths)
        yield f"{beyond} of {len(candidate.depths)} affected units are not supporting"


def unique_text(candidate: Candidate) -> Iterator[str]:
    """No two units have one text."""
    texts = [canonical_text(text) for text in candidate.texts.values()]
    yield from (
        f"{text!r} stands twice" for text in sorted({text for text in texts if texts.count(text) > 1})
    )


def text_hashes(candidate: Candidate) -> Iterator[str]:
    """Every unit's hash is that of its canonical text (contracts §4)."""
    for name, text in candidate.texts.items():
        if candidate.hashes.get(name) != sha256(canonical_text(text).encode()):
            yield f"{name} has another hash"


def span_hashes(candidate: Candidate) -> Iterator[str]:
    """Spans lie in their units, hold the bytes of their hashes, and are all there."""
    for span in candidate.spans:
        held = canonical_text(candidate.texts.get(span.slot, "")).encode()[span.start : span.end]
        if not held or sha256(held) != span.sha256:
            yield f"a span of {span.slot} does not hold its bytes"
    for name in candidate.depths:
        wanted = set(spans_of(candidate.plan, name, canonical_text(candidate.texts.get(name, ""))))
        if wanted - set(candidate.spans):
            yield f"{name} has spans that are not annotated"


def entity_first(candidate: Candidate) -> Iterator[str]:
    """Affected downstream units open with their own, annotated entity (RKB B.2)."""
    starts = {
        (span.slot, span.end) for span in candidate.spans if span.kind == ENTITY_SPAN and span.start == 0
    }
    for name in candidate.downstream:
        entity = candidate.plan.nodes[candidate.slot(name).node].entity
        if not candidate.texts.get(name, "").startswith(entity) or (name, len(entity.encode())) not in starts:
            yield f"{name} does not open with {entity!r}"


def no_edit_tokens(candidate: Candidate) -> Iterator[str]:
    """No token of the old or the new value stands in a title or in any unit but the edited one."""
    forbidden = candidate.plan.source.forbidden
    for title, _ in candidate.documents:
        yield from (
            f"{token!r} stands in the title {title!r}" for token in sorted(forbidden & set(tokens_of(title)))
        )
    for name, text in candidate.texts.items():
        if name != EDITED:
            yield from (f"{token!r} stands in {name}" for token in sorted(forbidden & set(tokens_of(text))))


def held_units(candidate: Candidate) -> Iterator[str]:
    """Units that depend on what is edited and do not change are more than the affected ones, by two."""
    found = sum(slot.role == HELD and slot.name in candidate.texts for slot in candidate.plan.slots)
    wanted = candidate.plan.coordinate.size + MORE_HELD
    if found < wanted:
        yield f"{found} units that hold, expected {wanted}"
    hanging = {
        candidate.plan.nodes[parent].changes
        for node in candidate.plan.held
        for parent in node.parents
        if parent != "n0"
    }
    if hanging != {True, False}:
        yield "no unit that holds depends on another, or none on an affected one below the edited"


def real_units(candidate: Candidate) -> Iterator[str]:
    """At least a third of the unaffected units are real sentences."""
    real = sum(slot.role == REAL and slot.name in candidate.texts for slot in candidate.plan.slots)
    unaffected = len(candidate.texts) - len(candidate.depths)
    if 3 * real < unaffected:
        yield f"{real} of {unaffected} unaffected units are real"


def references(candidate: Candidate) -> Iterator[str]:
    """Every name and every description of a body stands for one body alone."""
    nodes = [node for node in candidate.plan.nodes.values() if node.entity]
    for label in ("entity", "described"):
        said = [getattr(node, label) for node in nodes]
        yield from (f"{one!r} is two bodies" for one in sorted(set(said)) if said.count(one) > 1)
    described = {node.described.casefold() for node in nodes}
    for name, text in candidate.texts.items():
        if candidate.slot(name).role in (EDITED, REAL):
            yield from (f"{name} speaks of {one} too" for one in sorted(described) if one in text.casefold())


def names_apart(candidate: Candidate) -> Iterator[str]:
    """No invented name is part of another, or a word of the source."""
    names = sorted({node.entity for node in candidate.plan.nodes.values() if node.entity})
    for name in names:
        yield from (f"{name!r} is part of {other!r}" for other in names if other != name and name in other)
        if name.split()[0].casefold() in candidate.plan.source.words:
            yield f"{name!r} is a word of the source"


def semantics(candidate: Candidate) -> Iterator[str]:
    """Of a rules item: exactly the closure changes, each edge is necessary, the texts are the oracle's."""
    proof = oracle.prove(candidate.plan)
    yield from oracle.failures(candidate.plan, proof)
    yield from (
        f"{name} reads otherwise" for name, text in proof.before.items() if candidate.texts.get(name) != text
    )


CHECKS: Mapping[str, Check] = {
    check.__name__: check
    for check in (
        planned_slots,
        planned_edges,
        planned_documents,
        planned_counts,
        review_budget,
        source_grounding,
        edit_substring,
        reachability,
        depth,
        cross_document,
        unaffected_everywhere,
        support_coverage,
        unique_text,
        text_hashes,
        span_hashes,
        entity_first,
        no_edit_tokens,
        held_units,
        real_units,
        references,
        names_apart,
    )
}
PROOFS: Mapping[str, Check] = {"semantics": semantics}
ISOLATION = "isolation"


def failures_of(candidate: Candidate, *, provable: bool = True) -> list[Failure]:
    """Return what a candidate fails, check by check; a *provable* one is put before the oracle too."""
    checks = {**CHECKS, **PROOFS} if provable else CHECKS
    return [Failure(name, detail) for name, check in checks.items() for detail in check(candidate)]


def isolation_failures(candidate: Candidate, used: Mapping[str, str]) -> list[Failure]:
    """Return the units whose text an item of the collection has already (RKB K).

    :param used: by canonical text, the coordinate that has it."""
    return [
        Failure(ISOLATION, f"{name} stands in {used[text]} too")
        for name, one in candidate.texts.items()
        if (text := canonical_text(one)) in used
    ]
