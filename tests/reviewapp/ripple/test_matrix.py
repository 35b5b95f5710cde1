"""What an adjudication must resolve, by hand-made tables (RKB App. D)."""

from __future__ import annotations

from typing import Any

import pytest

from reviewapp.workflows.ripple.rules.matrix import Issue, Matrix, build_matrix
from tests.reviewapp.ripple.making import MEMBERS, blind_body, closure_body, ripple_object, subject, unit

ITEM = ripple_object("x")
DISAGREEMENT, NOT_SUPPORTED, ADDITION, AMBIGUITY = Issue


def matrix(
    first: dict[str, Any] | None = None,
    second: dict[str, Any] | None = None,
    *,
    blinds: tuple[dict[str, Any], dict[str, Any]] | None = None,
) -> Matrix:
    return build_matrix(
        ITEM,
        ITEM["closure"],
        blinds=blinds or (blind_body(), blind_body()),
        closures=[first or closure_body(), second or closure_body()],
    )


def open_issues(found: Matrix) -> dict[str, tuple[Issue, ...]]:
    return {row.subject: row.issues for row in found.open_rows}


def test_full_agreement_leaves_nothing_to_resolve() -> None:
    found = matrix()
    assert found.open_rows == ()
    assert [row.unit_id for row in found.units] == [unit(name) for name in MEMBERS]
    assert [row.edge_id for row in found.edges] == [f"e{n}" for n in range(1, 7)]
    assert [row.unit_id for row in found.merges] == [unit("below")]
    assert all(row.prefilled for row in found.rows)


@pytest.mark.parametrize(
    ("first", "second", "issues", "prefilled"),
    [
        ("supported", "supported", (), True),
        ("supported", "not_supported", (DISAGREEMENT, NOT_SUPPORTED), None),
        ("not_supported", "not_supported", (DISAGREEMENT, NOT_SUPPORTED), False),
        ("supported", "ambiguous", (DISAGREEMENT, AMBIGUITY), None),
        ("ambiguous", "ambiguous", (DISAGREEMENT, AMBIGUITY), None),
        ("ambiguous", "not_supported", (DISAGREEMENT, NOT_SUPPORTED, AMBIGUITY), None),
    ],
)
def test_a_proposed_edge(first: str, second: str, issues: tuple[Issue, ...], prefilled: bool | None) -> None:
    found = matrix(closure_body(verdicts={"e6": first}), closure_body(verdicts={"e6": second}))
    row = found.row(subject("edge", "below", "audit"))
    assert row is not None
    assert (row.issues, row.prefilled) == (issues, prefilled)


@pytest.mark.parametrize(
    ("first", "second", "issues"),
    [
        (MEMBERS, MEMBERS, ()),
        (MEMBERS, MEMBERS[:-1], (DISAGREEMENT,)),  # one reviewer did not find it
        (MEMBERS[:-1], MEMBERS[:-1], (DISAGREEMENT,)),  # neither did, and both say that it is supported
    ],
)
def test_a_proposed_unit_that_was_not_found_blind(
    first: tuple[str, ...], second: tuple[str, ...], issues: tuple[Issue, ...]
) -> None:
    row = matrix(blinds=(blind_body(first), blind_body(second))).row(subject("unit", "audit"))
    assert row is not None
    assert row.issues == issues
    assert row.prefilled is True


def test_a_unit_that_both_selected_and_the_closure_lacks() -> None:
    extra = blind_body([*MEMBERS, "dawn"])
    found = matrix(blinds=(extra, extra))
    assert open_issues(found) == {subject("unit", "dawn"): (DISAGREEMENT,)}
    row = found.units[-1]
    assert (row.proposed, row.depth, row.prefilled) == (False, None, False)
    assert row.blind[0].rationale == "dawn follows"


def test_a_unit_that_was_marked_ambiguous_blind() -> None:
    marked = blind_body(ambiguous=["dawn", "north"])
    found = matrix(blinds=(marked, blind_body()))
    assert open_issues(found) == {
        subject("unit", "north"): (AMBIGUITY,),
        subject("unit", "dawn"): (AMBIGUITY,),
    }
    assert found.units[0].blind[0].words == ("selected", "ambiguous")


def test_an_added_unit_brings_its_edges() -> None:
    found = matrix(closure_body(added={"dawn": ["audit"]}))
    assert open_issues(found) == {
        subject("unit", "dawn"): (DISAGREEMENT, ADDITION),
        subject("edge", "audit", "dawn"): (DISAGREEMENT, ADDITION),
    }


def test_what_both_add_is_an_addition_to_the_proposal() -> None:
    both = closure_body(added={"dawn": ["audit"]})
    found = matrix(both, both, blinds=(blind_body([*MEMBERS, "dawn"]),) * 2)
    assert open_issues(found) == {
        subject("unit", "dawn"): (DISAGREEMENT, ADDITION),
        subject("edge", "audit", "dawn"): (DISAGREEMENT, ADDITION),
    }
    assert all(row.prefilled for row in found.open_rows)


def test_an_added_edge_alone() -> None:
    row = {"parent": unit("north"), "child": unit("audit"), "rationale": "named"}
    found = matrix(closure_body() | {"added_edges": [row]})
    assert open_issues(found) == {subject("edge", "north", "audit"): (DISAGREEMENT, ADDITION)}
    assert found.edges[-1].closure[0].rationale == "named"


@pytest.mark.parametrize(
    ("first", "second", "issues"),
    [
        (None, None, ()),
        (["e4"], None, (DISAGREEMENT, NOT_SUPPORTED)),
        (["e4"], ["e4"], (DISAGREEMENT, NOT_SUPPORTED)),
        (["e4"], ["e5"], (DISAGREEMENT, NOT_SUPPORTED)),
    ],
)
def test_a_merge(first: list[str] | None, second: list[str] | None, issues: tuple[Issue, ...]) -> None:
    bodies = [closure_body(needed={"below": needed} if needed else None) for needed in (first, second)]
    row = matrix(*bodies).row(subject("merge", "below"))
    assert row is not None
    assert row.issues == issues


def test_units_that_nobody_named_have_no_row() -> None:
    assert {row.unit_id for row in matrix().units}.isdisjoint({unit("door"), unit("south"), unit("dawn")})
