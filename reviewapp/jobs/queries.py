"""Reads jobs with the error that their reader may see."""

from __future__ import annotations

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, TextField, Value, When

from reviewapp.models import Job, Person, Upload

HIDDEN = "Refused. Why may tell hidden parts of the items: whoever sent the file can read it here."


def with_readable_errors(jobs: QuerySet[Job], reader: Person) -> QuerySet[Job]:
    """Annotate jobs with `readable_error`; why a file of ripple items was refused is for its sender alone.

    A refusal names units and edges of keys, and there is no item yet that could be kept from its reader.
    """
    keyed = Exists(Upload.objects.filter(job=OuterRef("pk"), kind="ripple").exclude(created_by=reader))
    hidden = When(~Q(error="") & keyed, then=Value(HIDDEN))
    return jobs.annotate(readable_error=Case(hidden, default=F("error"), output_field=TextField()))
