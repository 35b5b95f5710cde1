"""Collision review in a browser: two reviewers, an adjudicator, thirty real records, every policy.

The candidates are the first five distractor paragraphs of MuSiQue and HotpotQA records. What is *true* of a
candidate is a rule of ours, by the item's number n and the candidate's rank:

* n % 5 == 0: rank 3 conflicts; 1: ranks 2 and 4 are false negatives; 2: all are hard negatives;
* 3: rank 1 is a false negative, and alice cannot tell of rank 5; 4: rank 2 conflicts, and bob overlooks it;
* all else is a hard negative.

The model says what is true, but errs on every sixth candidate: it takes a hard negative for a conflict and
anything else for a hard negative.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.core.management import call_command
from django.urls import reverse

from benchmark.releases.actions.freezing import Plan as FreezePlan
from benchmark.releases.actions.freezing import freeze
from benchmark.releases.exporting import write_folder
from reviewapp.jobs.progress import Progress
from reviewapp.models import (
    Campaign,
    CandidateAssignment,
    Disagreement,
    Document,
    EvidenceItem,
    Job,
    Person,
)
from reviewapp.records import InputFile, text_sha256
from reviewapp.staff.jobs import compute_figures
from reviewapp.staff.queries import figures
from reviewapp.workflows.collision.actions.importing import import_collisions
from reviewapp.workflows.collision.rules.collisions import Plan, Policy, draw
from tests.benchmark.reviewing import lines_of
from tests.browser.desk import sign_in
from tests.browser.posting import Read, sent_form
from tests.live import LiveApp
from tests.reviewapp.colliding import MODEL, lists_of, make_collision_campaign

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

HARD, FALSE, CONFLICT, UNCLEAR = "hard_negative", "false_negative", "conflict", "cannot_tell"
KEYS = {CONFLICT: "1", HARD: "2", FALSE: "3", UNCLEAR: "4"}
A_SOURCE = 15
SHARE = 0.3
MODEL_SAYS = "THE MODEL ON"

SELECT_START = """() => {
  const node = document.createTreeWalker(
    document.querySelector("#document-candidate .piece"), NodeFilter.SHOW_TEXT).nextNode();
  const range = document.createRange();
  range.setStart(node, 0);
  range.setEnd(node, Math.min(3, node.length));
  getSelection().removeAllRanges();
  getSelection().addRange(range);
}"""


class Case(NamedTuple):
    """An item and its candidates in rank order: what is true of each, and what the model says."""

    number: int
    item: EvidenceItem
    documents: list[int]

    def truth(self, rank: int) -> str:
        rules = {0: {3: CONFLICT}, 1: {2: FALSE, 4: FALSE}, 2: {}, 3: {1: FALSE}, 4: {2: CONFLICT}}
        return rules[self.number % 5].get(rank, HARD)

    def said_by(self, name: str, rank: int) -> str:
        if (name, self.number % 5, rank) == ("alice", 3, 5):
            return UNCLEAR
        return HARD if (name, self.number % 5, rank) == ("bob", 4, 2) else self.truth(rank)

    def verdict(self, rank: int) -> str:
        if (5 * self.number + rank) % 6:
            return self.truth(rank)
        return CONFLICT if self.truth(rank) == HARD else HARD


def records(shared_data: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield (item id, texts of all paragraphs) of the first records of each source."""
    musique = (shared_data / "musique" / "migres_dev200.jsonl").read_bytes().split(b"\n")
    for line in musique[:A_SOURCE]:
        record = json.loads(line)
        yield record["id"], [one["paragraph_text"] for one in record["paragraphs"]]
    for record in json.loads((shared_data / "hotpotqa" / "hipporag_train100.json").read_bytes())[:A_SOURCE]:
        yield record["_id"], ["".join(sentences) for _, sentences in record["context"]]


@pytest.fixture
def cases(shared_data: Path, tmp_path: Path, transactional_db: None) -> list[Case]:
    musique, hotpot = tmp_path / "musique.jsonl", tmp_path / "hotpot.json"
    lines = (shared_data / "musique" / "migres_dev200.jsonl").read_bytes().split(b"\n")
    musique.write_bytes(b"\n".join(lines[:A_SOURCE]) + b"\n")
    pretty = json.loads((shared_data / "hotpotqa" / "hipporag_train100.json").read_bytes())
    hotpot.write_text(json.dumps(pretty[:A_SOURCE]))
    out = io.StringIO()
    call_command("import_raw", musique, format="musique", source="MuSiQue", stdout=out)
    call_command("import_raw", hotpot, format="hotpotqa", source="HotpotQA", stdout=out)
    return [_case(n, item_id, texts) for n, (item_id, texts) in enumerate(records(shared_data))]


