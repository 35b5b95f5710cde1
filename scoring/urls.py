"""URLs of the scores of stored runs."""

from django.urls import path

from scoring.views import (
    access,
    controls,
    downloads,
    hosted,
    recovery,
    recovery_intake,
    recovery_items,
    recovery_runs,
)

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
    path("releases/<str:code>/models/", hosted.hosted_new, name="hosted_new"),
    path("models/<str:code>/", hosted.hosted_run, name="hosted_run"),
    path("models/<str:code>/store/", hosted.hosted_store, name="hosted_store"),
    path("models/<str:code>/requests.jsonl", hosted.hosted_journal, name="hosted_journal"),
    path("models/<str:code>/items/<int:position>/", hosted.hosted_item, name="hosted_item"),
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
    path("releases/<str:code>/recovery/", recovery.recovery, name="recovery"),
    path("releases/<str:code>/recovery/tables/<str:name>/", recovery.recovery, name="recovery_table"),
    path(
        "releases/<str:code>/recovery/tables/<str:name>.<str:form>",
        recovery.recovery_file,
        name="recovery_file",
    ),
    path("releases/<str:code>/recovery/<str:part>.svg", recovery.recovery_chart, name="recovery_chart"),
    path("releases/<str:code>/recovery/manifest/", recovery.recovery_manifest, name="recovery_manifest"),
    path("releases/<str:code>/recovery/settings/", recovery.recovery_board, name="recovery_board"),
    path("releases/<str:code>/recovery/upload/", recovery_intake.recovery_upload, name="recovery_upload"),
    path(
        "releases/<str:code>/recovery/baselines/",
        recovery_intake.recovery_baselines,
        name="recovery_baselines",
    ),
    path("releases/<str:code>/configurations/", recovery_intake.configurations, name="configurations"),
    path("recovery/uploads/<str:code>/", recovery_intake.recovery_checked, name="recovery_checked"),
    path("recovery/<str:code>/", recovery_runs.recovery_run, name="recovery_run"),
    path("recovery/<str:code>/file", recovery_runs.recovery_run_file, name="recovery_run_file"),
    path("recovery/<str:code>/replace/", recovery_runs.recovery_replace, name="recovery_replace"),
    path(
        "recovery/<str:code>/tables/<str:name>.<str:form>",
        recovery_runs.recovery_run_table,
        name="recovery_run_table",
    ),
    path("recovery/<str:code>/items/", recovery_items.recovery_items, name="recovery_items"),
    path("recovery/<str:code>/items.csv", recovery_items.recovery_items_csv, name="recovery_items_csv"),
    path("recovery/<str:code>/items/<int:position>/", recovery_items.recovery_item, name="recovery_item"),
]
