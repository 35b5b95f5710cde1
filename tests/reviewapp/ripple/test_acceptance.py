"""The final answer key and the acceptance rule, line by line, by hand (RKB App. D, B.1, B.2)."""

from __future__ import annotations

from typing import Any

import pytest

from reviewapp.records.text import sha256
from reviewapp.rules.protocol import Incomplete
from reviewapp.workflows.ripple.rules.acceptance import (
    TITLES,
    Effort,
    Final,
    Isolation,
    Sibling,
    acceptance,
)
from reviewapp.workflows.ripple.rules.matrix import Matrix, build_matrix
from reviewapp.workflows.ripple.rules.outcome import check_outcome, final_of, open_questions
from tests.reviewapp.ripple.making import (
    EDGES,
    blind_body,
    closure_body,
    outcome_body,
    ripple_object,
    subject,
    unit,
)

ITEM = ripple_object("x")
CLOSURE = ITEM["closure"]
REPORT = Isolation("report")
EFFORT = (Effort("The blind recovery", "Alice", 60.0, 0.0),)


def matrix(*closures: dict[str, Any]) -> Matrix:
    said = closures or (closure_body(), closure_body())
    return build_matrix(ITEM, CLOSURE, blinds=[blind_body(), blind_body()], closures=said)


def outcome(body: dict[str, Any], found: Matrix | None = None) -> dict[str, Any]:
    return check_outcome(body, public=ITEM, closure=CLOSURE, spans=ITEM["spans"], matrix=found or matrix())


def lines(
    body: dict[str, Any] | None = None,
    *,
    isolation: Isolation = REPORT,
    effort: tuple[Effort, ...] = EFFORT,
    found: Matrix | None = None,
) -> dict[str, list[str]]:
    """Return what each line misses."""
    found = found or matrix()
    decided = outcome(body or outcome_body(), found)
    rule = acceptance(
        ITEM,
        final_of(decided, CLOSURE),
        isolation=isolation,
        questions=open_questions(found, decided, ITEM),
        effort=effort,
    )
    assert [line.name for line in rule] == list(TITLES)
    assert all(line.ok == (not line.missing) for line in rule)
    return {line.name: [one.text for one in line.missing] for line in rule if line.missing}


def final(edges: list[tuple[str, str]], units: list[str] | None = None) -> dict[str, list[str]]:
    """Return what the rule misses of a closure with those edges, by name."""
    names = units if units is not None else sorted({child for _, child in edges})
    rows = [
        {"edge_id": f"e{n}", "parent": parent if parent == "edit" else unit(parent), "child": unit(child)}
        for n, (parent, child) in enumerate(edges)
    ]
    key = Final(tuple(unit(name) for name in names), tuple(rows), ())
    rule = acceptance(ITEM, key, isolation=Isolation("report"), questions=(), effort=EFFORT)
    return {line.name: [one.text for one in line.missing] for line in rule if line.missing}


def test_what_all_agree_on_is_acceptable() -> None:
    assert lines() == {}


def test_the_final_depths_follow_from_the_final_edges() -> None:
    shorter = outcome_body() | {
        "edges": [*outcome_body()["edges"], {"parent": "edit", "child": unit("below"), "rule": "direct"}]
    }
    depths = {one["unit_id"]: one["depth"] for one in outcome(shorter)["units"]}
    assert depths == {
        unit("north"): 1,
        unit("total"): 2,
        unit("share"): 2,
        unit("below"): 1,
        unit("audit"): 2,
    }


def test_a_cycle() -> None:
    assert final([*EDGES, ("audit", "below")])["closure"] == [
        "The edges run in a circle: unit 6 → unit 7 → unit 6."
    ]


def test_a_unit_that_the_edges_do_not_reach() -> None:
    assert final([("edit", "north"), ("north", "total")], ["north", "total", "audit"])["closure"] == [
        "unit 7 is not reached from the edit record."
    ]


def test_an_edge_that_leads_out_of_the_closure() -> None:
    found = final([*EDGES], ["north", "total", "share", "below"])["closure"]
    assert found == ["An edge leads to unit 7, which is not in the closure."]


@pytest.mark.parametrize(
    "edges", [[("edit", "total"), ("total", "north"), ("total", "below")], [("edit", "below")]]
)
def test_the_edited_sentence_stands_at_depth_one(edges: list[tuple[str, str]]) -> None:
    assert "The edited sentence does not stand at depth 1." in final(edges)["closure"]


