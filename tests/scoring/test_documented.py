"""docs/scoring.md names what there is: every metric, cause and baseline, and every setting of the prompt."""

import re
from pathlib import Path

from reviewapp.asking.prompt import SEPARATOR
from reviewapp.asking.settings import ADDRESS_VARIABLE, KEY_VARIABLE
from scoring.ripple.asking.prompt import PLACEHOLDERS
from scoring.ripple.rankings.baselines import NAMES
from scoring.ripple.scorer.census import COPY_CAUSES, MISS_CAUSES
from scoring.ripple.scorer.metrics import METRICS
from scoring.ripple.scorer.rankings_parse import MALFORMED

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "scoring.md").read_text(encoding="utf-8")


def first_cells(heading: str) -> list[str]:
    """Return the code words in the first cells of a section's table, in order."""
    section = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`[^|]*) \|", section, re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`(\w+)`", row)]


def test_every_metric_is_defined_in_its_order() -> None:
    assert first_cells("The metrics") == list(METRICS)


def test_every_cause_is_told_in_its_order() -> None:
    assert first_cells("The error census") == list(MISS_CAUSES)
    assert all(f"`{kind}`" in PAGE for kind in (*COPY_CAUSES, *MALFORMED))


def test_every_baseline_is_told() -> None:
    assert set(first_cells("Baselines")) == set(NAMES)


def test_the_prompt_and_the_environment_are_told() -> None:
    told = [f"{{{{{name}}}}}" for name in PLACEHOLDERS] + [SEPARATOR, ADDRESS_VARIABLE, KEY_VARIABLE]
    assert all(f"`{word}`" in PAGE for word in told)
