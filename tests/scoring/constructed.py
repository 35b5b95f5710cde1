"""A construction and its controls, without the work of either."""

from typing import Any

from benchmark.construction.actions.constructing import BUILD, start_construction, store_construction
from benchmark.models import Construction
from reviewapp.bank.actions.uploads import store_upload
from scoring.models import ControlReport
from tests.factories import make_person

OPTIONS = {
    "items": 1,
    "seed": 1,
    "split": "",
    "reserves": 1,
    "revision": "",
    "exclude": [],
    "schedule": None,
    "skip_invalid": False,
    "partial": True,
}
REPORT: dict[str, Any] = {
    "items": 0,
    "unfilled": [],
    "attempts": {
        "records": 1,
        "repeated_records": 0,
        "conflicting_records": [],
        "reserves_wanted": 12,
        "reserves_a_coordinate": {"0": 1},
        "preflight_rejected": {"no_support": 1},
        "generation_failed": {},
        "mechanically_rejected": {},
        "attempted": 0,
        "passed": 0,
        "selected": 0,
        "rejections": [],
    },
    "isolation": {"assigned": {"report": 1}, "excluded": [], "sources": {}, "files": [], "disjoint": True},
    "composition": {"split": {}},
    "diversity": {},
}


def make_construction() -> Construction:
    """Return a construction that sam asked for and that found no source."""
    sam = make_person("sam")
    upload = store_upload(kind=BUILD, files=[], settings={}, report=None, actor=sam)
    waiting = start_construction(upload=upload, options=OPTIONS, actor=sam)
    return store_construction(construction=waiting, report=REPORT, contents=[("items.jsonl", [b"{}\n"])])


def make_controls(construction: Construction) -> ControlReport:
    """Return controls that were run over nothing."""
    report = {"items": 0, "rows": [], "composition": [], "shared_texts": {}, "surface_features": {}}
    return ControlReport.objects.create(
        construction=construction,
        learned=True,
        passed=True,
        report=report,
        text="",
        chart_light="<svg/>",
        chart_dark="<svg/>",
    )
