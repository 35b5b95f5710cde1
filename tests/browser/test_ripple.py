"""Ripple review in a browser: two reviewers and an adjudicator, twelve items, every outcome.

The twelve items are built from real MuSiQue records; single states are played on those of the sample. What
comes of an item is a rule of ours, by its place in the file; see `Case.plan`. What is to be seen is done on
the pages, by keys; the rest sends the same forms, read and filled in by a script in the page.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.conf import settings
from django.core.management import call_command
from django.urls import reverse

from reviewapp.models import Campaign, Disagreement, Outcome, Return, RippleAssent, RippleItem, Task
from reviewapp.records import InputFile
from reviewapp.workflows.ripple.actions.importing import import_ripple
from reviewapp.workflows.ripple.actions.leaving import release_reviewer
from reviewapp.workflows.ripple.rules.public import Public, Unit, read_public
from tests.browser.desk import log_in, sign_in
from tests.browser.test_pages import problems_of
from tests.factories import make_person
from tests.live import LiveApp
from tests.reviewapp.ripple.making import make_ripple_campaign

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

MERGE = 4  # the place of the item whose merge needs one parent only
FIXTURE = Path(__file__).resolve().parents[2] / "fixtures" / "ripple_items.jsonl"

FILL = """(form, fields) => {
  for (const [name, value] of fields) {
    const all = [...form.querySelectorAll(`[name="${name}"]`)];
    if (name.startsWith("cite-") || name.startsWith("span-")) {
      const input = Object.assign(document.createElement("input"), { type: "hidden", name, value });
      form.append(input);
    } else if (["checkbox", "radio"].includes(all[0].type)) {
      (all.find((one) => one.value === value) || all[0]).checked = true;
    } else if (all[0].multiple) for (const one of all[0].options) one.selected ||= one.value === value;
    else all[0].value = value;
  }
}"""

TOLD = """async (answer) => {
  window.read = new DOMParser().parseFromString(await answer.text(), "text/html");
  const texts = (selector) => [...window.read.querySelectorAll(selector)].map((one) => one.textContent);
  return {
    stage: window.read.querySelector("#decision [name=stage]")?.value || "",
    item: texts(".page-head .mono")[0] || "",
    asked: [...window.read.querySelectorAll("[data-question]")].map((row) => row.id),
    alerts: texts("[role=alert]"),
  };
}"""
READ = f"async (address) => ({TOLD})(await fetch(address))"
SEND = f"""async (fields) => {{
  const form = window.read.getElementById("decision");
  ({FILL})(form, fields);
  const body = new URLSearchParams(new FormData(form));
  body.set("sure", "1");
  return ({TOLD})(await fetch(form.getAttribute("action"), {{ method: "POST", body }}));
}}"""

SELECT = """([id, words]) => {
  const walker = document.createTreeWalker(document.querySelector(`#${id} .piece`), NodeFilter.SHOW_TEXT);
  while (!walker.nextNode().data.includes(words));
  const text = walker.currentNode;
  const range = document.createRange();
  range.setStart(text, text.data.indexOf(words));
  range.setEnd(text, text.data.indexOf(words) + words.length);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
}"""

SHOWN = {"missing unit", "unsupported edge", "ambiguity left open"}  # what carol decides on the page itself
Pairs = list[tuple[str, str]]


class Case(NamedTuple):
    """An item: its place in the file, and what is hidden of it."""

    number: int
    record: dict[str, Any]

    @property
    def plan(self) -> str:
        """What happens to the item."""
        return [
            "full agreement",
            "missing unit",
            "unsupported edge",
            "ambiguity left open",
            "merge that needs one parent only",
            "withdrawn",
            "reviewer replaced",
            "rejected",
            "overlooked by one",
            "ambiguity resolved",
            "selected by one alone",
            "dissent",
        ][self.number]

    @property
    def public(self) -> Public:
        return read_public(self.record)

    @property
    def members(self) -> list[Unit]:
        ids = {one["unit_id"] for one in self.record["closure"]["units"]}
        return [unit for unit in self.public.units if unit.unit_id in ids]

    @property
    def leaf(self) -> Unit:
        """The deepest unit, to which one edge leads."""
        deepest = max(self.record["closure"]["units"], key=lambda one: one["depth"])
        found = self.public.unit(deepest["unit_id"])
        assert found
        return found

    @property
    def outsider(self) -> Unit:
        """The first unit that the closure lacks."""
        return next(unit for unit in self.public.units if unit not in self.members)

    def number_of(self, name: str) -> str:
        unit = self.public.unit(name)
        return str(unit.number) if unit else name

    def edges(self) -> Iterator[tuple[str, dict[str, str]]]:
        for n, edge in enumerate(self.record["closure"]["edges"], start=1):
            yield f"e{n}", edge

    def merge(self) -> list[str]:
        """Return the keys of the edges that lead to the unit that is a merge, none where there is none."""
        children = [edge["child"] for _, edge in self.edges()]
        return [key for key, edge in self.edges() if children.count(edge["child"]) > 1]


def blind_pairs(case: Case, name: str) -> Pairs:
    """Return what a reviewer of that name enters in the blind recovery."""
    selected = [f"u{unit.number}" for unit in case.members]
    if case.plan == "overlooked by one" and name == "alice":
        selected.remove(f"u{case.leaf.number}")
    if case.plan == "missing unit" or (case.plan == "selected by one alone" and name == "bob"):
        selected.append(f"u{case.outsider.number}")
    pairs = [(f"select-{key}", "on") for key in selected] + [(f"why-{key}", "it follows") for key in selected]
    if case.plan == "ambiguity left open":
        pairs += [
            (f"ambiguous-u{case.outsider.number}", "on"),
            (f"reason-u{case.outsider.number}", "a remark?"),
        ]
    return pairs + [(f"checked-d{n}", "on") for n in range(1, len(case.public.papers) + 1)]


def closure_pairs(case: Case, name: str) -> Pairs:
    """Return what a reviewer of that name enters in the closure review."""
    said = {f"u{unit.number}": "supported" for unit in case.members}
    said |= {key: "supported" for key, _ in case.edges()}
    leaf, to_leaf = (
        f"u{case.leaf.number}",
        next(key for key, edge in case.edges() if edge["child"] == case.leaf.unit_id),
    )
    if case.plan == "unsupported edge" and name == "bob":
        said |= {leaf: "not_supported", to_leaf: "not_supported"}
    if case.plan == "ambiguity resolved" and name == "alice":
        said[to_leaf] = "ambiguous"
    pairs = [(f"verdict-{key}", verdict) for key, verdict in said.items()]
    pairs += [(f"cite-{key}", "1") for key, verdict in said.items() if verdict == "supported"]
    pairs += [(f"why-{key}", "not as it stands") for key, verdict in said.items() if verdict != "supported"]
    pairs += _merge_pairs(case, name)
    if case.plan == "missing unit":
        pairs += [("added-0", str(case.outsider.number)), ("added-why-0", "it follows as well")]
        pairs += [("added-parents-0", str(case.public.edit.unit.number))]
    return pairs


def _merge_pairs(case: Case, name: str) -> Pairs:
    keys = case.merge()
    if not keys:
        return []
    edge = dict(case.edges())[keys[0]]
    child = case.number_of(edge["child"])
    if case.plan != "merge that needs one parent only":
        return [(f"all-u{child}", "yes")]
    return [
        (f"all-u{child}", "no"),
        (f"needed-u{child}", keys[0][1:]),
        (f"merge-why-u{child}", "it follows from that one alone"),
    ]


def outcome_pairs(case: Case, asked: list[str]) -> Pairs:
    """Return what carol enters: an answer and a reason for each question, the outcome and why."""
    pairs = []
    for key in asked:
        answer = "all" if key.startswith("m") else "in"
        if case.plan == "unsupported edge" or (
            case.plan == "selected by one alone" and key == f"u{case.outsider.number}"
        ):
            answer = "out"
        if case.plan == "merge that needs one parent only":
            answer = "some"
        pairs += [(f"final-{key}", answer), (f"why-{key}", "read again")]
    if case.plan == "merge that needs one parent only":
        dropped = f"x{case.merge()[1][1:]}"
        pairs += [(f"final-{dropped}", "out"), (f"why-{dropped}", "not needed")]
    if case.plan == "ambiguity left open":
        pairs = []
    decision = {"withdrawn": "withdrawn", "rejected": "rejected"}.get(case.plan, "accepted")
    return [*pairs, ("decision", decision), ("rationale", "Read by all three.")]


# --- In the browser -----------------------------------------------------------------------------------


class Play:
    """The cases, by the item that a page shows, and the pages of the people."""

    def __init__(self, app: LiveApp, browser: Any, file: Path) -> None:
        self.app, self.browser, self.file = app, browser, file
        lines = file.read_bytes().split(b"\n")
        self.cases = [Case(n, json.loads(line)) for n, line in enumerate(filter(None, lines))]

    @cached_property
    def campaign(self) -> Campaign:
        import_ripple(file=InputFile.at(self.file), actor=None)
        ids = {item.item_id: item for item in RippleItem.objects.all()}
        return make_ripple_campaign([ids[case.record["item_id"]] for case in self.cases])

    def enter(self, name: str, **how: Any) -> Any:
        page = self.browser.new_context(viewport={"width": 1440, "height": 900}, **how).new_page()
        page.set_default_timeout(10_000)
        sign_in(page, self.app, name)
        return page

    def go(self, page: Any, name: str, *args: Any) -> None:
        page.goto(self.app.url + reverse(name, args=args))

    def shown(self, page: Any) -> Case:
        return self.case(page.inner_text(".page-head .mono"))

    def case(self, item_id: str) -> Case:
        return next(case for case in self.cases if case.record["item_id"] == item_id)

    def task(self, case: Case) -> Task:
        return Task.objects.get(ripple__item_id=case.record["item_id"])


def commit(page: Any, look: str = "") -> None:
    """Press Ctrl+Enter, then Enter on what is asked, and wait for the page that follows.

    With a name to *look* by, what is asked is looked at for barriers.
    """
    with page.expect_navigation(wait_until="domcontentloaded"):
        page.keyboard.press("Control+Enter")
    assert page.locator("button[autofocus]").count(), page.locator("[role=alert]").all_inner_texts()
    assert not look or problems_of(page, look) == {}
    with page.expect_navigation(wait_until="domcontentloaded"):
        page.keyboard.press("Enter")


def fill(page: Any, pairs: Pairs) -> None:
    page.evaluate(f"(fields) => ({FILL})(document.getElementById('decision'), fields)", pairs)


def recover_all(play: Play, page: Any, name: str) -> None:
    """Recover items blind until there is none left, or a closure is open: alice the first one by keys."""
    play.go(page, "next_task", play.campaign.code)
    page.wait_for_selector("html.scripted")
    if name == "alice":
        recover_by_keys(page, play.shown(page))
        commit(page)
    told = page.evaluate(READ, page.url)
    while told["stage"] == "blind":
        told = page.evaluate(SEND, blind_pairs(play.case(told["item"]), name))
        assert told["alerts"] == []
    play.go(page, "next_task", play.campaign.code)


def recover_by_keys(page: Any, case: Case) -> None:
    press, members = page.keyboard.press, {unit.number for unit in case.members}
    for unit in case.public.units:
        press("j")
        if unit.number in members:
            press("x")
            press("r")
            page.keyboard.type("it follows")
            press("Escape")
    for _ in case.public.papers:
        press("c")
        press("[")
    page.get_by_text("nothing is missing").wait_for()


def judge_all(play: Play, page: Any, name: str) -> None:
    """Judge closures until none is open: alice the first one by keys."""
    play.go(page, "next_task", play.campaign.code)
    page.wait_for_selector("html.scripted")
    if name == "alice":
        judge_by_keys(page)
        commit(page, "ripple-sure")
    told = page.evaluate(READ, page.url)
    while told["stage"] == "closure":
        told = page.evaluate(SEND, closure_pairs(play.case(told["item"]), name))
        assert told["alerts"] == []


def judge_by_keys(page: Any) -> None:
    while page.locator("[data-card]:not([hidden]) input[name^=verdict-]:checked").count() == 0:
        card = page.get_attribute("[data-card]:not([hidden])", "id")
        page.keyboard.press("1" if card.startswith("u") else "3")
        if page.locator("[data-card]:not([hidden]) .merge").count():
            page.keyboard.press("a")
        page.keyboard.press("y")
        page.keyboard.press("j")
    page.get_by_text("nothing is missing").wait_for()


def decide_all(play: Play, page: Any) -> None:
    play.go(page, "adjudications")
    for found in Disagreement.objects.select_related("task__ripple").order_by("pk"):
        case, address = play.case(found.task.rippled.item_id), reverse("adjudicate", args=[found.code])
        if case.plan in SHOWN:
            page.goto(play.app.url + address)
            page.wait_for_selector("html.scripted")
            decide_on_the_page(page, case)
        else:
            told = page.evaluate(READ, address)
            told = page.evaluate(SEND, outcome_pairs(case, told["asked"]))
            assert told["alerts"] == []


def decide_on_the_page(page: Any, case: Case) -> None:
    asked = page.eval_on_selector_all("[data-question]", "rows => rows.map((row) => row.id)")
    fill(page, outcome_pairs(case, asked))
    if case.plan == "missing unit":
        mark_spans(page, case)
    if case.plan == "ambiguity left open":
        refused(page)
    commit(page)


def mark_spans(page: Any, case: Case) -> None:
    """Select words of the unit that enters, as a mouse does, and press the keys."""
    key, words = f"u{case.outsider.number}", case.outsider.text.split()[1]
    page.evaluate(SELECT, [key, words])
    page.keyboard.press("2")
    for digits in re.findall(r"[0-9][0-9,]*", case.outsider.text):
        page.evaluate(SELECT, [key, digits])
        page.keyboard.press("1")
    assert words in page.locator(f"#{key} .spans").inner_text()


def refused(page: Any) -> None:
    """An item with an open question is not accepted; the page says which, and keeps what was entered."""
    with page.expect_navigation(wait_until="domcontentloaded"):
        page.keyboard.press("Control+Enter")
    page.wait_for_selector("html.scripted")
    assert page.locator("[role=alert] a[href^='#u']").count()
    assert page.locator("#rationale").input_value() == "Read by all three."
    page.locator("input[name=decision][value=rejected]").check()


# --- What is to come of it ----------------------------------------------------------------------------


@pytest.fixture
def play(live_app: LiveApp, browser: Any) -> Iterator[Play]:
    with closing_after(browser):
        yield Play(live_app, browser, FIXTURE)


@pytest.fixture
def real_play(live_app: LiveApp, browser: Any, shared_data: Path, tmp_path: Path) -> Iterator[Play]:
    """Twelve candidates out of public records; one with a merge stands where the plan wants one."""
    out = tmp_path / "built"
    records = str(shared_data / "musique" / "tdca_random100_seed520.jsonl")
    call_command("build_ripple", "--records", records, "--items", "12", "--reserves", "1", "--out", str(out))
    lines = (out / "items.jsonl").read_bytes().removesuffix(b"\n").split(b"\n")
    merged = next(n for n, line in enumerate(lines) if Case(n, json.loads(line)).merge())
    lines[MERGE], lines[merged] = lines[merged], lines[MERGE]
    file = tmp_path / "items.jsonl"
    file.write_bytes(b"".join(line + b"\n" for line in lines))
    with closing_after(browser):
        yield Play(live_app, browser, file)


@contextlib.contextmanager
def closing_after(browser: Any) -> Iterator[None]:
    contexts = len(browser.contexts)
    yield
    for context in browser.contexts[contexts:]:
        context.close()


@pytest.mark.data
def test_twelve_items_from_blind_recovery_to_an_outcome(real_play: Play) -> None:
    play = real_play
    alice, bob, carol = (play.enter(name) for name in ("alice", "bob", "carol"))
    recover_all(play, alice, "alice")
    assert alice.get_by_text("Nothing is left for you here").count()
    recover_all(play, bob, "bob")
    assert bob.locator("form[aria-label='Closure review']").count()  # the first one that opened
    replace_bob(play)
    alice.goto(play.app.url)
    assert alice.get_by_text("opened for you").count() == 12
    judge_all(play, alice, "alice")
    judge_all(play, bob, "bob")
    assert Disagreement.objects.count() == 12
    decide_all(play, carol)
    answer_outcome(play, alice, "yes", "")
    answer_outcome(play, bob, "no", "The text allows another reading.")
    check_outcomes(play)
    check_record(play)


def replace_bob(play: Play) -> None:
    """bob leaves one item after both blind returns: dave recovers it blind first, and then judges."""
    case = next(case for case in play.cases if case.plan == "reviewer replaced")
    bob, sam = make_person("bob"), make_person("sam")
    release_reviewer(task=play.task(case), person=bob, actor=sam)
    dave = play.enter("dave")
    recover_all(play, dave, "dave")
    assert play.shown(dave) == case
    judge_all(play, dave, "dave")


def answer_outcome(play: Play, page: Any, said: str, why: str) -> None:
    case = next(case for case in play.cases if case.plan == "dissent")
    play.go(page, "ripple_adjudication", play.task(case).code)
    assert said == "no" or problems_of(page, "ripple-outcome") == {}
    page.locator(f"input[name=assents][value={said}]").check()
    page.locator("#note").fill(why)
    page.get_by_role("button", name="Record it").click()
    page.get_by_text("It is on record beside the outcome").wait_for()


def check_outcomes(play: Play) -> None:
    """Each item ends as its plan has it; the units of the final closure are those of the plan."""
    states = dict(RippleItem.objects.values_list("item_id", "state"))
    ends = {"ambiguity left open": "rejected", "rejected": "rejected", "withdrawn": "withdrawn"}
    for case in play.cases:
        assert states[case.record["item_id"]] == ends.get(case.plan, "accepted"), case.plan
        body = Outcome.objects.get(task=play.task(case)).body
        final = {one["unit_id"] for one in body["units"]}
        wanted = {unit.unit_id for unit in case.members}
        if case.plan == "missing unit":
            wanted.add(case.outsider.unit_id)
        if case.plan == "unsupported edge":
            wanted.remove(case.leaf.unit_id)
        assert final == wanted, case.plan
        n_edges = len(case.record["closure"]["edges"])
        changed = {"missing unit": 1, "unsupported edge": -1, "merge that needs one parent only": -1}
        assert len(body["edges"]) == n_edges + changed.get(case.plan, 0), case.plan


def check_record(play: Play) -> None:
    """Every return is there, under its author's name; the one of a reviewer who left as well."""
    assert Return.objects.filter(stage="blind").count() == 25
    assert Return.objects.filter(stage="closure").count() == 24
    said = dict(RippleAssent.objects.values_list("person__username", "assents"))
    assert said == {"alice": True, "bob": False}
    by_keys = Return.objects.filter(person__username="alice").order_by("pk")
    assert by_keys[0].active_seconds > 0


