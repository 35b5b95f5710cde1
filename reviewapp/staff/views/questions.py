"""The managers' inbox: threads of questions, and the answers."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from reviewapp.models import Question
from reviewapp.rules.protocol import ProtocolError
from reviewapp.staff.forms import AnswerForm, ThreadFilterForm
from reviewapp.staff.queries.exports import QUESTIONS, question_rows
from reviewapp.web.csv_stream import stream_csv
from reviewapp.web.paging import page_of
from reviewapp.web.permissions import managers_only, person_of
from reviewapp.work.actions.questions import ask
from reviewapp.work.queries.blindness import WHY_HIDDEN, blind_campaigns, is_hidden
from reviewapp.work.queries.questions import messages as messages_of
from reviewapp.work.queries.questions import threads


@require_safe
@managers_only
def inbox(request: HttpRequest) -> HttpResponse:
    form = ThreadFilterForm(request.GET)
    form.is_valid()
    campaign = form.cleaned_data.get("campaign")
    rows = threads(
        person_of(request),
        campaign=campaign.pk if campaign else None,
        unanswered=form.cleaned_data.get("show") == "waiting",
    )
    context = {
        "section": "campaigns",
        "form": form,
        "page": page_of(request, rows),
        "why_hidden": WHY_HIDDEN if blind_campaigns(person_of(request)) else "",
        "query": request.GET.urlencode(),
    }
    return render(request, "reviewapp/staff/inbox.html", context)


@require_safe
@managers_only
def inbox_csv(request: HttpRequest) -> HttpResponseBase:
    form = ThreadFilterForm(request.GET)
    form.is_valid()
    return stream_csv(
        "questions.csv", QUESTIONS, question_rows(form.cleaned_data.get("campaign"), person_of(request))
    )


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def thread(request: HttpRequest, code: str) -> HttpResponse:
    """Show the thread that the message of this code belongs to, and add an answer to it."""
    question = get_object_or_404(
        Question.objects.select_related("task__item", "task__ripple", "campaign", "asker"), code=code
    )
    person = person_of(request)
    if is_hidden(question.task, person):
        raise Http404
    form = AnswerForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            ask(task=question.task, asker=question.asker, author=person, body=form.cleaned_data["body"])
        except ProtocolError as problem:
            form.add_error("body", str(problem))
        else:
            messages.success(request, f"{question.asker} sees your answer on their task.")
            return redirect("thread", code)
    context = {"section": "campaigns", "thread": question, "messages_of": messages_of(question), "form": form}
    return render(request, "reviewapp/staff/thread.html", context)