def test_the_edited_sentence_belongs_to_the_closure() -> None:
    found = final([*EDGES], ["total", "share", "below", "audit"])["closure"]
    assert "The edited sentence does not stand at depth 1." in found


def test_the_closure_crosses_a_document() -> None:
    assert final([("edit", "north"), ("north", "total")])["closure"] == [
        "The closure does not cross the boundary of a document."
    ]


def test_some_unit_is_left_unaffected() -> None:
    every = [*EDGES, ("north", "door"), ("north", "south"), ("north", "dawn")]
    assert final(every)["closure"] == ["No unit is left that the edit does not affect."]


def test_an_edge_stands_once() -> None:
    assert final([*EDGES, EDGES[0]])["closure"] == ["The edge from the edit record to unit 1 stands twice."]


def test_a_unit_that_leaves_loses_its_spans_and_is_resolved() -> None:
    body = outcome_body(drop=["audit", "below"])
    assert {span["unit_id"] for span in outcome(body)["spans"]} == {unit("north"), unit("total")}
    assert lines(body)["questions"] == [
        "Unit 6: change of what was agreed on not resolved.",
        "Unit 7: change of what was agreed on not resolved.",
        "Edge from unit 3 to unit 6: change of what was agreed on not resolved.",
        "Edge from unit 5 to unit 6: change of what was agreed on not resolved.",
        "Edge from unit 6 to unit 7: change of what was agreed on not resolved.",
    ]


def entering(*spans: tuple[str, str, int, int]) -> tuple[dict[str, Any], Matrix]:
    found = matrix(closure_body(added={"south": ["edit"]}), closure_body())
    resolved = {subject("unit", "south"): "in", subject("edge", "edit", "south"): "in"}
    return outcome_body(add={"south": ["edit"]}, spans=spans, resolve=resolved), found


def test_a_unit_that_enters_needs_its_spans() -> None:
    body, found = entering()
    assert lines(body, found=found) == {"annotations": ["Mark the numbers and names of unit 4."]}
    body, found = entering(("south", "entity", 0, 5))
    assert lines(body, found=found) == {"annotations": ["Mark the numbers of unit 4."]}
    body, found = entering(("south", "entity", 0, 5), ("south", "number", 13, 18))
    assert lines(body, found=found) == {}
    assert outcome(body, found)["spans"][-1] == {
        "unit_id": unit("south"),
        "kind": "number",
        "start": 13,
        "end": 18,
        "sha256": sha256(b"1,100"),
    }


def test_a_new_edge_has_an_identifier_of_its_own_and_its_rule() -> None:
    body, found = entering()
    assert outcome(body, found)["edges"][-1] == {
        "edge_id": "added-1",
        "parent": "edit",
        "child": unit("south"),
        "rule": "as it says",
    }


@pytest.mark.parametrize(
    ("start", "end", "kind"), [(0, 0, "entity"), (0, 99, "entity"), (0, 5, "place"), ("0", 5, "entity")]
)
def test_a_span_that_is_none_is_refused(start: Any, end: Any, kind: str) -> None:
    body, found = entering()
    body["spans"] = [{"unit_id": unit("south"), "kind": kind, "start": start, "end": end}]
    with pytest.raises(Incomplete) as raised:
        outcome(body, found)
    assert list(raised.value.missing) == [subject("unit", "south")]


TEXT = "Nörd stores 1,204 crates."
WHOLE = {"unit_id": unit("north"), "kind": "number", "start": 13, "end": 18, "sha256": sha256(b"1,204")}


@pytest.mark.parametrize(
    ("change", "missing"),
    [
        ({}, []),
        ({"end": 99}, ["A span of unit 1 is not within its text."]),
        ({"start": 2, "end": 3}, ["A span of unit 1 cuts a character in two."]),
        ({"end": 17}, ["The hash of a span of unit 1 is not that of its bytes."]),
        ({"unit_id": "elsewhere"}, ["A span names no unit of the item."]),
    ],
)
def test_spans_are_bytes_of_the_canonical_text(change: dict[str, Any], missing: list[str]) -> None:
    item = ripple_object("x")
    item["documents"][0]["units"][0] |= {"text": TEXT, "sha256": sha256(TEXT.encode())}
    members = tuple(one["unit_id"] for one in CLOSURE["units"])
    key = Final(members, tuple(CLOSURE["edges"]), (WHOLE | change,))
    rule = acceptance(item, key, isolation=Isolation("report"), questions=(), effort=EFFORT)
    assert [one.text for one in rule[1].missing] == missing


