"""A person's own work, and adjudication."""

from django.urls import path

from reviewapp.work.views import adjudication, tasks
from reviewapp.work.views import my_work as work
from reviewapp.workflows.collision.views import adjudication as collision_adjudication
from reviewapp.workflows.collision.views import desk as collisions
from reviewapp.workflows.ripple.views import adjudication as ripple_adjudication
from reviewapp.workflows.ripple.views import desk as ripple_desk

urlpatterns = [
    path("", work.my_work, name="my_work"),
    path("work/returns/", work.my_returns, name="my_returns"),
    path("work/returns/<str:code>/", work.my_return, name="my_return"),
    path("work/<str:code>/next/", work.next_task, name="next_task"),
    path("work/<str:code>/undo/", work.undo, name="undo"),
    path("work/<str:code>/guidelines/", work.guidelines, name="guidelines"),
    path("tasks/<str:code>/", tasks.task, name="task"),
    path("tasks/<str:code>/draft/", tasks.draft, name="draft"),
    path("tasks/<str:code>/skip/", tasks.skip, name="skip"),
    path("tasks/<str:code>/beat/", tasks.beat, name="beat"),
    path("tasks/<str:code>/questions/", tasks.questions, name="questions"),
    path("tasks/<str:code>/documents/<int:position>/", tasks.document, name="document"),
    path("collisions/<str:code>/", collisions.collision, name="collision"),
    path("collisions/<str:code>/<int:number>/decide/", collisions.decide, name="collision_decide"),
    path("collisions/<str:code>/<int:number>/keep/", collisions.keep, name="collision_keep"),
    path("collisions/<str:code>/<int:number>/revise/", collisions.revise, name="collision_revise"),
    path("collisions/<str:code>/<int:number>/draft/", collisions.draft, name="collision_draft"),
    path("collisions/<str:code>/<int:number>/text/", collisions.text, name="collision_text"),
    path(
        "collisions/<str:code>/<int:number>/documents/<int:position>/",
        collisions.reference,
        name="collision_reference",
    ),
    path("ripple/<str:code>/", ripple_desk.ripple, name="ripple"),
    path("ripple/<str:code>/draft/", ripple_desk.draft, name="ripple_draft"),
    path("ripple/<str:code>/skip/", ripple_desk.skip, name="ripple_skip"),
    path("ripple/<str:code>/adjudication/", ripple_adjudication.joint, name="ripple_adjudication"),
    path("ripple/<str:code>/comment/", ripple_adjudication.say, name="ripple_comment"),
    path("ripple/<str:code>/assent/", ripple_adjudication.assent, name="ripple_assent"),
    path("adjudication/", adjudication.adjudications, name="adjudications"),
    path("adjudication/<str:code>/", adjudication.adjudicate, name="adjudicate"),
    path("adjudication/<str:code>/draft/", ripple_adjudication.draft, name="adjudication_draft"),
    path("adjudication/<str:code>/beat/", adjudication.beat, name="adjudication_beat"),
    path(
        "adjudication/<str:code>/documents/<int:position>/",
        adjudication.document,
        name="adjudication_document",
    ),
    path(
        "adjudication/<str:code>/candidates/<int:number>/",
        collision_adjudication.candidate,
        name="adjudication_candidate",
    ),
]
