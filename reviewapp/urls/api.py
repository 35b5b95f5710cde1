"""URLs of the API."""

from django.urls import path

from reviewapp.api import adjudication, staff, work
from reviewapp.workflows.collision import api as collisions
from reviewapp.workflows.ripple import api as ripples

urlpatterns = [
    path("token/", work.Token.as_view(), name="api_token"),
    path("campaigns/", work.Campaigns.as_view(), name="api_campaigns"),
    path("campaigns/<str:code>/next/", work.NextTask.as_view(), name="api_next"),
    path("campaigns/<str:code>/undo/", work.Undo.as_view(), name="api_undo"),
    path("tasks/<str:code>/", work.TaskDetail.as_view(), name="api_task"),
    path("tasks/<str:code>/documents/<int:doc_id>/", work.TaskDocument.as_view(), name="api_document"),
    path("tasks/<str:code>/draft/", work.TaskDraft.as_view(), name="api_draft"),
    path("tasks/<str:code>/return/", work.TaskReturn.as_view(), name="api_commit"),
    path("tasks/<str:code>/skip/", work.TaskSkip.as_view(), name="api_skip"),
    path("tasks/<str:code>/beat/", work.TaskBeat.as_view(), name="api_beat"),
    path("collisions/<str:code>/", collisions.Item.as_view(), name="api_collision"),
    path(
        "collisions/<str:code>/documents/<int:doc_id>/",
        collisions.Reference.as_view(),
        name="api_collision_document",
    ),
    path(
        "collisions/<str:code>/candidates/<int:number>/",
        collisions.Candidate.as_view(),
        name="api_candidate",
    ),
    *(
        path(f"collisions/<str:code>/candidates/<int:number>/{word}/", view.as_view(), name=f"api_{name}")
        for word, view, name in (
            ("decide", collisions.Decide, "candidate_decide"),
            ("keep", collisions.Keep, "candidate_keep"),
            ("revise", collisions.Revise, "candidate_revise"),
            ("draft", collisions.CandidateDraft, "candidate_draft"),
        )
    ),
    path("collisions/<str:code>/return/", collisions.Commit.as_view(), name="api_collision_commit"),
    path("collisions/<str:code>/skip/", collisions.Skip.as_view(), name="api_collision_skip"),
    path("collisions/<str:code>/beat/", collisions.Beat.as_view(), name="api_collision_beat"),
    path("ripples/<str:code>/", ripples.Item.as_view(), name="api_ripple"),
    path("ripples/<str:code>/return/", ripples.Commit.as_view(), name="api_ripple_commit"),
    path("ripples/<str:code>/skip/", ripples.Skip.as_view(), name="api_ripple_skip"),
    path("ripples/<str:code>/beat/", ripples.Beat.as_view(), name="api_ripple_beat"),
    path("returns/", work.Returns.as_view(), name="api_returns"),
    path("returns/<str:code>/", work.ReturnDetail.as_view(), name="api_return"),
    path("adjudications/", adjudication.Adjudications.as_view(), name="api_adjudications"),
    path("adjudications/<str:code>/", adjudication.AdjudicationDetail.as_view(), name="api_adjudication"),
    path(
        "adjudications/<str:code>/claim/",
        adjudication.AdjudicationClaim.as_view(),
        name="api_adjudication_claim",
    ),
    path(
        "adjudications/<str:code>/outcome/",
        adjudication.AdjudicationOutcome.as_view(),
        name="api_outcome",
    ),
    path("staff/campaigns/", staff.AllCampaigns.as_view(), name="api_all_campaigns"),
    path("staff/campaigns/<str:code>/returns.jsonl", staff.CampaignReturns.as_view(), name="api_all_returns"),
    path("staff/items/", staff.Items.as_view(), name="api_items"),
]