def _case(number: int, item_id: str, texts: list[str]) -> Case:
    item = EvidenceItem.objects.get(item_id__endswith=item_id)
    references = set(lists_of(item)[0])
    hashes = [text_sha256(text) for text in texts]
    bank = dict(
        Document.objects.filter(text_sha256__in=hashes, alias_of=None).values_list("text_sha256", "doc_id")
    )
    distractors = dict.fromkeys(bank[one] for one in hashes if bank[one] not in references)
    return Case(number, item, list(distractors)[:5])


def import_verdicts(cases: list[Case]) -> None:
    rows = [
        {
            "item_id": case.item.item_id,
            "doc_id": doc_id,
            "rank": rank,
            "similarity": 1 - rank / 10,
            "verdict": case.verdict(rank),
            "rationale": f"{MODEL_SAYS} {rank}",
            "quote": "",
            **MODEL,
        }
        for case in cases
        for rank, doc_id in enumerate(case.documents, start=1)
    ]
    data = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
    import_collisions(file=InputFile("c.jsonl", lambda: closing(io.BytesIO(data))), actor=None)


def policy_of(case: Case) -> int:
    return 0 if case.number < 5 else 1 if case.number < 20 else 2


def open_campaigns(cases: list[Case]) -> list[Campaign]:
    """Five, fifteen and ten items under the three policies; the last keeps the model's word to itself."""
    plans = [
        Plan(policy=Policy.EVERY, seed=1),
        Plan(policy=Policy.ALL_BUT_HARD, share=0.1, seed=2, **MODEL),
        Plan(policy=Policy.SHARE, share=SHARE, seed=3, reveal=False, **MODEL),
    ]
    return [
        make_collision_campaign([case.item for case in cases if policy_of(case) == n], overlap=2, plan=plan)
        for n, plan in enumerate(plans)
    ]


# --- In the browser -----------------------------------------------------------------------------------


def review_all(page: Any, app: LiveApp, campaign: Campaign, name: str, by_document: dict[int, Any]) -> None:
    """Review one item by keys and the others by their forms, from the same session; nothing is left then."""
    page.goto(app.url + reverse("next_task", args=[campaign.code]))
    review_by_keys(page, name, by_document)
    read = Read(page.content())
    while {"decision", "keep", "commit"} & set(read.forms):
        read = Read(step(page, app, read, name, by_document))
    page.goto(app.url + reverse("next_task", args=[campaign.code]))
    page.get_by_role("heading", name="Nothing is left for you here").wait_for()


def review_by_keys(page: Any, name: str, by_document: dict[int, Any]) -> None:
    """Decide every candidate of the item by keys, see what the model said, stay with it, and commit."""
    page.wait_for_selector("html.scripted #task")
    while not page.locator("#commit").count():
        if page.locator("#keep").count():
            assert MODEL_SAYS in page.content()
            sent(page, "k")
        else:
            assert MODEL_SAYS not in page.content()
            decide(page, by_document, name)
    sent(page, "Control+Enter")


def step(page: Any, app: LiveApp, read: Read, name: str, by_document: dict[int, Any]) -> str:
    """Send the form that the page that was *read* waits for; return the page that follows."""
    if "keep" in read.forms:
        return str(sent_form(page, app.url, read, "keep").text())
    if "commit" in read.forms:
        return str(sent_form(page, app.url, read, "commit", note="").text())
    case, rank = by_document[read.doc_id, read.query]
    decision = case.said_by(name, rank)
    filled = {"decision": decision, "rationale": "" if decision == HARD else f"{name} read it"}
    if decision in (CONFLICT, FALSE):
        filled["evidence"] = f"{read.doc_id}:0:3"
    html = str(sent_form(page, app.url, read, "decision", **filled).text())
    assert "keep" not in Read(html).forms or MODEL_SAYS in html
    return html


