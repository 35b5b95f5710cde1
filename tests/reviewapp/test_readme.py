"""What the README says of the code is so."""

import re
from pathlib import Path

from reviewapp.rules.protocol import AHEAD_LEASE, CLAIM_LEASE, NEXT, UNDO_WINDOW

BASE_DIR = Path(__file__).resolve().parent.parent.parent
README = (BASE_DIR / "README.md").read_text(encoding="utf-8")


def test_its_states_are_those_of_the_protocol() -> None:
    table = README.partition("### States")[2].partition("### Measures")[0]
    rows = re.findall(r"^\| (\w+) \| (\w+) \| ([\w, ()]+) \|$", table, re.MULTILINE)
    told = {(what, state): set(after.split(", ")) - {"(final)"} for what, state, after in rows[1:]}
    held = {
        (kind.__name__.removesuffix("State").lower(), str(state)): {str(one) for one in after}
        for kind, table in NEXT.items()
        for state, after in table.items()
    }
    assert told == held


def test_its_times_are_those_of_the_protocol() -> None:
    minutes = [int(time.total_seconds() // 60) for time in (CLAIM_LEASE, AHEAD_LEASE, UNDO_WINDOW)]
    assert minutes == [int(found) for found in re.findall(r"(?:after|for) (\d+)(?: minutes|;)", README)[:3]]


def test_every_room_and_link_exists() -> None:
    paths = re.findall(r"\]\(([^)#]+)\)", README)
    paths += re.findall(r"`((?:reviewapp|benchmark|scoring|tests|docs|fixtures)/[\w/.]*)`", README)
    assert [path for path in paths if not (BASE_DIR / path).exists()] == []


def test_every_path_in_the_glossary_exists() -> None:
    glossary = (BASE_DIR / "docs/glossary.md").read_text(encoding="utf-8")
    paths = re.findall(r"`((?:reviewapp|benchmark|scoring|tests)/[\w/.]*)`", glossary)
    assert len(paths) > 50
    assert [path for path in paths if not (BASE_DIR / path).exists()] == []


def test_every_make_target_exists() -> None:
    makefile = (BASE_DIR / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"`?make (\w[\w-]*)`", README):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
