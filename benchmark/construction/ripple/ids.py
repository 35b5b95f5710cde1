"""Opaque identifiers and shuffled orders, given after the checks and blind to roles (RKB B.2, C.3)."""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from reviewapp.records.ripple import EDIT

from .candidate import Candidate, description
from .nodes import shown
from .oracle import proof_of, prove
from .plan import AFFECTED, EDITED, HELD, REAL, RULE, Slot

DIGITS = 10


class Keyed:
    """Names and orders from a secret key: who lacks it learns nothing from them."""

    def __init__(self, key: bytes, item: str) -> None:
        self._key = key
        self._item = item

    def digest(self, *parts: str) -> str:
        message = "\x1f".join((self._item, *parts)).encode()
        return hmac.new(self._key, message, hashlib.sha256).hexdigest()

    def name(self, prefix: str, *parts: str) -> str:
        """Return an opaque identifier."""
        return f"{prefix}-{self.digest(prefix, *parts)[:DIGITS]}"

    def shuffled(self, names: Sequence[str], *parts: str) -> list[str]:
        """Return names in an order drawn by the key, whatever they are."""
        order = list(names)
        random.Random(int(self.digest("order", *parts), 16)).shuffle(order)
        return order


def key_of(seed: int, secret: str = "") -> bytes:
    """Return the key of a collection: from a secret of its keeper's or, without one, from the seed."""
    return hashlib.sha256(f"ripple identifiers\x1f{seed}\x1f{secret}".encode()).digest()


def publish(candidate: Candidate, key: bytes, *, generator: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the item (contracts §4) and its line of the private manifest."""
    plan = candidate.plan
    keyed = Keyed(key, f"{plan.coordinate.key}\x1f{plan.source.source_id}")
    units = {slot.name: keyed.name("u", slot.name) for slot in plan.slots}
    item_id = keyed.name("rk")
    item = {
        "item_id": item_id,
        "split": plan.coordinate.split,
        "source_id": plan.source.source_id,
        "shape": plan.coordinate.shape,
        "edit": {
            "unit_id": units[EDITED],
            "old": plan.source.quantity.text,
            "new": plan.source.new,
            "description": description(plan),
        },
        "documents": _documents(candidate, keyed, units),
        "closure": _closure(candidate, keyed, units),
        "supporting_units": sorted(units[name] for name in candidate.supporting),
        "spans": [
            {
                "unit_id": units[span.slot],
                "kind": span.kind,
                "start": span.start,
                "end": span.end,
                "sha256": span.sha256,
            }
            for span in sorted(candidate.spans, key=lambda span: (units[span.slot], span.start))
        ],
        "provenance": _provenance(candidate, units, generator),
    }
    manifest = {
        "item_id": item_id,
        "coordinate": asdict(plan.coordinate),
        "source_id": plan.source.source_id,
        "units": {units[slot.name]: slot.name for slot in plan.slots},
    }
    return item, manifest


def public_part(item: dict[str, Any]) -> dict[str, Any]:
    """Return what a system may see of an item (contracts §4)."""
    return {name: item[name] for name in ("item_id", "edit", "documents")}


def _documents(candidate: Candidate, keyed: Keyed, units: dict[str, str]) -> list[dict[str, Any]]:
    places = keyed.shuffled([str(place) for place in range(len(candidate.documents))], "documents")
    documents = []
    for place in places:
        title, names = candidate.documents[int(place)]
        documents.append(
            {
                "document_id": keyed.name("d", place),
                "title": title,
                "units": [
                    {"unit_id": units[name], "text": candidate.texts[name], "sha256": candidate.hashes[name]}
                    for name in keyed.shuffled(names, "units", place)
                ],
            }
        )
    return documents


def _closure(candidate: Candidate, keyed: Keyed, units: dict[str, str]) -> dict[str, Any]:
    members = sorted((depth, units[name]) for name, depth in candidate.depths.items())
    edges = [
        {
            "edge_id": keyed.name("e", edge.parent, edge.child),
            "parent": EDIT if edge.parent == EDIT else units[edge.parent],
            "child": units[edge.child],
            "rule": edge.rule,
        }
        for edge in candidate.edges
    ]
    return {
        "units": [{"unit_id": unit_id, "depth": depth} for depth, unit_id in members],
        "edges": sorted(edges, key=lambda edge: edge["edge_id"]),
    }


def _provenance(candidate: Candidate, units: dict[str, str], generator: str) -> dict[str, Any]:
    plan = candidate.plan
    proof = prove(plan) if generator == "rules" else None
    told = {units[slot.name]: _told(candidate, slot, units) for slot in plan.slots}
    if proof:
        for name in proof.changed:
            told[units[name]]["after"] = proof.after[name]
    return {
        "generator": generator,
        "source": {
            "corpus": "musique",
            "record": plan.source.source_id,
            "licence": "CC BY 4.0",
            "modified": True,
        },
        "units": {unit_id: told[unit_id] for unit_id in sorted(told)},
    }


def _told(candidate: Candidate, slot: Slot, units: dict[str, str]) -> dict[str, Any]:
    """Say where a unit comes from: a byte range of a paragraph, or an expression."""
    plan = candidate.plan
    if slot.role in (EDITED, REAL):
        real = plan.documents[slot.document].real or 0
        document = plan.source.documents[real]
        sentence = (
            plan.source.sentence if slot.role == EDITED else document.sentences[(slot.sentence or (0, 0))[1]]
        )
        return {
            "origin": "upstream",
            "record": plan.source.source_id,
            "paragraph": document.position,
            "start": sentence.start,
            "end": sentence.end,
        }
    node = plan.nodes[slot.node]
    by_node = {one.node: units[one.name] for one in plan.slots if one.role not in (REAL, RULE)}
    told: dict[str, Any] = {"origin": "generated", "role": slot.role}
    if slot.role == RULE:
        return told | {"states": [by_node[name] for name in (slot.node, slot.second) if name]}
    told |= {"operation": node.operation, "params": dict(node.params)}
    told |= {"parents": [by_node[parent] for parent in node.parents], "depth": node.depth}
    told["value"] = shown(node, plan.before[node.name])
    if slot.role == AFFECTED:
        told["value_after"] = shown(node, plan.after[node.name])
    if slot.role == HELD:
        told["proof"] = proof_of(plan, node)
    return told
