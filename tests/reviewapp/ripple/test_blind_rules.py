"""What a blind return must hold, by hand (RKB App. D)."""

from __future__ import annotations

from typing import Any

import pytest

from reviewapp.rules.protocol import Incomplete
from reviewapp.workflows.ripple.rules.blind import check_blind
from tests.reviewapp.ripple.making import blind_body, ripple_object, unit

PUBLIC = {key: value for key, value in ripple_object("x").items() if key in ("item_id", "edit", "documents")}
DOCUMENTS = [document["document_id"] for document in PUBLIC["documents"]]


def missing(body: dict[str, Any]) -> dict[str, str]:
    with pytest.raises(Incomplete) as raised:
        check_blind(body, PUBLIC)
    return raised.value.missing


def test_a_whole_return_is_kept_in_the_order_of_the_file() -> None:
    body = blind_body(["audit", "north"], ambiguous=["dawn"])
    body["checked"].reverse()
    found = check_blind(body, PUBLIC)
    assert [one["unit_id"] for one in found["selected"]] == [unit("north"), unit("audit")]
    assert found["checked"] == DOCUMENTS


def test_each_selected_unit_needs_a_rationale() -> None:
    body = blind_body(["north", "total"])
    body["selected"][1]["rationale"] = " \n"
    found = missing(body)
    assert found == {
        f"rationale-{unit('total')}": "Unit 3 (“Harbour Works holds 2,304 crates in all.”) needs a rationale."
    }


def test_each_ambiguous_unit_needs_a_reason() -> None:
    body = blind_body(["north"], ambiguous=["dawn"])
    del body["ambiguous"][0]["reason"]
    assert list(missing(body)) == [f"reason-{unit('dawn')}"]


def test_each_document_is_checked_for_omissions() -> None:
    body = blind_body() | {"checked": DOCUMENTS[:1]}
    assert list(missing(body)) == [f"checked-{name}" for name in DOCUMENTS[1:]]


def test_something_is_selected() -> None:
    assert list(missing(blind_body([]))) == ["selected"]
    assert check_blind(blind_body([], ambiguous=["north"]), PUBLIC)["selected"] == []


def test_all_that_is_missing_is_said_at_once() -> None:
    assert missing({}).keys() == {"selected", *(f"checked-{name}" for name in DOCUMENTS)}


def test_a_unit_of_another_item_is_refused() -> None:
    body = blind_body() | {"selected": [{"unit_id": "elsewhere", "rationale": "so"}]}
    assert missing(body) == {"selected": "“elsewhere” is no unit of this item."}


@pytest.mark.parametrize("text", ["a\0b", "a\ud800b"])
def test_a_text_that_the_database_cannot_hold_is_refused(text: str) -> None:
    assert list(missing(blind_body() | {"notes": text})) == ["notes"]


@pytest.mark.parametrize(
    "body", [{"selected": 7, "checked": "all"}, {"selected": [7, None], "ambiguous": {}}]
)
def test_a_body_of_another_form_lacks_everything(body: dict[str, Any]) -> None:
    assert "selected" in missing(body)


def test_texts_are_kept_as_they_are() -> None:
    body = blind_body(["north"]) | {"notes": " \r\n\u2028 é e\u0301 \U0001f469‍\U0001f52c "}
    assert check_blind(body, PUBLIC)["notes"] == body["notes"]
