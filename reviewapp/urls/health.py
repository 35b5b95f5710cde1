"""URLs for probes."""

from django.urls import path

from reviewapp.web import health

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
]
