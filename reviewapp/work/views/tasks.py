"""One task under work, whatever its workflow: who may open it, skip, heartbeat, question."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from reviewapp.models import Person, Return, Task
from reviewapp.rules.protocol import (
    CampaignState,
    Incomplete,
    NotYours,
    SlotState,
)
from reviewapp.web.permissions import person_of, signed_in
from reviewapp.web.requests import by_htmx
from reviewapp.work.actions import heartbeats
from reviewapp.work.actions.claiming import resume_claim, skip_task
from reviewapp.work.actions.questions import ask
from reviewapp.work.forms import note_problem, typed
from reviewapp.work.queries.access import annotates, may_open
from reviewapp.work.queries.desk import read_desk
from reviewapp.work.registry import workflow_of, workflows

TAB_CHARS = 24


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to decide, and the key that decides so."""

    value: str
    title: str
    key: str


def task_of(person: Person, *, code: str = "", pk: int | None = None) -> Task:
    """Return the task if *person* holds it, held it or committed it; for others it does not exist."""
    return _checked(read_desk(person=person, code=code, pk=pk), person)


def held_task(person: Person, code: str) -> Task:
    """Return the task as `task_of` does, whatever desk its workflow has."""
    own_desks = (workflow.read_desk(person=person, code=code) for workflow in workflows())
    task = read_desk(person=person, code=code) or next(filter(None, own_desks), None)
    return _checked(task, person)


def _checked(task: Task | None, person: Person) -> Task:
    if task is None or not may_open(task, person):
        raise Http404
    return task


def on_other_page(task: Task, page: str) -> HttpResponseBase | None:
    """Send the browser to the page of the task's own workflow, where that is not *page*."""
    own_page = workflow_of(task.kind).page
    return None if own_page == page else redirect(own_page, code=task.code)


def first_stage(task: Task) -> str:
    """Return the stage in which people begin to work on *task*."""
    return workflow_of(task.kind).stages[0]


def taken_up(task: Task, person: Person) -> str:
    """Take the task up, or up again after a lapse; return what stands against it, or nothing."""
    slot = task.my_slot
    if slot is None or (slot.state == SlotState.CLAIMED and slot.is_ahead):
        try:
            task.my_slot = resume_claim(task=task, actor=person, stage=first_stage(task), now=timezone.now())
        except NotYours as error:
            return str(error)
    return ""


def committed_facts(committed: Return | None) -> str:
    """Return what is shown of one's own return, where there is one."""
    return render_to_string("reviewapp/work/return_facts.html", {"return": committed}) if committed else ""


@signed_in
@require_POST
def skip(request: HttpRequest, code: str) -> HttpResponseBase:
    """Keep what was typed, put the task back at the end of the queue and bring the next one."""
    task = task_of(person_of(request), code=code)
    workflow_of(task.kind).keep_entry(request, task)
    try:
        skip_task(task=task, actor=person_of(request), stage=first_stage(task))
    except NotYours as error:
        messages.warning(request, str(error))
    return redirect("next_task", code=task.campaign.code)


@signed_in
@require_POST
def beat(request: HttpRequest, code: str) -> HttpResponse:
    """Take a heartbeat of active work and renew the claim."""
    person = person_of(request)
    task = held_task(person, code)
    heartbeats.beat(
        task=task,
        actor=person,
        stage=task.my_slot.stage if task.my_slot else first_stage(task),
        tab=request.POST.get("tab", "").replace("\0", "")[:TAB_CHARS],
        ends=request.POST.get("ends") == "1",
        now=timezone.now(),
    )
    return HttpResponse(status=204)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def questions(request: HttpRequest, code: str) -> HttpResponseBase:
    """Show one's own thread with the managers about this task, and add to it."""
    person = person_of(request)
    task = held_task(person, code)
    problem = body = ""
    if request.method == "POST":
        body = typed(request.POST.get("body", ""))
        problem = note_problem(body, "question").get("question", "")
        try:
            if not problem:
                ask(task=task, asker=person, author=person, body=body)
        except Incomplete as error:
            problem = str(error)
        if not problem and not by_htmx(request):
            return redirect("questions", code=code)
    template = "reviewapp/work/questions.html"
    if by_htmx(request):
        template += "#thread"
    thread = task.questions.filter(asker=person).select_related("author").order_by("id")
    return render(
        request,
        template,
        {
            "task": task,
            "thread": thread,
            "problem": problem,
            "body": body if problem else "",
            "section": "work",
        },
    )


def is_open(task: Task) -> bool:
    """Say whether the reader may still work on the task."""
    return task.campaign.state == CampaignState.OPEN and annotates(task)


def committed_return(task: Task, person: Person) -> Return | None:
    """Return one's own current return where the task is committed and not being revised."""
    slot, draft = task.my_slot, task.my_draft
    if slot is None or slot.state != SlotState.COMMITTED or (draft and draft.revises_id):
        return None
    return (
        Return.objects.filter(task=task, person=person, stage=first_stage(task), successor__isnull=True)
        .select_related("guideline")
        .first()
    )
