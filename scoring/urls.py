"""URLs of the scores of stored runs."""

from django.urls import path

from scoring.access import downloads
from scoring.access import views as access
from scoring.controls import views as controls
from scoring.ripple.views import asking, intake, items, release, runs

urlpatterns = [
    path("controls/<str:code>/chart.svg", controls.controls_chart, name="controls_chart"),
    path("controls/<str:code>/controls.<str:form>", controls.controls_file, name="controls_file"),
    path("constructions/<str:code>/controls/", controls.construction_controls, name="construction_controls"),
    path(
        "constructions/<str:code>/controls/check/",
        controls.construction_controls_check,
        name="construction_controls_check",
    ),
    path("releases/<str:code>/controls/", controls.release_controls, name="release_controls"),
    path(
        "releases/<str:code>/controls/check/", controls.release_controls_check, name="release_controls_check"
    ),
    path("releases/<str:code>/models/", asking.hosted_new, name="hosted_new"),
    path("models/<str:code>/", asking.hosted_run, name="hosted_run"),
    path("models/<str:code>/store/", asking.hosted_store, name="hosted_store"),
    path("models/<str:code>/requests.jsonl", asking.hosted_journal, name="hosted_journal"),
    path("models/<str:code>/items/<int:position>/", asking.hosted_item, name="hosted_item"),
    path("", access.scores, name="scores"),
    path("releases/<str:code>/", access.release_scores, name="release_scores"),
    path("releases/<str:code>/scores.csv", downloads.release_csv, name="release_scores_csv"),
    path("releases/<str:code>/upload/", access.upload_run, name="upload_run"),
    path("runs/<str:code>/", access.run, name="run"),
    path("runs/<str:code>/scores.csv", downloads.run_csv, name="run_csv"),
    path("runs/<str:code>/chart.svg", downloads.chart_svg, name="run_chart"),
    path("runs/<str:code>/file", downloads.run_file, name="run_file"),
    path("runs/<str:code>/items/", access.run_items, name="run_items"),
    path("runs/<str:code>/items.csv", downloads.items_csv, name="run_items_csv"),
    path("runs/<str:code>/items/<int:position>/", access.run_item, name="run_item"),
    path("releases/<str:code>/recovery/", release.recovery, name="recovery"),
    path("releases/<str:code>/recovery/tables/<str:name>/", release.recovery, name="recovery_table"),
    path(
        "releases/<str:code>/recovery/tables/<str:name>.<str:form>",
        release.recovery_file,
        name="recovery_file",
    ),
    path("releases/<str:code>/recovery/<str:part>.svg", release.recovery_chart, name="recovery_chart"),
    path("releases/<str:code>/recovery/manifest/", release.recovery_manifest, name="recovery_manifest"),
    path("releases/<str:code>/recovery/settings/", release.recovery_board, name="recovery_board"),
    path("releases/<str:code>/recovery/upload/", intake.recovery_upload, name="recovery_upload"),
    path(
        "releases/<str:code>/recovery/baselines/",
        intake.recovery_baselines,
        name="recovery_baselines",
    ),
    path("releases/<str:code>/configurations/", intake.configurations, name="configurations"),
    path("recovery/uploads/<str:code>/", intake.recovery_checked, name="recovery_checked"),
    path("recovery/<str:code>/", runs.recovery_run, name="recovery_run"),
    path("recovery/<str:code>/file", runs.recovery_run_file, name="recovery_run_file"),
    path("recovery/<str:code>/replace/", runs.recovery_replace, name="recovery_replace"),
    path(
        "recovery/<str:code>/tables/<str:name>.<str:form>",
        runs.recovery_run_table,
        name="recovery_run_table",
    ),
    path("recovery/<str:code>/items/", items.recovery_items, name="recovery_items"),
    path("recovery/<str:code>/items.csv", items.recovery_items_csv, name="recovery_items_csv"),
    path("recovery/<str:code>/items/<int:position>/", items.recovery_item, name="recovery_item"),
]
