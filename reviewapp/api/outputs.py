"""What an operation answers with when it gives a task."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from reviewapp.models import DocumentRole, ItemDocument, Person, Task
from reviewapp.work.registry import workflow_of


def given_out(person: Person, task: Task) -> dict[str, Any]:
    """Return the task that *person* was just given, as its workflow gives it."""
    return workflow_of(task.kind).api_task(task, person)


def documents_of(task: Task) -> list[dict[str, Any]]:
    """Return the references of the task's item in RefList order, without their texts."""
    fields = ("doc_id", "title", "source__name", "n_chars")
    rows = references_of(task).order_by("position").values_list(*(f"document__{name}" for name in fields))
    return [dict(zip(fields, row, strict=True)) for row in rows]


def references_of(task: Task) -> QuerySet[ItemDocument]:
    """Return the rows that name the references of the task's item."""
    return ItemDocument.objects.filter(item=task.item_id, role=DocumentRole.REFERENCE)
