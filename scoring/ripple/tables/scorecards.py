"""The paper's tables from stored figures: columns, rows and what the caption says (RKB App. F–J). Pure.

Complete-closure@2G never stands in a table without Recall@2G beside it (RKB App. G)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.ripple.scorer.computing import ALL
from scoring.ripple.scorer.configuring import settings_words
from scoring.ripple.scorer.rankings_parse import PRIMARY
from scoring.ripple.scorer.signature import Signed
from scoring.tables.table import Cell, Column, Form, Row, Table, Value, grouped

Figures = Mapping[str, Mapping[str, Any]]

COMPLETE = Column("Complete@2G", Form.PERCENT, interval=True, sort="complete")
RECALL = Column("Recall@2G", Form.TWO, interval=True, sort="recall")
STRICT = Column("Recall@G", Form.TWO, interval=True, sort="strict")
RECOVERY = {"complete_at_2g": COMPLETE, "recall_at_2g": RECALL, "recall_at_g": STRICT}
SYSTEM = Column("System", sort="system")

PRIVILEGED = "privileged control"
PARSER_NAMES = {"primary": "Primary", "fence_stripped": "Fence stripped"}

METRIC_COLUMNS: Mapping[str, Column] = {
    "complete_at_2g": COMPLETE,
    "recall_at_2g": RECALL,
    "recall_at_g": STRICT,
    "precision_at_2g": Column("Precision@2G", Form.TWO, interval=True),
    "f1_at_2g": Column("F1@2G", Form.TWO, interval=True),
    "average_precision": Column("Average precision", Form.TWO, interval=True),
    "review_burden": Column("Review burden", Form.TWO, interval=True),
    "review_success": Column("Review success", Form.PERCENT, interval=True),
    "verbatim_recall_at_2g": Column("Verbatim recall@2G", Form.TWO, interval=True),
    "verbatim_recall_at_2g_macro": Column("Verbatim recall@2G, macro", Form.TWO, interval=True),
    "conditional_exactness": Column("Exact copying", Form.THREE, interval=True),
    "number_span_fidelity": Column("Numeric spans", Form.TWO, interval=True),
    "entity_span_fidelity": Column("Entity spans", Form.TWO, interval=True),
    "number_span_conditional": Column("Numeric spans, recovered", Form.TWO, interval=True),
    "entity_span_conditional": Column("Entity spans, recovered", Form.TWO, interval=True),
    "direct_recall_at_2g": Column("Direct recall@2G", Form.TWO, interval=True),
    "downstream_recall_at_2g": Column("Downstream recall@2G", Form.TWO, interval=True),
    "unrestricted_recall": Column("Unrestricted recall", Form.TWO, interval=True),
}
"""Every metric with its heading and published form, in the order of tables."""


@dataclass(frozen=True, slots=True)
class About:
    """What a caption says of the figures under it; `status` is the release's review status, in words."""

    release: str
    status: str
    n_items: int
    n_sources: int
    replicates: int
    seed: int
    target: str
    part: str = ALL
    parser: str = PRIMARY

    @property
    def population(self) -> str:
        split = "" if self.part == ALL else f"{self.part} "
        items = f"{self.n_items:,} {self.status} {split}item{'' if self.n_items == 1 else 's'}"
        sources = f"{self.n_sources:,} source{'' if self.n_sources == 1 else 's'}"
        return f"release {self.release}, {items} from {sources}"

    @property
    def intervals(self) -> str:
        return (
            f"Brackets: 95 % source-cluster percentile intervals, {self.replicates:,} replicates, "
            f"seed {self.seed}."
        )

    def caption(self, what: str, *, parser: bool = True, intervals: bool = True) -> str:
        """Return a caption that names population, n, parser and interval."""
        read = f"; {PARSER_NAMES[self.parser].lower()} parser" if parser else ""
        return f"{what}: {self.population}{read}.{' ' + self.intervals if intervals else ''}"


@dataclass(frozen=True, slots=True)
class Line:
    """A run's figures over one slice, with what tables tell of the run."""

    run: str
    system: str
    family: str
    later: bool
    settings: Mapping[str, Any]
    parser: str
    kind: str
    name: str
    n_items: int
    n_units: int
    n_sources: int
    figures: Figures
    n_parsed: int
    n_population: int
    n_responses: int
    n_fenced: int
    n_missing: int
    signed: Signed
    census: Mapping[str, Mapping[str, int]]
    link: str = ""
    partial: bool = False

    @property
    def signature(self) -> dict[str, Value]:
        return {"run": self.run, **self.signed._asdict()}