def decide(page: Any, by_document: dict[int, Any], name: str) -> None:
    doc_id = int(page.get_attribute("#document-candidate", "data-doc-id"))
    case, rank = by_document[doc_id, page.inner_text(".query")]
    decision = case.said_by(name, rank)
    if decision in (CONFLICT, FALSE):
        page.evaluate(SELECT_START)
        page.keyboard.press("e")
    page.keyboard.press(KEYS[decision])
    if decision != HARD:
        page.locator("#rationale").fill(f"{name} read it")
    sent(page, "Control+Enter")


def sent(page: Any, key: str) -> None:
    """Press a key that sends a form, and wait for the page that follows to listen to keys."""
    with page.expect_navigation(wait_until="domcontentloaded"):
        page.keyboard.press(key)
    page.wait_for_selector("html.scripted #task, [data-nothing]")


def adjudicate_all(page: Any, app: LiveApp, cases: list[Case]) -> None:
    """Resolve the first disagreement in the browser, the others by the same form."""
    by_document = {
        (doc_id, case.item.pk): case.truth(rank)
        for case in cases
        for rank, doc_id in enumerate(case.documents, start=1)
    }
    for n, found in enumerate(Disagreement.objects.select_related("task").order_by("pk")):
        at = reverse("adjudicate", args=[found.code])
        html = page.context.request.get(app.url + at).text()
        assert MODEL_SAYS not in html
        read = Read(html)
        names = [name for name in read.forms["decision"] if name.startswith("decision-")]
        truth = {name: by_document[int(name.removeprefix("decision-")), found.task.item_id] for name in names}
        if n:
            sent_form(page, app.url, read, "decision", **truth, rationale="Read again.")
            continue
        page.goto(app.url + at)
        for name, decision in truth.items():
            page.locator(f"select[name={name}]").select_option(decision)
        page.get_by_label("Why, on the whole").fill("Read again.")
        page.keyboard.press("Control+Enter")
        page.wait_for_url(lambda url, code=found.code: code not in url)


@pytest.fixture
def page_of(browser: Any, live_app: LiveApp) -> Iterator[Any]:
    contexts = []

    def enter(name: str) -> Any:
        contexts.append(browser.new_context(viewport={"width": 1440, "height": 900}))
        page = contexts[-1].new_page()
        sign_in(page, live_app, name)
        return page

    yield enter
    for context in contexts:
        context.close()


# --- What is to come of it ----------------------------------------------------------------------------


def expected(case: Case) -> tuple[bool, list[int], list[int]]:
    """Return whether the item goes in, its RefList and its hard negatives, by the rules above alone."""
    looked_at = {
        row.candidate.rank: row.assigned
        for row in CandidateAssignment.objects.filter(task__item=case.item).select_related("candidate")
    }
    refs = list(case.item.item_documents.filter(by_review=False).order_by("position"))
    ref_list = [row.document_id for row in refs if row.role == "reference"]
    hard: list[int] = []
    for rank, doc_id in enumerate(case.documents, start=1):
        stands = case.truth(rank) if looked_at[rank] else case.verdict(rank)
        if looked_at[rank] and stands == CONFLICT:
            return False, ref_list[: len(refs)], []
        if looked_at[rank] and stands == FALSE:
            ref_list.append(doc_id)
        if stands == HARD:
            hard.append(doc_id)
    return True, ref_list, hard


def check_draws(cases: list[Case], campaigns: list[Campaign]) -> None:
    for case in cases:
        policy = policy_of(case)
        for row in CandidateAssignment.objects.filter(task__item=case.item).select_related("candidate"):
            number = draw(policy + 1, case.item.item_id, row.candidate.document_id)
            said_hard = case.verdict(row.candidate.rank) == HARD
            rules = [True, not said_hard or number < 0.1, number < SHARE]
            assert row.assigned == rules[policy], (case.number, row.candidate.rank)


