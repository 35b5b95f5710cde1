"""What every operation of the API shares: who asks, what they may know of, how a refusal is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django.conf import settings
from django.http import Http404
from rest_framework import status
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import APIException
from rest_framework.parsers import JSONParser
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView, exception_handler

from reviewapp.api.tokens import TokenAuthentication
from reviewapp.models import Person, Return, Task
from reviewapp.prepared import fetch_one
from reviewapp.rules.protocol import Incomplete, NotAllowed, NotYours, ProtocolError, Role
from reviewapp.work.queries.access import had_claim, may_open
from reviewapp.work.queries.desk import read_desk
from reviewapp.work.registry import is_of, workflow_of

TASK_ID = "SELECT id FROM reviewapp_task WHERE code = %(code)s AND kind = %(kind)s"


class TooLarge(APIException):
    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_detail = f"A request holds {settings.DATA_UPLOAD_MAX_MEMORY_SIZE:,} bytes at the most."


class Operation(APIView):
    """One operation: JSON in, JSON out, whatever the client says that it accepts."""

    authentication_classes = [TokenAuthentication, SessionAuthentication]
    permission_classes = [IsAuthenticated]
    parser_classes = [JSONParser]
    renderer_classes = [JSONRenderer]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if int(request.META.get("CONTENT_LENGTH") or 0) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise TooLarge
        super().initial(request, *args, **kwargs)

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        return super().perform_content_negotiation(request, force=True)

    def get_exception_handler(self) -> Any:
        return answer_error


class _InGroup(BasePermission):
    """Lets in one group; for everybody else the operation does not exist."""

    role: Role

    def has_permission(self, request: Request, view: APIView) -> bool:
        if self.role not in person_of(request).roles:
            raise Http404
        return True


class _IsAdjudicator(_InGroup):
    role = Role.ADJUDICATOR


class _IsManager(_InGroup):
    role = Role.MANAGER


class AdjudicatorOperation(Operation):
    permission_classes = [IsAuthenticated, _IsAdjudicator]


class ManagerOperation(Operation):
    permission_classes = [IsAuthenticated, _IsManager]


def person_of(request: Request) -> Person:
    """Return the person who asks; the operation has let in nobody else."""
    return cast(Person, request.user)


def task_of(person: Person, *, kind: str, code: str = "", pk: int | None = None) -> Task:
    """Return the task of that kind of review if *person* may open it; for others it does not exist."""
    task = read_desk(person=person, stage=workflow_of(kind).stages[0], code=code, pk=pk)
    if task is None or not is_of(task, kind) or not may_open(task, person):
        raise Http404
    return task


def task_id_of(code: str, kind: str) -> int:
    """Return the id of a task of that kind; others do not exist."""
    row = fetch_one(TASK_ID, {"code": code, "kind": kind})
    if row is None:
        raise Http404
    return int(row[0])


def committed_or_404(commit: Callable[[], Return], *, task_id: int, person: Person) -> Return:
    """Return what *commit* commits; for whoever was never given the task, it does not exist."""
    try:
        return commit()
    except NotYours:
        if had_claim(task=Task(pk=task_id), person=person):
            raise
        raise Http404 from None


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """Tell what the protocol does not allow: 422 what is missing, 403 what one may not, 409 all else."""
    if isinstance(error, Incomplete):
        missing = {_encodable(name): _encodable(text) for name, text in error.missing.items()}
        return Response({"detail": _encodable(str(error)), "missing": missing}, status=422)
    if isinstance(error, NotAllowed):
        return Response({"detail": str(error)}, status=status.HTTP_403_FORBIDDEN)
    if isinstance(error, ProtocolError):
        return Response({"detail": str(error)}, status=status.HTTP_409_CONFLICT)
    return exception_handler(error, context)


def _encodable(text: str) -> str:
    """Write lone surrogates, which a message may repeat and UTF-8 does not know, as escapes."""
    return text.encode("utf-8", "backslashreplace").decode()
