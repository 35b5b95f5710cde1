"""A model asked by a job: every request kept, no answer asked for twice, half done scored as such."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from benchmark.models import Release
from reviewapp.asking.answers import Prices
from reviewapp.asking.asker import NotAnswering
from reviewapp.asking.settings import ModelSettings
from reviewapp.jobs import runner as job_runner
from reviewapp.jobs.actions import retry_job
from reviewapp.jobs.progress import JobStopped, Progress
from reviewapp.models import Job
from reviewapp.rules.protocol import JobState
from scoring.models import Configuration, HostedAttempt, HostedRequest, HostedRun, RippleRun
from scoring.ripple.actions.asking import AlreadyAsked, Naming, Pace, start_model_run
from scoring.ripple.actions.runs import NoRippleItems
from scoring.ripple.asking.prompt import Template
from scoring.ripple.jobs.asking import ItemsLeft, OtherEndpoint, ask_model
from scoring.ripple.queries.asking import counts_of, journal_lines
from tests.completions import Answer, Server, completion
from tests.factories import make_person
from tests.scoring.ripple.pages.making import make_ripple_release, sample_lines

pytestmark = pytest.mark.django_db
N_ITEMS = 5


@pytest.fixture
def release(server: Server, settings: Any) -> Release:
    settings.MODEL_BASE_URL = server.url
    return make_ripple_release(lines=sample_lines()[:N_ITEMS])


def start(release: Release, server: Server, **pace: Any) -> HostedRun:
    return start_model_run(
        release=release,
        settings=ModelSettings("m", server.url, temperature=None, thinking={"type": "disabled"}),
        template=Template(),
        naming=Naming("Mine", "language model", ""),
        pace=Pace(**({"concurrency": 2, "retries": 0, "timeout_seconds": 5} | pace)),
        actor=make_person("sam"),
    )


class Said(Progress):
    """Progress that remembers what was said."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def say(self, line: str) -> None:
        self.lines.append(line)


def good(asked: dict[str, Any]) -> Answer:
    return completion('{"ranking": []}', usage=(100, 20))


def asked_ids(server: Server) -> list[str]:
    """Which items were asked about, by the edit that each is known by."""
    edits = {
        json.dumps(json.loads(line)["edit"], ensure_ascii=False): json.loads(line) for line in sample_lines()
    }
    shown = [one["messages"][-1]["content"] for one in server.asked]
    return [next(item["item_id"] for edit, item in edits.items() if edit in text) for text in shown]


def ids() -> list[str]:
    return [json.loads(line)["item_id"] for line in sample_lines()[:N_ITEMS]]


def test_all_items_are_asked_about_and_the_run_is_stored(release: Release, server: Server) -> None:
    server.answer = good
    run = start(release, server, prices=Prices(1, 10))
    progress = Said()
    told = ask_model(progress, run=run.code)
    assert told == {"ripple_run": RippleRun.objects.get().code, "answered": N_ITEMS, "tried_again": 0}
    assert (progress.done, progress.total) == (N_ITEMS, N_ITEMS)
    assert sorted(asked_ids(server)) == sorted(ids())
    stored = RippleRun.objects.get()
    assert (stored.origin, stored.n_results, stored.partial) == ("hosted", N_ITEMS, False)
    assert stored.configuration == run.configuration
    assert stored.metadata["answers"]["usage"]["cost"] == 0.0015
    assert "temperature" not in server.asked[0]
    assert server.asked[0]["thinking"] == {"type": "disabled"}
    counts = counts_of(run)
    assert (counts["usage"].prompt_tokens, counts["cost"], counts["n_lost"]) == (500, 0.0015, 0)


def test_it_is_registered_before_anything_is_asked(release: Release, server: Server) -> None:
    run = start(release, server)
    assert Configuration.objects.get().initial
    assert (server.asked, run.job.state) == ([], "waiting")
    with pytest.raises(AlreadyAsked) as raised:
        start(release, server)
    assert raised.value.run == run


def test_what_failed_is_asked_again_and_nothing_else(release: Release, server: Server) -> None:
    server.answer = lambda asked: (500, b"\x00\xff", 0.0) if len(server.asked) == 2 else good(asked)
    run = start(release, server, concurrency=1)
    with pytest.raises(ItemsLeft, match="1 items got no answer"):
        ask_model(Progress(), run=run.code)
    assert bytes(HostedAttempt.objects.get(kind="server_error").body) == b"\x00\xff"
    server.answer = good
    server.asked.clear()
    ask_model(Progress(), run=run.code)
    assert len(asked_ids(server)) == 1
    assert RippleRun.objects.get().n_results == N_ITEMS