# --- Without JavaScript, on a phone, and what axe finds -----------------------------------------------


@pytest.fixture
def one(play: Play) -> Task:
    """One item, the only one under review."""
    play.cases = play.cases[:1]
    return Task.objects.get(campaign=play.campaign)


def confirm(page: Any) -> None:
    page.get_by_role("button", name="Commit, final").click()  # of the form
    page.get_by_role("button", name="Commit, final").click()  # of the page that asks


def recover_plainly(page: Any, case: Case) -> None:
    for unit in case.members:
        page.locator(f"#select-u{unit.number}").check()
        page.locator(f"#why-u{unit.number}").fill("it follows")
    page.get_by_role("button", name="Commit, final").click()
    page.get_by_role("alert").get_by_role("link").first.click()  # a document that is not checked
    for n in range(1, len(case.public.papers) + 1):
        page.locator(f"#d{n} input").check()
    confirm(page)


def judge_plainly(page: Any, case: Case) -> None:
    keys = [*(f"u{unit.number}" for unit in case.members), *(key for key, _ in case.edges())]
    for key in keys:
        page.locator(f"input[name=verdict-{key}][value=supported]").check()
        page.locator(f"#add-{key}").fill("1")
    page.get_by_label("all are needed").check()
    page.get_by_label("only these words of it").first.fill("plaque")
    page.get_by_role("button", name="Save draft").click()
    assert page.locator(".spans li").first.inner_text().startswith("“plaque”")
    confirm(page)


