"""What a workflow is: all that shared code asks of one kind of review, with defaults where it is silent.

A workflow is one object of a subclass of `Workflow`, named in its app's ``workflows.WORKFLOWS``. The defaults
are those of a review in which people give a verdict on an evidence item: what differs is all that a workflow
says. docs/workflows.md tells how to add one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponseBase

from reviewapp.models import Campaign, Disagreement, EvidenceItem, Person, Return, Slot, Task
from reviewapp.rules.protocol import NotAllowed
from reviewapp.work.actions import queueing
from reviewapp.work.queries import selection

if TYPE_CHECKING:
    from django import forms
    from django.urls import URLPattern

    from reviewapp.bank.kinds import UploadKind


class Section(NamedTuple):
    """A part of a page that a workflow writes: its template, and what the template shows."""

    template: str
    context: Mapping[str, Any]


class Tab(NamedTuple):
    """A tab of a campaign's pages: its words, the name of its URL, and what the page calls itself."""

    title: str
    url_name: str
    name: str


class Workflow:
    """One kind of review."""

    kind: str
    """As campaigns and tasks keep it, and as API and exports say it."""
    title: str
    """As pages say it."""
    stages: tuple[str, ...]
    """In the order in which one person goes through them. Where tasks are about evidence items, the first one
    bears the name of the kind."""
    page: str
    """The name of the URL of a task's page, which takes the task's code."""

    # --- Setting up a campaign, filling its queue ---------------------------------------------------------

    setup_form: type[forms.Form] | None = None
    """What a campaign of this kind asks beside what all ask, with the property `plan` for `set_up`."""
    setup_template: str = ""
    """The template that shows it as `setup`."""

    def check_overlap(self, overlap: int) -> None:
        """Check that *overlap* people may look at an item.

        :raises Incomplete: if not.
        """

    def set_up(self, campaign: Campaign, plan: Any) -> dict[str, Any]:
        """Write what a new campaign keeps beside its row; return what its event says of that."""
        return {}

    def select(self, wanted: selection.Selection) -> QuerySet[Any]:
        """Return the selected items that this kind of review may take in and does not have in hand."""
        return selection.select_evidence(wanted, self.kind)

    def add_tasks(self, campaign: Campaign, item_ids: Sequence[int]) -> int:
        """Put items at the end of the locked campaign's queue; return how many places that made."""
        return queueing.add_evidence_tasks(campaign, item_ids, stage=self.stages[0])

    def requeue_tasks(
        self, campaign: Campaign, task_ids: Collection[int], actor: Person, now: datetime
    ) -> int:
        """Put decided tasks of the locked campaign into a new round; return how many places that made.

        :raises NotAllowed: if this kind of review is never done again.
        """
        return queueing.requeue_tasks(campaign, task_ids, stage=self.stages[0], actor=actor, now=now)

    # --- Claims -------------------------------------------------------------------------------------------

    claim_condition: str = ""
    """SQL that begins with AND: what must hold of a free place `s` for `%(person)s` to be given it."""
    kept_stages: frozenset[str] = frozenset()
    """Stages whose place stays its holder's own: it neither lapses nor is it put back."""
    fetches_ahead: bool = False
    """Whether the next task is fetched while the one before is worked on."""

    def may_hold(self, task: Task, person: Person) -> bool:
        """Say whether *person* may take up the locked *task* anew after a lapse."""
        return True

    def check_skip(self, stage: str) -> None:
        """Check that a place at *stage* may be put back.

        :raises NotYours: if not.
        """

    def release(self, slot: Slot, *, person: Person, actor: Person) -> bool:
        """Put the claimed place of *person* back for others, if this kind does it in a way of its own."""
        return False

    def may_take_over(self, slot: Slot, person: Person) -> bool:
        """Say whether *person* may be given the claimed place of somebody else."""
        return True

    def note_handover(self, slot: Slot, *, holder: Person) -> None:
        """Write what follows for the *holder* whose place somebody else was given."""

    def waiting_task(self, person: Person, campaign: Campaign) -> str | None:
        """Return the code of a task of the campaign that waits for *person* where the queue has none left."""
        return None

    # --- Returns ------------------------------------------------------------------------------------------

    can_undo: bool = False
    """Whether one's last return can be taken back for some minutes."""

    def check_undo(self, task: Task) -> None:
        """Check that a return on the locked *task* may be taken back.

        :raises NothingToUndo: if not.
        """

    def draft_of(self, last: Return) -> dict[str, Any]:
        """Return the draft that stands in the place of a return which was taken back."""
        return {
            "decision": last.decision,
            "reason": last.reason,
            "domain": last.domain,
            "note": last.note,
            "evidence": last.body.get("evidence", []),
        }

    shows_others_after_own: bool = True
    """Whether a reviewer who is a manager too sees the others' returns on an item once their own is in."""

    def hides_work(self, campaign: Campaign, person: Person) -> bool:
        """Say whether *person*, who reviews here too, may not even know whether others have begun."""
        return False

    # --- Adjudication -------------------------------------------------------------------------------------

    def unfit_to_adjudicate(self, person: Person) -> Q | None:
        """Return the disagreements that *person* must not adjudicate, beside those on which they returned."""
        return None

    def check_adjudicator(self, task: Task, person: Person) -> None:
        """Check that *person* has had no part in the task's item that rules them out.

        :raises NotAllowed: if they have.
        """

    def may_be_given_adjudication(self, disagreement: Disagreement, person: Person) -> bool:
        """Say whether a manager may hand the adjudication to *person*."""
        return True

    def note_adjudication(self, task: Task, *, actor: Person, now: datetime) -> None:
        """Write that *actor* is about to see what an adjudicator sees."""

    adjudicated_by_verdict: bool = False
    """Whether one verdict on the item resolves a disagreement, as page and API send it."""
    why_no_verdict_resolves: str = "This item is resolved on its own page."
    """What is said where it does not."""

    def check_verdict_resolves(self) -> None:
        """Check that a verdict resolves a disagreement of this kind.

        :raises NotAllowed: if it does not.
        """
        if not self.adjudicated_by_verdict:
            raise NotAllowed(self.why_no_verdict_resolves)

    def check_adjudicated_over_api(self) -> None:
        """Check that a program may adjudicate.

        :raises ProtocolError: if it takes the page.
        """

    def show_adjudication(
        self, request: HttpRequest, disagreement: Disagreement, errors: Mapping[str, str] | None = None
    ) -> HttpResponseBase:
        """Show a disagreement with its returns."""
        raise NotImplementedError

    def resolve(self, request: HttpRequest, disagreement: Disagreement) -> HttpResponseBase | None:
        """Record the outcome that was sent; a page where it asks once more before.

        :raises Incomplete: naming what is missing.
        """
        raise NotImplementedError

    # --- What pages show ----------------------------------------------------------------------------------

    items_page: str = "items"
    """The name of the URL of the list of this kind's items; `?campaign=` narrows it."""
    figures_tab: Tab = Tab("Agreement", "campaign_agreement", "agreement")
    """The tab of a campaign that shows how people agree."""
    review_word: str = " review"
    """What follows the kind on the button that begins the work."""
    selection_fields: frozenset[str] = frozenset({"sources", "exclude_flags", "only_proposed"})
    """The fields by which a manager chooses items for the queue, beside their number."""
    entry_help: str = ""
    """What this kind takes in, as a new campaign tells it behind the title."""
    waiting_noun: str = "disagreement"
    """What waits for an adjudicator, on My work."""
    waiting_because: str = "the returns differ and need an adjudicator"

    def next_page(
        self, request: HttpRequest, *, campaign_code: str, person: Person, now: datetime, ahead: bool
    ) -> HttpResponseBase | None:
        """Give the next task of the campaign with its page at once; None if this kind does not."""
        return None

    def keep_entry(self, request: HttpRequest, task: Task) -> None:
        """Keep as a draft what was entered when a task is skipped."""

    def my_work(self, person: Person) -> Sequence[Section]:
        """Return what waits for *person* the moment it opens, for the head of My work."""
        return ()

    def n_returns_of_all(self, campaign: Campaign) -> int:
        """Return how many returns one person makes who does everything in the campaign."""
        return campaign.n_tasks * len(self.stages)

    def reach(self, campaign: Campaign) -> str:
        """Return that number in words."""
        return str(self.n_returns_of_all(campaign))

    def overview(self, campaign: Campaign) -> Section | None:
        """Return what stands in the place of the funnel on a campaign's first page."""
        return None

    def item_sections(self, item: EvidenceItem, tasks: Sequence[Task]) -> Sequence[Section]:
        """Return what a manager can do about an item because of these tasks of it."""
        return ()

    verbs: Mapping[str, str] = {}
    """How a timeline says the events of this kind."""

    def beside_overview(self, campaign: Campaign) -> Section | None:
        """Return what stands beside it."""
        return None

    def uploads(self) -> Sequence[UploadKind]:
        """Return the kinds of files that come in for this kind of review."""
        return ()

    def urls(self) -> list[URLPattern]:
        """Return the URLs of its pages."""
        return []

    def api_urls(self) -> list[URLPattern]:
        """Return the URLs of its operations, below `api/`."""
        return []

    # --- Figures and API ----------------------------------------------------------------------------------

    agreement_fields: Mapping[str, str] = {}
    """What people can disagree in: a field of a return, and its title."""

    def figures(self, campaign: Campaign, *, replicates: int, seed: int) -> Mapping[str, Any]:
        """Compute what is said of a campaign of this kind alone."""
        return {}

    def api_task(self, task: Task, person: Person) -> dict[str, Any]:
        """Return a task as its reviewer gets it over the API."""
        raise NotImplementedError

    def read_desk(self, *, person: Person, code: str) -> Task | None:
        """Return a task with the reader's own slot, draft and membership, if this kind has its own desk."""
        return None
