"""What is only the paper's composition is a warning: the item is valid none the less (RKB §2, C.2)."""

from typing import Any

import pytest

from reviewapp.records import parse_object
from reviewapp.records.ripple import check_ripple, composition_warnings
from tests.reviewapp.ripple_records.making import changed, item, sample_lines


def warnings(obj: dict[str, Any]) -> list[str]:
    return [str(finding) for finding in composition_warnings(check_ripple(obj))]


@pytest.mark.parametrize("line", sample_lines(), ids=lambda line: str(parse_object(line)["item_id"]))
def test_the_sample_is_as_the_paper_has_it(line: bytes) -> None:
    assert warnings(parse_object(line)) == []


def smaller(units: int, documents: int) -> dict[str, Any]:
    """The first item with fewer unaffected units or documents."""
    whole = item()
    affected = {member["unit_id"] for member in whole["closure"]["units"]}
    spare = len([1 for one in whole["documents"] for _ in one["units"]]) - units
    for document in whole["documents"]:
        for unit in [one for one in document["units"] if one["unit_id"] not in affected][: spare or None]:
            if spare and len(document["units"]) > 1:
                document["units"].remove(unit)
                spare -= 1
    while len(whole["documents"]) > documents:
        moved = whole["documents"].pop(0)
        whole["documents"][0]["units"] += moved["units"]
    left = {unit["unit_id"] for document in whole["documents"] for unit in document["units"]}
    whole["supporting_units"] = [name for name in whole["supporting_units"] if name in left]
    return whole


def test_counts_outside_of_the_ranges_are_warned_of() -> None:
    found = warnings(smaller(units=8, documents=2))
    assert "documents: 2 documents, the paper's items have 3 to 4" in found
    assert "documents.units: 8 units, the paper's items have 14 to 26" in found
    assert "documents.units: 8 units for 4 affected ones: a list of all is complete" in found


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("shape", "my_own", "shape: 'my_own' is none of the paper's 8"),
        ("supporting_units", [], "supporting_units: the edited unit is not among them"),
        (
            "provenance.units",
            {},
            "provenance.units: 'u-ed5ac75e', 'u-cd064852', 'u-30066146' and 12 more: not",
        ),
        ("provenance.units.u-ed5ac75e", {"origin": "upstream"}, None),
        (
            "provenance.units.u-ed5ac75e",
            {"origin": "found"},
            "provenance.units: 'u-ed5ac75e': not said to be",
        ),
        ("spans.0", ..., "spans: 'u-30066146': an affected unit that does not open with its entity"),
        ("spans", [], "spans: 'u-30066146', 'u-65698615', 'u-6a20cd0c' and 1 more: no span in an affected"),
    ],
)
def test_what_is_unlike_the_paper_is_named(path: str, value: Any, message: str | None) -> None:
    found = warnings(changed(path, value))
    if message is None:
        assert found == []
    else:
        assert any(one.startswith(message) for one in found), found


def test_a_closure_that_stays_at_home_is_warned_of() -> None:
    whole = item()
    affected = {member["unit_id"] for member in whole["closure"]["units"]}
    home, others = whole["documents"][2], whole["documents"][:2]
    for document in others:
        for unit in [unit for unit in document["units"] if unit["unit_id"] in affected]:
            document["units"].remove(unit)
            home["units"].append(unit)
    assert "closure.units: 0 affected units outside of the edited document, expected 2" in warnings(whole)


def test_a_second_direct_unit_is_warned_of() -> None:
    whole = changed("closure.units.1.depth", 1)
    whole["closure"]["edges"][2]["parent"] = "edit"
    whole["closure"]["units"][0]["depth"] = 2
    found = warnings(whole)
    assert "closure.units: 2 units at depth 1, expected the edited one alone" in found
    assert "closure.units: 2 levels of depth, the paper's items have 3 to 5" in found