def test_a_text_whose_hash_is_another() -> None:
    item = ripple_object("x")
    item["documents"][0]["units"][1]["text"] = "North opens at noon."
    key = Final(tuple(one["unit_id"] for one in CLOSURE["units"]), tuple(CLOSURE["edges"]), ())
    rule = acceptance(item, key, isolation=Isolation("report"), questions=(), effort=EFFORT)
    assert [one.subject for one in rule[1].missing] == [subject("unit", "door")]


@pytest.mark.parametrize(
    ("isolation", "missing"),
    [
        (Isolation("report", (Sibling("rk-2", "report", True),)), []),
        (
            Isolation("report", (Sibling("rk-2", "development", False),)),
            ["Its source is in the split “development” too: rk-2."],
        ),
        (
            Isolation("report", (Sibling("rk-2", "selection", True),)),
            ["Its source is in the split “selection” too: rk-2, accepted."],
        ),
        (Isolation("report", (), ("in review",)), ["Its source is on the exclusion list “in review”."]),
    ],
)
def test_source_isolation(isolation: Isolation, missing: list[str]) -> None:
    assert lines(isolation=isolation).get("isolation", []) == missing


@pytest.mark.parametrize(
    ("effort", "missing"),
    [
        (Effort("The closure review", "Bob", 0.0, 12.0), []),  # without JavaScript: from claim to commit
        (Effort("The closure review", "Bob", 0.0, 0.0), ["The closure review by Bob has no effort record."]),
        (Effort("The adjudication", "", 9.0, 9.0), ["The adjudication is attributed to nobody."]),
    ],
)
def test_effort(effort: Effort, missing: list[str]) -> None:
    assert lines(effort=(*EFFORT, effort)).get("effort", []) == missing


@pytest.mark.parametrize(
    ("said", "about", "words"),
    [
        (
            closure_body(verdicts={"e6": "ambiguous"}),
            subject("edge", "below", "audit"),
            "disagreement, ambiguity",
        ),
        (
            closure_body(verdicts={"audit": "not_supported"}),
            subject("unit", "audit"),
            "disagreement, “not supported”",
        ),
        (
            closure_body(needed={"below": ["e4"]}),
            subject("merge", "below"),
            "disagreement, “not supported”",
        ),
    ],
)
def test_what_is_asked_must_be_resolved(said: dict[str, Any], about: str, words: str) -> None:
    found = matrix(said, closure_body())
    (question,) = open_questions(found, outcome(outcome_body(), found), ITEM)
    assert (question.subject, words in question.text) == (about, True)
    assert lines(outcome_body(resolve={about: "in"}), found=found) == {}
    assert "questions" in lines(outcome_body(resolve={about: "open"}), found=found)
    silent = outcome_body(resolve={about: "in"})
    silent["resolutions"][0]["rationale"] = " "
    assert "questions" in lines(silent, found=found)


def test_a_unit_that_nobody_named_enters_with_a_resolution_only() -> None:
    body = outcome_body(add={"dawn": ["audit"]}, spans=[("dawn", "entity", 4, 9)])
    assert len(lines(body)["questions"]) == 2
    resolved = {subject("unit", "dawn"): "in", subject("edge", "audit", "dawn"): "in"}
    body = outcome_body(add={"dawn": ["audit"]}, spans=[("dawn", "entity", 4, 9)], resolve=resolved)
    assert lines(body) == {}


@pytest.mark.parametrize(
    "body",
    [
        {"units": ["elsewhere"]},
        {"edges": [{"parent": "elsewhere", "child": unit("north")}]},
        {"edges": [{"parent": unit("north"), "child": unit("north")}]},
        {"edges": [{"parent": unit("north"), "child": "edit"}]},
    ],
)
def test_what_the_item_does_not_have_is_refused(body: dict[str, Any]) -> None:
    with pytest.raises(Incomplete):
        outcome(outcome_body() | body)
