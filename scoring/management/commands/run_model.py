"""Let a hosted model rank ripple items, one request an item, no database (RKB App. F; contracts §5)."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from reviewapp.asking import settings as reading
from reviewapp.asking.answers import Prices
from reviewapp.asking.asker import CONCURRENCY, MAX_CONCURRENCY, Asker, NotAnswering, Tally
from reviewapp.asking.journal import (
    RUN,
    BrokenJournal,
    InUse,
    Journal,
    OtherSettings,
    hold_settings,
    write_run,
)
from reviewapp.asking.prompt import BadTemplate
from reviewapp.asking.settings import ADDRESS_VARIABLE, KEY_VARIABLE, BadSetting, ModelSettings
from reviewapp.asking.transport import RETRIES, TIMEOUT_SECONDS, Endpoint, NoClient, Patience
from reviewapp.records import InvalidFile
from scoring.management.commands.score_access import whole_number
from scoring.ripple.asking.items import check_items, public_items
from scoring.ripple.asking.prompt import Template, question_of
from scoring.ripple.asking.stored import Coverage, run_lines
from scoring.runs.lines import GROUPS


def setting(read: Callable[[str], Any]) -> Callable[[str], Any]:
    """Return the argparse type of a setting."""

    def parse(text: str) -> Any:
        try:
            return read(text)
        except BadSetting as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return parse


class Command(BaseCommand):
    help = (
        "Ask MODEL about every item of FILE, one request an item, and write the stored run DIR/run.jsonl. "
        "Every request and raw answer stands in DIR/journal.jsonl, the settings in DIR/settings.json. Called "
        "again for the same DIR it goes on where it ended: what was answered is not asked again. The key is "
        f"read from {KEY_VARIABLE}. Exit status 1 if items are left without an answer; run.jsonl then holds "
        "the answered ones and says so."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--items", metavar="FILE", required=True, help="public.jsonl or items.jsonl")
        parser.add_argument("--out", metavar="DIR", required=True, help="the run's folder, new or begun")
        parser.add_argument("--model", required=True, help="as the endpoint names it")
        address = os.environ.get(ADDRESS_VARIABLE)
        parser.add_argument(
            "--base-url",
            required=not address,
            default=address,
            help=f"of the endpoint, such as https://host/v1; {ADDRESS_VARIABLE} by default",
        )
        self.add_request(parser)
        self.add_naming(parser)
        self.add_pace(parser)

    def add_request(self, parser: CommandParser) -> None:
        """Add what goes into each request."""
        request = parser.add_argument_group("the request; omit leaves a field out")
        number, tokens = setting(reading.number), setting(reading.tokens)
        request.add_argument("--temperature", type=number, default=reading.TEMPERATURE, metavar="X|omit")
        request.add_argument("--top-p", type=number, default=reading.TOP_P, metavar="X|omit")
        request.add_argument("--max-tokens", type=tokens, default=reading.MAX_TOKENS, metavar="N|omit")
        request.add_argument(
            "--max-tokens-field",
            choices=reading.MAX_TOKENS_FIELDS,
            default=reading.MAX_TOKENS_FIELDS[0],
            help="how the endpoint calls it",
        )
        request.add_argument(
            "--thinking", type=setting(reading.thinking), metavar="omit|disabled|enabled|JSON", help="omitted"
        )
        request.add_argument(
            "--field",
            type=setting(reading.named_field),
            action="append",
            default=[],
            metavar="NAME=JSON",
            help="a further field",
        )
        request.add_argument(
            "--template",
            metavar="FILE",
            help="the prompt: the system's message, a line ===, the user's, with {{edit}} and {{documents}}",
        )

    def add_naming(self, parser: CommandParser) -> None:
        """Add what the run is called by."""
        naming = parser.add_argument_group("what the stored run is called by")
        naming.add_argument("--system", help="the name in tables; the model's by default")
        naming.add_argument("--family", default="language model")
        naming.add_argument("--group", choices=GROUPS, help="initial only if registered before any score")
        naming.add_argument("--notes", default="")

    def add_pace(self, parser: CommandParser) -> None:
        """Add how it is asked, which no answer depends on."""
        pace = parser.add_argument_group("how it is asked")
        pace.add_argument("--concurrency", type=whole_number(1, MAX_CONCURRENCY), default=CONCURRENCY)
        pace.add_argument(
            "--retries",
            type=whole_number(0, 20),
            default=RETRIES,
            help="after 429, 5xx, no answer in time and no connection; never after an answer",
        )
        pace.add_argument("--timeout", type=whole_number(1, 3600), default=TIMEOUT_SECONDS, metavar="SECONDS")
        pace.add_argument(
            "--limit", type=whole_number(0, 10**9), help="ask at most so many; 0 writes run.jsonl alone"
        )
        price = setting(reading.number)
        pace.add_argument("--price-in", type=price, metavar="X", help="of a million prompt tokens")
        pace.add_argument("--price-out", type=price, metavar="X", help="of a million completion tokens")

    def handle(self, *args: Any, **options: Any) -> None:
        if (options["price_in"] is None) != (options["price_out"] is None):
            raise CommandError("--price-in and --price-out belong together", returncode=2)
        try:
            coverage, trouble = self.run(options)
        except (InvalidFile, BadTemplate, NoClient, OtherSettings, InUse, BrokenJournal, OSError) as error:
            raise CommandError(str(error)) from error
        path = Path(options["out"]) / RUN
        summary = f"{path}: {coverage.usage.n_answers:,} of {coverage.n_items:,} items answered"
        if trouble or not (coverage.is_complete or options["limit"]):
            raise CommandError(f"{trouble}\n{summary}; call it again to go on".lstrip())
        self.stdout.write(f"Wrote {summary}; {told_usage(coverage, prices_of(options))}.")

    def run(self, options: dict[str, Any]) -> tuple[Coverage, str]:
        """Ask the questions, write the run of all answers, and return why asking ended early, if it did."""
        settings, template = settings_of(options), template_of(options["template"])
        item_ids, items_sha256 = check_items(options["items"])
        folder = Path(options["out"])
        fixed = fixed_settings(settings, template, items_sha256)
        hold_settings(folder, fixed)
        trouble = ""
        with Journal.opened(folder, now) as journal:
            questions = (
                question_of(item, settings, template, f"{template.sha256}{items_sha256}")
                for item in public_items(options["items"])
            )
            try:
                if options["limit"] != 0:
                    self.ask(journal, questions, len(item_ids), options)
            except NotAnswering as error:
                trouble = str(error)
            finally:
                coverage, lines = run_lines(
                    metadata_of(options, settings, template),
                    lambda: ((item_id, journal.answer(item_id)) for item_id in item_ids),
                    n_asked_again=journal.n_asked_again,
                    prices=prices_of(options),
                )
                write_run(folder, lines)
        return coverage, trouble

    def ask(self, journal: Journal, questions: Iterator[Any], n_items: int, options: dict[str, Any]) -> None:
        """Ask what is not answered yet."""
        if journal.in_flight:
            self.stderr.write(
                f"{len(journal.in_flight):,} questions were under way when the run ended: asked again"
            )
        patience = Patience(options["timeout"], options["retries"])
        endpoint = Endpoint(options["base_url"], os.environ.get(KEY_VARIABLE, "none"), patience)
        try:
            asker = Asker(endpoint, journal, concurrency=options["concurrency"], tick=self.ticker(n_items))
            tally = asker.ask(questions, options["limit"])
        finally:
            endpoint.close()
        if tally.given_up:
            self.stderr.write(f"{tally.given_up:,} items got no answer")

    def ticker(self, n_items: int) -> Callable[[Tally], None]:
        """Say how far it is, on a terminal only, twice a second."""
        if not self.stderr.isatty():
            return lambda tally: None
        last = [0.0]

        def tick(tally: Tally) -> None:
            if time.monotonic() - last[0] >= 0.5 or tally.done == n_items:
                last[0] = time.monotonic()
                repeats = f", {tally.again:,} asked again" if tally.again else ""
                self.stderr.write(f"\r{tally.done:,} of {n_items:,} answered{repeats} ", ending="")

        return tick


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def settings_of(options: dict[str, Any]) -> ModelSettings:
    """Return the request's settings."""
    names = ("model", "base_url", "temperature", "top_p", "max_tokens", "max_tokens_field", "thinking")
    return ModelSettings(**{name: options[name] for name in names}, extra=dict(options["field"]))


