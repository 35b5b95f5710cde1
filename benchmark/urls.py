"""URLs of releases: freezing, looking, downloading, correcting."""

from django.urls import path

from benchmark.construction import views as constructions
from benchmark.releases.views import (
    comparing,
    downloads,
    errata,
    freezing,
    freezing_ripple,
    releases,
    releases_ripple,
)

urlpatterns = [
    path("constructions/", constructions.constructions, name="constructions"),
    path("constructions/new/", constructions.construction_new, name="construction_new"),
    path("constructions/<str:code>/", constructions.construction, name="construction"),
    path("constructions/<str:code>/import/", constructions.construction_hand, name="construction_hand"),
    path(
        "constructions/<str:code>/files/<str:name>", constructions.construction_file, name="construction_file"
    ),
    path("releases/", releases.releases, name="releases"),
    path("releases/list.csv", releases.releases_csv, name="releases_csv"),
    path("releases/freeze/", freezing.freeze_page, name="freeze"),
    path("releases/freeze/items.csv", freezing.freeze_csv, name="freeze_csv"),
    path("releases/freeze/ripple/", freezing_ripple.freeze_ripple_page, name="freeze_ripple"),
    path("releases/decisions/", freezing_ripple.decision_log, name="decision_log"),
    path("releases/<str:code>/", releases.release, name="release"),
    path(
        "releases/<str:code>/ripple/<int:position>/",
        releases_ripple.release_ripple_item,
        name="release_ripple_item",
    ),
    path("releases/<str:code>/items.csv", releases.release_items_csv, name="release_items_csv"),
    path("releases/<str:code>/items/<int:position>/", releases.release_item, name="release_item"),
    path("releases/<str:code>/files/<str:name>", downloads.release_file, name="release_file"),
    path("releases/<str:code>/release.zip", downloads.release_zip, name="release_zip"),
    path("releases/<str:code>/errata/", errata.erratum_new, name="erratum_new"),
    path("releases/<str:code>/differences/", comparing.release_diff, name="release_diff"),
    path("releases/<str:code>/differences.csv", comparing.release_diff_csv, name="release_diff_csv"),
]