def test_a_cancelled_job_keeps_what_was_under_way(release: Release, server: Server) -> None:
    run = start(release, server, concurrency=2)

    def cancelled(asked: dict[str, Any]) -> Answer:
        return 200, good(asked)[1], 0.1

    server.answer = cancelled

    class Stopping(Progress):
        def at(self, done: int, total: int | None = None) -> None:
            if done:
                raise JobStopped(JobState.CANCELLED)

    with pytest.raises(JobStopped):
        ask_model(Stopping(), run=run.code)
    n_asked = len(server.asked)
    assert n_asked < N_ITEMS
    assert HostedAttempt.objects.filter(kind="answered").count() == n_asked
    assert counts_of(run)["n_lost"] == 0
    ask_model(Progress(), run=run.code)
    assert sorted(asked_ids(server)) == sorted(ids())


def test_a_request_whose_worker_died_is_asked_again_and_counted(release: Release, server: Server) -> None:
    run = start(release, server)
    item = release.ripple_items.get(position=0)
    HostedRequest.objects.create(run=run, item=item, body="{}", key="k")
    server.answer = good
    assert counts_of(run)["n_lost"] == 1
    progress = Said()
    ask_model(progress, run=run.code)
    assert sorted(asked_ids(server)) == sorted(ids())
    assert RippleRun.objects.get().metadata["answers"]["asked_again"] == 1
    assert "1 requests were under way when a worker died" in progress.lines[1]


def test_a_key_refused_ends_the_job_and_says_so(release: Release, server: Server) -> None:
    server.answer = lambda asked: (401, b"who are you?", 0.0)
    run = start(release, server, concurrency=1)
    with pytest.raises(NotAnswering, match=r"refuses the key: refused 401 who are you\?"):
        ask_model(Progress(), run=run.code)
    assert not RippleRun.objects.exists()


def test_the_key_goes_to_no_other_endpoint(release: Release, server: Server, settings: Any) -> None:
    run = start(release, server)
    settings.MODEL_BASE_URL = "http://127.0.0.1:9/v1"
    with pytest.raises(OtherEndpoint, match="begun with http"):
        ask_model(Progress(), run=run.code)
    assert server.asked == []


def test_a_job_run_twice_at_once_stores_one_run(release: Release, server: Server) -> None:
    server.answer = good
    run = start(release, server)
    ask_model(Progress(), run=run.code)
    n_asked = len(server.asked)
    ask_model(Progress(), run=run.code)
    assert (len(server.asked), RippleRun.objects.count()) == (n_asked, 1)


def test_a_release_without_ripple_items_is_refused(server: Server) -> None:
    with pytest.raises(NoRippleItems):
        start(make_ripple_release("bare", lines=[]), server)


def test_the_journal_holds_every_byte(release: Release, server: Server) -> None:
    server.answer = lambda asked: (200, b"\xff\x00", 0.0)
    run = start(release, server)
    ask_model(Progress(), run=run.code)
    lines = [json.loads(line) for line in journal_lines(run)]
    assert [line["attempts"][0]["body_base64"] for line in lines] == ["/wA="] * N_ITEMS
    assert sorted(line["item_id"] for line in lines) == sorted(ids())
    sent = [{name: value for name, value in one.items() if name != "path"} for one in server.asked]
    assert all(line["request"] in sent for line in lines)


def test_files_and_application_ask_the_same(release: Release, server: Server, tmp_path: Path) -> None:
    server.answer = good
    run = start(release, server, concurrency=1)
    ask_model(Progress(), run=run.code)
    from_rows = [one["messages"] for one in server.asked]
    items = tmp_path / "items.jsonl"
    items.write_bytes(b"\n".join(sample_lines()[:N_ITEMS]) + b"\n")
    server.asked.clear()
    where = ["--items", str(items), "--out", str(tmp_path / "out"), "--concurrency", "1"]
    call_command("run_model", *where, "--model", "m", "--base-url", server.url, "--temperature", "omit")
    assert [one["messages"] for one in server.asked] == from_rows


def test_no_thread_is_left_behind(release: Release, server: Server) -> None:
    server.answer = good
    ask_model(Progress(), run=start(release, server).code)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("ask")]


@pytest.mark.django_db(transaction=True)
def test_the_worker_runs_it_and_a_failed_job_goes_on(release: Release, server: Server) -> None:
    server.answer = lambda asked: (503, b"", 0.0)
    run = start(release, server, concurrency=1)
    job_runner.run(run.job.code, 0)
    run.job.refresh_from_db()
    assert run.job.state == "failed"
    assert "3 questions in a row got no answer" in run.job.error
    server.answer = good
    retry_job(job=run.job, actor=make_person("sam"))
    job_runner.run(run.job.code, Job.objects.get(pk=run.job.pk).attempt)
    run.job.refresh_from_db()
    assert (run.job.state, run.job.progress, run.job.total) == ("done", N_ITEMS, N_ITEMS)