def test_every_stage_by_forms_alone_on_a_phone(play: Play, one: Task) -> None:
    case = play.cases[0]
    phone = {"java_script_enabled": False, "viewport": {"width": 390, "height": 844}}
    pages = {name: play.browser.new_context(**phone).new_page() for name in ("alice", "bob", "carol")}
    for name, page in pages.items():
        page.set_default_timeout(10_000)
        sign_in(page, play.app, name)
    for name in ("alice", "bob"):
        play.go(pages[name], "my_work")
        pages[name].get_by_role("link", name="Begin ripple review").click()
        recover_plainly(pages[name], case)
    for name in ("alice", "bob"):
        play.go(pages[name], "my_work")
        pages[name].get_by_role("link", name="Review the closure").click()
        judge_plainly(pages[name], case)
    page = pages["carol"]
    play.go(page, "adjudications")
    page.get_by_role("link", name="Open").last.click()
    page.get_by_label("Accepted").check()
    page.get_by_label("Why, on the whole").fill("All agree.")
    page.get_by_role("button", name="Record the outcome").click()
    assert page.get_by_role("alert").all_inner_texts() == []
    page.get_by_role("button", name="Commit, final").click()
    assert Outcome.objects.get().decision == "accepted"
    page = pages["bob"]
    play.go(page, "my_work")
    page.get_by_role("link", name="Read the outcome").click()
    page.get_by_label("I assent").check()
    page.get_by_role("button", name="Record it").click()
    assert RippleAssent.objects.get().assents


