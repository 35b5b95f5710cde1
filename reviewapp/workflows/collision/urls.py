"""URLs of collision review: its desk, what an adjudicator and what managers see of it, and its operations."""

from django.urls import path

from reviewapp.workflows.collision import api
from reviewapp.workflows.collision.views import adjudication, desk, staff

urlpatterns = [
    path("collisions/<str:code>/", desk.collision, name="collision"),
    path("collisions/<str:code>/<int:number>/decide/", desk.decide, name="collision_decide"),
    path("collisions/<str:code>/<int:number>/keep/", desk.keep, name="collision_keep"),
    path("collisions/<str:code>/<int:number>/revise/", desk.revise, name="collision_revise"),
    path("collisions/<str:code>/<int:number>/draft/", desk.draft, name="collision_draft"),
    path("collisions/<str:code>/<int:number>/text/", desk.text, name="collision_text"),
    path(
        "collisions/<str:code>/<int:number>/documents/<int:position>/",
        desk.reference,
        name="collision_reference",
    ),
    path("collisions/<str:code>/contest/", staff.contest, name="collision_contest"),
    path(
        "adjudication/<str:code>/candidates/<int:number>/",
        adjudication.candidate,
        name="adjudication_candidate",
    ),
    path("campaigns/<str:code>/collisions/", staff.campaign_collisions, name="campaign_collisions"),
    path(
        "campaigns/<str:code>/collisions/<str:table>.csv",
        staff.campaign_collisions_csv,
        name="campaign_collisions_csv",
    ),
]

api_urlpatterns = [
    path("collisions/<str:code>/", api.Item.as_view(), name="api_collision"),
    path(
        "collisions/<str:code>/documents/<int:doc_id>/",
        api.Reference.as_view(),
        name="api_collision_document",
    ),
    path("collisions/<str:code>/candidates/<int:number>/", api.Candidate.as_view(), name="api_candidate"),
    *(
        path(f"collisions/<str:code>/candidates/<int:number>/{word}/", view.as_view(), name=f"api_{name}")
        for word, view, name in (
            ("decide", api.Decide, "candidate_decide"),
            ("keep", api.Keep, "candidate_keep"),
            ("revise", api.Revise, "candidate_revise"),
            ("draft", api.CandidateDraft, "candidate_draft"),
        )
    ),
    path("collisions/<str:code>/return/", api.Commit.as_view(), name="api_collision_commit"),
    path("collisions/<str:code>/skip/", api.Skip.as_view(), name="api_collision_skip"),
    path("collisions/<str:code>/beat/", api.Beat.as_view(), name="api_collision_beat"),
]
