"""The link follower and the learned controls: what they find where links or words are the key."""

import random
from typing import Any

from reviewapp.records import sha256
from scoring.controls.probes.learned import ranked_by, unit_text, words_learned
from scoring.controls.probes.linking import FOLLOWERS, reading_of
from scoring.controls.probes.shortcuts import LIMITS, LINKING, measure
from scoring.ripple.scorer.items import RippleItem, check_item

NAMES = ("Orlstow", "Penwick", "Quillby", "Rendale", "Stanmere", "Torcombe", "Ulverby", "Venholt")
CHAIN = 4


def item(number: int, *, linked: bool) -> RippleItem:
    """Return an item of eight bodies, of which a chain is affected; all are *linked*, or only those."""
    rng = random.Random(number)
    names = [f"{name}{chr(97 + number)}" for name in rng.sample(NAMES, len(NAMES))]
    texts = [f"Aldora has {1_000 + number} boats in its harbour."]
    for place, name in enumerate(names):
        parent = "Aldora" if place == 0 else names[place - 1]
        if place >= CHAIN - 1 and not linked:
            parent = "the county"
        elif place >= CHAIN - 1:
            parent = rng.choice(["Aldora", *names[: CHAIN - 1]])
        texts.append(f"{name} Mill grinds {20 + place} sacks, one for every {3 + place} of {parent}.")
    ids = [f"u-{rng.getrandbits(40):010x}" for _ in texts]
    units = [
        {"unit_id": unit_id, "text": text, "sha256": sha256(text.encode())}
        for unit_id, text in zip(ids, texts, strict=True)
    ]
    members = ids[:CHAIN]
    parents = ["edit", *members[:-1]]
    found: dict[str, Any] = {
        "item_id": f"rk-{number}",
        "split": "report",
        "source_id": f"s{number}",
        "shape": "chain_with_branch",
        "edit": {
            "unit_id": ids[0],
            "old": str(1_000 + number),
            "new": "77",
            "description": f"The number of boats in the entry on Aldora changes from {1_000 + number} to 77.",
        },
        "documents": [{"document_id": f"d{number}", "title": "Aldora", "units": units}],
        "closure": {
            "units": [{"unit_id": unit_id, "depth": 1 + place} for place, unit_id in enumerate(members)],
            "edges": [
                {"edge_id": f"e{place}", "parent": parent, "child": child, "rule": ""}
                for place, (parent, child) in enumerate(zip(parents, members, strict=True))
            ],
        },
        "supporting_units": [],
        "spans": [],
        "provenance": {},
    }
    return check_item(found)


def test_a_follower_completes_items_in_which_linked_means_affected() -> None:
    items = [item(number, linked=False) for number in range(8)]
    best = max(measure(items, rank).complete for rank in FOLLOWERS.values())
    assert best == 100.0 > LIMITS[LINKING].complete


def test_every_follower_puts_the_edited_unit_first() -> None:
    one = item(1, linked=True)
    assert {rank(one)[0].unit_id for rank in FOLLOWERS.values()} == {one.edit.unit_id}


def test_every_follower_ranks_every_unit_once() -> None:
    one = item(2, linked=True)
    for rank in FOLLOWERS.values():
        assert sorted(unit.unit_id for unit in rank(one)) == sorted(unit.unit_id for unit in one.units)


def test_a_reading_has_the_opening_name_and_knows_a_relation() -> None:
    found = reading_of("The Orlstow Mill grinds 12 sacks if Penwick Trust does.")
    assert found.subject == {"Orlstow", "Mill"}
    assert {"Penwick", "Trust"} <= found.names
    assert found.relates
    assert not reading_of("Orlstow Mill grinds 12 sacks.").relates


def test_words_that_stand_in_affected_units_alone_are_learned() -> None:
    items = [item(number, linked=True) for number in range(12)]
    learned = words_learned(items[:8], lambda one, unit: "key" if unit.unit_id in one.depths else "other")
    rank = ranked_by(lambda one: [0.0 for _ in one.units])
    assert rank(items[9])[0].unit_id == items[9].edit.unit_id
    scores = learned(items[9])
    assert len(scores) == len(items[9].units)
    assert unit_text(items[9], items[9].units[0]) == items[9].units[0].canonical