def template_of(name: str | None) -> Template:
    """Return the template in a file, or ours.

    :raises BadTemplate: if it cannot show an item."""
    return Template.read(Path(name).read_bytes()) if name else Template()


def fixed_settings(settings: ModelSettings, template: Template, items_sha256: str) -> dict[str, Any]:
    """Return what the answers of a run depend on."""
    return {
        **asdict(settings),
        "prompt_sha256": template.sha256,
        "template": template.text,
        "items_sha256": items_sha256,
    }


def metadata_of(options: dict[str, Any], settings: ModelSettings, template: Template) -> dict[str, Any]:
    """Return the run's metadata but for what is there of it."""
    return {
        "system": options["system"] or settings.model,
        "family": options["family"],
        **({"group": options["group"]} if options["group"] else {}),
        **settings.metadata(),
        "prompt_sha256": template.sha256,
        "notes": options["notes"],
    }


def prices_of(options: dict[str, Any]) -> Prices | None:
    """Return the prices, if they are given."""
    prices = options["price_in"], options["price_out"]
    return None if None in prices else Prices(*prices)


def told_usage(coverage: Coverage, prices: Prices | None) -> str:
    """Return the tokens and the cost of the answers in words."""
    usage = coverage.usage
    words = f"{usage.prompt_tokens:,} tokens in, {usage.completion_tokens:,} out"
    if usage.n_uncounted:
        words += f" (not told for {usage.n_uncounted:,})"
    return words + (f", cost {prices.cost(usage):,.2f}" if prices else "")