def test_drafts_come_back_and_a_stale_one_is_told(play: Play, one: Task) -> None:
    here, there = play.enter("alice"), play.enter("alice")
    for page in (here, there):
        play.go(page, "next_task", play.campaign.code)
        page.wait_for_selector("html.scripted")
    here.keyboard.press("j")
    here.keyboard.press("x")
    here.get_by_text("Saved ").wait_for()
    here.get_by_text("why is missing").wait_for()
    here.reload()
    here.wait_for_selector("html.scripted")
    here.keyboard.press("j")  # not into the field that is marked as missing: keys would be written there
    assert here.evaluate("document.activeElement.id") == "select-u1"
    there.keyboard.press("j")
    there.keyboard.press("q")
    there.get_by_text("Nothing is lost").wait_for()
    assert problems_of(there, "ripple-stale") == {}
    here.keyboard.press("r")
    here.keyboard.type("half a thought")
    here.keyboard.press("Escape")
    here.locator("#summary").get_by_text("half a thought").wait_for()
    here.reload()
    assert here.locator("#why-u1").input_value() == "half a thought"
    with here.expect_navigation(wait_until="domcontentloaded"):
        here.keyboard.press("Control+Enter")
    here.wait_for_selector("html.scripted")
    assert problems_of(here, "ripple-missing") == {}
    here.get_by_role("alert").get_by_role("link").first.click()
    assert here.evaluate("document.activeElement.name") == "checked-d1"


def test_a_lost_connection_and_a_lost_session_lose_no_text(play: Play, one: Task) -> None:
    page = play.enter("alice")
    play.go(page, "next_task", play.campaign.code)
    page.wait_for_selector("html.scripted")
    page.context.set_offline(True)
    page.keyboard.press("j")
    page.keyboard.press("x")
    page.get_by_text("the connection is lost").wait_for()
    page.context.set_offline(False)
    page.get_by_text("Saved ").wait_for()
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    page.keyboard.press("r")
    page.keyboard.type("typed after the session")
    page.get_by_label("User name").wait_for()
    log_in(page, "alice")
    page.wait_for_selector("html.scripted #task")
    assert page.locator("#why-u1").input_value() == "typed after the session"
    page.get_by_text("Saved ").wait_for()
    assert page.locator("#select-u1").is_checked()
