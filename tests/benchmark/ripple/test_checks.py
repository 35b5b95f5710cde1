"""Each mechanical check lets good candidates pass and turns down one that breaks what it holds."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from benchmark.construction.ripple.candidate import Candidate, Edge, assemble
from benchmark.construction.ripple.checks import (
    CHECKS,
    ISOLATION,
    PROOFS,
    failures_of,
    isolation_failures,
)
from benchmark.construction.ripple.render import RulesGenerator
from benchmark.construction.ripple.schedule import TABLE_4
from reviewapp.records import canonical_text, sha256

from .records import candidate

Damage = Callable[[Candidate], Candidate]


def with_text(one: Candidate, slot: str, text: str) -> Candidate:
    """Return a candidate with another text in a slot, its hash right."""
    hashes = {**one.hashes, slot: sha256(canonical_text(text).encode())}
    return replace(one, texts={**one.texts, slot: text}, hashes=hashes)


def with_plan(one: Candidate, **changes: Any) -> Candidate:
    """Return a candidate that was planned otherwise."""
    return replace(one, plan=replace(one.plan, **changes))


def with_source(one: Candidate, **changes: Any) -> Candidate:
    """Return a candidate whose source says something else."""
    return with_plan(one, source=replace(one.plan.source, **changes))


def without(one: Candidate, slots: list[str]) -> Candidate:
    """Return a candidate without some units."""
    texts = {name: text for name, text in one.texts.items() if name not in slots}
    documents = tuple(
        (title, tuple(name for name in names if name in texts)) for title, names in one.documents
    )
    return replace(one, texts=texts, documents=documents)


def bystanders(one: Candidate) -> list[str]:
    return [name for name in one.texts if name not in one.depths]


def role(one: Candidate, *roles: str) -> list[str]:
    return [name for name in one.texts if one.slot(name).role in roles]


def few_that_hold(one: Candidate) -> Candidate:
    return without(one, role(one, "held")[6:])


def few_real_sentences(one: Candidate) -> Candidate:
    return without(one, role(one, "real")[1:])


def two_bodies_of_one_kind(one: Candidate) -> Candidate:
    nodes = dict(one.plan.nodes)
    first, second = [name for name in nodes if name != "n0"][:2]
    word = nodes[first].entity.split(" ", 1)[1]
    stem = nodes[second].entity.split(" ", 1)[0]
    nodes[second] = replace(nodes[second], entity=f"{stem} {word}")
    return with_plan(one, nodes=nodes)


def a_unit_short(one: Candidate) -> Candidate:
    return without(one, bystanders(one)[:1])


def an_edge_too_many(one: Candidate) -> Candidate:
    return replace(one, edges=(*one.edges, Edge("edited", one.downstream[-1], "")))


def a_title_twice(one: Candidate) -> Candidate:
    (title, first), (_, second), *rest = one.documents
    return replace(one, documents=((title, first), (title.upper(), second), *rest))


def an_affected_unit_too_many(one: Candidate) -> Candidate:
    return replace(one, depths={**one.depths, bystanders(one)[0]: 2})


def few_bystanders(one: Candidate) -> Candidate:
    return without(one, bystanders(one)[: len(one.texts) - 2 * len(one.depths)])


def a_rewritten_source_sentence(one: Candidate) -> Candidate:
    return with_text(one, "edited", one.texts["edited"].replace("harbour", "port"))


def an_old_value_that_is_not_there(one: Candidate) -> Candidate:
    return with_source(one, quantity=replace(one.plan.source.quantity, text="7,777"))


def a_cut_off_branch(one: Candidate) -> Candidate:
    return replace(one, edges=one.edges[:-1])


def a_wrong_depth(one: Candidate) -> Candidate:
    return replace(one, depths={**one.depths, one.downstream[-1]: 2})


def all_at_home(one: Candidate) -> Candidate:
    (title, names), *rest = one.documents
    moved = [name for name in one.downstream if name not in names]
    kept = tuple((other, tuple(name for name in inside if name not in moved)) for other, inside in rest)
    return replace(one, documents=((title, (*names, *moved)), *kept))


def a_document_of_affected_units(one: Candidate) -> Candidate:
    title, names = one.documents[-1]
    return replace(one, documents=(*one.documents[:-1], (title, tuple(n for n in names if n in one.depths))))


def no_support(one: Candidate) -> Candidate:
    return replace(one, supporting=())


def one_text_twice(one: Candidate) -> Candidate:
    first, second = bystanders(one)[:2]
    return with_text(one, first, one.texts[second])


def a_wrong_hash(one: Candidate) -> Candidate:
    return replace(one, hashes={**one.hashes, "edited": "0" * 64})


def a_moved_span(one: Candidate) -> Candidate:
    first, *rest = one.spans
    return replace(one, spans=(replace(first, start=first.start + 1), *rest))


def an_opening_before_the_entity(one: Candidate) -> Candidate:
    name = one.downstream[0]
    return with_text(one, name, "At present " + one.texts[name])


def the_new_value_downstream(one: Candidate) -> Candidate:
    name = one.downstream[0]
    return with_text(
        one, name, one.texts[name].removesuffix(".") + f", next to {one.plan.source.new} others."
    )


def the_old_value_in_a_title(one: Candidate) -> Candidate:
    (title, names), *rest = one.documents
    return replace(one, documents=((f"{title} {one.plan.source.quantity.text}", names), *rest))


def a_name_of_the_source(one: Candidate) -> Candidate:
    word = one.plan.chain[1].entity.split()[0].casefold()
    return with_source(one, words=one.plan.source.words | {word})


def another_wording(one: Candidate) -> Candidate:
    name = one.downstream[0]
    return with_text(one, name, one.texts[name].removesuffix(".") + ", as is well known.")


BROKEN: list[tuple[str, Damage]] = [
    ("planned_slots", a_unit_short),
    ("planned_edges", an_edge_too_many),
    ("planned_documents", a_title_twice),
    ("planned_counts", an_affected_unit_too_many),
    ("review_budget", few_bystanders),
    ("source_grounding", a_rewritten_source_sentence),
    ("edit_substring", an_old_value_that_is_not_there),
    ("reachability", a_cut_off_branch),
    ("depth", a_wrong_depth),
    ("cross_document", all_at_home),
    ("unaffected_everywhere", a_document_of_affected_units),
    ("support_coverage", no_support),
    ("unique_text", one_text_twice),
    ("text_hashes", a_wrong_hash),
    ("span_hashes", a_moved_span),
    ("entity_first", an_opening_before_the_entity),
    ("no_edit_tokens", the_new_value_downstream),
    ("no_edit_tokens", the_old_value_in_a_title),
    ("names_apart", a_name_of_the_source),
    ("held_units", few_that_hold),
    ("real_units", few_real_sentences),
    ("references", two_bodies_of_one_kind),
    ("semantics", another_wording),
]


@pytest.mark.parametrize("shape", TABLE_4)
@pytest.mark.parametrize("documents", [3, 4])
def test_a_good_candidate_fails_nothing(shape: str, documents: int) -> None:
    assert failures_of(candidate(shape, documents=documents)) == []


@pytest.mark.parametrize(("check", "damage"), BROKEN, ids=lambda value: getattr(value, "__name__", value))
def test_what_a_check_holds_is_turned_down_when_broken(check: str, damage: Damage) -> None:
    broken = damage(candidate())
    assert list({**CHECKS, **PROOFS}[check](broken))
    assert check in {failure.check for failure in failures_of(broken)}


def test_every_check_has_a_candidate_that_it_turns_down() -> None:
    assert {check for check, _ in BROKEN} == CHECKS.keys() | PROOFS.keys()


def test_a_text_of_another_item_breaks_isolation() -> None:
    one = candidate()
    used = {canonical_text(one.texts["edited"]): "report-0001"}
    [failure] = isolation_failures(one, used)
    assert (failure.check, failure.detail) == (ISOLATION, "edited stands in report-0001 too")
    assert isolation_failures(one, {}) == []


def test_a_unit_that_was_not_given_is_missed_not_crashed_on() -> None:
    one = candidate()
    units = [unit for unit in RulesGenerator().units(one.plan) if not unit.slot.name.startswith("affected")]
    checks = {failure.check for failure in failures_of(assemble(one.plan, units), provable=False)}
    assert {"planned_slots", "planned_documents", "span_hashes", "entity_first"} - {"span_hashes"} <= checks
