"""URLs of ripple review: its desk, its adjudication, what managers see of it, and its operations."""

from django.urls import path

from reviewapp.workflows.ripple import api
from reviewapp.workflows.ripple.views import adjudication, desk, figures, items, packets

urlpatterns = [
    path("ripple/<str:code>/", desk.ripple, name="ripple"),
    path("ripple/<str:code>/draft/", desk.draft, name="ripple_draft"),
    path("ripple/<str:code>/skip/", desk.skip, name="ripple_skip"),
    path("ripple/<str:code>/adjudication/", adjudication.joint, name="ripple_adjudication"),
    path("ripple/<str:code>/comment/", adjudication.say, name="ripple_comment"),
    path("ripple/<str:code>/assent/", adjudication.assent, name="ripple_assent"),
    path("adjudication/<str:code>/draft/", adjudication.draft, name="adjudication_draft"),
    path("ripple-items/", items.ripple_items, name="ripple_items"),
    path("ripple-items.csv", items.ripple_items_csv, name="ripple_items_csv"),
    path("ripple-items/<str:code>/", items.ripple_item, name="ripple_item"),
    path("ripple-items/<str:code>/open/", items.ripple_open, name="ripple_open"),
    path("ripple-items/<str:code>/withdraw/", items.ripple_withdraw, name="ripple_withdraw"),
    path("ripple-items/<str:code>/release/", items.ripple_release, name="ripple_release"),
    path("ripple-items/<str:code>/packet.jsonl", packets.ripple_packet, name="ripple_packet"),
    path("ripple-items/<str:code>/packet/", packets.ripple_packet_page, name="ripple_packet_page"),
    path("ripple-batches/<str:code>/withdraw/", items.ripple_batch_withdraw, name="ripple_batch_withdraw"),
    path("campaigns/<str:code>/closures/", figures.campaign_ripple, name="campaign_ripple"),
    path("campaigns/<str:code>/closures/missed/", figures.campaign_missed, name="campaign_missed"),
    path(
        "campaigns/<str:code>/closures/<str:table>.csv",
        figures.campaign_ripple_csv,
        name="campaign_ripple_csv",
    ),
    path("campaigns/<str:code>/packet/", packets.campaign_packet_of, name="campaign_packet"),
]

api_urlpatterns = [
    path("ripples/<str:code>/", api.Item.as_view(), name="api_ripple"),
    path("ripples/<str:code>/return/", api.Commit.as_view(), name="api_ripple_commit"),
    path("ripples/<str:code>/skip/", api.Skip.as_view(), name="api_ripple_skip"),
    path("ripples/<str:code>/beat/", api.Beat.as_view(), name="api_ripple_beat"),
]
