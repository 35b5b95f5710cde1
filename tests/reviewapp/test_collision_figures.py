"""Models against people: tables by hand, scikit-learn as the witness, and what the managers' pages show."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score, confusion_matrix, precision_score, recall_score

from reviewapp.jobs.progress import Progress
from reviewapp.models import Campaign, EvidenceItem, Job, Person
from reviewapp.staff.jobs import compute_figures
from reviewapp.staff.queries import figures
from reviewapp.workflows.collision.queries.figures import TABLES, compute_collisions
from reviewapp.workflows.collision.rules.collisions import CollisionDecision, Plan, flip
from reviewapp.workflows.collision.rules.confusion import COLUMNS, ROWS, Confusion, confuse
from tests.factories import make_item
from tests.reviewapp.colliding import (
    MODEL,
    bring,
    commit,
    decide,
    keep,
    line,
    make_candidates,
    make_collision_campaign,
    review,
    revise,
    take,
)
from tests.reviewapp.workdesk import as_person

HARD, FALSE, CONFLICT, UNCLEAR = "hard_negative", "false_negative", "conflict", "cannot_tell"
VERDICTS = [CONFLICT, HARD, FALSE]


def confused(*pairs: tuple[str | None, str], times: int = 1) -> Confusion:
    held = [(n, *pair) for n, pair in enumerate(pair for pair in pairs for _ in range(times))]
    return confuse(held, replicates=0, seed=1)


# --- The arithmetic -----------------------------------------------------------------------------------

# 20 candidates: what the model said, and what people decided.
BY_HAND = {
    (CONFLICT, CONFLICT): 4,
    (CONFLICT, HARD): 2,
    (HARD, HARD): 8,
    (HARD, FALSE): 1,
    (FALSE, FALSE): 3,
    (FALSE, HARD): 1,
    (FALSE, UNCLEAR): 1,
}


def test_the_tables_equal_those_by_hand() -> None:
    found = confused(*(pair for pair, n in BY_HAND.items() for _ in range(n)), (None, HARD))
    assert found.counts == [[4, 2, 0, 0], [0, 8, 1, 0], [0, 1, 3, 1], [0, 1, 0, 0]]
    conflict, hard, false = found.for_verdicts
    assert (conflict.precision.value, conflict.recall.value) == (4 / 6, 4 / 4)
    assert (hard.precision.value, hard.recall.value) == (8 / 9, 8 / 11)
    assert (false.precision.value, false.recall.value) == (3 / 5, 3 / 4)
    # raw 15/20; by chance (6·4 + 9·11 + 5·4)/400 = 143/400
    assert found.coefficients.raw.value == 15 / 20
    assert found.coefficients.kappa.value == pytest.approx((300 - 143) / (400 - 143))
    assert (found.coefficients.kappa.n_used, found.coefficients.kappa.n_left_out) == (20, 1)
    # Gwet: agreement by chance Σπ(1-π)/3 of 4 labels; the candidate without a verdict has one rating, which
    # bears on the labels' shares alone
    shares = [(n + extra) / 21 for n, extra in zip((5, 10, 4.5, 0.5), (0, 1, 0, 0), strict=True)]
    chance = sum(share * (1 - share) for share in shares) / 3
    assert found.coefficients.ac1.value == pytest.approx((0.75 - chance) / (1 - chance))
    # Krippendorff: observed 2·5 of 40 pairable ratings, expected Σ n(40-n)/39
    expected = sum(n * (40 - n) for n in (10, 20, 9, 1)) / 39
    assert found.coefficients.alpha.value == pytest.approx(1 - 10 / expected)


pairs = st.lists(
    st.tuples(st.sampled_from(VERDICTS), st.sampled_from(list(CollisionDecision))), min_size=2, max_size=60
)


@given(pairs)
@settings(deadline=None, max_examples=60)
def test_the_tables_equal_scikit_learn_s(said: list[tuple[str, str]]) -> None:
    found = confuse([(n, model, str(human)) for n, (model, human) in enumerate(said)], replicates=0, seed=1)
    model, human = [one for one, _ in said], [str(one) for _, one in said]
    matrix = confusion_matrix(model, human, labels=list(COLUMNS))
    assert [list(row) for row in found.counts[:3]] == matrix[:3].tolist()
    for name, score in (("precision", precision_score), ("recall", recall_score)):
        theirs = score(human, model, labels=VERDICTS, average=None, zero_division=0.0)
        for one, expected in zip(found.for_verdicts, theirs, strict=True):
            share = getattr(one, name)
            assert (share.value or 0.0) == pytest.approx(expected)
            assert (share.value is None) == (share.n == 0)
    if len({*model, *human}) > 1:
        assert found.coefficients.kappa.value == pytest.approx(cohen_kappa_score(model, human))


def test_what_is_undefined_says_why_and_is_never_a_number() -> None:
    found = confused((HARD, HARD), times=3)
    conflict = found.for_verdicts[0]
    assert conflict.precision.value is None
    assert conflict.precision.why_undefined == "the model never said so"
    assert found.coefficients.kappa.value is None
    assert found.coefficients.kappa.why_undefined


def test_intervals_hold_their_value() -> None:
    found = confuse(
        [(n, *pair) for n, pair in enumerate(pair for pair, times in BY_HAND.items() for _ in range(times))],
        replicates=500,
        seed=3,
    )
    for measure in (found.coefficients.raw, found.coefficients.kappa, found.coefficients.alpha):
        assert measure.low is not None
        assert measure.high is not None
        assert measure.value is not None
        assert measure.low < measure.value < measure.high
    precision = found.for_verdicts[1].precision  # 8 of 9, by Wilson's formula
    assert (precision.low, precision.high) == (
        pytest.approx(0.5650, abs=1e-4),
        pytest.approx(0.9801, abs=1e-4),
    )


@pytest.mark.parametrize(
    ("first", "final", "verdict", "moved"),
    [
        (HARD, HARD, CONFLICT, "none"),
        (HARD, CONFLICT, CONFLICT, "towards"),
        (CONFLICT, HARD, CONFLICT, "away"),
        (HARD, FALSE, CONFLICT, "elsewhere"),
    ],
)
def test_how_a_decision_moved(first: str, final: str, verdict: str, moved: str) -> None:
    assert flip(first, final, verdict) == moved


# --- From the database --------------------------------------------------------------------------------


@pytest.fixture
def campaign(db: None, alice: Person) -> Campaign:
    """alice on two items of three candidates; the model is right on half of them, and once she follows it."""
    items = [make_item() for _ in range(2)]
    for item in items:
        make_candidates(item, [CONFLICT, HARD, None])
    campaign = make_collision_campaign(items)
    review(campaign, alice, [HARD, HARD, HARD])
    task = take(campaign, alice)
    first, second, third = task.item.candidates.order_by("rank").values_list("document_id", flat=True)
    decide(task, alice, first, HARD)
    revise(task, alice, first, CONFLICT)
    for doc_id in (second, third):
        decide(task, alice, doc_id, HARD)
        keep(task, alice, doc_id)
    commit(task, alice)
    return campaign


def computed(campaign: Campaign) -> dict[str, Any]:
    return compute_collisions(campaign, replicates=0, seed=1)


def test_each_basis_has_its_own_table(campaign: Campaign) -> None:
    (model,) = computed(campaign)["models"]
    said = dict(zip(ROWS, model["bases"]["first"]["counts"], strict=True))
    assert said == {CONFLICT: [0, 2, 0, 0], HARD: [0, 2, 0, 0], FALSE: [0] * 4, "no_verdict": [0, 2, 0, 0]}
    assert model["bases"]["final"]["counts"][0] == [1, 1, 0, 0]
    assert model["bases"]["standing"]["counts"][0] == [1, 1, 0, 0]


def test_flips_count_what_was_shown_and_only_that(campaign: Campaign) -> None:
    (line_,) = computed(campaign)["flips"]
    assert (line_["reviewer"], line_["model"], line_["n"]) == ("alice", "critic", 4)
    assert (line_["none"], line_["towards"], line_["away"], line_["elsewhere"]) == (3, 1, 0, 0)


def test_a_verdict_imported_after_people_decided_is_measured_and_moved_nobody(campaign: Campaign) -> None:
    for item in EvidenceItem.objects.filter(candidates__isnull=False).distinct():
        candidate = item.candidates.get(rank=1)
        bring(line(item, candidate.document, 1, HARD, model="later"))
    found = computed(campaign)
    assert [model["model"] for model in found["models"]] == ["critic", "later"]
    assert found["models"][1]["bases"]["first"]["counts"][1] == [0, 2, 0, 0]
    assert [one["model"] for one in found["flips"]] == ["critic"]


def test_nothing_moves_where_nothing_is_shown(db: None, alice: Person) -> None:
    item = make_item()
    make_candidates(item, [CONFLICT])
    campaign = make_collision_campaign([item], plan=Plan(reveal=False))
    task = take(campaign, alice)
    decide(task, alice, item.candidates.get().document_id, HARD)
    commit(task, alice)
    assert computed(campaign)["flips"] == []


def test_the_funnel_counts_items_and_candidates(campaign: Campaign) -> None:
    found = computed(campaign)["funnel"]
    assert (found["items"], found["kept"], found["conflict"], found["open"]) == (2, 1, 1, 0)
    assert (found["candidates"], found["looked_at"], found["left_out"]) == (6, 6, 0)
    assert (found["stand_conflict"], found["stand_hard_negative"]) == (1, 5)


def test_the_funnel_names_what_nobody_looked_at(db: None, alice: Person) -> None:
    item = make_item()
    make_candidates(item, [HARD, CONFLICT])
    campaign = make_collision_campaign([item], plan=Plan(policy="all_but_hard", seed=1, **MODEL))
    review(campaign, alice, [FALSE])
    found = computed(campaign)["funnel"]
    assert (found["looked_at"], found["left_out"], found["by_model"]) == (1, 1, 1)
    assert found["gained_evidence"] == 1


def test_deciles_hold_every_candidate_once(campaign: Campaign) -> None:
    found = computed(campaign)["deciles"]
    people = [one for one in found if not one["model"]]
    assert sum(one["n"] for one in people) == 6
    assert [one["low"] for one in people] == sorted(one["low"] for one in people)
    assert sum(one[CONFLICT] for one in found if one["model"]) == 2


def test_reviewers_agreement_counts_each_decision_once(db: None, alice: Person, bob: Person) -> None:
    item = make_item()
    make_candidates(item, [CONFLICT, HARD])
    bring(line(item, item.candidates.get(rank=1).document, 1, HARD, model="second"))
    campaign = make_collision_campaign([item], overlap=2)
    review(campaign, alice, [HARD, HARD])
    review(campaign, bob, [HARD, FALSE])
    assert computed(campaign)["reviewers"]["overall"]["raw"]["value"] == 0.5


# --- The managers' pages ------------------------------------------------------------------------------


@pytest.fixture
def stored(campaign: Campaign) -> Campaign:
    result = compute_figures(Progress(), campaign=campaign.code)
    Job.objects.create(
        kind=figures.KIND, title="Figures", state="done", args={"campaign": campaign.code}, result=result
    )
    return campaign


def test_the_page_shows_what_was_computed(stored: Campaign) -> None:
    client = as_person("sam")
    url = reverse("campaign_collisions", args=[stored.code])
    page = client.get(url)
    assert page.status_code == 200
    shown = ("critic · p1", "Precision", "Towards the model", "EMB: 483")
    for text in (*shown, "By similarity: people", "what stands"):
        assert text in page.text, text
    assert client.get(url + "?basis=first").text != page.text
    assert client.get(url + "?basis=nonsense").status_code == 200


@pytest.mark.parametrize("table", TABLES)
def test_every_table_can_be_had_as_csv(table: str, stored: Campaign) -> None:
    answer = as_person("sam").get(reverse("campaign_collisions_csv", args=[stored.code, table]))
    rows = list(csv.reader(io.StringIO(b"".join(answer.streaming_content).decode())))
    assert len(rows) > 1
    assert {len(row) for row in rows} == {len(TABLES[table][0])}


def test_before_it_is_computed_the_page_says_so(campaign: Campaign) -> None:
    client = as_person("sam")
    assert "Not computed yet" in client.get(reverse("campaign_collisions", args=[campaign.code])).text
    answer = client.get(reverse("campaign_collisions_csv", args=[campaign.code, "flips"]))
    assert answer.status_code == 302
    assert client.get(reverse("campaign_collisions_csv", args=[campaign.code, "no"])).status_code == 404


def test_agreement_of_a_collision_campaign_stands_on_that_page(campaign: Campaign) -> None:
    answer = as_person("sam").get(reverse("campaign_agreement", args=[campaign.code]))
    assert answer["Location"] == reverse("campaign_collisions", args=[campaign.code])


def test_a_screening_campaign_has_no_such_page(db: None) -> None:
    from tests.factories import make_campaign

    code = make_campaign().code
    assert as_person("sam").get(reverse("campaign_collisions", args=[code])).status_code == 404


def test_the_campaign_page_says_what_the_policy_tells_by_presence(db: None) -> None:
    item = make_item()
    make_candidates(item, [HARD, CONFLICT])
    campaign = make_collision_campaign([item], plan=Plan(policy="all_but_hard", seed=5, **MODEL))
    page = as_person("sam").get(reverse("campaign", args=[campaign.code])).text
    assert "mere presence tells something" in page
    assert "seed 5" in page
    assert "1 of 2 candidates" in page


def test_a_campaign_of_collision_review_is_set_up_by_its_form(db: None) -> None:
    item = make_item()
    make_candidates(item, [HARD, CONFLICT])
    client = as_person("sam")
    page = client.get(reverse("campaign_new")).text
    assert "critic · p1" in page
    sent = {
        "name": "Near misses",
        "kind": "collision",
        "policy": "all_but_hard",
        "share": "0.25",
        "seed": "42",
        "verdicts_of": "1",
        "overlap": "2",
        "guidelines": "Judge alone.",
        "domains": "law",
    }
    assert "1</strong>" in client.post(reverse("campaign_new"), sent | {"count": "1"}).text
    answer = client.post(reverse("campaign_new"), sent)
    assert answer.status_code == 302, answer.text
    made = Campaign.objects.get(name="Near misses")
    plan = made.collision_plan
    assert (plan.policy, plan.share, plan.seed, plan.reveal) == ("all_but_hard", 0.25, 42, False)
    assert (plan.model, plan.prompt_version, made.n_tasks) == ("critic", "p1", 1)


def test_a_plan_that_lacks_something_comes_back_with_its_reason(db: None) -> None:
    sent = {
        "name": "Near misses",
        "kind": "collision",
        "policy": "all_but_hard",
        "overlap": "2",
        "guidelines": "Judge alone.",
        "domains": "law",
    }
    answer = as_person("sam").post(reverse("campaign_new"), sent)
    assert "Name the model and prompt version" in answer.text
    assert not Campaign.objects.exists()


def test_a_decided_item_can_be_contested_from_its_page(campaign: Campaign, sam: Person) -> None:
    task = campaign.tasks.order_by("pk")[0]
    client = as_person("sam")
    assert "Contest what" in client.get(reverse("item", args=[task.item.code])).text
    client.post(reverse("collision_contest", args=[task.code]), {"reason": "a reader wrote"})
    task.refresh_from_db()
    assert task.state == "disputed"
    answer = client.post(reverse("collision_contest", args=[task.code]), {"reason": "again"}, follow=True)
    assert "Only a decided item" in answer.text


def test_verdicts_come_in_by_the_upload_page(db: None) -> None:
    from django.core.files.uploadedfile import SimpleUploadedFile

    from tests.factories import make_document

    item = make_item()
    data = line(item, make_document(), 1, CONFLICT) + b"\n"
    client = as_person("sam")
    sent = {"file": SimpleUploadedFile("c.jsonl", data)}
    page = client.post(reverse("upload", args=["collisions"]), sent, follow=True)
    assert "New candidates" in page.text
    bad = {"file": SimpleUploadedFile("c.jsonl", data.replace(b'"conflict"', b'"perhaps"'))}
    assert "is unknown" in client.post(reverse("upload", args=["collisions"]), bad).text
