"""A person's own work, and adjudication."""

from django.urls import path

from reviewapp.work.views import adjudication, tasks
from reviewapp.work.views import my_work as work

urlpatterns = [
    path("", work.my_work, name="my_work"),
    path("work/returns/", work.my_returns, name="my_returns"),
    path("work/returns/<str:code>/", work.my_return, name="my_return"),
    path("work/<str:code>/next/", work.next_task, name="next_task"),
    path("work/<str:code>/undo/", work.undo, name="undo"),
    path("work/<str:code>/guidelines/", work.guidelines, name="guidelines"),
    path("tasks/<str:code>/skip/", tasks.skip, name="skip"),
    path("tasks/<str:code>/beat/", tasks.beat, name="beat"),
    path("tasks/<str:code>/questions/", tasks.questions, name="questions"),
    path("adjudication/", adjudication.adjudications, name="adjudications"),
    path("adjudication/<str:code>/", adjudication.adjudicate, name="adjudicate"),
    path("adjudication/<str:code>/beat/", adjudication.beat, name="adjudication_beat"),
    path(
        "adjudication/<str:code>/documents/<int:position>/",
        adjudication.document,
        name="adjudication_document",
    ),
]
