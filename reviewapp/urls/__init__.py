"""Every URL of the installation; one module a subject."""

from django.urls import include, path

from reviewapp.work.registry import workflows

urlpatterns = [
    path("", include("reviewapp.urls.work")),  # first, since it is asked for the most
    path("", include([url for workflow in workflows() for url in workflow.urls()])),
    path("", include("reviewapp.urls.health")),
    path("", include("reviewapp.urls.people")),
    path("", include("reviewapp.urls.staff")),
    path("imports/", include("reviewapp.urls.imports")),
    path("api/", include("reviewapp.urls.api")),
    path("", include("benchmark.urls")),
    path("scores/", include("scoring.urls")),
]