def figure(line: Line, metric: str) -> Cell:
    """Return a metric's cell, with what it runs over as a note."""
    figure_object = line.figures.get(metric)
    if figure_object is None:
        return Cell()
    if figure_object.get("n") is not None:
        note = f"over {figure_object['n']:,} items"
    else:
        note = f"{figure_object['numerator']:,} of {figure_object['denominator']:,}"
    return Cell(figure_object["value"], figure_object["low"], figure_object["high"], note=note)


def system(line: Line) -> Cell:
    """Return the system's cell, a link to its run."""
    notes = [line.family] if line.family == PRIVILEGED else []
    if line.partial:
        notes.append("half done")
    if line.n_missing:
        where = "" if line.kind == ALL else "in the whole release, "
        counts = f"{line.n_missing:,} of {line.n_population:,}"
        notes.append(f"{where}{counts} items without a response score as empty")
    return Cell(line.system, link=line.link, note="; ".join(notes))


def parsed(line: Line) -> Cell:
    """Return how many rankings were read, marked where some were not."""
    tone = "" if line.n_parsed == line.n_population else "bad"
    note = "" if not tone else f"{line.n_parsed:,} of {line.n_population:,}"
    return Cell(line.n_parsed, tone=tone, note=note)


def _lines(lines: Iterable[Line], cells: Any) -> list[tuple[bool, Row]]:
    return [(line.later, Row(cells(line), line.signature)) for line in lines]


def _metrics(line: Line, metrics: Iterable[str]) -> list[Cell]:
    return [figure(line, metric) for metric in metrics]


# --- Tables 10 to 13: recovery --------------------------------------------------------------------------


def recovery(lines: Sequence[Line], about: About) -> Table:
    """Complete and partial recovery, pooled or over one split (RKB App. G).

    Rankings are counted over all items, so that a split's table does not say how many were read.
    """
    is_overall = about.part == ALL
    columns = [SYSTEM, *RECOVERY.values(), *([Column("Parsed", Form.COUNT)] if is_overall else [])]
    rows = _lines(
        lines, lambda line: [system(line), *_metrics(line, RECOVERY), *([parsed(line)] if is_overall else [])]
    )
    title = "Recovery" if is_overall else f"Recovery, {about.part}"
    return Table("recovery", title, about.caption("Complete and partial recovery"), columns, grouped(rows))


# --- Tables 14 and 2: both parsers ----------------------------------------------------------------------

Pair = tuple[Line, Line]


def parses(pairs: Sequence[Pair], about: About) -> Table:
    """Every model family under both parsers, side by side (RKB App. H)."""
    columns = [Column("System"), Column("Parse"), Column("Parsed", Form.COUNT)]
    columns += [Column("Fences removed", Form.COUNT), *RECOVERY.values()]
    rows = [(line.later, _parse_row(line, first, list(RECOVERY))) for first, line in _alternating(pairs)]
    what = "Format-tolerant parse (secondary) beside the primary one, same responses"
    return Table("parsers", "Both parsers", about.caption(what, parser=False), columns, grouped(rows))


def fenced(pairs: Sequence[Pair], about: About) -> Table:
    """Only the families with fenced responses (RKB Table 2)."""
    columns = [Column("System"), Column("Parse"), Column("Parsed", Form.COUNT)]
    columns += [Column("Fences removed", Form.COUNT)]
    columns += [Column(column.name, column.form) for column in (COMPLETE, RECALL)]
    with_fences = [pair for pair in pairs if pair[0].n_fenced]
    metrics = ["complete_at_2g", "recall_at_2g"]
    rows = [(line.later, _parse_row(line, first, metrics)) for first, line in _alternating(with_fences)]
    what = (
        "Removing a response wrapper; families with fenced responses, only the surrounding fence is removed"
    )
    caption = about.caption(what, parser=False, intervals=False)
    return Table("fences", "Fenced responses", caption, columns, grouped(rows))


def _alternating(pairs: Sequence[Pair]) -> list[tuple[bool, Line]]:
    return [line for primary, stripped in pairs for line in ((True, primary), (False, stripped))]


