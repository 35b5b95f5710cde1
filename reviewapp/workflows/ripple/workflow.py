"""Ripple review as a workflow: two recover blind what an edit affects, then judge its closure (RKB D)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.urls import URLPattern

from reviewapp.bank.kinds import UploadKind
from reviewapp.models import (
    Campaign,
    Disagreement,
    Person,
    RippleItem,
    RippleSeen,
    Slot,
    Task,
)
from reviewapp.rules.protocol import (
    RIPPLE_OVERLAP,
    Incomplete,
    ItemState,
    Kind,
    NotAllowed,
    NotYours,
    ProtocolError,
    Stage,
)
from reviewapp.work.queries.blindness import is_blind_in
from reviewapp.work.queries.selection import Selection
from reviewapp.work.workflow import Section, Tab, Workflow
from reviewapp.workflows.ripple import api, urls
from reviewapp.workflows.ripple.actions.adding import add_ripple_tasks
from reviewapp.workflows.ripple.actions.leaving import release_seat
from reviewapp.workflows.ripple.actions.seeing import knows_too_much, see, seen_beyond_adjudication
from reviewapp.workflows.ripple.queries.desk import read_ripple_desk
from reviewapp.workflows.ripple.queries.figures import compute_ripples
from reviewapp.workflows.ripple.queries.waiting import closures_waiting, outcomes_waiting
from reviewapp.workflows.ripple.rules.words import Seen
from reviewapp.workflows.ripple.uploads import UPLOAD
from reviewapp.workflows.ripple.views.adjudication import decide_item, show_ripple

WAITING_SHOWN = 12
UNSEEN = """ AND NOT EXISTS (
            SELECT 1 FROM reviewapp_task t JOIN reviewapp_rippleseen e ON e.item_id = t.ripple_id
            WHERE t.id = s.task_id AND e.person_id = %(person)s)"""


class Ripple(Workflow):
    kind = Kind.RIPPLE
    title = "Ripple review"
    stages = (Stage.BLIND, Stage.CLOSURE)
    page = "ripple"
    items_page = "ripple_items"
    figures_tab = Tab("Closures", "campaign_ripple", "ripple")
    selection_fields = frozenset({"batches"})
    entry_help = "takes ripple items in, and always two people an item"
    waiting_noun = "item"
    waiting_because = "both closure reviews are in"
    claim_condition = UNSEEN
    kept_stages = frozenset({Stage.CLOSURE})
    shows_others_after_own = False
    verbs = {
        "open_closure": "opened the closure to both reviewers",
        "comment": "commented in the adjudication",
        "assent": "answered the outcome",
        "see_hidden": "opened what is hidden",
    }

    def check_overlap(self, overlap: int) -> None:
        if overlap != RIPPLE_OVERLAP:
            raise Incomplete({"overlap": "Ripple review is done by exactly two people an item."})

    def select(self, wanted: Selection) -> QuerySet[RippleItem]:
        """Return the proposed ripple items of the selection: what is in a queue is proposed no more."""
        rows = RippleItem.objects.filter(state=ItemState.PROPOSED).order_by("pk")
        return rows.filter(batch__in=wanted.batches) if wanted.batches else rows

    def add_tasks(self, campaign: Campaign, item_ids: Sequence[int]) -> int:
        return add_ripple_tasks(campaign, item_ids)

    def requeue_tasks(
        self, campaign: Campaign, task_ids: Collection[int], actor: Person, now: datetime
    ) -> int:
        raise NotAllowed("A ripple item is recovered blind once: its reviewers have seen the closure since.")

    def may_hold(self, task: Task, person: Person) -> bool:
        return not RippleSeen.objects.filter(item=task.ripple_id, person=person).exists()

    def check_skip(self, stage: str) -> None:
        if stage in self.kept_stages:
            raise NotYours("A closure review is one's own: leave it, and it waits for you.")

    def release(self, slot: Slot, *, person: Person, actor: Person) -> bool:
        release_seat(slot.task, person=person, actor=actor)
        return True

    def may_take_over(self, slot: Slot, person: Person) -> bool:
        return slot.stage not in self.kept_stages and self.may_hold(slot.task, person)

    def note_handover(self, slot: Slot, *, holder: Person) -> None:
        see(slot.task.rippled, person=holder, what=Seen.RELEASED)

    def waiting_task(self, person: Person, campaign: Campaign) -> str | None:
        """Return a closure that is open to them."""
        waiting = closures_waiting(person).filter(campaign=campaign)
        return waiting.values_list("task__code", flat=True).first()

    def hides_work(self, campaign: Campaign, person: Person) -> bool:
        return is_blind_in(campaign, person)

    def unfit_to_adjudicate(self, person: Person) -> Q | None:
        """Return the disagreements on items of which *person* has seen what keeps them from it."""
        return Q(Exists(seen_beyond_adjudication(person).filter(item=OuterRef("task__ripple"))))

    def check_adjudicator(self, task: Task, person: Person) -> None:
        if knows_too_much(task.rippled, person):
            raise NotAllowed("You have had a part in this item before, so somebody else must adjudicate it.")

    def may_be_given_adjudication(self, disagreement: Disagreement, person: Person) -> bool:
        return not seen_beyond_adjudication(person).filter(item__tasks=disagreement.task_id).exists()

    def note_adjudication(self, task: Task, *, actor: Person, now: datetime) -> None:
        see(task.rippled, person=actor, what=Seen.ADJUDICATION, at=now)

    def check_adjudicated_over_api(self) -> None:
        raise ProtocolError("A closure is adjudicated on its page, not by a program.")

    def show_adjudication(
        self, request: HttpRequest, disagreement: Disagreement, errors: Mapping[str, str] | None = None
    ) -> HttpResponseBase:
        return show_ripple(request, disagreement)

    def resolve(self, request: HttpRequest, disagreement: Disagreement) -> HttpResponseBase | None:
        return decide_item(request, disagreement)

    def my_work(self, person: Person) -> Sequence[Section]:
        """Return the closures that opened for them, and the outcomes that they have not answered."""
        context = {
            "closures": closures_waiting(person)[:WAITING_SHOWN],
            "outcomes": outcomes_waiting(person)[:WAITING_SHOWN],
        }
        return [Section("reviewapp/ripple/my_work.html", context)]

    def reach(self, campaign: Campaign) -> str:
        return f"{self.n_returns_of_all(campaign)} returns, two an item"

    def beside_overview(self, campaign: Campaign) -> Section | None:
        return Section("reviewapp/ripple/figures_link.html", {})

    def figures(self, campaign: Campaign, *, replicates: int, seed: int) -> Mapping[str, Any]:
        return {"ripples": compute_ripples(campaign, replicates=replicates, seed=seed)}

    def uploads(self) -> Sequence[UploadKind]:
        return (UPLOAD,)

    def api_task(self, task: Task, person: Person) -> dict[str, Any]:
        return api.ripple_out(api.ripple_of(person, task.code), person)

    def read_desk(self, *, person: Person, code: str) -> Task | None:
        return read_ripple_desk(person=person, code=code)

    def urls(self) -> list[URLPattern]:
        return urls.urlpatterns

    def api_urls(self) -> list[URLPattern]:
        return urls.api_urlpatterns


RIPPLE = Ripple()
