"""What a closure return must hold, by hand (RKB App. D, Table 8)."""

from __future__ import annotations

from typing import Any

import pytest

from reviewapp.rules.protocol import Incomplete
from reviewapp.workflows.ripple.rules.closure import check_closure
from tests.reviewapp.ripple.making import closure_body, ripple_object, unit

ITEM = ripple_object("x")


def check(body: dict[str, Any]) -> dict[str, Any]:
    return check_closure(body, ITEM, ITEM["closure"])


def missing(body: dict[str, Any]) -> list[str]:
    with pytest.raises(Incomplete) as raised:
        check(body)
    return list(raised.value.missing)


def units(body: dict[str, Any]) -> dict[str, Any]:
    return {one["unit_id"]: one for one in body["units"]}


def test_a_whole_return_is_kept_in_the_order_of_the_proposal() -> None:
    body = closure_body()
    body["units"].reverse()
    assert check(body) == closure_body()


def test_every_unit_edge_and_merge_is_judged() -> None:
    members = [f"unit-{one['unit_id']}" for one in ITEM["closure"]["units"]]
    edges = [f"edge-e{n}" for n in range(1, 7)]
    assert missing({}) == [*members, *edges, f"merge-{unit('below')}"]


def test_a_supported_unit_cites_the_text_that_supports_it() -> None:
    body = closure_body()
    units(body)[unit("total")]["citations"] = []
    assert missing(body) == [f"unit-{unit('total')}"]


@pytest.mark.parametrize("verdict", ["not_supported", "ambiguous"])
def test_any_other_judgement_has_a_rationale(verdict: str) -> None:
    body = closure_body(verdicts={"total": verdict, "e2": verdict})
    assert check(body)["edges"][1]["verdict"] == verdict
    units(body)[unit("total")]["rationale"] = ""
    body["edges"][1]["rationale"] = "\n"
    assert missing(body) == [f"unit-{unit('total')}", "edge-e2"]


def test_a_quote_is_derived_from_its_offsets() -> None:
    body = closure_body()
    units(body)[unit("total")]["citations"] = [
        {"unit_id": unit("north"), "start": 13, "end": 18, "quote": "9,999", "start_byte": 0}
    ]
    (cited,) = units(check(body))[unit("total")]["citations"]
    assert cited == {
        "unit_id": unit("north"),
        "quote": "1,204",
        "start": 13,
        "end": 18,
        "start_byte": 13,
        "end_byte": 18,
    }


def test_offsets_in_bytes_follow_from_those_in_characters() -> None:
    item = ripple_object("x")
    item["documents"][0]["units"][1]["text"] = "Nörd öffnet\r\nfrüh."
    body = closure_body()
    units(body)[unit("total")]["citations"] = [{"unit_id": unit("door"), "start": 5, "end": 12}]
    (cited,) = units(check_closure(body, item, item["closure"]))[unit("total")]["citations"]
    assert (cited["quote"], cited["start_byte"], cited["end_byte"]) == ("öffnet\n", 6, 14)


@pytest.mark.parametrize(
    ("start", "end"), [(0, 0), (5, 4), (-1, 4), (0, 999), (0, None), ("0", "4"), (0, True)]
)
def test_a_citation_stands_within_its_unit(start: Any, end: Any) -> None:
    body = closure_body()
    units(body)[unit("total")]["citations"] = [{"unit_id": unit("north"), "start": start, "end": end}]
    assert missing(body) == [f"unit-{unit('total')}"]


def test_a_merge_that_does_not_need_every_parent_says_which_it_needs() -> None:
    kept = check(closure_body(needed={"below": ["e4"]}))["merges"]
    assert kept == [
        {"unit_id": unit("below"), "all_needed": False, "needed": ["e4"], "rationale": "one is enough"}
    ]


@pytest.mark.parametrize("needed", [[], ["e4", "e5"], ["e1"]])
def test_a_merge_needs_some_of_its_parents_and_not_all(needed: list[str]) -> None:
    assert missing(closure_body(needed={"below": needed})) == [f"merge-{unit('below')}"]


def test_a_merge_that_needs_one_parent_has_a_rationale() -> None:
    body = closure_body(needed={"below": ["e4"]})
    body["merges"][0]["rationale"] = ""
    assert missing(body) == [f"merge-{unit('below')}"]


def test_an_added_unit_names_its_parents() -> None:
    assert check(closure_body(added={"dawn": ["audit", "edit"]}))["added_units"] == [
        {"unit_id": unit("dawn"), "rationale": "dawn follows too", "parents": [unit("audit"), "edit"]}
    ]
    assert missing(closure_body(added={"dawn": []})) == [f"added-{unit('dawn')}"]
    assert missing(closure_body(added={"dawn": ["dawn"]})) == [f"added-{unit('dawn')}"]
    assert missing(closure_body(added={"dawn": ["south"]})) == [f"added-{unit('dawn')}"]
    assert check(closure_body(added={"dawn": ["south"], "south": ["edit"]}))


def test_what_is_proposed_cannot_be_added() -> None:
    assert missing(closure_body(added={"total": ["north"]})) == [f"added-{unit('total')}"]


@pytest.mark.parametrize(
    ("parent", "child"),
    [
        (unit("north"), unit("total")),  # stands there already
        (unit("north"), unit("dawn")),  # not in the closure
        (unit("north"), unit("north")),
        (unit("north"), "edit"),
        ("", ""),
    ],
)
def test_an_added_edge_leads_between_two_units_of_the_closure(parent: str, child: str) -> None:
    row = {"parent": parent, "child": child, "rationale": "so"}
    assert missing(closure_body() | {"added_edges": [row]}) == ["added-edge-1"]


def test_an_unintended_dependency_is_added_with_a_rationale() -> None:
    row = {"parent": unit("north"), "child": unit("audit"), "rationale": "named there"}
    assert check(closure_body() | {"added_edges": [row]})["added_edges"] == [row]
    assert missing(closure_body() | {"added_edges": [row | {"rationale": ""}]}) == ["added-edge-1"]
    assert missing(closure_body() | {"added_edges": [row, row]}) == ["added-edge-2"]