def _parse_row(line: Line, first: bool, metrics: Sequence[str]) -> Row:
    removed = 0 if first else line.n_fenced
    name = Cell(line.system, link=line.link)
    cells = [name, Cell(PARSER_NAMES[line.parser]), parsed(line), Cell(removed), *_metrics(line, metrics)]
    return Row(cells, line.signature)


# --- Tables 15, App. J and all metrics ------------------------------------------------------------------


def copying(lines: Sequence[Line], about: About) -> Table:
    """Exact copying and span preservation (RKB App. I)."""
    metrics = (
        "conditional_exactness",
        "number_span_fidelity",
        "entity_span_fidelity",
        "number_span_conditional",
        "entity_span_conditional",
    )
    what = (
        "Copying and span preservation. Exact copying is of recovered affected units; spans are of all "
        "annotated affected spans, or of those in recovered units"
    )
    return _measured("copying", "Copying", what, metrics, lines, about)


def depth(lines: Sequence[Line], about: About) -> Table:
    """Direct beside downstream recovery within the same prefix (RKB App. J)."""
    columns = [SYSTEM]
    for metric in ("direct_recall_at_2g", "downstream_recall_at_2g"):
        columns += [METRIC_COLUMNS[metric], Column("n", Form.COUNT)]

    def cells(line: Line) -> list[Cell]:
        row_cells = [system(line)]
        for metric in ("direct_recall_at_2g", "downstream_recall_at_2g"):
            row_cells += [figure(line, metric), Cell(line.figures[metric]["n"])]
        return row_cells

    what = "Direct and downstream recovery within the first 2|G| positions; n counts eligible items"
    return Table("depth", "Depth", about.caption(what), columns, grouped(_lines(lines, cells)))


def metrics(lines: Sequence[Line], about: About) -> Table:
    """Every metric of the scorer."""
    what = f"All measures; review burden at a target recall of {about.target}, in multiples of |G|"
    return _measured("measures", "All measures", what, tuple(METRIC_COLUMNS), lines, about)


def _measured(
    name: str, title: str, what: str, metrics: Sequence[str], lines: Sequence[Line], about: About
) -> Table:
    columns = [SYSTEM, *(METRIC_COLUMNS[metric] for metric in metrics)]
    rows = _lines(lines, lambda line: [system(line), *_metrics(line, metrics)])
    return Table(name, title, about.caption(what), columns, grouped(rows))


# --- Table 9, slices, differences, census ---------------------------------------------------------------


def settings(lines: Sequence[Line], about: About) -> Table:
    """The effective settings of each system's requests (RKB Table 9)."""
    columns = [Column("System"), Column("Family"), Column("Model"), Column("Sampling")]
    columns += [Column("Output cap"), Column("Thinking field")]

    def cells(line: Line) -> list[Cell]:
        words = settings_words(line.settings, line.family)
        model = str(line.settings.get("model") or "–")
        return [system(line), Cell(line.family), Cell(model), *map(Cell, words)]

    caption = about.caption("Effective settings as registered", parser=False, intervals=False)
    return Table("settings", "Settings", caption, columns, grouped(_lines(lines, cells)))


def slices(lines: Sequence[Line], about: About, kind: str) -> Table:
    """Complete and partial recovery over the slices of one kind, with their counts."""
    columns = [Column(slice_title(kind)), Column("System"), Column("Items", Form.COUNT)]
    columns += [Column("Affected units", Form.COUNT), Column("Sources", Form.COUNT), *RECOVERY.values()]

    def cells(line: Line) -> list[Cell]:
        note = "" if figure(line, "recall_at_2g").low is not None else "too few sources for an interval"
        counts = [Cell(line.n_items), Cell(line.n_units), Cell(line.n_sources, note=note)]
        return [Cell(line.name), system(line), *counts, *_metrics(line, RECOVERY)]

    what = f"Recovery by {slice_title(kind).lower()}; no interval where a slice spans fewer than five sources"
    name = f"slices-{kind.replace('_', '-')}"
    return Table(
        name, f"Slices: {slice_title(kind)}", about.caption(what), columns, grouped(_lines(lines, cells))
    )


SLICE_TITLES = {
    "split": "Split",
    "shape": "Shape",
    "documents": "Documents",
    "impact_size": "Affected units of the item",
    "max_depth": "Maximum depth",
    "candidates": "Candidate units",
    "depth": "Depth of the unit",
    "document": "Document of the unit",
    "supporting_fact": "Supporting fact",
    "lexical_overlap": "Lexical overlap with the edit",
    "annotated_spans": "Annotated spans",
}


