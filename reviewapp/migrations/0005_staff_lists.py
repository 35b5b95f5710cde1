"""Indexes of the managers' lists: items, lapses, threads of questions, jobs."""

import django.db.models.fields.json
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("reviewapp", "0004_people_pseudonyms_and_sessions"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="event",
            index=models.Index(
                condition=models.Q(("verb", "lapse")), fields=["campaign", "-id"], name="event_lapses"
            ),
        ),
        migrations.AddIndex(
            model_name="evidenceitem",
            index=models.Index(
                condition=models.Q(("n_references", 1)), fields=["id"], name="item_single_source"
            ),
        ),
        migrations.AddIndex(
            model_name="evidenceitem",
            index=models.Index(
                condition=models.Q(("n_references__gt", 1)), fields=["id"], name="item_multi_source"
            ),
        ),
        migrations.AddIndex(
            model_name="job",
            index=models.Index(
                models.F("kind"),
                django.db.models.fields.json.KeyTextTransform("campaign", "args"),
                models.OrderBy(models.F("id"), descending=True),
                name="job_of_campaign",
            ),
        ),
        migrations.AddIndex(
            model_name="job",
            index=models.Index(fields=["kind", "-id"], name="job_kind"),
        ),
        migrations.AddIndex(
            model_name="job",
            index=models.Index(fields=["state", "-id"], name="job_state"),
        ),
        migrations.AddIndex(
            model_name="question",
            index=models.Index(fields=["task", "asker", "-id"], name="question_thread"),
        ),
        migrations.AddIndex(
            model_name="question",
            index=models.Index(
                condition=models.Q(("author", models.F("asker"))), fields=["-id"], name="question_asked"
            ),
        ),
        migrations.AddIndex(
            model_name="task",
            index=models.Index(fields=["campaign", "item"], name="task_campaign_item"),
        ),
    ]