@pytest.mark.data
def test_thirty_items_from_candidates_to_a_release(
    live_app: LiveApp, page_of: Any, cases: list[Case], tmp_path: Path, sam: Person
) -> None:
    import_verdicts(cases)
    campaigns = open_campaigns(cases)
    assert [campaign.n_tasks for campaign in campaigns] == [5, 15, 10]
    check_draws(cases, campaigns)
    by_document = {
        (doc_id, case.item.query): (case, rank)
        for case in cases
        for rank, doc_id in enumerate(case.documents, start=1)
    }
    for name in ("alice", "bob"):
        page = page_of(name)
        for campaign in campaigns:
            review_all(page, live_app, campaign, name, by_document)
    assert Disagreement.objects.exists()
    adjudicate_all(page_of("carol"), live_app, cases)
    release = freeze(plan=FreezePlan("near-misses"), actor=sam)
    write_folder(release, tmp_path / "out")
    lines = lines_of(tmp_path / "out", "evidence_items.jsonl")
    frozen = {line["item_id"]: line for line in lines}
    for case in cases:
        goes_in, ref_list, hard = expected(case)
        assert (case.item.item_id in frozen) == goes_in, case.number
        if goes_in:
            line = frozen[case.item.item_id]
            assert (line["ref_list"], line["hard_negatives"]) == (ref_list, hard), case.number
    told = lines_of(tmp_path / "out", "collisions.jsonl")
    unlooked = {one["doc_id"] for one in told if one["status"] == "unreviewed"}
    assert unlooked
    assert all(one["model"] == "critic" for one in told if one["status"] == "unreviewed")
    check_figures(page_of("sam"), live_app, campaigns[0], cases)


def check_figures(page: Any, app: LiveApp, campaign: Campaign, cases: list[Case]) -> None:
    """The planted errors are what the managers see: under the first policy, people looked at everything."""
    result = compute_figures(Progress(), campaign=campaign.code)
    Job.objects.create(
        kind=figures.KIND, title="Figures", state="done", args={"campaign": campaign.code}, result=result
    )
    (model,) = result["collisions"]["models"]
    looked = [(case, rank) for case in cases[:5] for rank in range(1, 6)]
    wrong = sum(case.verdict(rank) != case.truth(rank) for case, rank in looked)
    raw = model["bases"]["standing"]["coefficients"]["raw"]
    assert wrong > 0
    assert raw["value"] == pytest.approx(1 - wrong / len(looked))
    page.goto(app.url + reverse("campaign_collisions", args=[campaign.code]))
    page.get_by_role("heading", name="After the reveal").wait_for()
    flips = result["collisions"]["flips"]
    assert sum(line["n"] for line in flips) == 2 * len(looked)
    assert all(line["none"] == line["n"] for line in flips)


# --- Keys, drafts, looks ------------------------------------------------------------------------------


def test_a_draft_saves_itself_and_comes_back(live_app: LiveApp, page_of: Any, transactional_db: None) -> None:
    from tests.reviewapp.colliding import one_item

    _, campaign = one_item(["conflict", "hard_negative"])
    page = page_of("alice")
    page.goto(live_app.url + reverse("next_task", args=[campaign.code]))
    page.wait_for_selector("html.scripted")
    page.keyboard.press("1")
    page.evaluate(SELECT_START)
    page.keyboard.press("e")
    page.locator("#rationale").fill("half a thought")
    page.get_by_text("Saved ").wait_for()
    page.reload()
    assert page.locator("#rationale").input_value() == "half a thought"
    assert page.locator("input[name=decision]:checked").get_attribute("value") == "conflict"
    assert page.locator(".spans li").count() == 1
    page.keyboard.press("?")
    page.get_by_text("Keys of this page").wait_for()
    page.keyboard.press("Escape")
    page.locator("#keys").wait_for(state="hidden")


def test_a_key_goes_on_to_the_following_candidate(
    live_app: LiveApp, page_of: Any, transactional_db: None
) -> None:
    from tests.reviewapp.colliding import one_item

    _, campaign = one_item(["conflict", "hard_negative"])
    page = page_of("alice")
    page.goto(live_app.url + reverse("next_task", args=[campaign.code]))
    page.wait_for_selector("html.scripted")
    with page.expect_navigation(url=re.compile(r"\?n=2$")):
        page.keyboard.press("c")


def test_a_decision_without_a_choice_is_said_not_sent(
    live_app: LiveApp, page_of: Any, transactional_db: None
) -> None:
    from tests.reviewapp.colliding import one_item

    _, campaign = one_item(["conflict"])
    page = page_of("alice")
    page.goto(live_app.url + reverse("next_task", args=[campaign.code]))
    page.wait_for_selector("html.scripted")
    page.keyboard.press("Control+Enter")
    page.get_by_text("Choose a decision first").wait_for()
    page.keyboard.press("3")
    page.keyboard.press("Control+Enter")
    page.get_by_text("needs a passage of the candidate").wait_for()
