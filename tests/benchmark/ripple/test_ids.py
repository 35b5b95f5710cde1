"""Identifiers and orders: opaque, keyed, blind to roles; items as the scorer reads them."""

from collections import Counter
from typing import Any

from benchmark.construction.ripple.ids import key_of, public_part, publish
from benchmark.construction.ripple.schedule import TABLE_4
from reviewapp.records import canonical_bytes
from scoring.ripple.scorer.items import check_item

from .records import candidate

KEY = key_of(1)


def published(
    number: int = 3, shape: str = "diamond_with_tail", key: bytes = KEY
) -> tuple[dict[str, Any], Any]:
    return publish(candidate(shape, number), key, generator="rules")


def test_an_item_is_read_by_the_scorer_as_it_was_planned() -> None:
    for shape, (_, size, depth) in TABLE_4.items():
        item, _ = published(shape=shape)
        read = check_item(item)
        assert (read.shape, len(read.depths), read.max_depth) == (shape, size, depth)


def test_the_same_key_gives_the_same_bytes_and_another_key_other_names() -> None:
    assert canonical_bytes(published()[0]) == canonical_bytes(published()[0])
    one, other = published()[0], published(key=key_of(1, "secret"))[0]
    assert one["item_id"] != other["item_id"]
    assert not {unit for unit, _ in _units(one)} & {unit for unit, _ in _units(other)}


def _units(item: dict[str, Any]) -> list[tuple[str, str]]:
    return [(unit["unit_id"], unit["text"]) for document in item["documents"] for unit in document["units"]]


def test_identifiers_say_nothing_of_role_split_or_shape() -> None:
    item, manifest = published()
    text = " ".join([item["item_id"], *manifest["units"], *(one["document_id"] for one in item["documents"])])
    for word in ("report", "diamond", "affected", "held", "rule", "edited", "2hop", "n1"):
        assert word not in text


def test_the_manifest_leads_every_unit_back_to_its_slot() -> None:
    one = candidate()
    item, manifest = publish(one, KEY, generator="rules")
    assert {manifest["units"][unit]: text for unit, text in _units(item)} == dict(one.texts)
    assert manifest["coordinate"]["key"] == one.plan.coordinate.key


def test_affected_units_stand_at_no_preferred_place() -> None:
    places: Counter[int] = Counter()
    for number in range(40):
        item = published(number, "chain_with_branch")[0]
        affected = {member["unit_id"] for member in item["closure"]["units"]}
        order = sorted(unit for unit, _ in _units(item))
        places.update(4 * place // len(order) for place, unit in enumerate(order) if unit in affected)
    assert min(places[quarter] for quarter in range(4)) > 40 * 4 / 4 / 2


def test_the_public_part_is_the_edit_and_the_documents_alone() -> None:
    item, _ = published()
    assert list(public_part(item)) == ["item_id", "edit", "documents"]


def test_provenance_tells_real_units_by_their_bytes_and_generated_ones_by_their_expression() -> None:
    one = candidate()
    item, manifest = publish(one, KEY, generator="rules")
    for unit_id, told in item["provenance"]["units"].items():
        slot = manifest["units"][unit_id]
        assert told["origin"] == ("upstream" if slot.startswith(("edited", "real")) else "generated")
        if slot.startswith("held"):
            assert told["role"] == "held"
            assert told["proof"]["value"] == told["proof"]["value_after"]
        if slot.startswith("affected"):
            assert told["after"] != one.texts[slot]
            assert told["parents"]
            assert told["value"] != told["value_after"]


def test_spans_of_affected_units_cover_numbers_and_names() -> None:
    item, _ = published()
    affected = {member["unit_id"] for member in item["closure"]["units"]}
    for unit_id, text in _units(item):
        if unit_id in affected and unit_id != item["edit"]["unit_id"]:
            spans = [span for span in item["spans"] if span["unit_id"] == unit_id]
            assert any(span["kind"] == "entity" and span["start"] == 0 for span in spans)
            numbers = [
                text.encode()[span["start"] : span["end"]] for span in spans if span["kind"] == "number"
            ]
            assert all(number.decode()[0].isdigit() for number in numbers)