def slice_title(kind: str) -> str:
    """Return what a kind of slice is called."""
    return SLICE_TITLES[kind]


def differences(
    compared: Sequence[Mapping[str, Any]], lines: Mapping[str, Line], about: About, first: str = ""
) -> Table:
    """Paired differences of two systems each: all pairs, or those of one system, seen from it."""
    columns = [Column("First"), Column("Second")]
    for measure, form in ((COMPLETE, Form.POINTS), (RECALL, Form.SIGNED), (STRICT, Form.SIGNED)):
        unit = " (points)" if form == Form.POINTS else ""
        columns.append(Column(f"Δ {measure.name}{unit}", form, interval=True))
        columns += [Column(f"p, {measure.name}", Form.P), Column(f"p (Holm), {measure.name}", Form.P)]
    pairs: dict[tuple[str, str], dict[str, Mapping[str, Any]]] = {}
    for pair_object in compared:
        if (
            pair_object["first"] in lines
            and pair_object["second"] in lines
            and first in ("", pair_object["first"], pair_object["second"])
        ):
            pairs.setdefault((pair_object["first"], pair_object["second"]), {})[pair_object["metric"]] = (
                pair_object
            )
    rows = [_difference(pair, metrics, lines, turned=pair[1] == first) for pair, metrics in pairs.items()]
    what = (
        "First minus second system on the same items and draws, p of the paired sign-flip test over sources, "
        "as it is and Holm-corrected over all compared pairs of a measure"
    )
    groups = grouped([(False, row) for row in rows])
    return Table("differences", "Differences", about.caption(what), columns, groups)


def _difference(
    pair: tuple[str, str], metrics: Mapping[str, Mapping[str, Any]], lines: Mapping[str, Line], turned: bool
) -> Row:
    first_line, second_line = (lines[code] for code in (reversed(pair) if turned else pair))
    cells = [
        Cell(line.system, link=line.link, note="later group" if line.later else "")
        for line in (first_line, second_line)
    ]
    for metric in RECOVERY:
        cells += _difference_cells(metrics.get(metric), turned)
    settings = first_line.signed._asdict()
    settings.pop("run_sha256")
    runs = {"first_run": first_line.run, "first_run_sha256": first_line.signed.run_sha256}
    runs |= {"second_run": second_line.run, "second_run_sha256": second_line.signed.run_sha256}
    return Row(cells, {**runs, **settings})


def _difference_cells(difference: Mapping[str, Any] | None, turned: bool) -> list[Cell]:
    if difference is None or difference["value"] is None:
        return [Cell(), Cell(), Cell()]
    value, low, high = difference["value"], difference["low"], difference["high"]
    if turned:
        value, low, high = -value, -high, -low
    return [Cell(value, low, high), Cell(difference["p"]), Cell(difference["p_holm"])]


CENSUS_TITLES = {
    "miss_causes": "Missed, by cause",
    "miss_roles": "Missed, by role",
    "copy_causes": "Altered copies",
    "malformed": "Malformed responses",
    "wasted_positions": "Wasted positions",
}


def census_words(name: str) -> str:
    """Write a cause as people read it.

    >>> census_words("downstream:3:across"), census_words("malformed:not_json"), census_words("below_cutoff")
    ('downstream, depth 3, another document', 'malformed: not json', 'below cutoff')
    """
    parts = name.split(":")
    if parts[0] == "downstream":
        return f"downstream, depth {parts[1]}, {'another' if parts[2] == 'across' else 'the same'} document"
    return ": ".join(parts).replace("_", " ")


def census(lines: Sequence[Line], about: About) -> Table:
    """Every cause of a miss or an altered copy, counted for each system."""
    names = [
        (group, name)
        for group in CENSUS_TITLES
        for name in sorted({name for line in lines for name in line.census.get(group, {})})
    ]
    columns = [Column("System")]
    columns += [Column(f"{CENSUS_TITLES[group]}: {census_words(name)}", Form.COUNT) for group, name in names]

    def cells(line: Line) -> list[Cell]:
        return [system(line), *(Cell(line.census.get(group, {}).get(name, 0)) for group, name in names)]

    caption = about.caption("Error census: each missed unit and each altered copy once", intervals=False)
    return Table("census", "Census", caption, columns, grouped(_lines(lines, cells)))
