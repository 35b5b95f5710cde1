"""URLs of the scores of stored runs."""

from django.urls import path

from scoring.views import access, controls, downloads, hosted

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
]
