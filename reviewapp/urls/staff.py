"""URLs of the managers' pages."""

from django.urls import path

from reviewapp.jobs import views as jobs
from reviewapp.staff.views import campaigns, guidelines, items, members, questions, reports

urlpatterns = [
    path("items/", items.items, name="items"),
    path("items.csv", items.items_csv, name="items_csv"),
    path("items/<str:code>/", items.item, name="item"),
    path("items/<str:code>/domain/", items.item_domain, name="item_domain"),
    path("items/<str:code>/withdraw/", items.item_withdraw, name="item_withdraw"),
    path("campaigns/", campaigns.campaigns, name="campaigns"),
    path("campaigns.csv", campaigns.campaigns_csv, name="campaigns_csv"),
    path("campaigns/new/", campaigns.campaign_new, name="campaign_new"),
    path("campaigns/<str:code>/", campaigns.campaign, name="campaign"),
    path("campaigns/<str:code>/items/", campaigns.campaign_items, name="campaign_items"),
    path("campaigns/<str:code>/move/", campaigns.campaign_move, name="campaign_move"),
    path("campaigns/<str:code>/compute/", campaigns.campaign_compute, name="campaign_compute"),
    path("campaigns/<str:code>/progress/", reports.campaign_progress, name="campaign_progress"),
    path("campaigns/<str:code>/agreement/", reports.campaign_agreement, name="campaign_agreement"),
    path("campaigns/<str:code>/effort/", reports.campaign_effort, name="campaign_effort"),
    path("campaigns/<str:code>/claims/", reports.campaign_claims, name="campaign_claims"),
    path("campaigns/<str:code>/people/", members.campaign_people, name="campaign_people"),
    path("campaigns/<str:code>/guidelines/", guidelines.campaign_guidelines, name="campaign_guidelines"),
    path(
        "campaigns/<str:code>/guidelines/<int:number>/",
        guidelines.campaign_guideline,
        name="campaign_guideline",
    ),
    path("campaigns/<str:code>/older/", guidelines.campaign_older, name="campaign_older"),
    path("campaigns/<str:code>/<str:table>.csv", reports.campaign_csv, name="campaign_csv"),
    path("inbox/", questions.inbox, name="inbox"),
    path("inbox.csv", questions.inbox_csv, name="inbox_csv"),
    path("inbox/<str:code>/", questions.thread, name="thread"),
    path("jobs/", jobs.jobs, name="jobs"),
    path("jobs.csv", jobs.jobs_csv, name="jobs_csv"),
    path("jobs/<str:code>/", jobs.job, name="job"),
    path("jobs/<str:code>/log.csv", jobs.job_log, name="job_log"),
    path("jobs/<str:code>/cancel/", jobs.job_cancel, name="job_cancel"),
    path("jobs/<str:code>/retry/", jobs.job_retry, name="job_retry"),
]
