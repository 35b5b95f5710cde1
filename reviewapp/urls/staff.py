"""URLs of the managers' pages."""

from django.urls import path

from reviewapp.views.staff import campaigns, items, jobs

urlpatterns = [
    path("items/", items.items, name="items"),
    path("items/<str:code>/", items.item, name="item"),
    path("campaigns/", campaigns.campaigns, name="campaigns"),
    path("campaigns/<str:code>/", campaigns.campaign, name="campaign"),
    path("jobs/", jobs.jobs, name="jobs"),
    path("jobs/<str:code>/", jobs.job, name="job"),
]
