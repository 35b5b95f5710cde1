"""The shortcut controls: clean collections pass, each planted leak is caught by its own control."""

import json
import random
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from benchmark.construction.ripple.shapes import FAMILIES
from reviewapp.records import canonical_bytes, sha256
from scoring.controls.probes import shortcuts, surface
from scoring.controls.probes.shortcuts import (
    IDENTIFIER,
    LEARNED_LINKS,
    LEARNED_WORDS,
    LEXICAL,
    LINKING,
    POSITION,
    SUPPORTING,
    SURFACE,
    check,
)
from scoring.ripple.scorer.items import RippleItem, check_item

WORDS = [
    "apron",
    "bridge",
    "copper",
    "dock",
    "ember",
    "ferry",
    "gravel",
    "harbour",
    "island",
    "jetty",
    "keel",
    "lantern",
    "mill",
    "nook",
    "oar",
    "pier",
]
SPLITS = ["development"] * 16 + ["selection"] * 16 + ["report"] * 32
SIZE, UNITS, PARTS = 5, 20, 4


class Draft:
    """One item to be: units as [identifier, text], affected ones named, everything open to a leak."""

    def __init__(self, number: int) -> None:
        rng = self.rng = random.Random(f"draft {number}")
        self.number = number
        self.ids = [f"u-{rng.getrandbits(40):010x}" for _ in range(UNITS)]
        self.texts = [self.sentence() for _ in range(UNITS)]
        self.order = list(range(UNITS))
        self.affected = rng.sample(range(UNITS), SIZE)
        self.place()
        self.supporting = [self.affected[0], *rng.sample(range(UNITS), 2)]
        self.shape = FAMILIES[number % len(FAMILIES)]
        self.texts[self.affected[0]] = f"{self.sentence()[:-1]} holds {1_000 + number} boats."

    def place(self) -> None:
        """Shuffle the units until at least two affected ones stand elsewhere than the edited one."""
        while True:
            self.rng.shuffle(self.order)
            parts = [self.order.index(unit) * PARTS // UNITS for unit in self.affected]
            if sum(part != parts[0] for part in parts) >= 2:
                return

    def sentence(self) -> str:
        return " ".join(self.rng.choice(WORDS) for _ in range(14)).capitalize() + f" {self.rng.random():.9f}."

    def built(self) -> RippleItem:
        size = UNITS // PARTS
        documents = [
            {
                "document_id": f"d-{self.number}-{part}",
                "title": f"Part {part}",
                "units": [
                    {
                        "unit_id": self.ids[unit],
                        "text": self.texts[unit],
                        "sha256": sha256(self.texts[unit].encode()),
                    }
                    for unit in self.order[part * size : (part + 1) * size]
                ],
            }
            for part in range(PARTS)
        ]
        names = [self.ids[unit] for unit in self.affected]
        edges = [("edit", names[0]), *((names[0], name) for name in names[1:])]
        return check_item(self.object(documents, names, edges))

    def object(self, documents: Any, names: list[str], edges: list[tuple[str, str]]) -> dict[str, Any]:
        old = str(1_000 + self.number)
        return {
            "item_id": f"rk-{self.number:04}",
            "split": SPLITS[self.number],
            "source_id": f"s{self.number}",
            "shape": self.shape,
            "edit": {"unit_id": names[0], "old": old, "new": "77", "description": f"From {old} to 77."},
            "documents": documents,
            "closure": {
                "units": [{"unit_id": name, "depth": 2 - (name == names[0])} for name in names],
                "edges": [
                    {"edge_id": f"e{place}", "parent": parent, "child": child, "rule": ""}
                    for place, (parent, child) in enumerate(edges)
                ],
            },
            "supporting_units": list(dict.fromkeys(self.ids[unit] for unit in self.supporting)),
            "spans": [],
            "provenance": {},
        }


Leak = Callable[[Draft], None]


@cache
def collection(leak: Leak | None = None) -> list[RippleItem]:
    """Return 64 items, all with the leak."""
    drafts = [Draft(number) for number in range(len(SPLITS))]
    for draft in drafts if leak else ():
        assert leak
        leak(draft)
    return [draft.built() for draft in drafts]


def ascending(draft: Draft) -> None:
    rest = [unit for unit in range(UNITS) if unit not in draft.affected]
    names = sorted(draft.ids)
    for name, unit in zip(names, [*draft.affected, *rest], strict=True):
        draft.ids[unit] = name


def descending(draft: Draft) -> None:
    ascending(draft)
    names = sorted(draft.ids)
    draft.ids = [names[-1 - names.index(name)] for name in draft.ids]


def affected_first(draft: Draft) -> None:
    draft.order.sort(key=lambda unit: unit not in draft.affected)


def edit_tokens_downstream(draft: Draft) -> None:
    for unit in draft.affected[1:]:
        draft.texts[unit] = f"{draft.texts[unit][:-1]} of the 77 in {1_000 + draft.number}."


def support_is_the_key(draft: Draft) -> None:
    draft.supporting = draft.affected


def longer(draft: Draft) -> None:
    for unit in draft.affected:
        draft.texts[unit] = draft.texts[unit][:-1] + " and then" * 6 + "."


def capitals(draft: Draft) -> None:
    for unit in draft.affected:
        draft.texts[unit] = draft.texts[unit].title()


def digits(draft: Draft) -> None:
    for unit in range(UNITS):
        if unit not in draft.affected:
            draft.texts[unit] = draft.texts[unit][:-1] + ", 1 2 3."


LEAKS: list[tuple[Leak, str]] = [
    (ascending, IDENTIFIER),
    (descending, IDENTIFIER),
    (affected_first, POSITION),
    (edit_tokens_downstream, LEXICAL),
    (support_is_the_key, SUPPORTING),
    (longer, SURFACE),
    (capitals, SURFACE),
    (digits, SURFACE),
]


def broken(items: list[RippleItem], *, learn: bool) -> set[str]:
    return {row.control for row in check(items, learn=learn).rows if not row.passed}


def test_a_clean_collection_passes_every_control() -> None:
    report = check(collection())
    assert [row for row in report.rows if not row.passed] == []
    assert [found for found in report.composition if not found.passed] == []
    assert report.passed


@pytest.mark.parametrize(("leak", "control"), LEAKS, ids=lambda value: getattr(value, "__name__", value))
def test_a_planted_leak_is_caught_by_its_control(leak: Leak, control: str) -> None:
    assert control in broken(collection(leak), learn=control == SURFACE)


@pytest.mark.parametrize("leak", [ascending, support_is_the_key])
def test_a_leak_of_hidden_or_arbitrary_things_is_caught_by_no_other_control(leak: Leak) -> None:
    assert len(broken(collection(leak), learn=True)) == 1


def test_the_rows_are_those_of_table_6_the_link_follower_and_the_learned_ones() -> None:
    rows = [(row.control, row.split, row.n) for row in check(collection()).rows]
    every = [("all", 64), ("development", 16), ("selection", 16), ("report", 32)]
    assert rows == [
        *((IDENTIFIER, *part) for part in every),
        *((POSITION, *part) for part in every[2:]),
        *((LEXICAL, *part) for part in every),
        *((SUPPORTING, *part) for part in every),
        ("random", "all", 64),
        *((LINKING, *part) for part in every),
        *((SURFACE, *part) for part in every[1:]),
        *((LEARNED_WORDS, *part) for part in every[1:]),
        *((LEARNED_LINKS, *part) for part in every[1:]),
    ]


def test_a_row_takes_the_larger_score_of_each_metric_on_its_own() -> None:
    row = next(row for row in check(collection(ascending), learn=False).rows if row.control == IDENTIFIER)
    assert row.complete == max(one.complete for one in row.strategies.values()) == 100.0
    assert set(row.strategies) == {"id_ascending", "id_descending"}
    assert row.margins == (35.0 - 100.0, 0.80 - 1.0)


def test_a_score_at_the_limit_breaks_it() -> None:
    limit = shortcuts.LIMITS[IDENTIFIER]
    at = shortcuts.Row(IDENTIFIER, "all", 1, 0.0, limit.recall, {}, limit)
    below = shortcuts.Row(IDENTIFIER, "all", 1, 0.0, limit.recall - 1e-9, {}, limit)
    assert (at.passed, below.passed) == (False, True)


def test_the_random_row_has_an_ordering_of_its_own() -> None:
    from scoring.ripple.rankings import baselines

    items = collection()
    row = next(row for row in check(items, learn=False).rows if row.control == "random")
    assert row.recall != shortcuts.measure(items, baselines.random_order).recall
    assert 0.4 < row.recall < 0.6


def failed(items: list[RippleItem]) -> set[str]:
    return {found.name for found in shortcuts.composition(items) if not found.passed}


def one_shape(draft: Draft) -> None:
    draft.shape = FAMILIES[0]


def one_pattern(draft: Draft) -> None:
    draft.order = [*draft.affected, *(unit for unit in range(UNITS) if unit not in draft.affected)]
    draft.order = draft.order[::5] + [unit for place, unit in enumerate(draft.order) if place % 5]


def one_text(draft: Draft) -> None:
    rest = next(unit for unit in range(UNITS) if unit not in draft.affected)
    draft.texts[rest] = "The same in every item."


def one_identifier(draft: Draft) -> None:
    rest = next(unit for unit in range(UNITS) if unit not in draft.affected)
    draft.ids[rest] = "u-0"


def all_at_home(draft: Draft) -> None:
    draft.order.sort(key=lambda unit: unit not in draft.affected)


@pytest.mark.parametrize(
    ("leak", "names"),
    [
        (one_shape, {"shapes present", "commonest shape"}),
        (one_pattern, {"commonest affected-position pattern"}),
        (one_text, {"distinct texts"}),
        (one_identifier, {"distinct identifiers"}),
        (support_is_the_key, {"affected units beyond the question's support"}),
        (
            all_at_home,
            {"affected units outside of the edited document, least", "commonest affected-position pattern"},
        ),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_concentration_is_caught_by_composition(leak: Leak, names: set[str]) -> None:
    assert failed(collection(leak)) == names


def test_texts_of_different_splits_are_told() -> None:
    assert shortcuts.shared_texts(collection()) == {}
    shared = shortcuts.shared_texts(collection(one_text))
    assert list(shared) == ["The same in every item."]
    assert len(shared["The same in every item."]) == 64


def test_the_features_that_carry_a_leak_are_named() -> None:
    report = check(collection(longer))
    for weights in report.features.values():
        assert {"characters", "words", "characters against the mean"} & {name for name, _ in weights[:4]}


def test_the_learned_control_is_trained_on_the_other_splits_alone() -> None:
    items = collection()
    found = {split: inside for split, inside, _ in surface.held_out(items)}
    assert {split: {item.split for item in inside} for split, inside in found.items()} == {
        split: {split} for split in ("development", "selection", "report")
    }


def test_one_split_is_too_few_to_learn_from() -> None:
    with pytest.raises(surface.TooFewSplits):
        list(surface.held_out(collection()[:8]))


def test_without_scikit_learn_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.linear_model", None)
    with pytest.raises(surface.NoLearner, match="the extra `controls`"):
        check(collection())
    assert check(collection(), learn=False).passed


def test_limits_are_registered_in_the_output() -> None:
    found = shortcuts.as_object(check(collection(), learn=False))
    assert found["limits"]["identifier_order"] == {"complete": 35.0, "recall": 0.80}
    assert found["limits"]["document_position"] == {"complete": 35.0, "recall": 0.80}
    assert found["limits"]["lexical"] == {"complete": 60.0, "recall": 0.90}
    assert found["limits"]["supporting_facts"] == {"complete": 35.0, "recall": 0.75}
    assert found["limits"]["learned_surface"] == {"complete": 35.0, "recall": 0.80}
    assert found["limits"]["non_supporting_percent"] == 60.0
    canonical_bytes(found)


# --- The command --------------------------------------------------------------------------------------


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A small collection of the builder's own, as a file."""
    from tests.benchmark.ripple.records import record, write_records

    records = write_records(tmp_path / "records.jsonl", [record(number) for number in range(40)])
    call_command("build_ripple", "--records", str(records), "--items", "16", "--out", str(tmp_path / "out"))
    return tmp_path / "out"


def test_the_command_prints_writes_and_puts_controls_into_the_builders_report(
    built: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [str(built / "items.jsonl"), "--no-learned", "--json", str(tmp_path / "controls.json")]
    with suppress(CommandError):  # sixteen items are too few for every limit
        call_command("check_shortcuts", *arguments, "--report", str(built / "report.json"))
    printed = capsys.readouterr().out
    assert "Identifier max.    all (16)" in printed
    found = json.loads((tmp_path / "controls.json").read_bytes())
    assert json.loads((built / "report.json").read_bytes())["controls"] == found


def test_a_broken_limit_ends_in_status_1(built: Path, tmp_path: Path) -> None:
    items = [json.loads(line) for line in (built / "items.jsonl").read_bytes().splitlines()]
    for item in items:
        item["supporting_units"] = [unit["unit_id"] for unit in item["closure"]["units"]]
    (tmp_path / "leaky.jsonl").write_bytes(b"".join(canonical_bytes(item) + b"\n" for item in items))
    with pytest.raises(CommandError, match="A limit is broken over 16 items") as error:
        call_command("check_shortcuts", str(tmp_path / "leaky.jsonl"), "--no-learned")
    assert error.value.returncode == 1


def test_a_bad_file_is_refused_by_line(tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text('{"item_id": 1}\n')
    with pytest.raises(CommandError, match=":1: "):
        call_command("check_shortcuts", str(tmp_path / "bad.jsonl"))
