"""Questions about a task: a thread between whoever works on it and the managers."""

from __future__ import annotations

from django.db import transaction

from reviewapp.models import Person, Question, Task
from reviewapp.rules.protocol import Incomplete
from reviewapp.work.actions.events import record


@transaction.atomic(durable=True)
def ask(*, task: Task, asker: Person, author: Person, body: str) -> Question:
    """Add a message to the thread between *asker* and the managers.

    :raises Incomplete: if it is empty.
    """
    if not body.strip():
        raise Incomplete({"body": "Write your question first."})
    question = Question.objects.create(
        task=task, campaign_id=task.campaign_id, asker=asker, author=author, body=body
    )
    record("ask", actor=author, campaign_id=task.campaign_id, task=task, new={"question": question.code})
    return question
