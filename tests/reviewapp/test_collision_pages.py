"""The desk of collision review in a browser without scripts, and what it must not tell."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from reviewapp.models import (
    Campaign,
    CandidateDecision,
    Disagreement,
    Draft,
    EvidenceItem,
    Heartbeat,
    Return,
    Task,
)
from reviewapp.rules.protocol import CLAIM_LEASE, ItemState
from reviewapp.work.actions.claiming import run_upkeep
from reviewapp.workflows.collision.rules.collisions import Plan
from tests.factories import make_document, make_item, make_person
from tests.reviewapp.colliding import (
    MODEL,
    bring,
    decide,
    keep,
    line,
    lists_of,
    make_candidates,
    make_collision_campaign,
    review,
)
from tests.reviewapp.workdesk import HTMX, as_person, normal, take

pytestmark = pytest.mark.django_db

SAID = "MODEL-SAYS-SO"


@pytest.fixture
def item(db: None) -> EvidenceItem:
    return make_item(
        "How many berths?", "1,204", documents=[make_document("In 1911 the Vell had 1,204 berths.")]
    )


@pytest.fixture
def campaign(item: EvidenceItem) -> Campaign:
    documents = [make_document("In 1921 the Vell had 893 berths."), make_document("A mole.")]
    said = {"rationale": SAID, "quote": SAID}
    bring(*(line(item, document, n, "conflict", **said) for n, document in enumerate(documents, start=1)))
    return make_collision_campaign([item])


def open_item(client: Client, campaign: Campaign) -> Task:
    answer = client.get(reverse("next_task", args=[campaign.code]), follow=True)
    assert answer.status_code == 200
    return Task.objects.get(code=answer.redirect_chain[-1][0].split("/")[-2].split("?")[0])


def at(name: str, task: Task, *args: Any) -> str:
    return reverse(name, args=[task.code, *args])


def said(decision: str = "hard_negative", **more: Any) -> dict[str, Any]:
    return {"decision": decision, "rationale": "", **more}


# --- The way through ----------------------------------------------------------------------------------


def test_the_whole_way_works_without_a_script(item: EvidenceItem, campaign: Campaign) -> None:
    client = as_person("alice")
    task = open_item(client, campaign)
    page = client.get(at("collision", task)).text
    assert "candidate 1 of 2" in page
    assert SAID not in page
    answer = client.post(at("collision_decide", task, 1), said(), follow=True)
    assert SAID in answer.text
    assert "Keep my decision" in answer.text
    answer = client.post(at("collision_keep", task, 1), follow=True)
    assert "candidate 2 of 2" in answer.text
    assert SAID not in answer.text
    quoted = said("false_negative", rationale="it says so", evidence_quote="A mole.")
    client.post(at("collision_decide", task, 2), quoted)
    answer = client.post(at("collision_keep", task, 2), follow=True)
    assert "join" in answer.text
    answer = client.post(at("collision", task), {"note": "odd\r\none"}, follow=True)
    assert "Nothing is left for you here" in answer.text
    returned = Return.objects.get()
    assert (returned.decision, returned.note) == ("accept", "odd\none")
    first, second = item.candidates.order_by("rank").values_list("document_id", flat=True)
    assert lists_of(item) == ([*lists_of(item)[0][:1], second], [first])


def test_ones_own_decision_leads_to_what_the_model_said_of_that_candidate(campaign: Campaign) -> None:
    client = as_person("alice")
    task = open_item(client, campaign)
    answer = client.post(at("collision_decide", task, 1), said())
    assert answer["Location"] == f"{at('collision', task)}?n=1"


def test_without_the_reveal_ones_own_decision_leads_to_the_next_candidate(item: EvidenceItem) -> None:
    make_candidates(item, ["conflict", "conflict"])
    client = as_person("alice")
    task = open_item(client, make_collision_campaign([item], plan=Plan(reveal=False)))
    answer = client.post(at("collision_decide", task, 1), said())
    assert answer["Location"] == at("collision", task)


def test_names_and_numbers_are_marked_on_both_sides(campaign: Campaign) -> None:
    client = as_person("alice")
    page = client.get(at("collision", open_item(client, campaign))).text
    assert '<mark class="shared">Vell</mark>' in page
    assert '<mark class="differs">1921</mark>' in page
    assert '<mark class="differs">893</mark>' in page
    assert '<mark class="differs">1911</mark>' in page
    assert '<mark class="answer differs">1,204</mark>' in page


def test_what_is_missing_is_told_and_what_was_typed_stays(campaign: Campaign) -> None:
    client = as_person("alice")
    task = open_item(client, campaign)
    answer = client.post(at("collision_decide", task, 1), said("conflict", rationale="Two\r\nlines"))
    assert answer.status_code == 200
    assert "needs a passage of the candidate" in answer.text
    assert "Two\nlines" in answer.text
    assert SAID not in answer.text
    assert not CandidateDecision.objects.exists()


@pytest.mark.parametrize(
    ("quote", "told"),
    [("nowhere", "stands nowhere in the candidate"), ("e", "stands in several places")],
)
def test_a_typed_quote_must_stand_once_in_the_candidate(quote: str, told: str, campaign: Campaign) -> None:
    client = as_person("alice")
    task = open_item(client, campaign)
    sent = said("conflict", rationale="so", evidence_quote=quote)
    assert told in client.post(at("collision_decide", task, 1), sent).text


def test_a_revision_needs_a_reason_and_keeps_the_first_decision(campaign: Campaign) -> None:
    client = as_person("alice")
    task = open_item(client, campaign)
    client.post(at("collision_decide", task, 1), said())
    other = said("conflict", rationale="it does", evidence_quote="893")
    assert "Say why you revise" in client.post(at("collision_revise", task, 1), other).text
    client.post(at("collision_revise", task, 1), other | {"why": "I overlooked the year"})
    made = CandidateDecision.objects.order_by("pk").values_list("phase", "decision", "revision_reason")
    assert list(made) == [("first", "hard_negative", ""), ("final", "conflict", "I overlooked the year")]
    assert "One conflict discards the whole item" in client.get(at("collision", task)).text


def test_a_campaign_can_keep_the_model_s_word_to_itself(item: EvidenceItem) -> None:
    make_candidates(item, ["conflict"])
    bring(line(item, item.candidates.get().document, 1, "conflict", model="m2", rationale=SAID))
    client = as_person("alice")
    task = open_item(client, make_collision_campaign([item], plan=Plan(reveal=False)))
    answer = client.post(at("collision_decide", task, 1), said(), follow=True)
    assert SAID not in answer.text
    assert "Commit the item" in answer.text


def test_a_decided_candidate_can_be_looked_at_again(campaign: Campaign) -> None:
    client = as_person("alice")
    task = open_item(client, campaign)
    client.post(at("collision_decide", task, 1), said())
    client.post(at("collision_keep", task, 1))
    assert "You decided first" in client.get(at("collision", task) + "?n=1").text


def test_a_committed_item_can_be_read_and_not_changed(campaign: Campaign) -> None:
    alice = make_person("alice")
    task = review(campaign, alice, ["hard_negative"] * 2, timezone.now()).task
    client = as_person("alice")
    page = client.get(at("collision", task)).text
    assert "committed" in page
    assert "Decide <kbd>" not in page
    answer = client.post(at("collision_revise", task, 1), said("cannot_tell", rationale="?", why="!"))
    assert answer.status_code == 409
    assert CandidateDecision.objects.count() == 4


def test_my_return_leads_to_the_item(campaign: Campaign) -> None:
    returned = review(campaign, make_person("alice"), ["hard_negative"] * 2, timezone.now())
    client = as_person("alice")
    answer = client.get(reverse("my_return", args=[returned.code]))
    assert answer.status_code == 200
    assert client.get(reverse("task", args=[returned.task.code]))["Location"] == at(
        "collision", returned.task
    )


def test_undo_leads_back_to_the_item_while_another_s_word_is_awaited(item: EvidenceItem) -> None:
    make_candidates(item, ["conflict"])
    campaign = make_collision_campaign([item], overlap=2)
    review(campaign, make_person("alice"), ["hard_negative"], timezone.now())
    client = as_person("alice")
    answer = client.post(reverse("undo", args=[campaign.code]), follow=True)
    assert "You are taking back your last return" in answer.text
    assert "Commit the item" in answer.text


# --- Claims, drafts, time -----------------------------------------------------------------------------


def test_a_draft_saves_itself_beside_those_of_other_candidates(campaign: Campaign) -> None:
    client = as_person("alice")
    task = open_item(client, campaign)
    saved = client.post(at("collision_draft", task, 1), said("conflict", rationale="half"), headers=HTMX)
    assert saved.json()["version"] == 1
    again = client.post(
        at("collision_draft", task, 2), said("cannot_tell", rationale="a thought", version=1), headers=HTMX
    )
    assert again.json()["version"] == 2
    page = client.get(at("collision", task) + "?n=1").text
    assert "half" in page
    assert 'value="conflict" checked' in page
    assert "a thought" in client.get(at("collision", task) + "?n=2").text


def test_a_stale_save_gets_409_with_both_texts(campaign: Campaign) -> None:
    client = as_person("alice")
    task = open_item(client, campaign)
    client.post(at("collision_draft", task, 1), said(rationale="theirs"), headers=HTMX)
    answer = client.post(at("collision_draft", task, 1), said(rationale="mine"), headers=HTMX)
    assert answer.status_code == 409
    assert "mine" in answer.text
    assert "theirs" in answer.text


def test_a_draft_after_the_commit_changes_nothing(campaign: Campaign) -> None:
    task = review(campaign, make_person("alice"), ["hard_negative"] * 2, timezone.now()).task
    answer = as_person("alice").post(at("collision_draft", task, 1), said(rationale="late"), headers=HTMX)
    assert answer.json() == {"version": 0, "saved": ""}
    assert not Draft.objects.exists()


def test_late_work_is_kept_and_shown(campaign: Campaign) -> None:
    client = as_person("alice")
    task = open_item(client, campaign)
    run_upkeep(now=timezone.now() + CLAIM_LEASE * 2)
    open_item(as_person("bob"), campaign)
    answer = client.post(at("collision_decide", task, 1), said("cannot_tell", rationale="late work"))
    assert answer.status_code == 409
    assert "somebody else has it now" in answer.text
    assert "late work" in answer.text
    assert SAID not in answer.text
    assert Draft.objects.get().is_late


def test_skip_beat_and_questions_serve_this_kind_too(campaign: Campaign) -> None:
    client = as_person("alice")
    task = open_item(client, campaign)
    assert client.post(at("beat", task), {"tab": "t"}).status_code == 204
    assert Heartbeat.objects.get().stage == "collision"
    assert client.get(at("questions", task)).status_code == 200
    assert client.post(at("skip", task)).status_code == 302
    assert task.slots.get().state == "free"


def test_the_next_item_is_not_taken_ahead_by_a_page_that_does_not_show_it(campaign: Campaign) -> None:
    client = as_person("alice")
    client.get(reverse("next_task", args=[campaign.code]) + "?ahead=1", headers=HTMX)
    assert not Task.objects.get().slots.get().is_ahead


# --- Documents ----------------------------------------------------------------------------------------


def test_a_candidate_of_1_mb_arrives_in_pieces_and_find_works_on_all_of_it(item: EvidenceItem) -> None:
    words = "The Vell mole stood there. " * 38_000
    make_candidates(item, ["conflict"], [words + "A needle lies at the end."])
    client = as_person("alice")
    task = open_item(client, make_collision_campaign([item]))
    page = client.get(at("collision", task))
    assert len(page.content) < 200_000
    found = client.get(at("collision_text", task, 1) + "?q=needle", headers=HTMX).text
    assert "found 1 of 1" in re.sub(r"\s+", " ", found)
    start = len(words) + 2
    sent = said(
        "conflict", rationale="there", evidence=f"{item.candidates.get().document_id}:{start}:{start + 6}"
    )
    client.post(at("collision_decide", task, 1), sent)
    assert CandidateDecision.objects.get(phase="first").evidence[0]["quote"] == "needle"


def test_the_evidence_s_pieces_are_marked_against_the_candidate(campaign: Campaign) -> None:
    client = as_person("alice")
    task = open_item(client, campaign)
    piece = client.get(at("collision_reference", task, 1, 1), headers=HTMX).text
    assert '<mark class="shared">Vell</mark>' in piece
    assert client.get(at("collision_reference", task, 1, 9)).status_code == 404
    for number in (0, 9, 10**30):
        assert client.get(at("collision_text", task, number)).status_code == 404


def test_hostile_text_is_shown_as_text(item: EvidenceItem) -> None:
    make_candidates(item, ["conflict"], ["<script>alert(1)</script> Zoë 👩‍👩‍👧 \u202e\r\nend"])
    client = as_person("alice")
    page = client.get(at("collision", open_item(client, make_collision_campaign([item])))).text
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


# --- Who may see it -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["bob", "carol", "sam"])
def test_somebody_else_s_item_does_not_exist(name: str, campaign: Campaign) -> None:
    task = open_item(as_person("alice"), campaign)
    client = as_person(name)
    assert client.get(at("collision", task)).status_code == 404
    assert client.post(at("collision_decide", task, 1), said()).status_code == 404
    assert client.get(at("collision_text", task, 1)).status_code == 404


@pytest.mark.parametrize("name", ["decide", "keep", "revise", "draft", "text"])
def test_who_is_not_signed_in_is_asked_to(name: str, campaign: Campaign) -> None:
    task = open_item(as_person("alice"), campaign)
    stranger = Client()
    ask = stranger.get if name == "text" else stranger.post
    answer = ask(at(f"collision_{name}", task, 1))
    assert (answer.status_code, answer["Location"].split("?")[0]) == (302, reverse("login"))


def test_a_screening_task_is_no_item_of_collision_review(item: EvidenceItem) -> None:
    from tests.factories import make_campaign

    task = take(make_campaign(items=[item]), "alice")
    assert as_person("alice").get(at("collision", task)).status_code == 404


def test_the_api_offers_no_collision_review(campaign: Campaign) -> None:
    client = as_person("alice")
    task = open_item(client, campaign)
    assert client.get(reverse("api_task", args=[task.code])).status_code == 404


# --- Blindness ----------------------------------------------------------------------------------------

VERDICTS: list[dict[str, Any]] = [
    {"verdict": "conflict", "rationale": SAID * 50, "quote": SAID},
    {"verdict": "hard_negative", "rationale": "", "quote": ""},
    {"verdict": None, "model": "another", "prompt_version": "p9"},
]


def everything_before_the_decision(verdict: dict[str, Any], item: EvidenceItem) -> dict[str, Any]:
    """Return all that alice gets from importing to deciding; what two requests never share is taken out."""
    documents = [make_document(f"The Vell had {n} berths. " * 900) for n in range(3)]
    bring(*(line(item, document, n, **verdict) for n, document in enumerate(documents, start=1)))
    campaign = make_collision_campaign([item])
    client = as_person("alice")
    task = open_item(client, campaign)
    text = at("collision_text", task, 1)
    answers = {
        "my work": client.get("/"),
        "item": client.get(at("collision", task)),
        "item at 2": client.get(at("collision", task) + "?n=2"),
        "text": client.get(text),
        "piece": client.get(text + "?from=12000&part=1", headers=HTMX),
        "found": client.get(text + "?q=Vell&i=2", headers=HTMX),
        "reference": client.get(at("collision_reference", task, 1, 1)),
        "draft": client.post(at("collision_draft", task, 1), said(rationale="so"), headers=HTMX),
        "stale": client.post(at("collision_draft", task, 1), said(rationale="no"), headers=HTMX),
        "refused": client.post(at("collision_decide", task, 1), said("conflict")),
        "early keep": client.post(at("collision_keep", task, 1), follow=True),
        "early revision": client.post(at("collision_revise", task, 1), said(why="so")),
        "early commit": client.post(at("collision", task)),
        "beat": client.post(at("beat", task), {"tab": "t"}),
        "questions": client.get(at("questions", task)),
        "guidelines": client.get(reverse("guidelines", args=[campaign.code])),
        "returns": client.get(reverse("my_returns")),
        "api": client.get(reverse("api_campaigns")),
    }
    return {name: (one.status_code, _same(one)) for name, one in answers.items()}


def _same(answer: Any) -> tuple[str, list[str]]:
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)", "time", normal(answer.content))
    text = re.sub(r"\b[2-9a-hjkmnp-z]{12}\b", "code", text)
    text = re.sub(r"Collisions \d+", "campaign", text)
    text = re.sub(r"([Dd]ocument |doc |doc-id=\"|value=\")\d+", r"\1n", text)
    return text, sorted(name for name in answer.headers if name != "Content-Length")


def test_before_ones_own_decision_no_byte_tells_the_model_s_verdict(item: EvidenceItem) -> None:
    seen = []
    for verdict in VERDICTS:
        start = transaction.savepoint()
        seen.append(everything_before_the_decision(verdict, item))
        transaction.savepoint_rollback(start)
    for name in seen[0]:
        assert seen[0][name] == seen[1][name] == seen[2][name], name
    assert all(SAID not in text for text, _ in (one[1] for one in seen[0].values()))


def test_a_policy_s_gaps_tell_nothing(item: EvidenceItem) -> None:
    """Candidates are numbered anew: of ranks 2 and 4, the page says 1 and 2."""
    make_candidates(item, ["hard_negative", "conflict", "hard_negative", None])
    plan = Plan(policy="all_but_hard", seed=1, **MODEL)
    client = as_person("alice")
    page = client.get(at("collision", open_item(client, make_collision_campaign([item], plan=plan)))).text
    assert "candidate 1 of 2" in page
    assert "rank" not in page.lower()
    assert client.get(at("collision_text", Task.objects.get(), 3)).status_code == 404


# --- Adjudication -------------------------------------------------------------------------------------


@pytest.fixture
def disputed(item: EvidenceItem) -> Disagreement:
    make_candidates(item, ["conflict", "conflict"])
    campaign = make_collision_campaign([item], overlap=2)
    review(campaign, make_person("alice"), ["hard_negative", "hard_negative"], timezone.now())
    review(campaign, make_person("bob"), ["hard_negative", "cannot_tell"], timezone.now())
    return Disagreement.objects.get()


def test_the_adjudicator_sees_both_words_and_none_of_the_model_s(disputed: Disagreement) -> None:
    page = as_person("carol").get(reverse("adjudicate", args=[disputed.code])).text
    assert page.index('href="?n=2"') < page.index('href="?n=1"'), "what differs comes first"
    assert "cannot tell" in page
    assert "because" not in page
    assert "critic" not in page


def test_the_adjudicator_resolves_candidate_by_candidate(disputed: Disagreement, item: EvidenceItem) -> None:
    client, url = as_person("carol"), reverse("adjudicate", args=[disputed.code])
    first, second = item.candidates.order_by("rank").values_list("document_id", flat=True)
    told = client.post(url, {"rationale": "read it"})
    assert "Candidate 2 needs one of the three decisions" in told.text
    sent = {
        "rationale": "read it",
        f"decision-{first}": "hard_negative",
        f"decision-{second}": "false_negative",
        f"why-{second}": "it supports it",
    }
    assert client.post(url, sent).status_code == 302
    item.refresh_from_db()
    assert item.state == ItemState.ACCEPTED
    assert lists_of(item)[0][-1] == second
    shown = client.get(url).text
    assert "it supports it" in shown
    assert client.get(reverse("adjudication_candidate", args=[disputed.code, 2])).status_code == 200


def test_the_api_does_not_resolve_it_as_a_screening(disputed: Disagreement) -> None:
    client = as_person("carol")
    client.post(reverse("api_adjudication_claim", args=[disputed.code]))
    sent = {"decision": "accept", "rationale": "so"}
    answer = client.post(reverse("api_outcome", args=[disputed.code]), sent, content_type="application/json")
    assert answer.status_code == 403, answer.text
    disputed.refresh_from_db()
    assert disputed.state == "open"


def test_what_is_said_after_the_decision_is_not_shown(item: EvidenceItem, campaign: Campaign) -> None:
    alice = make_person("alice")
    client = as_person("alice")
    task = open_item(client, campaign)
    decide(task, alice, item.candidates.get(rank=1).document_id, "hard_negative", timezone.now())
    candidate = item.candidates.get(rank=1)
    bring(line(item, candidate.document, 1, "hard_negative", model="later", rationale="LATER-WORD"))
    page = client.get(at("collision", task) + "?n=1").text
    assert page.count(SAID) == 2
    assert "LATER-WORD" not in page
    keep(task, alice, item.candidates.get(rank=1).document_id, timezone.now())
