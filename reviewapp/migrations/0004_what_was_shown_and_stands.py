"""What a reviewer was shown is on record, and what stands of an item is one row; less to do at a commit."""

import django.contrib.postgres.fields
import django.db.models.deletion
import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("reviewapp", "0003_collision_review"),
    ]

    operations = [
        migrations.CreateModel(
            name="CollisionStanding",
            fields=[
                (
                    "task",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="standing",
                        serialize=False,
                        to="reviewapp.task",
                    ),
                ),
                ("decisions", models.JSONField(default=dict)),
            ],
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name="return",
            name="return_has_all_finals",
        ),
        migrations.RemoveConstraint(
            model_name="candidateassignment",
            name="assignment_decision_known",
        ),
        migrations.RemoveField(
            model_name="candidateassignment",
            name="decision",
        ),
        migrations.AddField(
            model_name="candidatedecision",
            name="shown",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.BigIntegerField(), default=list, size=None
            ),
        ),
        migrations.AlterField(
            model_name="candidateassignment",
            name="task",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="assignments",
                to="reviewapp.task",
            ),
        ),
        migrations.AddIndex(
            model_name="collisionverdict",
            index=models.Index(fields=["model", "prompt_version"], name="verdict_model"),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="candidateassignment",
            trigger=pgtrigger.compiler.Trigger(
                name="assignment_append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="208e0825030fefdbe70385806c7de93d86ca60bb",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_assignment_append_only_8490d",
                    table="reviewapp_candidateassignment",
                    when="BEFORE",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="return",
            trigger=pgtrigger.compiler.Trigger(
                name="return_has_all_finals",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    condition="WHEN (NEW.\"stage\" = 'collision')",
                    func="\n    -- a decision is on a candidate that its task assigns, so that counting is enough\n    IF (SELECT count(*) FROM reviewapp_candidateassignment WHERE task_id = NEW.task_id AND assigned)\n        <> (SELECT count(DISTINCT candidate_id) FROM reviewapp_candidatedecision\n            WHERE task_id = NEW.task_id AND round = NEW.round AND person_id = NEW.person_id\n                AND phase = 'final') THEN\n        RAISE EXCEPTION 'return: a candidate of its item has no final decision'\n            USING ERRCODE = 'check_violation';\n    END IF;\n    RETURN NEW;\n",
                    hash="d79add0a900d2fcf351496a5c9f8d26676db1385",
                    operation="INSERT",
                    pgid="pgtrigger_return_has_all_finals_741db",
                    table="reviewapp_return",
                    when="BEFORE",
                ),
            ),
        ),
    ]
