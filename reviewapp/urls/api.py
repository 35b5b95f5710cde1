"""URLs of the API."""

from django.urls import path

from reviewapp.api import adjudication, staff, work
from reviewapp.work.registry import workflows

urlpatterns = [
    path("token/", work.Token.as_view(), name="api_token"),
    path("campaigns/", work.Campaigns.as_view(), name="api_campaigns"),
    path("campaigns/<str:code>/next/", work.NextTask.as_view(), name="api_next"),
    path("campaigns/<str:code>/undo/", work.Undo.as_view(), name="api_undo"),
    *(url for workflow in workflows() for url in workflow.api_urls()),
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
