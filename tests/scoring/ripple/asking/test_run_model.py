"""`run_model` against a local endpoint: from files to a stored run, ended in every way, and gone on with."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from reviewapp.asking.journal import Journal
from tests.completions import Answer, Server, completion
from tests.scoring.ripple.making import EDGES, SPANS, TEXTS, item_object

ROOT = Path(__file__).resolve().parents[4]
N_ITEMS = 8
DOCUMENTS = [{name: TEXTS[name] for name in "axb"}, {name: TEXTS[name] for name in "yczvw"}]


@pytest.fixture
def items(tmp_path: Path) -> Path:
    path = tmp_path / "items.jsonl"
    write(path, [whole(number) for number in range(N_ITEMS)])
    return path


def whole(number: int) -> dict[str, Any]:
    made = item_object(DOCUMENTS, EDGES, spans=SPANS, item_id=f"rk-{number}")
    made["edit"]["description"] = f"Count {number} is corrected."
    return made


def write(path: Path, rows: list[Any]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def number_of(asked: dict[str, Any]) -> int:
    shown = asked["messages"][-1]["content"]
    return int(shown[shown.index("Count ") + 6])


def good(asked: dict[str, Any]) -> Answer:
    ranking = [{"unit_id": name, "text": text} for part in DOCUMENTS for name, text in part.items()]
    return completion(json.dumps({"ranking": ranking}), usage=(1000, 200))


def run(server: Server, items: Path, out: Path, *further: str) -> None:
    fast = ("--timeout", "5", "--retries", "0")
    call_command(*arguments(server, items, out), *fast, *further)


def arguments(server: Server, items: Path, out: Path) -> list[str]:
    where = ["--items", str(items), "--out", str(out)]
    return ["run_model", *where, "--model", "m", "--base-url", server.url]


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().split(b"\n") if line]


def test_every_item_is_asked_once_and_the_run_can_be_scored(
    server: Server, items: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server.answer = good
    out = tmp_path / "out"
    run(server, items, out, "--system", "Mine", "--price-in", "3", "--price-out", "15")
    assert "8 of 8 items answered; 8,000 tokens in, 1,600 out, cost 0.05." in capsys.readouterr().out
    head, *rest = lines_of(out / "run.jsonl")
    assert sorted(map(number_of, server.asked)) == list(range(N_ITEMS))
    assert [line["item_id"] for line in rest] == [f"rk-{number}" for number in range(N_ITEMS)]
    run_data = head["run"]
    assert (run_data["system"], run_data["model"]) == ("Mine", "m")
    assert "group" not in run_data
    assert run_data["sampling"] == {"temperature": 0, "top_p": 1, "max_tokens": 4096}
    assert run_data["answers"]["complete"] is True
    assert run_data["answers"]["usage"]["cost"] == 0.048
    call_command("score", str(items), str(out / "run.jsonl"), "--replicates", "100")
    assert "Scored 8 items" in capsys.readouterr().out


def test_requests_and_raw_answers_are_kept(server: Server, items: Path, tmp_path: Path) -> None:
    server.answer = lambda asked: (200, b"\xff" if number_of(asked) == 3 else good(asked)[1], 0.0)
    run(server, items, tmp_path / "out", "--thinking", "disabled", "--temperature", "omit")
    journal = lines_of(tmp_path / "out" / "journal.jsonl")
    requests = {entry["item_id"]: entry["request"] for entry in journal if "request" in entry}
    asked = {f"rk-{number_of(one)}": {k: v for k, v in one.items() if k != "path"} for one in server.asked}
    assert requests == asked
    assert "temperature" not in requests["rk-0"]
    assert requests["rk-0"]["thinking"] == {"type": "disabled"}
    answers = {entry["item_id"]: entry["attempts"][-1] for entry in journal if "attempts" in entry}
    assert answers["rk-3"]["body_base64"] == "/w=="
    assert answers["rk-2"]["body"].encode() == good(server.asked[0])[1]
    settings = json.loads((tmp_path / "out" / "settings.json").read_text())
    assert {"template", "prompt_sha256", "items_sha256", "temperature"} <= set(settings)


def test_all_that_goes_wrong_is_told_and_what_is_there_is_kept(
    server: Server, items: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad: dict[int, Answer] = {
        1: (500, b"oops", 0.0),
        2: (200, b'{"id": ', 0.0),
        4: completion('{"ranking": [{"unit', "length"),
        6: (429, b"{}", 0.0),
    }
    server.answer = lambda asked: bad.get(number_of(asked)) or good(asked)
    out = tmp_path / "out"
    with pytest.raises(CommandError, match="6 of 8 items answered; call it again"):
        run(server, items, out, "--concurrency", "1")
    head, *rest = lines_of(out / "run.jsonl")
    assert [line["item_id"] for line in rest] == [f"rk-{n}" for n in (0, 2, 3, 4, 5, 7)]
    assert rest[1] == {"item_id": "rk-2", "response": "", "answer": "no_completion"}
    assert (rest[3]["response"], rest[3]["finish_reason"]) == ('{"ranking": [{"unit', "length")
    told = head["run"]["answers"]
    assert (told["items"], told["answered"], told["complete"]) == (8, 6, False)
    assert (told["kinds"]["no_completion"], told["kinds"]["cut_off"]) == (1, 1)
    call_command("score", str(items), str(out / "run.jsonl"), "--replicates", "100")
    assert "half done: 6 of 8 items answered" in capsys.readouterr().err
    bad.clear()
    server.asked.clear()
    run(server, items, out)
    assert sorted(map(number_of, server.asked)) == [1, 6]
    assert len(lines_of(out / "run.jsonl")) == 1 + N_ITEMS


def test_a_killed_run_goes_on_without_asking_twice(server: Server, items: Path, tmp_path: Path) -> None:
    hanging = threading.Event()

    def slow_from_the_fifth_on(asked: dict[str, Any]) -> Answer:
        if len(server.asked) > 4:
            hanging.wait(20)
        return good(asked)

    server.answer = slow_from_the_fifth_on
    out = tmp_path / "out"
    command = [sys.executable, "manage.py", *arguments(server, items, out), "--concurrency", "2"]
    environment = {**os.environ, "REVIEWAPP_VAR": str(tmp_path / "var")}
    killed = subprocess.Popen(command, cwd=ROOT, env=environment)
    deadline = time.monotonic() + 30
    while len(server.asked) < 6 and time.monotonic() < deadline:
        time.sleep(0.02)
    with pytest.raises(CommandError, match="in use by another process"):
        run(server, items, out)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    hanging.set()
    assert not (tmp_path / "var").exists()  # no database server was started for it
    with (out / "journal.jsonl").open("ab") as journal:
        journal.write(b'{"at": "cut o')
    answered = {line["item_id"] for line in lines_of_whole(out) if "attempts" in line}
    asked_before = {f"rk-{number_of(one)}" for one in server.asked}
    assert (len(answered), len(asked_before)) == (4, 6)
    server.asked.clear()
    run(server, items, out)
    again = [f"rk-{number_of(one)}" for one in server.asked]
    assert sorted(again) == sorted({f"rk-{n}" for n in range(N_ITEMS)} - answered)
    head, *rest = lines_of(out / "run.jsonl")
    assert len(rest) == N_ITEMS
    assert head["run"]["answers"]["asked_again"] == 2


def lines_of_whole(out: Path) -> list[dict[str, Any]]:
    data = (out / "journal.jsonl").read_bytes()
    return [json.loads(line) for line in data[: data.rindex(b"\n")].split(b"\n")]


def test_other_settings_are_another_run(server: Server, items: Path, tmp_path: Path) -> None:
    server.answer = good
    out = tmp_path / "out"
    run(server, items, out)
    with pytest.raises(CommandError, match="begun with another temperature"):
        run(server, items, out, "--temperature", "0.5")
    write(items, [whole(number) for number in range(3)])
    with pytest.raises(CommandError, match="begun with another items_sha256"):
        run(server, items, out)
    assert len(server.asked) == N_ITEMS


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_refused_key_or_model_ends_the_run_at_once(
    server: Server, items: Path, tmp_path: Path, status: int
) -> None:
    server.answer = lambda asked: (status, b'{"error": {"message": "who are you?"}}', 0.0)
    with pytest.raises(CommandError, match=rf"refuses the .*{status}.*who are you"):
        run(server, items, tmp_path / "out", "--concurrency", "1")
    assert len(server.asked) == 1


def test_an_endpoint_that_fails_in_a_row_is_left_alone(server: Server, items: Path, tmp_path: Path) -> None:
    server.answer = lambda asked: (400, b"temperature is not supported", 0.0)
    with pytest.raises(CommandError, match=r"3 questions in a row got no answer.*temperature is not supp"):
        run(server, items, tmp_path / "out", "--concurrency", "1")
    assert len(server.asked) == 3


def test_no_more_are_under_way_than_allowed(server: Server, items: Path, tmp_path: Path) -> None:
    under_way, most = [0], [0]
    lock = threading.Lock()

    def counted(asked: dict[str, Any]) -> Answer:
        with lock:
            under_way[0] += 1
            most[0] = max(most[0], under_way[0])
        time.sleep(0.05)
        with lock:
            under_way[0] -= 1
        return good(asked)

    server.answer = counted
    run(server, items, tmp_path / "out", "--concurrency", "3")
    assert most[0] == 3


def test_a_few_first_and_the_rest_later(server: Server, items: Path, tmp_path: Path) -> None:
    server.answer = good
    run(server, items, tmp_path / "out", "--limit", "2")
    assert len(lines_of(tmp_path / "out" / "run.jsonl")) == 3
    with pytest.raises(CommandError, match="2 of 8"):
        run(server, items, tmp_path / "out", "--limit", "0")
    run(server, items, tmp_path / "out")
    assert sorted(map(number_of, server.asked)) == list(range(N_ITEMS))


def test_a_public_file_and_a_template_of_ones_own(server: Server, items: Path, tmp_path: Path) -> None:
    public = tmp_path / "public.jsonl"
    write(public, [{k: whole(0)[k] for k in ("item_id", "edit", "documents")}])
    template = tmp_path / "prompt.txt"
    template.write_text("Only this: {{edit}} {{documents}}")
    run(server, public, tmp_path / "out", "--template", str(template))
    [message] = server.asked[0]["messages"]
    assert message["role"] == "user"
    assert message["content"].startswith("Only this: {")


def test_bad_input_asks_nothing(server: Server, items: Path, tmp_path: Path) -> None:
    write(items, [whole(0), whole(0), {"item_id": "rk-9"}])
    with pytest.raises(CommandError, match=r"(?s):2: item_id: .*twice.*:3: edit"):
        run(server, items, tmp_path / "out")
    (tmp_path / "bad.txt").write_text("no item here")
    write(items, [whole(0)])
    with pytest.raises(CommandError, match=r"no \{\{edit\}\}"):
        run(server, items, tmp_path / "out", "--template", str(tmp_path / "bad.txt"))
    assert not server.asked
    assert not (tmp_path / "out").exists()


def test_hostile_text_comes_through_as_it_was_said(server: Server, items: Path, tmp_path: Path) -> None:
    said = "\u2028\x00\r\n\ud800 e\u0301 \u202e\U0001f600" + "é" * 100_000
    server.answer = lambda asked: completion(said)
    run(server, items, tmp_path / "out")
    assert {line["response"] for line in lines_of(tmp_path / "out" / "run.jsonl")[1:]} == {said}


def test_a_broken_journal_is_not_gone_on_with(server: Server, items: Path, tmp_path: Path) -> None:
    run(server, items, tmp_path / "out", "--limit", "1")
    journal = tmp_path / "out" / "journal.jsonl"
    journal.write_bytes(b"{}\n" + journal.read_bytes())
    with pytest.raises(CommandError, match="the line at byte 0"):
        run(server, items, tmp_path / "out")


def test_an_interrupt_asks_nothing_more_and_keeps_what_was_under_way(
    server: Server, items: Path, tmp_path: Path
) -> None:
    def slow_from_the_third_on(asked: dict[str, Any]) -> Answer:
        return 200, good(asked)[1], 0.5 if len(server.asked) > 2 else 0.0

    server.answer = slow_from_the_third_on
    out = tmp_path / "out"
    command = [sys.executable, "manage.py", *arguments(server, items, out), "--concurrency", "2"]
    heeding = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # a run in the background ignores it
    running = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, preexec_fn=heeding)
    deadline = time.monotonic() + 30
    while len(server.asked) < 4 and time.monotonic() < deadline:
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    _, told = running.communicate(timeout=30)
    assert (running.returncode, told) == (130, "")
    assert len(server.asked) < N_ITEMS
    assert len(lines_of(out / "run.jsonl")) == 1 + len(server.asked)
    with Journal.opened(out, lambda: "") as journal:
        assert journal.in_flight == set()
